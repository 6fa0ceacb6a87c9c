/** One text of a catalogue made whole: plural form chosen, placeholders filled. */

export type Entry = string | Record<string, string>;
export type Value = string | number;
export type Values = Record<string, Value>;

/** A piece of a sentence: plain words, or the value of a placeholder. */
export type Segment =
  { text: string } | { name: string; kind: string; value: Value; words?: string };

export interface Words {
  entry(key: string): Entry | undefined;
  language: string;
  /** The seat that reads: sentences about it say "you". */
  readonly reader?: number | null;
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
  const none = count === 0 ? entry['0'] : undefined;
  return none ?? entry[form(words.language, count)] ?? entry.other ?? key;
}

/** A placeholder: its name, and the words for the reader and for everybody else, if any. */
const PLACEHOLDER = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/;

/** The text cut at its placeholders. */
export function segments(words: Words, key: string, values: Values): Segment[] {
  const parts = chosen(words, key, values).split(PLACEHOLDER);
  const pieces: Segment[] = [{ text: parts[0] ?? '' }];
  for (let at = 1; at < parts.length; at += 4) {
    const [name = '', mine, others, text = ''] = parts.slice(at, at + 4);
    const thing = { name, kind: kindOf(name), value: values[name] ?? `{${name}}` };
    if (mine === undefined) {
      pieces.push(thing);
    } else if (thing.value === words.reader) {
      // The first word, "You", stands for the name.
      const [, first = '', rest = ''] = /^(\S+)(.*)$/.exec(mine) ?? [];
      pieces.push({ ...thing, words: first }, { text: rest });
    } else {
      const [before = '', ...after] = (others ?? '').split('~');
      pieces.push({ text: before });
      for (const words of after) pieces.push(thing, { text: words });
    }
    pieces.push({ text });
  }
  return pieces.filter((piece) => !('text' in piece) || piece.text);
}

/** The text as one string; values are put in as they are. */
export function render(words: Words, key: string, values: Values): string {
  return segments(words, key, values)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if (piece.words !== undefined) return piece.words;
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
