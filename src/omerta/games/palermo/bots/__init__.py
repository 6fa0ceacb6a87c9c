"""Computer players of Palermo: they get a view and never a game."""

from omerta.games.palermo.bots.player import ThumbPlayer

__all__ = ["ThumbPlayer"]
