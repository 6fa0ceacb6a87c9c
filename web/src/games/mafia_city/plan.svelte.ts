/** The Mayor's order of the places, chosen once for all that are left. */

import type { Session } from '../../net/session.svelte';
import type { Ask } from '../../protocol';
import { partsOf } from './touch';

/** Questions for the next place. */
const POINTS = ['pick_location', 'pick_strategy_location'];
/** With fewer places left there is no order to speak of. */
const FEWEST = 3;

/** The places that an open question offers, in their order. */
function placesIn(ask: Ask | null): number[] {
  return (ask?.choices ?? []).flatMap((choice) => partsOf(choice).location ?? []);
}

export class Plan {
  /** Whether touching a place puts it next in the order. */
  isMaking = $state(false);
  /** The places that are still to come, in the order that was chosen. */
  places = $state.raw<readonly number[]>([]);
  #session: () => Session;
  #round: () => number;
  /** The point and the round for which the order was chosen. */
  #meant = '';
  /** The last question that was answered by it. */
  #answered = 0;

  constructor(session: () => Session, round: () => number) {
    this.#session = session;
    this.#round = round;
  }

  get #ask(): Ask | null {
    const { ask } = this.#session().known;
    return ask && POINTS.includes(ask.point) ? ask : null;
  }

  /** Whether an order can be chosen now. */
  get mayMake(): boolean {
    return placesIn(this.#ask).length >= FEWEST;
  }

  /** Whether all places are in the order. */
  get isWhole(): boolean {
    return this.isMaking && this.places.length === placesIn(this.#ask).length;
  }

  #meaning(ask: Ask): string {
    return `${ask.point} ${this.#round()}`;
  }

  begin(): void {
    this.#session().drop();
    this.isMaking = true;
    this.places = [];
  }

  end(): void {
    this.isMaking = false;
    this.places = [];
  }

  /** Put a place next, or take it and what follows out again; the last one needs no touch. */
  touch(place: number): void {
    const at = this.places.indexOf(place);
    const places = at < 0 ? [...this.places, place] : this.places.slice(0, at);
    const left = placesIn(this.#ask).filter((one) => !places.includes(one));
    this.places = at < 0 && left.length === 1 ? [...places, ...left] : places;
  }

  /** Go on in this order: the open question is answered, and each that follows it. */
  go(): void {
    const ask = this.#ask;
    if (!ask || !this.isWhole) return;
    this.#meant = this.#meaning(ask);
    this.isMaking = false;
    this.follow();
  }

  /** Answer the open question by the order, if it is one that the order was chosen for. */
  follow(): void {
    const ask = this.#ask;
    // Bids, reactions and effects come between the places; the next phase has an order of its own.
    if (!ask || this.isMaking || ask.at === this.#answered) return;
    const isMeant = this.#meaning(ask) === this.#meant;
    const [next, ...rest] = this.places.filter((place) => isMeant && placesIn(ask).includes(place));
    const choice = ask.choices.find((one) => partsOf(one).location === next);
    this.places = rest;
    if (next === undefined || !choice) return;
    this.#answered = ask.at;
    void this.#session().commit([choice.choice]);
  }
}
