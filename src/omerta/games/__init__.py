"""The games: each a package of its own that knows no other."""

from typing import Any, Final

from omerta.core import Rulebook
from omerta.games import downtown, mafia_city, palermo

GAMES: Final[dict[str, Rulebook[Any, Any, Any]]] = {
    rulebook.name: rulebook
    for rulebook in (mafia_city.RULEBOOK, downtown.RULEBOOK, palermo.RULEBOOK)
}
"""Every game by its name."""
