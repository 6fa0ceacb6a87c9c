/** Downtown on the stage: how long its scenes stay, and where one's last turn ended. */

import type { Since } from '../../stage/since';
import { keyOf, type GameStage, type Line } from '../../stage/stage.svelte';

/** From the first turn of somebody else after one's own. */
export const since: Since = (lines, seat) => {
  const turns = lines.flatMap(({ notice }, at) =>
    keyOf(notice) === 'turn' ? [{ at, isOwn: notice.args?.seat === seat }] : [],
  );
  const own = turns.findLastIndex(({ isOwn }) => isOwn);
  // While one's own turn lasts, what the others did before it stays in sight.
  const last =
    own === turns.length - 1 ? turns.findLastIndex((one, at) => one.isOwn && at < own) : own;
  return turns[last + 1]?.at ?? 0;
};

export const STAGE: GameStage = {
  lasts: { proceeds: 3000, robbed: 2400, casino: 2400, bank_share: 1400, lost_stake: 1400 },
  own: ['collected', 'paid'],
};

/** Where a scene takes place, as a selector of the board. */
export function whereabouts(line: Line | null): string {
  const { seat, seat_from: from, seat_to: to } = line?.notice.args ?? {};
  switch (line && keyOf(line.notice)) {
    case 'robbed':
      return '[data-place="west_side"]';
    case 'proceeds':
    case 'casino':
      return '[data-place="east_side"]';
    case 'bank_share':
      return '[data-place="bank"]';
    case 'collected':
    case 'paid':
      return `[data-gang="${from ?? to ?? seat}"]`;
    default:
      return '';
  }
}

/** A sale as it was told: the cards before its proceeds, and the fence that was turned over. */
export interface Sale {
  worth: number;
  loot: string;
  fence: string;
  isPolice: boolean;
}

export function saleBefore(lines: readonly Line[], proceeds: Line): Sale {
  const sale: Sale = { worth: 0, loot: 'money', fence: '', isPolice: false };
  const end = lines.findIndex(({ id }) => id === proceeds.id);
  for (const { notice } of lines.slice(0, end < 0 ? undefined : end).toReversed()) {
    const { loot, number = 0, fence } = notice.args ?? {};
    const key = keyOf(notice);
    if (key === 'fence_turned') {
      sale.fence = String(fence);
      sale.isPolice = sale.fence.endsWith('police');
    } else if (key === 'sold_card') {
      sale.worth += Number(number);
      sale.loot = String(loot);
    } else break;
  }
  return sale;
}
