/** How players are told apart: colour, emblem and letter, never one of them alone. */

export interface Mark {
  letter: string;
  /** The class that sets the colours. */
  colour: string;
  emblem: string;
  clan: string;
}

const CLANS = ['rosa', 'chiave', 'stella', 'lupo', 'ferro'] as const;

/** The mark of a seat; from the sixth on (Palermo has up to 21) seats are told apart by number. */
export function mark(seat: number): Mark {
  const clan = CLANS[seat % CLANS.length] ?? 'rosa';
  return {
    letter: seat < CLANS.length ? 'ABCDE'[seat]! : String(seat + 1),
    colour: 'abcde'[seat % CLANS.length]!,
    emblem: `clan-${clan}`,
    clan,
  };
}
