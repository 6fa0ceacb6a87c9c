/** How players are told apart: colour, emblem and letter, never one of them alone. */

export interface Mark {
  letter: string;
  /** The class that sets the colours. */
  colour: string;
  emblem: string;
  clan: string;
}

const CLANS = ['rosa', 'chiave', 'stella', 'lupo', 'ferro'] as const;
/** From the sixth chair on: Palermo has up to 21, and no two of them are alike. */
const EMBLEMS =
  'apple anchor fish bell cat sun boat grapes flower moon cactus wheel amphora leaf drop horseshoe'.split(
    ' ',
  );
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTU';

/** The mark of a seat. */
export function mark(seat: number): Mark {
  const letter = LETTERS[seat] ?? String(seat + 1);
  const clan = CLANS[seat];
  if (clan) return { letter, colour: letter.toLowerCase(), emblem: `clan-${clan}`, clan };
  const emblem = EMBLEMS[(seat - CLANS.length + EMBLEMS.length) % EMBLEMS.length]!;
  return { letter, colour: `seat-${seat + 1}`, emblem: `em-${emblem}`, clan: '' };
}
