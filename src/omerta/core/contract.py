"""What every game offers and all that the rest of the house may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from omerta.core import wording
from omerta.core.figures import Figures
from omerta.core.machine import EVERYBODY, MASTER, NOTHING, Ask, Game, Notice, Rule, Seat
from omerta.core.options import Option, Options
from omerta.core.point import Point
from omerta.core.preview import Preview
from omerta.core.tally import Tally
from omerta.core.weights import BEAT

if TYPE_CHECKING:
    from omerta.core.record import Answer
    from omerta.core.scenario import Line, Stage


class Outcome:
    """How a game ended: the winning seats (none for a draw) and the whole ranking, best first."""

    def __init__(
        self, winners: tuple[Seat, ...], ranking: tuple[Seat, ...] = (), side: str = ""
    ) -> None:
        self.winners: Final = winners
        self.ranking: Final = ranking
        self.side: Final = side

    def returns(self, seats: int) -> list[float]:
        """What each seat gains if everybody stakes one and the winners share it; 0 in a draw."""
        if not self.winners:
            return [0.0] * seats
        share = seats / len(self.winners)
        return [(share if seat in self.winners else 0.0) - 1.0 for seat in range(seats)]

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (Outcome, (self.winners, self.ranking, self.side))


class Script(NamedTuple):
    """A whole game in the notation: the deal as a position, and the lines of its moves."""

    position: list[str]
    moves: list[str]


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """The only thing a bot, a browser or a file ever gets. Games add `public` and `mine`."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.seat: Final = seat
        self.seats: Final = game.seats
        self.top: Final = game.top
        self.asked: Final = game.asked(seat) if seat >= 0 or seat == MASTER else None
        self.sealed: Final = game.sealed[seat] if seat >= 0 else NOTHING
        """The seat's own answer to a sealed question that is still open."""

    def made_with(self) -> tuple[Any, ...]:
        """What the view is made with: the arguments of its class."""
        raise NotImplementedError

    def standing(self, game: Any) -> Any:
        """A game that holds no secrets, where the viewer sees the true one stand."""
        game.top = self.top
        game.asks = [] if self.asked is None else [self.asked]
        if self.seat >= 0:
            game.sealed[self.seat] = self.sealed
        return game

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (type(self), self.made_with())


class NoWorld(Exception):
    """No world was found that fits all that a seat knows: how often it was tried, and what spoke
    against the last ones."""

    def __init__(self, seat: Seat, tries: int, against: str) -> None:
        super().__init__(f"seat {seat}: no world fits after {tries} tries: {against}")
        self.seat = seat
        self.tries = tries
        self.against = against


G = TypeVar("G", bound=Game)
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)  # noqa: E741 - the options class of a game


