/** Every decision point of the rulebook (section 7) and where the page offers it. */

/** Where a question is answered. */
export type Place =
  /** The night, the same for everybody: houses, symbols, the button to sleep. */
  | 'night'
  /** The square by day: houses and the buttons in the middle. */
  | 'square'
  /** The builder of statements. */
  | 'builder'
  /** The signs of those who are awake together. */
  | 'signs'
  /** The pocket that everybody has and that holds a bomb for some. */
  | 'pocket'
  /** The game master's desk. */
  | 'desk'
  /** The table before the start, and the buttons to leave and return. */
  | 'table';

export interface Point {
  /** The decision points of the rulebook. */
  rules: readonly string[];
  places: readonly Place[];
  /** The acts that answer it; statements are `say`. */
  acts: readonly string[];
}

const DAY_TALK = ['DP-06', 'DP-16'] as const;

/** By the name under which the server asks. */
export const POINTS: Readonly<Record<string, Point>> = {
  setup: { rules: ['DP-02'], places: ['desk'], acts: ['assign', 'start'] },
  cards: { rules: ['DP-01'], places: ['night', 'desk'], acts: ['decline'] },
  tap: { rules: ['DP-36'], places: ['night'], acts: ['decline'] },
  night: { rules: ['DP-32', 'DP-33'], places: ['desk'], acts: ['next', 'show'] },
  meet: {
    rules: ['DP-04'],
    places: ['night', 'signs'],
    acts: ['decline', 'point', 'react', 'hint'],
  },
  match: { rules: ['DP-03'], places: ['night', 'desk'], acts: ['match'] },
  hide: { rules: ['DP-22'], places: ['night', 'desk'], acts: ['hide', 'decline'] },
  protect: { rules: ['DP-23'], places: ['night', 'desk'], acts: ['protect', 'decline'] },
  peek: { rules: ['DP-24'], places: ['night', 'desk'], acts: ['slit', 'bold', 'decline'] },
  murder: {
    rules: ['DP-25', 'DP-27'],
    places: ['night', 'signs', 'desk'],
    acts: ['kill', 'catch', 'decline', 'point', 'react', 'hint'],
  },
  ballot: {
    rules: ['DP-26', 'DP-27'],
    places: ['night', 'desk'],
    acts: ['kill', 'catch', 'decline'],
  },
  potions: {
    rules: ['DP-28'],
    places: ['night', 'desk'],
    acts: ['heal', 'poison', 'heal_poison', 'decline'],
  },
  inquiry: { rules: ['DP-29'], places: ['night', 'desk'], acts: ['ask', 'decline'] },
  look: { rules: ['DP-29'], places: ['night'], acts: ['decline'] },
  listen: { rules: ['DP-30'], places: ['night'], acts: ['decline'] },
  signs: { rules: ['DP-31'], places: ['night', 'signs'], acts: ['decline', 'point', 'react'] },
  election: {
    rules: ['DP-05', ...DAY_TALK],
    places: ['square', 'builder', 'pocket', 'desk'],
    acts: ['elect', 'say', 'bomb'],
  },
  discussion: {
    rules: ['DP-07', 'DP-20', ...DAY_TALK],
    places: ['square', 'builder', 'pocket', 'desk'],
    acts: ['ready', 'early', 'say', 'bomb'],
  },
  question: {
    rules: ['DP-18', 'DP-16'],
    places: ['square', 'pocket', 'desk'],
    acts: ['yes', 'no', 'say', 'bomb'],
  },
  list: {
    rules: ['DP-08', 'DP-09', ...DAY_TALK],
    places: ['square', 'builder', 'pocket', 'desk'],
    acts: ['close', 'say', 'bomb'],
  },
  nominate: {
    rules: ['DP-10', 'DP-16'],
    places: ['square', 'pocket', 'desk'],
    acts: ['nominate', 'decline', 'say', 'bomb'],
  },
  again: {
    rules: ['DP-11', 'DP-16'],
    places: ['square', 'pocket', 'desk'],
    acts: ['nominate', 'decline', 'say', 'bomb'],
  },
  plea: {
    rules: ['DP-12', 'DP-16'],
    places: ['square', 'builder', 'pocket', 'desk'],
    acts: ['ready', 'say', 'bomb'],
  },
  warning: { rules: ['DP-16'], places: ['pocket', 'desk'], acts: ['bomb'] },
  vote: { rules: ['DP-13'], places: ['square', 'desk'], acts: ['vote'] },
  tie: { rules: ['DP-14', 'DP-15'], places: ['square', 'desk'], acts: ['choose'] },
  grief: { rules: ['DP-17'], places: ['square', 'pocket', 'desk'], acts: ['bomb', 'decline'] },
  successor: { rules: ['DP-19'], places: ['square', 'desk'], acts: ['choose'] },
  forced: {
    rules: ['DP-21', 'DP-16'],
    places: ['square', 'pocket', 'desk'],
    acts: ['vote', 'say', 'bomb'],
  },
  dusk: {
    rules: [...DAY_TALK],
    places: ['square', 'builder', 'pocket', 'desk'],
    acts: ['say', 'bomb', 'ready'],
  },
};

/** Decision points that the server does not ask at: they are taken at the table itself. */
export const AT_TABLE: Readonly<Record<string, Place>> = { 'DP-34': 'table', 'DP-35': 'table' };

/** Whether a question is answered at this place. */
export function isAt(point: string, place: Place): boolean {
  return POINTS[point]?.places.includes(place) ?? false;
}
