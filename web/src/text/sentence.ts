/** Sentences with the players and things in them named: to be spoken, or shown as plain text. */

import type { Segment, Values } from './render';
import { cut, hasText, number, t } from './texts.svelte';

/** A thing by its id, or by the part of it before the slash: `snitch/hat`. */
export function named(area: string, kind: string, id: string): string {
  const own = `${area}.${kind}.${id}`;
  if (hasText(own)) return t(own);
  const short = `${area}.${kind}.${id.split('/')[0]}`;
  return hasText(short) ? t(short) : id;
}

/** One piece of a sentence as plain text. */
export function plain(area: string, piece: Segment, names: readonly string[]): string {
  if ('text' in piece) return piece.text;
  if (piece.kind === 'seat') return names[Number(piece.value)] ?? '?';
  if (piece.kind === 'number') return number(Number(piece.value));
  return named(area, piece.kind, String(piece.value));
}

/** A whole sentence as plain text. */
export function sentence(
  area: string,
  key: string,
  values: Values,
  names: readonly string[],
): string {
  return cut(key, values)
    .map((piece) => plain(area, piece, names))
    .join('');
}
