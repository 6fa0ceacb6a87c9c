import { expect, test } from 'vitest';
import { fold, isGap, NOTHING_KNOWN } from '../src/net/known';
import type { Event, ServerMessage, Welcome } from '../src/protocol';

const ask = { point: 'take_turn', choices: [], at: 2, default: null, about: {} };
const welcome: Welcome = {
  type: 'welcome',
  table: 't',
  code: 'ABCDEF',
  game: 'g',
  seat: 1,
  yours: [1],
  late: false,
  runs: false,
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
