/** The guide of a first game: what a hint points at, and hints for whoever plays freely. */

import type { Guide } from './protocol';

/** Parts of the page that a lesson may point at, by game. */
export const PARTS: Record<string, Record<string, string>> = {
  mafia_city: { clans: '.clans', city: '.city', hand: '.cards' },
  downtown: {
    market: '.stall',
    street: '.street',
    bank: '[data-place="bank"]',
    ghetto: '[data-place="ghetto"]',
    villa: '[data-place="villa"]',
  },
  palermo: { card: '.holdbtn' },
};

export interface Hint {
  /** The question at which it is told. */
  point: string;
  /** What it points at. */
  target: string;
}

/** For whoever has left the script or come to its end: each told once, as `web.guide.<area>.<point>`. */
export const HINTS: Record<string, readonly Hint[]> = {
  mafia_city: [
    { point: 'mulligan', target: '.cards' },
    { point: 'take_turn', target: '.city' },
    { point: 'react', target: '.window' },
    { point: 'bullet_turn', target: '.window' },
    { point: 'take_back', target: '.city' },
    { point: 'jail_pick', target: '.city' },
    { point: 'hitman_move', target: '.city' },
  ],
  downtown: [
    { point: 'place_1', target: '.street' },
    { point: 'move', target: '.street' },
    { point: 'select', target: '.choose' },
    { point: 'use', target: '.stall' },
    { point: 'lay_money', target: '.mine' },
    { point: 'add_money', target: '.mine' },
  ],
  palermo: [
    { point: 'cards', target: '.holdbtn' },
    { point: 'tap', target: '.tiles' },
    { point: 'discussion', target: '.builder' },
    { point: 'list', target: '.builder' },
    { point: 'vote', target: '.square' },
  ],
};

export type Course = 'on' | 'off' | 'done';

/** Whether a move that is being built is what the lesson wants: so far, not any more, or all of it. */
export function course(wanted: readonly number[], answers: readonly number[]): Course {
  if (answers.some((answer, at) => wanted[at] !== answer)) return 'off';
  return answers.length === wanted.length ? 'done' : 'on';
}

/** What the page shows as one hint: where the script stands and which of its hints it is. */
export function hintId(guide: Guide | null, at: number): string {
  return guide ? `${guide.state} ${guide.step} ${at}` : '';
}

/** Of the things that stand for a choice, the one that stands for fewest others; best a plain answer. */
export function thingFor(choice: number): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(`[data-choice~="${choice}"]`)].filter(
    (one) => one.getClientRects().length,
  );
  const many = (one: HTMLElement) =>
    (one.dataset.choice?.split(' ').length ?? 0) - (one.closest('.answers') ? 0.5 : 0);
  return found.reduceRight<HTMLElement | null>(
    (best, one) => (best && many(best) <= many(one) ? best : one),
    null,
  );
}

/** The words of a choice in a list to choose from, if that is what stands for it. */
export function wordsFor(choice: number, thing: HTMLElement | null): string {
  return thing instanceof HTMLSelectElement
    ? ([...thing.options].find((option) => option.value === String(choice))?.text ?? '')
    : '';
}
