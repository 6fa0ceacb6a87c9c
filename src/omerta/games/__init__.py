"""The games: each a package of its own that knows no other."""

from typing import Any, Final

from omerta.core import Rulebook
from omerta.games import downtown, mafia_city, palermo

Book = Rulebook[Any, Any, Any]

BOOKS: Final[tuple[Book, ...]] = (mafia_city.RULEBOOK, downtown.RULEBOOK, palermo.RULEBOOK)

GAMES: Final[dict[str, Book]] = {book.name: book for book in BOOKS}
"""Every game by its name."""
