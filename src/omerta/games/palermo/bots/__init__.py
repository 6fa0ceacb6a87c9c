"""Computer players of Palermo: they get a view and never a game."""

from omerta.games.palermo.bots.levels import LEVELS
from omerta.games.palermo.bots.player import ThumbPlayer, casual, master, relaxed, sharp

__all__ = ["LEVELS", "MAKERS", "ThumbPlayer"]

MAKERS = {"casual": casual, "relaxed": relaxed, "sharp": sharp, "master": master}
"""Who plays at which level, the usual one first."""
