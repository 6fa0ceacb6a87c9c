/**
 * The game that the peers serve: a city as large as ours, with hands that only their owners see.
 *
 * It begins with what four seats see of a game of Mafia City (the file named as first argument).
 * A move places a chip at a location; everybody is told, and the next seat is at it. There are
 * no other rules: that is in the peers' favour.
 */

import { readFileSync } from 'node:fs';

const VIEWS = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { seat: _seat, hand: _hand, ...PUBLIC } = VIEWS[0];

export const SEATS = VIEWS.length;
export const PLACES = Object.keys(PUBLIC.stacks);
const CHIPS = 8;

/** A city in the middle of a game. */
export function city() {
  return structuredClone({ ...PUBLIC, turn: 0, hands: VIEWS.map(({ hand }) => hand) });
}

/** Place a chip; when all are placed, everybody takes theirs back. */
export function place(city, seat, where) {
  city.stacks[PLACES[where]].push(seat);
  city.chips[seat]--;
  city.turn = (seat + 1) % SEATS;
  if (city.chips[seat] <= 0) {
    city.chips.fill(CHIPS);
    for (const name of PLACES) city.stacks[name] = [];
  }
}

/** What a seat sees: everything but the hands of others. */
export function viewOf({ hands, ...seen }, seat) {
  return { ...seen, seat, hand: hands[seat] };
}
