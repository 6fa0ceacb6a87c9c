import { expect, test } from 'vitest';
import type { Ask, Choice } from '../src/protocol';
import { Touch, useOf } from '../src/games/mafia_city/touch';
import { readCard, tilePlace, touching } from '../src/games/mafia_city/view';

function asked(...parts: object[]): Ask {
  const choices = parts.map((one, choice) => ({ choice, parts: one })) as unknown as Choice[];
  return { point: 'take_turn', choices, at: 1, default: null, about: {}, settled: '' };
}

test('every choice is found at the thing it names', () => {
  const touch = new Touch(
    asked(
      { act: 'pass' },
      { act: 'place', location: 3 },
      { seat: 2 },
      { act: 'discard', cards: ['fbi/hat'] },
    ),
  );
  expect(touch.others.map(({ choice }) => choice)).toEqual([0]);
  expect(touch.locations.get(3)?.choice).toBe(1);
  expect(touch.seats.get(2)?.choice).toBe(2);
  expect(touch.cards.get('fbi/hat')?.map(({ choice }) => choice)).toEqual([3]);
});

test('a chip that is as good as the one below stands for the lowest', () => {
  const ask = asked({ chip: '1:1' }, { chip: '1:4' });
  const touch = new Touch({ ...ask, about: { alike: ['1:2'] } });
  expect([1, 2, 3, 4].map((position) => touch.chips.get(`1:${position}`)?.choice)).toEqual([
    0,
    0,
    undefined,
    1,
  ]);
});

test('of equally good chips the lowest are taken, whichever was touched', () => {
  const touch = new Touch({ ...asked(), about: { alike: ['2:2', '2:3', '2:6'] } });
  expect(touch.named(2, [3])).toEqual([1]);
  expect(touch.named(2, [3, 2])).toEqual([1, 2]);
  expect(touch.named(2, [6, 1, 3])).toEqual([1, 2, 5]);
  expect(touch.named(2, [4])).toEqual([4]);
});

test('a pair of cards is found at both of them', () => {
  const touch = new Touch(asked({ act: 'fists', cards: ['thief/fist', 'trade/fist'] }));
  expect(touch.uses('trade/fist').get('symbol')).toEqual(touch.uses('thief/fist').get('symbol'));
});

test('an act is one of the three uses of a card', () => {
  const uses = asked({ act: 'play' }, { act: 'hats' }, { act: 'discard' }).choices.map(useOf);
  expect(uses).toEqual(['text', 'symbol', 'discard']);
});

test('a card shows its type and its symbol', () => {
  expect(readCard('police_chief/plus_one')).toMatchObject({
    type: 'reaction',
    drawing: 'k-chief',
    symbolDrawing: 'sym-plus',
  });
});

test('the centre lies between its six neighbours', () => {
  const layout = [5, 1, 2, 3, 4, 6, 7];
  expect(tilePlace(layout, 5)).toEqual({ left: 100 / 3, top: 30 });
  expect(new Set(layout.map((location) => JSON.stringify(tilePlace(layout, location)))).size).toBe(
    7,
  );
});

test('the centre touches every tile, a tile of the ring three', () => {
  const layout = [5, 1, 2, 3, 4, 6, 7];
  expect(touching(layout, 5)).toEqual([1, 2, 3, 4, 6, 7]);
  expect(touching(layout, 1).sort()).toEqual([2, 5, 7]);
  expect(touching(layout, 4).sort()).toEqual([3, 5, 6]);
});
