/** A place at one table: what is known there, the move that is being built, and what is sent. */

import type { Ask, Choice, Move, Preview, Refused, ServerMessage } from '../protocol';
import { areAlike, isSameQuestion, picked, questionsOf, shortened, type Draft } from './draft';
import { Grace, GRACE } from './grace.svelte';
import { Sight } from './sight.svelte';
import { Wire, type Answer, type Link, type Socket, type Unsent } from './wire.svelte';
import type { Tab } from './tab';

const STALE = 'server.refused.stale';
/** Milliseconds for which a move that was taken may wait for its event, and between two looks for it. */
const A_TICK = 4000;
const A_MOMENT = 50;
/** A statement that came too soon after another is kept and can be said in a moment. */
const TOO_SOON = 'server.refused.too_soon';
const PATIENCE = 5;
/** How a session comes to its table. */
interface Coming {
  watch?: boolean;
  seat?: number | null;
  /** A replay shows what was known; there is nobody to talk to. */
  isStill?: boolean;
  connect?: () => Socket;
  tab?: Tab;
  wantsSecondTap?: () => boolean;
}

export class Session extends Sight {
  draft = $state.raw<Draft | null>(null);
  /** The last thing that was refused, until something else is done. */
  refused = $state.raw<Refused | null>(null);
  /** Whether a move is on its way. */
  sending = $state(false);
  /** Runs while a move that was made by one tap can be taken back. */
  readonly grace = new Grace();
  /** The question for which more time was asked. */
  heldAt = $state(0);

  #wire: Wire | null = null;
  #wantsSecondTap: () => boolean;

  constructor(
    readonly code: string,
    { isStill = false, wantsSecondTap = () => true, ...coming }: Coming = {},
  ) {
    super();
    this.#wantsSecondTap = wantsSecondTap;
    if (isStill) return;
    const listener = {
      last: (seat: number | null) => this.last(seat),
      take: (message: ServerMessage) => this.take(message),
      refuse: (refused: Refused) => (this.refused = refused),
      end: () => this.grace.end(),
    };
    this.#wire = new Wire(code, listener, coming);
  }

  get link(): Link {
    return this.#wire?.link ?? 'open';
  }

  /** Why the server ended the connection for good. */
  get ended(): string {
    return this.#wire?.ended ?? '';
  }

  /** Send a command and wait for the one answer it gets, over a lost connection too. */
  send(command: Unsent): Promise<Answer> {
    return this.#wire?.send(command) ?? new Promise(() => {});
  }

  /** Look through another seat of one's own. */
  lookThrough(seat: number): void {
    this.drop();
    this.#wire?.lookThrough(seat);
  }

  /** End the connection; the session is of no use afterwards. */
  close(): void {
    this.grace.end();
    this.#wire?.close();
  }

  /** The question that can be answered now; of a whole move the last one, to change one's mind. */
  get ask(): Ask | null {
    if (!this.draft) return this.first;
    return this.draft.ask ?? this.draft.asks.at(-1) ?? null;
  }

  /** The choices made so far, as the questions described them. */
  get picked(): Choice[] {
    return picked(this.draft);
  }

  /** The last choice of a move that is whole and waits for a second tap. */
  get chosen(): number | null {
    return this.draft?.whole ? (this.draft.answers.at(-1) ?? null) : null;
  }

  /** What the move as it is drafted would do, where the game says so. */
  get preview(): Preview | null {
    return this.draft?.previews.at(-1) ?? null;
  }

  /**
   * Touch something that can be chosen. If that makes the move whole, it is carried out after a moment, or
   * when it is touched again; who wants so, or is taught, always touches twice.
   */
  async touch(choice: number): Promise<void> {
    if (this.chosen === choice) {
      await this.commit();
      return;
    }
    await this.choose(choice);
    if (this.draft?.whole && !this.#wantsSecondTap() && !this.isTaught) this.#leaveSoon();
  }

  /** Whether the pupil of a lesson follows it; what is left out there could not be taught. */
  get isTaught(): boolean {
    return this.known.guide?.state === 'following';
  }

  #leaveSoon(): void {
    const { clock, skew } = this.known;
    const left = clock?.deadline ? clock.deadline - (Date.now() + skew) : Infinity;
    // What was given ahead can be taken back later, and who has no time has none to lose.
    if (this.isAhead || left < 2 * GRACE) {
      void this.commit();
      return;
    }
    const answers = this.draft?.answers;
    // What would come too soon after the last statement waits until it may be said.
    const silence = this.known.silentUntil - this.known.skew - Date.now();
    this.grace.begin(
      () => {
        if (this.draft?.answers === answers) void this.commit();
      },
      Math.max(GRACE, silence + A_MOMENT),
    );
  }

  /** Build a whole move at once, answer by answer; it leaves as after a touch. Null: there is no such answer. */
  async build(answer: (ask: Ask) => number | null): Promise<boolean> {
    this.drop();
    for (let ask = this.first; ask; ask = this.draft?.ask ?? null) {
      const choice = answer(ask);
      const before: Draft | null = this.draft;
      if (choice !== null) await this.choose(choice);
      if (choice === null || this.draft === before) {
        this.drop();
        return false;
      }
      if (this.draft?.whole) break;
    }
    if (!this.draft?.whole) return false;
    if (!this.#wantsSecondTap() && !this.isTaught) this.#leaveSoon();
    return true;
  }

  /** Answer the open question with this choice; the server says what may follow. */
  async choose(choice: number): Promise<void> {
    const first = this.#caughtUp();
    const open = this.ask;
    if (!first || !open || this.sending) return;
    this.grace.end();
    const kept = this.draft?.whole ? -1 : undefined;
    const answers = this.draft?.answers.slice(0, kept) ?? [];
    const asks = this.draft?.asks.slice(0, kept) ?? [];
    await this.#draft(first, [...answers, choice], [...asks, open]);
    await this.#leadOn(first);
  }

  /** Of what may follow nobody is asked what leaves no choice. */
  async #leadOn(first: Ask): Promise<void> {
    const led = this.draft;
    const only = led?.ask?.choices.length === 1 ? led.ask.choices[0] : null;
    if (!led?.ask || !only || this.isTaught || !isSameQuestion(this.first, first)) return;
    await this.#draft(first, [...led.answers, only.choice], [...led.asks, led.ask]);
    if (this.draft !== led) await this.#leadOn(first);
  }

