/** Evenings with a character: which cards lie on the table for so many players. */

export interface Preset {
  id: string;
  /** The card that stands for it. */
  role: string;
  /** The distribution of the leaflet, where it is one. */
  distribution?: 'basic' | 'extended';
  /** Which side wins clearly more often among computer players (docs/players-palermo.md). */
  favours?: 'citizens';
  /** How many cards of each role; whoever is left is a citizen. */
  cards?: (players: number) => Record<string, number>;
}

/** How many mafia cards the leaflet recommends. */
export function mafiaFor(players: number): number {
  if (players <= 8) return 2;
  if (players <= 11) return 3;
  if (players <= 14) return 4;
  return players <= 19 ? 5 : 6;
}

const from = (players: number, fewest: number) => (players >= fewest ? 1 : 0);

export const PRESETS: readonly Preset[] = [
  { id: 'first_evening', role: 'citizen', distribution: 'basic' },
  {
    id: 'families',
    role: 'guardian',
    favours: 'citizens',
    cards: (players) => ({
      mafioso: mafiaFor(players),
      detective1: 1,
      detective2: from(players, 11),
      guardian: 1,
      pharmacist: from(players, 9),
    }),
  },
  { id: 'helpers', role: 'pharmacist', distribution: 'extended', favours: 'citizens' },
  {
    id: 'lovers_and_bombs',
    role: 'matchmaker',
    cards: (players) => ({
      mafioso: mafiaFor(players) - 1,
      killer: 1,
      detective1: 1,
      matchmaker: 1,
      desperado: 1,
      pharmacist: from(players, 9),
    }),
  },
  {
    id: 'detectives_night',
    role: 'detective1',
    favours: 'citizens',
    cards: (players) => ({
      mafioso: mafiaFor(players) - 1,
      spy: 1,
      detective1: 1,
      detective2: from(players, 8),
      guardian: from(players, 10),
      freemason: 2 * from(players, 12),
    }),
  },
  {
    id: 'chaos',
    role: 'killer',
    cards: (players) => ({
      mafioso: mafiaFor(players) - 1 - from(players, 9),
      killer: 1,
      spy: from(players, 9),
      detective1: 1,
      desperado: 1,
      coward: from(players, 7),
      walker: from(players, 8),
      matchmaker: from(players, 9),
      guardian: from(players, 11),
    }),
  },
];

/** Whether these cards are those of a setup of one's own choice. */
export function isLike(
  cards: Readonly<Record<string, number>>,
  preset: Preset,
  players: number,
): boolean {
  const wanted = preset.cards?.(players) ?? {};
  return Object.entries(cards).every(
    ([role, count]) => role === 'citizen' || count === (wanted[role] ?? 0),
  );
}
