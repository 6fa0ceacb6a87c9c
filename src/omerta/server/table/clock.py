"""Time at a table: how long a person may think, and how long a computer player takes.

Three clocks are kept apart: whether a connection is alive (the socket's affair), whether a
person is there (the room's), and the time of the game, which is here.
"""

from __future__ import annotations

import hashlib
import time
from secrets import SystemRandom
from typing import Final

CLOCKS: Final = {"off": 0.0, "quick": 0.5, "relaxed": 1.0}
"""How the time that a game allows is stretched; `days` has a time of its own."""

A_DAY: Final = 86_400_000
SLOW_GAME = 2 * A_DAY
"""How long a person may think in a game over days."""

PACES: Final = {
    "thoughtful": (1.5, 4.0),
    "calm": (0.7, 1.6),
    "brisk": (0.2, 0.5),
    "instant": (0.03, 0.06),
}
"""The shortest and the longest time of a computer player, in seconds, whatever it holds."""

SHOW_SEEDS: Final = 15_000
"""Milliseconds in which every seat must show its seed."""

_noise = SystemRandom()


def up_to(seconds: float) -> float:
    """Any time up to so many seconds."""
    return _noise.uniform(0.0, seconds)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def allowed(clock: str, seconds: int) -> int | None:
    """Milliseconds for a decision for which the game allows so many seconds; None for no limit."""
    if clock == "days":
        return SLOW_GAME
    factor = CLOCKS.get(clock, 1.0)
    return int(seconds * factor * 1000) if factor and seconds else None


def share(name: str, number: int) -> float:
    """A part of one, drawn for the so-and-so-many-th time that runs in a game of this name.

    It comes from nothing but what everybody knows, so it can tell nothing; every process draws
    the same, after every restart.
    """
    digest = hashlib.sha256(f"time:{name}:{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / (1 << 48)


def hesitation(pace: str) -> int:
    """Milliseconds until a computer player answers: drawn before it has looked at its cards."""
    shortest, longest = PACES.get(pace, PACES["calm"])
    return int(_noise.uniform(shortest, longest) * 1000)
