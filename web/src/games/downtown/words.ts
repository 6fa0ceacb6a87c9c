/** A move that is being built, and gangs, in words. */

import { hasText, t, together } from '../../text/texts.svelte';
import { KINDS, readLoot, type Gang } from './view';

/** Money as it is written everywhere: thousands. */
export function money(thousands: number): string {
  return t('web.downtown.money', { number: thousands });
}

/** A gang as `1 Spy, 2 Lookouts`; nothing for nobody. */
export function gangWords(gang: Gang): string {
  return together(
    KINDS.filter((kind) => gang[kind] > 0).map((kind) =>
      t(`downtown.haul.${kind}`, { number: gang[kind] }),
    ),
  );
}

export function lootWords(card: string): string {
  const { informant, loot, value } = readLoot(card);
  return t('web.downtown.loot_card', {
    loot: t(`downtown.loot.${loot}`),
    money: money(value),
    name: t(`downtown.informant.${informant}`),
  });
}

/** Loot by the front that everybody saw: `luigi-art`. */
export function frontWords(front: string): string {
  const [informant = '', loot = ''] = front.split('-');
  return t('web.downtown.front_card', {
    loot: t(`downtown.loot.${loot}`),
    name: t(`downtown.informant.${informant}`),
  });
}

/** What an act is called at a question, or everywhere. */
export function actWords(point: string, act: string): string {
  const special = `web.downtown.act.${point.replace('/', '_')}.${act}`;
  return t(hasText(special) ? special : `downtown.act.${act}`);
}
