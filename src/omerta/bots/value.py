"""How likely each seat is to win: a conditional logit over what speaks for it."""

from __future__ import annotations

from math import exp, log
from typing import Final


class Value:
    """Weights of features; the chances of all seats add up to one."""

    def __init__(self, weights: list[float]) -> None:
        self.weights: Final = weights

    def chances(self, features: list[list[float]]) -> list[float]:
        """The chance of every seat."""
        weights = self.weights
        sums: list[float] = []
        for row in features:
            total = 0.0
            for place in range(len(weights)):
                total += weights[place] * row[place]
            sums.append(total)
        highest = max(sums)
        powers = [exp(total - highest) for total in sums]
        whole = sum(powers, 0.0)
        return [power / whole for power in powers]


class Sample:
    """A position of a game that has been played out: its features, and who won in the end."""

    def __init__(self, features: list[list[float]], winner: int) -> None:
        self.features: Final = features
        self.winner: Final = winner


def loss(weights: list[float], samples: list[Sample]) -> float:
    """The mean surprise about who won; without any weights it is the logarithm of the seats."""
    value = Value(weights)
    total = 0.0
    for sample in samples:
        total -= log(max(value.chances(sample.features)[sample.winner], 1e-12))
    return total / len(samples)


def fitted(samples: list[Sample], ridge: float, rounds: int) -> list[float]:
    """The weights that make what happened most likely, held near zero by the ridge: Newton."""
    size = len(samples[0].features[0])
    weights = [0.0] * size
    for _ in range(rounds):
        value = Value(weights)
        slope = [-ridge * weight for weight in weights]
        bend = [[0.0] * size for _ in range(size)]
        for place in range(size):
            bend[place][place] = ridge
        for sample in samples:
            chances = value.chances(sample.features)
            mean = [0.0] * size
            for seat in range(len(chances)):
                row = sample.features[seat]
                for place in range(size):
                    mean[place] += chances[seat] * row[place]
            won = sample.features[sample.winner]
            for place in range(size):
                slope[place] += won[place] - mean[place]
            for seat in range(len(chances)):
                row = sample.features[seat]
                apart = [row[place] - mean[place] for place in range(size)]
                for place in range(size):
                    part = chances[seat] * apart[place]
                    line = bend[place]
                    for other in range(size):
                        line[other] += part * apart[other]
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(matrix: list[list[float]], wanted: list[float]) -> list[float]:
    """The solution of linear equations whose matrix is positive definite: Gauss."""
    size = len(wanted)
    rows = [[*matrix[place], wanted[place]] for place in range(size)]
    for place in range(size):
        best = place
        for other in range(place + 1, size):
            if abs(rows[other][place]) > abs(rows[best][place]):
                best = other
        rows[place], rows[best] = rows[best], rows[place]
        for other in range(place + 1, size):
            factor = rows[other][place] / rows[place][place]
            if factor != 0.0:
                for column in range(place, size + 1):
                    rows[other][column] -= factor * rows[place][column]
    found = [0.0] * size
    for place in range(size - 1, -1, -1):
        total = rows[place][size]
        for column in range(place + 1, size):
            total -= rows[place][column] * found[column]
        found[place] = total / rows[place][place]
    return found
