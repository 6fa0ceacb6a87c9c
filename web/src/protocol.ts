// Generated from omerta.server.wire.protocol; change it there.

export const VERSION = 2;

/** What the computer player did in your place while you were away. */
export interface Account {
  type: "account";
  seat: number;
  moves: string[];
  after: number;
}

/** The move for "if nothing changes until my turn"; no answers take it back. */
export interface Ahead {
  type: "ahead";
  id: string;
  at: number;
  answers?: number[];
}

/** A message of the operator to everybody; an empty one takes the last back. */
export interface Announced {
  type: "announced";
  text: string;
}

/** Come with a code that another device shows. */
export interface Arrival {
  code: string;
  device?: string;
}

/** A question to the seat: a decision point of the rules and what may be chosen. */
export interface Ask {
  point: string;
  choices: Choice[];
  at: number;
  default: number | null;
  about: Record<string, string | number | (string | number)[]>;
  settled: string;
}

/** Somebody whom one blocks, and where they sit at the table that was asked about. */
export interface BlockLine {
  id: string;
  name: string;
  seats: number[];
}

/** One place at the table, as everybody sees it. */
export interface Chair {
  seat: number;
  kind: string;
  name: string;
  level: string;
  host: boolean;
  ready: boolean;
  away: boolean;
  here: boolean;
  yours: boolean;
  hash: string;
  seed: string;
  program: boolean;
}

/** One place at the table, as everybody sees it. */
export interface ChairLine {
  seat: number;
  kind: "empty" | "person" | "computer";
  name: string;
  level: string;
  host: boolean;
  ready: boolean;
  away: boolean;
  here: boolean;
  yours: boolean;
  hash: string;
  seed: string;
  program: boolean;
}

/** A setup before the start: its cards, what the rules say of it, and how the sides stand. */
export interface Chances {
  cards: Record<string, number>;
  most: Record<string, number>;
  faults: SetupRemark[];
  warnings: SetupRemark[];
  advice: SetupRemark[];
  by_lot: number | null;
  won: Record<string, number>;
  games: number;
  enough: number;
}

/** What the host changes before the start; options replace all options. */
export interface Changes {
  options?: Record<string, string> | null;
  settings?: SettingsForm | null;
  seats?: number | null;
}

/** A finished game in numbers: what every seat had after each round, and where it came from. */
export interface Chart {
  winners: number[];
  ranking: number[];
  side: string;
  ended: number;
  began: number;
  goal: number;
  rounds: number[];
  standings: number[][];
  gains: Gain[][];
}

/** One thing that may be chosen now. */
export interface Choice {
  choice: number;
  move?: string;
  parts?: Record<string, string | number | (string | number)[]>;
}

/** A clause of a rulebook; a heading has no id. */
export interface Clause {
  id: string;
  heading: number;
  text: string;
}

export type ClientMessage = Hello | Draft | Commit | Enter | TakeBack | Timer | Skip | Ahead | GiveOrder | Hold | Say | Ready | Seed | Pause | Why | Return | Ping;

/** How time stands. */
export interface Clock {
  now: number;
  deadline: number | null;
  paused: boolean;
}

/** The server ends this connection, and why; `retry` says whether to come back. */
export interface Closed {
  type: "closed";
  key: string;
  retry: boolean;
}

/** A code for another device, good for one use until then. */
export interface Code {
  code: string;
  until: number;
  qr: string;
}

/** A whole move: the answers to the open question and to those that follow it. */
export interface Commit {
  type: "commit";
  id: string;
  at: number;
  answers: number[];
}

/** Answers that a human game master took back, and how many stood before them. */
export interface Correction {
  place: number;
  answers: RecordAnswer[];
}

/** One of one's devices. */
export interface DeviceLine {
  id: string;
  name: string;
  since: number;
  this: boolean;
}

/** What may follow these answers? Nothing becomes public and nothing is written. */
export interface Draft {
  type: "draft";
  id: string;
  at: number;
  answers?: number[];
  ahead?: boolean;
  seat?: number | null;
}

