"""Omerta's own games as contestants of the bench."""

from __future__ import annotations

from random import Random
from typing import Any

from omerta import __version__
from omerta.core import Answer, Game, machine
from omerta.games import GAMES


class Contestant:
    """One of our games, with all its numbers of players in turn."""

    views = True

    def __init__(self, game: str) -> None:
        compiled = not str(machine.__file__).endswith(".py")
        self.version = f"{__version__} {'compiled' if compiled else 'pure'}"
        self.rulebook = GAMES[game]
        self.options = self.rulebook.options(self.rulebook.simulation)

    def play(self, seed: int, until: int, *, with_view: bool) -> tuple[int, int, Any]:
        """Answer whatever is asked with any of the choices, chance's questions too."""
        random = Random(seed).random
        view = self.rulebook.view
        seats = self.rulebook.seats
        game: Game = self.rulebook.deal(self.options, seats[seed % len(seats)])
        answer = game.answer
        decisions = single = 0
        asks = game.asks
        while asks and decisions < until:
            # Where several are asked, any of them answers, the clock too.
            ask = asks[0] if len(asks) == 1 else asks[int(random() * len(asks))]
            seat = ask.seat
            choices = ask.choices
            number = len(choices)
            if seat >= 0:
                if number > 1:
                    decisions += 1
                    if with_view:
                        view(game, seat)
                else:
                    single += 1
            answer(seat, choices[int(random() * number)])
            asks = game.asks
        return decisions, single, game

    def record(self, seed: int) -> tuple[Game, list[Answer]]:
        """A dealt game, and all answers that it gets when it is played at random."""
        random = Random(seed).random
        seats = self.rulebook.seats
        start: Game = self.rulebook.deal(self.options, seats[seed % len(seats)])
        game: Game = self.rulebook.copy(start)
        answers: list[Answer] = []
        while game.asks:
            ask = game.asks[int(random() * len(game.asks))]
            choice = ask.choices[int(random() * len(ask.choices))]
            answers.append(Answer(ask.seat, choice))
            game.answer(ask.seat, choice)
        return start, answers

    def give(self, state: Game, answers: list[Answer]) -> None:
        """Go on with these answers."""
        answer = state.answer
        for seat, choice in answers:
            answer(seat, choice)

    def copy(self, state: Any) -> Any:
        """A game of its own that stands where this one stands."""
        return self.rulebook.copy(state)
