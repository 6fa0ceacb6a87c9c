"""The games: each a package of its own that knows no other."""

from typing import Any, Final

from omerta.core import Rulebook
from omerta.games import downtown, mafia_city, palermo

Book = Rulebook[Any, Any, Any]

BOOKS: Final[tuple[Book, ...]] = (mafia_city.RULEBOOK, downtown.RULEBOOK, palermo.RULEBOOK)

GAMES: Final[dict[str, Book]] = {book.name: book for book in BOOKS}
"""Every game by its name: the newest edition, by which new tables are made."""

OLDER: Final[tuple[Book, ...]] = ()
"""Editions by which no new table is made, but those that have begun are played to their end."""

EDITIONS: Final[dict[tuple[str, int], Book]] = {
    (book.name, book.version): book for book in (*OLDER, *BOOKS)
}


class UnknownEdition(LookupError):
    """A game, or a version of its rules, that is not known here."""


def edition(name: str, version: int) -> Book:
    """The rules by which a game was begun, whichever are the newest; `UnknownEdition` if gone."""
    book = EDITIONS.get((name, version))
    if book is not None:
        return book
    if name not in GAMES:
        raise UnknownEdition(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    known = ", ".join(str(number) for game, number in sorted(EDITIONS) if game == name)
    raise UnknownEdition(f"the rules of {name} in version {version} are not here; there is {known}")
