"""Kinds of answers: number, parts and words of what is chosen, and the only arithmetic on it.

Answers are whole numbers (docs/decisions). A kind says what a number stands for: the parts of
the table that it names (kind to id, as the page knows them), the words of it in a move, and the
numbers that anybody could think of where such a thing is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from omerta.core.machine import Seat
from omerta.core.options import is_whole_number

if TYPE_CHECKING:
    from omerta.core.contract import View

Parts = dict[str, Any]


class Unread(ValueError):
    """Words that name nothing of this kind: the text key that says so."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Reading(NamedTuple):
    """What was read: a number, and how many words it took."""

    value: int
    words: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """One kind of thing that can be chosen; `options` are those of the game."""

    alike: bool = True
    """Whether a number reads alike whatever the options are."""

    def parts(self, value: int, options: Any) -> Parts:
        """What a number names; IndexError or KeyError if it names nothing."""
        raise NotImplementedError

    def words(self, value: int, options: Any) -> str:
        """A number as its words in a move; none where it is not said."""
        raise NotImplementedError

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """The number that the first of these words stand for; `Unread` says what is wrong."""
        raise NotImplementedError

    def candidates(self, seen: View) -> Sequence[int]:
        """Every number that could be tried here, allowed or not."""
        raise NotImplementedError

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Every number that can ever come up at a table of this size, in an order that stays."""
        raise NotImplementedError

    def acts(self) -> tuple[str, ...]:
        """The first words of the moves that begin with such an answer."""
        return ()

    def named_acts(self) -> tuple[str, ...]:
        """Every act that its parts can name, also those that are not said."""
        return self.acts()


@mypyc_attr(allow_interpreted_subclasses=True)
class Single(Kind):
    """A kind whose things have one word each."""

    field: str
    missing: str = "target_missing"
    """The text key for no word at all."""
    unknown: str
    """The text key for a word that names nothing."""

    def parts(self, value: int, options: Any) -> Parts:
        """The one thing."""
        return {self.field: self.words(value, options)}

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """One word."""
        if not said:
            raise Unread(self.missing)
        return Reading(self.read_word(said[0], options), 1)

    def read_word(self, word: str, options: Any) -> int:
        """The number of a word; `Unread` if there is none."""
        raise Unread(self.unknown)


@mypyc_attr(allow_interpreted_subclasses=True)
class Name(Single):
    """One of a list of ids, by its place in the list."""

    def __init__(
        self, field: str, ids: Sequence[str], unknown: str, missing: str = "target_missing"
    ) -> None:
        self.field = field
        self.ids: Final = tuple(ids)
        self.unknown = unknown
        self.missing = missing

    def words(self, value: int, options: Any) -> str:
        """The id."""
        if value < 0:
            raise IndexError(value)
        return self.ids[value]

    def read_word(self, word: str, options: Any) -> int:
        """The place of the id."""
        if word not in self.ids:
            raise Unread(self.unknown)
        return self.ids.index(word)

    def candidates(self, seen: View) -> Sequence[int]:
        """All of them."""
        return range(len(self.ids))

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """All of them."""
        return range(len(self.ids))


@mypyc_attr(allow_interpreted_subclasses=True)
class Whole(Single):
    """A plain number, such as an amount of money."""

    def __init__(
        self,
        field: str,
        low: int,
        high: int,
        unknown: str = "not_a_number",
        missing: str = "target_missing",
    ) -> None:
        self.field = field
        self.low: Final = low
        self.high: Final = high
        self.unknown = unknown
        self.missing = missing

    def parts(self, value: int, options: Any) -> Parts:
        """The number itself."""
        return {self.field: value}

    def words(self, value: int, options: Any) -> str:
        """Its digits."""
        return str(value)

    def read_word(self, word: str, options: Any) -> int:
        """The number that the digits say."""
        if not is_whole_number(word):
            raise Unread(self.unknown)
        return int(word)

    def candidates(self, seen: View) -> Sequence[int]:
        """From the lowest to the highest."""
        return range(self.low, self.high + 1)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """From the lowest to the highest."""
        return range(self.low, self.high + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class SomeSeat(Single):
    """A player by the letter of the seat."""

    def __init__(
        self, letters: str, unknown: str = "unknown_seat", missing: str = "target_missing"
    ) -> None:
        self.field = "seat"
        self.letters: Final = letters
        self.unknown = unknown
        self.missing = missing

    def parts(self, value: int, options: Any) -> Parts:
        """The seat's number."""
        return {self.field: value}

    def words(self, value: int, options: Any) -> str:
        """The seat's letter."""
        if value < 0:
            raise IndexError(value)
        return self.letters[value]

    def read_word(self, word: str, options: Any) -> Seat:
        """The seat of a letter."""
        if len(word) != 1 or word not in self.letters:
            raise Unread(self.unknown)
        return self.letters.index(word)

    def candidates(self, seen: View) -> Sequence[int]:
        """Everybody at the table."""
        return range(seen.seats)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Everybody at the table."""
        return range(seats)


@mypyc_attr(allow_interpreted_subclasses=True)
class Pair(Kind):
    """Two things as one number: `radix` of the second kind fit beside each of the first."""

    def __init__(self, first: Kind, second: Kind, radix: int) -> None:
        self.first: Final = first
        self.second: Final = second
        self.radix: Final = radix
        self.alike = first.alike and second.alike

    def of(self, first: int, second: int) -> int:
        """The two as one number."""
        return first * self.radix + second

    def split(self, value: int) -> tuple[int, int]:
        """One number as the two."""
        return value // self.radix, value % self.radix

    def parts(self, value: int, options: Any) -> Parts:
        """What both name."""
        first, second = self.split(value)
        return {**self.first.parts(first, options), **self.second.parts(second, options)}

    def words(self, value: int, options: Any) -> str:
        """The words of both."""
        first, second = self.split(value)
        return f"{self.first.words(first, options)} {self.second.words(second, options)}"

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """First the one, then the other."""
        first = self.first.read(said, options)
        second = self.second.read(said[first.words :], options)
        return Reading(self.of(first.value, second.value), first.words + second.words)

    def candidates(self, seen: View) -> Sequence[int]:
        """Each with each."""
        seconds = self.second.candidates(seen)
        return [self.of(one, other) for one in self.first.candidates(seen) for other in seconds]

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Each with each."""
        seconds = self.second.every(seats, options)
        return [
            self.of(one, other) for one in self.first.every(seats, options) for other in seconds
        ]