  /** A question whose first part leaves no choice begins with the next. */
  async #begin(): Promise<void> {
    const first = this.known.ask;
    const only = first?.choices.length === 1 ? first.choices[0] : null;
    if (!first || !only || this.isTaught || this.#wantsSecondTap()) return;
    const answer = await this.#sent('draft', first, [only.choice]);
    const isOpen = this.known.ask?.at === first.at && !this.draft && !this.sending;
    if (answer.type !== 'drafted' || answer.whole || !isOpen) return;
    const { answers, ask, preview } = answer;
    this.draft = { answers, asks: [first], ask, whole: false, previews: [preview] };
  }

  /** Answer an earlier question of the draft differently; what followed it is asked again. */
  async rechoose(at: number, choice: number): Promise<void> {
    const first = this.#caughtUp();
    const ask = at === 0 ? first : (this.draft?.asks[at] ?? this.draft?.ask);
    if (!first || !ask || this.sending) return;
    await this.#draft(
      first,
      [...(this.draft?.answers.slice(0, at) ?? []), choice],
      [...(this.draft?.asks.slice(0, at) ?? []), ask],
    );
  }

  /** Draft other answers to the questions that were put so far: one thing less, another amount. */
  async redraft(answers: readonly number[]): Promise<void> {
    const first = this.first;
    if (!first || this.sending) return;
    this.grace.end();
    if (answers.length)
      await this.#draft(first, [...answers], questionsOf(answers, first, this.draft));
    else this.drop();
  }

  /** Take the last choice back. */
  back(): void {
    if (this.sending || !this.draft?.answers.length) return;
    this.grace.end();
    this.refused = null;
    this.draft = shortened(this.draft);
    if (!this.draft) void this.#begin();
  }

  /** Forget the draft. */
  drop(): void {
    this.grace.end();
    this.draft = null;
    this.refused = null;
  }

  /** Carry out the whole move; of a question that has not come yet, keep it for then. */
  async commit(answers: readonly number[] = this.draft?.answers ?? []): Promise<boolean> {
    const ask = this.#caughtUp();
    if (!ask || this.sending || !answers.length) return false;
    this.grace.end();
    this.sending = true;
    this.refused = null;
    try {
      const answer = await this.#sent(this.isAhead ? 'ahead' : 'commit', ask, [...answers]);
      if (answer.type === 'refused') this.refused = answer;
      if (answer.type !== 'refused' || answer.key !== TOO_SOON) this.draft = null;
      if (answer.type !== 'receipt') return false;
      await this.#shown(answer.n);
      return true;
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

  /** The text key of what speaks against a move, in the notation of the game; empty if nothing does. */
  async reasonAgainst(move: string): Promise<string> {
    const answer = await this.send({ type: 'why', at: this.known.ask?.at ?? 0, move });
    return answer.type === 'refused' ? answer.key : '';
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

  /** Whoever acts need not see the rest first; the question, if it is still the same one. */
  #caughtUp(): Ask | null {
    const meant = this.first;
    this.stage.finish();
    return isSameQuestion(meant, this.first) ? this.first : null;
  }

  async #draft(first: Ask, answers: number[], asks: Ask[]): Promise<void> {
    this.refused = null;
    const answer = await this.#sent('draft', first, answers);
    if (!isSameQuestion(this.first, first)) return;
    if (answer.type === 'drafted') {
      const { ask, whole, preview } = answer;
      const before = answers.map((_, at) => this.draft?.previews[at] ?? null).slice(0, -1);
      const previews = [...before, preview];
      this.draft = { answers: answer.answers, asks, ask, whole, previews };
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
      if (isStale) this.stage.finish();
      const now = this.first;
      if (!isStale || tries === PATIENCE || !now || !isSameQuestion(now, first)) return answer;
      if (type !== 'draft' && this.isAhead !== (type === 'ahead')) return answer;
      const isAsSeen = areAlike(now.choices, first.choices) && areAlike(this.known.view, seen);
      if (type === 'ahead' && !isAsSeen) return answer;
      at = now.at;
    }
  }

  /** A move shows with its event; at night that comes with the next tick, for everybody alike. */
  async #shown(n: number): Promise<void> {
    for (let waited = 0; !this.knows(n) && waited < A_TICK; waited += A_MOMENT)
      await new Promise((done) => setTimeout(done, A_MOMENT));
  }

  /** A new question ends the draft; the same one, asked again because others have acted, keeps it. */
  protected askedAnew(before: Ask | null): void {
    const ask = this.first;
    const isSame = ask !== null && isSameQuestion(ask, before);
    const first = this.draft?.answers[0];
    if (this.draft && isSame && ask.choices.some(({ choice }) => choice === first)) {
      this.draft = { ...this.draft, asks: [ask, ...this.draft.asks.slice(1)] };
    } else {
      this.grace.end();
      this.draft = null;
      void this.#begin();
    }
    if (ask && !isSame) this.refused = null;
  }
}
