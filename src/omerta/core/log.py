"""What was said and done, in order: a log that all copies of a game share.

A log never changes. To write on makes another one, which shares all that went before: a copy of a
game gets its log for nothing, and one more row costs the same however many there are.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from mypy_extensions import mypyc_attr

Row = tuple[int, ...]
"""Whole numbers from 0 on."""

PAGE: Final = 32
"""How many rows fill a page, which is then packed: a few bytes for each of them."""

NARROW: Final = 1 << 16
"""Numbers below this take two bytes."""


def packed(numbers: list[int]) -> array[int]:
    """These numbers in as little room as they all fit into."""
    return array("H" if max(numbers, default=0) < NARROW else "Q", numbers)


@mypyc_attr(acyclic=True)
class Page:
    """Rows that are packed away: their numbers one after another, and where each row ends."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        numbers: list[int] = []
        ends: list[int] = []
        for row in rows:
            numbers.extend(row)
            ends.append(len(numbers))
        self.numbers: Final = packed(numbers)
        self.ends: Final = packed(ends)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (Page, (tuple([self.row(place) for place in range(len(self.ends))]),))

    def row(self, place: int) -> Row:
        """One row, as it was written."""
        start = self.ends[place - 1] if place else 0
        return tuple(self.numbers[start : self.ends[place]])


@mypyc_attr(acyclic=True)
class Log:
    """Rows in the order in which they were written: full pages, and what is still loose."""

    def __init__(self, pages: tuple[Page, ...] = (), loose: tuple[Row, ...] = ()) -> None:
        self.pages: Final = pages
        self.loose: Final = loose
        self.length: Final = PAGE * len(pages) + len(loose)

    def __len__(self) -> int:
        """How many rows there are."""
        return self.length

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (Log, (self.pages, self.loose))

    def then(self, row: Row) -> Log:
        """This log with one more row."""
        loose = (*self.loose, row)
        if len(loose) < PAGE:
            return Log(self.pages, loose)
        return Log((*self.pages, Page(loose)), ())

    def row(self, place: int) -> Row:
        """The row at this place, counted from 0; `IndexError` if there is none."""
        page = place // PAGE
        if place < 0:
            raise IndexError(f"no row {place}: a log is counted from 0")
        if page < len(self.pages):
            return self.pages[page].row(place % PAGE)
        return self.loose[place - PAGE * len(self.pages)]

    def first(self, count: int) -> Log:
        """The log as it was after this many rows."""
        full = min(count // PAGE, len(self.pages))
        rest = [self.row(place) for place in range(PAGE * full, count)]
        return Log(self.pages[:full], tuple(rest))


EMPTY: Final = Log()
"""Nothing is written yet."""
