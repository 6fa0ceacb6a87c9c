"""How Downtown behaves at a table of people."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Manners, Notice, Seat
from omerta.games.downtown.state.components import WIN_TOTAL
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.options import Options
from omerta.games.downtown.text.notices import WEIGHTS

SOURCES: Final = ("proceeds", "bank_share", "won_stake")
"""Notices of money that a gang gets."""


class TownManners(Manners[Town, Options]):
    """A round is a turn."""

    def round_of(self, game: Town) -> int:
        """The number of the turn."""
        return game.public.turns

    def standing(self, game: Town) -> tuple[int, ...]:
        """All money of a gang (DT-16.6)."""
        return tuple([game.public.total(seat) for seat in range(game.seats)])

    def goal(self, game: Town) -> int:
        """100k end the game."""
        return WIN_TOTAL

    def gain(self, notice: Notice) -> tuple[Seat, str, int]:
        """Money that came from the bank or from a stake; what gangs pay each other only moves."""
        if notice.key in SOURCES:
            return (notice.args[0], notice.key, notice.args[-1])
        return (NOTHING, "", 0)

    def weight(self, key: str) -> str:
        """From a robbery down to a pile that is shuffled."""
        return WEIGHTS[key]
