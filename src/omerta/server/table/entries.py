"""The log of a table: everything that ever happened there, one entry after the other.

A table is the fold of its entries and nothing else, so whatever process reads them stands at
the same point. Entries hold secrets (answers, seeds) and never leave the server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from omerta.server.wire.protocol import Settings


class Body(msgspec.Struct, tag_field="what", omit_defaults=True, kw_only=True):
    """What happened."""


class Made(Body, tag="made"):
    """A table was set up."""

    code: str
    game: str
    version: int
    seats: int
    options: dict[str, str]
    settings: Settings
    host: str
    game_id: str
    server_seed: str
    lesson: str = ""
    """The scenario of a lesson, word for word; empty for an ordinary game."""


class Sat(Body, tag="sat"):
    """A person sat down; the same person may have several chairs on one device."""

    seat: int
    person: str
    name: str


class Hired(Body, tag="hired"):
    """A computer player was put on a chair; it brings its seed for the deal."""

    seat: int
    level: str
    name: str
    seed: str


class Stood(Body, tag="stood"):
    """A chair is empty again."""

    seat: int


class Hosted(Body, tag="hosted"):
    """Somebody else is the host now."""

    person: str


class Runs(Body, tag="runs"):
    """Somebody without a chair runs the game from now on; nobody if the person is empty."""

    person: str
    name: str = ""


class Changed(Body, tag="changed"):
    """The host changed how the table is played."""

    options: dict[str, str]
    settings: Settings
    seats: int


class Readied(Body, tag="readied"):
    """A seat is ready, with the hash of its seed; or not any more."""

    seat: int
    ready: bool
    hash: str = ""


class Sealed(Body, tag="sealed"):
    """All hashes are in; now the seeds are wanted."""

    hashes: list[str] = []
    """Of every seat, computer players included; none in logs from before receipts."""


class Sown(Body, tag="sown"):
    """A seat has shown its seed."""

    seat: int
    seed: str


class Unsealed(Body, tag="unsealed"):
    """Some seeds did not come in time: back to the lobby with a new seed of the server."""

    game_id: str
    server_seed: str
    seeds: dict[int, str] = {}
    """New seeds of the computer players, by seat."""


class Dealt(Body, tag="dealt"):
    """The game began; chance answered for the deal."""

    answers: list[int]


class Played(Body, tag="played"):
    """Answers: seat, choice, seat, choice, ..., with those of chance among them."""

    answers: list[int]
    seat: int
    """Who moved; CLOCK when time ran out."""
    by: str = ""
    """Empty for the person; `computer`, `order`, `ahead`, `rules`, `time`, `device` or `master`."""
    move: str = ""
    """The move in the notation, kept for the account to somebody who is away."""


class TakenBack(Body, tag="taken_back"):
    """Whoever runs the game took back the last move: only the answers before it still count.

    Nothing is removed from the log: this entry says which answers do not count any more.
    """

    kept: int
    """How many numbers of the answers so far still count."""
    entry: int
    """The entry that was taken back."""


class Promised(Body, tag="promised"):
    """A move given ahead, and a digest of the question for which alone it holds."""

    seat: int
    answers: list[int]
    view: str = ""


class Ordered(Body, tag="ordered"):
    """A standing order, or its end."""

    seat: int
    point: str
    until: str
    round: int = 0
    lift: bool = False


class Held(Body, tag="held"):
    """Somebody wants more time in the open window; everybody gets it, nobody hears who asked."""

    seat: int


class Timed(Body, tag="timed"):
    """Who runs the game made the time that runs longer or shorter, or all times from now on."""

    seconds: int = 0
    percent: int = 0
    """How long all times are; 0 if that stays as it is."""


class Told(Body, tag="told"):
    """Something was said at the table."""

    name: str
    seat: int | None = None
    text: str = ""
    channel: str = "table"


class Wished(Body, tag="wished"):
    """A person wishes a pause, or to go on."""

    seat: int
    wish: bool


class Replaced(Body, tag="replaced"):
    """A computer player plays for a person who is away."""

    seat: int
    level: str


class Returned(Body, tag="returned"):
    """The person has the seat back."""

    seat: int


class Removed(Body, tag="removed"):
    """The host has sent somebody away for good; in a running game a computer player goes on."""

    person: str
    level: str = ""


class CalledOff(Body, tag="called_off"):
    """The host ended the table."""


class Again(Body, tag="again"):
    """A rematch was set up."""

    table: str


AnyBody = (
    Made
    | Sat
    | Hired
    | Stood
    | Hosted
    | Runs
    | Changed
    | Readied
    | Sealed
    | Sown
    | Unsealed
    | Dealt
    | Played
    | TakenBack
    | Promised
    | Ordered
    | Held
    | Timed
    | Told
    | Wished
    | Replaced
    | Returned
    | Removed
    | CalledOff
    | Again
)


# Kinds of entries that are treated alike; tuples, because they are asked for with every move.

PLAYS = (Played, Dealt)
"""The game goes on."""
LIGHT = (Played, Told, Promised, Ordered, Held, Timed)
"""Nothing changes that lists of tables show."""
QUIET = (Told, Held)
"""Nothing changes that the state of the table shows."""
PRIVATE = (Promised, Ordered)
"""A seat's own arrangements."""
CLOCKED = (Wished, Held)
"""The clock changes."""
SEATED = (Sat, Stood, Changed, Hired, Removed)
"""Somebody may look through other eyes now."""
UNWATCHED = (Sealed, Dealt, Changed, Runs)
"""Somebody who watched may not do so any more."""
NOTED = (CalledOff, Replaced, Returned, Removed)
"""Worth a line in the journal."""


class Entry(msgspec.Struct):
    """One line of the log."""

    table: str
    seq: int
    at: int
    """When it was written, in milliseconds."""
    body: AnyBody
    heard: int = 0
    """Who got an event from it: bit s for seat s, the highest for those who watch."""
    command: str = ""
    """The command that it carries out: a repeated one is answered, not repeated."""
    n: int = 0
    """The number of the sender's event, for the receipt."""


class Row(msgspec.Struct):
    """A table as lists show it; kept beside the log, in the same transaction."""

    id: str
    code: str
    game: str
    phase: str
    public: bool
    seats: int
    free: int
    names: list[str]
    people: list[str]
    made: int
    due: int | None = None
    """When something happens by itself: a time-out, a computer player's move."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyBody)


encode_body: Final[Callable[[AnyBody], bytes]] = _encoder.encode
"""The body as it is stored."""

decode_body: Final[Callable[[bytes], AnyBody]] = _decoder.decode
"""The inverse of `encode_body`."""
