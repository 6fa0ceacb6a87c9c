"""Players who search: they try their answers in worlds that look the same to them.

Every candidate is tried in the same worlds with the same luck; whoever does worse drops out, half
of them at a time. In a simulation everybody plays by rules of thumb up to the horizon, where a
fitted value judges the position. A deep player also learns, within these simulations, what it
would answer later itself.
"""

from __future__ import annotations

import time
from math import exp, log, sqrt
from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from omerta.bots.outlook import Outlook
from omerta.bots.value import Value
from omerta.core import CHANCE, SEALED, Ask, NoWorld, Player, Rulebook, Seat, ThinkingPlayer, View

LONGEST: Final = 600
"""Answers after which a simulation is judged wherever it stands."""

CURIOSITY: Final = 0.06
"""How much a later answer of one's own is tried again because little is known of it."""

BLUR: Final = 0.01
"""At sealed questions answers whose worth differs by so little are given almost equally often."""

ONE_BY_ONE: Final = 0.5
"""What a further small answer of the same move may cost, as a share of the one before."""


class Budget:
    """What one decision may cost: seconds, or a number of simulations, which can be repeated."""

    def __init__(self, seconds: float, simulations: int = 0) -> None:
        self.seconds: Final = seconds
        self.simulations: Final = simulations


