"""Palermo: a town, its mafia, and everything that is said by day and done by night."""

from omerta.games.palermo.rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
