"""What can be answered in Palermo: an act and, packed with it, whom or what it concerns.

All arithmetic on answers and on other packed numbers of the game stands here; the kinds of what
is said are in `speaking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from omerta.core import MASTER, Act, Kind, Name, OneOf, Pair, Parts, Reading, Seat, Single, Unread
from omerta.core.contract import View
from omerta.core.kinds import Unspoken, base_of
from omerta.games.palermo.state.roles import ROLE_NAMES

ACTS: Final = (
    "wait",
    "decline",
    "leave",
    "return",
    "ready",
    "say",
    "bomb",
    "close",
    "nominate",
    "vote",
    "early",
    "elect",
    "choose",
    "yes",
    "no",
    "match",
    "hide",
    "protect",
    "kill",
    "catch",
    "slit",
    "bold",
    "heal",
    "poison",
    "heal_poison",
    "ask",
    "point",
    "react",
    "hint",
    "time",
    "next",
    "show",
    "assign",
    "start",
)
WAIT: Final = 0
DECLINE: Final = 1
LEAVE: Final = 2
RETURN: Final = 3
READY: Final = 4
SAY: Final = 5
BOMB: Final = 6
CLOSE: Final = 7
NOMINATE: Final = 8
VOTE: Final = 9
EARLY: Final = 10
ELECT: Final = 11
CHOOSE: Final = 12
YES: Final = 13
NO: Final = 14
MATCH: Final = 15
HIDE: Final = 16
PROTECT: Final = 17
KILL: Final = 18
CATCH: Final = 19
SLIT: Final = 20
BOLD: Final = 21
HEAL: Final = 22
POISON: Final = 23
HEAL_POISON: Final = 24
ASK: Final = 25
POINT: Final = 26
REACT: Final = 27
HINT: Final = 28
TIME: Final = 29
NEXT: Final = 30
SHOW: Final = 31
ASSIGN: Final = 32
START: Final = 33

SHIFT: Final = 10
NOBODY: Final = 31
"""Where a seat could stand: nobody."""


def choice_of(act: int, argument: int = 0) -> int:
    """The answer that carries this act out."""
    return act << SHIFT | argument


def act_of(choice: int) -> int:
    """What an answer does."""
    return choice >> SHIFT


def argument_of(choice: int) -> int:
    """Whom or what an answer concerns."""
    return choice & 1023


def two(first: int, second: int) -> int:
    """Two small numbers as one argument."""
    return first << 5 | second


def first_of(argument: int) -> int:
    """The first of two small numbers."""
    return argument >> 5


def second_of(argument: int) -> int:
    """The second of two small numbers."""
    return argument & 31


def reaction(number: int, yes: int) -> int:
    """A sign's number and yes or no as one argument; the upper bits of the number stand last."""
    return two(number & 31, number >> 5 << 1 | yes)


def number_of(argument: int) -> int:
    """To which sign it is a reaction."""
    return first_of(argument) | second_of(argument) >> 1 << 5


def is_yes(argument: int) -> bool:
    """Whether the reaction is a yes."""
    return second_of(argument) & 1 == 1


LAST_SIGN: Final = 511
"""How many signs of a channel can be reacted to; later ones can be made all the same."""


def each(act: int, seats: list[Seat]) -> tuple[int, ...]:
    """One answer for every one of these seats."""
    head = act << SHIFT
    return tuple([head | seat for seat in seats])


KEEP_WAITING: Final = choice_of(WAIT)
TAP: Final = choice_of(DECLINE)
"""Nobody, no, or the neutral tap of the night (DP-36): one answer, so that it tells nothing."""
TIME_IS_UP: Final = choice_of(TIME)
NEXT_PART: Final = choice_of(NEXT)


def named(act: int, choices: Sequence[int]) -> list[Seat]:
    """Whom an act may concern."""
    return [argument_of(choice) for choice in choices if act_of(choice) == act]


def idle(choices: Sequence[int]) -> int:
    """What does nothing."""
    for choice in (TAP, KEEP_WAITING):
        if choice in choices:
            return choice
    return choices[0]


# Other packed numbers.


def couple_of(one: Seat, other: Seat) -> int:
    """Two players as one number, whoever is named first."""
    return two(min(one, other), max(one, other))


