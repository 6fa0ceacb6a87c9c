/** What the page needs to know of a game before anybody sits down at it. */

export interface GameCard {
  /** The name in addresses and at the server. */
  name: string;
  /** The area of its texts. */
  area: string;
  title: string;
  poster: string;
  minutes: string;
  players: string;
  /** Seats of the table that is made by one tap. */
  usual: number;
  /** Options of a first game. */
  easy: Record<string, string>;
}

export const GAMES: readonly GameCard[] = [
  {
    name: 'mafia-city',
    area: 'mafia_city',
    title: 'Mafia City',
    poster: 'po-city',
    minutes: '60–90',
    players: '3–5',
    usual: 4,
    easy: { level: 'beginner' },
  },
  {
    name: 'downtown',
    area: 'downtown',
    title: 'Downtown',
    poster: 'po-town',
    minutes: '30–60',
    players: '2–4',
    usual: 3,
    easy: {},
  },
  {
    name: 'palermo',
    area: 'palermo',
    title: 'Palermo',
    poster: 'po-palermo',
    minutes: '20–60',
    players: '6–21',
    usual: 9,
    easy: {},
  },
];

/** The card of a game; the first one if there is no such game. */
export function gameCard(name: string): GameCard {
  return GAMES.find((game) => game.name === name) ?? GAMES[0]!;
}
