/** Every game that the house offers: those with a page of their own at once, others once it has said so. */

import { GAMES, plainCard, type GameCard } from './games';
import { strengths } from './levels';
import { api, Trouble } from './net/api';
import { loadTexts } from './text/texts.svelte';

let others = $state.raw<readonly GameCard[]>([]);
let levels = $state.raw<ReadonlyMap<string, string[]>>(new Map());

/** The cards of all games. */
export function offered(): readonly GameCard[] {
  return [...GAMES, ...others];
}

/** The levels of a game's computer players that make sense as opponents, the usual one first. */
export function levelsOf(game: string): string[] {
  return strengths(levels.get(game) ?? []);
}

/** Ask the house which games it has; one that cannot be asked has those of the page. */
export async function askForGames(): Promise<void> {
  try {
    const found = await api.games();
    levels = new Map(found.map((line) => [line.name, line.levels]));
    const cards = found
      .filter(({ name }) => GAMES.every((game) => game.name !== name))
      .map(({ name, seats_low, seats_high }) => plainCard(name, seats_low, seats_high));
    await loadTexts(...cards.map(({ area }) => area));
    others = cards;
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
  }
}
