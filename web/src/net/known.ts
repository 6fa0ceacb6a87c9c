/** Everything the page knows of one table, and how a message of the server changes it. */

import type {
  Account,
  Ask,
  Clock,
  Entered,
  Event,
  Guide,
  Mine,
  Notice,
  Outcome,
  Said,
  ServerMessage,
  Table,
  Turn,
  Welcome,
} from '../protocol';
import { folded } from './folding';

/** One thing heard at the table, in the order it was heard. */
export type Heard =
  { id: string; n: number; notice: Notice } | { id: string; n: number; said: Said };

export interface Known {
  /** The number of the last event. */
  readonly n: number;
  readonly welcome: Welcome | null;
  readonly table: Table | null;
  /** What the seat sees of the game, as the game encodes it. */
  readonly view: unknown;
  /** The open question of this seat. */
  readonly ask: Ask | null;
  /** A question that an order or an answer ahead is about to answer, unless it is taken back. */
  readonly settled: Ask | null;
  /** A question that may come round and may be answered ahead. */
  readonly ahead: Ask | null;
  readonly clock: Clock | null;
  /** How far the server's clock is before ours, in milliseconds. */
  readonly skew: number;
  /** When this seat may make its next statement, on the server's clock; 0 if it need not wait. */
  readonly silentUntil: number;
  readonly outcome: Outcome | null;
  readonly heard: readonly Heard[];
  readonly here: readonly number[];
  readonly watchers: number;
  readonly mine: Mine | null;
  readonly turn: Turn | null;
  readonly account: Account | null;
  /** How far the pupil of a lesson has come, and what is wanted next. */
  readonly guide: Guide | null;
  /** What everybody is asked, by seat; only whoever runs the game is told. */
  readonly questions: ReadonlyMap<number, Ask>;
  /** The move that may be taken back; only whoever runs the game is told. */
  readonly last: Entered | null;
}

export const NOTHING_KNOWN: Known = {
  n: 0,
  welcome: null,
  table: null,
  view: null,
  ask: null,
  settled: null,
  ahead: null,
  clock: null,
  skew: 0,
  silentUntil: 0,
  outcome: null,
  heard: [],
  here: [],
  watchers: 0,
  mine: null,
  turn: null,
  account: null,
  guide: null,
  questions: new Map(),
  last: null,
};

/** Whether something between the last event and this one is missing, or the view that it changes. */
export function isGap(known: Known, event: Event): boolean {
  const isChangeOfNothing = Boolean(event.changed) && !known.view;
  return isChangeOfNothing || (known.n > 0 && event.n > known.n + 1);
}

/** The lines of an event. */
export function heardIn(event: Event, seat: number | null = null): Heard[] {
  const notices = event.notices ?? [];
  const lines: Heard[] = notices.flatMap((notice, at) =>
    isToldBetter(notice, notices[at + 1], seat)
      ? []
      : { id: `${event.n}.${at}`, n: event.n, notice },
  );
  if (event.said) lines.push({ id: `${event.n}.said`, n: event.n, said: event.said });
  return lines;
}

/** What all are told of one's own draw, if the next line tells oneself which card it is. */
function isToldBetter(notice: Notice, next: Notice | undefined, seat: number | null): boolean {
  return notice.args?.seat === seat && next?.key === `${notice.key}_card`;
}

function withEvent(known: Known, event: Event, now: number): Known {
  const isNew = event.n > known.n;
  let next: Known = {
    ...known,
    n: Math.max(known.n, event.n),
    heard: isNew ? [...known.heard, ...heardIn(event, known.welcome?.seat ?? null)] : known.heard,
  };
  if (event.view ?? event.changed) {
    const questions = new Map((event.questions ?? []).map(({ seat, ask }) => [seat, ask]));
    const isSettled = !!event.ask?.settled;
    next = {
      ...next,
      view: folded(known.view, event),
      ask: isSettled ? null : (event.ask ?? null),
      settled: isSettled ? event.ask! : null,
      ahead: event.ahead ?? null,
      questions,
      last: event.last ?? null,
      silentUntil: event.silent_until ?? 0,
    };
  }
  if (event.clock) next = { ...next, clock: event.clock, skew: event.clock.now - now };
  if (event.outcome) next = { ...next, outcome: event.outcome };
  return next;
}

/** A game that is called off asks nobody anything any more. */
function calledOff(known: Known): Known {
  const outcome = { winners: [], ranking: [], side: '', called_off: true };
  return { ...known, outcome: known.outcome ?? outcome, ask: null, settled: null, ahead: null };
}

/** A question is put after all when what would have answered it is taken back. */
function withArrangements(known: Known, mine: Mine): Known {
  const { settled } = known;
  const isTakenBack =
    settled !== null &&
    !mine.ahead.length &&
    !mine.orders.some(({ point }) => point === settled.point);
  return isTakenBack ? { ...known, mine, ask: settled, settled: null } : { ...known, mine };
}

function withWelcome(known: Known, welcome: Welcome): Known {
  const before = known.welcome;
  const other =
    before !== null &&
    (before.seat !== welcome.seat || before.runs !== welcome.runs || before.late !== welcome.late);
  const forgotten = welcome.n < known.n;
  const kept =
    other || forgotten ? { ...NOTHING_KNOWN, table: known.table, turn: known.turn } : known;
  return { ...kept, welcome };
}

/** What is known after a message; the one place where it changes. */
export function fold(known: Known, message: ServerMessage, now: number): Known {
  switch (message.type) {
    case 'welcome':
      return withWelcome(known, message);
    case 'table':
      return {
        ...(message.phase === 'closed' ? calledOff(known) : known),
        table: message,
        watchers: message.watchers,
        here: message.chairs.flatMap(({ here, seat }) => (here ? [seat] : [])),
      };
    case 'event':
      return withEvent(known, message, now);
    case 'missed':
      return message.events.reduce((before, event) => withEvent(before, event, now), known);
    case 'presence':
      return { ...known, here: message.here, watchers: message.watchers };
    case 'mine':
      return withArrangements(known, message);
    case 'turn':
      return { ...known, turn: message };
    case 'account':
      return { ...known, account: message };
    case 'guide':
      return { ...known, guide: message };
    case 'clock':
      return { ...known, clock: message.clock, skew: message.clock.now - now };
    default:
      return known;
  }
}
