"""A computer player: it gets a view, never a game."""

from __future__ import annotations

from random import Random

from mypy_extensions import mypyc_attr

from omerta.core.contract import View
from omerta.core.machine import Ask


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Answers one small question at a time, from what its seat can see."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices of `view.asked`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class ThinkingPlayer(Player):
    """Thinks only where there is a choice; each game says how."""

    def choose(self, view: View, rng: Random) -> int:
        """The only choice, or the one that thinking leads to."""
        assert view.asked is not None, "a player chooses only when asked"
        choices = list(view.asked.choices)
        return choices[0] if len(choices) == 1 else self.think(view, view.asked, choices, rng)

    def think(self, view: View, ask: Ask, choices: list[int], rng: Random) -> int:
        """One of several choices of this question."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Any choice, all equally likely."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices."""
        assert view.asked is not None, "a player chooses only when asked"
        choices = view.asked.choices
        return choices[int(rng.random() * len(choices))]
