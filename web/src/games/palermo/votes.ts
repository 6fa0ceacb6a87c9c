/** The hands of a game, gathered from what everybody was told. */

import type { Heard } from '../../net/known';
import { keyOf } from '../../stage/stage.svelte';

export interface Hands {
  against: number;
  by: number[];
}

export interface DayOfVotes {
  day: number;
  /** One list for each vote of the day: a run-off is another. */
  rounds: Hands[][];
}

const BEGINS = new Set(['vote_opens', 'runoff', 'discussion']);

/** Day by day, vote by vote; within a vote the one with the most hands first. */
export function ballots(heard: readonly Heard[]): DayOfVotes[] {
  const days: DayOfVotes[] = [];
  let day = 1;
  let isNew = true;
  for (const line of heard) {
    if (!('notice' in line)) continue;
    const key = keyOf(line.notice);
    if (key === 'night_falls') day++;
    if (BEGINS.has(key)) isNew = true;
    if (key !== 'hand') continue;
    const { seat, seat_named: against } = line.notice.args ?? {};
    let last = days.at(-1);
    if (last?.day !== day) days.push((last = { day, rounds: [] }));
    if (isNew || !last.rounds.length) last.rounds.push([]);
    isNew = false;
    const round = last.rounds.at(-1)!;
    const hands = round.find((one) => one.against === against);
    if (hands) hands.by.push(Number(seat));
    else round.push({ against: Number(against), by: [Number(seat)] });
  }
  for (const { rounds } of days)
    for (const round of rounds) round.sort((one, other) => other.by.length - one.by.length);
  return days;
}
