"""Whole moves weighed against each other in worlds that look the same to a seat.

Every move is tried in the same worlds with the same luck, so that a difference between two moves
is not a difference between two deals. The move that seems best is found in some worlds; what it is
worth is measured in others, because whoever comes first among many owes a part of it to luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from omerta.bots.outlook import Outlook
from omerta.bots.roster import SEARCHED, values_file, values_of
from omerta.bots.search import Budget, SearchPlayer
from omerta.bots.value import Value
from omerta.core import NoWorld, Rulebook, Seat, View, moves

Move = tuple[int, ...]
"""A whole move as its small answers; without any, the seat plays by rules of thumb."""

USUAL: Final[Move] = ()

MOST: Final = 40
"""How many different moves are looked at; of more, those that rules of thumb would complete so."""

SURE: Final = 1.96
"""Standard errors on either side of a mean: 95 %."""


class Trial(NamedTuple):
    """One move in one world: the chance to win, and what speaks for each seat at the horizon."""

    chance: float
    rows: list[list[float]]
    """Nothing if the game was over by then."""


class Estimate(NamedTuple):
    """A mean over worlds, and its standard error."""

    mean: float
    error: float

    def interval(self) -> tuple[float, float]:
        """Between which chances it lies: 95 %, as far as worlds differ."""
        wide = SURE * self.error
        return max(0.0, self.mean - wide), min(1.0, self.mean + wide)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of some values, and how far it may be off."""
    number = len(values)
    mean = sum(values) / number
    if number < 2:
        return Estimate(mean, 1.0)
    spread = sum((value - mean) ** 2 for value in values) / (number - 1)
    return Estimate(mean, sqrt(spread / number))


def chance_of(trials: Sequence[Trial]) -> Estimate:
    """The chance to win after a move."""
    return estimate([trial.chance for trial in trials])


def gap(better: Sequence[Trial], worse: Sequence[Trial]) -> Estimate:
    """By how much one move is better than another in the same worlds."""
    pairs = zip(better, worse, strict=True)
    return estimate([one.chance - other.chance for one, other in pairs])


class Scales:
    """Weighs moves of one game, from views alone."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any]) -> None:
        game = rulebook.name
        self.rulebook: Final = rulebook
        self.outlook: Final[Outlook] = SEARCHED[game]()
        self.values: Final = values_of(values_file(game))
        self.mind: Final = SearchPlayer(rulebook, self.outlook, self.values, Budget(0.0, 1))

    def value(self, view: View) -> Value | None:
        """The value for so many players, if one was fitted."""
        return self.values.get(view.seats)

    def trial(self, world: Any, seat: Seat, move: Move, value: Value, luck: int) -> Trial:
        """What a move leads to in a world."""
        game = self.rulebook.copy(world)
        chance = self.mind.followed(game, seat, move, value, None, luck)
        rows = [] if self.rulebook.outcome(game) else self.outlook.features(game)
        return Trial(chance, rows)

    def weigh(
        self, view: View, listed: Sequence[Move], worlds: int, rng: Random
    ) -> list[list[Trial]]:
        """Every move in the same worlds: a row of trials for each; `NoWorld` if none is found."""
        value = self.value(view)
        if value is None:
            raise NoWorld(view.seat, 0, f"no value was fitted for {view.seats} players")
        found: list[list[Trial]] = [[] for _ in listed]
        for _ in range(worlds):
            world = self.rulebook.guess(view, rng)
            luck = rng.getrandbits(48)
            for place, move in enumerate(listed):
                found[place].append(self.trial(world, view.seat, move, value, luck))
        return found

    def nearer(self, view: View, worlds: int, rng: Random) -> Estimate:
        """The chance to win, looking one step less far."""
        if self.outlook.steps > 1:
            shorter = Scales(self.rulebook)
            shorter.outlook.steps -= 1
            return chance_of(shorter.weigh(view, [USUAL], worlds, rng)[0])
        value = self.value(view)
        if value is None:
            raise NoWorld(view.seat, 0, f"no value was fitted for {view.seats} players")
        games = [self.rulebook.guess(view, rng) for _ in range(worlds)]
        return estimate([self.mind.judge(game, view.seat, value) for game in games])

    # Which moves there are, and which seem best.

    def candidates(self, view: View, also: Iterable[Move], rng: Random) -> list[Move]:
        """The moves worth looking at, each once."""
        world = self.rulebook.guess(view, rng)
        listed = moves(self.rulebook, world, view.seat, MOST + 1)
        if len(listed) > MOST:
            assert view.asked is not None, "only who is asked has moves"
            begun = dict.fromkeys(view.asked.choices)
            listed = [self.completed(world, view.seat, (choice,), rng) for choice in begun]
            listed = rng.sample(listed, MOST) if len(listed) > MOST else listed
            listed.insert(0, self.completed(world, view.seat, USUAL, rng))
        return list(dict.fromkeys([*also, *listed]))

    def completed(self, world: Any, seat: Seat, begun: Move, rng: Random) -> Move:
        """A move that begins so, and goes on as rules of thumb say."""
        game = self.rulebook.copy(world)
        for choice in begun:
            game.answer(seat, choice)
        move = list(begun)
        ask = game.asked(seat)
        while ask is not None and (ask.continues or not move):
            move.append(self.mind.policy.choose(self.rulebook.view(game, seat), rng))
            game.answer(seat, move[-1])
            ask = game.asked(seat)
        return tuple(move)

    def siblings(self, view: View, move: Move, rng: Random) -> list[Move]:
        """Moves that begin like a move, and then go on in another way."""
        world = self.rulebook.guess(view, rng)
        found: list[Move] = []
        game = self.rulebook.copy(world)
        for place in range(1, len(move)):
            game.answer(view.seat, move[place - 1])
            ask = game.asked(view.seat)
            if ask is None:
                break
            for choice in dict.fromkeys(ask.choices):
                found.append(self.completed(world, view.seat, (*move[:place], choice), rng))
        found = [other for other in dict.fromkeys(found) if other != move]
        return rng.sample(found, MOST) if len(found) > MOST else found

    def best(
        self, view: View, also: Sequence[Move], simulations: int, rng: Random, keep: int = 3
    ) -> list[Move]:
        """The moves that do best, the best one first."""
        listed = self.candidates(view, also, rng)
        if len(listed) <= keep:
            return listed
        ranked = self.halved(view, listed, simulations, rng, keep)
        others = self.siblings(view, ranked[0], rng) if len(listed) > MOST else []
        if others:
            again = list(dict.fromkeys([*ranked, *others]))
            ranked = self.halved(view, again, simulations, rng, keep)
        return ranked

    def halved(
        self, view: View, listed: list[Move], simulations: int, rng: Random, keep: int
    ) -> list[Move]:
        """Try all, drop the worse half, try the others again, until few are left."""
        sums: dict[Move, float] = dict.fromkeys(listed, 0.0)
        alive = listed
        halvings = max(1, (len(listed) - 1).bit_length())
        for halving in range(halvings):
            worlds = max(1, simulations // (halvings * len(alive)))
            for move, trials in zip(alive, self.weigh(view, alive, worlds, rng), strict=True):
                sums[move] += sum(trial.chance for trial in trials)
            alive = sorted(alive, key=lambda move: -sums[move])
            if halving + 1 < halvings:
                alive = alive[: max(keep, (len(alive) + 1) // 2)]
        return alive[:keep]
