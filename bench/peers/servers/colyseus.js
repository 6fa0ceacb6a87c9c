/**
 * Colyseus as a server: node colyseus.js VIEWS whole|views|shared
 *
 * whole:  a message with the whole view to each seat
 * views:  the state as a schema, the hands through a StateView per seat; changes are sent
 * shared: the same without hands: everybody is sent the same changes
 */

import { Room, Server } from '@colyseus/core';
import { ArraySchema, MapSchema, schema, StateView, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { city, place, PLACES, SEATS, viewOf } from './game.js';

const kind = process.argv[3];

class Table extends Room {
  maxClients = SEATS;
  patchRate = null;
  seats = new Map();

  sit(client) {
    this.seats.set(client, this.seats.size);
  }

  onJoin(client) {
    this.sit(client);
  }
}

class WholeTable extends Table {
  city = city();

  onCreate() {
    this.onMessage('place', (client, where) => {
      place(this.city, this.seats.get(client), where);
      for (const [one, seat] of this.seats) one.send('view', viewOf(this.city, seat));
    });
  }
}

const start = city();
const Stack = schema({ seats: t.array('int8') }, 'Stack');
const Hand = schema({ cards: t.array('string') }, 'Hand');

function isNumbers(value) {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}

/** The type of a field: numbers and texts as they are, lists of numbers, anything else as JSON. */
function typeOf(value) {
  if (isNumbers(value)) return t.array('int8');
  if (typeof value === 'number') return t.int16();
  return typeof value === 'boolean' ? t.boolean() : t.string();
}

function schemaValue(value) {
  if (isNumbers(value)) return new ArraySchema(...value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

const PLAIN = Object.keys(start).filter((name) => name !== 'stacks' && name !== 'hands');
const hands = t.array(Hand);
const City = schema(
  {
    ...Object.fromEntries(PLAIN.map((name) => [name, typeOf(start[name])])),
    stacks: t.map(Stack),
    ...(kind === 'views' ? { hands: hands.view() } : {}),
  },
  'City',
);

/** The same city as a schema. */
function cityState() {
  const state = new City();
  for (const name of PLAIN) state[name] = schemaValue(start[name]);
  state.stacks = new MapSchema();
  for (const name of PLACES) {
    const stack = new Stack();
    stack.seats = new ArraySchema(...start.stacks[name]);
    state.stacks.set(name, stack);
  }
  if (kind !== 'views') return state;
  state.hands = new ArraySchema();
  for (const cards of start.hands) {
    const hand = new Hand();
    hand.cards = new ArraySchema(...cards);
    state.hands.push(hand);
  }
  return state;
}

class ChangesTable extends Table {
  state = cityState();

  onCreate() {
    this.onMessage('place', (client, where) => {
      const seat = this.seats.get(client);
      const state = this.state;
      state.stacks.get(PLACES[where]).seats.push(seat);
      state.chips[seat]--;
      state.turn = (seat + 1) % SEATS;
      if (state.chips[seat] <= 0) {
        for (let one = 0; one < SEATS; one++) state.chips[one] = 8;
        for (const name of PLACES) state.stacks.get(name).seats.clear();
      }
      this.broadcastPatch();
    });
  }

  onJoin(client) {
    this.sit(client);
    if (kind === 'views') {
      client.view = new StateView();
      client.view.add(this.state.hands[this.seats.get(client)]);
    }
  }
}

const transport = new WebSocketTransport({ perMessageDeflate: false });
const server = new Server({ greet: false, transport });
server.define('city', kind === 'whole' ? WholeTable : ChangesTable);
await server.listen(0, '127.0.0.1');
console.log(`Colyseus at http://127.0.0.1:${transport.server.address().port}`);
