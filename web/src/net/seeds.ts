/** The seeds of one's own seats: made here, shown as a hash first, opened when all hashes are in. */

import type { Table } from '../protocol';
import { digest } from './digest';
import { randomHex } from './random';
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
  const hash = ready ? digest(seedOf(table.fair.commit, seat)) : '';
  await session.send({ type: 'ready', ready, hash, seat });
}

/** Show the seeds of all seats of one's own that are asked for. */
export async function showSeeds(session: Session, table: Table): Promise<void> {
  const own = table.chairs.filter((chair) => chair.yours && !chair.seed);
  await Promise.all(
    own.map(({ seat }) =>
      session.send({ type: 'seed', seed: seedOf(table.fair.commit, seat), seat }),
    ),
  );
}
