"""Palermo at the table: parts of the clock, what is public, what is secret, what is in the box."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from omerta.core import NOTHING, Seat
from omerta.core.saving import Reduced, by_fields
from omerta.games.palermo.state.annals import (
    NO_SIGNS,
    Facts,
    Statements,
    nothing_done,
    nothing_said,
)
from omerta.games.palermo.state.annals import Sign as Sign
from omerta.games.palermo.state.roles import Cards

# Parts of the clock (4), by their names in the notation.

PARTS: Final = (
    "setup",
    "cards",
    "mafia",
    "match",
    "lovers",
    "freemasons",
    "coward",
    "guardian",
    "pharmacist",
    "detectives",
    "detective1",
    "detective2",
    "spy",
    "wave",
    "dawn",
    "election",
    "discussion",
    "question",
    "list",
    "nominate",
    "again",
    "pleas",
    "vote",
    "forced",
    "runoff",
    "tie",
    "grief",
    "successor",
    "dusk",
    "over",
)
SETUP: Final = 0
CARDS: Final = 1
AT_MAFIA: Final = 2
AT_MATCH: Final = 3
AT_LOVERS: Final = 4
AT_FREEMASONS: Final = 5
AT_COWARD: Final = 6
AT_GUARDIAN: Final = 7
AT_PHARMACIST: Final = 8
AT_DETECTIVES: Final = 9
AT_DETECTIVE1: Final = 10
AT_DETECTIVE2: Final = 11
AT_SPY: Final = 12
WAVE: Final = 13
DAWN: Final = 14
ELECTION: Final = 15
DISCUSSION: Final = 16
QUESTION: Final = 17
LIST: Final = 18
NOMINATE: Final = 19
AGAIN: Final = 20
PLEAS: Final = 21
VOTE: Final = 22
FORCED: Final = 23
RUNOFF: Final = 24
TIE: Final = 25
GRIEF: Final = 26
SUCCESSOR: Final = 27
DUSK: Final = 28
OVER: Final = 29


def is_night(part: int) -> bool:
    """Whether the part belongs to a night."""
    return AT_MAFIA <= part <= WAVE


def is_day(part: int) -> bool:
    """Whether the part belongs to a day."""
    return ELECTION <= part <= DUSK


# Whom the night calls, in its order; the names are those of the notation.

CALLS: Final = (
    "mafia",
    "matchmaker",
    "lovers",
    "freemasons",
    "coward",
    "guardian",
    "pharmacist",
    "detectives",
    "detective1",
    "detective2",
    "spy",
)
CALL_MAFIA: Final = 0
CALL_MATCHMAKER: Final = 1
CALL_LOVERS: Final = 2
CALL_FREEMASONS: Final = 3
CALL_COWARD: Final = 4
CALL_GUARDIAN: Final = 5
CALL_PHARMACIST: Final = 6
CALL_DETECTIVES: Final = 7
CALL_DETECTIVE1: Final = 8
CALL_DETECTIVE2: Final = 9
CALL_SPY: Final = 10
CAUSES: Final = ("murder", "poison", "grief", "bomb", "heart_attack", "verdict")
MURDER: Final = 0
POISONING: Final = 1
GRIEVING: Final = 2
BOMBED: Final = 3
HEART_ATTACK: Final = 4
VERDICT: Final = 5

WINNERS: Final = ("nobody", "mafia", "citizens", "couple", "draw")
NO_WINNER: Final = 0
MAFIA_WIN: Final = 1
CITIZENS_WIN: Final = 2
COUPLE_WIN: Final = 3
DRAW: Final = 4


@mypyc_attr(acyclic=True, free_list_len=1)
class Public:
    """Everything that everybody at the table may know (8)."""

    alive: list[bool]
    died_on: list[int]
    causes: list[int]
    revealed: list[int]
    """Of every card what everybody sees: the role, only the side, or nothing."""
    full_view: list[bool]
    away: list[bool]
    replaced: list[bool]
    votes: list[int]
    said: list[int]
    statements: Statements
    facts: Facts

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.day = 1
        self.part = SETUP
        self.living = 0
        self.dead: tuple[Seat, ...] = ()
        self.master: Seat = NOTHING
        self.calls: tuple[int, ...] = ()
        self.fallen: tuple[Seat, ...] = ()
        self.someone_died = False
        self.counter = 0
        self.mayor: Seat = NOTHING
        self.late_mayor: Seat = NOTHING
        self.election_due = False
        self.bombed = False
        self.settled = False
        self.verdict: tuple[Seat, ...] = ()
        self.accused: tuple[Seat, ...] = ()
        self.accusers: tuple[Seat, ...] = ()
        self.nominations: tuple[tuple[Seat, Seat], ...] = ()
        self.standing: tuple[Seat, ...] = ()
        self.rounds = 0
        self.ready = 0
        self.count: tuple[tuple[Seat, int], ...] = ()
        self.words: tuple[int, ...] = ()
        self.said_in_plea = 0
        self.winner = NO_WINNER
        self.winners: tuple[Seat, ...] = ()

    def __reduce__(self) -> Reduced:
        return by_fields(self, self.cards)

    def copy(self) -> Public:
        """The same, to be changed on its own."""
        public = Public(self.cards)
        public.day = self.day
        public.part = self.part
        public.alive = self.alive[:]
        public.living = self.living
        public.dead = self.dead
        public.died_on = self.died_on[:]
        public.causes = self.causes[:]
        public.revealed = self.revealed[:]
        public.full_view = self.full_view[:]
        public.away = self.away[:]
        public.replaced = self.replaced[:]
        public.master = self.master
        public.calls = self.calls
        public.fallen = self.fallen
        public.someone_died = self.someone_died
        public.counter = self.counter
        public.mayor = self.mayor
        public.late_mayor = self.late_mayor
        public.election_due = self.election_due
        public.bombed = self.bombed
        public.settled = self.settled
        public.verdict = self.verdict
        public.accused = self.accused
        public.accusers = self.accusers
        public.votes = self.votes[:]
        public.nominations = self.nominations
        public.standing = self.standing
        public.rounds = self.rounds
        public.ready = self.ready
        public.count = self.count
        public.words = self.words
        public.statements = self.statements
        public.facts = self.facts
        public.said = self.said[:]
        public.said_in_plea = self.said_in_plea
        public.winner = self.winner
        public.winners = self.winners
        return public


def public_at_start(seats: int, cards: Cards) -> Public:
    """A town in which everybody lives and nobody has said anything."""
    public = Public(cards)
    public.living = seats
    public.alive = [True] * seats
    public.died_on = [0] * seats
    public.causes = [NOTHING] * seats
    public.revealed = [NOTHING] * seats
    public.full_view = [False] * seats
    public.away = [False] * seats
    public.replaced = [False] * seats
    public.votes = [NOTHING] * seats
    public.said = [0] * seats
    public.statements = nothing_said(seats)
    public.facts = nothing_done(seats)
    return public


class Note(NamedTuple):
    """Something a seat was told in private: when, what, about whom, and what more."""

    day: int
    key: str
    seat: Seat
    thing: int


@mypyc_attr(acyclic=True, free_list_len=1)
class Secret:
    """What one seat alone knows of itself; never changed, only replaced."""

    def __init__(
        self,
        role: int,
        rank: int = NOTHING,
        lover: Seat = NOTHING,
        bomb: int = 1,
        heal: int = 1,
        poison: int = 1,
        hides: int = 0,
        saved: int = 0,
        guarded: Seat = NOTHING,
        notes: tuple[Note, ...] = (),
    ) -> None:
        self.role: Final = role
        self.rank: Final = rank
        self.lover: Final = lover
        self.bomb: Final = bomb
        self.heal: Final = heal
        self.poison: Final = poison
        self.hides: Final = hides
        self.saved: Final = saved
        self.guarded: Final = guarded
        self.notes: Final = notes

    def __reduce__(self) -> Reduced:
        return (
            Secret,
            (
                *(self.role, self.rank, self.lover, self.bomb, self.heal, self.poison),
                *(self.hides, self.saved, self.guarded, self.notes),
            ),
        )

    def with_changes(
        self,
        lover: Seat | None = None,
        bomb: int | None = None,
        heal: int | None = None,
        poison: int | None = None,
        hides: int | None = None,
        saved: int | None = None,
        guarded: Seat | None = None,
        notes: tuple[Note, ...] | None = None,
    ) -> Secret:
        """The same with these things changed."""
        return Secret(
            self.role,
            self.rank,
            self.lover if lover is None else lover,
            self.bomb if bomb is None else bomb,
            self.heal if heal is None else heal,
            self.poison if poison is None else poison,
            self.hides if hides is None else hides,
            self.saved if saved is None else saved,
            self.guarded if guarded is None else guarded,
            self.notes if notes is None else notes,
        )


@mypyc_attr(acyclic=True, free_list_len=1)
class Box:
    """What only the game master's screen shows: the choices of this night and all marks."""

    tapped: list[bool]
    ready: list[bool]
    pointing: list[int]
    noticed: list[bool]
    asked: list[int]

    def __init__(self) -> None:
        self.couple: tuple[Seat, ...] = ()
        self.host: Seat = NOTHING
        self.guard: Seat = NOTHING
        self.victim: Seat = NOTHING
        self.locked = False
        self.heals = False
        self.poisoned: Seat = NOTHING
        self.informed: tuple[Seat, ...] = ()
        self.told_of: Seat = NOTHING
        self.glimpse: tuple[Seat, ...] = ()
        self.grieving: Seat = NOTHING
        self.citizens_won = False
        self.mafia_signs = NO_SIGNS
        self.mason_signs = NO_SIGNS

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def copy(self) -> Box:
        """The same, to be changed on its own."""
        box = Box()
        box.couple = self.couple
        box.tapped = self.tapped[:]
        box.ready = self.ready[:]
        box.pointing = self.pointing[:]
        box.noticed = self.noticed[:]
        box.asked = self.asked[:]
        box.host = self.host
        box.guard = self.guard
        box.victim = self.victim
        box.locked = self.locked
        box.heals = self.heals
        box.poisoned = self.poisoned
        box.informed = self.informed
        box.told_of = self.told_of
        box.glimpse = self.glimpse
        box.grieving = self.grieving
        box.citizens_won = self.citizens_won
        box.mafia_signs = self.mafia_signs
        box.mason_signs = self.mason_signs
        return box

    def clear_night(self, seats: int) -> None:
        """Nobody has chosen anything yet."""
        self.tapped = [False] * seats
        self.pointing = [NOTHING] * seats
        self.noticed = [False] * seats
        self.asked = [NOTHING] * seats
        self.host = NOTHING
        self.guard = NOTHING
        self.victim = NOTHING
        self.locked = False
        self.heals = False
        self.poisoned = NOTHING
        self.told_of = NOTHING
        self.glimpse = ()


def box_at_start(seats: int) -> Box:
    """A box before the first night."""
    box = Box()
    box.ready = [False] * seats
    box.clear_night(seats)
    return box
