/** What a seat sees of Palermo, as the server encodes it. */

export interface Note {
  day: number;
  key: string;
  seat?: number;
  seat_second?: number;
  role?: string;
  side?: string;
  code?: string;
}

/** The arguments of a note: those of the notice that brought it. */
export function valuesOf({ day, key, ...rest }: Note): Record<string, string | number> {
  return rest;
}

export interface TownView {
  seat: number;
  seats: number;
  day: number;
  part: string;
  turn: number;
  thing: number;
  cards: Record<string, number>;
  alive: boolean[];
  dead: number[];
  shown: string[];
  away: boolean[];
  mayor: number;
  accused: number[];
  accusers: number[];
  standing: number[];
  votes: number[];
  nominations: number[][];
  count: number[][];
  ready: number;
  /** Rounds without a death, once everybody is warned; -1 before. */
  counter: number;
  winner: string;
  winners: number[];
  mine: {
    role?: string;
    lover?: number;
    notes?: Note[];
    tapped?: boolean;
    ready?: boolean;
    pointing?: number[];
    heal?: boolean;
    poison?: boolean;
  };
  signs: Sign[];
  calls: string[];
  all: {
    roles?: string[];
    couple?: number[];
    notes?: Note[][];
    victim?: number;
    heal?: boolean[];
    poison?: boolean[];
    hides?: number[];
    /** Rounds without a death, for whoever runs the game. */
    counter?: number;
    /** Who would be found dead if the morning came now, for whoever runs the game. */
    fate?: { seat: number; cause: string }[];
    script?: { key: string; call: string; sleep: boolean }[];
  };
}

/** A sign in a night channel, in the words of the rulebook: `point(3)`, `react(#1, yes)`, `hint(2, dangerous)`. */
export interface Sign {
  seat: number;
  day: number;
  text: string;
}

/** A sign as the notice that brought it: its key and arguments. */
export function readSign(
  sign: Sign,
  number: number,
): { key: string; values: Record<string, string | number> } {
  const [, kind = '', inner = ''] = /^(\w+)\((.*)\)$/.exec(sign.text) ?? [];
  const [first = '', second = ''] = inner.split(', ');
  const said = { number, seat: sign.seat };
  if (kind === 'react')
    return {
      key: second === 'yes' ? 'sign_yes' : 'sign_no',
      values: { ...said, number_about: Number(first.slice(1)) },
    };
  if (kind === 'hint')
    return { key: 'sign_hint', values: { ...said, seat_named: Number(first) - 1, hint: second } };
  if (first === 'nobody') return { key: 'sign_nobody', values: said };
  return { key: 'sign_point', values: { ...said, seat_named: Number(first) - 1 } };
}

const DAY = new Set([
  'dawn',
  'election',
  'discussion',
  'question',
  'list',
  'nominate',
  'again',
  'pleas',
  'vote',
  'forced',
  'runoff',
  'tie',
  'grief',
  'successor',
  'dusk',
  'over',
]);

/** Where the game stands, so that an entry meant for here is not made elsewhere. */
export function placeOf(view: TownView): string {
  return [view.day, view.part, view.calls.length, view.turn, view.thing, view.standing].join(' ');
}

/** Whether the town sleeps: cards are looked at and the night runs its course. */
export function isNight(view: TownView): boolean {
  return !DAY.has(view.part);
}

const TRIAL = new Set(['list', 'nominate', 'again', 'pleas', 'vote', 'forced', 'runoff', 'tie']);

/** The three parts of a day as the bar on top shows them. */
export function timeOfDay(view: TownView): 'night' | 'day' | 'trial' {
  if (isNight(view)) return 'night';
  return TRIAL.has(view.part) ? 'trial' : 'day';
}

/** The drawing of a role; both detectives share one. */
export function roleDrawing(role: string): string {
  return `role-${role.replace(/\d$/, '')}`;
}

export const MAFIA = new Set(['mafioso', 'killer', 'spy']);

/** What everybody saw, with the card of every seat; before the deal nobody has one. */
export function withRoles(watcher: TownView, views: readonly Pick<TownView, 'mine'>[]): TownView {
  const roles = views.map(({ mine }) => mine.role ?? '');
  return roles.some(Boolean) ? { ...watcher, all: { ...watcher.all, roles } } : watcher;
}

/** Where a house stands on the ring, in parts of the square; the own one is nearest. */
export function housePlace(at: number, houses: number): { x: number; y: number; scale: number } {
  const angle = (Math.PI * 2 * at) / houses + Math.PI / 2;
  const y = 53 + 36 * Math.sin(angle);
  return { x: 50 + 42 * Math.cos(angle), y, scale: 0.82 + (y - 15) / 400 };
}
