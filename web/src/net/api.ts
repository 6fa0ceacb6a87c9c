/** The lobby: plain HTTP with JSON. An error is a text key with its arguments. */

import type {
  Chart,
  BlockLine,
  Chances,
  Changes,
  Code,
  DeviceLine,
  GameLine,
  GameRecord,
  HouseLine,
  Joining,
  Link,
  Look,
  LookAnswer,
  LookLine,
  LookMoment,
  Me,
  NewChair,
  NewTable,
  Person,
  Problem,
  Replay,
  Report,
  Rules,
  Sheet,
  Story,
  TableLine,
  TableState,
  TakeAlong,
} from '../protocol';
import { keep, settings } from '../settings.svelte';
import { deviceName } from './device';

/** What the lobby refused, in a form that can be shown. */
export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.key);
  }
}

const UNREACHABLE: Problem = { key: 'web.trouble.unreachable', args: {}, clause: '', detail: '' };
const ODD: Problem = { key: 'web.trouble.odd', args: {}, clause: '', detail: '' };

async function send<T>(method: string, path: string, body?: unknown, token = ''): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Trouble(UNREACHABLE);
  }
  const said: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  const problem = said as Partial<Problem> | null;
  throw new Trouble(problem?.key ? { ...ODD, ...problem } : ODD);
}

/** The token of the person at this device; a new guest gets one. */
export async function token(): Promise<string> {
  if (!settings.token) {
    const person = await send<Person>('POST', '/api/people', { name: settings.name });
    keep({ token: person.token, name: person.name });
  }
  return settings.token;
}

/** Ask as the person at this device; a house that does not know the person any more gets a new guest. */
async function asPerson<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await send<T>(method, path, body, await token());
  } catch (error) {
    if (!(error instanceof Trouble) || error.problem.key !== 'server.problem.who_are_you')
      throw error;
    forget();
    return send<T>(method, path, body, await token());
  }
}

/** Forget who one is; the next thing asked makes a new guest. */
export function forget(): void {
  keep({ token: '' });
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => send<GameLine[]>('GET', '/api/games'),
  runningTables: () => send<TableLine[]>('GET', '/api/running'),
  chart: (table: string) => send<Chart>('GET', `${at(table)}/chart`),
  openTables: () => send<TableLine[]>('GET', '/api/tables'),
  me: () => asPerson<Me>('GET', '/api/me'),
  house: () => send<HouseLine>('GET', '/api/house'),
  takeAlong: (form: TakeAlong) => asPerson<Code>('POST', '/api/me/code', form),
  /** Become the person who shows this code on another device. */
  async arrive(code: string): Promise<void> {
    const form = { code: code.trim(), device: deviceName() };
    const person = await send<Person>('POST', '/api/people/code', form);
    keep({ token: person.token, name: person.name });
  },
  devices: () => asPerson<DeviceLine[]>('GET', '/api/me/devices'),
  giveUp: (device: string) =>
    asPerson<DeviceLine[]>('DELETE', `/api/me/devices/${encodeURIComponent(device)}`),
  blocks: (table = '') =>
    asPerson<BlockLine[]>('GET', `/api/me/blocks${table && `?table=${encodeURIComponent(table)}`}`),
  block: (table: string, seat: number) =>
    asPerson<BlockLine[]>('PUT', `${at(table)}/chairs/${seat}/block`),
  unblock: (block: string) =>
    asPerson<BlockLine[]>('DELETE', `/api/me/blocks/${encodeURIComponent(block)}`),
  report: (table: string, seat: number, form: Report) =>
    asPerson<unknown>('POST', `${at(table)}/chairs/${seat}/report`, form),
  remove: (table: string, seat: number) =>
    asPerson<TableState>('POST', `${at(table)}/chairs/${seat}/remove`),
  rename: (name: string) => asPerson<Me>('PATCH', '/api/me', { name }),
  newTable: (form: NewTable) => asPerson<TableState>('POST', '/api/tables', form),
  table: (table: string) => asPerson<TableState>('GET', at(table)),
  join: (table: string, form: Joining) => asPerson<TableState>('POST', `${at(table)}/join`, form),
  seat: (table: string, seat: number, chair: NewChair) =>
    asPerson<TableState>('PUT', `${at(table)}/chairs/${seat}`, chair),
  change: (table: string, changes: Changes) => asPerson<TableState>('PATCH', at(table), changes),
  run: (table: string, name: string) =>
    asPerson<TableState>('PUT', `${at(table)}/master`, { name }),
  stopRunning: (table: string) => asPerson<TableState>('DELETE', `${at(table)}/master`),
  link: (table: string) => send<Link>('GET', `${at(table)}/link`),
  chances: (table: string) => send<Chances>('GET', `${at(table)}/chances`),
  sheet: (table: string) => send<Sheet>('GET', `${at(table)}/sheet`),
  story: (table: string) => asPerson<Story>('GET', `${at(table)}/story`),
  start: (table: string) => asPerson<TableState>('POST', `${at(table)}/start`),
  leave: (table: string) => asPerson<unknown>('POST', `${at(table)}/leave`),
  close: (table: string) => asPerson<unknown>('POST', `${at(table)}/close`),
  rematch: (table: string) => asPerson<TableState>('POST', `${at(table)}/rematch`),
  record: (table: string) => send<GameRecord>('GET', `${at(table)}/record`),
  replay: (table: string, step: number, after = step - 1) =>
    send<Replay>('GET', `${at(table)}/replay/${step}?after=${Math.max(-1, after)}`),
  looks: () => send<LookLine[]>('GET', '/api/look'),
  look: (walk: number) => send<Look>('GET', `/api/look/${walk}`),
  lookAt: (walk: number, step: number) => send<LookMoment>('GET', `/api/look/${walk}/${step}`),
  lookAnswer: (walk: number, step: number, answer: LookAnswer) =>
    send<Look>('POST', `/api/look/${walk}/${step}`, answer),
  rules: (game: string, language: string) =>
    send<Rules>('GET', `/api/rules/${encodeURIComponent(game)}?language=${language}`),
};
