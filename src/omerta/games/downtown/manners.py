"""How Downtown behaves at a table of people."""

from __future__ import annotations

from omerta.core import Manners
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.options import Options


class TownManners(Manners[Town, Options]):
    """A round is a turn."""

    def round_of(self, game: Town) -> int:
        """The number of the turn."""
        return game.public.turns
