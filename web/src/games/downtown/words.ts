/** A move that is being built, and gangs, in words. */

import type { Choice } from '../../protocol';
import { hasText, t, together } from '../../text/texts.svelte';
import { partsOf } from './touch';
import { KINDS, readLoot, type Gang } from './view';

/** Money as it is written everywhere: thousands. */
export function money(thousands: number): string {
  return t('web.downtown.money', { number: thousands });
}

/** A gang as `1 Spy, 2 Lookouts`; nothing for nobody. */
export function gangWords(gang: Gang): string {
  return together(
    KINDS.filter((kind) => gang[kind] > 0).map((kind) =>
      t(`web.downtown.gang.${kind}`, { number: gang[kind] }),
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

/** What an act is called at a question, or everywhere. */
export function actWords(point: string, act: string): string {
  const special = `web.downtown.act.${point.replace('/', '_')}.${act}`;
  return t(hasText(special) ? special : `downtown.act.${act}`);
}

function step(choice: Choice, point: string, names: readonly string[]): string {
  const { act, place, from, to, seat, informant, stack, gangster, card, amount } = partsOf(choice);
  const said: string[] = [];
  if (act) said.push(actWords(point, act));
  if (place) said.push(t(`downtown.place.${place}`));
  if (from && to) said.push(`${t(`downtown.place.${from}`)} → ${t(`downtown.place.${to}`)}`);
  if (seat !== undefined) said.push(names[seat] ?? '');
  if (informant) said.push(t(`downtown.informant.${informant}`));
  if (stack !== undefined) said.push(t('web.downtown.stack', { number: stack }));
  if (gangster) said.push(t(`downtown.gangster.${gangster}`));
  if (card) said.push(lootWords(card));
  if (amount !== undefined) said.push(money(amount));
  return said.join(': ');
}

/** All steps of the move so far. */
export function inWords(
  steps: readonly Choice[],
  points: readonly string[],
  names: readonly string[],
): string {
  return steps.map((choice, at) => step(choice, points[at] ?? '', names)).join(' · ');
}
