/**
 * FAIR-1 in the browser: what a page can check of a finished game by itself. What could be drawn at each
 * event comes from the server's record; the rules are not replayed here.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { GameRecord } from '../protocol';
import { digest } from './digest';
import { ascii, digestOf, peopleOf, sealOfRecord, seedHash, type Receipt } from './receipt';

/** How one part came out; null if it cannot be checked. */
export type Verdict = boolean | null;

export interface Check {
  /** Whether it is the deal that was sealed before this device's eyes, with its people and own seeds. */
  receipt: Verdict;
  /** Whether the seed is the one that was sealed before the game. */
  seal: boolean;
  /** Whether every seat's seed is the one whose hash was shown. */
  hashes: Verdict;
  draws: { label: string; ok: boolean }[];
}

const CHANCE = -1;

export function sealOf(gameId: string, serverSeed: string): string {
  return digest(`fair1:${gameId}:${serverSeed}`);
}

export function gameKey(serverSeed: string, gameId: string, seeds: string[]): Uint8Array {
  return hmac(sha256, hexToBytes(serverSeed), utf8ToBytes(ascii(['fair1', gameId, ...seeds])));
}

/** A number below n, exactly uniform, from the stream of this label. */
export function below(key: Uint8Array, label: string, n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (let block = 0; ; block++) {
    const bytes = new DataView(hmac(sha256, key, utf8ToBytes(`${label}#${block}`)).buffer);
    for (let at = 0; at < 32; at += 4) {
      const value = bytes.getUint32(at);
      if (value < limit) return value % n;
    }
  }
}

/** Check a record against the receipt of this device, its seal, its hashes and every draw. */
export function check(record: GameRecord, receipt: Receipt | null): Check {
  const key = gameKey(record.server_seed, record.game_id, record.seeds);
  // An event has its place in its label, so none can be left out or told twice.
  const draws = record.answers
    .map((answer, place) => ({ ...answer, place }))
    .filter(({ seat, label }) => seat === CHANCE || label !== '')
    .map(({ label, of, choice, place }) => ({
      label: label || `${place}:`,
      ok:
        label.startsWith(`${place}:`) &&
        of.length > 0 &&
        of[below(key, label, of.length)] === choice,
    }));
  return {
    receipt: receipt && isOfReceipt(record, receipt),
    seal: sealOf(record.game_id, record.server_seed) === record.commit,
    hashes: doHashesFit(record),
    draws,
  };
}

function isOfReceipt(record: GameRecord, receipt: Receipt): boolean {
  const seal = sealOfRecord(record);
  const isOwn = Object.entries(receipt.seeds).every(
    ([seat, seed]) => record.seeds[Number(seat)] === seed,
  );
  return isOwn && digestOf(seal) === receipt.digest && peopleOf(seal) === receipt.people;
}

function doHashesFit({ format, game_id, hashes = [], seeds }: GameRecord): Verdict {
  if (format === 'omerta-record-1') return null;
  return (
    hashes.length === seeds.length &&
    seeds.every((seed, seat) => seedHash(game_id, seat, seed) === hashes[seat])
  );
}
