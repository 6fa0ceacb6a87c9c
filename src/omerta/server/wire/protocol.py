"""What client and server say to each other at a table: one JSON object per WebSocket message.

Every message has a `type`. A message that asks for something carries an `id` made by the
client; exactly one `receipt`, `refused` or `drafted` comes back with it. Times are
milliseconds since 1970 on the server's clock. Reference and TypeScript types are generated
from this file (`omerta.server.ops.schema`); the story around it is in docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

VERSION: Final = 2
"""Rises when an old client could not go on; such a client is told to reload."""

LARGEST_MESSAGE: Final = 16_384
"""Bytes of one message from a client; a larger one ends the connection."""

LONGEST_MOVE: Final = 64
"""Small answers in one move."""

LONGEST_TEXT: Final = 500
"""Characters of one chat message."""

LONGEST_NAME: Final = 24
"""Characters of a name."""

LONGEST_ID: Final = 64
"""Characters of the id that a client gives to what it asks for."""

LONGEST_WORD: Final = 40
"""Characters of the name of a table, a channel, a decision point or an option."""

Number = int
Seat = int
Thing = str | int | list[str | int]


class Message(msgspec.Struct, tag_field="type", kw_only=True):
    """One JSON object on the wire."""


def is_word(text: str, longest: int = LONGEST_WORD) -> bool:
    """Whether a text can name something: not too long, and no letter of it is invisible."""
    return len(text) <= longest and text.isprintable()


# What both sides are made of.


class Part(msgspec.Struct, kw_only=True):
    """A piece of a message that has no `type` of its own."""


class Notice(Part, omit_defaults=True):
    """What a seat hears: the key of a catalogue text and its arguments."""

    key: str
    args: dict[str, str | int] = {}
    weight: str = "beat"
    """How it is shown: a `scene` takes the board, a `beat` passes, a `murmur` is only noted."""
    to: Seat | None = None
    """The seat that alone was told; given only to whoever runs the game."""


class Choice(Part, omit_defaults=True):
    """One thing that may be chosen now."""

    choice: int
    """What goes into the list of answers."""
    move: str = ""
    """This part of the move in the notation of the game, for example `place 3`."""
    parts: dict[str, Thing] = {}
    """What it touches on the board: kind to id, for example `{"act": "place", "location": 3}`."""


class Ask(Part):
    """A question to the seat: a decision point of the rules and what may be chosen."""

    point: str
    """The decision point, for example `take_turn`; `take_turn/chip` asks for the rest of a move."""
    choices: list[Choice]
    at: Number = 0
    """The number of the event that brought the question; goes back with `commit` and `draft`."""
    default: int | None = None
    """What happens when time runs out, if that is one of the choices."""
    about: dict[str, Thing] = {}
    """What it is about where the choices do not say it: kind to id, for example
    `{"location": 3, "stack": [0, 1]}`; of a question that may come round, as it will stand then."""
    settled: str = ""
    """What answers it instead of the person, `order` or `ahead`; empty if the person is asked."""


class Preview(Part):
    """What a drafted move would do, as far as its seat can know: sentences of the catalogue."""

    name: Notice
    """The move itself, for the button that carries it out."""
    sums: list[Notice]
    """What it brings, costs and leads to."""
    lost: list[Notice]
    """What is given up with it."""
    board: dict[str, Any]
    """What the board shows of it, as the game encodes it."""


class Question(Part):
    """What a seat is asked, for whoever runs the game and may enter for everybody."""

    seat: Seat
    ask: Ask


class Move(Part, omit_defaults=True):
    """A whole move that whoever runs the game enters."""

    answers: list[int]
    seat: Seat | None = None
    """For whom; none for a move of one's own."""


class Entered(Part):
    """The last move, which whoever runs the game may take back."""

    entry: int
    """Its number in the log; goes back with `take_back`."""
    seat: Seat | None = None
    """Who moved; none for whoever runs the game, or for the clock."""
    by: str = ""
    """Empty for the person; `computer`, `order`, `ahead`, `rules`, `time` or `master`."""


class Clock(Part):
    """How time stands."""

    now: int
    """The server's clock when this was sent."""
    deadline: int | None = None
    """When the open decision takes its default; none if there is no limit."""
    paused: bool = False


class Outcome(Part):
    """How the game ended."""

    winners: list[Seat]
    ranking: list[Seat] = []
    side: str = ""
    called_off: bool = False


