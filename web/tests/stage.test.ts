/** The stage: in order, long enough, never in the way; a question waits for its cause. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Session } from '../src/net/session.svelte';
import type { Ask, Event, Notice, Welcome } from '../src/protocol';
import { VERSION } from '../src/protocol';
import { afterOwn, linesSince } from '../src/stage/since';
import { BEAT, SCENE } from '../src/stage/stage.svelte';

vi.mock('../src/net/api', () => ({ forget: vi.fn(), token: () => Promise.resolve('secret') }));

let session: Session;
let isHidden = false;

const scene = (key: string, seat = 2): Notice => ({
  key: `g.notice.${key}`,
  args: { seat },
  weight: 'scene',
});
const beat = (key: string, seat = 2): Notice => ({ key: `g.notice.${key}`, args: { seat } });
const murmur = (key: string): Notice => ({ key: `g.notice.${key}`, weight: 'murmur' });

const QUESTION: Ask = {
  point: 'react',
  at: 2,
  default: null,
  about: {},
  settled: '',
  choices: [{ choice: 7 }],
};

function event(n: number, notices: Notice[], more: Partial<Event> = {}): Event {
  return { type: 'event', n, notices, view: { n }, ...more };
}

const shown = () => session.known.heard.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', {
    get hidden() {
      return isHidden;
    },
  });
  isHidden = false;
  session = new Session('ABCDEF', { isStill: true });
  session.stage.game = {};
  const place = { table: 't', code: 'ABCDEF', game: 'g', seat: 1, yours: [1] };
  const hello: Welcome = {
    type: 'welcome',
    ...place,
    late: false,
    runs: false,
    hushed: false,
    n: 0,
    version: VERSION,
    now: 0,
  };
  session.hear(hello);
  session.hear(event(1, []));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what has been answered is not asked again while it is told what came of it', () => {
  session.hear(event(2, [], { ask: QUESTION }));
  expect(session.known.ask?.point).toBe('react');
  session.hear(event(3, [scene('mine', 1), scene('kill')], { ask: { ...QUESTION, point: 'bid' } }));
  expect(session.stage.scene?.notice.key).toBe('g.notice.mine');
  expect(session.known.ask, 'the move has been made').toBe(null);
  session.stage.finish();
  expect(session.known.ask?.point).toBe('bid');
});

test('a question that stays open can be answered while it is told what others did', () => {
  session.hear(event(2, [], { ask: QUESTION }));
  session.hear(event(3, [scene('kill')], { ask: { ...QUESTION, at: 3 } }));
  expect(session.stage.isBusy).toBe(true);
  expect(session.known.ask?.point).toBe('react');
});

test('what arrives together is played one after the other, and the question comes last', () => {
  session.hear(event(2, [scene('kill'), beat('draw'), scene('point')], { ask: QUESTION }));
  expect(session.stage.scene?.notice.key).toBe('g.notice.kill');
  expect(shown()).toEqual(['2.0']);
  expect(session.known.view, 'the board does not run ahead').toEqual({ n: 1 });
  vi.advanceTimersByTime(SCENE);
  expect(session.stage.scene, 'a beat is no scene').toBe(null);
  expect(session.stage.isBusy).toBe(true);
  vi.advanceTimersByTime(BEAT);
  expect(session.stage.scene?.notice.key).toBe('g.notice.point');
  expect(session.known.view).toEqual({ n: 2 });
  expect(session.known.ask, 'its cause is still shown').toBe(null);
  vi.advanceTimersByTime(SCENE);
  expect(session.known.ask).toEqual(QUESTION);
  expect(session.stage.isBusy).toBe(false);
  expect(shown()).toEqual(['2.0', '2.1', '2.2']);
});

test('a tap goes on, and whoever wants shows all at once', () => {
  session.hear(event(2, [scene('a'), scene('b'), scene('c'), scene('d')]));
  session.hear(event(3, [scene('e')], { ask: QUESTION }));
  expect(session.stage.coming).toHaveLength(4);
  session.stage.next();
  expect(session.stage.scene?.notice.key).toBe('g.notice.b');
  session.stage.finish();
  expect(session.stage.isBusy).toBe(false);
  expect(session.known.view).toEqual({ n: 3 });
  expect(session.known.ask).toEqual(QUESTION);
  expect(shown()).toHaveLength(5);
});

test('what one alone hears takes no time, and so does what one does oneself', () => {
  session.hear(event(2, [beat('placed', 1), murmur('drew_card')], { ask: QUESTION }));
  expect(session.known.ask).toEqual(QUESTION);
});

test('much that has gathered is shown within a limit', () => {
  session.hear(event(2, [], { clock: { now: 0, deadline: 99_000, paused: false } }));
  for (let n = 3; n < 40; n++) session.hear(event(n, [scene('x')]));
  vi.advanceTimersByTime(40_000);
  expect(session.stage.isBusy).toBe(false);
});

test('the pace of the table stretches it; at an instant table there is no film', () => {
  const table = { type: 'table', settings: { pace: 'instant' }, chairs: [], watchers: 0 };
  session.hear(table as never);
  session.hear(event(2, [scene('kill')], { ask: QUESTION }));
  expect(session.known.ask).toEqual(QUESTION);
});

test('nobody looks: nothing waits', () => {
  isHidden = true;
  session.hear(event(2, [scene('kill')], { ask: QUESTION }));
  expect(session.known.ask).toEqual(QUESTION);
});

test('who comes back gets what was missed at once', () => {
  session.hear(event(2, [scene('a'), scene('b')]));
  session.hear({
    type: 'missed',
    hushed: false,
    events: [event(3, [scene('c')]), event(4, [scene('d')])],
  });
  expect(session.stage.isBusy).toBe(false);
  expect(shown()).toHaveLength(4);
});

test('the board shows what happened between two notices of one event', () => {
  session.stage.game = {
    advance: (view, { args }) => ({ ...(view as object), points: args?.seat }),
  };
  session.hear(event(2, [scene('point', 3), scene('end')]));
  expect(session.known.view).toEqual({ n: 1, points: 3 });
  session.stage.finish();
  expect(session.known.view).toEqual({ n: 2 });
});

test('since my last turn: what the others did, without murmurs', () => {
  session.stage.game = null;
  session.hear(event(2, [beat('placed', 0), beat('placed', 1)]));
  session.hear(event(3, [murmur('ready'), beat('placed', 2), scene('kill', 0)]));
  const lines = linesSince(session.known.heard, 1, afterOwn(new Set(['placed'])));
  expect(lines.map(({ id }) => id)).toEqual(['3.1', '3.2']);
});
