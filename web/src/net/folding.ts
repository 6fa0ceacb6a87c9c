/** From one view of the game to the next: an event brings the whole view or what has changed. */

import type { Event } from '../protocol';

type Fields = Record<string, unknown>;

/** The view after an event; what has not changed of the one before stays the same object. */
export function folded(view: unknown, event: Event): unknown {
  if (event.view) return event.view;
  if (!event.changed) return view;
  const after = merged(view, event.changed) as Fields;
  for (const [name, more] of Object.entries(event.grown ?? {})) {
    after[name] = [...(after[name] as unknown[]), ...(more as unknown[])];
  }
  return after;
}

/** A value with its changes: objects member by member, anything else is replaced. */
function merged(before: unknown, changed: unknown): unknown {
  if (!isObject(before) || !isObject(changed)) return changed;
  const after: Fields = { ...before };
  for (const [name, value] of Object.entries(changed)) after[name] = merged(before[name], value);
  return after;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a view has the sum that an event names, if it names one. */
export function isRight(view: unknown, event: Event): boolean {
  return event.check === undefined || event.check === sum(JSON.stringify(view));
}

/** Adler-32 of a text in UTF-8. */
export function sum(text: string): number {
  let low = 1;
  let high = 0;
  for (const byte of new TextEncoder().encode(text)) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high * 65536 + low;
}
