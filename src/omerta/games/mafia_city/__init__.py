"""Mafia City: area control over seven places, hidden hands, chains of reactions."""

from omerta.games.mafia_city.rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