/** Answer to `draft`: what may follow, or that the move is whole. */
export interface Drafted {
  type: "drafted";
  id: string;
  answers: number[];
  ask: Ask | null;
  whole: boolean;
  preview: Preview | null;
}

/** Moves entered by whoever runs the game, for players or of their own, all or none. */
export interface Enter {
  type: "enter";
  id: string;
  at: number;
  moves: Move[];
}

/** The last move, which whoever runs the game may take back. */
export interface Entered {
  entry: number;
  seat: number | null;
  by: string;
}

/** Something has happened. The notices are added to the log; the view is replaced or changed. In `missed` only what was heard is given: the view of a moment that has passed is gone. */
export interface Event {
  type: "event";
  n: number;
  notices?: Notice[];
  said?: Said | null;
  view?: unknown;
  changed?: Record<string, unknown> | null;
  grown?: Record<string, unknown>;
  check?: number;
  ask?: Ask | null;
  ahead?: Ask | null;
  clock?: Clock | null;
  silent_until?: number;
  outcome?: Outcome | null;
  questions?: Question[];
  last?: Entered | null;
}

/** The deal's seal (docs/fairness.md): shown before the start, opened after the end. */
export interface Fair {
  game_id: string;
  commit: string;
  server_seed: string;
  version: number;
  thrown: Thrown[];
}

/** The seal of the deal. */
export interface FairLine {
  game_id: string;
  commit: string;
  server_seed: string;
  version: number;
  thrown: ThrownDeal[];
}

/** An amount of what wins the game, and where it came from. */
export interface Gain {
  source: string;
  amount: number;
}

/** A game that can be played here. */
export interface GameLine {
  name: string;
  clauses: string;
  version: number;
  seats_low: number;
  seats_high: number;
  options: OptionLine[];
  levels: string[];
}

/** A finished game: everything needed to play it again and to check the deal. */
export interface GameRecord {
  format: "omerta-record-1" | "omerta-record-2";
  id: string;
  game: string;
  version: number;
  options: Record<string, string>;
  names: string[];
  began: number;
  ended: number;
  winners: number[];
  game_id: string;
  commit: string;
  server_seed: string;
  seeds: string[];
  hashes?: string[];
  thrown?: ThrownDeal[];
  called_off?: boolean;
  answers: RecordAnswer[];
  taken_back?: Correction[];
}

/** Set a standing order, or lift it. */
export interface GiveOrder {
  type: "order";
  id: string;
  order: Order;
  lift?: boolean;
}

/** How far the pupil of a lesson has come, and what is wanted next. */
export interface Guide {
  type: "guide";
  state: string;
  step: number;
  steps: number;
  hints: Hint[];
  wanted: number[];
  freely: boolean;
}

/** A notice of a replay; `only` is the seat that alone has heard it. */
export interface Heard {
  key: string;
  args: Record<string, string | number>;
  weight: string;
  only: number | null;
}

/** First message, and again to look through another seat of one's own. */
export interface Hello {
  type: "hello";
  token: string;
  table: string;
  version?: number;
  seat?: number | null;
  last?: number;
  watch?: boolean;
}

/** Something the pupil of a lesson is told: the key of a text, and what it points at. */
export interface Hint {
  key: string;
  at: string;
}

/** Let me think: the open window stays open as long again, for everybody alike. */
export interface Hold {
  type: "hold";
  id: string;
}

/** What the operator tells everybody. */
export interface HouseLine {
  announcement: string;
  draining: boolean;
}

/** Sit down on a free chair: a certain one, or the first. */
export interface Joining {
  seat?: number | null;
  name?: string;
}

/** The invitation to a table, for other devices. */
export interface Link {
  link: string;
}

/** A walk through a game: all its steps, without what they led to. */
export interface Look {
  name: string;
  game: string;
  seats: number;
  steps: LookStep[];
}

