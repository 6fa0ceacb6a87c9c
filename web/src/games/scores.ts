/** How a game counts: where what wins came from, in words and drawings; loaded with the game's end. */

export interface ScoreWords {
  /** What is counted, over the chart. */
  readonly unit: string;
  /** So much of it. */
  readonly amount: (number: number) => string;
  /** Where it came from. */
  readonly source: (id: string) => string;
  /** The drawing of where it came from; none where sums tell more. */
  readonly icon: (id: string) => string;
}

const scores: Record<string, () => Promise<{ words: ScoreWords }>> = {
  downtown: () => import('./downtown/score'),
  mafia_city: () => import('./mafia_city/score'),
};

/** The words of a game that counts; null for one that does not. */
export async function loadScores(area: string): Promise<ScoreWords | null> {
  return (await scores[area]?.())?.words ?? null;
}
