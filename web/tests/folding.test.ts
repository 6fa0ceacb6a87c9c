import { expect, test } from 'vitest';
import { isRight, sum } from '../src/net/folding';

test('the sum is Adler-32 of the bytes', () => {
  expect(sum('Wikipedia')).toBe(0x11e60398);
  expect(sum('')).toBe(1);
  expect(sum('\u017d\u2019')).toBe(0x0b11037e);
});

test('a view is right when the sum says so, or nothing', () => {
  const view = { hand: ['x'], vp: [1, 2] };
  const check = sum('{"hand":["x"],"vp":[1,2]}');
  expect(isRight(view, { type: 'event', n: 1 })).toBe(true);
  expect(isRight(view, { type: 'event', n: 1, check })).toBe(true);
  expect(isRight({ ...view, hand: [] }, { type: 'event', n: 1, check })).toBe(false);
});
