/**
 * Speaking so that nobody can overhear who speaks: while the game is hushed, everybody sends one
 * message of one size at one pace, whether there is something to say or not.
 */

/** Milliseconds between two messages. */
export const SLOT = 700;
/** Bytes of each: the longest whisper and the longest move fit in. */
export const SIZE = 2304;

const NOTHING = '{"type":"ping"}';
const bytes = new TextEncoder();

/** A message with as many blanks behind it as it takes. */
export function padded(text: string): string {
  const length = bytes.encode(text).length;
  return text + ' '.repeat(Math.ceil(length / SIZE) * SIZE - length);
}

export class Slots {
  #put: (text: string) => void;
  #waiting: string[] = [];
  #timer = 0;

  constructor(put: (text: string) => void) {
    this.#put = put;
  }

  /** Say something now, or when the next slot comes; a ping is said in every slot anyhow. */
  say(text: string): void {
    if (!this.#timer) this.#put(text);
    else if (text !== NOTHING) this.#waiting.push(text);
  }

  /** Whether the game is hushed now. */
  hush(isHushed: boolean): void {
    if (isHushed && !this.#timer) this.#timer = setInterval(() => this.#speak(), SLOT);
    else if (!isHushed && this.#timer) this.stop(true);
  }

  /** Speak as usual again; what waits is said at once, or never. */
  stop(isSaid = false): void {
    clearInterval(this.#timer);
    this.#timer = 0;
    const waiting = this.#waiting.splice(0);
    if (isSaid) for (const text of waiting) this.#put(text);
  }

  #speak(): void {
    this.#put(padded(this.#waiting.shift() ?? NOTHING));
  }
}
