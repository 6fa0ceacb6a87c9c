"""A whole game as the list of its answers; chance included, so a replay needs no generator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from omerta.core.contract import Rulebook
from omerta.core.machine import Game, Seat


class Answer(NamedTuple):
    """One line of the log: who answered what."""

    seat: Seat
    choice: int


class Record:
    """Everything that is needed to play a game again, from the deal or from any position."""

    def __init__(
        self,
        rulebook: Rulebook[Any, Any, Any],
        options: Mapping[str, str],
        seats: int,
        answers: list[Answer],
    ) -> None:
        self.rulebook = rulebook
        self.version = rulebook.version
        self.options = dict(options)
        self.seats = seats
        self.answers = answers

    def replay(self, until: int | None = None) -> Game:
        """The game after all answers, or after the first `until` of them."""
        game: Game = self.rulebook.deal(self.rulebook.options(self.options), self.seats)
        for seat, choice in self.answers[:until]:
            game.answer(seat, choice)
        return game
