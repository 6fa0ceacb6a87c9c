/** The stage: what a table tells is shown one thing after the other, each long enough to be understood. */

import type { Heard } from '../net/known';
import type { Notice } from '../protocol';

export type Line = Extract<Heard, { notice: Notice }>;
export type Weight = 'scene' | 'beat' | 'murmur';

/** What a game says of its stage; the weights themselves come with the notices. */
export interface GameStage {
  /** How long a scene stays, in milliseconds, by the last word of its key; else `SCENE`. */
  lasts?: Readonly<Record<string, number>>;
  /** What is no scene for whoever did it, by the last word of its key. */
  own?: readonly string[];
  /** What the board shows between two notices of one event: the view after this notice. */
  advance?: (view: unknown, notice: Notice) => unknown;
}

/** Something that has arrived: its lines, and what happens when the last of them is told. */
export interface Piece {
  readonly lines: readonly Line[];
  /** Tell one line that is not the last. */
  tell(line: Line): void;
  /** Show everything but what is asked. */
  open(): void;
  /** Ask: the cause has been seen. */
  close(): void;
}

/** Milliseconds at a calm table; the house reckons with the same (docs/server.md). */
export const SCENE = 2000;
export const BEAT = 500;
const SHORTEST = 1200;
const LONGEST = 3000;
/** How the pace of the table stretches what is shown. */
const PACES: Readonly<Record<string, number>> = {
  thoughtful: 1.5,
  calm: 1,
  brisk: 0.6,
  instant: 0,
};
/** What has gathered is shown within this time: where a clock runs, before it does. */
const WITH_CLOCK = 12_000;
const WITHOUT = 40_000;

/** How much a notice weighs. */
export function weightOf(notice: Notice): Weight {
  return (notice.weight as Weight | undefined) ?? 'beat';
}

/** The last word of a notice's key. */
export function keyOf(notice: Notice): string {
  return notice.key.slice(notice.key.lastIndexOf('.') + 1);
}

export class Stage {
  /** What is shown at this moment: a scene, or a beat that passes. */
  line = $state.raw<Line | null>(null);
  /** How long it stays, in milliseconds. */
  lasts = $state(0);
  /** The scenes that wait behind it. */
  coming = $state.raw<readonly Line[]>([]);
  /** What the game says of its stage; a page without one shows everything at once. */
  game = $state.raw<GameStage | null>(null);
  /** How the table is played: its pace, whether a clock runs, and whose eyes these are. */
  pace = 'calm';
  isTimed = false;
  seat: number | null = null;

  #queue: Piece[] = [];
  #piece: Piece | null = null;
  #at = 0;
  #timer = 0;
  /** While everything is shown at once nothing waits. */
  #isHurried = false;
  #isGoing = false;

  /** The scene on the stage. */
  get scene(): Line | null {
    return this.line && weightOf(this.line.notice) === 'scene' ? this.line : null;
  }

  /** Whether something is shown, or waits to be. */
  get isBusy(): boolean {
    return this.line !== null;
  }

  /** Put something behind what waits; on an empty stage it is shown now. */
  add(piece: Piece): void {
    this.#queue.push(piece);
    if (this.#timer) this.#count();
    else this.#go();
  }

  /** Go on to the next thing. */
  next(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#go();
  }

  /** Show all that waits at once. */
  finish(): void {
    this.#isHurried = true;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#go();
    this.#isHurried = false;
  }

  /** Forget what waits without showing it. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.#piece = null;
    this.line = null;
    this.#count();
  }

  #go(): void {
    if (this.#isGoing) return;
    this.#isGoing = true;
    try {
      while (!this.#step());
    } finally {
      this.#isGoing = false;
    }
  }

  /** Do the next thing; whether there is now something to wait for, or nothing more to do. */
  #step(): boolean {
    const piece = (this.#piece ??= this.#taken());
    if (!piece) {
      this.line = null;
      this.#count();
      return true;
    }
    const at = this.#at++;
    const line = piece.lines[at];
    const opens = lastShown(piece.lines);
    if (at === opens) piece.open();
    if (!line) {
      this.#piece = null;
      piece.close();
      return false;
    }
    if (at < opens) piece.tell(line);
    const time = this.#time(line.notice);
    if (!time) return false;
    this.line = line;
    this.lasts = time;
    this.#count();
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#go();
    }, time);
    return true;
  }

  #taken(): Piece | null {
    this.#at = 0;
    return this.#queue.shift() ?? null;
  }

  #waiting(): Line[] {
    const rest = this.#piece?.lines.slice(this.#at) ?? [];
    return [...rest, ...this.#queue.flatMap(({ lines }) => lines)];
  }

  #count(): void {
    this.coming = this.#waiting().filter(({ notice }) => weightOf(notice) === 'scene');
  }

  /** How long a notice stays: less if much has gathered, nothing where nobody looks. */
  #time(notice: Notice): number {
    if (this.#isHurried || !this.game || document.hidden) return 0;
    const time = this.#whole(notice);
    const gathered = this.#waiting().reduce((sum, line) => sum + this.#whole(line.notice), time);
    const limit = this.isTimed ? WITH_CLOCK : WITHOUT;
    return gathered > limit ? (time * limit) / gathered : time;
  }

  #whole(notice: Notice): number {
    const pace = PACES[this.pace] ?? 1;
    const weight = weightOf(notice);
    if (weight === 'murmur') return 0;
    const isOwn = this.seat !== null && notice.args?.seat === this.seat;
    if (weight === 'beat') return isOwn ? 0 : BEAT * pace;
    if (isOwn && this.game?.own?.includes(keyOf(notice))) return 0;
    const wanted = this.game?.lasts?.[keyOf(notice)] ?? SCENE;
    return Math.min(LONGEST, Math.max(SHORTEST, wanted)) * pace;
  }
}

/** The line with which everything is shown that an event has changed: the last that takes time. */
function lastShown(lines: readonly Line[]): number {
  return Math.max(
    0,
    lines.findLastIndex(({ notice }) => weightOf(notice) !== 'murmur'),
  );
}
