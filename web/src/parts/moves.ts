/** What a drafted move is called on the button that carries it out. */

import type { Session } from '../net/session.svelte';
import { sentence } from '../text/sentence';
import { t } from '../text/texts.svelte';

/** The name of the move that the server gives; of an answer ahead, that it is one. */
export function moveName(session: Session, area: string, names: readonly string[]): string {
  if (session.isAhead) return t('web.play.give_ahead');
  const name = session.preview?.name;
  return name ? sentence(area, name.key, name.args ?? {}, names) : t('web.play.do_it');
}
