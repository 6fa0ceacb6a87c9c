"""What can be answered in Palermo: an act and, packed with it, whom or what it concerns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from omerta.core import MASTER as MASTER
from omerta.core import Seat

ACTS: Final = (
    "wait",
    "decline",
    "leave",
    "return",
    "ready",
    "say",
    "bomb",
    "close",
    "nominate",
    "vote",
    "early",
    "elect",
    "choose",
    "yes",
    "no",
    "match",
    "hide",
    "protect",
    "kill",
    "catch",
    "slit",
    "bold",
    "heal",
    "poison",
    "heal_poison",
    "ask",
    "point",
    "react",
    "hint",
    "time",
    "next",
    "show",
    "assign",
    "start",
)
WAIT: Final = 0
DECLINE: Final = 1
LEAVE: Final = 2
RETURN: Final = 3
READY: Final = 4
SAY: Final = 5
BOMB: Final = 6
CLOSE: Final = 7
NOMINATE: Final = 8
VOTE: Final = 9
EARLY: Final = 10
ELECT: Final = 11
CHOOSE: Final = 12
YES: Final = 13
NO: Final = 14
MATCH: Final = 15
HIDE: Final = 16
PROTECT: Final = 17
KILL: Final = 18
CATCH: Final = 19
SLIT: Final = 20
BOLD: Final = 21
HEAL: Final = 22
POISON: Final = 23
HEAL_POISON: Final = 24
ASK: Final = 25
POINT: Final = 26
REACT: Final = 27
HINT: Final = 28
TIME: Final = 29
NEXT: Final = 30
SHOW: Final = 31
ASSIGN: Final = 32
START: Final = 33

SHIFT: Final = 10
NOBODY: Final = 31
"""Where a seat could stand: nobody."""


def choice_of(act: int, argument: int = 0) -> int:
    """The answer that carries this act out."""
    return act << SHIFT | argument


def act_of(choice: int) -> int:
    """What an answer does."""
    return choice >> SHIFT


def argument_of(choice: int) -> int:
    """Whom or what an answer concerns."""
    return choice & 1023


def two(first: int, second: int) -> int:
    """Two small numbers as one argument."""
    return first << 5 | second


def first_of(argument: int) -> int:
    """The first of two small numbers."""
    return argument >> 5


def second_of(argument: int) -> int:
    """The second of two small numbers."""
    return argument & 31


def reaction(number: int, yes: int) -> int:
    """A sign's number and yes or no as one argument; the upper bits of the number stand last."""
    return two(number & 31, number >> 5 << 1 | yes)


def number_of(argument: int) -> int:
    """To which sign it is a reaction."""
    return first_of(argument) | second_of(argument) >> 1 << 5


def is_yes(argument: int) -> bool:
    """Whether the reaction is a yes."""
    return second_of(argument) & 1 == 1


LAST_SIGN: Final = 511
"""So many signs of a channel can be reacted to."""


def each(act: int, seats: list[Seat]) -> tuple[int, ...]:
    """One answer for every one of these seats."""
    head = act << SHIFT
    return tuple([head | seat for seat in seats])


KEEP_WAITING: Final = choice_of(WAIT)
TAP: Final = choice_of(DECLINE)
"""Nobody, no, or the neutral tap of the night (DP-36): one answer, so that it tells nothing."""
TIME_IS_UP: Final = choice_of(TIME)
NEXT_PART: Final = choice_of(NEXT)


def named(act: int, choices: list[int]) -> list[Seat]:
    """Whom an act may concern."""
    return [argument_of(choice) for choice in choices if act_of(choice) == act]


def idle(choices: Sequence[int]) -> int:
    """What does nothing."""
    for choice in (TAP, KEEP_WAITING):
        if choice in choices:
            return choice
    return choices[0]