class Said(Part, omit_defaults=True):
    """Something said at the table."""

    name: str
    text: str = ""
    seat: Seat | None = None
    """None for somebody who watches."""
    channel: str = "table"
    at: int = 0


class Chair(Part):
    """One place at the table, as everybody sees it."""

    seat: Seat
    kind: str
    """`empty`, `person` or `computer`."""
    name: str = ""
    level: str = ""
    """Of a computer player, or of the one that plays while the person is away."""
    host: bool = False
    ready: bool = False
    away: bool = False
    """A computer player plays for the person until the person returns."""
    here: bool = True
    """Whether the person's device is connected."""
    yours: bool = False
    hash: str = ""
    """SHA-256 of `fair1-seed:GAME:SEAT:SEED`, shown before any seed."""
    seed: str = ""
    """The seed itself, once all are in."""
    program: bool = False
    """Whether a program has the seat with an account of its own; pages draw a sign for it."""


class Settings(Part):
    """How this table is played, apart from the options of the rules."""

    public: bool = False
    """Listed among the open tables."""
    watching: bool = True
    """Whether others may watch (they see what is public)."""
    clock: str = "relaxed"
    """`off`, `quick`, `relaxed` or `days`."""
    pace: str = "calm"
    """How long computer players take: `thoughtful`, `calm`, `brisk` or `instant`."""
    grace: int = 60
    """Seconds until a computer player plays for somebody who left; 0 for never."""
    talk: bool = True


class Thrown(Part):
    """A deal that was sealed and not played: everything about it is open."""

    game_id: str
    commit: str
    hashes: list[str]
    options: dict[str, str]
    names: list[str]
    server_seed: str
    seeds: list[str]
    """Of every seat; empty where the seed was never shown."""


class Fair(Part):
    """The deal's seal (docs/fairness.md): shown before the start, opened after the end."""

    game_id: str
    commit: str
    server_seed: str = ""
    """Empty until the game is over for everybody."""
    version: int = 0
    """Of the rulebook, for the receipt."""
    thrown: list[Thrown] = []
    """Deals that were sealed at this table before and not played."""


class Order(Part):
    """A private standing order: answer a decision point by its default without asking me."""

    point: str
    until: str = "concerns_me"
    """`concerns_me`, `round` (this round only) or `game`."""


# What a client says.


class Hello(Message, tag="hello"):
    """First message, and again to look through another seat of one's own."""

    token: str
    table: str
    """Id or six-letter code."""
    version: int = VERSION
    seat: Seat | None = None
    """Which of one's own seats; none for the first one, or to watch."""
    last: Number = 0
    """The number of the last event this client has; 0 for none."""
    watch: bool = False
    """Watch; refused to whoever has a seat in a game that is not over."""


class Draft(Message, tag="draft"):
    """What may follow these answers? Nothing becomes public and nothing is written."""

    id: str
    at: Number
    answers: list[int] = []
    ahead: bool = False
    """Draft an answer to the question of `ahead` in the last event."""
    seat: Seat | None = None
    """Draft for this seat; only for whoever runs the game."""


class Commit(Message, tag="commit"):
    """A whole move: the answers to the open question and to those that follow it."""

    id: str
    at: Number
    answers: list[int]


class Enter(Message, tag="enter"):
    """Moves entered by whoever runs the game, for players or of their own, all or none."""

    id: str
    at: Number
    """The number of one's own question."""
    moves: list[Move]


class TakeBack(Message, tag="take_back"):
    """Take the last move back; only whoever runs the game may, and nothing that was drawn."""

    id: str
    entry: int
    """The entry named by `last` in the newest event."""


class Timer(Message, tag="timer"):
    """Shorten or lengthen the time that runs, or all times.

    Only whoever runs the game may, or the device in the middle of the table.
    """

    id: str
    seconds: int = 0
    """Seconds more, or less, for what is going on now."""
    percent: int = 0
    """How long all times are from now on; 0 leaves that as it is."""


class Skip(Message, tag="skip"):
    """End this part of the day now; only the device in the middle of the table may.

    A night cannot be skipped: somebody may be about to act.
    """

    id: str
    deadline: Number
    """When the part would have ended: it names the part that is meant."""


class Ahead(Message, tag="ahead"):
    """The move for "if nothing changes until my turn"; no answers take it back."""

    id: str
    at: Number
    answers: list[int] = []


