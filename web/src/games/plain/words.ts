/** What any view says, in words: labels of fields, values, choices. */

import type { Choice } from '../../protocol';
import { kindOf } from '../../text/render';
import { named, readable } from '../../text/sentence';
import { hasText, number, t } from '../../text/texts.svelte';

/** Anything that a view may hold. */
export type Json = string | number | boolean | null | Json[] | { [field: string]: Json };
export type Things = Record<string, Json>;

/** What the words of a game are made with. */
export interface Words {
  area: string;
  names: readonly string[];
}

/** What every view says of itself; the page shows it in other ways. */
const AROUND = new Set(['game', 'seats', 'seat', 'mine', 'answered', 'asked']);
const NOTHING = -1;
const NONE = '–';

export function isThings(value: Json | undefined): value is Things {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What everybody sees: the public things of a plain game, else all that is not about the view. */
export function publicIn(view: Things): Things {
  if (isThings(view.public)) return view.public;
  return Object.fromEntries(Object.entries(view).filter(([field]) => !AROUND.has(field)));
}

/** What only the viewer sees. */
export function ownIn(view: Things): Things {
  return isThings(view.mine) ? view.mine : {};
}

/** Things that have one entry for each player, and all others. */
export function bySeat(
  things: Things,
  seats: number,
): { players: [string, Json[]][]; rest: Things } {
  const players: [string, Json[]][] = [];
  const rest: Things = {};
  for (const [field, value] of Object.entries(things)) {
    if (Array.isArray(value) && value.length === seats) players.push([field, value]);
    else rest[field] = value;
  }
  return { players, rest };
}

/** Whether there is nothing to draw. */
export function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return !value.length;
  return isThings(value) ? !Object.keys(value).length : value === '' || value === null;
}

/** A field as people read it: the term of the catalogue, else its name. */
export function label(area: string, field: string): string {
  const key = `${area}.term.${field}`;
  return readable(hasText(key) ? t(key) : field);
}

/** A thing by its id: the catalogue may name it by its field, or by one of several such things. */
function thing(area: string, field: string, id: string): string {
  for (const kind of [field, kindOf(field), field.replace(/s$/, ''), 'term']) {
    const found = named(area, kind, id);
    if (found !== id) return found;
  }
  return readable(id);
}

/** A single value in words. */
export function valueWords({ area, names }: Words, field: string, value: Json): string {
  if (value === NOTHING || isEmpty(value)) return NONE;
  if (typeof value === 'boolean') return t(value ? 'web.plain.yes' : 'web.plain.no');
  if (typeof value === 'string') return thing(area, field, value);
  if (typeof value !== 'number') return JSON.stringify(value);
  const isSeat = ['seat', 'seats'].includes(kindOf(field));
  const found = named(area, field, String(value));
  if (isSeat) return names[value] ?? String(value + 1);
  return found === String(value) ? number(value) : found;
}

/** A choice in words: its act, and what it is done to; its notation where it names nothing. */
export function choiceWords(words: Words, choice: Choice): string {
  const said = Object.entries(choice.parts ?? {}).map(([field, part]) =>
    (Array.isArray(part) ? part : [part]).map((one) => valueWords(words, field, one)).join(', '),
  );
  return said.join(': ') || choice.move || number(choice.choice);
}