SIDE_ONLY: Final = 100
"""Of a dead player only the side is known: this plus the side; a role stands for itself."""


def only_side(side: int) -> int:
    """What everybody sees of a card that shows nothing but its side (PA-9.3)."""
    return SIDE_ONLY + side


def is_side_only(seen: int) -> bool:
    """Whether everybody sees nothing but the side of a card."""
    return seen >= SIDE_ONLY


def side_seen(seen: int) -> int:
    """The side of a card of which everybody sees nothing else."""
    return seen - SIDE_ONLY


CODE_CALL: Final = 100


def call_of_code(rank: int) -> int:
    """The call of a code name (PA-25.2)."""
    return CODE_CALL + rank


def code_called(call: int) -> int:
    """Which code name a call calls, by its rank; below zero if it calls a role."""
    return call - CODE_CALL


def name_of_speech(speech: int) -> int:
    """For which name of the list a speech is: two for each, the accuser's and the accused's."""
    return speech // 2


def is_accusers(speech: int) -> bool:
    """Whether it is the accuser's (PA-6.1)."""
    return speech % 2 == 0


# Players as text: by the number of the seat, counted from 1.


def seat_text(seat: Seat) -> str:
    """A seat as its number, counted from 1."""
    return "nobody" if seat == NOBODY else str(seat + 1)


def seats_text(seats: Sequence[Seat]) -> str:
    """Several seats, or `-` for none."""
    return " ".join([seat_text(seat) for seat in seats]) or "-"


def read_seat(text: str) -> Seat:
    """A seat from its number, or nobody; `Unread` if it is neither."""
    if text == "nobody":
        return NOBODY
    if not text.isdecimal() or not 1 <= int(text) < NOBODY:
        raise Unread("unknown_seat")
    return int(text) - 1


# Kinds of what is named.


class Somebody(Single):
    """A player, or where that can be chosen nobody."""

    def __init__(self, field: str = "seat", *, or_nobody: bool = False) -> None:
        self.field = field
        self.unknown = "unknown_seat"
        self.or_nobody: Final = or_nobody

    def parts(self, value: int, options: Any) -> Parts:
        """The seat, counted from 0; nobody is not named."""
        return {} if value == NOBODY else {self.field: str(value)}

    def words(self, value: int, options: Any) -> str:
        """The seat's number, counted from 1."""
        return seat_text(value)

    def read_word(self, word: str, options: Any) -> Seat:
        """The seat of a number."""
        return read_seat(word)

    def candidates(self, seen: View) -> Sequence[int]:
        """Everybody at the table."""
        everybody = range(seen.seats)
        return [*everybody, NOBODY] if self.or_nobody else everybody

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Everybody at the table."""
        return [*range(seats), NOBODY] if self.or_nobody else range(seats)


SEAT: Final = Somebody()
SEAT_OR_NOBODY: Final = Somebody(or_nobody=True)
ROLE: Final = Name("role", ROLE_NAMES, "unknown_move")
RADIX: Final = two(1, 0)


class Couple(Pair):
    """Two players, the lower seat first."""

    def __init__(self) -> None:
        super().__init__(SEAT, Somebody("seat_second"), RADIX)

    def candidates(self, seen: View) -> Sequence[int]:
        """Each pair once; that they must be two is not said here."""
        seats = range(seen.seats)
        return [self.of(one, other) for one in seats for other in seats if one <= other]

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Each pair once."""
        return [self.of(one, other) for other in range(seats) for one in range(other)]


class OneOrTwo(Pair):
    """One player, or two in the order named."""

    def __init__(self) -> None:
        super().__init__(SEAT, Somebody("seat_second", or_nobody=True), RADIX)

    def words(self, value: int, options: Any) -> str:
        """Nobody is not said."""
        first, second = self.split(value)
        one = seat_text(first)
        return one if second == NOBODY else f"{one} {seat_text(second)}"

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """One word or two."""
        first = self.first.read(said, options)
        if len(said) == 1:
            return Reading(self.of(first.value, NOBODY), 1)
        second = self.second.read(said[1:], options)
        return Reading(self.of(first.value, second.value), 2)


# Acts as kinds: the verb, and whom or what it concerns.


def deed(act: int, kind: Kind | None = None) -> Act:
    """One act with what it names, if it names anything."""
    return Act(ACTS[act], kind, base=choice_of(act))


