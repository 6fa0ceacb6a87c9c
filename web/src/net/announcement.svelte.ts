/** What the operator of the house tells everybody. */

import { api } from './api';

let text = $state('');
let closed = $state('');

export const announcement = {
  /** Empty when nothing is announced, or when it was read and closed. */
  get text() {
    return text === closed ? '' : text;
  },
};

export function announce(said: string): void {
  text = said;
}

export function closeAnnouncement(): void {
  closed = text;
}

/** Ask the house, on pages that are not connected to a table. */
export async function askForAnnouncement(): Promise<void> {
  const house = await api.house().catch(() => null);
  if (house) text = house.announcement;
}
