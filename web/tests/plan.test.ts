/** The Mayor's order: chosen once, followed place by place, and never for another question. */

import { beforeEach, expect, test, vi } from 'vitest';
import { Plan } from '../src/games/mafia_city/plan.svelte';
import type { Session } from '../src/net/session.svelte';
import type { Ask } from '../src/protocol';

let known: { ask: Ask | null };
let round: number;
let plan: Plan;
const commit = vi.fn();

function ask(at: number, places: number[], point = 'pick_location'): Ask {
  const choices = places.map((location) => ({ choice: location + 100, parts: { location } }));
  return { point, at, default: null, about: {}, settled: '', choices };
}

/** The table asks this, and whoever follows an order looks at it. */
function put(question: Ask | null): void {
  known.ask = question;
  plan.follow();
}

beforeEach(() => {
  known = { ask: null };
  round = 1;
  commit.mockReset();
  const session = { known, drop() {}, commit } as unknown as Session;
  plan = new Plan(
    () => session,
    () => round,
  );
});

function choose(...places: number[]): void {
  plan.begin();
  for (const place of places) plan.touch(place);
}

test('the last place needs no touch, and one that is touched again leaves the order', () => {
  put(ask(1, [1, 3, 5, 7]));
  choose(5, 1);
  expect(plan.isWhole).toBe(false);
  plan.touch(1);
  expect(plan.places).toEqual([5]);
  plan.touch(7);
  plan.touch(1);
  expect(plan.places).toEqual([5, 7, 1, 3]);
  expect(plan.isWhole).toBe(true);
});

test('each question for a place is answered once, in the order that was chosen', () => {
  put(ask(1, [1, 3, 5]));
  choose(5, 1);
  plan.go();
  plan.follow();
  expect(commit.mock.calls).toEqual([[[105]]]);
  put({ ...ask(2, []), point: 'bid_agreement' });
  expect(plan.places, 'a bid in between').toEqual([1, 3]);
  put(ask(3, [1, 3]));
  expect(commit.mock.lastCall).toEqual([[101]]);
});

test('a place that is gone is left out', () => {
  put(ask(1, [1, 3, 5]));
  choose(5, 1);
  plan.go();
  put(ask(2, [3, 6]));
  expect(commit.mock.lastCall).toEqual([[103]]);
});

test('an order is for its phase and its round alone', () => {
  put(ask(1, [1, 3, 5]));
  choose(5, 1);
  plan.go();
  put(ask(2, [1, 3], 'pick_strategy_location'));
  expect(commit).toHaveBeenCalledOnce();
  expect(plan.places).toEqual([]);
  choose(3);
  plan.go();
  round = 2;
  put(ask(3, [1, 3, 5], 'pick_strategy_location'));
  expect(commit.mock.calls.length, 'the next round is asked').toBe(2);
});

test('with two places left there is no order to choose', () => {
  put(ask(1, [1, 3]));
  expect(plan.mayMake).toBe(false);
  put(ask(2, [1, 3, 5]));
  expect(plan.mayMake).toBe(true);
});
