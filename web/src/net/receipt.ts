/**
 * Receipts: what was fixed before anybody showed a seed, worked out here and kept on this device.
 * Whoever has one need not believe the record that the server hands out (docs/fairness.md).
 */

import type { GameRecord, Table, Thrown } from '../protocol';
import { digest } from './digest';

/** Everything about a deal that is fixed before the first seed is shown. */
export interface Seal {
  gameId: string;
  commit: string;
  hashes: string[];
  rulebook: string;
  version: number;
  options: Record<string, string>;
  names: string[];
}

export interface Receipt {
  gameId: string;
  digest: string;
  /** What stands for who sits where. */
  people: string;
  /** The seeds of the own seats. */
  seeds: Record<number, string>;
}

const KIND = 'omerta-receipt-1';
const KEY = 'omerta-receipts';
const MOST = 200;

/** JSON as seals define it: no spaces, everything outside ASCII escaped. */
export function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What a seat shows before anybody shows a seed; it is of use for this seat and game only. */
export function seedHash(gameId: string, seat: number, seed: string): string {
  return digest(`fair1-seed:${gameId}:${seat}:${seed}`);
}

export function digestOf(seal: Seal): string {
  const options = Object.entries(seal.options).sort(([one], [other]) => (one < other ? -1 : 1));
  const told = ['fair1-receipt', seal.gameId, seal.commit, ...seal.hashes];
  return digest(ascii([...told, seal.rulebook, seal.version, options]));
}

export function peopleOf(seal: Seal): string {
  return digest(ascii(['fair1-names', seal.gameId, ...seal.names])).slice(0, 32);
}

export function sealOfTable(table: Table): Seal {
  return {
    gameId: table.fair.game_id,
    commit: table.fair.commit,
    hashes: table.chairs.map(({ hash }) => hash),
    rulebook: table.game,
    version: table.fair.version,
    options: table.options,
    names: table.chairs.map(({ name }) => name),
  };
}

export function sealOfRecord(record: GameRecord): Seal {
  return {
    gameId: record.game_id,
    commit: record.commit,
    hashes: record.hashes ?? [],
    rulebook: record.game,
    version: record.version,
    options: record.options,
    names: record.names,
  };
}

export function sealOfThrown(thrown: Thrown, table: Table): Seal {
  return {
    gameId: thrown.game_id,
    commit: thrown.commit,
    hashes: thrown.hashes,
    rulebook: table.game,
    version: table.fair.version,
    options: thrown.options,
    names: thrown.names,
  };
}

// ---------------------------------------------------------------- as text and pictures

/** The receipt as a line of text. */
export function lineOf({ gameId, digest, people, seeds }: Receipt): string {
  const own = Object.entries(seeds).map(([seat, seed]) => `${seat}=${encodeURIComponent(seed)}`);
  return [KIND, gameId, digest, people, ...own].join(' ');
}

/** The inverse; null for something else. */
export function readLine(line: string): Receipt | null {
  const [kind, gameId, digest, people, ...own] = line.trim().split(/\s+/);
  if (kind !== KIND || !gameId || digest?.length !== 64 || people?.length !== 32) return null;
  const seeds: Record<number, string> = {};
  for (const word of own) {
    const [seat = '', seed = ''] = word.split('=', 2);
    try {
      seeds[Number(seat)] = decodeURIComponent(seed);
    } catch {
      return null;
    }
  }
  return { gameId, digest, people, seeds };
}

/** The pictures that stand for four bits each, and what they show. */
export const PICTURES = [
  ['rose', 'clan-rosa'],
  ['key', 'ui-key'],
  ['star', 'clan-stella'],
  ['wolf', 'clan-lupo'],
  ['hand', 'hand-up'],
  ['clock', 'ui-clock'],
  ['phone', 'ui-phone'],
  ['eye', 'ui-eye'],
  ['book', 'ui-book'],
  ['moon', 'ui-moon'],
  ['sun', 'ui-sun'],
  ['cup', 'ui-cup'],
  ['crown', 'ui-crown'],
  ['lamp', 'ui-lamp'],
  ['house', 'ui-house'],
  ['hammer', 'ui-gavel'],
] as const;

