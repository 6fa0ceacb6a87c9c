"""A game for programs: actions, observations, what was heard, and what each seat gains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from omerta.core import CHANCE, EVERYBODY, BadOption, Book, Notice, Seat, encode_notice
from omerta.core.actions import Actions
from omerta.core.turns import ANSWERED, Turns, in_turns
from omerta.games import GAMES

Row = Any
"""An array of numbers, 32 bits each."""
Mask = Any
"""An array of ones and zeros, a byte each."""

RECALLED: Final = {"mafia-city": 2_048, "downtown": 8_192, "palermo": 2_048}
"""The rows of a tensor for all that a seat hears and answers: more than it takes in the longest of
many random games at the largest table."""
RECALLED_ELSEWHERE: Final = 1_024
"""The same for a game that is not listed."""
ARGUMENTS: Final = 5
"""Numbers in a row; what has more of them goes on in the next row."""
BYTE: Final = np.dtype(np.int8)
LOWEST: Final = -2
"""The lowest number that is ever told."""


class Part(NamedTuple):
    """A named part of an observation: where it begins, how long it is, what it means."""

    name: str
    means: str
    first: int
    size: int


def read_options(text: str) -> dict[str, str]:
    """Options as one text, such as `level:beginner;round_limit:5`; `BadOption` if it is none."""
    values: dict[str, str] = {}
    for word in text.replace(";", " ").split():
        name, colon, value = word.partition(":")
        if not colon:
            raise BadOption(f"option {word}: expected name:value")
        values[name] = value
    return values


class World:
    """One game for a number of players and with its options.

    Options that a rulebook names for simulations hold unless others are given: with them every
    game ends.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        values: Mapping[str, str] | None = None,
        recalled: int = 0,
    ) -> None:
        self.rulebook: Final[Book] = GAMES[name]
        self.name: Final = name
        self.seats: Final = seats
        self.recalled: Final = recalled or RECALLED.get(name, RECALLED_ELSEWHERE)
        """Rows of a tensor for what was heard: those given, or as many as a game takes."""
        self.options: Final = self.rulebook.options({**self.rulebook.simulation, **(values or {})})
        self.actions: Final = Actions(self.rulebook, self.options, seats)
        self._dealt: Final = in_turns(self.rulebook, self.rulebook.deal(self.options, seats))
        asked = [point.name for point in self.rulebook.points if self.actions.of_choice[point.name]]
        self.asked: Final = {name: place for place, name in enumerate(asked)}
        one_of_all: Row = np.eye(len(asked), dtype=np.float32)
        self._questions: Final = {name: one_of_all[place] for name, place in self.asked.items()}
        self.parts: Final = self._parts()
        self.size: Final = self.parts[-1].first + self.parts[-1].size
        """How long an observation is."""
        keys = (*self.rulebook.notices, *(f"{ANSWERED}{point}" for point in asked))
        self.keys: Final = {key: number for number, key in enumerate(keys, start=1)}

    def _parts(self) -> tuple[Part, ...]:
        means = "the decision point, where this seat has the turn: " + ", ".join(self.asked)
        parts = [Part("question", means, 0, len(self.asked))]
        for row in self.rulebook.figures(self._dealt.view(0)):
            first = parts[-1].first + parts[-1].size
            parts.append(Part(row.name, row.means, first, len(row.values)))
        return tuple(parts)

    def begin(self) -> Turns:
        """A fresh game, turn by turn."""
        return self._dealt.copy()

    def __deepcopy__(self, memo: Any) -> World:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[type[World], tuple[str, int, dict[str, str], int]]:
        return World, (self.name, self.seats, self.options.values, self.recalled)

    # What a seat sees.

    def mask(self, turns: Turns) -> Mask:
        """The actions of whoever has the turn."""
        ask = turns.ask
        if ask is None or turns.seat < 0:
            return self.no_mask()
        return np.frombuffer(self.actions.mask(ask), BYTE)

    def no_mask(self) -> Mask:
        """The mask of a seat that does not have the turn: no action at all."""
        return np.zeros(self.actions.size, np.int8)

    def question(self, turns: Turns, seat: Seat) -> Row:
        """The first part of an observation by itself: what the seat is asked, if it is."""
        ask = turns.ask
        if ask is None or turns.seat != seat:
            return np.zeros(len(self.asked), np.float32)
        return self._questions[ask.point.name].copy()

    def observation(self, turns: Turns, seat: Seat) -> Row:
        """What a seat sees as one row of numbers; `parts` says what they are."""
        values: list[float] = [0.0] * len(self.asked)
        if turns.seat == seat and turns.ask is not None:
            values[self.asked[turns.ask.point.name]] = 1.0
        for row in self.rulebook.figures(turns.view(seat)):
            values += row.values
        return np.array(values, np.float32)

    def observation_text(self, turns: Turns, seat: Seat) -> str:
        """What a seat sees as text: its view, as the server would send it."""
        seen = self.rulebook.encode(turns.view(seat))
        asked = seen.pop("asked")
        lines = [f"{name}: {value}" for name, value in seen.items() if value not in (None, "")]
        if asked is not None:
            lines.append(f"asked: {asked['point']}")
        return "\n".join(lines)

    def public_text(self, turns: Turns) -> str:
        """What everybody sees, as text."""
        shown = self.rulebook.shown(turns.seen_by(EVERYBODY))
        return "\n".join(f"{name}: {value}" for name, value in shown.items())

    def private_text(self, turns: Turns, seat: Seat) -> str:
        """What this seat alone sees, as text."""
        own = self.rulebook.own(turns.seen_by(seat), seat)
        own.pop("asked")
        return "\n".join(f"{name}: {value}" for name, value in own.items())

    # What a seat remembers.

    def heard_text(self, notice: Notice) -> str:
        """One thing that was heard, or answered, in words."""
        if not notice.key.startswith(ANSWERED):
            encoded = encode_notice(self.rulebook, notice)
            args = " ".join(f"{name}={value}" for name, value in encoded["args"].items())
            return f"{notice.key} {args}".rstrip()
        name = notice.key.removeprefix(ANSWERED)
        point = self.actions.points[self.actions.first[name]]
        return f"{ANSWERED}{name} {point.asks.words(notice.args[0], self.options)}".rstrip()

    def recall_text(self, turns: Turns, seat: Seat) -> str:
        """All that a seat has heard and answered from the beginning on, and what it sees now."""
        heard = [self.heard_text(notice) for notice in turns.heard(seat)]
        return "\n".join([*heard, "", self.observation_text(turns, seat)])

    def recall(self, turns: Turns, seat: Seat) -> tuple[int, Row]:
        """How many rows all takes that a seat has heard and answered, and the latest of them.

        The newest row is the last. A row has the number of what it is, a one if the seat alone was
        told, and its arguments counted from 1 on, so that 0 is nothing. A row that goes on with
        the arguments of the row before has no number. Where there are more rows in all than the
        tensor has, the oldest are missing.
        """
        told: list[list[int]] = []
        for notice in turns.heard(seat):
            only = int(notice.only == seat)
            args = [value - LOWEST + 1 for value in notice.args]
            told.append([self.keys[notice.key], only, *args[:ARGUMENTS]])
            for first in range(ARGUMENTS, len(args), ARGUMENTS):
                told.append([0, only, *args[first : first + ARGUMENTS]])
        rows: Row = np.zeros((self.recalled, 2 + ARGUMENTS), np.float32)
        latest = told[-self.recalled :]
        for place, row in enumerate(latest, start=self.recalled - len(latest)):
            rows[place, : len(row)] = row
        return len(told), rows

    # How it ends.

    def returns(self, turns: Turns) -> list[float]:
        """What each seat gains: everybody stakes one and the winners share it; 0 till the end."""
        outcome = turns.outcome()
        return [0.0] * self.seats if outcome is None else outcome.returns(self.seats)


def is_chance(turns: Turns) -> bool:
    """Whether chance has the turn."""
    return turns.seat == CHANCE


def settled(turns: Turns, rng: Any) -> None:
    """Let chance answer from a generator (anything with `random()`) until a seat has the turn."""
    while turns.seat == CHANCE:
        ask = turns.ask
        assert ask is not None, "chance is asked"
        turns.answer(ask.choices[int(rng.random() * len(ask.choices))])
