/** Whether a line is alive: a ping some time after each word, patience, and no trust in a clock that stood still. */

import type { Tab } from './tab';

/** Milliseconds after the last word until the other end is asked for one. */
const PING_AFTER = 800;
/** Nobody looks at a hidden page, and its browser would rather sleep. */
const PING_AFTER_WHILE_HIDDEN = 10_000;
/** A silence so long is shown: within two seconds. */
const QUIET_AFTER = 1_800;
/** After so long without an answer to a ping the line is given up; a slow network may well need some seconds. */
const GIVE_UP_AFTER = 8_000;
/** A timer so late was suspended, and so were the words that it waited for. */
const SUSPENDED = 2_000;

interface Line {
  ping: () => void;
  /** Nothing has been heard for a while; it may still come. */
  quiet: () => void;
  /** The line is of no use any more. */
  dead: () => void;
}

export class Heartbeat {
  #tab: Tab;
  #line: Line;
  #timer = 0;
  #heardAt = 0;
  /** When the ping was sent that is not answered yet. */
  #pingedAt: number | null = null;

  constructor(tab: Tab, line: Line) {
    this.#tab = tab;
    this.#line = line;
  }

  /** Something was heard: all is well, and the next ping is sent some time from now. */
  heard(): void {
    this.#heardAt = performance.now();
    this.#pingedAt = null;
    this.#wait(this.#tab.isHidden ? PING_AFTER_WHILE_HIDDEN : PING_AFTER, () => this.ask());
  }

  /** Ask for a word now, and be patient from now on. */
  ask(): void {
    this.#pingedAt = performance.now();
    this.#line.ping();
    this.#listen();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #listen(): void {
    const now = performance.now();
    const quietAt = this.#heardAt + QUIET_AFTER;
    const deadAt = (this.#pingedAt ?? now) + GIVE_UP_AFTER;
    if (now >= deadAt) {
      this.#line.dead();
      return;
    }
    if (now >= quietAt && !this.#tab.isHidden) this.#line.quiet();
    this.#wait((now < quietAt ? quietAt : deadAt) - now, () => this.#listen());
  }

  #wait(milliseconds: number, next: () => void): void {
    clearTimeout(this.#timer);
    const due = performance.now() + milliseconds;
    this.#timer = setTimeout(() => {
      // Whatever came in while the page was suspended has not been heard yet: ask anew.
      if (performance.now() - due > SUSPENDED) this.ask();
      else next();
    }, milliseconds);
  }
}
