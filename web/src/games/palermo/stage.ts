/** Palermo on the stage: nightfall, dawn, the list, the verdict and the end are scenes; in the night nothing is. */

import type { Notice } from '../../protocol';
import { keyOf, type GameStage } from '../../stage/stage.svelte';

/** What kind of scene a notice makes. */
export type Mood = 'night' | 'dawn' | 'death' | 'list' | 'verdict' | 'office' | 'end' | 'other';

const MOODS: Readonly<Record<Mood, readonly string[]>> = {
  night: ['first_night_falls', 'night_falls'],
  dawn: [
    ...['first_morning', 'morning_dead', 'morning_no_dead', 'found_dead', 'found_dead_of'],
    ...['dawn_bomb'],
  ],
  death: ['bomb', 'last_bomb', 'grief', 'heart_attack', 'card_shown', 'side_shown'],
  list: ['accused', 'list_open', 'listed', 'list_closed'],
  verdict: ['verdict', 'executed', 'no_verdict'],
  office: ['elected', 'election'],
  end: [
    ...['mafia_won', 'citizens_won', 'relief', 'couple_won', 'nobody_left', 'nobody_left_draw'],
    ...['deadlock'],
  ],
  other: [],
};
const DEAD = new Set(['found_dead', 'found_dead_of', 'dawn_bomb', ...MOODS.death]);
const DRAWINGS: Readonly<Record<Mood, string>> = {
  night: 'ui-moon',
  dawn: 'ui-sun',
  death: 'ui-tomb',
  list: 'ui-gavel',
  verdict: 'ui-gavel',
  office: 'role-mayor',
  end: 'ui-crown',
  other: '',
};

/** The mood of a scene. */
export function moodOf(notice: Notice): Mood {
  const key = keyOf(notice);
  const found = Object.entries(MOODS).find(([, keys]) => keys.includes(key));
  return (found?.[0] ?? 'other') as Mood;
}

/** The drawing of a scene. */
export function drawingOf(notice: Notice): string {
  const key = keyOf(notice);
  if (key === 'hands_up' || key === 'vote_opens') return 'ui-hands';
  if (key === 'accuser_speaks' || key === 'accused_speaks') return 'ui-quote';
  return DEAD.has(key) ? 'ui-tomb' : DRAWINGS[moodOf(notice)];
}

export const STAGE: GameStage = {
  lasts: {
    ...{ found_dead: 2800, found_dead_of: 2800, verdict: 3000, executed: 2800, card_shown: 2600 },
    ...{ no_verdict: 2800, list_closed: 2800 },
  },
};