@mypyc_attr(allow_interpreted_subclasses=True)
class Act(Kind):
    """A verb, alone or with what it is done to: the number of that, counted from `base`.

    A silent act closes an enumeration: it has no words of its own.
    """

    def __init__(
        self, act: str, kind: Kind | None = None, *, base: int = 0, silent: bool = False
    ) -> None:
        self.act: Final = act
        self.kind: Final = kind
        self.base: Final = base
        self.silent: Final = silent
        self.alike = kind is None or kind.alike

    def parts(self, value: int, options: Any) -> Parts:
        """The act and what it is done to."""
        if self.kind is None:
            return {"act": self.act}
        return {"act": self.act, **self.kind.parts(value - self.base, options)}

    def words(self, value: int, options: Any) -> str:
        """The verb first."""
        if self.silent:
            return ""
        if self.kind is None:
            return self.act
        return f"{self.act} {self.kind.words(value - self.base, options)}".rstrip()

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """The verb, then what it is done to."""
        if self.silent:
            if said:
                raise Unread("wrong_words")
            return Reading(self.base, 0)
        if not said or said[0] != self.act:
            raise Unread("unknown_move")
        if self.kind is None:
            return Reading(self.base, 1)
        value, words = self.kind.read(said[1:], options)
        return Reading(self.base + value, 1 + words)

    def candidates(self, seen: View) -> Sequence[int]:
        """The act, done to whatever it could be done to."""
        if self.kind is None:
            return (self.base,)
        return [self.base + value for value in self.kind.candidates(seen)]

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """The act, done to whatever it could be done to."""
        if self.kind is None:
            return (self.base,)
        return [self.base + value for value in self.kind.every(seats, options)]

    def acts(self) -> tuple[str, ...]:
        """The verb."""
        return () if self.silent else (self.act,)

    def named_acts(self) -> tuple[str, ...]:
        """The verb, said or not."""
        return (self.act,)


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(Kind):
    """Several kinds of answers to one question; numbers say which, those with high bases last.

    The kinds are given in the order of their bases: a number belongs to the last one whose base
    it reaches. Plain things without a verb may stand among acts, with base 0.
    """

    def __init__(self, *kinds: Kind) -> None:
        self.kinds: Final = kinds
        self.alike = all(kind.alike for kind in kinds)

    def of(self, value: int) -> Kind:
        """Which kind a number belongs to."""
        found: Kind | None = None
        for kind in self.kinds:
            if base_of(kind) == value and is_lone(kind):
                return kind
            if base_of(kind) <= value and not is_lone(kind):
                found = kind
        if found is None:
            raise KeyError(value)
        return found

    def parts(self, value: int, options: Any) -> Parts:
        """What it names, as its own kind says."""
        return self.of(value).parts(value, options)

    def words(self, value: int, options: Any) -> str:
        """Its words, as its own kind says."""
        return self.of(value).words(value, options)

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """The first word says which kind it is; else what has no verb is tried."""
        silent: Kind | None = None
        plain: Kind | None = None
        for kind in self.kinds:
            if said and said[0] in kind.acts():
                return kind.read(said, options)
            if isinstance(kind, Act):
                silent = kind if kind.silent else silent
            else:
                plain = kind
        if silent is not None and not said:
            return silent.read(said, options)
        if plain is not None:
            return plain.read(said, options)
        raise Unread("unknown_move" if said else "nothing_said")

    def candidates(self, seen: View) -> Sequence[int]:
        """Those of all kinds."""
        found: list[int] = []
        for kind in self.kinds:
            found += kind.candidates(seen)
        return found

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Those of all kinds."""
        found: list[int] = []
        for kind in self.kinds:
            found += kind.every(seats, options)
        return found

    def acts(self) -> tuple[str, ...]:
        """The verbs of all kinds."""
        return tuple(dict.fromkeys(act for kind in self.kinds for act in kind.acts()))

    def named_acts(self) -> tuple[str, ...]:
        """The verbs of all kinds, said or not."""
        return tuple(dict.fromkeys(act for kind in self.kinds for act in kind.named_acts()))


def base_of(kind: Kind) -> int:
    """From which number on a kind counts."""
    return kind.base if isinstance(kind, Act) else 0


def is_lone(kind: Kind) -> bool:
    """Whether a kind has just one number."""
    return isinstance(kind, Act) and kind.kind is None


class Unspoken(Kind):
    """What chance or the clock answers: nobody says it in a move."""

    def parts(self, value: int, options: Any) -> Parts:
        """The number itself."""
        return {"number": value}

    def words(self, value: int, options: Any) -> str:
        """Its digits."""
        return str(value)

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """Nobody says it."""
        raise Unread("unknown_move")

    def candidates(self, seen: View) -> Sequence[int]:
        """Nobody else tries it."""
        return ()

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """No seat answers so."""
        return ()


UNSPOKEN: Final = Unspoken()