class Twig:
    """A later question to the searching seat, and how its answers have done."""

    def __init__(self, choices: list[int]) -> None:
        self.choices: Final = choices
        """What may be answered; before all of them stands what the rules of thumb say."""
        self.tried: Final[list[int]] = [0] * (len(choices) + 1)
        self.sums: Final[list[float]] = [0.0] * (len(choices) + 1)
        self.visits = 0
        self.next: Final[dict[tuple[int, str, tuple[int, ...]], Twig]] = {}

    def pick(self) -> int:
        """The place of the answer to try next; new ones come in one by one."""
        width = min(len(self.tried), 1 + int(sqrt(self.visits)))
        best = 0
        most = -1.0
        spread = log(self.visits + 1.0)
        for place in range(width):
            times = self.tried[place]
            if times == 0:
                return place
            worth = self.sums[place] / times + CURIOSITY * sqrt(spread / times)
            if worth > most:
                most = worth
                best = place
        return best

    def learn(self, place: int, worth: float) -> None:
        """An answer has led to this."""
        self.visits += 1
        self.tried[place] += 1
        self.sums[place] += worth


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(ThinkingPlayer):
    """Tries every answer in guessed worlds and gives the one that does best."""

    def __init__(
        self,
        rulebook: Rulebook[Any, Any, Any],
        outlook: Outlook,
        values: dict[int, Value],
        budget: Budget,
        *,
        deep: bool = False,
    ) -> None:
        self.rulebook: Final = rulebook
        self.outlook: Final = outlook
        self.values: Final = values
        self.budget: Final = budget
        self.deep: Final = deep
        self.policy: Final[Player] = outlook.policy()
        self.share = 1.0
        self.means = 1.0
        """What part of the budget there is for it where others wait."""
        self.simulated = 0
        """How many simulations it has run in its life."""

    def think(self, view: View, ask: Ask, choices: list[int], rng: Random) -> int:
        """The answer that does best; what the rules of thumb say if no world can be guessed."""
        self.share = self.share * ONE_BY_ONE if ask.continues else 1.0
        usual = self.policy.choose(view, rng)
        value = self.values.get(view.seats)
        if value is None or ask.point.name in self.outlook.unsearched:
            return usual
        rest = [choice for choice in dict.fromkeys(choices) if choice != usual]
        rng.shuffle(rest)
        if not self.deep:
            rest = rest[: self.outlook.most]
        candidates = [usual, *rest]
        try:
            worths = self.compare(view, value, candidates, rng)
        except NoWorld:
            return usual
        return self.chosen(view, candidates, worths, rng)

    def chosen(self, view: View, candidates: list[int], worths: list[float], rng: Random) -> int:
        """The best of those that were left; at a sealed question not always the same one."""
        best = 0
        for place in range(len(worths)):
            if worths[place] > worths[best]:
                best = place
        if view.top is None or view.top.asking.shape != SEALED:
            return candidates[best]
        powers = [exp((worth - worths[best]) / BLUR) for worth in worths]
        point = rng.random() * sum(powers, 0.0)
        for place in range(len(powers)):
            point -= powers[place]
            if point < 0.0:
                return candidates[place]
        return candidates[best]

    def compare(self, view: View, value: Value, candidates: list[int], rng: Random) -> list[float]:
        """The worth of each candidate, the usual one first; who dropped out is far below all."""
        number = len(candidates)
        doubt = self.outlook.doubt
        sums = [0.0] * number
        squares = [0.0] * number
        twigs: list[Twig | None] = [Twig([]) if self.deep else None for _ in range(number)]
        alive = list(range(number))
        halvings = max(1, (number - 1).bit_length())
        began = time.perf_counter()
        seconds = self.budget.seconds * self.share * self.means
        simulations = max(1, int(self.budget.simulations * self.share))
        counted = self.budget.simulations > 0
        worlds = 0
        spent = 0
        used = 0.0
        for halving in range(halvings):
            while used < (halving + 1) / halvings:
                world = self.rulebook.guess(view, rng)
                luck = rng.getrandbits(48)
                found: list[float] = []
                for place in alive:
                    worth = self.simulate(
                        world, view.seat, candidates[place], value, twigs[place], luck
                    )
                    found.append(worth)
                    spent += 1
                    if counted:
                        used = spent / simulations
                    else:
                        used = (time.perf_counter() - began) / seconds
                    if used >= 1.0:
                        break
                if worlds == 0:
                    # If there was not even time for one world, who was tried is all there is.
                    alive = alive[: len(found)]
                if len(found) == len(alive):
                    worlds += 1
                    usual = found[0]
                    for place, worth in zip(alive, found, strict=True):
                        sums[place] += worth
                        squares[place] += (worth - usual) * (worth - usual)
            alive.sort(key=lambda place: -sums[place])
            if halving + 1 < halvings:
                alive = alive[: max(2, (len(alive) + 1) // 2)]
            if doubt > 0.0:  # everybody is measured by the usual answer, which stays
                alive = [0, *[place for place in alive if place != 0]]
        self.simulated += spent
        worths = [-1.0] * number
        for place in alive:
            if place == 0 or doubt == 0.0 or is_better(sums, squares, place, worlds, doubt):
                worths[place] = sums[place] / worlds
        return worths

    def simulate(
        self, world: Any, seat: Seat, choice: int, value: Value, twig: Twig | None, luck: int
    ) -> float:
        """What an answer leads to in a world: the chance to win there, from 0 to 1."""
        game = self.rulebook.copy(world)
        return self.followed(game, seat, (choice,), value, twig, luck)

    def followed(
        self,
        game: Any,
        seat: Seat,
        answers: tuple[int, ...],
        value: Value,
        twig: Twig | None,
        luck: int,
    ) -> float:
        """Give these answers in a game and go on to the horizon, where it is left standing."""
        rng = Random(luck)
        outlook = self.outlook
        step = outlook.step(game, seat, -1)
        left = outlook.steps
        path: list[tuple[Twig, int]] = []
        answer = 0
        for choice in answers:
            game.answer(seat, choice)
            answer = choice
        for _ in range(LONGEST):
            if not game.asks:
                break
            now = outlook.step(game, seat, step)
            if now != step:
                step = now
                left -= 1
                if left == 0:
                    break
            ask = game.asks[0]
            choices = ask.choices
            if ask.seat == CHANCE:
                game.answer(CHANCE, choices[int(rng.random() * len(choices))])
                continue
            if len(choices) == 1:
                game.answer(ask.seat, choices[0])
                continue
            usual = self.policy.choose(self.rulebook.view(game, ask.seat), rng)
            if twig is None or ask.seat != seat:
                game.answer(ask.seat, usual)
                continue
            key = (answer, ask.point.name, tuple(choices))
            later = twig.next.get(key)
            if later is None:
                later = Twig(list(choices))
                rng.shuffle(later.choices)
                twig.next[key] = later
                path.append((later, 0))
                twig = None
                game.answer(seat, usual)
                continue
            place = later.pick()
            path.append((later, place))
            answer = usual if place == 0 else later.choices[place - 1]
            twig = later
            game.answer(seat, answer)
        worth = self.judge(game, seat, value)
        for later, place in path:
            later.learn(place, worth)
        return worth

    def judge(self, game: Any, seat: Seat, value: Value) -> float:
        """The chance of a seat: known when the game is over, else by the value."""
        outcome = self.rulebook.outcome(game)
        if outcome is None:
            return value.chances(self.outlook.features(game))[seat]
        return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0


def is_better(
    sums: list[float], squares: list[float], place: int, worlds: int, doubt: float
) -> bool:
    """Whether an answer does better than the first by so many standard errors.

    The squares are those of the differences, world by world.
    """
    if worlds < 2:
        return False
    mean = (sums[place] - sums[0]) / worlds
    spread = max(0.0, squares[place] / worlds - mean * mean) * worlds / (worlds - 1)
    return mean > doubt * sqrt(spread / worlds)
