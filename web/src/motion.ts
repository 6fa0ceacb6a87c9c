/** Motion that means something: things come from where they were and go to where they belong. */

import { cubicOut } from 'svelte/easing';
import type { FlipParams } from 'svelte/animate';
import type { TransitionConfig } from 'svelte/transition';
import { moving } from './settings.svelte';

const TIME = 240;

/** The way from the middle of one thing to the middle of another. */
function way(from: Element, to: Element): { x: number; y: number } {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return {
    x: start.left + start.width / 2 - end.left - end.width / 2,
    y: start.top + start.height / 2 - end.top - end.height / 2,
  };
}

/** Moves between its own place and the first thing on the page that a selector names; it stays still where there is none. */
export function glide(node: Element, { at }: { at: string }): TransitionConfig {
  const other = at ? document.querySelector(at) : null;
  const duration = moving(TIME);
  if (!other || !duration) return { duration: 0 };
  const { x, y } = way(other, node);
  return {
    duration,
    easing: cubicOut,
    css: (_, away) => `translate: ${away * x}px ${away * y}px; z-index: 9; pointer-events: none`,
  };
}

/** What lies beside makes room. */
export const sliding: FlipParams = { duration: () => moving(TIME), easing: cubicOut };
