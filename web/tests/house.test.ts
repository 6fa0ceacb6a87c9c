/** How the sources of the page are kept. */

import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.{css,svelte,svg,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Written by `omerta protocol --typescript`. */
const PROTOCOL = '../src/protocol.ts';
const TOKENS = '../src/style/tokens.css';

const HEX = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![\w(-])/gi;
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*\)/gi;

/** The colours of a source by their values; `color-mix` of names is none. */
function coloursIn(source: string): string[] {
  return [HEX, FUNCTION].flatMap((form) => source.match(form) ?? []);
}

/** What stands between the braces of the first block that begins so. */
function block(begin: string): string[] {
  const [, rest = ''] = SOURCES[TOKENS]!.split(begin);
  return rest
    .slice(0, rest.indexOf('}'))
    .trim()
    .split(/\s*\n\s*/);
}

test('a colour is known by its value however it is written, and nothing else is', () => {
  expect(coloursIn('color: #FFF; fill="#10131c80"')).toEqual(['#FFF', '#10131c80']);
  expect(coloursIn('rgb(0 0 0 / 0.4) hsl(1 2% 3%)')).toHaveLength(2);
  expect(
    coloursIn('url(#sky) this.#add(1) {#each} color-mix(in srgb, var(--c) 5%, var(--d))'),
  ).toEqual([]);
});

// Outside of src, and so outside of this test, stand index.html, the icon, the manifest and the
// page for when there is no connection: a browser reads them before the style sheet or without it.
test('every colour stands in tokens.css', () => {
  const strays = Object.entries(SOURCES)
    .filter(([path]) => path !== TOKENS)
    .flatMap(([path, source]) => coloursIn(source).map((colour) => `${path}: ${colour}`));
  expect(strays).toEqual([]);
});

test('every colour of tokens.css is used', () => {
  const all = Object.values(SOURCES).join('\n');
  const colours = [...SOURCES[TOKENS]!.matchAll(/(--[\w-]+):\s*(?:#|rgb)/g)].map(
    ([, name]) => name!,
  );
  expect(colours.length).toBeGreaterThan(0);
  expect(colours.filter((name) => !all.includes(`var(${name})`))).toEqual([]);
});

test('the morning is the same, whoever asks for it', () => {
  const asked = block(":root[data-theme='light'] {");
  expect(asked.length).toBeGreaterThan(20);
  expect(block(":root:not([data-theme='dark']) {")).toEqual(asked);
});

test('no line is too long to be read', () => {
  const long = Object.entries(SOURCES)
    .filter(([path]) => path !== PROTOCOL)
    .flatMap(([path, source]) =>
      source.split('\n').flatMap((line, at) => (line.length > 160 ? [`${path}:${at + 1}`] : [])),
    );
  expect(long).toEqual([]);
});
