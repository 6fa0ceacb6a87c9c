"""What can be said after a number of games: shares with their intervals, and ratings.

The ratings are those of OpenSkill's Plackett-Luce model (Weng and Lin, 2011): everybody begins at
25 with a doubt of 25/3, and what is shown is the rating less three times the doubt.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

START: Final = 25.0
DOUBT: Final = START / 3
LUCK: Final = START / 6
"""How far luck carries somebody in one game."""
LEAST: Final = 0.0001
"""What is left of a doubt after one game, at the least."""
Z95: Final = 1.959964


def wilson(won: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies with 95 %, after these wins in these games."""
    if not games:
        return (0.0, 1.0)
    share = won / games
    square = Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = share * (1 - share) / games + square / (4 * games * games)
    half = Z95 * sqrt(spread) / (1 + square / games)
    return (max(0.0, middle - half), min(1.0, middle + half))


class Rating:
    """How good somebody is thought to be, and how much that is in doubt."""

    def __init__(self) -> None:
        self.mean = START
        self.doubt = DOUBT

    @property
    def shown(self) -> float:
        """So good at the least, almost surely."""
        return self.mean - 3 * self.doubt


def rate(seats: list[Rating], ranks: list[int]) -> None:
    """Learn from one game: the rank of each seat, the best being 0. Seats may share a rating."""
    spread = sqrt(sum(one.doubt**2 + LUCK**2 for one in seats))
    powers = [exp(one.mean / spread) for one in seats]
    rises: dict[int, list[float]] = {}
    for place, one in enumerate(seats):
        rise = 0.0
        sharper = 0.0
        for other in range(len(seats)):
            if ranks[other] > ranks[place]:
                continue
            level = ranks.count(ranks[other])
            rest = sum(powers[seat] for seat in range(len(seats)) if ranks[seat] >= ranks[other])
            likely = powers[place] / rest
            rise += ((1.0 if other == place else 0.0) - likely) / level
            sharper += likely * (1.0 - likely) / level
        square = one.doubt**2
        gain = rise * square / spread
        left = sqrt(max(1.0 - sharper * square / spread**2 * one.doubt / spread, LEAST))
        rises.setdefault(id(one), []).extend((gain, left))
    for one in {id(one): one for one in seats}.values():
        told = rises[id(one)]
        gains = told[0::2]
        one.mean += sum(gains) / len(gains)
        one.doubt *= sum(told[1::2]) / len(gains)
