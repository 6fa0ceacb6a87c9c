/** What a seat sees of Downtown, as the server encodes it. Money is in thousands. */

export const PLACES = ['ghetto', 'downtown', 'west_side', 'east_side', 'bank', 'villa'] as const;
export const KINDS = ['spy', 'safecracker', 'lookout'] as const;
export type Kind = (typeof KINDS)[number];

/** How the notation calls gangsters. */
export const LETTERS: Record<Kind, string> = { spy: 'S', safecracker: 'T', lookout: 'L' };
export type Gang = Record<Kind, number>;

export interface Informant {
  size: number;
  top: { front: string; claim: number; crew: Gang; values: number[]; possible: number[] } | null;
}

export interface FenceStack {
  size: number;
  casino: boolean;
  /** `pays` are quarters, once for every way the cards can still lie. */
  top: {
    loot: string;
    commission: 'half' | 'quarter';
    police: 'yes' | 'no' | 'maybe';
    pays: number[];
  } | null;
}

export interface TownView {
  seat: number;
  seats: number;
  turns: number;
  phase: number;
  first: number;
  turn: number;
  next: number;
  used: number[];
  pieces: string[][];
  displays: { money: number; gang: Gang }[];
  added: { money: boolean; gangsters: number }[];
  hands: { gangsters: number; cards: number }[];
  row: Gang;
  prices: Gang;
  draw: number;
  informants: Record<string, Informant>;
  fences: FenceStack[];
  out: string[];
  casinos: number;
  totals: number[];
  winners: number[];
  mine: {
    cash: number;
    total: number;
    gang: Gang;
    cards: string[];
    offer: string[];
    added: { money: number; gang: Gang };
    adding: { money: number; gang: Gang };
  } | null;
}

/** A loot card `luigi-art-52`. */
export function readLoot(card: string): { informant: string; loot: string; value: number } {
  const [informant = '', loot = '', value = '0'] = card.split('-');
  return { informant, loot, value: Number(value) };
}

/** The short word of a place in the names of its drawings. */
export function placeDrawing(place: string): string {
  return place.replace('_side', '');
}

/** Gangsters one by one, in the order of the kinds. */
export function members(gang: Gang): Kind[] {
  return KINDS.flatMap((kind) => Array.from({ length: gang[kind] }, () => kind));
}

/** Who is missing for a crew. */
export function short(crew: Gang, gang: Gang): Gang {
  const missing = (kind: Kind) => Math.max(0, crew[kind] - gang[kind]);
  return { spy: missing('spy'), safecracker: missing('safecracker'), lookout: missing('lookout') };
}

/** The worst, the expected and the best proceeds of an offer, as far as the seller can know. */
export function proceeds(
  values: number[],
  pays: number[],
): { worst: number; expected: number; best: number } {
  const sum = values.reduce((all, value) => all + value, 0);
  const mean = pays.reduce((all, quarters) => all + quarters, 0) / (pays.length || 1);
  return {
    worst: (sum * Math.min(...pays)) / 4,
    expected: (sum * mean) / 4,
    best: (sum * Math.max(...pays)) / 4,
  };
}
