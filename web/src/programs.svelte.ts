/** Which seats of the table that is shown are played by programs. */

import type { Chair } from './protocol';

let seats = $state.raw<ReadonlySet<number>>(new Set());

/** Remember who is a program at this table; without chairs, nobody is. */
export function notePrograms(chairs: readonly Chair[]): void {
  seats = new Set(chairs.filter((chair) => chair.program).map((chair) => chair.seat));
}

/** Whether a program has this seat. */
export function isProgram(seat: number): boolean {
  return seats.has(seat);
}