@mypyc_attr(allow_interpreted_subclasses=True)
class Manners(Generic[G, O]):
    """What only a table asks for, beside the rules; a plain game leaves all as it is."""

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

    def words(self, notice: Notice) -> int:
        """About how many words of this everybody reads while the talk goes on; 0 if none."""
        return 0

    def courtesy(self, game: G, choice: int, people: tuple[Seat, ...]) -> int:
        """How many fair chances people get before a computer player answers like this.

        They are counted from the moment when the time that runs began. None: as soon as what was
        said can have been read; NOTHING: not before the people have done what they want. Only
        what everybody sees may matter.
        """
        return 0

    def needs_clock(self, game: G, ask: Ask) -> bool:
        """Whether nothing but time ends this, so that it runs where no clock is wanted."""
        return True

    def is_hushed(self, game: G) -> bool:
        """Whether nobody may tell from the traffic who acts now, as in the nights of Palermo.

        All seats are then sent messages of one size at the same moments.
        """
        return False

    def weight(self, key: str) -> str:
        """How much a notice weighs on the stage of a page: SCENE, BEAT or MURMUR."""
        return BEAT

    def standing(self, game: G) -> tuple[int, ...]:
        """How much every seat has of what wins, for the story of a finished game; else nothing."""
        return ()

    def goal(self, game: G) -> int:
        """How much of it ends the game; 0 if that is not counted."""
        return 0

    def gain(self, notice: Notice) -> tuple[Seat, str, int]:
        """Who got how much of it from where, by a notice; NOTHING if nobody did."""
        return (NOTHING, "", 0)

    is_talked: bool = False
    """Whether people talk it out: computer players wait until a page has shown what happened."""

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

    def sheet(self, options: O, seats: int) -> dict[str, Any]:
        """A setup on paper, as plain JSON; empty if there is nothing to read aloud.

        `cards`: role to number; `parts`: the script of whoever runs the game, each with its `name`
        and its `lines`.
        """
        return {}

    def story(self, game: G, answers: list[Answer]) -> dict[str, Any]:
        """A game told afterwards from its beginning, hidden things included, as plain JSON."""
        return {}

    def led_by_device(self, options: O) -> bool:
        """Whether the host's device lies in the middle of the table and leads through the game.

        It sees what everybody sees, and may pause and change the time as a person who runs a
        game may.
        """
        return False

    def run_by(self, options: O) -> str:
        """Who runs the game: nobody (empty), a `person` without a card, or later a `player`.

        Whoever it is answers as MASTER, sees what MASTER sees and may enter for everybody.
        """
        return ""

    def runner(self, game: G) -> Seat:
        """The chair whose player runs the game now; NOTHING if nobody at a chair does."""
        return NOTHING

    def revised(self, values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
        """The options after the host has changed some: whatever depends on these follows."""
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
    points: tuple[Point, ...]
    """Every decision point of the rulebook, in its order."""
    refusals: Mapping[str, str]
    """Every reason for which an answer is refused, with the clause it comes from."""
    uncited: Mapping[str, str] = {}
    """Clauses that no code can carry out (they define a word, or bind only people), and why."""
    notices: Mapping[str, tuple[str, ...]]
    """Every notice key with the names of its arguments; the kind of an argument is its name up
    to the first underscore (`seat`, `seat_by`, `card`, `location_to`, `number`)."""
    previews: Mapping[str, tuple[str, ...]] = {}
    """Every sentence about a drafted move with the names of its arguments, as for notices."""
    words: Mapping[str, tuple[str, ...]] = {}
    """Every kind of id that the catalogues must have words for, beside points, acts, refusals,
    notices and options."""
    manners: Manners[G, O]

    # What every game says for itself.

    def options(self, values: Mapping[str, str]) -> O:
        """The options with these values; `BadOption` says what the rulebook does not allow."""
        raise NotImplementedError

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
        """A full game that the viewer cannot tell from the true one; `NoWorld` if none is found."""
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

    def own(self, game: G, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees, or sees in its own way, as plain JSON values."""
        raise NotImplementedError

    def shown(self, game: G) -> dict[str, Any]:
        """What everybody sees, as plain JSON values: the rest of a view, whoever looks."""
        raise NotImplementedError

    def encode(self, view: V) -> dict[str, Any]:
        """The view as plain JSON values: the whole of what goes to a browser or a file."""
        raise NotImplementedError

    def word(self, kind: str, value: int) -> str:
        """The id that the notation and the catalogues use for a value of this kind."""
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

    # What a game may say in its own way.

    def figures(self, view: V) -> list[Figures]:
        """What is seen as named rows of numbers, the same rows at every moment of a game."""
        return []

    def tally(self, game: G, notices: list[Notice]) -> Tally:
        """What a finished game counts, from its end and all that was told in it."""
        return Tally()

    def own_fingerprint(self, game: G, seat: Seat) -> object:
        """Something that stays equal while what this seat alone sees (`own`) stays the same.

        The question is left out of it. None promises nothing: then `own` is worked out again.
        """
        return None

    def shown_after(self, game: G, before: G, known: dict[str, Any]) -> dict[str, Any] | None:
        """The fields of `shown` that may read differently than before; None if any may.

        `known` is what `shown` gave for the game before, which stands as it stood then.
        """
        return None

    def preview(self, view: V, answers: tuple[int, ...]) -> Preview | None:
        """What these small answers to the open question would do, as far as its seat can know.

        It is found in the view alone; None where the game has nothing to say about the move.
        """
        return None

    def values_of(self, option: Option) -> tuple[str, ...]:
        """The values of an option that can be chosen here; a game may find more than it names."""
        return option.values

    def draw(self, view: V, texts: Any) -> str:
        """What is seen, as a terminal shows it in the texts of a language; else a line each."""
        seen = self.encode(view)
        lines = [f"{key}: {value}" for key, value in seen.items() if key != "asked"]
        return "\n".join(lines)

    def spelt_out(self, game: G, text: str) -> list[str]:
        """The words of a move one by one, each thing in its only form."""
        return text.split()

    def written(self, game: G, said: list[str]) -> str:
        """The words of a move as people write them: the inverse of `spelt_out`."""
        return " ".join(said)

    def wrong_as_a_whole(self, view: V, said: list[str]) -> str:
        """What speaks against all of a move together, before its parts are looked at."""
        return ""

    def goes_unasked(self, before: G, after: G, seat: Seat, said: list[str]) -> bool:
        """Whether these last words of a move name what a decided game does not ask any more.

        The game is given before and after the last answer; `Refused` if they name nothing legal.
        """
        return False

    def out_of_place(self, view: V, act: str) -> str:
        """Why such a move cannot be made by this seat at this moment; any move if none is named."""
        for point in self.points:
            if act in point.asks.acts():
                return point.closed(view, act)
        return "not_asked"

    # What is the same for all games, because the points say it.

    def acts(self) -> tuple[str, ...]:
        """The first words of all moves."""
        return tuple(dict.fromkeys(act for point in self.points for act in point.asks.acts()))

    def default(self, game: G, ask: Ask) -> int:
        """What happens for a seat that does not answer in time."""
        return ask.point.default(game, ask)

    def about(self, game: G, ask: Ask) -> dict[str, Any]:
        """What the question is about where its answers do not say it: kind to id, all public."""
        return ask.point.about(game, ask)

    def describe(self, game: Any, ask: Ask) -> list[dict[str, Any]]:
        """Each choice as `choice`, `move` (notation) and `parts` (what it touches: kind to id)."""
        return wording.describe(ask, game.options)

    def read_move(self, game: G, seat: Seat, text: str) -> tuple[int, ...]:
        """The small answers that make up a move in the notation; `Refused` if it is not legal."""
        return wording.read_move(self, game, seat, self.spelt_out(game, text))

    def move_text(self, game: G, seat: Seat, answers: tuple[int, ...]) -> str:
        """A whole move in the notation, from the position before it."""
        return self.written(game, wording.words_of(game, seat, answers, self.copy(game)))

    def why(self, game: G, seat: Seat, choice: int) -> tuple[str, str]:
        """The clause and the text key that explain why this choice is refused."""
        return wording.why(self, game, seat, choice)

    def explain(self, game: G, seat: Seat, text: str) -> tuple[str, str]:
        """The same for a move in the notation; the key is `allowed` if it is not refused."""
        return wording.explain(self, game, seat, text)

    def named_args(self, names: tuple[str, ...], values: tuple[int, ...]) -> dict[str, int | str]:
        """Arguments by their names: seats and numbers as numbers, all else as ids."""
        args: dict[str, int | str] = {}
        for name, value in zip(names, values, strict=True):
            kind = name.split("_")[0]
            args[name] = value if kind in ("seat", "number") else self.word(kind, value)
        return args

    def reason(self, key: str) -> tuple[str, str]:
        """A reason with the clause it comes from."""
        return (self.refusals[key], key)


Book = Rulebook[Any, Any, Any]
"""A rulebook, whatever its game."""