class GiveOrder(Message, tag="order"):
    """Set a standing order, or lift it."""

    id: str
    order: Order
    lift: bool = False


class Say(Message, tag="say"):
    """Talk at the table."""

    id: str
    text: str
    channel: str = "table"
    """`table`, or another that the game knows."""


class Ready(Message, tag="ready"):
    """Ready to start, with the hash of this seat's seed; or not ready any more."""

    id: str
    ready: bool = True
    hash: str = ""
    """SHA-256 of `fair1-seed:GAME:SEAT:SEED`, in hex."""
    seat: Seat | None = None


class Seed(Message, tag="seed"):
    """The seed of this seat, sent when the table's phase is `seeds`."""

    id: str
    seed: str
    seat: Seat | None = None


class Hold(Message, tag="hold"):
    """Let me think: the open window stays open as long again, for everybody alike."""

    id: str


class Pause(Message, tag="pause"):
    """Wish for a pause (it begins when all persons wish it), or to go on."""

    id: str
    wish: bool = True


class Why(Message, tag="why"):
    """Why can this not be chosen now? The answer is a `refused`."""

    id: str
    at: Number
    choice: int = 0
    answers: list[int] = []
    move: str = ""
    """A move in the notation of the game instead of a number, for example `place 3`."""


class Return(Message, tag="return"):
    """Take one's seat back from the computer player."""

    id: str


class Ping(Message, tag="ping"):
    """Is the connection alive? Sent every few seconds; answered by `pong`."""


ClientMessage = (
    Hello
    | Draft
    | Commit
    | Enter
    | TakeBack
    | Timer
    | Skip
    | Ahead
    | GiveOrder
    | Hold
    | Say
    | Ready
    | Seed
    | Pause
    | Why
    | Return
    | Ping
)


# What the server says.


class Welcome(Message, tag="welcome"):
    """Answer to `hello`; `table`, `missed` if there is anything, and the last event follow."""

    table: str
    code: str
    game: str
    seat: Seat | None
    """The seat this connection looks through; none for somebody who watches."""
    yours: list[Seat]
    """All seats of this person."""
    n: Number
    """The number of the newest event."""
    version: int = VERSION
    now: int = 0
    late: bool = False
    """Whether one who watches is shown the game when it is over, and nothing before."""
    runs: bool = False
    """Whether this connection runs the game: it sees everything and enters for everybody."""
    hushed: bool = False
    """Whether the game is hushed, so that this seat speaks in slots (protocol.md)."""


class Table(Message, tag="table"):
    """Everything about the table but the game itself; replaces what was known before."""

    id: str
    code: str
    game: str
    phase: str
    """`lobby`, `seeds`, `playing`, `over` or `closed`."""
    chairs: list[Chair]
    options: dict[str, str]
    settings: Settings
    fair: Fair
    host: bool = False
    """Whether this person is the host."""
    watchers: int = 0
    paused: bool = False
    wish_pause: list[Seat] = []
    masters_pause: bool = False
    """Whether the person who runs the game has called the pause, and alone ends it."""
    next: str = ""
    """The table of the rematch."""
    made: int = 0
    run_by: str = ""
    """`person` if somebody without a chair runs the game, `player` if a player will; or empty."""
    master: str = ""
    """The name of the person who runs the game."""
    tempo: int = 100
    """How long all times of the game are, in percent, by the will of that person."""
    led: bool = False
    """Whether the host's device lies in the middle of the table and leads."""
    runs: bool = False
    """Whether that is this person."""
    lesson: bool = False
    """A guided first game: its deal is scripted, and nobody else may come in."""
    remarks: list[str] = []
    """Before the start: text keys of what the options are warned of, or why they are refused."""


class Event(Message, tag="event", omit_defaults=True):
    """Something has happened. The notices are added to the log; the view is replaced or changed.

    In `missed` only what was heard is given: the view of a moment that has passed is gone.
    """

    n: Number
    notices: list[Notice] = []
    said: Said | None = None
    view: Any = None
    """What the seat sees of the game, as the game encodes it: the whole of it."""
    changed: dict[str, Any] | None = None
    """Or what has changed of the view before, to be merged into it: objects member by member,
    anything else as it is."""
    grown: dict[str, Any] = {}
    """Lists of the view that are longer than before: what follows what was in them."""
    check: int = -1
    """The sum (Adler-32) of the whole view in bytes after these changes, now and then."""
    ask: Ask | None = None
    """The open question of this seat; it goes with the view or its changes."""
    ahead: Ask | None = None
    """A question that may come round to this seat; may be answered ahead."""
    clock: Clock | None = None
    silent_until: int = 0
    """When this seat may make its next statement, if it has just made one."""
    outcome: Outcome | None = None
    questions: list[Question] = []
    """The open questions of all seats; only for whoever runs the game."""
    last: Entered | None = None
    """The move that may be taken back; only for whoever runs the game."""


