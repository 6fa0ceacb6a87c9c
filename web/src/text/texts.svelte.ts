/** The catalogues: one flat object of texts per language and area, loaded when needed. */

import { settings, type Language } from '../settings.svelte';
import { render, segments, type Entry, type Segment, type Values, type Words } from './render';

type Catalogue = Record<string, Entry>;

/** Where the texts lie that came with the page; nowhere while it is developed. */
const folder = document.querySelector<HTMLMetaElement>('meta[name="texts"]')?.content ?? '';

let language = $state<Language>('en');
let texts = $state.raw<Catalogue>({});
const areas = new Set<string>();

/** What has been read so far, by language and area. */
const kept = new Map<string, Catalogue>();

/** The catalogue of an area: it came with the page, or for a game that is newer than the page it is the house's. */
async function read(wanted: Language, area: string): Promise<Catalogue> {
  if (folder) {
    const laid = await fetch(`/assets/text/${folder}/${wanted}/${area}.json`);
    // Where there is no such file the answer is a page.
    const isText = laid.headers.get('content-type')?.includes('json');
    if (laid.ok && isText) return (await laid.json()) as Catalogue;
  }
  const answer = await fetch(`/api/texts/${wanted}`).catch(() => null);
  const all = answer?.ok ? ((await answer.json()) as Catalogue) : {};
  return Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(`${area}.`)));
}

/** Have the texts of these areas in the language of the person. */
export async function loadTexts(...wanted: string[]): Promise<void> {
  for (const area of wanted) areas.add(area);
  const chosen = settings.language;
  const missing = [...areas].filter((area) => !kept.has(`${chosen}/${area}`));
  await Promise.all(
    missing.map(async (area) => kept.set(`${chosen}/${area}`, await read(chosen, area))),
  );
  // Somebody may have asked for more meanwhile: what is there counts, not what was asked for here.
  const parts = [...areas].map((area) => kept.get(`${chosen}/${area}`) ?? {});
  texts = Object.assign({}, ...parts) as Catalogue;
  language = chosen;
}

let eyes = $state<number | null>(null);

/** Say whose eyes read: sentences about this seat say "you". */
export function readAs(seat: number | null): void {
  eyes = seat;
}

/** The seat that reads. */
export function reader(): number | null {
  return eyes;
}

const words: Words = {
  entry: (key) => texts[key],
  get language() {
    return language;
  },
  get reader() {
    return eyes;
  },
};

/** Whether the catalogues have this text. */
export function hasText(key: string): boolean {
  return key in texts;
}

/** A text in the language of the person; the key itself if there is none. */
export function t(key: string, values: Values = {}): string {
  return render(words, key, values);
}

/** A text cut into plain words and the things it names. */
export function cut(key: string, values: Values = {}): Segment[] {
  return segments(words, key, values);
}

/** A number as it is written in the language of the person. */
export function number(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/** A moment as day and time in the language of the person. */
export function moment(milliseconds: number): string {
  const form = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return form.format(new Date(milliseconds));
}

/** Names joined as the language joins them: Ida, Otto and Nora. */
export function together(names: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** The language in which the texts are at this moment. */
export function spoken(): Language {
  return language;
}

/** Words that are too long for a card, with soft hyphens where the language would part them. */
const parted = $derived(
  new Map(
    t('web.hyphens')
      .split(' ')
      .map((word) => [word.replaceAll('-', ''), word.replaceAll('-', '\u00ad')]),
  ),
);

/** A text that may be broken within its long words. */
export function soft(text: string): string {
  return text.replace(/\p{L}{7,}/gu, (word) => parted.get(word) ?? word);
}
