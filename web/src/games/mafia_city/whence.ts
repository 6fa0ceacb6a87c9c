/** Where things lay a moment ago, as places on the page: so that they can be seen to move. */

import { LOCATIONS, stackOf, type CityView } from './view';

const count = (view: CityView, location: number, owner: number) =>
  stackOf(view, location).filter((one) => one === owner).length;

/** Where a chip that has just come to lie somewhere came from: another place, the cell, or the clan itself. */
export function whenceChip(before: CityView | null, after: CityView, owner: number): string {
  if (!before) return '';
  const left = LOCATIONS.findIndex(
    (_, location) => count(before, location, owner) > count(after, location, owner),
  );
  if (left > 0) return `[data-location="${left}"] .pile`;
  const isFreed = (before.cell[owner] ?? 0) > (after.cell[owner] ?? 0);
  return isFreed ? '.cellbox' : clanPlace(owner);
}

export function clanPlace(seat: number): string {
  return `[data-clan="${seat}"] .medal`;
}