class Missed(Message, tag="missed"):
    """The events that a client has not heard yet, oldest first; the last may bring its view."""

    events: list[Event]
    hushed: bool = False
    """Whether the game is hushed from now on, or still."""


class Drafted(Message, tag="drafted"):
    """Answer to `draft`: what may follow, or that the move is whole."""

    id: str
    answers: list[int]
    ask: Ask | None = None
    whole: bool = False
    preview: Preview | None = None
    """What the answers so far would do, where the game says so."""


class Receipt(Message, tag="receipt"):
    """The command is on disk. The same command again gets the same receipt."""

    id: str
    n: Number = 0
    """The number of the sender's event that shows it; 0 if it shows in `table` or nowhere."""


class Refused(Message, tag="refused"):
    """Nothing has changed, and why."""

    id: str
    key: str
    clause: str = ""
    args: dict[str, str | int] = {}


class Presence(Message, tag="presence"):
    """Which seats have a connected device."""

    here: list[Seat]
    watchers: int = 0


class Turn(Message, tag="turn"):
    """Which of your own seats are asked something (several persons on one device)."""

    seats: list[Seat]


class Mine(Message, tag="mine"):
    """Your private arrangements: standing orders and the move given ahead."""

    orders: list[Order] = []
    ahead: list[int] = []
    given: list[Choice] = []
    """The steps of the move given ahead, as its questions described them."""
    voided: bool = False
    """Whether a change has voided the move that was given ahead."""


class Account(Message, tag="account"):
    """What the computer player did in your place while you were away."""

    seat: Seat
    moves: list[str]
    after: Number = 0
    """The number of your last event before the computer player sat down."""


class Hint(Part):
    """Something the pupil of a lesson is told: the key of a text, and what it points at."""

    key: str
    at: str = ""
    """A part of the page; empty for the thing that is wanted next."""


class Guide(Message, tag="guide"):
    """How far the pupil of a lesson has come, and what is wanted next."""

    state: str
    """`following`, `finished`, or `left` when the pupil plays freely."""
    step: Number
    steps: Number
    hints: list[Hint] = []
    wanted: list[int] = []
    """The small answers that the script wants from the pupil now; empty while others move."""
    freely: bool = False
    """Whether another move of the same kind will do as well."""


class Time(Message, tag="clock"):
    """The clock has changed without an event: a pause, or more time for everybody."""

    clock: Clock


class Reload(Message, tag="reload"):
    """This client is too old; the page has to be loaded again."""

    version: int


class Announced(Message, tag="announced"):
    """A message of the operator to everybody; an empty one takes the last back."""

    text: str


class Closed(Message, tag="closed"):
    """The server ends this connection, and why; `retry` says whether to come back."""

    key: str
    retry: bool = False


class Pong(Message, tag="pong"):
    """Answer to `ping`."""

    now: int


ServerMessage = (
    Welcome
    | Table
    | Event
    | Missed
    | Drafted
    | Receipt
    | Refused
    | Presence
    | Turn
    | Mine
    | Account
    | Guide
    | Time
    | Reload
    | Announced
    | Closed
    | Pong
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ClientMessage)
_server_decoder = msgspec.json.Decoder(ServerMessage)


encode: Final[Callable[[Message], bytes]] = _encoder.encode
"""A message as it goes over the wire."""


def raw(texts: list[bytes]) -> Any:
    """A list of a message, whose members are in bytes already."""
    return msgspec.Raw(b"[%b]" % b",".join(texts)) if texts else []


decode: Final[Callable[[str | bytes], ClientMessage]] = _decoder.decode
"""A client's message; `msgspec.MsgspecError` says what is wrong with it."""


def decode_server(text: str | bytes) -> ServerMessage:
    """A server's message, for clients written in Python."""
    message: ServerMessage = _server_decoder.decode(text)
    return message
