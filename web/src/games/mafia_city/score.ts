/** Victory points, and the places they came from. */

import art from '../../art/mafia_city.svg?raw';
import { addSheet } from '../../art/sprite';
import { t } from '../../text/texts.svelte';
import type { ScoreWords } from '../scores';
import { LOCATIONS, placeDrawing } from './view';

addSheet('mafia_city', art);

export const words: ScoreWords = {
  get unit() {
    return t('web.mafia_city.chart');
  },
  amount: (number) => t('web.mafia_city.score', { number }),
  source: (id) => t(id === 'plus_one' ? 'mafia_city.symbol.plus_one' : `mafia_city.location.${id}`),
  icon: (id) =>
    id === 'plus_one'
      ? 'sym-plus'
      : `loc-${placeDrawing(LOCATIONS.indexOf(id as (typeof LOCATIONS)[number]))}`,
};
