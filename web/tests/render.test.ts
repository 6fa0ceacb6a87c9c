import { expect, test } from 'vitest';
import { kindOf, oneStop, render, segments, type Entry, type Words } from '../src/text/render';

function words(language: string, entries: Record<string, Entry>): Words {
  return { language, entry: (key) => entries[key] };
}

test('placeholders are filled and numbers written as the language writes them', () => {
  const german = words('de', { points: '{name}: {number_all}' });
  expect(render(german, 'points', { name: 'Ida', number_all: 12345 })).toBe('Ida: 12.345');
});

test('a plural form is chosen by the number', () => {
  const czech = words('cs', {
    free: { one: '{number} židle', few: '{number} židle!', many: '?', other: '{number} židlí' },
  });
  const said = [1, 3, 5].map((number) => render(czech, 'free', { number }));
  expect(said).toEqual(['1 židle', '3 židle!', '5 židlí']);
});

test('a text that is missing shows its key', () => {
  expect(render(words('en', {}), 'web.nothing', {})).toBe('web.nothing');
});

test('a sentence is cut into words and things', () => {
  const english = words('en', { placed: '{seat} goes to {location_to}.' });
  expect(segments(english, 'placed', { seat: 2, location_to: 'harbor' })).toEqual([
    { name: 'seat', kind: 'seat', value: 2 },
    { text: ' goes to ' },
    { name: 'location_to', kind: 'location', value: 'harbor' },
    { text: '.' },
  ]);
});

test('the kind of a placeholder is its name up to the underscore', () => {
  expect(kindOf('seat_owner')).toBe('seat');
});

test('a word that ends with a full stop ends the sentence too', () => {
  const said = oneStop([{ words: 'Ida plays ' }, { words: 'F.B.I.' }, { words: '.' }]);
  expect(said.map(({ words }) => words).join('')).toBe('Ida plays F.B.I.');
  expect(oneStop([{ words: 'Snitch' }, { words: '.' }])[1]?.words).toBe('.');
});
