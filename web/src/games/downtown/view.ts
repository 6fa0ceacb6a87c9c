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
  /** `brings` is for all loot of one's own that this fence buys, as far as one can know. */
  top: {
    loot: string;
    commission: 'half' | 'quarter';
    police: 'yes' | 'no' | 'maybe';
    brings: { worst: number; expected: number; best: number } | null;
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
  /** Of loot the fronts, which everybody saw when it was taken: `luigi-art`. */
  hands: { gangsters: number; cards: number; fronts: string[] }[];
  row: Gang;
  prices: Gang;
  /** Whether nobody can hire at this turn's prices any more: these are those of the next one. */
  prices_of_next_turn: boolean;
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
    limit: number;
    gang: Gang;
    cards: string[];
    offer: string[];
    added: { money: number; gang: Gang };
    adding: { money: number; gang: Gang };
  } | null;
}

/** What the board shows of a drafted move: ghosts. */
export interface Ghost {
  cash?: number;
  gains?: Gang;
  gives?: Gang;
  /** Where both own pieces would stand. */
  pieces?: string[];
  /** The place that is used. */
  uses?: string;
  robs?: string;
  /** What players at the Bank would get, and those in the Ghetto draw. */
  shares?: { seat: number; money: number }[];
  draws?: { seat: number; cards: number }[];
  sells?: string[];
  lays?: { money: number; gang: Gang };
}

export const NOBODY: Gang = { spy: 0, safecracker: 0, lookout: 0 };

/** Both gangs. */
export function joined(gang: Gang, other: Gang): Gang {
  return {
    spy: gang.spy + other.spy,
    safecracker: gang.safecracker + other.safecracker,
    lookout: gang.lookout + other.lookout,
  };
}

/** A fence that is gone, `jewels-cop`: what he took, and what he turned out to be. */
export function readFence(fence: string): { loot: string; was: 'half' | 'honest' | 'police' } {
  const [loot = '', name = ''] = fence.split('-');
  return { loot, was: name === 'half' ? 'half' : name === 'cop' ? 'police' : 'honest' };
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
