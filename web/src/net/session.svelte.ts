/** One connection to one table: what is known of it, the move being built, and what is sent. */

import {
  VERSION,
  type Ask,
  type Choice,
  type ClientMessage,
  type Move,
  type Refused,
  type ServerMessage,
} from '../protocol';
import { forget, token } from './api';
import { fold, isGap, NOTHING_KNOWN, type Known } from './known';
import { randomHex } from './random';

export type Link = 'opening' | 'open' | 'lost' | 'closed';

type Command = Exclude<ClientMessage, { type: 'hello' | 'ping' }>;
type Unsent<C extends Command = Command> = C extends Command ? Omit<C, 'id'> : never;
type Answer = Extract<ServerMessage, { id: string; type: 'receipt' | 'refused' | 'drafted' }>;

/** What a session needs of a WebSocket. */
export type Socket = Pick<
  WebSocket,
  'OPEN' | 'close' | 'onclose' | 'onmessage' | 'onopen' | 'readyState' | 'send'
>;

/** A move that is being built: the small answers so far and the questions they answer. */
export interface Draft {
  readonly answers: readonly number[];
  /** The question of each answer. */
  readonly asks: readonly Ask[];
  /** The question that is still open; null when the move is whole. */
  readonly ask: Ask | null;
  readonly whole: boolean;
}

/** Whether two questions are one: the same point about the same things. */
export function isSameQuestion(one: Ask | null, other: Ask | null): boolean {
  return one?.point === other?.point && areAlike(one?.about, other?.about);
}

function areAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const STALE = 'server.refused.stale';
/** A statement that came too soon after another is kept and can be said in a moment. */
const TOO_SOON = 'server.refused.too_soon';
const PATIENCE = 5;
/** A lost connection has to show within two seconds. */
const PING_EVERY = 700;
const SILENCE = 1800;
const WAITS = [200, 500, 1000, 2000, 4000];

