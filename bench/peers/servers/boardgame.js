/** boardgame.io as a server: node boardgame.js VIEWS [FOLDER for FlatFile] */

import { createRequire } from 'node:module';
import { city, place, SEATS, viewOf } from './game.js';

const { FlatFile, Server, SocketIO } = createRequire(import.meta.url)('boardgame.io/server');

const game = {
  name: 'city',
  setup: city,
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { place: ({ G, playerID }, where) => place(G, Number(playerID), where) },
  playerView: ({ G, playerID }) => viewOf(G, Number(playerID)),
};

const folder = process.argv[3];
const server = Server({
  games: [game],
  origins: [/.*/],
  transport: new SocketIO({
    socketOpts: { transports: ['websocket'], perMessageDeflate: false, httpCompression: false },
  }),
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
const { appServer } = await server.run({ port: 0 });
console.log(`boardgame.io at http://127.0.0.1:${appServer.address().port}`);
