/** The line to one table: it is lost and made anew, and every command gets its one answer. */

import { VERSION, type ClientMessage, type Refused, type ServerMessage } from '../protocol';
import { announce } from './announcement.svelte';
import { forget, token } from './api';
import { Heartbeat } from './heartbeat';
import { randomHex } from './random';
import { Slots } from './slots';
import { thisTab, type Tab } from './tab';

export type Link = 'opening' | 'open' | 'lost' | 'closed';

type Command = Exclude<ClientMessage, { type: 'hello' | 'ping' }>;
export type Unsent<C extends Command = Command> = C extends Command ? Omit<C, 'id'> : never;
export type Answer = Extract<
  ServerMessage,
  { id: string; type: 'receipt' | 'refused' | 'drafted' }
>;

/** What a wire needs of a WebSocket. */
export type Socket = Pick<
  WebSocket,
  'OPEN' | 'close' | 'onclose' | 'onmessage' | 'onopen' | 'readyState' | 'send'
>;

/** Who listens at this end. */
export interface Listener {
  /** The number of the last event that is known of what a seat sees; no seat is the one that was given. */
  last: (seat: number | null) => number;
  /** Take a message in; false where it does not fit what is known, and the whole is wanted. */
  take: (message: ServerMessage) => boolean;
  /** Something was refused that nobody waits for. */
  refuse: (refused: Refused) => void;
  /** The server has ended the connection for good. */
  end: () => void;
}

/** The longest waits before a lost connection is tried again. */
const WAITS = [200, 500, 1000, 2000, 4000, 8000];

/** Half of it at least; the rest is left to chance, so that not everybody comes back at the same moment. */
function withJitter(wait: number): number {
  return (wait / 2) * (1 + Math.random());
}

function connectToHouse(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

export class Wire {
  link = $state<Link>('opening');
  /** Why the server ended the connection for good. */
  ended = $state('');

  #listener: Listener;
  #socket: Socket | null = null;
  #slots = new Slots((text) => this.#put(text));
  #connect: () => Socket;
  #waiting = new Map<string, { message: ClientMessage; done: (answer: Answer) => void }>();
  #tries = 0;
  #timer = 0;
  #heartbeat: Heartbeat | null = null;
  /** Whether this connection has been welcomed, and whether any has. */
  #isWelcome = false;
  #wasWelcome = false;
  #tab: Tab;
  #stopWatching: () => void;
  #seat: number | null;
  #watch: boolean;
  #isOver = false;

  constructor(
    readonly code: string,
    listener: Listener,
    { watch = false, seat = null as number | null, connect = connectToHouse, tab = thisTab } = {},
  ) {
    this.#listener = listener;
    this.#connect = connect;
    this.#tab = tab;
    this.#watch = watch;
    this.#seat = seat;
    this.#stopWatching = tab.onReturn(() => this.#hurry());
    this.#open();
  }

  /** Send a command and wait for the one answer it gets, over a lost connection too. */
  send(command: Unsent): Promise<Answer> {
    const message: Command = { ...command, id: randomHex(8) };
    return new Promise((done) => {
      this.#waiting.set(message.id, { message, done });
      this.#say(message);
    });
  }

  /** Look through another seat of one's own. */
  lookThrough(seat: number): void {
    this.#seat = seat;
    void this.#hello();
  }

  /** End the connection; the wire is of no use afterwards. */
  close(): void {
    this.#isOver = true;
    this.#stopWatching();
    clearTimeout(this.#timer);
    this.#heartbeat?.stop();
    this.#slots.stop();
    this.#socket?.close();
  }

  #open(): void {
    const socket = this.#connect();
    this.#socket = socket;
    this.#slots.stop();
    this.#isWelcome = false;
    this.#heartbeat?.stop();
    this.#heartbeat = new Heartbeat(this.#tab, {
      ping: () => this.#say({ type: 'ping' }),
      quiet: () => this.#showLost(),
      dead: () => {
        socket.close();
        this.#lost(socket);
      },
    });
    this.#heartbeat.heard();
    socket.onopen = () => void this.#hello();
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
  }

  /** The page is seen again, or the network is back: no time is lost with waiting. */
  #hurry(): void {
    if (this.#socket) {
      this.#heartbeat?.ask();
    } else {
      clearTimeout(this.#timer);
      this.#open();
    }
  }

  async #hello(): Promise<void> {
    const last = this.#listener.last(this.#seat);
    this.#say({
      type: 'hello',
      token: await token(),
      table: this.code,
      version: VERSION,
      seat: this.#seat,
      last,
      watch: this.#watch,
    });
  }

  #say(message: ClientMessage): void {
    this.#slots.say(JSON.stringify(message));
  }

  #put(text: string): void {
    const socket = this.#socket;
    if (socket && socket.readyState === socket.OPEN) socket.send(text);
  }

  #hear(message: ServerMessage): void {
    this.#heartbeat?.heard();
    if (this.#isWelcome && this.link === 'lost') this.link = 'open';
    if (message.type === 'receipt' || message.type === 'refused' || message.type === 'drafted') {
      this.#answered(message);
      return;
    }
    if (message.type === 'reload') {
      location.reload();
      return;
    }
    if (message.type === 'announced') {
      announce(message.text);
      return;
    }
    if (message.type === 'closed') {
      if (!message.retry) this.#end(message.key);
      return;
    }
    if (message.type === 'missed' || message.type === 'welcome') this.#slots.hush(message.hushed);
    else if (message.type === 'table' && message.phase !== 'playing') this.#slots.hush(false);
    if (!this.#listener.take(message)) void this.#hello();
    if (message.type === 'welcome') {
      this.link = 'open';
      this.#isWelcome = this.#wasWelcome = true;
      this.#tries = 0;
      for (const { message: unanswered } of this.#waiting.values()) this.#say(unanswered);
    }
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (waiting) waiting.done(answer);
    else if (answer.type === 'refused') this.#turnedAway(answer);
  }

  /** A refusal that answers nothing of ours answers the hello. */
  #turnedAway(refused: Refused): void {
    if (refused.key === 'server.refused.bad_token') {
      forget();
      void this.#hello();
    } else if (!this.#wasWelcome) {
      this.#end(refused.key);
    } else {
      this.#listener.refuse(refused);
    }
  }

  /** It is over, for this reason. */
  #end(key: string): void {
    this.ended = key;
    this.link = 'closed';
    this.close();
    this.#listener.end();
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket || this.#isOver) return;
    this.#socket = null;
    this.#heartbeat?.stop();
    this.#showLost();
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)]!;
    this.#timer = setTimeout(() => this.#open(), withJitter(wait));
  }

  #showLost(): void {
    if (this.link === 'open') this.link = 'lost';
  }
}
