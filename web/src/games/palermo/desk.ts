/** What a game master writes down: the open questions of everybody, put together by what is asked. */

import type { Ask, Choice, Move } from '../../protocol';
import { partsOf } from './touch';
import { MAFIA, type TownView } from './view';

/** People who are asked the same thing at night and answer it together, or one alone. */
export interface Task {
  /** Stays the same while some of them have answered. */
  key: string;
  point: string;
  seats: number[];
  /** What can be done, in the order of the question. */
  deeds: string[];
  /** Whom each deed may name; empty for a deed that names nobody. */
  targets: Map<string, number[]>;
  /** How many names a deed needs. */
  names: number;
  mayDecline: boolean;
}

/** Acts that are no entry: signs, waiting, talk. */
const ASIDE = new Set([
  'leave',
  'return',
  'point',
  'react',
  'hint',
  'wait',
  'time',
  'next',
  'say',
  'decline',
]);
/** Questions that everybody of a role answers together. */
const TOGETHER = new Set(['murder', 'inquiry']);

const actOf = (choice: Choice) => partsOf(choice).act ?? '';

/** The tasks of this part of the night: everything that asks for more than the neutral tap. */
export function tasksOf(questions: ReadonlyMap<number, Ask>, { isJoint = true } = {}): Task[] {
  const tasks: Task[] = [];
  for (const [seat, ask] of questions) {
    const choices = ask.choices.filter((choice) => !ASIDE.has(actOf(choice)));
    if (ask.point === 'tap' || !choices.length) continue;
    const together = TOGETHER.has(ask.point) && (isJoint || ask.point === 'murder');
    let task = together ? tasks.find(({ point }) => point === ask.point) : undefined;
    if (!task) {
      task = {
        key: together ? ask.point : `${ask.point}.${seat}`,
        point: ask.point,
        seats: [],
        deeds: [],
        targets: new Map(),
        names: 1,
        mayDecline: false,
      };
      tasks.push(task);
    }
    task.seats.push(seat);
    task.mayDecline ||= ask.choices.some((choice) => actOf(choice) === 'decline');
    for (const choice of choices) addTo(task, choice);
  }
  return tasks;
}

/** Whether somebody who was called has not answered yet: the tap, or a couple, is still open. */
export function isToAct(ask: Ask | undefined): boolean {
  return (
    ask !== undefined &&
    ask.point !== 'tap' &&
    ask.choices.some((choice) => ['decline', 'match'].includes(actOf(choice)))
  );
}

function addTo(task: Task, choice: Choice): void {
  const { act = '', seat, second } = partsOf(choice);
  if (!task.deeds.includes(act)) task.deeds.push(act);
  const named = task.targets.get(act) ?? [];
  for (const one of [seat, second]) if (one !== undefined && !named.includes(one)) named.push(one);
  task.targets.set(
    act,
    named.sort((a, b) => a - b),
  );
  if (second !== undefined) task.names = 2;
}

/** The choice of a question for a deed and the people it names. */
export function choiceFor(
  ask: Ask | undefined,
  deed: string,
  named: readonly number[],
): Choice | null {
  const fits = (choice: Choice) => {
    const { act, seat, second } = partsOf(choice);
    if (act !== deed) return false;
    if (seat === undefined) return true;
    if (second !== undefined)
      return named.length === 2 && named.includes(seat) && named.includes(second);
    return named.length === 1 && named[0] === seat;
  };
  return ask?.choices.find(fits) ?? null;
}

/** The moves that write a task down for everybody whom it concerns. */
export function movesFor(
  task: Task,
  questions: ReadonlyMap<number, Ask>,
  deed: string,
  named: readonly number[],
): Move[] {
  return task.seats.flatMap((seat) => {
    const found = choiceFor(questions.get(seat), deed, named);
    return found ? [{ seat, answers: [found.choice] }] : [];
  });
}

/** Who is called: those who wake, and the dead who would. */
export function calledBy(call: string, view: TownView): number[] {
  const { roles = [], couple = [], notes = [] } = view.all;
  const holders = (fits: (role: string) => boolean) =>
    roles.flatMap((role, seat) => (fits(role) ? [seat] : []));
  switch (call) {
    case '':
      return [];
    case 'mafia':
      return holders((role) => MAFIA.has(role));
    case 'lovers':
      return [...couple];
    case 'detectives':
      return holders((role) => role.startsWith('detective'));
    case 'freemasons':
      return holders((role) => role === 'freemason');
    default: {
      const named = notes.flatMap((own, seat) =>
        own.some((note) => note.key === 'code' && note.code === call.toLowerCase()) ? [seat] : [],
      );
      return named.length ? named : holders((role) => role === call);
    }
  }
}

/** Where the night stands in its script: lines that were read, the ones to read now, and what follows. */
export function scriptOf(view: TownView): {
  done: string[];
  now: { key: string; call: string }[];
  next: string[];
  step: number;
  steps: number;
  call: string;
} {
  const lines = view.all.script ?? [];
  const call = view.part === 'cards' || view.part === 'setup' ? '' : (view.calls.at(-1) ?? '');
  const first = Math.max(
    0,
    lines.findIndex((line) => line.call === call),
  );
  const called = new Set(lines.map((line) => line.call).filter(Boolean));
  const at =
    view.part === 'wave'
      ? lines.findLastIndex((line) => view.calls.includes(line.call))
      : lines.findLastIndex((line) => line.call === call && !line.sleep);
  // The lines that sent the last ones to sleep belong to this breath.
  let from =
    view.part === 'wave' ? lines.findIndex((line) => view.calls.includes(line.call)) : first;
  while (from > 0 && (lines[from - 1]!.sleep || lines[from - 1]!.call === '')) from--;
  return {
    done: lines.slice(0, from).map(({ key }) => key),
    now: lines.slice(from, at + 1),
    next: lines.slice(at + 1).map(({ key }) => key),
    step: [...called].indexOf(call) + 1,
    steps: called.size,
    call,
  };
}

/** What can be entered by day, act by act: who may do it, and to whom. */
export interface Act {
  act: string;
  who: number[];
  whom: number[];
  /** How many names it takes at most. */
  names: number;
  /** Whether several people do it at once: hands, ballots, answers. */
  isOfMany: boolean;
}

const OF_MANY = new Set(['vote', 'early', 'elect', 'yes', 'no', 'ready', 'close']);
/** Statements that are formal acts; all other talk is spoken. */
export const FORMAL = new Set(['accuse', 'withdraw']);

/** The acts of a day that are open to somebody. */
export function actsOf(questions: ReadonlyMap<number, Ask>): Act[] {
  const acts = new Map<string, Act>();
  for (const [seat, ask] of questions) {
    for (const choice of ask.choices) {
      const { act = '', seat: named, second, statement = '' } = partsOf(choice);
      const name = act === 'say' && FORMAL.has(statement) ? statement : act;
      if (ASIDE.has(name) && name !== 'decline') continue;
      if (name === 'decline' && ask.point !== 'grief') continue;
      const found = acts.get(name) ?? {
        act: name,
        who: [],
        whom: [],
        names: 0,
        isOfMany: OF_MANY.has(name),
      };
      acts.set(name, found);
      if (!found.who.includes(seat)) found.who.push(seat);
      for (const one of [named, second])
        if (one !== undefined && !found.whom.includes(one)) found.whom.push(one);
      found.names = Math.max(
        found.names,
        second !== undefined ? 2 : named !== undefined || act === 'say' ? 1 : 0,
      );
    }
  }
  for (const found of acts.values()) found.whom.sort((a, b) => a - b);
  return [...acts.values()];
}