/** An answer to try at a moment of a walk. */
export interface LookAnswer {
  seat: number;
  choice: number;
}

/** A game that can be walked through: its name in the file, and which game it is. */
export interface LookLine {
  name: string;
  game: string;
}

/** A game after one step of a walk: the true state, and what each seat sees of it. */
export interface LookMoment {
  position: string[];
  carried_out: LookSentence[];
  heard: Heard[];
  asks: LookQuestion[];
  views: (Record<string, unknown>)[];
  watcher: Record<string, unknown>;
}

/** An open question with everything that may be answered; `who` names chance and the clock. */
export interface LookQuestion {
  seat: number;
  who: string;
  point: string;
  choices: (Record<string, unknown>)[];
}

/** A sentence of a rule that a step carried out: its clause and its name in the rule table. */
export interface LookSentence {
  clause: string;
  step: string;
}

/** A step of a walk: an answer, or a line of the file with what is wrong with it. `who` names chance, the clock and the game master, who have no seat. */
export interface LookStep {
  seat: number | null;
  who: string;
  said: string;
  number: number;
  problem: string;
}

/** Oneself and the tables at which one sits. */
export interface Me {
  name: string;
  tables: TableLine[];
}

/** Your private arrangements: standing orders and the move given ahead. */
export interface Mine {
  type: "mine";
  orders: Order[];
  ahead: number[];
  given: Choice[];
  voided: boolean;
}

/** The events that a client has not heard yet, oldest first; the last may bring its view. */
export interface Missed {
  type: "missed";
  events: Event[];
  hushed: boolean;
}

/** A whole move that whoever runs the game enters. */
export interface Move {
  answers: number[];
  seat?: number | null;
}

/** Who sits down: the person who asks, somebody on the same device, or a computer player. */
export interface NewChair {
  kind: "me" | "same_device" | "computer" | "empty";
  name?: string;
  level?: string;
}

/** Somebody comes in. */
export interface NewPerson {
  name?: string;
  program?: boolean;
}

/** A table to be set up. Chairs that are not given are empty; the maker takes chair 0. */
export interface NewTable {
  game: string;
  seats: number;
  chairs?: NewChair[];
  options?: Record<string, string>;
  settings?: SettingsForm;
  master?: boolean;
  lesson?: boolean;
}

/** What a seat hears: the key of a catalogue text and its arguments. */
export interface Notice {
  key: string;
  args?: Record<string, string | number>;
  weight?: string;
  to?: number | null;
}

/** One option of a game: its values (default first) or the range of its number. */
export interface OptionLine {
  name: string;
  values: string[];
  default: string;
  ruling: string;
  low: number;
  high: number;
}

/** A private standing order: answer a decision point by its default without asking me. */
export interface Order {
  point: string;
  until: string;
}

/** How the game ended. */
export interface Outcome {
  winners: number[];
  ranking: number[];
  side: string;
  called_off: boolean;
}

/** Wish for a pause (it begins when all persons wish it), or to go on. */
export interface Pause {
  type: "pause";
  id: string;
  wish?: boolean;
}

/** Oneself. The token proves it: keep it, and send it as `Authorization: Bearer`. */
export interface Person {
  name: string;
  token: string;
}

/** Is the connection alive? Sent every few seconds; answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** Answer to `ping`. */
export interface Pong {
  type: "pong";
  now: number;
}

/** Which seats have a connected device. */
export interface Presence {
  type: "presence";
  here: number[];
  watchers: number;
}

/** What a drafted move would do, as far as its seat can know: sentences of the catalogue. */
export interface Preview {
  name: Notice;
  sums: Notice[];
  lost: Notice[];
  board: Record<string, unknown>;
}

/** What went wrong: a text key of the catalogues with its arguments. */
export interface Problem {
  key: string;
  args?: Record<string, string | number>;
  clause?: string;
  detail?: string;
}

