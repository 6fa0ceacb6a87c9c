/** The seeds of one's own seats: made here, shown as a hash first, opened when all hashes are in. */

import type { Table } from '../protocol';
import { randomHex } from './random';
import { seedHash, takeReceipt } from './receipt';
import type { Session } from './session.svelte';

const KEY = 'omerta-seeds';

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

function seedOf(commit: string, seat: number): string {
  const seeds = kept();
  const name = `${commit}:${seat}`;
  const seed = seeds[name] ?? randomHex(16);
  // Only the newest few are of use: a seed serves one game.
  const newest = Object.entries({ ...seeds, [name]: seed }).slice(-24);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    memory.set(name, seed);
  }
  return memory.get(name) ?? seed;
}

const memory = new Map<string, string>();

/** Say that a seat of one's own is ready, with the hash of its seed; or that it is not. */
export async function sayReady(
  session: Session,
  table: Table,
  seat: number,
  ready: boolean,
): Promise<void> {
  const { game_id, commit } = table.fair;
  const hash = ready ? seedHash(game_id, seat, seedOf(commit, seat)) : '';
  await session.send({ type: 'ready', ready, hash, seat });
}

/**
 * Take the receipt of the sealed deal, then show the seeds of all seats of one's own that are asked for.
 * False if the server shows another deal than before: then no seed leaves this device.
 */
export async function showSeeds(session: Session, table: Table): Promise<boolean> {
  const own = table.chairs.filter((chair) => chair.yours);
  const seeds = Object.fromEntries(
    own.map(({ seat }) => [seat, seedOf(table.fair.commit, seat)] as const),
  );
  if (!takeReceipt(table, seeds)) return false;
  await Promise.all(
    own
      .filter((chair) => !chair.seed)
      .map(({ seat }) => session.send({ type: 'seed', seed: seeds[seat] ?? '', seat })),
  );
  return true;
}
