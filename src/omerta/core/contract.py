"""What every game offers and all that the rest of the house may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from omerta.core.machine import EVERYBODY, NOTHING, Ask, Frame, Game, Refused, Rule, Seat

if TYPE_CHECKING:
    from omerta.core.record import Answer
    from omerta.core.scenario import Line, Stage


class Option:
    """One line of a rulebook's options table: a name, its values (default first), its ruling.

    Without values it takes a whole number from `low` to `high`; `none` stands for no number.
    """

    def __init__(
        self,
        name: str,
        values: tuple[str, ...],
        ruling: str,
        low: int = 0,
        high: int = 0,
        default: str = "",
    ) -> None:
        self.name: Final = name
        self.values: Final = values
        self.ruling: Final = ruling
        self.low: Final = low
        self.high: Final = high
        self.default: Final = default if default or not values else values[0]

    def check(self, value: str) -> None:
        """Raise `BadOption` if the rulebook has no such value."""
        if value in self.values or (not self.values and value == self.default):
            return
        if self.low < self.high:
            if value.isdecimal() and self.low <= int(value) <= self.high:
                return
            words = " or ".join((*self.values, f"a number from {self.low} to {self.high}"))
        else:
            words = " or ".join(self.values)
        raise BadOption(f"option {self.name}={value}: expected {words}")


class BadOption(ValueError):
    """An option, or a combination of options, that the rulebook does not know.

    Where a clause forbids it, the text key of the refusal and the clause are given too.
    """

    def __init__(self, message: str, key: str = "", clause: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.clause = clause


def chosen_values(table: tuple[Option, ...], values: Mapping[str, str]) -> dict[str, str]:
    """Every option of the table with its value or its default; `BadOption` says what is wrong."""
    chosen = {option.name: option.default for option in table}
    for name, value in values.items():
        if name not in chosen:
            raise BadOption(f"option {name}: expected one of {', '.join(chosen)}")
        chosen[name] = value
    for option in table:
        option.check(chosen[option.name])
    return chosen


class Outcome:
    """How a game ended: the winning seats (none for a draw) and the whole ranking, best first."""

    def __init__(
        self, winners: tuple[Seat, ...], ranking: tuple[Seat, ...] = (), side: str = ""
    ) -> None:
        self.winners: Final = winners
        self.ranking: Final = ranking
        self.side: Final = side


class Script(NamedTuple):
    """A whole game in the notation: the deal as a position, and the lines of its moves."""

    position: list[str]
    moves: list[str]


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """The only thing a bot, a browser or a file ever gets. Games add `public` and `mine`."""

    def __init__(self, seat: Seat, seats: int, top: Frame | None, asked: Ask | None) -> None:
        self.seat: Final = seat
        self.seats: Final = seats
        self.top: Final = top
        self.asked: Final = asked


G = TypeVar("G", bound=Game)
V = TypeVar("V", bound=View)
O = TypeVar("O")  # noqa: E741 - the options class of a game


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulebook(Generic[G, V, O]):
    """One value per game: how to deal it, what a seat sees of it, and its words."""

    name: str
    clauses: str
    """The prefix of the clause ids, as in `MC-6.13`."""
    version: int
    """Rises when an old record would replay differently."""
    seats: range
    option_table: tuple[Option, ...]
    simulation: Mapping[str, str] = {}
    """Options with which a game ends even if nobody wants it to."""
    notices: Mapping[str, tuple[str, ...]]
    """Every notice key with the names of its arguments; the kind of an argument is its name up
    to the first underscore (`seat`, `seat_by`, `card`, `location_to`, `number`)."""

    def options(self, values: Mapping[str, str]) -> O:
        """The options with these values; all others have their defaults."""
        raise NotImplementedError

    def option_values(self, options: O) -> dict[str, str]:
        """The options as text, the inverse of `options`."""
        raise NotImplementedError

    def values_of(self, option: Option) -> tuple[str, ...]:
        """The values of an option that can be chosen here; a game may find more than it names."""
        return option.values

    def deal(self, options: O, seats: int) -> G:
        """A fresh game; CHANCE answers for whatever is drawn."""
        raise NotImplementedError

    def copy(self, game: G) -> G:
        """A game of its own that stands where this one stands."""
        raise NotImplementedError

    def view(self, game: G, seat: Seat) -> V:
        """What this seat sees, built up from what is public and what is its own."""
        raise NotImplementedError

    def guess(self, view: V, rng: Random) -> G:
        """A full game that the viewer cannot tell from the true one."""
        raise NotImplementedError

    def default(self, game: G, ask: Ask) -> int:
        """What happens for a seat that does not answer in time."""
        raise NotImplementedError

    def outcome(self, game: G) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError

    def rules(self, options: O) -> list[Rule]:
        """Every rule that can come up with these options."""
        raise NotImplementedError

    def broken(self, game: G) -> list[str]:
        """Invariants of the rulebook that do not hold; a sound game has none."""
        raise NotImplementedError

    def encode(self, view: V) -> dict[str, Any]:
        """The view as plain JSON values: the whole of what goes to a browser or a file."""
        raise NotImplementedError

    def encode_public(self, view: V) -> dict[str, Any]:
        """The part of `encode` that is the same whoever looks; a spectator's view gives it all."""
        return {}

    def encode_own(self, view: V) -> dict[str, Any]:
        """The rest of `encode`: what this seat alone sees, or sees in its own way."""
        return self.encode(view)

    def own(self, game: G, seat: Seat) -> dict[str, Any]:
        """`encode_own` of what a seat sees now, for somebody who does not keep the view."""
        return self.encode_own(self.view(game, seat))

    def own_mark(self, game: G, seat: Seat) -> object:
        """Equal marks promise an equal `own`, but for its question; None promises nothing."""
        return None

    def shown(self, game: G) -> dict[str, Any]:
        """`encode_public` of what everybody sees now, for somebody who does not keep the view."""
        return self.encode_public(self.view(game, EVERYBODY))

    def word(self, kind: str, value: int) -> str:
        """The id that the notation and the catalogues use for a value of this kind."""
        raise NotImplementedError

    describes_alike: bool = False
    """Whether an answer to a point is described in the same way wherever it is possible."""

    def describe(self, game: G, ask: Ask) -> list[dict[str, Any]]:
        """Each choice as `choice`, `move` (notation) and `parts` (what it touches: kind to id)."""
        raise NotImplementedError

    def read_move(self, game: G, seat: Seat, text: str) -> tuple[int, ...]:
        """The small answers that make up a move in the notation; `Refused` if it is not legal."""
        raise NotImplementedError

    def move_text(self, game: G, seat: Seat, answers: tuple[int, ...]) -> str:
        """A whole move in the notation, from the position before it."""
        raise NotImplementedError

    def position(self, game: G) -> list[str]:
        """The whole table, hidden things included, as the lines of a position."""
        raise NotImplementedError

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines, to be played from a scenario."""
        raise NotImplementedError

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game, chance included, as a position and moves that play it again."""
        raise NotImplementedError

    def why(self, game: G, seat: Seat, choice: int) -> tuple[str, str]:
        """The clause and the text key that explain why this choice is refused."""
        raise NotImplementedError

    def explain(self, game: G, seat: Seat, text: str) -> tuple[str, str]:
        """The same for a move in the notation; the key is `allowed` if it is not refused."""
        try:
            self.read_move(game, seat, text)
        except Refused as refused:
            return (refused.clause, refused.key)
        return ("", "allowed")

    # What a table needs to know beside the rules; a game may leave these as they are.

    in_any_order: tuple[str, ...] = ()
    """Points that ask for one thing after another, whatever their order: it makes one move."""
    goes_round: tuple[str, ...] = ()
    """Points whose question goes round the table and may be answered ahead."""
    may_be_ordered: tuple[str, ...] = ()
    """Points that a standing order may answer with their default."""

    may_be_held: tuple[str, ...] = ()
    """Points at which a seat may ask for more time, so that nobody can tell who did."""

    def seconds(self, game: G, ask: Ask) -> int:
        """How long a person may think about this question at a relaxed table."""
        return 60

    def shortest(self, game: G, ask: Ask) -> int:
        """The least that a question to the clock lasts; below `seconds` where length is drawn.

        What is drawn must tell nothing: nobody's answer ends such a question earlier or later.
        """
        return self.seconds(game, ask)

    def pause_after(self, choice: int) -> int:
        """Seconds until the same seat may answer like this again; 0 if it need not wait."""
        return 0

    def hushed(self, game: G) -> bool:
        """Whether all seats are sent as much and as often now, whoever acts unseen."""
        return False

    watched_late: bool = False
    """Whether those who only watch are shown the game when it is over, and nothing before."""

    def round_of(self, game: G) -> int:
        """The number of the present round: standing orders for a round end with it."""
        return 0

    def concerns(self, game: G, seat: Seat) -> bool:
        """Whether what is going on touches this seat, as everybody can see."""
        return True

    def setup(self, options: O, seats: int) -> dict[str, Any]:
        """What can be said of a setup before the start, as plain JSON; empty if nothing.

        `cards`: role to number; `faults`, `warnings` and `advice`: lists of clause and text key;
        `by_lot`: an exact chance where one is known; `rehearsal`: options for computer players
        to try it.
        """
        return {}

    def story(self, game: G, answers: list[Answer]) -> dict[str, Any]:
        """A game told afterwards from its beginning, hidden things included, as plain JSON."""
        return {}

    def run_by(self, options: O) -> str:
        """Who runs the game: nobody (empty), a `person` without a card, or later a `player`.

        Whoever it is answers as MASTER, sees what MASTER sees and may enter for everybody.
        """
        return ""

    def runner(self, game: G) -> Seat:
        """The chair whose player runs the game now; NOTHING if nobody at a chair does."""
        return NOTHING

    def revised(self, values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
        """The options after the host has changed some: whatever hangs on these follows."""
        return {**values, **changes}

    def warnings(self, options: O, seats: int) -> list[str]:
        """Text keys of what speaks against a game that can start so."""
        return []

    def leaving(self, game: G, seat: Seat) -> tuple[Answer, ...] | None:
        """What is answered for a seat that stays away; None if a computer player goes on."""
        return None

    def hears(self, game: G, seat: Seat, channel: str) -> tuple[Seat, ...] | None:
        """Who hears this seat speak; None for nobody, EVERYBODY among them for all."""
        return (EVERYBODY,) if channel == "table" else None
