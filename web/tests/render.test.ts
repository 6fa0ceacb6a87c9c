import { describe, expect, test } from 'vitest';
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

test('none has words of its own where the catalogue has them', () => {
  const english = words('en', {
    back: { '0': 'nobody', one: '{number} man', other: '{number} men' },
  });
  const said = [0, 1, 2].map((number) => render(english, 'back', { number }));
  expect(said).toEqual(['nobody', '1 man', '2 men']);
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

describe('a sentence about the reader', () => {
  const entries: Record<string, Entry> = {
    snitch: '{seat:You play|~ plays} {card} against {seat_owner:your|~’s} Mafioso.',
    drew: 'On {seat:you|~}.',
  };
  const read = (reader: number | null, seat: number, owner: number) =>
    segments({ entry: (key) => entries[key], language: 'en', reader }, 'snitch', {
      seat,
      seat_owner: owner,
      card: 'Snitch',
    })
      .map((piece) => ('text' in piece ? piece.text : (piece.words ?? `<${piece.value}>`)))
      .join('');

  test('says you and your', () => {
    expect(read(0, 0, 1)).toBe('You play <Snitch> against <1>’s Mafioso.');
    expect(read(1, 0, 1)).toBe('<0> plays <Snitch> against your Mafioso.');
    expect(read(2, 0, 1)).toBe('<0> plays <Snitch> against <1>’s Mafioso.');
    expect(read(null, 0, 1)).toBe('<0> plays <Snitch> against <1>’s Mafioso.');
  });

  test('sets off only the word that stands for the name', () => {
    const pieces = segments({ entry: (key) => entries[key], language: 'en', reader: 0 }, 'snitch', {
      seat: 0,
      seat_owner: 1,
      card: 'x',
    });
    expect(pieces[0]).toMatchObject({ kind: 'seat', words: 'You' });
    expect(pieces[1]).toEqual({ text: ' play' });
  });
});
