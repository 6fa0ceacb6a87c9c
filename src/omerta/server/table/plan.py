"""A plan: an entry of the log before it is written."""

from __future__ import annotations

from omerta.core import Game
from omerta.server.table import entries as log


class Plan:
    """What is to be written: an entry's body, who hears of it, the game after it if known."""

    __slots__ = ("body", "game", "heard")

    def __init__(self, body: log.AnyBody, heard: int = 0, game: Game | None = None) -> None:
        self.body = body
        self.heard = heard
        self.game = game


class Nothing(Exception):
    """There is nothing to be done any more."""
