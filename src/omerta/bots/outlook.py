"""What a game says to players who search it: how far to look, and what counts there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from omerta.core import Player, Seat

PERCENT: Final = -100.0
"""The unit of what is there or not: how often it is there, of a hundred times."""


class Told(NamedTuple):
    """A feature in words: what counts for people when it makes a difference."""

    word: str
    """Nothing if it would say nothing to anybody."""
    place: int
    """The feature that counts the same thing plainly: itself, or another one."""
    unit: float
    """What a feature of one stands for, or PERCENT."""
    sign: int = 1
    """Below 0 if a player would rather have less of it; against good sense it is no reason."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlook:
    """How one game is searched. It looks at worlds that were guessed, never at the true game."""

    steps: int
    """How many steps of the game a simulation goes on before it is judged."""
    names: tuple[str, ...]
    """What the features are called, in their order."""
    doubt: float = 0.0
    """By how many standard errors an answer must beat that of the rules of thumb to be given.

    Where simulations differ more by luck than by what was answered, the best of many is mostly
    the luckiest; there this is above 0.
    """
    most: int = 1_000
    """How many answers beside that of the rules of thumb are compared by who thinks briefly."""
    unsearched: tuple[str, ...] = ()
    """Decision points that are left to the rules of thumb."""
    told: tuple[Told, ...]
    """How people are told of each feature."""
    horizon: str
    """The word for where a simulation is judged."""

    def policy(self) -> Player:
        """Who plays for everybody in a simulation."""
        raise NotImplementedError

    def step(self, game: Any, seat: Seat, last: int) -> int:
        """The number of the present step as the searching seat counts; the last one if none is new.

        With NOBODY's eyes (a seat below 0) every step counts, whoever it belongs to.
        """
        raise NotImplementedError

    def features(self, game: Any) -> list[list[float]]:
        """What speaks for each seat, seat by seat, at the beginning of a step."""
        raise NotImplementedError