class HealingAndPoisoning(Act):
    """Both potions in one night (PA-17.4): the healing names nobody."""

    def __init__(self) -> None:
        super().__init__(ACTS[HEAL_POISON], SEAT, base=choice_of(HEAL_POISON))

    def words(self, value: int, options: Any) -> str:
        """As two acts."""
        return f"heal poison {seat_text(value - self.base)}"

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """As two acts."""
        if list(said[:2]) != ["heal", "poison"]:
            raise Unread("unknown_move")
        value, words = SEAT.read(said[2:], options)
        return Reading(self.base + value, 2 + words)

    def acts(self) -> tuple[str, ...]:
        """It begins with the healing."""
        return ("heal",)


WAITING: Final = deed(WAIT)
TAPPING: Final = deed(DECLINE)
BEING_READY: Final = deed(READY)
BOMBING: Final = deed(BOMB, SEAT)
CLOSING: Final = deed(CLOSE)
NOMINATING: Final = deed(NOMINATE, OneOrTwo())
VOTING: Final = deed(VOTE, SEAT)
VOTING_EARLY: Final = deed(EARLY, SEAT)
ELECTING: Final = deed(ELECT, SEAT)
CHOOSING: Final = deed(CHOOSE, SEAT)
AGREEING: Final = deed(YES)
REFUSING: Final = deed(NO)
MATCHING: Final = deed(MATCH, Couple())
HIDING: Final = deed(HIDE, SEAT)
PROTECTING: Final = deed(PROTECT, SEAT)
KILLING: Final = deed(KILL, SEAT)
CATCHING: Final = deed(CATCH, SEAT)
PEEPING: Final = deed(SLIT)
LOOKING_BOLDLY: Final = deed(BOLD)
HEALING: Final = deed(HEAL)
POISONING: Final = deed(POISON, SEAT)
HEALING_AND_POISONING: Final = HealingAndPoisoning()
ASKING: Final = deed(ASK, SEAT)
ENDING_PART: Final = deed(NEXT)
SHOWING: Final = deed(SHOW, SEAT)
ASSIGNING: Final = deed(ASSIGN, Pair(SEAT, ROLE, RADIX))
STARTING: Final = deed(START)

OF_THE_MASTER: Final = (ENDING_PART, SHOWING, ASSIGNING, STARTING)
"""What only a game master does."""


class Answers(OneOf):
    """The acts that a question can be answered with."""

    def __init__(self, *acts: Act) -> None:
        super().__init__(*sorted(acts, key=base_of))

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """Of several acts that begin alike the one that the words fit best."""
        best = Reading(0, 0)
        wrong = Unread("unknown_move")
        for kind in self.kinds:
            if said and said[0] in kind.acts():
                try:
                    found = kind.read(said, options)
                except Unread as unread:
                    wrong = unread
                else:
                    best = found if found.words > best.words else best
        if best.words == 0:
            raise wrong
        return best

    def candidates(self, seen: View) -> Sequence[int]:
        """A game master answers with acts of his own, and players never with these."""
        found: list[int] = []
        for kind in self.kinds:
            if (kind in OF_THE_MASTER) == (seen.seat == MASTER):
                found += kind.candidates(seen)
        return found

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """What players answer; a game master has no seat."""
        found: list[int] = []
        for kind in self.kinds:
            if kind not in OF_THE_MASTER:
                found += kind.every(seats, options)
        return found


class ClockAnswers(Unspoken):
    """What the clock answers: time is up, or somebody leaves or returns (DP-33, DP-34)."""

    def __init__(self) -> None:
        self.kind: Final = Answers(deed(TIME), deed(LEAVE, SEAT), deed(RETURN, SEAT))

    def parts(self, value: int, options: Any) -> Parts:
        """The act, and who leaves or returns."""
        return self.kind.parts(value, options)

    def words(self, value: int, options: Any) -> str:
        """As in a record."""
        return self.kind.words(value, options)

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """As in a record."""
        return self.kind.read(said, options)

    def acts(self) -> tuple[str, ...]:
        """The verbs."""
        return self.kind.acts()

    def named_acts(self) -> tuple[str, ...]:
        """The verbs."""
        return self.kind.acts()


CLOCK_ANSWERS: Final = ClockAnswers()
