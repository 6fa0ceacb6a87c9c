"""The rule table of a game: its clauses, built once for every choice of options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from omerta.core.machine import Rule, Step
from omerta.core.options import Options
from omerta.core.point import Point

MOST_TABLES: Final = 64
"""How many rule tables are kept for the next deal at most; a game keeps its own for life."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleTable:
    """Every rule of a game in the rulebook's order; the options choose among the sentences."""

    def __init__(self) -> None:
        self.all: Final[list[Rule]] = []
        self.tables: Any = None
        """Where it was built, and with which options: so it is found again."""
        self.options: Options | None = None

    def rule(self, clause: str, *steps: Step[Any]) -> Rule:
        """Write down the next rule."""
        made = Rule(clause, *steps)
        made.table = self
        made.number = len(self.all)
        self.all.append(made)
        return made

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.tables is None:
            raise TypeError(f"{type(self).__name__} was not built by rule tables: nothing names it")
        return (table_for, (self.tables, self.options))


O = TypeVar("O", bound=Options)  # noqa: E741 - the options class of a game
T = TypeVar("T", bound=RuleTable)


class RuleTables(Generic[O, T]):
    """The rule tables of one game by their options, each built once; and its decision points."""

    def __init__(self, make: Callable[[O], T], points: Sequence[Point] = ()) -> None:
        self.make: Final = make
        self.made: Final[dict[str, T]] = {}
        self.points: Final = {point.name: point for point in points}
        for point in points:
            point.tables = self
        BUILT_BY[make] = self

    def of(self, options: O) -> T:
        """The rule table for these options."""
        key = " ".join(options.values.values())
        found = self.made.get(key)
        if found is None:
            if len(self.made) == MOST_TABLES:
                self.made.clear()
            found = self.made[key] = self.make(options)
            found.tables = self
            found.options = options
        return found

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (tables_of, (self.make,))


BUILT_BY: Final[dict[Any, RuleTables[Any, Any]]] = {}
"""The rule tables of every game by what builds one; whoever has that has imported its game."""


def tables_of(make: Any) -> Any:
    """The rule tables that are built so."""
    return BUILT_BY[make]


def table_for(tables: Any, options: Any) -> Any:
    """The rule table for these options."""
    return tables.of(options)
