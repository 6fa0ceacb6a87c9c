/** What a player writes down for themselves: it stays in this browser and is sent to nobody. */

export const TAGS = ['citizens', 'unsure', 'mafia'] as const;
export type Tag = (typeof TAGS)[number];

export interface PlayerNote {
  tag?: Tag | undefined;
  text?: string | undefined;
}

interface Kept {
  game: string;
  seats: Record<number, PlayerNote>;
  /** The bet of somebody who is dead: who will win. */
  bet?: string | undefined;
}

const KEY = 'omerta-palermo-notes';

/** The notes of one player in one game; those of the last game are thrown away. */
export class Notes {
  #kept = $state.raw<Kept>({ game: '', seats: {} });

  constructor(readonly game: string) {
    this.#kept = { game, seats: {} };
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
      if (found.game === game) this.#kept = { seats: {}, ...found, game };
    } catch {
      // Nothing that could be read: nothing was noted.
    }
  }

  of(seat: number): PlayerNote {
    return this.#kept.seats[seat] ?? {};
  }

  get bet(): string {
    return this.#kept.bet ?? '';
  }

  write(seat: number, note: PlayerNote): void {
    const seats = { ...this.#kept.seats, [seat]: { ...this.of(seat), ...note } };
    this.#keep({ ...this.#kept, seats });
  }

  wager(bet: string): void {
    this.#keep({ ...this.#kept, bet });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing has the notes until the page is left.
    }
  }
}
