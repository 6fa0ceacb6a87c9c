/** The open question turned inside out: from things on the table to the choices that name them. */

import type { Ask, Choice } from '../../protocol';
import { stackOf, type CityView } from './view';

/** What the server says a choice touches. */
export interface Parts {
  act?: string;
  cards?: string[];
  chip?: string;
  location?: number;
  seat?: number;
  positions?: number[];
}

/** What the server says a question is about: a location and the chips that lie there. */
export interface About {
  location?: number;
  stack?: number[];
}

export function aboutOf(ask: Ask | null): About {
  return ask?.about ?? {};
}

export type Use = 'text' | 'symbol' | 'discard';

/** Which of a card's three uses an act is. */
const USES: Record<string, Use> = {
  play: 'text',
  react: 'text',
  complicity: 'text',
  kill: 'text',
  agree: 'text',
  hat: 'symbol',
  hats: 'symbol',
  fists: 'symbol',
  bullet: 'symbol',
  plus: 'symbol',
  discard: 'discard',
};

export function partsOf(choice: Choice): Parts {
  return choice.parts ?? {};
}

export function useOf(choice: Choice): Use {
  return USES[partsOf(choice).act ?? ''] ?? 'text';
}

export class Touch {
  readonly locations = new Map<number, Choice>();
  readonly chips = new Map<string, Choice>();
  readonly seats = new Map<number, Choice>();
  /** Choices that use a card, by card. */
  readonly cards = new Map<string, Choice[]>();
  /** Sets of chips to take back, by their positions. */
  readonly takes = new Map<string, Choice>();
  /** What is neither on the board nor in the hand: pass, decline, accept and the like. */
  readonly others: Choice[] = [];

  constructor(ask: Ask | null, view: CityView) {
    for (const choice of ask?.choices ?? []) {
      const { chip, location, seat, cards, positions } = partsOf(choice);
      if (positions) this.takes.set(positions.join(' '), choice);
      else if (cards?.length) for (const card of new Set(cards)) this.#add(card, choice);
      else if (chip) this.#addChip(chip, choice, view);
      else if (location !== undefined) this.locations.set(location, choice);
      else if (seat !== undefined) this.seats.set(seat, choice);
      else this.others.push(choice);
    }
  }

  #add(card: string, choice: Choice): void {
    this.cards.set(card, [...(this.cards.get(card) ?? []), choice]);
  }

  /** Of neighbouring chips of one owner the lowest stands for all of them (MC-2.11). */
  #addChip(chip: string, choice: Choice, view: CityView): void {
    const [location = 0, position = 1] = chip.split(':').map(Number);
    const stack = stackOf(view, location);
    const owner = stack[position - 1];
    for (let at = position; at === position || stack[at - 1] === owner; at++) {
      if (at > stack.length) break;
      const name = `${location}:${at}`;
      if (at === position || !this.chips.has(name)) this.chips.set(name, choice);
    }
  }

  /** The uses of a card that are open, by use. */
  uses(card: string): Map<Use, Choice[]> {
    const found = new Map<Use, Choice[]>();
    for (const choice of this.cards.get(card) ?? []) {
      const use = useOf(choice);
      found.set(use, [...(found.get(use) ?? []), choice]);
    }
    return found;
  }
}
