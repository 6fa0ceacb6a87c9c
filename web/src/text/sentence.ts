/** Sentences with the players and things in them named: to be spoken, or shown as plain text. */

import { oneStop, type Segment, type Values } from './render';
import { cut, hasText, number, reader, t, together } from './texts.svelte';

/** A name of the sources as people read it: `round_limit` is `Round limit`. */
export function readable(name: string): string {
  const words = name.replaceAll(/[_/-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Things with their numbers, `3 money, 1 spy`; a kind of such lists has a text for none. */
export function listed(area: string, kind: string, items: string): string {
  if (!items) return t(`${area}.${kind}.empty`);
  return together(
    items.split(', ').map((item) => {
      const [number = '0', id = ''] = item.split(' ');
      return t(`${area}.${kind}.${id}`, { number: Number(number) });
    }),
  );
}

/** A thing by its id, or by the part of it before the slash: `snitch/hat`. */
export function named(area: string, kind: string, id: string): string {
  if (hasText(`${area}.${kind}.empty`)) return listed(area, kind, id);
  const own = `${area}.${kind}.${id}`;
  if (hasText(own)) return t(own);
  const short = `${area}.${kind}.${id.split('/')[0]}`;
  return hasText(short) ? t(short) : id;
}

/** One piece of a sentence as plain text. */
export function plain(area: string, piece: Segment, names: readonly string[]): string {
  if ('text' in piece) return piece.text;
  if (piece.words !== undefined) return piece.words;
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
  return oneStop(
    pieces.map((piece, at) => ({
      piece,
      words: alone(pieces, at) ?? plain(area, piece, names),
    })),
  );
}

/** The reader's own name where it stands alone, in a list or before what was said: you. */
function alone(pieces: readonly Segment[], at: number): string | undefined {
  const [before, piece, after] = [pieces[at - 1], pieces[at], pieces[at + 1]];
  if (!piece || 'text' in piece || piece.words !== undefined) return undefined;
  if (piece.kind !== 'seat' || piece.value !== reader()) return undefined;
  if (before && 'text' in before && /[:–][ \u00a0]$/.test(before.text)) return t('web.you');
  const speaks = !pieces.slice(0, at).some((one) => 'text' in one && /\p{L}/u.test(one.text));
  const isSaid = after && 'text' in after && after.text.startsWith(':');
  return speaks && isSaid ? t('web.table.you') : undefined;
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
