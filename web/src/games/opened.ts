/** What a seat alone saw, in words: its hand, its money, its card; for a replay with everything open. */

import { named } from '../text/sentence';
import { gangWords, money } from './downtown/words';
import { readLoot, type TownView as DowntownView } from './downtown/view';
import type { CityView } from './mafia_city/view';
import { withRoles, type TownView as PalermoView } from './palermo/view';

const words: Record<string, (view: unknown) => string[]> = {
  mafia_city: (view) => (view as CityView).hand.map((card) => named('mafia_city', 'card', card)),
  downtown: (view) => {
    const { mine } = view as DowntownView;
    if (!mine) return [];
    const loot = mine.cards.map((card) => {
      const { informant, loot: kind, value } = readLoot(card);
      return `${named('downtown', 'informant', informant)}, ${named('downtown', 'loot', kind)} ${money(value)}`;
    });
    return [money(mine.cash), gangWords(mine.gang), ...loot].filter(Boolean);
  },
  palermo: (view) => {
    const { role } = (view as PalermoView).mine;
    return role ? [named('palermo', 'role', role)] : [];
  },
};

/** What this seat held, thing by thing. */
export function openedWords(area: string, view: unknown): string[] {
  return words[area]?.(view) ?? [];
}

/** What everybody saw, with all hands where the page of the game has a place for them. */
export function openedView(area: string, watcher: object, views: readonly object[]): object {
  if (area === 'palermo') return withRoles(watcher as PalermoView, views as PalermoView[]);
  if (area !== 'mafia_city') return watcher;
  return { ...watcher, hands: views.map((view) => (view as CityView).hand) };
}
