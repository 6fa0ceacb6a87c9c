"""What a finished game counts beside who won it: plain numbers and ids, for statistics."""

from __future__ import annotations

from typing import NamedTuple

from omerta.core.machine import NOTHING, Seat


class Word(NamedTuple):
    """An id and its kind, as the catalogues know them; of the kind `number` it is a number."""

    kind: str
    id: str


class Deed(NamedTuple):
    """How often a seat did something that may help to win: used a place, played a card."""

    name: str
    """What is counted; the catalogue has words for it under the kind `count`."""
    thing: Word
    seat: Seat
    times: int = 1


class Fate(NamedTuple):
    """Something that happened or not, such as that a card was alive at the end."""

    name: str
    thing: Word
    happened: bool


class Tally(NamedTuple):
    """One finished game, as far as the game has something to say about it."""

    first: Seat = NOTHING
    """Who began; NOTHING if nobody did."""
    ending: Word | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    """How long the game was, and what else is one number: names of the kind `count`."""
    deeds: tuple[Deed, ...] = ()
    fates: tuple[Fate, ...] = ()
