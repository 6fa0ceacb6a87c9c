/** The end of a game of sides: who belonged together, and which of them has won. */

import type { Outcome } from '../../protocol';
import type { Side } from '../../parts/sides';
import { MAFIA, type TownView } from './view';
import { word } from './words';

/** Citizens and mafia with their people; nothing while the cards are not open. */
export function sidesOf(view: TownView, outcome: Outcome): Side[] {
  const roles = view.all.roles;
  if (!roles) return [];
  const seats = roles.map((_, seat) => seat);
  const belongs = (side: string) =>
    seats.filter((seat) => MAFIA.has(roles[seat] ?? '') === (side === 'mafia'));
  return [
    { id: 'citizens', icon: 'role-citizen' },
    { id: 'mafia', icon: 'role-mafioso' },
  ].map(({ id, icon }) => ({
    name: titled(word('side', id)),
    icon,
    seats: belongs(id),
    hasWon: outcome.side === id,
  }));
}

const titled = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
