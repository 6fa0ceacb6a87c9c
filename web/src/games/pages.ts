/** The page of each game, loaded when the game is opened. */

import type { Component } from 'svelte';
import type { Session } from '../net/session.svelte';
import type { Table } from '../protocol';

export type GamePage = Component<{ session: Session; table: Table }>;

const pages: Record<string, () => Promise<{ default: GamePage }>> = {
  downtown: () => import('./downtown/Downtown.svelte'),
  mafia_city: () => import('./mafia_city/MafiaCity.svelte'),
  palermo: () => import('./palermo/Palermo.svelte'),
};

/** The page of the device in the middle of the table, where a game has one. */
const hosts: Record<string, () => Promise<{ default: GamePage }>> = {
  palermo: () => import('./palermo/Host.svelte'),
};

/** The page of a game, by the area of its texts; of its host device, if that is what this is. */
export async function loadGame(area: string, { isHost = false } = {}): Promise<GamePage> {
  const load = (isHost && hosts[area]) || pages[area];
  if (!load) throw new Error(`no page for ${area}`);
  return (await load()).default;
}
