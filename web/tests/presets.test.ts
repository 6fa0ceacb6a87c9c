/** Every evening with a character can be played by every number of people. */

import { describe, expect, it } from 'vitest';
import { isLike, mafiaFor, PRESETS } from '../src/games/palermo/presets';

const NUMBERS = Array.from({ length: 16 }, (_, at) => at + 6);
const MANY = new Set(['mafioso', 'freemason']);

describe('presets of Palermo', () => {
  for (const preset of PRESETS.filter(({ cards }) => cards)) {
    it(`${preset.id} fits 6 to 21 players`, () => {
      for (const players of NUMBERS) {
        const cards = preset.cards!(players);
        const mafia = (cards.mafioso ?? 0) + (cards.killer ?? 0) + (cards.spy ?? 0);
        const dealt = Object.values(cards).reduce((sum, count) => sum + count, 0);
        expect(mafia).toBe(mafiaFor(players));
        expect(2 * mafia).toBeLessThan(players);
        expect(dealt).toBeLessThanOrEqual(players);
        expect(cards.mafioso).toBeGreaterThan(0);
        expect(cards.freemason ?? 0).not.toBe(1);
        for (const [role, count] of Object.entries(cards))
          expect(count).toBeLessThanOrEqual(MANY.has(role) ? players : 1);
        expect(isLike({ ...cards, citizen: players - dealt }, preset, players)).toBe(true);
        expect(isLike({ ...cards, coward: (cards.coward ?? 0) + 1 }, preset, players)).toBe(false);
      }
    });
  }
});