/** The first 24 bits of a digest as three pictures with a number from 1 to 16. */
export function picturesOf(digest: string): { name: string; icon: string; number: number }[] {
  return [0, 2, 4].map((at) => {
    const byte = parseInt(digest.slice(at, at + 2), 16);
    const [name, icon] = PICTURES[byte >> 4] ?? PICTURES[0];
    return { name, icon, number: (byte & 15) + 1 };
  });
}

// ---------------------------------------------------------------- kept on this device

interface Kept {
  table: string;
  line: string;
}

const memory: Kept[] = [];

function kept(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
  } catch {
    return memory;
  }
}

function keep(table: string, receipt: Receipt): void {
  const others = kept().filter(({ line }) => readLine(line)?.gameId !== receipt.gameId);
  const all = [...others, { table, line: lineOf(receipt) }].slice(-MOST);
  memory.splice(0, memory.length, ...all);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A private window may refuse: then it is kept until the page closes.
  }
}

/** The receipt of a deal, if this device was there when it was sealed. */
export function receiptOf(gameId: string): Receipt | null {
  for (const { line } of kept()) {
    const receipt = readLine(line);
    if (receipt?.gameId === gameId) return receipt;
  }
  return null;
}

// ---------------------------------------------------------------- not believing the server

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** Whether every deal that this device saw sealed at the table is told of, and named by the next. */
function areThrownTold(table: Table): boolean {
  const { thrown } = table.fair;
  const digests = new Map(
    thrown.map((one) => [one.game_id, digestOf(sealOfThrown(one, table))] as const),
  );
  const chain = [...thrown.map(({ game_id }) => game_id), table.fair.game_id];
  const isNamed = thrown.every((one, at) =>
    chain[at + 1]?.endsWith(`-${digests.get(one.game_id)?.slice(0, 12)}`),
  );
  const seen = kept().filter((one) => one.table === table.id);
  const isOpen = seen.every(({ line }) => {
    const receipt = readLine(line);
    if (!receipt || receipt.gameId === table.fair.game_id) return true;
    return digests.get(receipt.gameId) === receipt.digest;
  });
  return isNamed && isOpen;
}

/**
 * Take the receipt of a deal that is sealed now, before the own seeds are shown. False if the server
 * shows something else than before: then the seeds stay here.
 */
export function takeReceipt(table: Table, seeds: Record<number, string>): boolean {
  const seal = sealOfTable(table);
  const own = Object.entries(seeds);
  const isOwn = own.every(
    ([seat, seed]) => seal.hashes[Number(seat)] === seedHash(seal.gameId, Number(seat), seed),
  );
  if (!seal.hashes.every(isHash) || !isHash(seal.commit) || !isOwn || !areThrownTold(table))
    return false;
  const before = receiptOf(seal.gameId);
  const receipt = { gameId: seal.gameId, digest: digestOf(seal), people: peopleOf(seal), seeds };
  if (before && lineOf(before) !== lineOf(receipt)) return false;
  keep(table.id, receipt);
  return true;
}

/** Whether a running game is still the deal that was sealed; true if this device has no receipt. */
export function isAsSealed(table: Table): boolean {
  const receipt = receiptOf(table.fair.game_id);
  if (!receipt || table.phase === 'lobby') return true;
  const seal = sealOfTable(table);
  if (digestOf(seal) !== receipt.digest || peopleOf(seal) !== receipt.people) return false;
  return table.chairs.every(
    ({ seat, seed, hash }) =>
      !seed ||
      (seedHash(seal.gameId, seat, seed) === hash && (receipt.seeds[seat] ?? seed) === seed),
  );
}
