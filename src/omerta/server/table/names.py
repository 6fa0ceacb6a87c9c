"""Names at a table: everybody can read them, and no two of them look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from omerta.server.wire.protocol import LONGEST_NAME

BLANK: Final = frozenset(
    [
        *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
        *map(chr, range(0x180B, 0x1810)),
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    ]
)
"""Letters, signs and marks that show nothing, whatever their kind says."""

CYRILLIC: Final = (
    "\u0430\u0432\u0435\u0451\u0456\u043a\u043c\u043d\u043e"
    "\u0440\u0441\u0442\u0443\u0445\u0455\u0458\u0501\u04bb"
)
GREEK: Final = "\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03c9"

ALIKE: Final = str.maketrans(
    {
        **dict(zip(CYRILLIC, "abeeikmhopctyxsjdh", strict=True)),
        **dict(zip(GREEK, "aeiknoptuxyw", strict=True)),
        **dict.fromkeys("i\u0131\u0456\u03b91|", "l"),
        "0": "o",
    }
)
"""Small letters of other alphabets that are taken for Latin ones, and signs for each other."""


def distinct(name: str, others: Iterable[str]) -> str:
    """This name, or with a number if somebody at the table has one that looks like it."""
    taken = {likeness(other) for other in others}
    found, number = name, 1
    while likeness(found) in taken:
        number += 1
        ending = f" {number}"
        found = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return found


def likeness(name: str) -> str:
    """What a glance takes a name for: names with the same likeness are not told apart."""
    letters = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in letters if is_seen(letter)).translate(ALIKE)


def is_seen(letter: str) -> bool:
    """Whether a letter, sign or mark shows at all."""
    return unicodedata.category(letter)[0] not in "CZ" and letter not in BLANK


def tidy_name(name: str) -> str:
    """A name that can be shown: no control or direction marks, single spaces, not too long.

    Empty if there is nothing in it to be read.
    """
    composed = unicodedata.normalize("NFC", name)
    kept = "".join(letter if is_seen(letter) else " " for letter in composed)
    found = " ".join(kept.split())[:LONGEST_NAME].strip()
    return found if any(unicodedata.category(letter)[0] != "M" for letter in found) else ""
