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

export interface TownView {
  seat: number;
  seats: number;
  day: number;
  part: string;
  turn: number;
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
  all: { roles?: string[] };
}

const DAY = new Set([
  'dawn', 'election', 'discussion', 'question', 'list', 'nominate', 'again', 'pleas', 'vote', 'forced', 'runoff', 'tie', 'grief', 'successor', 'dusk', 'over',
]);

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

/** Where a house stands on the ring, in parts of the square; the own one is nearest. */
export function housePlace(at: number, houses: number): { x: number; y: number; scale: number } {
  const angle = (Math.PI * 2 * at) / houses + Math.PI / 2;
  const y = 53 + 36 * Math.sin(angle);
  return { x: 50 + 42 * Math.cos(angle), y, scale: 0.82 + (y - 15) / 400 };
}
