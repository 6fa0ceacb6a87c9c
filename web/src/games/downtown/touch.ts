/** The open question turned inside out: from things in the town to the choices that name them. */

import type { Ask, Choice } from '../../protocol';

/** What the server says a choice touches. */
export interface Parts {
  act?: string;
  place?: string;
  from?: string;
  to?: string;
  seat?: number;
  informant?: string;
  stack?: number;
  gangster?: string;
  card?: string;
  amount?: number;
}

export function partsOf(choice: Choice): Parts {
  return choice.parts ?? {};
}

export class Touch {
  readonly places = new Map<string, Choice>();
  /** Moves of a piece: where from, then where to. */
  readonly shifts = new Map<string, Map<string, Choice>>();
  readonly seats = new Map<number, Choice[]>();
  readonly informants = new Map<string, Choice[]>();
  readonly stacks = new Map<number, Choice[]>();
  readonly gangsters = new Map<string, Choice>();
  readonly cards = new Map<string, Choice>();
  readonly amounts: Choice[] = [];
  /** What is nowhere in the town: done, top, bottom and the like. */
  readonly others: Choice[] = [];

  constructor(ask: Ask | null) {
    for (const choice of ask?.choices ?? []) {
      const { place, from, to, seat, informant, stack, gangster, card, amount } = partsOf(choice);
      if (from && to)
        this.shifts.set(from, new Map([...(this.shifts.get(from) ?? []), [to, choice]]));
      else if (place) this.places.set(place, choice);
      else if (seat !== undefined) this.seats.set(seat, [...(this.seats.get(seat) ?? []), choice]);
      else if (informant)
        this.informants.set(informant, [...(this.informants.get(informant) ?? []), choice]);
      else if (stack !== undefined)
        this.stacks.set(stack, [...(this.stacks.get(stack) ?? []), choice]);
      else if (gangster) this.gangsters.set(gangster, choice);
      else if (card) this.cards.set(card, choice);
      else if (amount !== undefined) this.amounts.push(choice);
      else this.others.push(choice);
    }
  }
}
