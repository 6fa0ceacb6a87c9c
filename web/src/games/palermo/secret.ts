/** What one seat alone is told: around a table it is seen only while the card is held. */

import type { Heard } from '../../net/known';
import { keyOf, type Line } from '../../stage/stage.svelte';

/** The notices that one seat alone is told; a test compares them with the rules. */
const PRIVATE = new Set([
  'your_card',
  'mafia_meet',
  'fellow',
  'fellow_card',
  'code',
  'matched',
  'lover',
  'lover_card',
  'freemasons_meet',
  'freemason',
  'fellow_points',
  'fellow_points_nobody',
  'walker_caught',
  'glimpse',
  'awake',
  'noticed',
  'asked_about',
  'no_question',
  'informed',
  'no_new_name',
  'victim',
  'no_victim',
  'partner',
  'partner_points',
  'answer',
  'all_mafiosi',
  'is_mafioso',
  'sign_point',
  'sign_nobody',
  'sign_yes',
  'sign_no',
  'sign_hint',
]);
/** Where only some hear what is said. */
const ALOUD = new Set(['table', '']);

/** Whether everybody at the table has heard it too. */
export function isOpen(line: Heard): boolean {
  return 'notice' in line ? !PRIVATE.has(keyOf(line.notice)) : ALOUD.has(line.said.channel ?? '');
}

/** What passes with its step and has a place of its own on the card. */
const PASSING = /^(sign_|fellow_points|partner_points)/;

/** What this seat alone was told and has to remember, the newest first. */
export function secretsOf(heard: readonly Heard[]): Line[] {
  return heard
    .filter(
      (line): line is Line =>
        'notice' in line && PRIVATE.has(keyOf(line.notice)) && !PASSING.test(keyOf(line.notice)),
    )
    .toReversed();
}
