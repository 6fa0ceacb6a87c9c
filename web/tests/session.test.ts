/** What a person does at a table whose server is played by the test: drafts, taps, answers ahead. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ask, Event } from '../src/protocol';
import {
  begin,
  beginEachWithASession,
  ask,
  asked,
  does,
  drafted,
  event,
  heard,
  line,
  receipt,
  refused,
  session,
  settle,
  sitDown,
  welcome,
} from './line';

vi.mock('../src/net/api', () => ({ forget: vi.fn(), token: () => Promise.resolve('secret') }));

beginEachWithASession();

describe('messages that do not come as they were sent', () => {
  test('a gap asks for the rest, and nothing is told twice', async () => {
    await sitDown(event(1));
    await line().tell(event(4));
    expect(line().last('hello').last).toBe(1);
    expect(session.known.n).toBe(1);
    await line().tell(
      welcome(4),
      { type: 'missed', hushed: false, events: [event(2), event(3)] },
      event(4),
    );
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
    expect(session.preview).toEqual(does(3));
    await choose(7, null, [3, 7]);
    expect(session.preview).toEqual(does(3, 7));
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
    expect(session.draft).toEqual({
      answers: [3],
      asks: [first],
      ask: where,
      whole: false,
      previews: [does(3)],
    });
    session.back();
    expect(session.draft).toBeNull();
    await choose(3, where, [3]);
    void session.rechoose(0, 4);
    expect(line().last('draft').answers).toEqual([4]);
  });

  test('is drafted anew without one of several things', async () => {
    const more = ask('play/more', 1, 7, 8);
    await choose(3, more, [3]);
    await choose(7, more, [3, 7]);
    await choose(8, more, [3, 7, 8]);
    const done = session.redraft([3, 8]);
    expect(line().last('draft').answers).toEqual([3, 8]);
    await line().tell(drafted([3, 8], more));
    await done;
    expect(session.picked.map(({ choice }) => choice)).toEqual([3, 8]);
    expect(session.preview).toEqual(does(3, 8));
    await session.redraft([]);
    expect(session.draft).toBeNull();
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
    expect(session.draft).toEqual({
      answers: [3],
      asks: [again],
      ask: where,
      whole: false,
      previews: [does(3)],
    });
    await line().tell(asked(3, ask('play', 3, 4)));
    expect(session.draft).toBeNull();
  });

  test('outlives a lost connection', async () => {
    await choose(3, where, [3]);
    await line().break();
    await vi.advanceTimersByTimeAsync(200);
    await line().open();
    await line().tell(welcome(1), { type: 'missed', hushed: false, events: [] }, asked(1, first));
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

describe('one tap', () => {
  let isTwice = false;

  beforeEach(async () => {
    session.close();
    isTwice = false;
    begin(() => isTwice);
    await sitDown(asked(1, ask('take_turn', 1, 5, 6)));
  });

  const commits = () => line().said.filter(({ type }) => type === 'commit');

  async function tap(choice: number): Promise<void> {
    void session.touch(choice);
    await settle();
    await line().tell(drafted([choice], null));
  }

  test('carries a whole move out when nobody takes it back for two seconds', async () => {
    await tap(5);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(session.grace.isRunning).toBe(true);
    expect(commits()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(line().last('commit')).toMatchObject({ at: 1, answers: [5] });
  });

  test('is taken back by Back, and by another choice', async () => {
    await tap(5);
    session.back();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(commits()).toHaveLength(0);
    await tap(5);
    await vi.advanceTimersByTimeAsync(1_500);
    await tap(6);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(commits()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(line().last('commit')).toMatchObject({ answers: [6] });
  });

  test('on the same thing again carries it out at once', async () => {
    await tap(5);
    void session.touch(5);
    await settle();
    expect(line().last('commit')).toMatchObject({ answers: [5] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(commits()).toHaveLength(1);
  });

  test('is void when another question comes', async () => {
    await tap(5);
    await line().tell(asked(2, ask('react', 2, 5, 6)));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.draft).toBeNull();
    expect(commits()).toHaveLength(0);
  });

  test('is not enough for whoever wants to be asked twice, nor in a lesson', async () => {
    isTwice = true;
    await tap(5);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(commits()).toHaveLength(0);
    session.back();
    isTwice = false;
    const guide = { step: 1, steps: 2, hints: [], wanted: [5], freely: false };
    await line().tell({ type: 'guide', state: 'following', ...guide });
    await tap(5);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(commits()).toHaveLength(0);
  });

  test('leads past parts of a move that leave no choice, and back past them', async () => {
    void session.touch(5);
    await settle();
    await line().tell(drafted([5], ask('take_turn/chip', 1, 7)));
    expect(line().last('draft').answers).toEqual([5, 7]);
    await line().tell(drafted([5, 7], null));
    expect(session.draft).toMatchObject({ answers: [5, 7], whole: true });
    session.back();
    expect(session.draft).toBeNull();
  });

  test('of a question that begins without a choice is asked for the next part', async () => {
    await line().tell(asked(2, ask('lay_money', 2, 0)));
    await line().tell(drafted([0], ask('lay_money/lay_gang', 2, 1, 2)));
    expect(session.draft).toMatchObject({ answers: [0], whole: false });
    await line().tell(asked(3, ask('react', 3, 9)));
    await line().tell(drafted([9], null));
    expect(session.draft).toBeNull();
  });
});
