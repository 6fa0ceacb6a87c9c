/** The open question turned inside out: nothing that the rules offer is out of reach. */

import { describe, expect, it } from 'vitest';
import { actsOf, choiceFor, isToAct, movesFor, tasksOf } from '../src/games/palermo/desk';
import { partsOf, Touch } from '../src/games/palermo/touch';
import { readSign } from '../src/games/palermo/view';
import type { Ask, Choice } from '../src/protocol';

const choice = (number: number, parts: Record<string, string>): Choice => ({
  choice: number,
  parts,
});
const ask = (point: string, ...choices: Choice[]): Ask => ({
  point,
  choices,
  at: 1,
  default: null,
  about: {},
  settled: '',
});

const POTIONS = ask(
  'potions',
  choice(1, { act: 'heal' }),
  choice(2, { act: 'poison', seat: '3' }),
  choice(3, { act: 'heal_poison', seat: '3' }),
  choice(4, { act: 'decline' }),
  choice(5, { act: 'wait' }),
);
const MURDER = ask(
  'murder',
  choice(1, { act: 'kill', seat: '2' }),
  choice(2, { act: 'catch', seat: '4' }),
  choice(3, { act: 'point', seat: '2' }),
  choice(4, { act: 'point' }),
  choice(5, { act: 'hint', seat: '2', hint: 'spare' }),
  choice(6, { act: 'react', number: '1', reply: 'yes' }),
  choice(7, { act: 'decline' }),
);

describe('the night', () => {
  it('takes a lit house alone for the first deed and a symbol for every other', () => {
    const touch = new Touch(POTIONS);
    expect(touch.plain).toBe('poison');
    expect(touch.marked).toEqual(['heal_poison', 'heal']);
    expect(touch.find('heal_poison', [3])?.choice).toBe(3);
    expect(touch.find('heal', [])?.choice).toBe(1);
  });

  it('never takes a neutral tap for a deed that names nobody', () => {
    const touch = new Touch(
      ask(
        'peek',
        choice(1, { act: 'slit' }),
        choice(2, { act: 'bold' }),
        choice(3, { act: 'decline' }),
      ),
    );
    expect(touch.plain).toBeNull();
    expect(touch.marked).toEqual(['slit', 'bold']);
    expect(touch.decline?.choice).toBe(3);
  });

  it('keeps signs apart from deeds and finds each of them', () => {
    const touch = new Touch(MURDER);
    expect(touch.deeds).toEqual(['kill', 'catch']);
    expect(touch.sign('point', { seat: 2 })?.choice).toBe(3);
    expect(touch.sign('point')?.choice).toBe(4);
    expect(touch.sign('spare', { seat: 2 })?.choice).toBe(5);
    expect(touch.sign('yes', { number: 1 })?.choice).toBe(6);
    expect(touch.sign('no', { number: 1 })).toBeNull();
  });

  it('shows a bomb to nobody by the glow of a house', () => {
    const touch = new Touch(
      ask('discussion', choice(1, { act: 'bomb', seat: '2' }), choice(2, { act: 'ready' })),
    );
    expect(touch.seats.size).toBe(0);
    expect(touch.bombs).toHaveLength(1);
  });

  it('reads signs as the notices that brought them', () => {
    expect(readSign({ seat: 1, day: 2, text: 'point(3)' }, 4)).toEqual({
      key: 'sign_point',
      values: { number: 4, seat: 1, seat_named: 2 },
    });
    expect(readSign({ seat: 1, day: 2, text: 'point(nobody)' }, 4).key).toBe('sign_nobody');
    expect(readSign({ seat: 1, day: 2, text: 'react(#2, no)' }, 4)).toEqual({
      key: 'sign_no',
      values: { number: 4, seat: 1, number_about: 2 },
    });
    expect(readSign({ seat: 1, day: 2, text: 'hint(3, dangerous)' }, 4).values).toEqual({
      number: 4,
      seat: 1,
      seat_named: 2,
      hint: 'dangerous',
    });
  });
});

describe('the desk', () => {
  it('writes the victim down for the whole mafia at once', () => {
    const questions = new Map([
      [0, MURDER],
      [1, MURDER],
      [2, ask('tap', choice(9, { act: 'decline' }))],
    ]);
    const [task] = tasksOf(questions);
    expect(task?.seats).toEqual([0, 1]);
    expect(movesFor(task!, questions, 'kill', [2])).toEqual([
      { seat: 0, answers: [1] },
      { seat: 1, answers: [1] },
    ]);
    expect(movesFor(task!, questions, 'decline', [])).toHaveLength(2);
  });

  it('keeps separate detectives apart', () => {
    const inquiry = ask(
      'inquiry',
      choice(1, { act: 'ask', seat: '2' }),
      choice(2, { act: 'decline' }),
    );
    expect(
      tasksOf(
        new Map([
          [0, inquiry],
          [1, inquiry],
        ]),
        { isJoint: false },
      ),
    ).toHaveLength(2);
    expect(
      tasksOf(
        new Map([
          [0, inquiry],
          [1, inquiry],
        ]),
      ),
    ).toHaveLength(1);
  });

  it('keeps what is noted for a task while one of its people answers by phone', () => {
    const inquiry = ask(
      'inquiry',
      choice(1, { act: 'ask', seat: '2' }),
      choice(2, { act: 'decline' }),
    );
    expect(
      tasksOf(
        new Map([
          [0, MURDER],
          [1, MURDER],
        ]),
      )[0]?.key,
    ).toBe(tasksOf(new Map([[1, MURDER]]))[0]?.key);
    const [first, second] = tasksOf(
      new Map([
        [0, inquiry],
        [1, inquiry],
      ]),
      { isJoint: false },
    );
    expect(first?.key).not.toBe(second?.key);
  });

  it('finds a pair in either order and not half of it', () => {
    const match = ask('match', choice(1, { act: 'match', seat: '2', seat_second: '5' }));
    expect(choiceFor(match, 'match', [5, 2])?.choice).toBe(1);
    expect(choiceFor(match, 'match', [2])).toBeNull();
  });

  it('offers by day what somebody may do, and statements only where they are formal', () => {
    const list = ask(
      'list',
      choice(1, { act: 'say', statement: 'accuse' }),
      choice(2, { act: 'say', statement: 'mood' }),
      choice(3, { act: 'close' }),
      choice(4, { act: 'wait' }),
      choice(5, { act: 'bomb', seat: '1' }),
    );
    const acts = actsOf(
      new Map([
        [0, list],
        [3, list],
      ]),
    );
    expect(acts.map(({ act }) => act)).toEqual(['accuse', 'close', 'bomb']);
    expect(acts[0]?.who).toEqual([0, 3]);
    expect(partsOf(list.choices[4]!).seat).toBe(1);
  });
});

it('knows who was called and has not answered yet', () => {
  expect(isToAct(POTIONS)).toBe(true);
  expect(isToAct(ask('match', choice(1, { act: 'match', seat: '1', seat_second: '2' })))).toBe(
    true,
  );
  expect(isToAct(ask('protect', choice(1, { act: 'wait' })))).toBe(false);
  expect(isToAct(ask('tap', choice(1, { act: 'decline' })))).toBe(false);
  expect(isToAct(undefined)).toBe(false);
});
