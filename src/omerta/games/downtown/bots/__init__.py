"""The computer players of Downtown."""

from omerta.games.downtown.bots.player import ThumbPlayer

__all__ = ["ThumbPlayer"]
