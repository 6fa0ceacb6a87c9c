"""The computer players of Mafia City; they see views and know no rules."""

from omerta.games.mafia_city.bots.player import ThumbPlayer

__all__ = ["ThumbPlayer"]