/** What a seat is asked, for whoever runs the game and may enter for everybody. */
export interface Question {
  seat: number;
  ask: Ask;
}

/** Ready to start, with the hash of this seat's seed; or not ready any more. */
export interface Ready {
  type: "ready";
  id: string;
  ready?: boolean;
  hash?: string;
  seat?: number | null;
}

/** The command is on disk. The same command again gets the same receipt. */
export interface Receipt {
  type: "receipt";
  id: string;
  n: number;
}

/** One small answer of a game; the label names the random event (docs/fairness.md). */
export interface RecordAnswer {
  seat: number;
  choice: number;
  label: string;
  of: number[];
}

/** Nothing has changed, and why. */
export interface Refused {
  type: "refused";
  id: string;
  key: string;
  clause: string;
  args: Record<string, string | number>;
}

/** This client is too old; the page has to be loaded again. */
export interface Reload {
  type: "reload";
  version: number;
}

/** Another name for oneself. */
export interface Rename {
  name: string;
}

/** A finished game at one moment: what every seat saw, and what was heard on the way to it. */
export interface Replay {
  step: number;
  steps: number;
  views: (Record<string, unknown>)[];
  watcher: Record<string, unknown>;
  heard: Heard[];
}

/** What is wrong with somebody at the table. */
export interface Report {
  reason: "insults" | "cheating" | "spam" | "name" | "other";
  text?: string;
}

/** The operator will read it. */
export interface Reported {
  reported: boolean;
}

/** Take one's seat back from the computer player. */
export interface Return {
  type: "return";
  id: string;
}

/** A rulebook, in order. */
export interface Rules {
  game: string;
  clauses: Clause[];
}

/** Run the game as its master, under this name. */
export interface Running {
  name?: string;
}

/** Something said at the table. */
export interface Said {
  name: string;
  text?: string;
  seat?: number | null;
  channel?: string;
  at?: number;
}

/** Talk at the table. */
export interface Say {
  type: "say";
  id: string;
  text: string;
  channel?: string;
}

/** The seed of this seat, sent when the table's phase is `seeds`. */
export interface Seed {
  type: "seed";
  id: string;
  seed: string;
  seat?: number | null;
}

export type ServerMessage = Welcome | Table | Event | Missed | Drafted | Receipt | Refused | Presence | Turn | Mine | Account | Guide | Time | Reload | Announced | Closed | Pong;

/** How this table is played, apart from the options of the rules. */
export interface Settings {
  public: boolean;
  watching: boolean;
  clock: string;
  pace: string;
  grace: number;
  talk: boolean;
}

/** How the table is played; what is left out stays as it is. */
export interface SettingsForm {
  public?: boolean | null;
  watching?: boolean | null;
  clock?: "off" | "quick" | "relaxed" | "days" | null;
  pace?: "thoughtful" | "calm" | "brisk" | "instant" | null;
  grace?: number | null;
  talk?: boolean | null;
}

/** How the table is played. */
export interface SettingsLine {
  public: boolean;
  watching: boolean;
  clock: "off" | "quick" | "relaxed" | "days";
  pace: "thoughtful" | "calm" | "brisk" | "instant";
  grace: number;
  talk: boolean;
}

/** Something to say about a setup: text key `<area>.refusal.<key>` or `<area>.warning.<key>`. */
export interface SetupRemark {
  clause: string;
  key: string;
}

/** A setup on paper: its cards, and everything that its game master reads aloud, in order. */
export interface Sheet {
  cards: Record<string, number>;
  parts: SheetPart[];
}

/** One line that is read aloud: text key `<area>.notice.<key>`, without anybody's name. */
export interface SheetLine {
  key: string;
  code: string;
  number: number | null;
  note: string;
  sometimes: boolean;
}

/** A part of the script: text key `web.sheet.part.<name>`. */
export interface SheetPart {
  name: string;
  lines: SheetLine[];
}

