import { expect, test } from 'vitest';
import { course, hintId } from '../src/guide';

test('a draft goes on, is done or goes elsewhere', () => {
  expect(course([104, 322], [])).toBe('on');
  expect(course([104, 322], [104])).toBe('on');
  expect(course([104, 322], [104, 322])).toBe('done');
  expect(course([104, 322], [5])).toBe('off');
  expect(course([5], [5, 6])).toBe('off');
});

test('a hint is known by where the script stands', () => {
  expect(
    hintId(
      {
        type: 'guide',
        state: 'following',
        step: 3,
        steps: 9,
        hints: [],
        wanted: [],
        freely: false,
      },
      1,
    ),
  ).toBe('following 3 1');
  expect(hintId(null, 0)).toBe('');
});
