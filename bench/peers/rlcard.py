"""RLCard: Uno in pure Python, two players."""

from copy import deepcopy
from importlib.metadata import version
from random import Random
from typing import Any

import rlcard


class Contestant:
    """The bare game, whose steps return the legal actions; with views, its environment."""

    version = version("rlcard")
    views = True

    def __init__(self, game: str) -> None:
        self.environment = rlcard.make("uno")

    def play(self, seed: int, until: int, *, with_view: bool) -> tuple[int, int, Any]:
        """Take any of the legal actions."""
        random = Random(seed).random
        environment = self.environment
        environment.seed(seed)
        game = environment.game
        decisions = single = 0
        state, _ = environment.reset() if with_view else game.init_game()
        while not game.is_over() and decisions < until:
            actions = state["raw_legal_actions"] if with_view else state["legal_actions"]
            number = len(actions)
            if number > 1:
                decisions += 1
            else:
                single += 1
            action = actions[int(random() * number)]
            state, _ = environment.step(action, raw_action=True) if with_view else game.step(action)
        return decisions, single, (game.dealer, game.players, game.round)

    def copy(self, state: Any) -> Any:
        """A copy as the library makes it in order to step back."""
        return deepcopy(state)
