/** What a seat sees of Mafia City, as the server encodes it. */

export const LOCATIONS = [
  '',
  'jail',
  'harbor',
  'fight_club',
  'police_station',
  'business_district',
  'gentlemens_club',
  'city_hall',
] as const;

export type Phase = 'setup' | 'action' | 'location' | 'strategy' | 'end' | 'over';

/** An effect in the air: who announced what, with which cards, at what. */
export interface Effect {
  effect: string;
  seat: number;
  cards: string[];
  target: { chip?: string; location?: number; locations?: number[]; seat?: number };
}

export interface CityView {
  seat: number;
  seats: number;
  round: number;
  phase: Phase;
  first: number;
  turn: number;
  /** The location that is being solved, or 0. */
  at: number;
  /** The centre, then the ring clockwise. */
  layout: number[];
  stacks: Record<string, number[]>;
  /** Who would control each location now, from the first on; -1 for nobody. */
  control: number[];
  cell: number[];
  chips: number[];
  reserve: number[];
  vp: number[];
  target: number;
  cards: number[];
  passed: boolean[];
  marked: number[];
  hitman: number;
  policeman: number;
  mayor: number;
  deck: number;
  discard: string[];
  discards: number;
  agreements: number[];
  chain: Effect[];
  ranking: number[];
  hand: string[];
  drawn: string[];
  /** Every hand, for the holder of the Policeman; else empty. */
  hands: string[][];
  /** Clan by clan the cards that must still be in that hand, without the Policeman; else empty. */
  remembered: string[][];
}

export type Kind = 'action' | 'location' | 'reaction';

/** The type printed on a card, by its kind. */
const TYPES: Record<string, Kind> = {
  hitman: 'location',
  secret_agreement: 'location',
  police_chief: 'reaction',
  fbi: 'reaction',
  complicity: 'reaction',
};

const DRAWINGS: Record<string, string> = {
  police_chief: 'k-chief',
  police_raid: 'k-raid',
  shadow_games: 'k-shadow',
  grand_scheme: 'k-scheme',
  secret_agreement: 'k-agreement',
};

const PLACES: Record<string, string> = {
  jail: 'jail',
  harbor: 'harbor',
  fight_club: 'fight',
  police_station: 'police',
  business_district: 'business',
  gentlemens_club: 'club',
  city_hall: 'hall',
};

export interface CardWords {
  kind: string;
  symbol: string;
  type: Kind;
  drawing: string;
  symbolDrawing: string;
}

/** A card `kind/symbol` as what is printed on it. */
export function readCard(card: string): CardWords {
  const [kind = '', symbol = ''] = card.split('/');
  return {
    kind,
    symbol,
    type: TYPES[kind] ?? 'action',
    drawing: DRAWINGS[kind] ?? `k-${kind}`,
    symbolDrawing: symbol === 'plus_one' ? 'sym-plus' : `sym-${symbol}`,
  };
}

/** The cards that this seat knows to be in another hand, though nobody shows them now. */
export function rememberedOf(view: CityView, seat: number): string[] {
  return view.hands.length ? [] : (view.remembered[seat] ?? []);
}

/** The short word of a location in the names of its drawings. */
export function placeDrawing(location: number): string {
  return PLACES[LOCATIONS[location] ?? ''] ?? '';
}

export function stackOf(view: CityView, location: number): number[] {
  return view.stacks[LOCATIONS[location] ?? ''] ?? [];
}

/** The tiles that touch a tile: the centre touches all, the others their neighbours in the ring too. */
export function touching(layout: number[], location: number): number[] {
  const [centre = 0, ...ring] = layout;
  const at = ring.indexOf(location);
  if (at < 0) return ring;
  return [
    centre,
    ring[(at + 1) % ring.length] ?? 0,
    ring[(at + ring.length - 1) % ring.length] ?? 0,
  ];
}

/** Where a tile lies in the city, as parts of its width and height; pointed hexagons. */
export function tilePlace(layout: number[], location: number): { left: number; top: number } {
  const RING = [
    [1, 0],
    [3, 0],
    [4, 1],
    [3, 2],
    [1, 2],
    [0, 1],
  ] as const;
  const at = layout.indexOf(location);
  const [x, y] = at === 0 ? [2, 1] : (RING[at - 1] ?? [2, 1]);
  return { left: (100 / 6) * x, top: 30 * y };
}

/** What the server says a drafted move makes of the stacks, by the ids of their places. */
export interface Ghost {
  stacks?: Record<string, { stack: number[]; control?: number }>;
}

/** A stack and what it would become: which positions empty, and whose chips come on top. */
export function changeOf(
  stack: readonly number[],
  after: readonly number[],
): { leaving: ReadonlySet<number>; coming: number[] } {
  const leaving = new Set<number>();
  let kept = 0;
  stack.forEach((owner, at) => {
    if (after[kept] === owner) kept++;
    else leaving.add(at + 1);
  });
  return { leaving, coming: after.slice(kept) };
}

/** How many chips each owner has in a stack, most first. */
export function tally(stack: readonly number[]): { seat: number; number: number }[] {
  return [...new Set(stack)]
    .map((seat) => ({ seat, number: stack.filter((owner) => owner === seat).length }))
    .sort((a, b) => b.number - a.number || a.seat - b.seat);
}
