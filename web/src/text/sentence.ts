/** Sentences with the players and things in them named: to be spoken, or shown as plain text. */

import { oneStop, type Segment, type Values } from './render';
import { cut, hasText, number, t } from './texts.svelte';

/** A name of the sources as people read it: `round_limit` is `Round limit`. */
export function readable(name: string): string {
  const words = name.replaceAll(/[_/-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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

/** A piece of a sentence, and the words that stand for it. */
export interface Worded {
  piece: Segment;
  words: string;
}

/** The words of all pieces; a word that ends with a full stop, F.B.I., ends the sentence too. */
export function worded(
  area: string,
  pieces: readonly Segment[],
  names: readonly string[],
): Worded[] {
  return oneStop(pieces.map((piece) => ({ piece, words: plain(area, piece, names) })));
}

/** A whole sentence as plain text. */
export function sentence(
  area: string,
  key: string,
  values: Values,
  names: readonly string[],
): string {
  return worded(area, cut(key, values), names)
    .map(({ words }) => words)
    .join('');
}
