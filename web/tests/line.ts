/** A session at a table whose server is played by the test, over lines that break: what its tests share. */

import { afterEach, beforeEach, expect, vi } from 'vitest';
import { forget } from '../src/net/api';
import { Session } from '../src/net/session.svelte';
import type { Socket } from '../src/net/wire.svelte';
import type { Tab } from '../src/net/tab';
import {
  VERSION,
  type Ask,
  type ClientMessage,
  type Event,
  type Preview,
  type ServerMessage,
  type Welcome,
} from '../src/protocol';

/** One end of a line; the test holds the other. */
export class Line implements Socket {
  readonly OPEN = 1;
  readyState: Socket['readyState'] = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  /** What the page has said, pings apart. */
  readonly said: Exclude<ClientMessage, { type: 'ping' }>[] = [];
  pings = 0;

  send(data: string): void {
    const message = JSON.parse(data) as ClientMessage;
    if (message.type === 'ping') this.pings++;
    else this.said.push(message);
  }

  close(): void {
    this.readyState = 3;
  }

  async open(): Promise<void> {
    this.readyState = 1;
    this.onopen?.call(this as unknown as WebSocket, {} as globalThis.Event);
    await settle();
  }

  async tell(...messages: ServerMessage[]): Promise<void> {
    for (const message of messages) {
      const event = { data: JSON.stringify(message) } as MessageEvent;
      this.onmessage?.call(this as unknown as WebSocket, event);
    }
    await settle();
  }

  async break(): Promise<void> {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
    await settle();
  }

  /** The last thing said, which is of this type. */
  last<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }> {
    const message = this.said.at(-1);
    expect(message?.type).toBe(type);
    return message as Extract<ClientMessage, { type: T }>;
  }
}

/** Let everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

export const LOST = [200, 500, 1000, 2000, 4000, 8000, 8000];

/** The tab of the page: the test hides it and looks at it again. */
export class TestTab implements Tab {
  isHidden = false;
  #tell = () => {};

  onReturn(tell: () => void): () => void {
    this.#tell = tell;
    return () => (this.#tell = () => {});
  }

  async show(): Promise<void> {
    this.isHidden = false;
    this.#tell();
    await settle();
  }
}

export let lines: Line[];
export let tab: TestTab;
export let session: Session;

/** The line of the newest connection. */
export function line(): Line {
  return lines.at(-1)!;
}

export function ask(point: string, at: number, ...choices: number[]): Ask {
  return {
    point,
    at,
    default: null,
    about: {},
    settled: '',
    choices: choices.map((choice) => ({ choice })),
  };
}

export function welcome(n = 0, seat = 1): Welcome {
  const place = { table: 't', code: 'ABCDEF', game: 'mafia-city', seat, yours: [seat] };
  return {
    type: 'welcome',
    ...place,
    late: false,
    runs: false,
    hushed: false,
    n,
    version: VERSION,
    now: 0,
  };
}

export function event(n: number, more: Partial<Event> = {}): Event {
  return { type: 'event', n, notices: [{ key: `told.${n}` }], ...more };
}

export const asked = (n: number, question: Ask) => event(n, { view: {}, ask: question });
export const receipt = (id: string): ServerMessage => ({ type: 'receipt', id, n: 0 });

export function refused(id: string, key: string): ServerMessage {
  return { type: 'refused', id, key, args: {}, clause: '' };
}

/** What is said of a move of these answers. */
export function does(...answers: number[]): Preview {
  return { name: { key: answers.join(' ') }, sums: [], lost: [], board: {} };
}

export function drafted(answers: number[], next: Ask | null): ServerMessage {
  const { id } = line().last('draft');
  const whole = next === null;
  return { type: 'drafted', id, answers, ask: next, whole, preview: does(...answers) };
}

export function heard(): string[] {
  return session.known.heard.map(({ id }) => id);
}

/** A new session over a new line. */
export function begin(wantsSecondTap = () => true): void {
  session = new Session('ABCDEF', {
    tab,
    connect: () => {
      lines.push(new Line());
      return line();
    },
    wantsSecondTap,
  });
}

/** Every test of a file begins with a session that nobody has answered yet. */
export function beginEachWithASession(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    // The longest waits, so that they can be counted.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    lines = [];
    tab = new TestTab();
    begin();
  });

  afterEach(() => {
    session.close();
    vi.mocked(forget).mockClear();
    vi.mocked(Math.random).mockRestore();
    vi.useRealTimers();
  });
}

export async function sitDown(...messages: ServerMessage[]): Promise<void> {
  await line().open();
  await line().tell(welcome(), ...messages);
}
