"""Downtown: gangs, informants and fences; whoever is collected from or paid plays next."""

from omerta.games.downtown.rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
