/** Whoever has to choose sees at least one of the things to choose from. */

import { moving } from '../settings.svelte';

/** Scroll to the first of these things if all of them are outside of the window or covered. */
export function bringIntoSight(things: HTMLElement[]) {
  const [first] = things;
  if (first && !things.some(isInSight))
    first.scrollIntoView({ block: 'center', behavior: moving(1) ? 'smooth' : 'auto' });
}

function isInSight(thing: HTMLElement): boolean {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && thing.contains(there);
}
