/** What a line of the log speaks of is lit on the board for a moment. */

import { kindOf } from '../text/render';

const MOMENT = 2500;

export class Pointing {
  #args = $state.raw<Record<string, string | number>>({});
  #timer = 0;

  /** Light what these arguments of a sentence name. */
  readonly at = (args: Record<string, string | number>): void => {
    this.#args = args;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.#args = {}), MOMENT);
  };

  /** The things of one kind that are lit now. */
  of(kind: string): ReadonlySet<string> {
    return new Set(
      Object.entries(this.#args).flatMap(([name, value]) =>
        kindOf(name) === kind ? [String(value)] : [],
      ),
    );
  }

  /** The seats that are lit now. */
  get seats(): ReadonlySet<number> {
    return new Set([...this.of('seat')].map(Number));
  }
}
