/** What the others did since one's last turn: the lines that stay in sight until the next is over. */

import type { Heard } from '../net/known';
import { keyOf, weightOf, type Line } from './stage.svelte';

/** From which line on, as a game reckons its turns. */
export type Since = (lines: readonly Line[], seat: number) => number;

/** After the last notice with one of these keys that tells of one's own doing. */
export function afterOwn(keys: ReadonlySet<string>): Since {
  return (lines, seat) =>
    lines.findLastIndex(({ notice }) => notice.args?.seat === seat && keys.has(keyOf(notice))) + 1;
}

/** The lines since one's last turn, without murmurs; whoever watches sees the last ones. */
export function linesSince(heard: readonly Heard[], seat: number | null, since: Since): Line[] {
  const lines = heard.filter((line): line is Line => 'notice' in line);
  const first = seat === null ? Math.max(0, lines.length - WATCHED) : since(lines, seat);
  return lines.slice(first).filter(({ notice }) => weightOf(notice) !== 'murmur');
}

const WATCHED = 12;
