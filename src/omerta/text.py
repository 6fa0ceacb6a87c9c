"""Texts in four languages: catalogues of keys, with placeholders and plural forms.

A catalogue is a flat JSON object at text/<language>/<area>.json. A value is a sentence with
{placeholders}, or an object of plural forms that the placeholder {number} chooses from (`0`, where
it is there, says that there is none). What a placeholder means is told by its name up to the first
underscore: `seat` is a player's name, `number` and `text` stand as they are, everything else is an
id whose words are the text `<area>.<kind>.<id>`. An id of several parts (`snitch/hat`) is said by
the text `whole` of its
kind, whose placeholders tell what its parts are, in their order: `{card} ({symbol})`. A kind with
a text `empty` is a list of things with their numbers (`3 money, 1 spy`), said one after the other.
A placeholder may say what stands there if the seat is the reader, and what if it is not, with `~`
for the name: `{seat:You draw|~ draws} a card`.
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

AND: Final = {
    "en": " and ",
    "de": " und ",
    "cs": " a\N{NO-BREAK SPACE}",
    "sk": " a\N{NO-BREAK SPACE}",
}
"""What stands before the last of several things."""

PLACEHOLDER: Final = re.compile(r"\{([a-z]\w*)(?::([^|{}]*)\|([^{}]*))?\}")
"""A placeholder: its name, and the words for the reader and for everybody else, if any."""

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
    return {name for form in forms for name, _, _ in PLACEHOLDER.findall(form)}


def plural_form(language: str, number: int) -> str:
    """The CLDR plural form of a whole number; fractions never occur."""
    if number == 1:
        return "one"
    return "few" if language in ("cs", "sk") and 2 <= number <= 4 else "other"


class Texts:
    """All texts of one language, with the names of the players at a table, and who reads them."""

    def __init__(self, language: str, names: Sequence[str] = (), reader: int | None = None) -> None:
        if language not in LANGUAGES:
            raise NoSuchText(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
        self.language = language
        self.names = names
        self.reader = reader

    def say(self, key: str, **args: Any) -> str:
        """The text of a key with its placeholders filled in."""
        entry = self.entry(key)
        if not isinstance(entry, str):
            number = int(args["number"])
            none = entry.get("0") if number == 0 else None
            entry = none or entry[plural_form(self.language, number)]
        area = key.partition(".")[0]
        said, *rest = PLACEHOLDER.split(entry)
        for at in range(0, len(rest), 4):
            name, mine, others, words = rest[at : at + 4]
            if name not in args:
                raise NoSuchText(f"{key}: nothing is given for {{{name}}}")
            filled = self._filled(area, name, args[name], mine, others)
            said += filled
            said += words[1:] if filled.endswith(".") and words.startswith(".") else words
        return said

    def _filled(self, area: str, name: str, value: Any, mine: str | None, others: str) -> str:
        """What stands for a placeholder: its word, or what it says of the reader and of others."""
        if mine is None:
            return self.word(area, kind_of(name), value)
        if value == self.reader:
            return mine
        return others.replace("~", self.word(area, kind_of(name), value))

    def notice(self, game: str, encoded: Mapping[str, Any]) -> str:
        """What a seat hears of a game, from the notice as `encode_notice` gives it."""
        return self.say(f"{area_of(game)}.notice.{encoded['key']}", **encoded["args"])

    def word(self, area: str, kind: str, value: Any) -> str:
        """What stands for one value: a name, a number, or the words of an id."""
        if kind == "seat":
            return self.name(int(value))
        if kind in PLAIN:
            return str(value)
        if self.has(f"{area}.{kind}.empty"):
            return self.listed(area, kind, str(value))
        whole = f"{area}.{kind}.whole"
        if "/" in str(value) and self.has(whole):
            names = [name for name, _, _ in PLACEHOLDER.findall(str(self.entry(whole)))]
            return self.say(whole, **dict(zip(names, str(value).split("/"), strict=True)))
        return self.say(f"{area}.{kind}.{value}")

    def listed(self, area: str, kind: str, value: str) -> str:
        """Things with their numbers, as the language joins them."""
        if not value:
            return self.say(f"{area}.{kind}.empty")
        said: list[str] = []
        for item in value.split(", "):
            number, _, name = item.partition(" ")
            said.append(self.say(f"{area}.{kind}.{name}", number=number))
        return AND[self.language].join([part for part in (", ".join(said[:-1]), said[-1]) if part])

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
