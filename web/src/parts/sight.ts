/** Whoever has to choose sees the things to choose from. */

import { moving } from '../settings.svelte';

/**
 * Scroll so that all these things are in sight, as far as they fit between what stays at the top and at the bottom
 * of the window (selectors).
 */
export function bringIntoSight(things: HTMLElement[], above: string, below: string) {
  if (!things.length) return;
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const from = Math.max(0, document.querySelector(above)?.getBoundingClientRect().bottom ?? 0);
  const to = Math.min(
    innerHeight,
    document.querySelector(below)?.getBoundingClientRect().top ?? innerHeight,
  );
  if (top >= from && bottom <= to) return;
  // What is too tall begins at the top.
  const by = Math.min(top - from, Math.max(bottom - to, 0));
  scrollBy({ top: by, behavior: moving(1) ? 'smooth' : 'auto' });
}
