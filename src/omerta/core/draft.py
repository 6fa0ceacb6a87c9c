"""A move in the making: small answers tried on a copy until the move is whole."""

from __future__ import annotations

import sys
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


def moves(
    rulebook: Rulebook[Any, Any, Any], game: Game, seat: Seat, most: int = sys.maxsize
) -> list[tuple[int, ...]]:
    """Every different whole move of this seat, each as its small answers, up to a limit."""
    found: list[tuple[int, ...]] = []
    _find_moves(rulebook, game, seat, most, (), 0, found)
    return found


def _find_moves(
    rulebook: Rulebook[Any, Any, Any],
    game: Game,
    seat: Seat,
    most: int,
    begun: tuple[int, ...],
    listed: int,
    found: list[tuple[int, ...]],
) -> None:
    """Go on from the answers begun, the last `listed` of which are things of one listing."""
    ask = game.asked(seat)
    if ask is None:
        return
    for choice in dict.fromkeys(ask.choices):
        if len(found) >= most:
            return
        trial: Game = rulebook.copy(game)
        trial.answer(seat, choice)
        follow = trial.asked(seat)
        if follow is None or not follow.continues:
            found.append((*begun, choice))
        elif follow.point is not ask.point or not follow.point.in_any_order:
            _find_moves(rulebook, trial, seat, most, (*begun, choice), 0, found)
        elif listed == 0 or choice >= begun[-1]:  # The other orders of the same things fall away.
            _find_moves(rulebook, trial, seat, most, (*begun, choice), listed + 1, found)
