"""A computer player: it gets a view, never a game."""

from __future__ import annotations

from random import Random

from mypy_extensions import mypyc_attr

from omerta.core.contract import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Answers one small question at a time, from what its seat can see."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices of `view.asked`."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Any choice, all equally likely."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices."""
        assert view.asked is not None, "a player chooses only when asked"
        choices = view.asked.choices
        return choices[int(rng.random() * len(choices))]
