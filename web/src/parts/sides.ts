/** Sides that win or lose together, as the end of a game shows them. */

export interface Side {
  name: string;
  icon: string;
  seats: readonly number[];
  hasWon: boolean;
}
