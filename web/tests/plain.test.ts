/** The page of a game of one's own: any view in words, by the catalogue where it has them. */

import { expect, test, vi } from 'vitest';

const CATALOGUE: Record<string, string> = {
  'high_card.term.round': 'Round',
  'high_card.act.give': 'Give',
  'high_card.place.bank': 'the bank',
};

vi.mock('../src/text/texts.svelte', () => ({
  hasText: (key: string) => key in CATALOGUE,
  t: (key: string) => CATALOGUE[key] ?? key,
  number: String,
  cut: () => [],
}));

const { bySeat, choiceWords, label, ownIn, publicIn, valueWords } =
  await import('../src/games/plain/words');
const WORDS = { area: 'high_card', names: ['Ida', 'Otto', 'Nora'] };

test('what is public and what is own is found in plain views and in all others', () => {
  const plain = {
    game: 'high-card',
    seat: 0,
    public: { round: 1 },
    mine: { card: 7 },
    asked: null,
  };
  expect(publicIn(plain)).toEqual({ round: 1 });
  expect(ownIn(plain)).toEqual({ card: 7 });
  const other = { game: 'downtown', seats: 3, seat: -1, turns: 2, answered: false };
  expect(publicIn(other)).toEqual({ turns: 2 });
  expect(ownIn(other)).toEqual({});
});

test('a list with an entry for each player belongs to the players', () => {
  const { players, rest } = bySeat({ points: [1, 2, 3], row: [4, 5], round: 1 }, 3);
  expect(players).toEqual([['points', [1, 2, 3]]]);
  expect(rest).toEqual({ row: [4, 5], round: 1 });
});

test('a field has the word of the catalogue, else its own name', () => {
  expect(label('high_card', 'round')).toBe('Round');
  expect(label('high_card', 'cards_left')).toBe('Cards left');
});

test('values are said in words: players, things, nothing, numbers', () => {
  const said = (field: string, value: string | number | boolean | null) =>
    valueWords(WORDS, field, value);
  expect(said('seat', 1)).toBe('Otto');
  expect(said('seat_first', 2)).toBe('Nora');
  expect(said('round', 1)).toBe('1');
  expect(said('card', -1)).toBe('–');
  expect(said('left', null)).toBe('–');
  expect(said('places', 'bank')).toBe('the bank');
  expect(said('place', 'old_town')).toBe('Old town');
  expect(said('open', true)).toBe('web.plain.yes');
});

test('a choice is its act and what it is done to, else its notation', () => {
  const words = (parts: Record<string, string | number | (string | number)[]>, move = '') =>
    choiceWords(WORDS, { choice: 4, move, parts });
  expect(words({ act: 'give', seat: 2, cards: [7, 9] })).toBe('Give: Nora: 7, 9');
  expect(words({ act: 'take_all' })).toBe('Take all');
  expect(words({}, '7 9')).toBe('7 9');
  expect(words({})).toBe('4');
});
