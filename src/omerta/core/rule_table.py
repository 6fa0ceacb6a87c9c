"""The rule table of a game: its clauses, built once for every choice of options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from omerta.core.machine import Rule, Step
from omerta.core.options import Options

MOST_TABLES: Final = 64
"""At most so many rule tables are kept for the next deal; a game holds its own for its life."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleTable:
    """Every rule of a game in the rulebook's order; the options choose among the sentences."""

    def __init__(self) -> None:
        self.all: Final[list[Rule]] = []

    def rule(self, clause: str, *steps: Step[Any]) -> Rule:
        """Write down the next rule."""
        made = Rule(clause, *steps)
        self.all.append(made)
        return made


O = TypeVar("O", bound=Options)  # noqa: E741 - the options class of a game
T = TypeVar("T", bound=RuleTable)


class RuleTables(Generic[O, T]):
    """The rule tables of one game by their options, each built once."""

    def __init__(self, make: Callable[[O], T]) -> None:
        self.make: Final = make
        self.made: Final[dict[str, T]] = {}

    def of(self, options: O) -> T:
        """The rule table for these options."""
        key = " ".join(options.values.values())
        found = self.made.get(key)
        if found is None:
            if len(self.made) == MOST_TABLES:
                self.made.clear()
            found = self.made[key] = self.make(options)
        return found
