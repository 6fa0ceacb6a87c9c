import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { digest } from '../src/net/digest';
import { below, check, gameKey, sealOf } from '../src/net/fair';
import { digestOf, peopleOf, sealOfRecord, seedHash, type Receipt } from '../src/net/receipt';
import type { GameRecord } from '../src/protocol';

const SEED = '00112233445566778899aabbccddeeff'.repeat(2);
const GAME = 'mc-2025-000042';

test('SHA-256 gives the known digests, around the edges of a block too', () => {
  expect(digest('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(digest('a'.repeat(55))).toBe(
    '9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318',
  );
  expect(digest('a'.repeat(64))).toBe(
    'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb',
  );
});

describe('the test vector of FAIR-1', () => {
  const key = gameKey(SEED, GAME, ['alice', 'b\u00f6b', '', '42']);

  test('the seal', () => {
    expect(sealOf(GAME, SEED)).toBe(
      'a1240b5447ecd0e5b0fb6b36cf6df25e5a438cde9a1afa24acdd88958785d91f',
    );
  });

  test('the key of the game', () => {
    expect(bytesToHex(key)).toBe(
      '3ac38c802278afd4b436037908decaecc2b24db12bfdd7eeb85dea4ece755813',
    );
  });

  test('numbers below six', () => {
    const dice = Array.from({ length: 10 }, (_, at) => below(key, `die:${at}`, 6));
    expect(dice).toEqual([0, 0, 0, 1, 4, 3, 1, 0, 2, 3]);
  });
});

describe('the check of a record', () => {
  const key = gameKey(SEED, GAME, ['a', 'b']);
  const of = [7, 8, 9, 9, 11];
  const draw = (place: number) => {
    const label = `${place}:draw`;
    return { seat: -1, choice: of[below(key, label, of.length)]!, label, of };
  };
  const record = {
    format: 'omerta-record-2',
    game: 'mafia-city',
    version: 3,
    options: { level: 'beginner' },
    names: ['Ann', 'Bob'],
    server_seed: SEED,
    game_id: GAME,
    seeds: ['a', 'b'],
    hashes: [seedHash(GAME, 0, 'a'), seedHash(GAME, 1, 'b')],
    commit: sealOf(GAME, SEED),
    answers: [draw(0), draw(1)],
  } as unknown as GameRecord;
  const seal = sealOfRecord(record);
  const receipt: Receipt = {
    gameId: GAME,
    digest: digestOf(seal),
    people: peopleOf(seal),
    seeds: { 0: 'a' },
  };

  test('an honest one holds', () => {
    const draws = [
      { label: '0:draw', ok: true },
      { label: '1:draw', ok: true },
    ];
    expect(check(record, receipt)).toEqual({ receipt: true, seal: true, hashes: true, draws });
    expect(check(record, null).receipt).toBeNull();
  });

  test('a changed draw, another place, an event without a label are found out', () => {
    const bad = (answer: object) =>
      check({ ...record, answers: [{ ...draw(0), ...answer }] }, null).draws[0]?.ok;
    expect(bad({})).toBe(true);
    expect(bad({ choice: 12 })).toBe(false);
    expect(bad(draw(1))).toBe(false);
    expect(bad({ label: '' })).toBe(false);
  });

  test('another seed, other names, other options are not those of the receipt', () => {
    const forged = (change: Partial<GameRecord>) => check({ ...record, ...change }, receipt);
    const hashes = [seedHash(GAME, 0, 'a'), seedHash(GAME, 1, 'c')];
    expect(forged({ seeds: ['a', 'c'], hashes })).toMatchObject({ receipt: false, hashes: true });
    expect(forged({ seeds: ['a', 'c'] })).toMatchObject({ receipt: true, hashes: false });
    expect(forged({ seeds: ['b', 'a'] }).receipt).toBe(false);
    expect(forged({ names: ['Bob', 'Ann'] }).receipt).toBe(false);
    expect(forged({ options: {} }).receipt).toBe(false);
    expect(forged({ commit: 'x' })).toMatchObject({ receipt: false, seal: false });
  });

  test('an old record has no hashes to be checked', () => {
    const { hashes: _, ...old } = { ...record, format: 'omerta-record-1' as const };
    expect(check(old, null)).toMatchObject({ receipt: null, seal: true, hashes: null });
  });
});
