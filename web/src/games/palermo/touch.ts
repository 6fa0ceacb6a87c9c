/** The open question turned inside out: from people and acts to the choices that name them. */

import type { Ask, Choice } from '../../protocol';

export interface Parts {
  act?: string;
  seat?: number;
  second?: number;
  statement?: string;
  hint?: string;
  /** The number of a sign that is answered, and how. */
  number?: number;
  reply?: string;
}

/** What the server says a choice touches; it writes numbers as text. */
export function partsOf(choice: Choice): Parts {
  const parts = (choice.parts ?? {}) as Record<string, string | number | undefined>;
  const whole = (value: string | number | undefined) =>
    value === undefined || value === 'nobody' ? undefined : Number(value);
  const found: Parts = {};
  if (parts.act !== undefined) found.act = String(parts.act);
  if (whole(parts.seat) !== undefined) found.seat = whole(parts.seat)!;
  const second = whole(parts.seat_second ?? parts.second);
  if (second !== undefined) found.second = second;
  if (parts.statement !== undefined) found.statement = String(parts.statement);
  if (parts.hint !== undefined) found.hint = String(parts.hint);
  if (whole(parts.number) !== undefined) found.number = whole(parts.number)!;
  if (parts.reply !== undefined) found.reply = String(parts.reply);
  return found;
}

/** Acts that are no part of the game itself. */
const ASIDE = new Set(['leave', 'return', 'wait', 'time', 'next']);
const SIGNS = new Set(['point', 'react', 'hint']);

export class Touch {
  /** What can be done to a person, by seat. */
  readonly seats = new Map<number, Choice[]>();
  /** What can be done without naming anybody. */
  readonly acts: Choice[] = [];
  /** Statements that may be begun. */
  readonly statements: Choice[] = [];
  /** The way to do nothing: the neutral tap. */
  readonly decline: Choice | null = null;
  readonly wait: Choice | null = null;
  /** Signs among those who are awake together. */
  readonly signs: Choice[] = [];
  /** Whom a bomb may take along: kept out of sight, in the pocket that everybody has. */
  readonly bombs: Choice[] = [];

  constructor(ask: Ask | null) {
    for (const choice of ask?.choices ?? []) {
      const { act = '', seat } = partsOf(choice);
      if (act === 'wait') this.wait = choice;
      if (ASIDE.has(act)) continue;
      if (SIGNS.has(act)) this.signs.push(choice);
      else if (act === 'bomb') this.bombs.push(choice);
      else if (act === 'say') this.statements.push(choice);
      else if (act === 'decline') this.decline = choice;
      else if (seat !== undefined) this.seats.set(seat, [...(this.seats.get(seat) ?? []), choice]);
      else this.acts.push(choice);
    }
  }

  /** The different things that can be done tonight, in the order of the question. */
  get deeds(): string[] {
    const all = [...[...this.seats.values()].flat(), ...this.acts];
    return [...new Set(all.map((choice) => partsOf(choice).act ?? ''))].filter(
      (act) => act !== 'ready',
    );
  }

  /** The deed that a lit house alone means; every other one needs a symbol beside it. */
  get plain(): string | null {
    return (
      this.deeds.find((deed) => !this.acts.some((choice) => partsOf(choice).act === deed)) ?? null
    );
  }

  /** The deeds behind the symbols, in order. */
  get marked(): string[] {
    return this.deeds.filter((deed) => deed !== this.plain);
  }

  /** A sign: point at somebody or nobody, hint at something, or answer an earlier sign. */
  sign(kind: string, { seat = undefined as number | undefined, number = 0 } = {}): Choice | null {
    const fits = (choice: Choice) => {
      const parts = partsOf(choice);
      if (kind === 'point') return parts.act === 'point' && parts.seat === seat;
      if (kind === 'yes' || kind === 'no')
        return parts.act === 'react' && parts.number === number && parts.reply === kind;
      return parts.act === 'hint' && parts.seat === seat && parts.hint === kind;
    };
    return this.signs.find(fits) ?? null;
  }

  /** The choice for a deed and the houses that are lit. */
  find(deed: string, houses: readonly number[]): Choice | null {
    const fits = (choice: Choice) => {
      const { act, seat, second } = partsOf(choice);
      if (act !== deed) return false;
      if (seat === undefined) return true;
      if (second === undefined) return seat === houses.at(-1);
      return houses.includes(seat) && houses.includes(second);
    };
    return [...[...this.seats.values()].flat(), ...this.acts].find(fits) ?? null;
  }
}
