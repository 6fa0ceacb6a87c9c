"""OpenSpiel: Crazy Eights in C++ behind Python bindings, five players."""

from importlib.metadata import version
from random import Random
from typing import Any

import pyspiel

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class Contestant:
    """A state as the example of the documentation runs it; chance is a player there too."""

    version = version("open_spiel")
    views = True

    def __init__(self, game: str) -> None:
        self.game = pyspiel.load_game("crazy_eights(players=5)")

    def play(self, seed: int, until: int, *, with_view: bool) -> tuple[int, int, Any]:
        """Apply any of the legal actions; with views, as the observation string."""
        random = Random(seed).random
        state = self.game.new_initial_state()
        current_player = state.current_player
        legal_actions = state.legal_actions
        apply_action = state.apply_action
        decisions = single = 0
        player = current_player()
        while player != TERMINAL and decisions < until:
            actions = legal_actions()
            number = len(actions)
            if player != CHANCE:
                if number > 1:
                    decisions += 1
                    if with_view:
                        state.observation_string()
                else:
                    single += 1
            apply_action(actions[int(random() * number)])
            player = current_player()
        return decisions, single, state

    def copy(self, state: Any) -> Any:
        """A copy to search on."""
        return state.clone()
