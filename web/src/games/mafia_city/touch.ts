/** The open question turned inside out: from things on the table to the choices that name them. */

import type { Ask, Choice } from '../../protocol';

/** What the server says a choice touches. */
export interface Parts {
  act?: string;
  cards?: string[];
  chip?: string;
  location?: number;
  seat?: number;
  positions?: number[];
}

/** What the server says a question is about. */
export interface About {
  location?: number;
  /** The chips that lie there. */
  stack?: number[];
  /** Chips, here or anywhere, that are as good as the one below them; choices name the lowest. */
  alike?: string[];
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

  /** Chips that stand for the one below them. */
  readonly #alike: ReadonlySet<string>;

  constructor(ask: Ask | null) {
    this.#alike = new Set(aboutOf(ask).alike);
    for (const choice of ask?.choices ?? []) {
      const { chip, location, seat, cards, positions } = partsOf(choice);
      if (positions) this.takes.set(positions.join(' '), choice);
      else if (cards?.length) for (const card of new Set(cards)) this.#add(card, choice);
      else if (chip) this.#addChip(chip, choice);
      else if (location !== undefined) this.locations.set(location, choice);
      else if (seat !== undefined) this.seats.set(seat, choice);
      else this.others.push(choice);
    }
  }

  #add(card: string, choice: Choice): void {
    this.cards.set(card, [...(this.cards.get(card) ?? []), choice]);
  }

  /** Touching a chip that is as good as the one below it means that one. */
  #addChip(chip: string, choice: Choice): void {
    this.chips.set(chip, choice);
    const [location, position] = chip.split(':');
    for (let at = Number(position) + 1; this.#alike.has(`${location}:${at}`); at++)
      if (!this.chips.has(`${location}:${at}`)) this.chips.set(`${location}:${at}`, choice);
  }

  /** The set of chips that choices name when these are meant: of equally good ones the lowest. */
  named(location: number, positions: Iterable<number>): number[] {
    const found: number[] = [];
    for (let position of [...positions].sort((a, b) => a - b)) {
      while (this.#alike.has(`${location}:${position}`) && !found.includes(position - 1))
        position--;
      found.push(position);
    }
    return found;
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
