"""Time at a table: how long a person may think, and how long a computer player takes.

Three clocks are kept apart: whether a connection is alive (the socket's affair), whether a
person is there (the room's), and the time of the game, which is here.
"""

from __future__ import annotations

import hashlib
import sys
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

SHOWING: Final = {"scene": 2000, "beat": 500}
"""Milliseconds that a page takes to show a notice of this weight at a calm table."""

STAGING: Final = {"thoughtful": 1.5, "calm": 1.0, "brisk": 0.6, "instant": 0.0}
"""How the pace of a table stretches what is shown."""

LONGEST_SHOW: Final = 12_000
"""Milliseconds after which the time of a question runs, whatever there is to see."""

READING: Final = (700, 220)
"""Milliseconds that a reader takes for a sentence, and for each of its words, at a calm table."""

FAIR_CHANCE: Final = 10_000
"""Milliseconds in which somebody who wants to act can do it, at a calm table."""

SHOW_SEEDS: Final = 15_000
"""Milliseconds in which every seat must show its seed."""

_noise = SystemRandom()


def _steady_ns() -> int:
    """Nanoseconds since some moment; time for which the machine slept counts where it can."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


_BEGAN: Final = time.time_ns() - _steady_ns()


def up_to(seconds: float) -> float:
    """Any time up to this many seconds."""
    return _noise.uniform(0.0, seconds)


def now() -> int:
    """Milliseconds since 1970, by a clock that nobody can put forward or back while we run."""
    return (_BEGAN + _steady_ns()) // 1_000_000


def allowed(clock: str, seconds: int) -> int | None:
    """Milliseconds for a decision to which the game gives this many seconds; None: no limit."""
    if clock == "days":
        return SLOW_GAME
    factor = CLOCKS.get(clock, 1.0)
    return int(seconds * factor * 1000) if factor and seconds else None


def showing(pace: str, weights: list[str]) -> int:
    """Milliseconds in which a page shows notices of these weights one after the other."""
    whole = 0
    for weight in weights:
        whole += SHOWING.get(weight, 0)
    return int(whole * STAGING.get(pace, 1.0)) if whole else 0


def reading(pace: str, sentences: list[int]) -> int:
    """Milliseconds in which sentences of this many words are read one after the other."""
    whole = sum(READING[0] + READING[1] * words for words in sentences)
    return int(whole * STAGING.get(pace, 1.0))


def fair_chance(pace: str) -> int:
    """Milliseconds that people get before a computer player presses on."""
    return int(FAIR_CHANCE * STAGING.get(pace, 1.0))


def share(name: str, number: int) -> float:
    """A part of one, drawn for the n-th clock that runs in a game of this name.

    It comes from nothing but what everybody knows, so it can tell nothing; every process draws
    the same, after every restart.
    """
    digest = hashlib.sha256(f"time:{name}:{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / (1 << 48)


def hesitation(pace: str) -> int:
    """Milliseconds until a computer player answers: drawn before it has looked at its cards."""
    shortest, longest = PACES.get(pace, PACES["calm"])
    return int(_noise.uniform(shortest, longest) * 1000)
