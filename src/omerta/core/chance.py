"""Where the answers of CHANCE come from: a seeded generator, or whatever a caller brings."""

from __future__ import annotations

from random import Random

from mypy_extensions import mypyc_attr

from omerta.core.machine import CHANCE, Ask, Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Answers for deck, tiles and lots."""

    def pick(self, ask: Ask) -> int:
        """One of the choices; choices that are listed twice are twice as likely."""
        raise NotImplementedError


class Seeded(Chance):
    """Chance from a seeded generator, for simulations and tests."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def pick(self, ask: Ask) -> int:
        """A uniform choice among all that are listed."""
        return ask.choices[int(self.rng.random() * len(ask.choices))]


def odds(ask: Ask) -> list[tuple[int, float]]:
    """Every different choice that chance has, with its probability; the lowest choice first."""
    choices = ask.choices
    number = len(choices)
    counts: dict[int, int] = {}
    for choice in choices:
        counts[choice] = counts.get(choice, 0) + 1
    return [(choice, counts[choice] / number) for choice in sorted(counts)]


def settle(game: Game, chance: Chance) -> None:
    """Let chance answer until a person is asked or the game is over."""
    while game.asks and game.asks[0].seat == CHANCE:
        game.answer(CHANCE, chance.pick(game.asks[0]))
