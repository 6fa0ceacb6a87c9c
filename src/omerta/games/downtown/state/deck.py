"""The informant deck: nine fronts with three backs each, read from a data file (DT-R22)."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final

from omerta.core import NOTHING, BadOption
from omerta.games.downtown.state.components import CARDS, FRONTS, INFORMANTS, LOOT
from omerta.games.downtown.state.gang import ALL_GANGSTERS, GANGSTERS, Gang, size
from omerta.games.downtown.state.kinds import back_on, front_of

LARGEST_CREW: Final = 7
FIELDS: Final = ("informant", "loot", "claim", "crew", "true_values")
DEFAULT_FILE: Final = "informants.json"
NAME: Final = re.compile(r"(?!default$)[a-z0-9][a-z0-9_-]*")
"""What a deck may be called; its file ends in `.json`."""


class BadDeck(BadOption):
    """A deck file that is refused: which file, which line, and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


class Deck:
    """The claims and crews of the nine fronts, the true values on their backs, and card ids."""

    def __init__(
        self, name: str, claims: list[int], crews: list[Gang], values: list[tuple[int, int, int]]
    ) -> None:
        self.name: Final = name
        self.claims: Final = claims
        self.crews: Final = crews
        self.values: Final = values
        self.words: Final = [
            f"{FRONTS[front_of(card)]}-{values[front_of(card)][back_on(card)]}"
            for card in range(CARDS)
        ]

    def value(self, card: int) -> int:
        """The true value on the back of a card."""
        return self.values[front_of(card)][back_on(card)]

    def word(self, card: int) -> str:
        """The id of a card, as in `luigi-art-52`."""
        return self.words[card]

    def card(self, word: str) -> int:
        """The card with this id, or NOTHING."""
        return self.words.index(word) if word in self.words else NOTHING


def read_deck(name: str, file: str, text: str) -> Deck:
    """The deck that a JSON text describes; `BadDeck` names the line that is wrong."""
    fronts: list[tuple[int, Gang, tuple[int, int, int]] | None] = [None] * len(FRONTS)
    for line, entry in _entries(file, text):
        front = _front(file, line, entry)
        if fronts[front] is not None:
            raise BadDeck(file, line, f"{FRONTS[front]} is there twice")
        fronts[front] = (
            _claim(file, line, entry["claim"]),
            _crew(file, line, entry["crew"]),
            _values(file, line, entry["true_values"]),
        )
    last = text.count("\n") + 1
    for front, found in enumerate(fronts):
        if found is None:
            raise BadDeck(file, last, f"{FRONTS[front]} is missing")
    whole = [found for found in fronts if found is not None]
    return Deck(
        name,
        [found[0] for found in whole],
        [found[1] for found in whole],
        [found[2] for found in whole],
    )


def deck_named(name: str) -> Deck:
    """The default deck, or `NAME.json` in the folder OMERTA_DECKS (`decks` if it is not set)."""
    if name in _READ:
        return _READ[name]
    if name == "default":
        path = Path(__file__).with_name(DEFAULT_FILE)
    elif NAME.fullmatch(name):
        path = _folder() / f"{name}.json"
    else:
        raise BadOption(
            f"option informant_deck={name}: expected default or a name of small letters and digits"
        )
    try:
        written = path.read_bytes()
    except OSError:
        raise BadOption(
            f"option informant_deck={name}: there is no {path.name} in the folder of decks"
        ) from None
    _READ[name] = read_deck(name, path.name, _text(path.name, written))
    return _READ[name]


def deck_names() -> tuple[str, ...]:
    """The default deck and those in the folder, by their names; whether they are good is open."""
    found = [path.stem for path in _folder().glob("*.json")]
    return ("default", *sorted(name for name in found if NAME.fullmatch(name)))


def _folder() -> Path:
    return Path(os.environ.get("OMERTA_DECKS", "decks"))


_READ: Final[dict[str, Deck]] = {}
"""A deck is read once: all games of one name share it."""


def _text(file: str, written: bytes) -> str:
    """What is written in a file; some editors begin it with a mark of their own."""
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise BadDeck(file, line, "expected text in UTF-8") from None


def _entries(file: str, text: str) -> list[tuple[int, dict[str, Any]]]:
    """The objects of the list, each with the line it begins in."""
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    entries: list[tuple[int, dict[str, Any]]] = []
    at = _skip(text, 0)
    if text[at : at + 1] != "[":
        raise BadDeck(file, _line(text, at), "expected a list: [ {...}, {...} ]")
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        line = _line(text, at)
        try:
            entry, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise BadDeck(file, error.lineno, f"no JSON here: {error.msg}") from None
        except (ValueError, RecursionError) as error:
            raise BadDeck(file, line, f"no card here: {error}") from None
        if not isinstance(entry, dict):
            raise BadDeck(file, line, f"expected an object, got {json.dumps(entry)}")
        entries.append((line, entry))
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise BadDeck(file, _line(text, at), "expected , or ] after a card")
    at = _skip(text, at + 1)
    if at != len(text):
        raise BadDeck(file, _line(text, at), "expected nothing after the list")
    return entries


def _once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of an object, none of them twice."""
    for place, (field, _) in enumerate(fields):
        if any(other == field for other, _ in fields[:place]):
            raise ValueError(f"{field} is there twice")
    return dict(fields)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _front(file: str, line: int, entry: dict[str, Any]) -> int:
    for field in FIELDS:
        if field not in entry:
            raise BadDeck(file, line, f"{field} is missing")
    for field in entry:
        if field not in FIELDS:
            raise BadDeck(file, line, f"unknown field {field}; known: {', '.join(FIELDS)}")
    word = f"{entry['informant']}-{entry['loot']}"
    if word not in FRONTS:
        raise BadDeck(
            file,
            line,
            f"expected an informant ({', '.join(INFORMANTS)}) and a loot ({', '.join(LOOT)}), "
            f"got {word}",
        )
    return FRONTS.index(word)


def _claim(file: str, line: int, claim: Any) -> int:
    if not _is_number(claim) or claim <= 0:
        raise BadDeck(file, line, f"claim: expected a positive whole number, got {claim!r}")
    return int(claim)


def _crew(file: str, line: int, crew: Any) -> Gang:
    if not isinstance(crew, dict) or any(kind not in GANGSTERS for kind in crew):
        raise BadDeck(file, line, f"crew: expected numbers for {', '.join(GANGSTERS)}")
    numbers = [crew.get(kind, 0) for kind in GANGSTERS]
    for kind, number, most in zip(GANGSTERS, numbers, ALL_GANGSTERS, strict=True):
        if not _is_number(number) or not 0 <= number <= most:
            raise BadDeck(file, line, f"crew: {kind} must be 0 to {most}, got {number!r}")
    gang = (numbers[0], numbers[1], numbers[2])
    if not 1 <= size(gang) <= LARGEST_CREW:
        raise BadDeck(file, line, f"crew: expected 1 to {LARGEST_CREW} gangsters, got {size(gang)}")
    return gang


def _values(file: str, line: int, values: Any) -> tuple[int, int, int]:
    if not isinstance(values, list) or len(values) != 3:
        raise BadDeck(file, line, "true_values: expected exactly three numbers")
    for value in values:
        if not _is_number(value) or value <= 0 or value % 4:
            raise BadDeck(
                file, line, f"true_values: expected positive multiples of 4, got {value!r}"
            )
    if len(set(values)) < 3:
        raise BadDeck(file, line, f"true_values: expected three different numbers, got {values}")
    low, middle, high = sorted(values)
    return (low, middle, high)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
