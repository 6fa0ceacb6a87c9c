/** A move that is being built: small answers, each to the question that the ones before have led to. */

import type { Ask, Choice, Preview } from '../protocol';

/** The small answers so far and the questions they answer. */
export interface Draft {
  readonly answers: readonly number[];
  /** The question of each answer. */
  readonly asks: readonly Ask[];
  /** The question that is still open; null when the move is whole. */
  readonly ask: Ask | null;
  readonly whole: boolean;
  /** What the answers up to each of them would do, where the game says so. */
  readonly previews: readonly (Preview | null)[];
}

/** Whether two questions are one: the same point about the same things. */
export function isSameQuestion(one: Ask | null, other: Ask | null): boolean {
  return one?.point === other?.point && areAlike(one?.about, other?.about);
}

/** Whether two things that came over the wire say the same. */
export function areAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The choices made so far, as the questions described them. */
export function picked(draft: Draft | null): Choice[] {
  const { answers = [], asks = [] } = draft ?? {};
  return answers.flatMap(
    (answer, at) => asks[at]?.choices.find(({ choice }) => choice === answer) ?? [],
  );
}

/** The draft without its last choice, and without what had to follow it; null if nothing is left. */
export function shortened({ answers, asks, previews }: Draft): Draft | null {
  let at = answers.length - 1;
  while (at > 0 && asks[at]?.choices.length === 1) at--;
  if (at <= 0) return null;
  return {
    answers: answers.slice(0, at),
    asks: asks.slice(0, at),
    ask: asks[at] ?? null,
    whole: false,
    previews: previews.slice(0, at),
  };
}

/** For each of these answers the question, of those put so far, that offers it. */
export function questionsOf(answers: readonly number[], first: Ask, draft: Draft | null): Ask[] {
  const { asks = [], ask = null } = draft ?? {};
  const further = [...asks.slice(1), ...(ask ? [ask] : [])];
  const offers = (answer: number) =>
    further.find(({ choices }) => choices.some(({ choice }) => choice === answer)) ?? first;
  return answers.map((answer, at) => (at === 0 ? first : offers(answer)));
}
