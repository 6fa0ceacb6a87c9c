"""What a seat sees as figures: named rows of numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from omerta.core.machine import NOTHING, Seat


class Figures(NamedTuple):
    """One named row: as many numbers at every moment of a game, and what they mean."""

    name: str
    means: str
    values: list[float]


def round_the_table(values: Sequence[float], seat: Seat) -> list[float]:
    """One number for each seat, from the viewer on clockwise."""
    return [float(value) for value in (*values[seat:], *values[:seat])]


def one_of(value: int, size: int) -> list[float]:
    """A one in the place of the value; nothing if there is none."""
    row = [0.0] * size
    if 0 <= value < size:
        row[value] = 1.0
    return row


def which_seat(who: Seat, seat: Seat, seats: int) -> list[float]:
    """A one for a seat, counted clockwise from the viewer; nothing for nobody."""
    return one_of(who if who < 0 else (who - seat) % seats, seats)


def how_many(things: Sequence[int], size: int) -> list[float]:
    """How often each thing is there."""
    row = [0.0] * size
    for thing in things:
        if thing != NOTHING:
            row[thing] += 1
    return row


def flags(places: Sequence[int], size: int) -> list[float]:
    """A one in each of these places."""
    row = [0.0] * size
    for place in places:
        row[place] = 1.0
    return row
