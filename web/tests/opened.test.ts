/** A replay with everything open shows on the board what each seat alone saw. */

import { describe, expect, it } from 'vitest';
import { withRoles, type TownView } from '../src/games/palermo/view';

describe('a replay of Palermo with all cards open', () => {
  const watcher = { seat: -1, all: { counter: 1 } } as TownView;

  it('has a role at every house', () => {
    const views = [{ mine: { role: 'mafioso' } }, { mine: { role: 'citizen' } }];
    expect(withRoles(watcher, views).all).toEqual({ counter: 1, roles: ['mafioso', 'citizen'] });
  });

  it('has none before the cards are dealt', () => {
    expect(withRoles(watcher, [{ mine: {} }, { mine: {} }])).toBe(watcher);
  });
});
