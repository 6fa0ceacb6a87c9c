/** Ids of Palermo as words of the catalogue. */

import { hasText, t } from '../../text/texts.svelte';

/** The word for a value of a kind; the id itself while the catalogue has none. */
export function word(kind: string, id: string): string {
  const key = `palermo.${kind}.${id}`;
  return hasText(key) ? t(key) : id;
}
