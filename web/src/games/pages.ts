/** The page of each game, loaded when the game is opened; a game without one has the plain page. */

import type { Component } from 'svelte';
import type { Session } from '../net/session.svelte';
import type { Changes, Sheet, Table } from '../protocol';

export type GamePage = Component<{ session: Session; table: Table }>;

const pages: Record<string, () => Promise<{ default: GamePage }>> = {
  downtown: () => import('./downtown/Downtown.svelte'),
  mafia_city: () => import('./mafia_city/MafiaCity.svelte'),
  palermo: () => import('./palermo/Palermo.svelte'),
};

/** The page of every other game. */
const plain = () => import('./plain/Plain.svelte');

/** The page of the device in the middle of the table, where a game has one. */
const hosts: Record<string, () => Promise<{ default: GamePage }>> = {
  palermo: () => import('./palermo/Host.svelte'),
};

/** The page of whoever runs a game, where a person may. */
const masters: Record<string, () => Promise<{ default: GamePage }>> = {
  palermo: () => import('./palermo/Master.svelte'),
};

export type SetupPart = Component<{
  table: Table;
  onchange: (changes: Changes) => Promise<unknown>;
}>;

/** What a game lets people choose before the start, beside its options. */
const setups: Record<string, () => Promise<{ default: SetupPart }>> = {
  palermo: () => import('./palermo/setup'),
};

export async function loadSetup(area: string): Promise<SetupPart | null> {
  return (await setups[area]?.())?.default ?? null;
}

export type SheetPage = Component<{ sheet: Sheet; players: number }>;

/** A setup on paper, where there is something to read aloud. */
const sheets: Record<string, () => Promise<{ default: SheetPage }>> = {
  palermo: () => import('./palermo/Sheet.svelte'),
};

export async function loadSheet(area: string): Promise<SheetPage | null> {
  return (await sheets[area]?.())?.default ?? null;
}

export type StoryPart = Component<{ table: string; names: readonly string[] }>;

/** A finished game told with everything hidden in it, where there is something to tell. */
const stories: Record<string, () => Promise<{ default: StoryPart }>> = {
  palermo: () => import('./palermo/story'),
};

export async function loadStory(area: string): Promise<StoryPart | null> {
  return (await stories[area]?.())?.default ?? null;
}

/** The page of a game, by the area of its texts; of its host device, if that is what this is. */
export async function loadGame(
  area: string,
  { isHost = false, isMaster = false } = {},
): Promise<GamePage> {
  const load = (isMaster && masters[area]) || (isHost && hosts[area]) || pages[area];
  return (await (load || plain)()).default;
}
