/** The game master's script on paper: every line whole, with room for what nobody knows before. */

import type { SheetLine } from '../../protocol';
import { worded } from '../../text/sentence';
import { cut } from '../../text/texts.svelte';

const DOTS = '……';

/** A number whose form fits any that is written in by hand. */
const SEVERAL = 5;

/** A line as it is read, dots where a name, a number or a card will be said. */
export function lineOf({ key, code, number }: SheetLine): string {
  const values = { number: number ?? SEVERAL, code };
  const pieces = cut(`palermo.notice.${key}`, values).map((piece) => {
    if ('text' in piece) return piece;
    const isKnown =
      (piece.kind === 'number' && number != null) || (piece.kind === 'code' && code !== '');
    return isKnown ? piece : { ...piece, words: DOTS };
  });
  return worded('palermo', pieces, [])
    .map(({ words }) => words)
    .join('');
}
