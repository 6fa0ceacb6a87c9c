/** A session at a table whose server is played by the test, over lines that break. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forget } from '../src/net/api';
import { Session, type Socket } from '../src/net/session.svelte';
import {
  VERSION,
  type Ask,
  type ClientMessage,
  type Event,
  type ServerMessage,
  type Welcome,
} from '../src/protocol';

vi.mock('../src/net/api', () => ({ forget: vi.fn(), token: () => Promise.resolve('secret') }));

/** One end of a line; the test holds the other. */
class Line implements Socket {
  readonly OPEN = 1;
  readyState: Socket['readyState'] = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  /** What the page has said, pings apart. */
  readonly said: Exclude<ClientMessage, { type: 'ping' }>[] = [];
  pings = 0;

  send(data: string): void {
    const message = JSON.parse(data) as ClientMessage;
    if (message.type === 'ping') this.pings++;
    else this.said.push(message);
  }

  close(): void {
    this.readyState = 3;
  }

  async open(): Promise<void> {
    this.readyState = 1;
    this.onopen?.call(this as unknown as WebSocket, {} as globalThis.Event);
    await settle();
  }

  async tell(...messages: ServerMessage[]): Promise<void> {
    for (const message of messages) {
      const event = { data: JSON.stringify(message) } as MessageEvent;
      this.onmessage?.call(this as unknown as WebSocket, event);
    }
    await settle();
  }

  async break(): Promise<void> {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
    await settle();
  }

  /** The last thing said, which is of this type. */
  last<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }> {
    const message = this.said.at(-1);
    expect(message?.type).toBe(type);
    return message as Extract<ClientMessage, { type: T }>;
  }
}

/** Let everything happen that waits for nothing but its turn. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

const LOST = [200, 500, 1000, 2000, 4000, 4000];

let lines: Line[];
let session: Session;

/** The line of the newest connection. */
function line(): Line {
  return lines.at(-1)!;
}

function ask(point: string, at: number, ...choices: number[]): Ask {
  return { point, at, default: null, about: {}, choices: choices.map((choice) => ({ choice })) };
}

function welcome(n = 0, seat = 1): Welcome {
  const place = { table: 't', code: 'ABCDEF', game: 'mafia-city', seat, yours: [seat] };
  return { type: 'welcome', ...place, late: false, runs: false, n, version: VERSION, now: 0 };
}

function event(n: number, more: Partial<Event> = {}): Event {
  return { type: 'event', n, notices: [{ key: `told.${n}` }], ...more };
}

const asked = (n: number, question: Ask) => event(n, { view: {}, ask: question });
const receipt = (id: string): ServerMessage => ({ type: 'receipt', id, n: 0 });

function refused(id: string, key: string): ServerMessage {
  return { type: 'refused', id, key, args: {}, clause: '' };
}

function drafted(answers: number[], next: Ask | null): ServerMessage {
  return { type: 'drafted', id: line().last('draft').id, answers, ask: next, whole: next === null };
}

function heard(): string[] {
  return session.known.heard.map(({ id }) => id);
}

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  session = new Session('ABCDEF', {
    connect: () => {
      lines.push(new Line());
      return line();
    },
  });
});

afterEach(() => {
  session.close();
  vi.mocked(forget).mockClear();
  vi.useRealTimers();
});