function connectToHouse(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

export class Session {
  link = $state<Link>('opening');
  known = $state.raw<Known>(NOTHING_KNOWN);
  draft = $state.raw<Draft | null>(null);
  /** The last thing that was refused, until something else is done. */
  refused = $state.raw<Refused | null>(null);
  /** Whether a move is on its way. */
  sending = $state(false);
  /** Why the server ended the connection for good. */
  ended = $state('');

  #socket: Socket | null = null;
  #connect: () => Socket;
  #waiting = new Map<string, { message: ClientMessage; done: (answer: Answer) => void }>();
  #tries = 0;
  #timer = 0;
  #heartbeat = 0;
  #lastWord = 0;
  #seat: number | null = null;
  #watch: boolean;
  #isOver = false;

  constructor(
    readonly code: string,
    { watch = false, seat = null as number | null, isStill = false, connect = connectToHouse } = {},
  ) {
    this.#connect = connect;
    this.#watch = watch;
    this.#seat = seat;
    // A replay shows what was known; there is nobody to talk to.
    if (isStill) this.link = 'open';
    else this.#open();
  }

  /** The question that a move begins with: the open one, or one that may come round. */
  get first(): Ask | null {
    return this.known.ask ?? (this.known.mine?.ahead.length ? null : this.known.ahead);
  }

  /** Whether what is answered now is answered ahead. */
  get isAhead(): boolean {
    return this.known.ask === null && this.first !== null;
  }

  /** The question that can be answered now; of a whole move the last one, to change one's mind. */
  get ask(): Ask | null {
    if (!this.draft) return this.first;
    return this.draft.ask ?? this.draft.asks.at(-1) ?? null;
  }

  /** The choices made so far, as the questions described them. */
  get picked(): Choice[] {
    const { answers = [], asks = [] } = this.draft ?? {};
    return answers.flatMap(
      (answer, at) => asks[at]?.choices.find(({ choice }) => choice === answer) ?? [],
    );
  }

  /** The last choice of a move that is whole and waits for a second tap. */
  get chosen(): number | null {
    return this.draft?.whole ? (this.draft.answers.at(-1) ?? null) : null;
  }

  // ---------------------------------------------------------------- the move

  /** Touch something that can be chosen: once to choose it, again to carry the whole move out. */
  async touch(choice: number): Promise<void> {
    if (this.chosen === choice) await this.commit();
    else await this.choose(choice);
  }

  /** Answer the open question with this choice; the server says what may follow. */
  async choose(choice: number): Promise<void> {
    const first = this.first;
    const open = this.ask;
    if (!first || !open || this.sending) return;
    const kept = this.draft?.whole ? -1 : undefined;
    const answers = this.draft?.answers.slice(0, kept) ?? [];
    const asks = this.draft?.asks.slice(0, kept) ?? [];
    await this.#draft(first, [...answers, choice], [...asks, open]);
  }

  /** Answer an earlier question of the draft differently; what followed it is asked again. */
  async rechoose(at: number, choice: number): Promise<void> {
    const first = this.first;
    const ask = at === 0 ? first : (this.draft?.asks[at] ?? this.draft?.ask);
    if (!first || !ask || this.sending) return;
    await this.#draft(
      first,
      [...(this.draft?.answers.slice(0, at) ?? []), choice],
      [...(this.draft?.asks.slice(0, at) ?? []), ask],
    );
  }

  /** Take the last small answer back. */
  back(): void {
    const { answers = [], asks = [] } = this.draft ?? {};
    if (this.sending || !answers.length) return;
    this.refused = null;
    const ask = asks.at(-1) ?? null;
    this.draft =
      answers.length === 1
        ? null
        : { answers: answers.slice(0, -1), asks: asks.slice(0, -1), ask, whole: false };
  }

  /** Forget the draft. */
  drop(): void {
    this.draft = null;
    this.refused = null;
  }

  /** Carry out the whole move; of a question that has not come yet, keep it for then. */
  async commit(answers: readonly number[] = this.draft?.answers ?? []): Promise<boolean> {
    const ask = this.first;
    if (!ask || this.sending || !answers.length) return false;
    this.sending = true;
    this.refused = null;
    try {
      const answer = await this.#sent(this.isAhead ? 'ahead' : 'commit', ask, [...answers]);
      if (answer.type === 'refused') this.refused = answer;
      if (answer.type !== 'refused' || answer.key !== TOO_SOON) this.draft = null;
      return answer.type === 'receipt';
    } finally {
      this.sending = false;
    }
  }

  /** Enter moves as whoever runs the game, for players or of one's own (no seat), all or none. */
  async enter(
    moves: Move[],
    place: () => string = () => this.known.ask?.point ?? '',
  ): Promise<boolean> {
    const ask = this.known.ask;
    if (!ask || this.sending || !moves.length) return false;
    this.sending = true;
    this.refused = null;
    const meant = place();
    try {
      for (let tries = 0; ; tries++) {
        const isSame = this.known.ask !== null && place() === meant;
        const answer = await this.send({
          type: 'enter',
          at: isSame ? this.known.ask!.at : ask.at,
          moves,
        });
        if (answer.type === 'receipt') return true;
        const isStale = answer.type === 'refused' && answer.key === STALE;
        if (isStale && tries < PATIENCE && isSame) continue;
        if (answer.type === 'refused') this.refused = answer;
        return false;
      }
    } finally {
      this.sending = false;
    }
  }

  /** Take back the last move of the table, as whoever runs the game. */
  async takeBack(): Promise<void> {
    const last = this.known.last;
    if (!last || this.sending) return;
    this.refused = null;
    const answer = await this.send({ type: 'take_back', entry: last.entry });
    if (answer.type === 'refused') this.refused = answer;
  }

  /** What may follow these answers in the move of a seat that one enters for. */
  async draftFor(seat: number, answers: number[]): Promise<Ask | null> {
    const answer = await this.send({
      type: 'draft',
      at: this.known.questions.get(seat)?.at ?? 0,
      answers,
      seat,
    });
    if (answer.type === 'refused') this.refused = answer;
    return answer.type === 'drafted' ? answer.ask : null;
  }

  /** Ask why a move, in the notation of the game, is not possible now; the answer is shown. */
  async why(move: string): Promise<void> {
    const answer = await this.send({ type: 'why', at: this.known.ask?.at ?? 0, move });
    if (answer.type === 'refused') this.refused = answer;
  }

  /** Take the move back that was given ahead. */
  async withdraw(): Promise<void> {
    const answer = await this.send({ type: 'ahead', at: this.known.ahead?.at ?? 0, answers: [] });
    if (answer.type === 'refused') this.refused = answer;
  }

  /** Let me think: everybody gets more time, and nobody learns who asked for it. */
  async hold(): Promise<void> {
    const at = this.known.ask?.at ?? 0;
    const answer = await this.send({ type: 'hold' });
    if (answer.type === 'receipt') this.heldAt = at;
  }

  /** The question for which more time was asked. */
  heldAt = $state(0);

  async #draft(first: Ask, answers: number[], asks: Ask[]): Promise<void> {
    this.refused = null;
    const answer = await this.#sent('draft', first, answers);
    if (!isSameQuestion(this.first, first)) return;
    if (answer.type === 'drafted') {
      this.draft = { answers: answer.answers, asks, ask: answer.ask, whole: answer.whole };
    } else if (answer.type === 'refused') {
      this.refused = answer;
    }
  }

  /**
   * Send a draft or a move; while everybody may act, the question may be asked anew meanwhile.
   * Of another question it is not the answer, and ahead of nothing but what was seen.
   */
  async #sent(type: 'draft' | 'commit' | 'ahead', first: Ask, answers: number[]): Promise<Answer> {
    const seen = this.known.view;
    for (let tries = 0, at = first.at; ; tries++) {
      const ahead = this.isAhead;
      const answer = await this.send(
        type === 'draft' ? { type, at, answers, ahead } : { type, at, answers },
      );
      const isStale = answer.type === 'refused' && answer.key === STALE;
      const now = this.first;
      if (!isStale || tries === PATIENCE || !now || !isSameQuestion(now, first)) return answer;
      if (type !== 'draft' && this.isAhead !== (type === 'ahead')) return answer;
      const isAsSeen = areAlike(now.choices, first.choices) && areAlike(this.known.view, seen);
      if (type === 'ahead' && !isAsSeen) return answer;
      at = now.at;
    }
  }

  // ------------------------------------------------------------- the wire

  /** Send a command and wait for the one answer it gets, over a lost connection too. */
  send(command: Unsent): Promise<Answer> {
    const message: Command = { ...command, id: randomHex(8) };
    return new Promise((done) => {
      this.#waiting.set(message.id, { message, done });
      this.#say(message);
    });
  }

  /** Look through another seat of one's own. */
  lookThrough(seat: number): void {
    this.#seat = seat;
    this.drop();
    void this.#hello();
  }

  /** End the connection; the session is of no use afterwards. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#socket?.close();
  }

  #open(): void {
    const socket = this.#connect();
    this.#socket = socket;
    this.#lastWord = Date.now();
    socket.onopen = () => void this.#hello();
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#beat(socket), PING_EVERY / 3);
  }

  #sinceLastPing = 0;

  #beat(socket: Socket): void {
    if (Date.now() - this.#lastWord > SILENCE) {
      socket.close();
      this.#lost(socket);
    } else if (++this.#sinceLastPing % 3 === 0) {
      this.#say({ type: 'ping' });
    }
  }

  async #hello(): Promise<void> {
    const last =
      this.known.welcome && this.known.welcome.seat === this.#seatWanted() ? this.known.n : 0;
    this.#say({
      type: 'hello',
      token: await token(),
      table: this.code,
      version: VERSION,
      seat: this.#seat,
      last,
      watch: this.#watch,
    });
  }

  #seatWanted(): number | null {
    return this.#seat ?? this.known.welcome?.seat ?? null;
  }

  #say(message: ClientMessage): void {
    const socket = this.#socket;
    if (socket && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }

  #hear(message: ServerMessage): void {
    this.#lastWord = Date.now();
    if (message.type === 'receipt' || message.type === 'refused' || message.type === 'drafted') {
      this.#answered(message);
      return;
    }
    if (message.type === 'reload') {
      location.reload();
      return;
    }
    if (message.type === 'closed') {
      if (!message.retry) {
        this.ended = message.key;
        this.link = 'closed';
        this.close();
      }
      return;
    }
    if (message.type === 'event' && isGap(this.known, message) && this.known.n > 0) {
      void this.#hello();
      return;
    }
    const before = this.first;
    this.known = fold(this.known, message, Date.now());
    if (this.first?.at !== before?.at) this.#askedAnew(before);
    if (message.type === 'welcome') {
      this.link = 'open';
      this.#tries = 0;
      for (const { message: unanswered } of this.#waiting.values()) this.#say(unanswered);
    }
  }

  /** A new question ends the draft; the same one, asked again because others have acted, keeps it. */
  #askedAnew(before: Ask | null): void {
    const ask = this.first;
    const isSame = ask !== null && isSameQuestion(ask, before);
    const first = this.draft?.answers[0];
    if (this.draft && isSame && ask.choices.some(({ choice }) => choice === first)) {
      this.draft = { ...this.draft, asks: [ask, ...this.draft.asks.slice(1)] };
    } else {
      this.draft = null;
    }
    if (ask && !isSame) this.refused = null;
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (waiting) waiting.done(answer);
    else if (answer.type === 'refused') this.#turnedAway(answer);
  }

  /** A refusal that answers nothing of ours answers the hello. */
  #turnedAway(refused: Refused): void {
    if (refused.key === 'server.refused.bad_token') {
      forget();
      void this.#hello();
    } else if (!this.known.welcome) {
      this.ended = refused.key;
      this.link = 'closed';
      this.close();
    } else {
      this.refused = refused;
    }
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket || this.#isOver) return;
    this.#socket = null;
    clearInterval(this.#heartbeat);
    if (this.link === 'open') this.link = 'lost';
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 4000;
    this.#timer = setTimeout(() => this.#open(), wait);
  }
}
