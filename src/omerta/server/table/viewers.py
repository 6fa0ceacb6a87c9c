"""Through whose eyes a game is seen: the seats, and those behind them.

A viewer is a number, and a bit of the masks that say who hears something.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from omerta.core import EVERYBODY, MASTER

WATCHER: Final = 32
"""The number of those who watch, behind all seats."""

RUNNER: Final = 33
"""The number of whoever runs the game."""

LATECOMER: Final = 34
"""The number of those who watch a game that is shown to them when it is over."""


@lru_cache(4096)
def viewers(mask: int) -> tuple[int, ...]:
    """The viewers whose bits are set."""
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def all_viewers(seats: int) -> int:
    """The bits of every seat and of those who watch."""
    return (1 << seats) - 1 | 1 << WATCHER


def seat_of(viewer: int) -> int:
    """How the rules call a viewer."""
    if viewer == RUNNER:
        return MASTER
    return EVERYBODY if viewer == WATCHER else viewer
