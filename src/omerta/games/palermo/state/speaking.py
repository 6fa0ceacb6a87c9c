"""Kinds of what is said: statements, field by field (6.2), and the signs of the night."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from omerta.core import Act, Kind, Name, Pair, Parts, Reading, Seat, Single, Unread
from omerta.core.contract import View
from omerta.games.palermo.state.kinds import (
    ACTS,
    HINT,
    LAST_SIGN,
    POINT,
    RADIX,
    REACT,
    ROLE,
    SAY,
    SEAT,
    SEAT_OR_NOBODY,
    choice_of,
    is_yes,
    number_of,
    reaction,
    read_seat,
    seat_text,
)
from omerta.games.palermo.state.roles import SIDES
from omerta.games.palermo.state.statements import (
    DONE,
    HINTS,
    NAMES,
    QUESTIONS,
    REASONS,
    RECORDS,
    SPOKEN,
    STATEMENTS,
    STRENGTHS,
    WORD_KINDS,
    Said,
    field_name,
)

# What a speaker is asked for, word by word.


class Named(Single):
    """A player in a statement; a set of players ends with `done`."""

    def __init__(self, field: str) -> None:
        self.field = field
        self.unknown = "unknown_seat"

    def parts(self, value: int, options: Any) -> Parts:
        """The seat, counted from 0."""
        return {self.field: str(value)}

    def words(self, value: int, options: Any) -> str:
        """The seat's number, counted from 1."""
        return "done" if value == DONE else seat_text(value)

    def read_word(self, word: str, options: Any) -> int:
        """The seat of a number, or the end of a set."""
        return DONE if word == "done" else read_seat(word)

    def candidates(self, seen: View) -> Sequence[int]:
        """Everybody at the table."""
        return [*range(seen.seats), DONE] if self.field == "seats" else range(seen.seats)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Everybody at the table."""
        return [*range(seats), DONE] if self.field == "seats" else range(seats)


class Counted(Single):
    """A number in a statement, perhaps with a mark before it."""

    def __init__(self, field: str, mark: str = "", most: int = 0) -> None:
        self.field = field
        self.unknown = "not_a_number"
        self.mark: Final = mark
        self.most: Final = most

    def words(self, value: int, options: Any) -> str:
        """The mark and the digits."""
        return f"{self.mark}{value}"

    def read_word(self, word: str, options: Any) -> int:
        """The number that the digits say."""
        digits = word.removeprefix(self.mark)
        if not digits.isascii() or not digits.isdecimal() or len(digits) > 9:
            raise Unread(self.unknown)
        return int(digits)

    def candidates(self, seen: Any) -> Sequence[int]:
        """From 1 on: nights and days so far, statements so far, players, or what is fixed."""
        if self.most:
            return range(1, self.most + 1)
        if self.field == "statement":
            return range(1, len(seen.public.statements) + 1)
        return range(1, (seen.seats if self.field == "number" else seen.public.day) + 1)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """From 1 on; statements have no last number and go by their place in the question."""
        if self.field == "statement":
            return ()
        most = seats if self.field == "number" else LAST_DAY
        return range(1, (self.most or most) + 1)


LAST_DAY: Final = 64
"""Nights and days up to this one are told apart where actions are numbered."""


def ids(field: str, names: Sequence[str]) -> Name:
    """One of a list of words."""
    return Name(field, names, "wrong_words")


FIELDS: Final[dict[str, Kind]] = {
    "seat": Named("seat"),
    "role": ROLE,
    "side": ids("side", SIDES),
    "night": Counted("night"),
    "day": Counted("day"),
    "statement": Counted("statement", "#"),
    "strength": Counted("strength", most=len(STRENGTHS)),
    "reason": ids("reason", REASONS),
    "question": ids("question", QUESTIONS),
    "seats": Named("seats"),
    "number": Counted("number"),
    "record": ids("record", RECORDS),
    **{kind: ids(kind, STATEMENTS[NAMES.index(name)].words) for name, kind in WORD_KINDS.items()},
}
"""Every field of a statement by what it is called."""


class StatementName(Name):
    """A statement of the day by its name."""

    def read_word(self, word: str, options: Any) -> int:
        """Signs are no statements of the day."""
        if canonical_sign(word) or word.startswith(("react(", "hint(")):
            raise Unread("only_at_night")
        return super().read_word(word, options)


SAYING: Final = Act(
    "say", StatementName("statement", NAMES[:SPOKEN], "unknown_move"), base=choice_of(SAY)
)
"""A statement is begun by its name; its fields are asked for one by one."""


# Statements as text.

STATED: Final[dict[tuple[int, tuple[int, ...]], str]] = {}
MOST_STATED: Final = 20_000


def statement_text(kind: int, words: tuple[int, ...]) -> str:
    """A statement in the form of section 6; what was said once is often said again."""
    text = STATED.get((kind, words))
    if text is None:
        fields = [
            FIELDS[field_name(kind, words[:place])].words(words[place], None)
            for place in range(len(words))
        ]
        text = composed(NAMES[kind], fields)
        if len(STATED) < MOST_STATED:
            STATED[kind, words] = text
    return text


def composed(name: str, fields: Sequence[str]) -> str:
    """The words of a statement in the form of section 6."""
    if name == "claim_glimpse":
        names = [field for field in fields[1:] if field != "done"]
        return f"{name}({fields[0]}, {' '.join(names)})"
    parts = list(fields)
    if len(parts) >= 2 and parts[-2] == "believe" and parts[-1].startswith("#"):
        parts[-2:] = [f"believe({parts[-1]})"]
    return f"{name}({', '.join(parts)})"


def said_text(said: Said) -> str:
    """A statement with its speaker."""
    return f"{seat_text(said.seat)} {statement_text(said.kind, said.words)}"


# Signs of the night channels (T-40 to T-44).

REPLIES: Final = ("no", "yes")
NUMBERED_SIGNS: Final = 63
"""How many signs of a channel can be reacted to where actions are numbered."""


class Reaction(Kind):
    """Yes or no to an earlier sign of the channel, by its number."""

    def parts(self, value: int, options: Any) -> Parts:
        """Both."""
        return {"number": str(number_of(value)), "reply": REPLIES[is_yes(value)]}

    def candidates(self, seen: Any) -> Sequence[int]:
        """Every sign that the seat has seen, as far as a reaction can carry its number."""
        numbers = range(1, min(len(seen.signs), LAST_SIGN) + 1)
        return [reaction(number, yes) for number in numbers for yes in (0, 1)]

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """The signs that are told apart where actions are numbered."""
        return [reaction(number, yes) for number in range(1, NUMBERED_SIGNS + 1) for yes in (0, 1)]


class Sign(Act):
    """A sign that those who are awake together show each other."""

    def __init__(self, act: int, kind: Kind) -> None:
        super().__init__(ACTS[act], kind, base=choice_of(act))
        self.number: Final = act

    def words(self, value: int, options: Any) -> str:
        """In the form of section 6."""
        return f"say {sign_text(self.number, value - self.base)}"

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """In the form of section 6."""
        act, argument, words = read_sign(said[1:])
        if act != self.number:
            raise Unread("nobody_speaks")
        return Reading(self.base + argument, 1 + words)

    def acts(self) -> tuple[str, ...]:
        """It is said like everything else."""
        return ("say",)


POINTING: Final = Sign(POINT, SEAT_OR_NOBODY)
POINTING_AT_SOMEBODY: Final = Sign(POINT, SEAT)
REACTING: Final = Sign(REACT, Reaction())
HINTING: Final = Sign(HINT, Pair(SEAT, ids("hint", HINTS), RADIX))


def sign_text(act: int, argument: int) -> str:
    """A sign in the form of section 6."""
    if act == POINT:
        return f"point({seat_text(argument)})"
    if act == REACT:
        return f"react(#{number_of(argument)}, {REPLIES[is_yes(argument)]})"
    seat, hint = hinted(argument)
    return f"hint({seat_text(seat)}, {HINTS[hint]})"


def hinted(argument: int) -> tuple[Seat, int]:
    """At whom a hint points, and what it says of him."""
    assert isinstance(HINTING.kind, Pair)
    return HINTING.kind.split(argument)


def canonical_sign(text: str) -> str:
    """A sign in its only form; nothing if the text is none."""
    if found := re.fullmatch(r"point\s*\(\s*(\w+)\s*\)", text):
        return f"point({found.group(1)})"
    if found := re.fullmatch(r"react\s*\(\s*#(\d+)\s*,\s*(yes|no)\s*\)", text):
        return f"react(#{found.group(1)}, {found.group(2)})"
    if found := re.fullmatch(r"hint\s*\(\s*(\d+)\s*,\s*(\w+)\s*\)", text):
        return f"hint({found.group(1)}, {found.group(2)})"
    return ""


def read_sign(said: Sequence[str]) -> tuple[int, int, int]:
    """The act and the argument of a sign, and how many words it took."""
    if said and (found := re.fullmatch(r"point\((\w+)\)", said[0])):
        return POINT, read_seat(found.group(1)), 1
    body = " ".join(said[:2])
    if found := re.fullmatch(r"react\(#(\d{1,6}), (yes|no)\)", body):
        number = int(found.group(1))
        if number > LAST_SIGN:
            raise Unread("unknown_move")
        return REACT, reaction(number, REPLIES.index(found.group(2))), 2
    if found := re.fullmatch(r"hint\((\d+), (\w+)\)", body):
        if found.group(2) not in HINTS:
            raise Unread("unknown_move")
        assert isinstance(HINTING.kind, Pair)
        return HINT, HINTING.kind.of(read_seat(found.group(1)), HINTS.index(found.group(2))), 2
    raise Unread("nobody_speaks" if said and said[0] in NAMES[:SPOKEN] else "unknown_move")
