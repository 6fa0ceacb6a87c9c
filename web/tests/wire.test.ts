/** A line that breaks, falls silent and comes back, and commands that outlive it. */

import { describe, expect, test, vi } from 'vitest';
import { forget } from '../src/net/api';
import { sum } from '../src/net/folding';
import { VERSION, type ServerMessage } from '../src/protocol';
import {
  beginEachWithASession,
  ask,
  asked,
  event,
  heard,
  line,
  lines,
  LOST,
  receipt,
  refused,
  session,
  settle,
  sitDown,
  tab,
  welcome,
} from './line';

vi.mock('../src/net/api', () => ({ forget: vi.fn(), token: () => Promise.resolve('secret') }));

beginEachWithASession();

describe('a connection', () => {
  test('begins with a hello and is open when it is answered', async () => {
    await line().open();
    const hello = { token: 'secret', table: 'ABCDEF', version: VERSION, seat: null, last: 0 };
    expect(line().said).toEqual([{ type: 'hello', ...hello, watch: false }]);
    expect(session.link).toBe('opening');
    await line().tell(welcome());
    expect(session.link).toBe('open');
  });

  test('that is lost is made anew, and the hello says what is known', async () => {
    await sitDown(event(1), event(2));
    await line().break();
    expect(session.link).toBe('lost');
    await vi.advanceTimersByTimeAsync(200);
    expect(lines).toHaveLength(2);
    await line().open();
    expect(line().last('hello').last).toBe(2);
    await line().tell(welcome(3), { type: 'missed', hushed: false, events: [event(3)] });
    expect(session.link).toBe('open');
    expect(heard()).toEqual(['1.0', '2.0', '3.0']);
  });

  test('asks for the whole view where what has changed does not add up', async () => {
    const check = sum('{"a":2}');
    await sitDown(event(1, { view: { a: 1 } }), event(2, { changed: { a: 2 }, check }));
    expect(line().said).toHaveLength(1);
    await line().tell(event(3, { changed: { b: 3 }, check }));
    expect(line().last('hello').last).toBe(3);
    await line().tell(welcome(3), event(3, { view: { a: 2, b: 4 } }));
    expect(session.known.view).toEqual({ a: 2, b: 4 });
    expect(heard()).toEqual(['1.0', '2.0', '3.0']);
  });

  test('asks for the whole view where it knows none', async () => {
    await sitDown(event(1, { changed: { a: 1 } }));
    expect(line().last('hello').last).toBe(0);
    expect(session.known.view).toBeNull();
  });

  test('is tried again after longer and longer waits', async () => {
    await sitDown();
    for (const wait of LOST) {
      const before = lines.length;
      await line().break();
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(lines).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(lines).toHaveLength(before + 1);
    }
  });

  test('that was answered begins with a short wait again', async () => {
    await sitDown();
    await line().break();
    await vi.advanceTimersByTimeAsync(200);
    await line().break();
    await vi.advanceTimersByTimeAsync(500);
    await sitDown();
    await line().break();
    await vi.advanceTimersByTimeAsync(200);
    expect(lines).toHaveLength(4);
  });

  test('does not bring everybody back at the same moment', async () => {
    await sitDown();
    vi.mocked(Math.random).mockReturnValue(0);
    await line().break();
    await vi.advanceTimersByTimeAsync(99);
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(lines).toHaveLength(2);
  });

  test('is not made anew once the session is over', async () => {
    await sitDown();
    session.close();
    await line().break();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toHaveLength(1);
  });

  test.each([
    { retry: true, link: 'lost', connections: 2 },
    { retry: false, link: 'closed', connections: 1 },
  ])('ended by the server comes back only if it may: $retry', async (told) => {
    await sitDown();
    await line().tell({ type: 'closed', key: 'server.closed.why', retry: told.retry });
    await line().break();
    await vi.advanceTimersByTimeAsync(200);
    expect(session.link).toBe(told.link);
    expect(session.ended).toBe(told.retry ? '' : 'server.closed.why');
    expect(lines).toHaveLength(told.connections);
  });

  test('with a token that is not known is asked for as a new guest', async () => {
    await line().open();
    await line().tell(refused('', 'server.refused.bad_token'));
    expect(forget).toHaveBeenCalledOnce();
    expect(line().said.map(({ type }) => type)).toEqual(['hello', 'hello']);
  });

  test('that is turned away at the door is over', async () => {
    await line().open();
    await line().tell(refused('', 'server.refused.no_table'));
    expect(session).toMatchObject({ link: 'closed', ended: 'server.refused.no_table' });
  });

  test('through another seat of one’s own begins with nothing known', async () => {
    await sitDown(event(1));
    session.lookThrough(2);
    await settle();
    expect(line().last('hello')).toMatchObject({ seat: 2, last: 0 });
  });
});

