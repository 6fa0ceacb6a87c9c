"""The decision point: a question of the rulebook as a value.

A point is declared once, beside the rules and in the rulebook's order. It owns what its answers
are (their kind), what speaks against an answer, what happens when nobody answers, how long one
may think, and how such a question is put at a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from omerta.core.kinds import UNSPOKEN, Kind

if TYPE_CHECKING:
    from omerta.core.machine import Ask

Wrong = Callable[[Any, int], str]
"""From a view and an answer: the text key of what speaks against it; nothing if nothing does."""

Closed = Callable[[Any, str], str]
"""From a view and an act: the text key of why this is not asked now."""

Default = Callable[[Any, "Ask"], int]
"""From a game and its question: the answer of somebody who gives none in time."""

About = Callable[[Any, "Ask"], dict[str, Any]]
"""From a game and its question: the public things that it is about, kind to id."""


MOST_DESCRIBED: Final = 20_000
"""How many descriptions of answers to one point are kept at most."""


class Point:
    """One decision point of a rulebook.

    A name with a slash (`action/chip`) asks for the rest of the move begun at the point before
    the slash.
    """

    def __init__(
        self,
        name: str,
        asks: Kind = UNSPOKEN,
        *,
        wrong: Wrong | None = None,
        closed: Closed | None = None,
        default: Default | None = None,
        about: About | None = None,
        time: str = "",
        goes_round: bool = False,
        may_be_held: bool = False,
        may_be_ordered: bool = False,
        in_any_order: bool = False,
        in_the_open: bool = False,
        listed: int = 0,
        newest_first: bool = False,
    ) -> None:
        self.name: Final = name
        self.continues: Final = "/" in name
        """Whether this asks for the rest of a move that the seat has begun."""
        self.asks: Final = asks
        self.wrong: Final = wrong or nothing_wrong
        self.closed: Final = closed or not_asked
        self.default: Final = default or first_choice
        self.about: Final = about or nothing_named
        """What the question is about where its answers do not say it, as everybody can see."""
        self.time: Final = time
        """Which of the game's times a person has for it."""
        self.goes_round: Final = goes_round
        """Whether the question goes round the table and may be answered ahead."""
        self.may_be_held: Final = may_be_held
        """Whether a seat may ask for more time here, so that nobody can tell who did."""
        self.may_be_ordered: Final = may_be_ordered
        """Whether a standing order may answer it with its default."""
        self.in_any_order: Final = in_any_order
        """Whether it asks for one thing after another, whatever their order: one move."""
        self.in_the_open: Final = in_the_open
        """Whether everybody can tell which answers there are: one alone is asked of nobody."""
        self.listed: Final = listed
        """How many answers are numbered as actions by their place in the list, not by kind."""
        self.newest_first: Final = newest_first
        """Whether their places are counted from the last one."""
        self.tables: Any = None
        """The rule tables of the game it belongs to: so it is found again."""
        self.described: Final[dict[int, dict[str, Any]]] = {}
        """Answers that were described before, where they always read alike."""

    def describe(self, choice: int, options: Any) -> dict[str, Any]:
        """An answer as `choice`, `move` (its words) and `parts` (what it touches: kind to id)."""
        found = self.described.get(choice)
        if found is None:
            found = {
                "choice": choice,
                "move": self.asks.words(choice, options),
                "parts": self.asks.parts(choice, options),
            }
            if self.asks.alike and len(self.described) < MOST_DESCRIBED:
                self.described[choice] = found
        return found

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.tables is None:
            raise TypeError(f"{self} belongs to no rule tables, so nothing can name it")
        return (point_named, (self.tables, self.name))

    def __repr__(self) -> str:
        return f"Point({self.name!r})"


def point_named(tables: Any, name: str) -> Any:
    """The decision point of a game with this name."""
    return tables.points[name]


def nothing_wrong(seen: Any, choice: int) -> str:
    """Nothing speaks against any candidate."""
    return ""


def not_asked(seen: Any, act: str) -> str:
    """There is no more to say about it."""
    return "not_asked"


def first_choice(game: Any, ask: Ask) -> int:
    """The first of the choices."""
    return ask.choices[0]


def nothing_named(game: Any, ask: Ask) -> dict[str, Any]:
    """The answers say all."""
    return {}


def always(choice: int) -> Default:
    """The same answer every time."""

    def default(game: Any, ask: Ask) -> int:
        return choice

    return default


def if_possible(choice: int) -> Default:
    """This answer where it is open, else the first of the choices."""

    def default(game: Any, ask: Ask) -> int:
        return choice if choice in ask.choices else ask.choices[0]

    return default
