/** Tables that are made by one tap. */

import type { GameCard } from '../games';
import { levelsOf } from '../offered.svelte';
import type { NewChair, TableState } from '../protocol';
import { settings } from '../settings.svelte';
import { t } from '../text/texts.svelte';
import { api } from './api';

export function ownName(): string {
  return settings.name || t('web.start.guest');
}

/** A computer player of the strength that was chosen last. */
function computer(game: GameCard): NewChair {
  const level = settings.levels[game.name];
  return level && levelsOf(game.name).includes(level)
    ? { kind: 'computer', level }
    : { kind: 'computer' };
}

/** One person against computer players, to be started at once: a first game has the easy options. */
export function againstComputers(game: GameCard, seats = game.usual): Promise<TableState> {
  const me: NewChair = { kind: 'me', name: ownName() };
  const others = Array.from({ length: seats - 1 }, () => computer(game));
  return api.newTable({
    game: game.name,
    seats,
    chairs: [me, ...others],
    options: game.easy,
    // A town that talks needs a clock; at the other tables the person sets the pace.
    settings: { clock: game.name === 'palermo' ? 'quick' : 'off', pace: 'calm', watching: false },
  });
}

/** A guided first game: the server knows its seats, its deal and its script. */
export function lesson(game: GameCard): Promise<TableState> {
  return api.newTable({
    game: game.name,
    seats: game.usual,
    chairs: [{ kind: 'me', name: ownName() }],
    lesson: true,
  });
}

/** A table for friends: one chair taken, the others free. */
export function forFriends(game: GameCard, isPublic = false): Promise<TableState> {
  return api.newTable({
    game: game.name,
    seats: game.usual,
    chairs: [{ kind: 'me', name: ownName() }],
    options: {},
    settings: { public: isPublic },
  });
}

/** A table in one room: this device lies in the middle and tells the story, phones are the cards. */
export function inOneRoom(game: GameCard, seats: number): Promise<TableState> {
  const chairs = Array.from({ length: seats }, (): NewChair => ({ kind: 'empty' }));
  const options = { mode: 'table', table_night: 'phones' };
  return api.newTable({ game: game.name, seats, chairs, options, settings: { clock: 'relaxed' } });
}

/** A table in one room that a person runs; phones are the cards. */
export function withMaster(game: GameCard, seats: number): Promise<TableState> {
  const chairs = Array.from({ length: seats }, (): NewChair => ({ kind: 'empty' }));
  const options = { mode: 'table', gm: 'human', table_night: 'eyes' };
  return api.newTable({
    game: game.name,
    seats,
    chairs,
    options,
    settings: { clock: 'off', grace: 0 },
    master: true,
  });
}

/** A table without phones: a person runs the game and enters everything, this device is passed round for the cards. */
export function withoutPhones(game: GameCard, names: string[]): Promise<TableState> {
  const chairs = names.map((name): NewChair => ({ kind: 'same_device', name }));
  const options = { mode: 'table', gm: 'human', table_night: 'eyes', walker_form: 'physical' };
  return api.newTable({
    game: game.name,
    seats: names.length,
    chairs,
    options,
    settings: { clock: 'off', grace: 0, watching: false },
    master: true,
  });
}

/** A table for several people at one device, and computer players on some chairs. */
export function onOneDevice(
  game: GameCard,
  names: string[],
  computers: number,
): Promise<TableState> {
  const people = names.map((name, at): NewChair => ({ kind: at ? 'same_device' : 'me', name }));
  const chairs = [...people, ...Array.from({ length: computers }, () => computer(game))];
  return api.newTable({
    game: game.name,
    seats: chairs.length,
    chairs,
    options: {},
    settings: { clock: 'off', watching: false },
  });
}