describe('a heartbeat', () => {
  const pong: ServerMessage = { type: 'pong', now: 0 };

  test('pings only after the last ping was answered', async () => {
    await sitDown();
    await vi.advanceTimersByTimeAsync(7_900);
    expect(line().pings).toBe(1);
    await line().tell(pong);
    await vi.advanceTimersByTimeAsync(799);
    expect(line().pings).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(line().pings).toBe(2);
  });

  test('shows a silence within two seconds, and that it has ended, on the same line', async () => {
    await sitDown();
    await vi.advanceTimersByTimeAsync(1_799);
    expect(session.link).toBe('open');
    await vi.advanceTimersByTimeAsync(200);
    expect(session.link).toBe('lost');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(lines).toHaveLength(1);
    await line().tell(pong);
    expect(session.link).toBe('open');
    expect(lines).toHaveLength(1);
  });

  test('gives a line up that stays silent, and hears no more of it', async () => {
    await sitDown();
    const [first] = lines;
    await vi.advanceTimersByTimeAsync(800 + 7_999);
    expect(first!.readyState).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(first!.readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(lines).toHaveLength(2);
    await first!.break();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(lines).toHaveLength(2);
  });

  test('gives a line up that never opens', async () => {
    await vi.advanceTimersByTimeAsync(800 + 8_000 + 200);
    expect(lines).toHaveLength(2);
  });

  test('of a hidden page is slow, and no line is lost by that', async () => {
    await sitDown();
    tab.isHidden = true;
    await line().tell(pong);
    for (let second = 0, answered = 0; second < 60; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      for (; answered < line().pings; answered++) await line().tell(pong);
    }
    expect(lines).toHaveLength(1);
    expect(line().pings).toBeLessThan(7);
  });

  test('takes a timer that stood still for no silence', async () => {
    await sitDown();
    await vi.advanceTimersByTimeAsync(800);
    // The page is frozen for an hour; what came meanwhile is heard after the timers.
    const later = performance.now() + 3_600_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(line().pings).toBe(2);
    expect(line().readyState).toBe(1);
    await line().tell(pong);
    clock.mockRestore();
    expect(session.link).toBe('open');
    expect(lines).toHaveLength(1);
  });

  test('does not care about the time of day', async () => {
    await sitDown();
    for (const hour of [3_600_000, -7_200_000]) {
      vi.setSystemTime(Date.now() + hour);
      await vi.advanceTimersByTimeAsync(800);
      await line().tell(pong);
    }
    expect(session.link).toBe('open');
    expect(lines).toHaveLength(1);
  });

  test('asks at once when the page is seen again', async () => {
    await sitDown();
    tab.isHidden = true;
    await line().tell(pong);
    await tab.show();
    expect(line().pings).toBe(1);
  });

  test('waits no longer for a new line when the page is seen again', async () => {
    await sitDown();
    for (let times = 0; times < 4; times++) {
      await line().break();
      await vi.advanceTimersByTimeAsync(LOST[times]!);
    }
    await line().break();
    const before = lines.length;
    await tab.show();
    expect(lines).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(lines).toHaveLength(before + 1);
  });
});

describe('a command', () => {
  test('whose receipt is lost is sent again, once, under the same number', async () => {
    await sitDown(asked(1, ask('place', 1, 5)));
    const done = session.commit([5]);
    const first = line().last('commit');
    await line().break();
    expect(session.sending).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    await line().open();
    expect(line().said.map(({ type }) => type)).toEqual(['hello']);
    await line().tell(welcome(1));
    expect(line().last('commit')).toEqual(first);
    await line().tell(receipt(first.id), receipt(first.id));
    expect(await done).toBe(true);
    expect(session.sending).toBe(false);

    await line().break();
    await vi.advanceTimersByTimeAsync(200);
    await line().open();
    await line().tell(welcome(1));
    expect(line().said.map(({ type }) => type)).toEqual(['hello']);
  });

  test('that is given while there is no connection waits for one', async () => {
    void session.hold();
    expect(line().said).toEqual([]);
    await sitDown();
    expect(line().said.map(({ type }) => type)).toEqual(['hello', 'hold']);
  });

  test('is not given twice while it is on its way', async () => {
    await sitDown(asked(1, ask('place', 1, 5)));
    void session.commit([5]);
    expect(await session.commit([5])).toBe(false);
    await session.choose(5);
    expect(line().said).toHaveLength(2);
  });
});
