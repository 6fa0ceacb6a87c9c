"""What the town keeps for good: statements, votes and accusations, and the signs of the night.

All of it is written into logs that are shared by the copies of a game. From an entry a way leads
back to what the same author did before, so that nobody has to read everything to find it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, overload

from omerta.core import Seat
from omerta.core.log import EMPTY, Log, Row
from omerta.core.saving import Reduced


class Said(NamedTuple):
    """A statement on the public record: its number is its place, counted from 1.

    There is no last number: a field that names a statement is an answer of its own and carries
    any. Only each player's words are counted (6.1.6).
    """

    seat: Seat
    day: int
    part: int
    kind: int
    words: tuple[int, ...]


class Fact(NamedTuple):
    """Something on the public record that can be cited (T-21)."""

    record: int
    seat: Seat
    day: int
    about: int
    """The player voted against, accused or nominated; or the number of what was said."""


class Sign(NamedTuple):
    """A statement in a night channel: who, when, which act, and its argument."""

    seat: Seat
    day: int
    act: int
    argument: int


class Annals:
    """Entries of several authors, day after day, numbered from 1.

    A row is the author, the day, the numbers of his entry before and of his last one of an earlier
    day (0 for none), and what the entry itself says.
    """

    def __init__(self, log: Log, latest: tuple[int, ...]) -> None:
        self.log: Final = log
        self.latest: Final = latest
        """The number of each author's latest entry; 0 for none."""

    def __len__(self) -> int:
        """How many entries there are."""
        return self.log.length

    def __reduce__(self) -> Reduced:
        return (type(self), (self.log, self.latest))

    def written(self, author: int, day: int, words: Row) -> Log:
        """The log with one more entry."""
        before = self.latest[author]
        earlier = 0
        if before:
            last = self.log.row(before - 1)
            earlier = last[3] if last[1] == day else before
        return self.log.then((author, day, before, earlier, *words))

    def renewed(self, author: int) -> tuple[int, ...]:
        """Whose entry was which, when this author has written the next one."""
        latest = list(self.latest)
        latest[author] = self.log.length + 1
        return tuple(latest)

    def days(self, author: int) -> list[int]:
        """The days on which this author wrote, the first one first."""
        found: list[int] = []
        number = self.latest[author]
        while number:
            row = self.log.row(number - 1)
            found.append(row[1])
            number = row[3]
        found.reverse()
        return found

    def numbers(self, author: int, day: int) -> list[int]:
        """The numbers of what this author wrote on a day, in order."""
        found: list[int] = []
        number = self.latest[author]
        while number:
            row = self.log.row(number - 1)
            if row[1] < day:
                break
            if row[1] == day:
                found.append(number)
                number = row[2]
            else:
                number = row[3]
        found.reverse()
        return found


class Statements(Annals):
    """All that was said; the author is the speaker."""

    def and_then(self, said: Said) -> Statements:
        """One more statement."""
        log = self.written(said.seat, said.day, (said.part, said.kind, *said.words))
        return Statements(log, self.renewed(said.seat))

    def __getitem__(self, place: int) -> Said:
        """The statement at this place, counted from 0."""
        row = self.log.row(place)
        return Said(row[0], row[1], row[4], row[5], row[6:])

    def __iter__(self) -> Iterator[Said]:
        """One statement after the other."""
        return iter([self[place] for place in range(self.log.length)])


class Facts(Annals):
    """Votes, accusations and nominations; the author is a record and a seat."""

    def and_then(self, fact: Fact) -> Facts:
        """One more fact."""
        author = self.author(fact.record, fact.seat)
        return Facts(self.written(author, fact.day, (fact.about,)), self.renewed(author))

    def author(self, record: int, seat: Seat) -> int:
        """Who wrote, and into which record."""
        return record * (len(self.latest) // KINDS_OF_FACTS) + seat

    def __getitem__(self, place: int) -> Fact:
        """The fact at this place, counted from 0."""
        row = self.log.row(place)
        seats = len(self.latest) // KINDS_OF_FACTS
        return Fact(row[0] // seats, row[0] % seats, row[1], row[4])

    def __iter__(self) -> Iterator[Fact]:
        """One fact after the other."""
        return iter([self[place] for place in range(self.log.length)])


KINDS_OF_FACTS: Final = 3
"""Votes, accusations, nominations; what was said is in the statements."""


class Signs(Sequence[Sign]):
    """All signs of a night channel."""

    def __init__(self, log: Log) -> None:
        self.log: Final = log

    def __reduce__(self) -> Reduced:
        return (Signs, (self.log,))

    def and_then(self, sign: Sign) -> Signs:
        """One more sign."""
        return Signs(self.log.then((sign.seat, sign.day, sign.act, sign.argument)))

    def until(self, day: int) -> Signs:
        """Those of the nights up to this one."""
        low, high = 0, self.log.length
        while low < high:
            middle = (low + high) // 2
            if self.log.row(middle)[1] <= day:
                low = middle + 1
            else:
                high = middle
        return Signs(self.log.first(low))

    def __len__(self) -> int:
        """How many signs were made."""
        return self.log.length

    @overload
    def __getitem__(self, place: int) -> Sign: ...

    @overload
    def __getitem__(self, place: slice) -> list[Sign]: ...

    def __getitem__(self, place: int | slice) -> Sign | list[Sign]:
        """The sign at this place, counted from 0."""
        if isinstance(place, slice):
            return list(self)[place]
        row = self.log.row(place)
        return Sign(row[0], row[1], row[2], row[3])

    def __iter__(self) -> Iterator[Sign]:
        """One sign after the other."""
        return iter([self[place] for place in range(self.log.length)])


NO_SIGNS: Final = Signs(EMPTY)


def nothing_said(seats: int) -> Statements:
    """The statements before the first one."""
    return Statements(EMPTY, (0,) * seats)


def nothing_done(seats: int) -> Facts:
    """The facts before the first one."""
    return Facts(EMPTY, (0,) * (KINDS_OF_FACTS * seats))