async function sitDown(...messages: ServerMessage[]): Promise<void> {
  await line().open();
  await line().tell(welcome(), ...messages);
}

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
    await line().tell(welcome(3), { type: 'missed', events: [event(3)] });
    expect(session.link).toBe('open');
    expect(heard()).toEqual(['1.0', '2.0', '3.0']);
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

  test('is given up when nothing is heard, and pings meanwhile', async () => {
    await sitDown();
    const [first] = lines;
    await vi.advanceTimersByTimeAsync(1750);
    expect(first!.pings).toBe(2);
    expect(session.link).toBe('open');
    await vi.advanceTimersByTimeAsync(250);
    expect(session.link).toBe('lost');
    expect(first!.readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(lines).toHaveLength(2);
  });

  test('that was given up changes nothing when its end is told later', async () => {
    await sitDown();
    const [first] = lines;
    await vi.advanceTimersByTimeAsync(2300);
    expect(lines).toHaveLength(2);
    await first!.break();
    await vi.advanceTimersByTimeAsync(1000);
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

describe('messages that do not come as they were sent', () => {
  test('a gap asks for the rest, and nothing is told twice', async () => {
    await sitDown(event(1));
    await line().tell(event(4));
    expect(line().last('hello').last).toBe(1);
    expect(session.known.n).toBe(1);
    await line().tell(welcome(4), { type: 'missed', events: [event(2), event(3)] }, event(4));
    expect(heard()).toEqual(['1.0', '2.0', '3.0', '4.0']);
  });

  test('an older event changes neither the number nor what was heard', async () => {
    await sitDown(event(1), event(2), event(1));
    expect(session.known.n).toBe(2);
    expect(heard()).toEqual(['1.0', '2.0']);
  });

  test('an answer that comes before its event, or after it, is the answer', async () => {
    await sitDown(asked(1, ask('place', 1, 5)));
    const early = session.commit([5]);
    await line().tell(receipt(line().last('commit').id), asked(2, ask('place', 2, 6)));
    expect(await early).toBe(true);
    const late = session.commit([6]);
    await line().tell(asked(3, ask('place', 3, 7)), receipt(line().last('commit').id));
    expect(await late).toBe(true);
    expect(session.sending).toBe(false);
  });

  test('what may follow a question that is over is not shown', async () => {
    await sitDown(asked(1, ask('place', 1, 5)));
    const chosen = session.choose(5);
    const late = drafted([5], ask('place/where', 1, 8));
    await line().tell(asked(2, ask('discard', 2, 9)), late);
    await chosen;
    expect(session.draft).toBeNull();
    expect(session.ask?.point).toBe('discard');
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

describe('an answer ahead', () => {
  const seen = { at: 1, vp: [0, 0] };
  const STALE = 'server.refused.stale';

  function leave(at: number, location: number): Ask {
    return { ...ask('take_back', at, 0, 2), about: { location, stack: [0, 1] } };
  }
  function coming(n: number, question: Ask, view: object = seen): Event {
    return event(n, { view, ahead: question });
  }

  beforeEach(async () => {
    await sitDown(coming(1, leave(1, 3)));
  });

  test('is sent again when nothing but the number has changed', async () => {
    const done = session.commit([0]);
    const stale = line().last('ahead');
    await line().tell(coming(2, leave(2, 3)), refused(stale.id, STALE));
    expect(line().last('ahead')).toMatchObject({ at: 2, answers: [0] });
    await line().tell(receipt(line().last('ahead').id));
    expect(await done).toBe(true);
  });

  test.each([
    { what: 'another place', next: coming(2, leave(2, 5)) },
    {
      what: 'other chips',
      next: coming(2, { ...leave(2, 3), about: { location: 3, stack: [1] } }),
    },
    { what: 'other choices', next: coming(2, { ...leave(2, 3), choices: [{ choice: 0 }] }) },
    { what: 'another table', next: coming(2, leave(2, 3), { at: 1, vp: [1, 0] }) },
    { what: 'the turn', next: event(2, { view: seen, ask: leave(2, 3) }) },
  ])('is not turned into the answer for $what', async ({ next }) => {
    const done = session.commit([0]);
    const stale = line().last('ahead');
    await line().tell(next, refused(stale.id, STALE));
    expect(await done).toBe(false);
    expect(line().last('ahead')).toEqual(stale);
    expect(session.refused?.key).toBe(STALE);
  });

  test('that is being built is dropped when the question is about another place', async () => {
    const done = session.choose(2);
    await line().tell(drafted([2], null));
    await done;
    expect(session.draft?.whole).toBe(true);
    await line().tell(coming(2, leave(2, 3)));
    expect(session.draft?.whole).toBe(true);
    await line().tell(coming(3, leave(3, 5)));
    expect(session.draft).toBeNull();
  });

  test('that is asked for late is not drafted for another place', async () => {
    const done = session.choose(2);
    await line().tell(coming(2, leave(2, 5)), drafted([2], null));
    await done;
    expect(session.draft).toBeNull();
  });
});

describe('a draft', () => {
  const first = ask('play', 1, 3, 4);
  const where = ask('play/where', 1, 7, 8);

  beforeEach(async () => {
    await sitDown(asked(1, first));
  });

  async function choose(choice: number, next: Ask | null, answers: number[]): Promise<void> {
    const done = session.choose(choice);
    await line().tell(drafted(answers, next));
    await done;
  }

  test('grows by one small answer after the other and is sent as a whole', async () => {
    await choose(3, where, [3]);
    expect(session.ask).toEqual(where);
    await choose(7, null, [3, 7]);
    expect(line().last('draft')).toMatchObject({ at: 1, answers: [3, 7], ahead: false });
    expect(session.picked.map(({ choice }) => choice)).toEqual([3, 7]);
    expect(session.chosen).toBe(7);
    void session.touch(7);
    expect(line().last('commit')).toMatchObject({ at: 1, answers: [3, 7] });
    await line().tell(receipt(line().last('commit').id));
    expect(session.draft).toBeNull();
  });

  test('that is whole takes another last answer instead', async () => {
    await choose(3, where, [3]);
    await choose(7, null, [3, 7]);
    void session.touch(8);
    expect(line().last('draft').answers).toEqual([3, 8]);
  });

  test('goes back answer by answer, and an earlier one can be given anew', async () => {
    await choose(3, where, [3]);
    await choose(7, null, [3, 7]);
    session.back();
    expect(session.draft).toEqual({ answers: [3], asks: [first], ask: where, whole: false });
    session.back();
    expect(session.draft).toBeNull();
    await choose(3, where, [3]);
    void session.rechoose(0, 4);
    expect(line().last('draft').answers).toEqual([4]);
  });

  test('ends with its question', async () => {
    await choose(3, where, [3]);
    await line().tell(asked(2, ask('discard', 2, 9)));
    expect(session.draft).toBeNull();
  });

  test('outlives the same question asked again, as long as its first answer does', async () => {
    await choose(3, where, [3]);
    const again = ask('play', 2, 3);
    await line().tell(asked(2, again));
    expect(session.draft).toEqual({ answers: [3], asks: [again], ask: where, whole: false });
    await line().tell(asked(3, ask('play', 3, 4)));
    expect(session.draft).toBeNull();
  });

  test('outlives a lost connection', async () => {
    await choose(3, where, [3]);
    await line().break();
    await vi.advanceTimersByTimeAsync(200);
    await line().open();
    await line().tell(welcome(1), { type: 'missed', events: [] }, asked(1, first));
    expect(session.draft?.answers).toEqual([3]);
  });

  test('that came too late for a question asked again is sent for the new one', async () => {
    const done = session.choose(3);
    const stale = line().last('draft');
    await line().tell(asked(2, ask('play', 2, 3)), refused(stale.id, 'server.refused.stale'));
    expect(line().last('draft')).toMatchObject({ at: 2, answers: [3] });
    await line().tell(drafted([3], where));
    await done;
    expect(session.draft?.ask).toEqual(where);
  });

  test('that is refused says why and changes nothing', async () => {
    await choose(3, where, [3]);
    const done = session.choose(8);
    await line().tell(refused(line().last('draft').id, 'mafia_city.refused.no'));
    await done;
    expect(session.refused?.key).toBe('mafia_city.refused.no');
    expect(session.draft?.answers).toEqual([3]);
  });

  test.each([
    { key: 'server.refused.too_soon', kept: [3] },
    { key: 'mafia_city.refused.no', kept: undefined },
  ])('that is committed and refused by $key', async ({ key, kept }) => {
    await choose(3, null, [3]);
    const done = session.commit();
    await line().tell(refused(line().last('commit').id, key));
    expect(await done).toBe(false);
    expect(session.refused?.key).toBe(key);
    expect(session.draft?.answers).toEqual(kept);
  });

  test('of a question that may come round is given ahead', async () => {
    await line().tell(event(2, { view: {}, ahead: ask('play', 9, 3) }));
    await choose(3, null, [3]);
    expect(line().last('draft')).toMatchObject({ at: 9, ahead: true });
    void session.commit();
    expect(line().last('ahead')).toMatchObject({ at: 9, answers: [3] });
  });
});
