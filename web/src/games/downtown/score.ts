/** Money, and where it came from. */

import { t } from '../../text/texts.svelte';
import type { ScoreWords } from '../scores';
import { money } from './words';

export const words: ScoreWords = {
  get unit() {
    return t('web.downtown.chart');
  },
  amount: money,
  source: (id) => t(`web.downtown.gain.${id}`),
  icon: () => '',
};
