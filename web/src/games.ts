/** What the page needs to know of a game before anybody sits down at it. */

import { hasText, t } from './text/texts.svelte';
import { readable } from './text/sentence';

export interface GameCard {
  /** The name in addresses and at the server. */
  name: string;
  /** The area of its texts. */
  area: string;
  readonly title: string;
  /** One sentence about it, as a text key. */
  text: string;
  poster: string;
  /** How long it takes; nothing where nobody has measured it. */
  minutes: string;
  /** How many minutes a first game against computer players takes; 0 where nobody has measured it. */
  alone: number;
  players: string;
  /** Seats of the table that is made by one tap. */
  usual: number;
  /** Options of a first game. */
  easy: Record<string, string>;
}

/** The games with a page of their own. */
export const GAMES: readonly GameCard[] = [
  {
    name: 'mafia-city',
    area: 'mafia_city',
    title: 'Mafia City',
    text: 'web.game.mafia_city',
    poster: 'po-city',
    minutes: '60–90',
    alone: 15,
    players: '3–5',
    usual: 4,
    easy: { level: 'beginner' },
  },
  {
    name: 'downtown',
    area: 'downtown',
    title: 'Downtown',
    text: 'web.game.downtown',
    poster: 'po-town',
    minutes: '30–60',
    alone: 0,
    players: '2–4',
    usual: 3,
    easy: {},
  },
  {
    name: 'palermo',
    area: 'palermo',
    title: 'Palermo',
    text: 'web.game.palermo',
    poster: 'po-palermo',
    minutes: '20–60',
    alone: 0,
    players: '6–21',
    usual: 9,
    easy: {},
  },
];

/** The card of a game without a page of its own: what its rulebook and its catalogue say. */
export function plainCard(name: string, fewest = 2, most = 2): GameCard {
  const area = name.replaceAll('-', '_');
  return {
    name,
    area,
    // Its texts may come later than its card, and in another language at any time.
    get title() {
      const key = `${area}.game.title`;
      return hasText(key) ? t(key) : readable(area);
    },
    text: `${area}.game.text`,
    poster: 'po-plain',
    minutes: '',
    alone: 0,
    players: fewest === most ? String(most) : `${fewest}–${most}`,
    usual: Math.min(Math.max(fewest, USUAL), most),
    easy: {},
  };
}

/** How many sit down by one tap, where the game allows it. */
const USUAL = 3;

/** The card of a game. */
export function gameCard(name: string): GameCard {
  return GAMES.find((game) => game.name === name) ?? plainCard(name);
}
