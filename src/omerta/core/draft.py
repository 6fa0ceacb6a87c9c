"""A move in the making: small answers tried on a copy until the move is whole."""

from __future__ import annotations

from typing import Any

from omerta.core.contract import Rulebook
from omerta.core.machine import Ask, Game, Refused, Seat


class Draft:
    """What a seat has chosen so far and what may follow; the game itself does not change.

    A draft ends where the move is whole: nothing that others answer, chance decides or a
    step reveals can be reached, because only questions for the rest of the same move follow.
    """

    def __init__(self, rulebook: Rulebook[Any, Any, Any], game: Game, seat: Seat) -> None:
        self.rulebook = rulebook
        self.game = game
        self.seat = seat
        self.answers: list[int] = []
        self.ask = game.asked(seat)
        if self.ask is None:
            raise Refused("", "not_asked", (seat,))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to choose before the move can be confirmed."""
        return self.ask is None

    def add(self, choice: int) -> None:
        """Choose the next part of the move; `Refused` leaves the draft as it was."""
        if self.ask is None:
            raise Refused("", "move_is_whole", (self.seat,))
        self.ask = self._tried([*self.answers, choice])
        self.answers.append(choice)

    def back(self) -> None:
        """Take the last part back."""
        if self.answers:
            self.answers.pop()
            self.ask = self._tried(self.answers)

    def _tried(self, answers: list[int]) -> Ask | None:
        trial: Game = self.rulebook.copy(self.game)
        ask = trial.asked(self.seat)
        for choice in answers:
            trial.answer(self.seat, choice)
            ask = trial.asked(self.seat)
            if ask is not None and not ask.continues:
                ask = None
        return ask


def moves(rulebook: Rulebook[Any, Any, Any], game: Game, seat: Seat) -> list[tuple[int, ...]]:
    """Every whole move of this seat, each as its small answers."""
    ask = game.asked(seat)
    if ask is None:
        return []
    whole: list[tuple[int, ...]] = []
    for choice in dict.fromkeys(ask.choices):
        trial = rulebook.copy(game)
        trial.answer(seat, choice)
        follow = trial.asked(seat)
        if follow is not None and follow.continues:
            whole.extend((choice, *rest) for rest in moves(rulebook, trial, seat))
        else:
            whole.append((choice,))
    return whole
