/** Which choices a thing on the page stands for; the guide of a lesson points by it. */

import type { Choice } from '../protocol';

/** The value of `data-choice`: the numbers of the choices, or nothing. */
export function tags(...choices: (Choice | null | undefined)[]): string | undefined {
  const numbers = choices.flatMap((choice) => (choice ? [choice.choice] : []));
  return numbers.length ? numbers.join(' ') : undefined;
}
