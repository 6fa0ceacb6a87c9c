/** A move that is being built, in words. */

import type { Choice } from '../../protocol';
import { t, together } from '../../text/texts.svelte';
import { partsOf } from './touch';
import { LOCATIONS, readCard, type CityView } from './view';

export function placeName(location: number): string {
  return t(`mafia_city.location.${LOCATIONS[location]}`);
}

function step(choice: Choice, names: readonly string[]): string {
  const { act = '', cards, chip, location, seat, positions } = partsOf(choice);
  const said: string[] = [];
  if (act) said.push(t(`mafia_city.act.${act}`));
  if (cards?.length)
    said.push(together(cards.map((card) => t(`mafia_city.card.${readCard(card).kind}`))));
  if (chip) {
    const [at = 0, position = 1] = chip.split(':').map(Number);
    said.push(t('web.mafia_city.chip_at', { number: position, place: placeName(at) }));
  }
  if (location !== undefined) said.push(placeName(location));
  if (seat !== undefined) said.push(names[seat] ?? '');
  if (positions) said.push(t('web.mafia_city.chips_back', { number: positions.length }));
  return said.join(': ');
}

/** All steps of the move so far, joined by arrows. */
export function inWords(steps: readonly Choice[], names: readonly string[]): string {
  return steps.map((choice) => step(choice, names)).join(' → ');
}

/** Why the game ended so: who had how many points, and who else had reached the target. */
export function reasonOf(view: CityView, winner: number, names: readonly string[]): string {
  const number = view.vp[winner] ?? 0;
  if (winner < 0 || number < view.target) return '';
  const own = winner === view.seat ? 'web.mafia_city.end.points_you' : 'web.mafia_city.end.points';
  const said = t(own, { name: names[winner] ?? '', number, number_goal: view.target });
  const others = names.filter((_, seat) => seat !== winner && (view.vp[seat] ?? 0) >= view.target);
  return others.length
    ? `${said} ${t('web.mafia_city.end.too', { names: together(others) })}`
    : said;
}
