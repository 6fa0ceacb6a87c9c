/** How strong computer players are, as somebody chooses among them. */

import { expect, test, vi } from 'vitest';
import { byStrength, levelAbout, levelName, strengths } from '../src/levels';

const WORDS: Record<string, string> = {
  'server.level.sharp': 'sharp',
  'palermo.level.sharp': 'cunning',
  'server.level_about.sharp': 'Thinks.',
};

vi.mock('../src/text/texts.svelte', () => ({
  hasText: (key: string) => key in WORDS,
  t: (key: string) => WORDS[key],
}));

const TOLD = ['casual', 'relaxed', 'sharp', 'master', 'random'];

test('what makes sense as an opponent is offered, the usual one first', () => {
  expect(strengths(TOLD)).toEqual(['casual', 'relaxed', 'sharp', 'master']);
});

test('the weakest stands first, and an unknown one last', () => {
  expect(byStrength(['own', 'casual', 'relaxed', 'sharp', 'master'])).toEqual([
    'relaxed',
    'casual',
    'sharp',
    'master',
    'own',
  ]);
});

test('a game may have words of its own, and a level without words says nothing', () => {
  expect(levelName('palermo', 'sharp')).toBe('cunning');
  expect(levelName('downtown', 'sharp')).toBe('sharp');
  expect(levelAbout('palermo', 'sharp')).toBe('Thinks.');
  expect(levelAbout('palermo', 'own')).toBe('');
});
