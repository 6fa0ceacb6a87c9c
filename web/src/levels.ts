/** How strong computer players are: the levels that the house offers, in words. */

import { hasText, t } from './text/texts.svelte';

/** The weakest thing that can be chosen, for those who look for it; nobody is offered it by one tap. */
const BY_LOT = 'random';

/** The levels that every game knows, the weakest first. */
const ORDER = ['relaxed', 'casual', 'sharp', 'master'];

/** The levels of a game that make sense as an opponent, the usual one first. */
export function strengths(levels: readonly string[]): string[] {
  return levels.filter((level) => level !== BY_LOT);
}

/** The same levels as somebody chooses among them: the weakest first, unknown ones last. */
export function byStrength(levels: readonly string[]): string[] {
  const place = (level: string): number =>
    ORDER.includes(level) ? ORDER.indexOf(level) : ORDER.length;
  return [...levels].sort((one, other) => place(one) - place(other));
}

/** What a level is called, in the game's own words if it has some. */
export function levelName(area: string, level: string): string {
  const key = [`${area}.level.${level}`, `server.level.${level}`].find(hasText);
  return key ? t(key) : level;
}

/** What to expect of a level, in one sentence; nothing if the house has none for it. */
export function levelAbout(area: string, level: string): string {
  const key = [`${area}.level_about.${level}`, `server.level_about.${level}`].find(hasText);
  return key ? t(key) : '';
}
