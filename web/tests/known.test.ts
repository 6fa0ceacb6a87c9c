import { expect, test } from 'vitest';
import { fold, isGap, NOTHING_KNOWN } from '../src/net/known';
import type { Event, ServerMessage, Welcome } from '../src/protocol';

const ask = { point: 'take_turn', choices: [], at: 2, default: null, about: {}, settled: '' };
const welcome: Welcome = {
  type: 'welcome',
  table: 't',
  code: 'ABCDEF',
  game: 'g',
  seat: 1,
  yours: [1],
  late: false,
  runs: false,
  hushed: false,
  n: 0,
  version: 1,
  now: 0,
};

function after(...messages: ServerMessage[]) {
  return messages.reduce((known, message) => fold(known, message, 1000), NOTHING_KNOWN);
}

test('an event with a view replaces view and questions', () => {
  const known = after(
    { type: 'event', n: 1, view: { a: 1 }, ask },
    { type: 'event', n: 2, view: { a: 2 } },
  );
  expect(known).toMatchObject({ n: 2, view: { a: 2 }, ask: null });
});

test('an event with changes leaves of the view what has not changed', () => {
  const first = { a: 1, places: { harbor: [0], bank: [1] }, said: ['hm'], hand: ['x'] };
  const known = after(
    { type: 'event', n: 1, view: first, ask },
    {
      type: 'event',
      n: 2,
      changed: { a: 2, places: { harbor: [0, 3] }, hand: [] },
      grown: { said: ['well'] },
    },
  );
  const view = { a: 2, places: { harbor: [0, 3], bank: [1] }, said: ['hm', 'well'], hand: [] };
  expect(JSON.stringify(known.view)).toBe(JSON.stringify(view));
  expect(known.ask).toBeNull();
  expect(first.places.harbor).toEqual([0]);
  expect((known.view as typeof first).places.bank).toBe(first.places.bank);
});

test('no changes are changes too: the question has gone', () => {
  const view = { a: 1 };
  const known = after({ type: 'event', n: 1, view, ask }, { type: 'event', n: 2, changed: {} });
  expect(known).toMatchObject({ n: 2, view: { a: 1 }, ask: null });
});

test('an event without a view leaves the question open', () => {
  const known = after(
    { type: 'event', n: 1, view: {}, ask },
    { type: 'event', n: 2, said: { name: 'Ida', text: 'hm' } },
  );
  expect(known.ask).toEqual(ask);
  expect(known.heard).toHaveLength(1);
});

test('what was heard twice is told once', () => {
  const event: Event = { type: 'event', n: 1, notices: [{ key: 'passed', args: { seat: 0 } }] };
  expect(after(event, event).heard).toHaveLength(1);
});

test('missed events come before the one that stands now', () => {
  const known = after(
    welcome,
    {
      type: 'missed',
      hushed: false,
      events: [
        { type: 'event', n: 1, notices: [{ key: 'a' }] },
        { type: 'event', n: 2, notices: [{ key: 'b' }] },
      ],
    },
    { type: 'event', n: 2, notices: [{ key: 'b' }], view: {} },
  );
  expect(known.heard.map(({ id }) => id)).toEqual(['1.0', '2.0']);
});

test('a gap is noticed', () => {
  const known = after({ type: 'event', n: 1 });
  expect(isGap(known, { type: 'event', n: 2 })).toBe(false);
  expect(isGap(known, { type: 'event', n: 3 })).toBe(true);
  expect(isGap(known, { type: 'event', n: 2, changed: {} })).toBe(true);
  expect(isGap(NOTHING_KNOWN, { type: 'event', n: 3, view: {} })).toBe(false);
});

test('another seat starts with a clean slate', () => {
  const known = after(
    welcome,
    { type: 'event', n: 1, view: { mine: 1 }, ask },
    { ...welcome, seat: 2, n: 1 },
  );
  expect(known).toMatchObject({ view: null, ask: null, n: 0 });
});

test('the clock knows how far the server is ahead', () => {
  expect(after({ type: 'clock', clock: { now: 1500, deadline: 9000, paused: false } }).skew).toBe(
    500,
  );
});

test('who watched late is told the whole story when the game is over', () => {
  const waiting: Welcome = { ...welcome, seat: null, late: true };
  const known = after(
    waiting,
    { type: 'event', n: 1, said: { name: 'Wim', text: 'hm' } },
    { ...waiting, late: false, n: 2 },
    {
      type: 'missed',
      hushed: false,
      events: [
        { type: 'event', n: 1, notices: [{ key: 'a' }] },
        { type: 'event', n: 2, notices: [{ key: 'b' }] },
      ],
    },
  );
  expect(known.heard.map(({ id }) => id)).toEqual(['1.0', '2.0']);
});

test('after a statement the seat has to wait, and a later event says when not any more', () => {
  const spoken = after({ type: 'event', n: 1, view: {}, silent_until: 4000 });
  expect(spoken.silentUntil).toBe(4000);
  expect(fold(spoken, { type: 'event', n: 2, view: {} }, 1000).silentUntil).toBe(0);
});

test('what an order answers is asked only when the order is lifted', () => {
  const settled = { ...ask, point: 'react', settled: 'order' };
  const mine = { type: 'mine' as const, ahead: [], given: [], voided: false };
  const order = { point: 'react', until: 'concerns_me' };
  const known = after(
    { ...mine, orders: [order] },
    { type: 'event', n: 1, view: {}, ask: settled },
    { ...mine, orders: [order, { point: 'bid_agreement', until: 'round' }] },
  );
  expect(known).toMatchObject({ ask: null, settled: { point: 'react' } });
  const lifted = fold(known, { ...mine, orders: [] }, 1000);
  expect(lifted).toMatchObject({ ask: { point: 'react' }, settled: null });
});

test('a game that is called off is over, and nobody is asked', () => {
  const closed = { type: 'table', phase: 'closed', chairs: [], watchers: 0 };
  const known = after({ type: 'event', n: 1, view: {}, ask }, closed as unknown as ServerMessage);
  expect(known).toMatchObject({ ask: null, outcome: { called_off: true } });
});
