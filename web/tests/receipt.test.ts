import { beforeEach, describe, expect, test } from 'vitest';
import { sealOf } from '../src/net/fair';
import {
  PICTURES,
  digestOf,
  isAsSealed,
  lineOf,
  peopleOf,
  picturesOf,
  readLine,
  receiptOf,
  sealOfTable,
  seedHash,
  takeReceipt,
} from '../src/net/receipt';
import type { Table } from '../src/protocol';
import { qrPath } from '../src/qr';

const SEED = '00112233445566778899aabbccddeeff'.repeat(2);
const GAME = 'mc-2025-000042';
const SEEDS = ['alice', 'b\u00f6b', '', '42'];

const chairs = (game: string, seeds: string[]) =>
  seeds.map((seed, seat) => ({
    seat,
    name: ['Ann', 'B\u00f6b', 'C', 'D'][seat],
    hash: seedHash(game, seat, seed),
    seed: '',
    yours: seat === 0,
  }));

function tableOf(change: object = {}, game = GAME): Table {
  return {
    id: 'mc',
    game: 'mafia-city',
    phase: 'seeds',
    options: { level: 'beginner', cell_release: 'all' },
    chairs: chairs(game, SEEDS),
    fair: { game_id: game, commit: sealOf(game, SEED), server_seed: '', version: 3, thrown: [] },
    ...change,
  } as unknown as Table;
}

const own = { 0: 'alice' };

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

describe('the test vector of the receipt', () => {
  const seal = sealOfTable(tableOf());

  test('the digests', () => {
    expect(digestOf(seal)).toBe('65dafd26a11e47becdf959aa2f7914b300133400bdef403a080bdf72706c94e1');
    expect(peopleOf(seal)).toBe('dfb46b418995e22ccf709b5d655408d2');
  });

  test('a line can be read back', () => {
    const receipt = { gameId: GAME, digest: digestOf(seal), people: peopleOf(seal), seeds: own };
    expect(readLine(`${lineOf(receipt)}\n`)).toEqual(receipt);
    for (const line of ['', 'x', 'omerta-receipt-1 g 12 34']) expect(readLine(line)).toBeNull();
  });

  test('the pictures are the first three bytes', () => {
    expect(picturesOf('65dafd')).toEqual([
      { name: 'phone', icon: 'ui-phone', number: 6 },
      { name: 'lamp', icon: 'ui-lamp', number: 11 },
      { name: 'hammer', icon: 'ui-gavel', number: 14 },
    ]);
    expect(new Set(PICTURES.map(([name]) => name)).size).toBe(16);
  });
});

describe('before the seeds are shown', () => {
  test('the receipt is kept', () => {
    expect(takeReceipt(tableOf(), own)).toBe(true);
    expect(receiptOf(GAME)?.seeds).toEqual(own);
    expect(takeReceipt(tableOf(), own)).toBe(true);
  });

  test('nothing is shown if a hash is missing, a computer player\u2019s too', () => {
    const without = chairs(GAME, SEEDS).map((chair) => ({
      ...chair,
      hash: chair.seat === 3 ? '' : chair.hash,
    }));
    expect(takeReceipt(tableOf({ chairs: without }), own)).toBe(false);
  });

  test('nothing is shown if the own hash is another', () => {
    expect(takeReceipt(tableOf({ chairs: chairs(GAME, ['x', 'b', 'c', 'd']) }), own)).toBe(false);
  });

  test('nothing is shown if what was sealed changes under its name', () => {
    takeReceipt(tableOf(), own);
    expect(takeReceipt(tableOf({ options: { level: 'experienced' } }), own)).toBe(false);
    expect(takeReceipt(tableOf({ chairs: chairs(GAME, ['alice', '1', '2', '3']) }), own)).toBe(
      false,
    );
  });

  test('a deal that was thrown away must be told and named', () => {
    takeReceipt(tableOf(), own);
    const seal = sealOfTable(tableOf());
    const thrown = {
      game_id: GAME,
      commit: seal.commit,
      hashes: seal.hashes,
      options: seal.options,
      names: seal.names,
      server_seed: SEED,
      seeds: SEEDS,
    };
    const next = (game: string, before: object[]) =>
      tableOf(
        {
          fair: { ...tableOf().fair, game_id: game, commit: sealOf(game, SEED), thrown: before },
        },
        game,
      );
    const named = `mc-7-${digestOf(seal).slice(0, 12)}`;
    expect(takeReceipt(next('mc-7', []), own)).toBe(false);
    expect(takeReceipt(next('mc-7', [thrown]), own)).toBe(false);
    expect(takeReceipt(next(named, [{ ...thrown, names: ['X'] }]), own)).toBe(true);
    const other = { ...thrown, hashes: [...seal.hashes.slice(1), seal.hashes[0]!] };
    expect(takeReceipt(next(named, [other]), own)).toBe(false);
  });
});

describe('in the game', () => {
  const playing = (seeds: string[], change: object = {}) =>
    tableOf({
      phase: 'playing',
      chairs: chairs(GAME, SEEDS).map((chair) => ({ ...chair, seed: seeds[chair.seat] })),
      ...change,
    });

  test('it must be the deal that was sealed', () => {
    takeReceipt(tableOf(), own);
    expect(isAsSealed(playing(SEEDS))).toBe(true);
    expect(isAsSealed(playing(['alice', 'b\u00f6b', '', '43']))).toBe(false);
    expect(isAsSealed(playing(['bob', ...SEEDS.slice(1)]))).toBe(false);
    expect(isAsSealed(playing(SEEDS, { options: {} }))).toBe(false);
  });

  test('who has no receipt cannot tell', () => {
    expect(isAsSealed(playing(['', '', '', '43']))).toBe(true);
  });
});

test('a receipt fits into a QR code', async () => {
  const { size, path } = await qrPath(
    lineOf({ gameId: GAME, digest: 'a'.repeat(64), people: 'b'.repeat(32), seeds: own }),
  );
  expect(size).toBeGreaterThan(40);
  expect(size).toBeLessThan(80);
  expect(path.startsWith('M0 0h1v1h-1z')).toBe(true);
});
