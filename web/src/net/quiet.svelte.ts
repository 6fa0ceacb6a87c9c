/** Whom one does not hear at a table: muted on this device, or blocked at every table. */

import type { BlockLine } from '../protocol';
import { api } from './api';
import type { Heard } from './known';

const KEY = 'omerta-muted';

interface Muted {
  table: string;
  seats: number[];
}

function read(): Muted {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '') as Muted;
  } catch {
    return { table: '', seats: [] };
  }
}

let table = $state('');
let muted = $state.raw<readonly number[]>([]);
let blocks = $state.raw<readonly BlockLine[]>([]);

/** Sit down at a table: what was muted there before stays so. */
export function listenAt(id: string): void {
  if (table === id) return;
  table = id;
  const before = read();
  muted = before.table === id ? before.seats : [];
  void learnBlocks();
}

/** Ask the house again whom one blocks, and where they sit. */
export async function learnBlocks(): Promise<void> {
  blocks = await api.blocks(table).catch(() => []);
}

export const isMuted = (seat: number) => muted.includes(seat);

/** Do not hear a seat at this table any more, or hear it again. */
export function mute(seat: number, isWished: boolean): void {
  muted = [...muted.filter((one) => one !== seat), ...(isWished ? [seat] : [])];
  try {
    localStorage.setItem(KEY, JSON.stringify({ table, seats: muted }));
  } catch {
    // Private windows may refuse; it holds until the page is closed.
  }
}

/** The block of whoever sits there, if there is one. */
export const blockOf = (seat: number) => blocks.find(({ seats }) => seats.includes(seat)) ?? null;

export async function block(seat: number): Promise<void> {
  blocks = await api.block(table, seat);
}

export async function unblock(seat: number): Promise<void> {
  const found = blockOf(seat);
  if (!found) return;
  await api.unblock(found.id);
  await learnBlocks();
}

/** Whether a line is shown: everything but the words of those whom one does not hear. */
export function isHeard(line: Heard): boolean {
  const seat = 'said' in line ? (line.said.seat ?? null) : null;
  return seat === null || !(isMuted(seat) || blockOf(seat));
}
