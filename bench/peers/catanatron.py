"""Catanatron: Settlers of Catan in pure Python, four players."""

from importlib.metadata import version
from random import Random

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT


class Contestant:
    """A game as its own `play` runs it; the list of playable actions is part of the state."""

    version = version("catanatron")
    views = False

    def __init__(self, game: str) -> None:
        self.players = [
            RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
        ]

    def play(self, seed: int, until: int, *, with_view: bool) -> tuple[int, int, Game]:
        """Execute any of the playable actions; they need no second check."""
        random = Random(seed).random
        game = Game(self.players, seed=seed)
        state = game.state
        decisions = single = 0
        while game.winning_color() is None and state.num_turns < TURNS_LIMIT and decisions < until:
            actions = state.playable_actions
            number = len(actions)
            if number > 1:
                decisions += 1
            else:
                single += 1
            game.execute(actions[int(random() * number)], validate_action=False)
        return decisions, single, game

    def copy(self, state: Game) -> Game:
        """A copy for simulations."""
        return state.copy()
