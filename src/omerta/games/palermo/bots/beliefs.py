"""How likely every set of mafiosi is: evidence about single players and about pairs of them.

What happens speaks for or against a player alone, or for or against two players at once, for
instance that not both of two rivals are honest. All sets of the right size are weighed one by
one. Where there are too many, the least suspect players are left out of that and get what an
estimate says of them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.state.roles import MAFIA

FARTHEST: Final = 12.0
"""No piece of evidence counts for more than this, in log-odds."""


class Beliefs:
    """The weight of every set of mafiosi, and what follows from it for each player."""

    def __init__(self, sides: list[int], mafiosi: int, largest: int) -> None:
        self.seats: Final = len(sides)
        self.sides: Final = sides
        self.largest: Final = largest
        known = [seat for seat in range(self.seats) if sides[seat] == MAFIA]
        self.known: Final = known
        self.open: Final = [seat for seat in range(self.seats) if sides[seat] == NOTHING]
        self.missing: Final = max(0, min(len(self.open), mafiosi - len(known)))
        self.alone: Final = [0.0] * self.seats
        self.pairs: Final = [[0.0] * self.seats for _ in range(self.seats)]
        self.always = 0.0

    # Evidence, as logarithms of how likely it is.

    def about(self, seat: Seat, weight: float) -> None:
        """Speaks for a mafioso if above zero."""
        self.alone[seat] += weight

    def between(
        self, one: Seat, other: Seat, neither: float, second: float, first: float, both: float
    ) -> None:
        """As likely if neither of two is a mafioso, only the second, only the first, or both."""
        self.always += neither
        self.alone[one] += first - neither
        self.alone[other] += second - neither
        weight = both - first - second + neither
        self.pairs[one][other] += weight
        self.pairs[other][one] += weight

    # What follows.

    def chances(self) -> tuple[list[float], float]:
        """How likely each player is a mafioso; and how well all this fits, as a logarithm."""
        found = [1.0 if side == MAFIA else 0.0 for side in self.sides]
        fit = self.always + self.fit_of_known()
        missing = self.missing
        if missing == 0 or not self.open:
            return found, fit
        alone = [self.with_known(seat) for seat in self.open]
        highest = max(alone)
        weights = [exp(max(-40.0, one - highest)) for one in alone]
        fit += missing * highest
        chosen = list(range(len(self.open)))
        if sets_of(len(chosen), missing) > self.largest:
            guessed = self.estimated(weights)
            chosen.sort(key=lambda place: -guessed[place])
            keep = missing + 1
            while sets_of(keep + 1, missing) <= self.largest:
                keep += 1
            for place in chosen[keep:]:
                found[self.open[place]] = guessed[place]
            left_out = sum([guessed[place] for place in chosen[keep:]], 0.0)
            chosen = sorted(chosen[:keep])
        else:
            left_out = 0.0
        links = self.links(chosen)
        sums = [0.0] * len(chosen)
        total = gather(0, missing, 1.0, [weights[place] for place in chosen], links, sums)
        if total <= 0.0:
            return found, fit - 100.0
        share = (missing - left_out) / missing
        for index in range(len(chosen)):
            found[self.open[chosen[index]]] = share * sums[index] / total
        return found, fit + log(total)

    def with_known(self, seat: Seat) -> float:
        """What speaks against a player alone and beside the mafiosi who are known."""
        return self.alone[seat] + sum([self.pairs[seat][other] for other in self.known], 0.0)

    def fit_of_known(self) -> float:
        """What is certain has its likelihood too."""
        fit = 0.0
        for place in range(len(self.known)):
            fit += self.alone[self.known[place]]
            for other in self.known[:place]:
                fit += self.pairs[self.known[place]][other]
        return fit

    def links(self, places: list[int]) -> list[list[float]]:
        """How much more or less likely two of the open seats are mafiosi together."""
        seats = [self.open[place] for place in places]
        return [
            [exp(max(-FARTHEST, min(FARTHEST, self.pairs[one][other]))) for other in seats]
            for one in seats
        ]

    def estimated(self, weights: list[float]) -> list[float]:
        """The chances of the open seats with every other at its mean."""
        open_seats = self.open
        guessed = shares(weights, self.missing)
        for _ in range(4):
            moved: list[float] = []
            for place in range(len(open_seats)):
                pull = 0.0
                row = self.pairs[open_seats[place]]
                for other in range(len(open_seats)):
                    pull += guessed[other] * row[open_seats[other]]
                moved.append(weights[place] * exp(max(-FARTHEST, min(FARTHEST, pull))))
            most = max(moved)
            fresh = shares([max(1e-12, one / most) for one in moved], self.missing)
            guessed = [0.5 * (guessed[i] + fresh[i]) for i in range(len(fresh))]
        return guessed


def sets_of(players: int, mafiosi: int) -> int:
    """How many sets there are."""
    found = 1
    for place in range(mafiosi):
        found = found * (players - place) // (place + 1)
    return found


def gather(
    start: int,
    missing: int,
    weight: float,
    fields: list[float],
    links: list[list[float]],
    sums: list[float],
) -> float:
    """Add the weight of every set that goes on from here to each of its members."""
    total = 0.0
    size = len(fields)
    if missing == 1:
        for place in range(start, size):
            found = weight * fields[place]
            sums[place] += found
            total += found
        return total
    for place in range(start, size - missing + 1):
        row = links[place]
        further = fields[:]
        for other in range(place + 1, size):
            further[other] *= row[other]
        found = gather(place + 1, missing - 1, weight * fields[place], further, links, sums)
        sums[place] += found
        total += found
    return total


def shares(weights: list[float], mafiosi: int) -> list[float]:
    """How likely each is to be among those drawn with these weights, without any pairs."""
    size = len(weights)
    nobody = [1.0] + [0.0] * mafiosi
    before = [nobody]
    for weight in weights:
        before.append(extended(before[-1], weight))
    after = nobody
    found = [0.0] * size
    total = before[size][mafiosi]
    for place in range(size - 1, -1, -1):
        mass = 0.0
        for count in range(mafiosi):
            mass += before[place][count] * after[mafiosi - 1 - count]
        found[place] = weights[place] * mass / total if total > 0.0 else mafiosi / size
        after = extended(after, weights[place])
    return found


def extended(sums: list[float], weight: float) -> list[float]:
    """The same with one more."""
    found = sums[:]
    for count in range(len(sums) - 1, 0, -1):
        found[count] += sums[count - 1] * weight
    return found
