/** FAIR-1 in the browser: recompute every card, lot and tile of a finished game from its record. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { GameRecord } from '../protocol';
import { digest } from './digest';

export interface Check {
  /** Whether the seed is the one that was sealed before the game. */
  seal: boolean;
  draws: { label: string; ok: boolean }[];
}

export function sealOf(gameId: string, serverSeed: string): string {
  return digest(`fair1:${gameId}:${serverSeed}`);
}

/** JSON as the seal defines it: no spaces, everything outside ASCII escaped. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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

/** Check the seal and every draw of a record. */
export function check(record: GameRecord): Check {
  const key = gameKey(record.server_seed, record.game_id, record.seeds);
  const draws = record.answers
    .filter((answer) => answer.label !== '')
    .map(({ label, of, choice }) => ({
      label,
      ok: of.length > 0 && of[below(key, label, of.length)] === choice,
    }));
  return { seal: sealOf(record.game_id, record.server_seed) === record.commit, draws };
}
