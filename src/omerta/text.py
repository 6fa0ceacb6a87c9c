"""Texts in four languages: catalogues of keys, with placeholders and plural forms.

A catalogue is a flat JSON object at text/<language>/<area>.json. A value is a sentence with
{placeholders}, or an object of plural forms that the placeholder {number} chooses from. What a
placeholder means is told by its name up to the first underscore: `seat` is a player's name,
`number` and `text` stand as they are, everything else is an id whose words are the text
`<area>.<kind>.<id>`. An id of several parts (`snitch/hat`) is said by the text `whole` of its
kind, whose placeholders tell what its parts are, in their order: `{card} ({symbol})`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "de", "cs", "sk")
PLAIN: Final = ("number", "text")
"""Kinds of placeholders that stand as they are."""

PLACEHOLDER: Final = re.compile(r"\{([a-z]\w*)\}")

Entry = str | Mapping[str, str]


class NoSuchText(LookupError):
    """A language or a key that the catalogues do not have, or a placeholder without a value."""


def folder() -> Path:
    """Where the catalogues are: inside the installed package, or in the repository."""
    beside = Path(__file__).with_name("text")
    return beside if beside.is_dir() else Path(__file__).parents[2] / "text"


@cache
def catalogue(language: str, area: str) -> Mapping[str, Entry]:
    """The texts of one area; none if the language has no such file."""
    path = folder() / language / f"{area}.json"
    if not path.is_file():
        return {}
    texts: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def area_of(game: str) -> str:
    """How the keys of a game's texts begin."""
    return game.replace("-", "_")


def kind_of(placeholder: str) -> str:
    """What a placeholder stands for: its name up to the first underscore."""
    return placeholder.split("_")[0]


def placeholders(entry: Entry) -> set[str]:
    """The names of all placeholders of a text, in any of its forms."""
    forms = [entry] if isinstance(entry, str) else entry.values()
    return {name for form in forms for name in PLACEHOLDER.findall(form)}


def plural_form(language: str, number: int) -> str:
    """The CLDR plural form of a whole number; fractions never occur."""
    if number == 1:
        return "one"
    return "few" if language in ("cs", "sk") and 2 <= number <= 4 else "other"


class Texts:
    """All texts of one language, with the names of the players at a table."""

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise NoSuchText(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
        self.language = language
        self.names = names

    def say(self, key: str, **args: Any) -> str:
        """The text of a key with its placeholders filled in."""
        entry = self.entry(key)
        if not isinstance(entry, str):
            entry = entry[plural_form(self.language, int(args["number"]))]
        area = key.partition(".")[0]
        pieces = PLACEHOLDER.split(entry)
        for place in range(1, len(pieces), 2):
            if pieces[place] not in args:
                raise NoSuchText(f"{key}: nothing is given for {{{pieces[place]}}}")
            pieces[place] = self.word(area, kind_of(pieces[place]), args[pieces[place]])
            if pieces[place].endswith(".") and pieces[place + 1].startswith("."):
                pieces[place + 1] = pieces[place + 1][1:]
        return "".join(pieces)

    def notice(self, game: str, encoded: Mapping[str, Any]) -> str:
        """What a seat hears of a game, from the notice as `encode_notice` gives it."""
        return self.say(f"{area_of(game)}.notice.{encoded['key']}", **encoded["args"])

    def word(self, area: str, kind: str, value: Any) -> str:
        """What stands for one value: a name, a number, or the words of an id."""
        if kind == "seat":
            return self.name(int(value))
        if kind in PLAIN:
            return str(value)
        whole = f"{area}.{kind}.whole"
        if "/" in str(value) and self.has(whole):
            names = PLACEHOLDER.findall(str(self.entry(whole)))
            return self.say(whole, **dict(zip(names, str(value).split("/"), strict=True)))
        return self.say(f"{area}.{kind}.{value}")

    def name(self, seat: int) -> str:
        """A player's name; without names seats are numbered from 1."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat + 1)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in catalogue(self.language, key.partition(".")[0])

    def entry(self, key: str) -> Entry:
        """The text of a key as it stands in the catalogue."""
        try:
            return catalogue(self.language, key.partition(".")[0])[key]
        except KeyError:
            raise NoSuchText(f"{self.language}: there is no text {key!r}") from None