/** End this part of the day now; only the device in the middle of the table may. A night cannot be skipped: somebody may be about to act. */
export interface Skip {
  type: "skip";
  id: string;
  deadline: number;
}

/** A game told afterwards, hidden things included; empty for games without secrets to tell. */
export interface Story {
  roles: string[];
  couple: number[];
  alive: boolean[];
  lines: StoryLine[];
  votes: StoryVote[];
}

/** One thing that happened: text key `web.story.<key>`, who did it, to whom, a word more. */
export interface StoryLine {
  day: number;
  at_night: boolean;
  key: string;
  seats: number[];
  named: number[];
  word: string;
}

/** One vote: whose hand was raised against (or for) whom, in order. */
export interface StoryVote {
  day: number;
  kind: string;
  hands: number[][];
}

/** Everything about the table but the game itself; replaces what was known before. */
export interface Table {
  type: "table";
  id: string;
  code: string;
  game: string;
  phase: string;
  chairs: Chair[];
  options: Record<string, string>;
  settings: Settings;
  fair: Fair;
  host: boolean;
  watchers: number;
  paused: boolean;
  wish_pause: number[];
  masters_pause: boolean;
  next: string;
  made: number;
  run_by: string;
  master: string;
  tempo: number;
  led: boolean;
  runs: boolean;
  lesson: boolean;
  remarks: string[];
}

/** A table in a list. */
export interface TableLine {
  id: string;
  code: string;
  game: string;
  phase: "lobby" | "seeds" | "playing" | "over" | "closed";
  seats: number;
  free: number;
  names: string[];
  made: number;
}

/** Everything about a table but the game itself: the same as the message `table`. */
export interface TableState {
  id: string;
  code: string;
  game: string;
  phase: "lobby" | "seeds" | "playing" | "over" | "closed";
  chairs: ChairLine[];
  options: Record<string, string>;
  settings: SettingsLine;
  fair: FairLine;
  host: boolean;
  watchers: number;
  paused: boolean;
  wish_pause: number[];
  masters_pause: boolean;
  next: string;
  made: number;
  run_by: "" | "person" | "player";
  master: string;
  tempo: number;
  led: boolean;
  runs: boolean;
  lesson: boolean;
  remarks: string[];
}

/** Take one's games along to another device. */
export interface TakeAlong {
  move?: boolean;
  device?: string;
}

/** Take the last move back; only whoever runs the game may, and nothing that was drawn. */
export interface TakeBack {
  type: "take_back";
  id: string;
  entry: number;
}

/** A deal that was sealed and not played: everything about it is open. */
export interface Thrown {
  game_id: string;
  commit: string;
  hashes: string[];
  options: Record<string, string>;
  names: string[];
  server_seed: string;
  seeds: string[];
}

/** A deal that was sealed and not played: everything about it is open. */
export interface ThrownDeal {
  game_id: string;
  commit: string;
  hashes: string[];
  options: Record<string, string>;
  names: string[];
  server_seed: string;
  seeds: string[];
}

/** The clock has changed without an event: a pause, or more time for everybody. */
export interface Time {
  type: "clock";
  clock: Clock;
}

/** Shorten or lengthen the time that runs, or all times. Only whoever runs the game may, or the device in the middle of the table. */
export interface Timer {
  type: "timer";
  id: string;
  seconds?: number;
  percent?: number;
}

/** Which of your own seats are asked something (several persons on one device). */
export interface Turn {
  type: "turn";
  seats: number[];
}

/** Answer to `hello`; `table`, `missed` if there is anything, and the last event follow. */
export interface Welcome {
  type: "welcome";
  table: string;
  code: string;
  game: string;
  seat: number | null;
  yours: number[];
  n: number;
  version: number;
  now: number;
  late: boolean;
  runs: boolean;
  hushed: boolean;
}

/** Why can this not be chosen now? The answer is a `refused`. */
export interface Why {
  type: "why";
  id: string;
  at: number;
  choice?: number;
  answers?: number[];
  move?: string;
}
