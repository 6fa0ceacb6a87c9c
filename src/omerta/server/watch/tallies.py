"""Tallies: what is counted with every move, so cheaply that it need not be left out.

A tally only adds up; `metrics` puts it into words when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The longest time of each bucket but the last, in seconds."""


class Tally:
    """How often something of each kind has happened."""

    def __init__(self) -> None:
        self.counts: Final[dict[object, int]] = {}

    def add(self, kind: object) -> None:
        """It has happened once more."""
        self.counts[kind] = self.counts.get(kind, 0) + 1


class Times:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self.counts: Final = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """It has happened once more, and took this long."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, int]]:
        """How often it took no longer than each bound."""
        found: list[tuple[str, int]] = []
        sum_so_far = 0
        for bound, count in zip((*BOUNDS, float("inf")), self.counts, strict=True):
            sum_so_far += count
            found.append(("+Inf" if bound == float("inf") else str(bound), sum_so_far))
        return found
