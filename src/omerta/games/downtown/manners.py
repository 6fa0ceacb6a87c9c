"""How Downtown is played at a table: like any plain game, turn by turn."""

from __future__ import annotations

from omerta.core import Manners
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.options import Options


class DowntownManners(Manners[Town, Options]):
    """Standing orders for a round end with the turn."""

    def round_of(self, game: Town) -> int:
        """The number of the turn."""
        return game.public.turns
