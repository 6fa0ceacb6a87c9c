/** One text of a catalogue made whole: plural form chosen, placeholders filled. */

export type Entry = string | Record<string, string>;
export type Value = string | number;
export type Values = Record<string, Value>;

/** A piece of a sentence: plain words, or the value of a placeholder. */
export type Segment = { text: string } | { name: string; kind: string; value: Value };

export interface Words {
  entry(key: string): Entry | undefined;
  language: string;
}

const plurals = new Map<string, Intl.PluralRules>();

/** The CLDR plural form of a number: one, few, many, other. */
export function form(language: string, count: number): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(count);
}

/** The kind of a placeholder is its name up to the first underscore. */
export function kindOf(name: string): string {
  return name.split('_', 1)[0] ?? name;
}

function chosen(words: Words, key: string, values: Values): string {
  const entry = words.entry(key);
  if (entry === undefined) return key;
  if (typeof entry === 'string') return entry;
  const count = Number(values.number ?? 0);
  return entry[form(words.language, count)] ?? entry.other ?? key;
}

/** The text cut at its placeholders. */
export function segments(words: Words, key: string, values: Values): Segment[] {
  const pieces: Segment[] = [];
  for (const [at, piece] of chosen(words, key, values)
    .split(/\{(\w+)\}/)
    .entries()) {
    if (at % 2 === 0) {
      if (piece) pieces.push({ text: piece });
    } else {
      pieces.push({ name: piece, kind: kindOf(piece), value: values[piece] ?? `{${piece}}` });
    }
  }
  return pieces;
}

/** The text as one string; values are put in as they are. */
export function render(words: Words, key: string, values: Values): string {
  return segments(words, key, values)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if (typeof piece.value === 'number') {
        return new Intl.NumberFormat(words.language).format(piece.value);
      }
      return piece.value;
    })
    .join('');
}

/** Pieces of a sentence without a second full stop after a word that ends with one. */
export function oneStop<Piece extends { words: string }>(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, at) =>
    piece.words.startsWith('.') && pieces[at - 1]?.words.endsWith('.')
      ? { ...piece, words: piece.words.slice(1) }
      : piece,
  );
}
