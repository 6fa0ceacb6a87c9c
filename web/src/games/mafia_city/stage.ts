/** Mafia City on the stage: how long its scenes stay, what they speak of, what the board shows meanwhile. */

import type { Notice } from '../../protocol';
import { afterOwn } from '../../stage/since';
import { keyOf, type GameStage, type Line } from '../../stage/stage.svelte';
import { LOCATIONS, readCard, type CityView } from './view';

type Args = Readonly<Record<string, string | number>>;

/** The number of a place that a notice names. */
function placeIn(args: Args, name = 'location'): number {
  return LOCATIONS.indexOf(String(args[name] ?? '') as (typeof LOCATIONS)[number]);
}

/** Effects of places, by the place that has them. */
const EFFECTS: Readonly<Record<string, number>> = {
  released: 1,
  jail_effect: 1,
  hitman_effect: 2,
  eliminated: 2,
  recruited: 3,
  took_policeman: 4,
  plus_one: 6,
  extra_point: 6,
  took_mayor: 7,
};

/** The card or the symbol that a notice tells of, by the name of its effect. */
const PLAYED = new Set([
  'hat',
  'hats',
  'bullet',
  'plus_one',
  'fists',
  'police_chief',
  'fbi',
  'hitman',
  'snitch',
  'thief',
  'police_raid',
  'shadow_games',
  'grand_scheme',
  'complicity',
  'trade',
  'agreement',
]);

/** What a player does in a turn of the Action Phase. */
const TURN = new Set([
  'passed',
  'placed',
  'temporized',
  'forfeited',
  'hat',
  'hats',
  'bullet',
  'snitch',
  'thief',
  'police_raid',
  'shadow_games',
  'grand_scheme',
  'trade',
]);

export const since = afterOwn(TURN);

/** Lines that open a phase. */
export const PARTS = new Set(['action_phase', 'location_phase', 'strategy_phase', 'token_passed']);

export type Kind = 'control' | 'effect' | 'card' | 'other';

/** What kind of scene a notice is. */
export function kindOf(notice: Notice): Kind {
  const key = keyOf(notice);
  if (key === 'controls' || key === 'nobody_controls') return 'control';
  if (PLAYED.has(key)) return 'card';
  return key in EFFECTS ? 'effect' : 'other';
}

/** Whether a notice tells who controls a place. */
export function isControl(notice: Notice): boolean {
  return kindOf(notice) === 'control';
}

/** The place that is in the light while a notice is shown; 0 for none. */
export function placeOf(notice: Notice): number {
  const key = keyOf(notice);
  const args = notice.args ?? {};
  if (key === 'hitman_effect') return placeIn(args);
  if (key in EFFECTS && key !== 'eliminated' && key !== 'jail_effect') return EFFECTS[key]!;
  return Math.max(0, placeIn(args));
}

/** The place whose effect a notice tells of. */
export function effectPlace(notice: Notice): number {
  return EFFECTS[keyOf(notice)] ?? placeOf(notice);
}

/** What happened at each place since the Location Phase began: who controls it; -1 for nobody. */
export function walked(heard: readonly Line[]): Map<number, number> {
  const first = heard.findLastIndex(({ notice }) => keyOf(notice) === 'location_phase');
  const found = new Map<number, number>();
  for (const { notice } of heard.slice(first + 1)) {
    const args = notice.args ?? {};
    if (keyOf(notice) === 'controls') found.set(placeIn(args), Number(args.seat));
    if (keyOf(notice) === 'nobody_controls') found.set(placeIn(args), -1);
  }
  return found;
}

/** The drawing of what a notice tells of. */
export function drawingOf(notice: Notice): string {
  const key = keyOf(notice);
  const card = notice.args?.card;
  if (key === 'fists') return 'sym-fist';
  if (key === 'hat' || key === 'hats') return 'sym-hat';
  if (key === 'bullet') return 'sym-bullet';
  if (key === 'plus_one' || key === 'extra_point') return 'sym-plus';
  if (card !== undefined) return readCard(String(card)).drawing;
  return '';
}

/** The board between two notices of one event: points, chips and the place in the light. */
function advance(seen: unknown, notice: Notice): unknown {
  const view = seen as CityView;
  const args = notice.args ?? {};
  const seat = Number(args.seat);
  const plus = (numbers: number[], by: number) =>
    numbers.map((number, at) => (at === seat ? number + by : number));
  switch (keyOf(notice)) {
    case 'solving':
      return { ...view, phase: 'location', at: placeIn(args) };
    case 'controls':
    case 'extra_point':
      return { ...view, vp: plus(view.vp, 1) };
    case 'placed':
      return {
        ...view,
        chips: plus(view.chips, -1),
        stacks: {
          ...view.stacks,
          [String(args.location)]: [...(view.stacks[String(args.location)] ?? []), seat],
        },
      };
    case 'took_policeman':
      return { ...view, policeman: seat };
    case 'took_mayor':
      return { ...view, mayor: seat };
    case 'hitman_effect':
      return { ...view, hitman: placeIn(args) };
    default:
      return view;
  }
}

export const STAGE: GameStage = {
  lasts: {
    controls: 2600,
    nobody_controls: 1600,
    recruited: 1400,
    released: 1500,
    location_phase: 1300,
    agreement: 2200,
    won: 1200,
  },
  advance,
};
