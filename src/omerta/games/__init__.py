"""The games: each a package of its own that knows no other."""

from typing import Any, Final

from omerta.core import Rulebook
from omerta.games import mafia_city

GAMES: Final[dict[str, Rulebook[Any, Any, Any]]] = {
    rulebook.name: rulebook for rulebook in (mafia_city.RULEBOOK,)
}
"""Every game by its name."""
