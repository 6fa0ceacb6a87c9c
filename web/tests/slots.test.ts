import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIZE, SLOT, Slots, padded } from '../src/net/slots';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When somebody's messages go out in a night, and how long each is. */
function night(live: (slots: Slots) => void): [number, number][] {
  const began = Date.now();
  const sent: [number, number][] = [];
  const slots = new Slots((text) =>
    sent.push([Date.now() - began, new TextEncoder().encode(text).length]),
  );
  slots.hush(true);
  live(slots);
  vi.advanceTimersByTime(20 * SLOT);
  slots.stop();
  return sent;
}

const PING = '{"type":"ping"}';
const citizen = (slots: Slots) => slots.say(PING);

function mafioso(slots: Slots): void {
  slots.say('{"type":"draft","id":"0123456789abcdef","at":42,"answers":[17],"ahead":false}');
  vi.advanceTimersByTime(3 * SLOT + 50);
  slots.say('{"type":"commit","id":"0123456789abcdef","at":42,"answers":[17,4]}');
  slots.say(JSON.stringify({ type: 'say', id: 'x', text: '\u017e'.repeat(500), channel: 'mafia' }));
}

test('a mafioso and a citizen send as much and as often', () => {
  const quiet = night(citizen);
  const loud = night((slots) => mafioso(slots));
  expect(quiet.length).toBe(20);
  expect(loud.slice(0, 20)).toEqual(quiet);
  expect(new Set(loud.map(([, length]) => length))).toEqual(new Set([SIZE]));
});

test('whatever was said is sent, in its order, and blanks change nothing', () => {
  const sent: string[] = [];
  const slots = new Slots((text) => sent.push(text));
  slots.hush(true);
  slots.say('{"type":"hold"}');
  slots.say('{"type":"say"}');
  slots.hush(true);
  vi.advanceTimersByTime(2 * SLOT);
  expect(sent.map((text) => (JSON.parse(text) as { type: string }).type)).toEqual(['hold', 'say']);
  slots.say('{"type":"pause"}');
  slots.hush(false);
  expect(sent.at(-1)).toBe('{"type":"pause"}');
  slots.say(PING);
  expect(sent.at(-1)).toBe(PING);
  vi.advanceTimersByTime(5 * SLOT);
  expect(sent.length).toBe(4);
});

test('a message that is too long has the size of several', () => {
  expect(padded('x'.repeat(SIZE + 1)).length).toBe(2 * SIZE);
});
