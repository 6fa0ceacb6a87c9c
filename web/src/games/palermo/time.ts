/** The lines of the script that tell how much time there is (GS-403, GS-404, GS-408, GS-409). */

import type { Known } from '../../net/known';
import { t } from '../../text/texts.svelte';

const TIMED = new Set(
  [
    'discussion',
    'election',
    'list_open',
    'list_extended',
    'nominations_open',
    'accuser_speaks',
    'accused_speaks',
    'closing_plea',
  ].map((key) => `palermo.notice.${key}`),
);
const A_MINUTE = 60;

/** How much time is left, in words to be spoken after these lines; empty if none of them tells it. */
export function timeLeft(
  lines: readonly { key: string }[],
  { clock, skew }: Pick<Known, 'clock' | 'skew'>,
  now = Date.now(),
): string {
  if (!clock?.deadline || clock.paused || !lines.some(({ key }) => TIMED.has(key))) return '';
  const seconds = Math.max(0, Math.round((clock.deadline - now - skew) / 1000));
  if (seconds < 2 * A_MINUTE) return t('web.palermo.seconds_left', { number: seconds });
  return t('web.palermo.minutes_left', { number: Math.round(seconds / A_MINUTE) });
}
