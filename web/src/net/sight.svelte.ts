/** What is known of one table, and how much of it has been shown: one thing after the other. */

import type { Ask, Event, ServerMessage } from '../protocol';
import { Stage, type Line, type Piece } from '../stage/stage.svelte';
import { areAlike, isSameQuestion } from './draft';
import { isRight } from './folding';
import { fold, heardIn, isGap, NOTHING_KNOWN, type Known } from './known';

/** What waits until everything that came before it has been shown. */
const IN_ORDER = new Set(['event', 'mine', 'turn', 'guide', 'account']);

export abstract class Sight {
  /** What is known and has been shown; the page draws this and nothing else. */
  known = $state.raw<Known>(NOTHING_KNOWN);
  /** Shows what arrives one thing after the other. */
  readonly stage = new Stage();

  /** What is known, shown or not. */
  #live: Known = NOTHING_KNOWN;

  /** The question that a move begins with: the open one, or one that may come round. */
  get first(): Ask | null {
    return this.known.ask ?? (this.known.mine?.ahead.length ? null : this.known.ahead);
  }

  /** Whether what is answered now is answered ahead. */
  get isAhead(): boolean {
    return this.known.ask === null && this.first !== null;
  }

  /** Another question is shown than the one before. */
  protected abstract askedAnew(before: Ask | null): void;

  /** The number of the last event that is known of what a seat sees; no seat is the one that was given. */
  protected last(seat: number | null): number {
    const { welcome, n } = this.#live;
    return welcome && (seat ?? welcome.seat) === welcome.seat ? n : 0;
  }

  /** Take in what came over the wire; false where something is missing, or does not add up. */
  protected take(message: ServerMessage): boolean {
    if (message.type === 'event' && isGap(this.#live, message)) return false;
    this.hear(message);
    return message.type !== 'event' || isRight(this.#live.view, message);
  }

  /** Take in a message; what has happened is shown when everything before it has been seen. */
  hear(message: ServerMessage): void {
    const now = Date.now();
    const isNews = message.type === 'event' && message.n > this.#live.n && this.#live.view !== null;
    this.#live = fold(this.#live, message, now);
    this.#setStage();
    if (IN_ORDER.has(message.type)) {
      this.stage.add(
        message.type === 'event' && isNews
          ? this.#piece(message, now)
          : { lines: [], tell() {}, open: () => this.#fold(message, now), close() {} },
      );
      return;
    }
    // Whoever comes back gets a summary, not a film.
    if (message.type === 'welcome' || message.type === 'missed') this.stage.finish();
    this.#fold(message, now);
  }

  /** Whether an event has been heard, shown or not. */
  knows(n: number): boolean {
    return this.#live.n >= n;
  }

  /** Know this and nothing else: a replay goes to another moment. */
  leap(known: Known): void {
    this.stage.clear();
    this.#live = known;
    this.known = known;
    this.#setStage();
  }

  #fold(message: ServerMessage, now: number): void {
    const before = this.first;
    this.known = fold(this.known, message, now);
    if (this.first?.at !== before?.at) this.askedAnew(before);
  }

  #setStage(): void {
    const { table, welcome, clock } = this.#live;
    this.stage.pace = table?.settings.pace ?? 'calm';
    this.stage.isTimed = clock?.deadline != null;
    this.stage.seat = welcome?.seat ?? null;
  }

  /** An event on the stage: its lines, then what has changed, then what is asked. */
  #piece(event: Event, now: number): Piece {
    let before: Known | null = null;
    let whole: Known | null = null;
    let question: Ask | null = null;
    const begin = (): Known => {
      if (!before) [before, question] = [this.known, this.first];
      return before;
    };
    /** What has been answered is not asked while it is told what came of it. */
    const stillAsked = ({ ask }: Known, then: Known) =>
      isSameQuestion(ask, then.ask) && areAlike(ask?.choices, then.ask?.choices);
    return {
      lines: heardIn(event, this.known.welcome?.seat ?? null).filter(
        (line): line is Line => 'notice' in line,
      ),
      tell: (line) => {
        const isAsked = stillAsked(begin(), fold(begin(), event, now));
        const { heard, view, ask } = this.known;
        const after = this.stage.game?.advance?.(view, line.notice) ?? view;
        this.known = {
          ...this.known,
          heard: [...heard, line],
          view: after,
          ask: isAsked ? ask : null,
        };
      },
      open: () => {
        const { n, heard, view, outcome } = begin();
        whole = fold({ ...this.known, n, heard, view }, event, now);
        const ask = stillAsked(begin(), whole) ? whole.ask : null;
        this.known = { ...whole, ask, ahead: null, outcome };
      },
      close: () => {
        if (!whole) return;
        const { ask, ahead, outcome } = whole;
        this.known = { ...this.known, ask, ahead, outcome };
        if (this.first?.at !== question?.at) this.askedAnew(question);
      },
    };
  }
}
