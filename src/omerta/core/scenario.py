"""Scenario files: Markdown whose fenced blocks are played and checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from omerta.core.contract import Rulebook
from omerta.core.draft import moves
from omerta.core.machine import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    IN_TURN,
    Ask,
    Game,
    Notice,
    Refused,
    Seat,
)

LONGEST_WAIT: Final = 2_000
"""How many open decisions may take their defaults before a line counts as impossible."""


TIMEOUT: Final = "timeout"
"""A move line of records: the time of this seat's question ran out."""


class Line(NamedTuple):
    """One line of a file, with its number for messages."""

    number: int
    text: str


class Block(NamedTuple):
    """A fenced block: what it is (`position`, `moves`, `after`), of which game, its lines."""

    kind: str
    game: str
    number: int
    lines: list[Line]


class Scenario(NamedTuple):
    """A heading and the blocks below it."""

    name: str
    number: int
    blocks: list[Block]


class BadNotation(ValueError):
    """Text that cannot be read: what is wrong, and in which line of the file."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"line {number}: {message}" if number else message)
        self.number = number
        self.message = message


class Mismatch(Exception):
    """A scenario that expects something else than what happens."""


KINDS: Final = ("position", "moves", "after")


def read_scenarios(text: str) -> list[Scenario]:
    """The scenarios of a Markdown file, in order; a heading without blocks is only a heading."""
    scenarios: list[Scenario] = []
    scenario = Scenario("(no heading)", 1, [])
    block: Block | None = None
    fence = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if fence:
            if line.strip() == fence:
                fence = ""
            elif block is not None and line.strip():
                block.lines.append(Line(number, line.strip()))
            continue
        opening = re.match(r"\s*(`{3,}|~{3,})\s*(.*)$", line)
        if opening:
            fence = opening.group(1)
            words = opening.group(2).split()
            block = None
            if words and words[0] in KINDS:
                if (words[0] == "position") != (len(words) == 2) or len(words) > 2:
                    wanted = "position GAME" if words[0] == "position" else words[0]
                    raise BadNotation(number, f"expected ```{wanted}, got {line.strip()!r}")
                block = Block(words[0], words[1] if len(words) == 2 else "", number, [])
                scenario.blocks.append(block)
            continue
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            if scenario.blocks:
                scenarios.append(scenario)
            scenario = Scenario(heading.group(1), number, [])
    if fence:
        raise BadNotation(number, f"the block is not closed: expected {fence}")
    if scenario.blocks:
        scenarios.append(scenario)
    return scenarios


@mypyc_attr(allow_interpreted_subclasses=True)
class Stage:
    """A position that is being played from a scenario; games say how their lines are read.

    A move belongs to the open decision in which its seat is asked and which knows its first
    word; until there is one, everything open takes its default.
    """

    rulebook: Rulebook[Any, Any, Any]
    game: Game
    number: int = 0
    """The line that is being played or checked, for messages."""
    told: int = 0
    """How many notices were heard before."""

    # What a game's notation says.

    def seat(self, label: str) -> Seat:
        """The seat that a label names."""
        raise NotImplementedError

    def draw(self, ask: Ask) -> int:
        """The answer of chance: from what the scenario says, else any."""
        raise NotImplementedError

    def foretell(self, label: str, text: str) -> None:
        """Keep what a chance line says for the next random event of this label."""
        raise NotImplementedError

    def check(self, line: Line) -> None:
        """Raise `Mismatch` if a line of an `after` block does not hold."""
        raise NotImplementedError

    def winners(self) -> str:
        """How the game ended, as after END; empty while it goes on."""
        raise NotImplementedError

    def stands_at_turn(self) -> bool:
        """Whether nothing is open but a turn: where `...` stops."""
        raise NotImplementedError

    # What a game may say in its own way.

    def knows(self, ask: Ask, word: str) -> bool:
        """Whether a move that begins with this word can belong to this question."""
        return word in ask.point.asks.acts()

    def answers(self, seat: Seat, text: str) -> tuple[int, ...]:
        """The small answers of a move at this moment; `Refused` if it is not legal."""
        return self.rulebook.read_move(self.game, seat, text)

    def legal(self, seat: Seat) -> list[str]:
        """The seat's legal moves at this moment in their canonical text."""
        found = moves(self.rulebook, self.game, seat)
        return [self.rulebook.move_text(self.game, seat, answers) for answers in found]

    def canonical(self, text: str) -> str:
        """The one form of a move that may be written in several orders."""
        return self.rulebook.written(self.game, self.rulebook.spelt_out(self.game, text))

    # What is the same for all games.

    def settle(self) -> None:
        """Let chance answer."""
        while self.game.asks and self.game.asks[0].seat == CHANCE:
            self.game.answer(CHANCE, self.draw(self.game.asks[0]))

    def lapse(self) -> None:
        """Everything that is open takes its default."""
        frame = self.game.top
        if frame is None:
            raise Mismatch("the game is over")
        shape = frame.asking.shape
        timeout = self.game.asked(CLOCK)
        if timeout is not None:
            self.game.answer(CLOCK, timeout.choices[0])
        else:
            for ask in self.game.asks[:1] if shape == IN_TURN else self.game.asks[:]:
                self.game.answer(ask.seat, self.rulebook.default(self.game, ask))
        self.settle()

    def play(self, seat: Seat, answers: tuple[int, ...]) -> None:
        """Give all small answers of one move."""
        for choice in answers:
            self.game.answer(seat, choice)
        self.settle()

    def move(self, label: str, text: str) -> None:
        """`A: place 2`"""
        seat = self.seat(label)
        word = text.split()[0]
        if text == TIMEOUT and self.game.asked(seat) is not None:
            self.lapse()
            return
        for _ in range(LONGEST_WAIT):
            ask = self.game.asked(seat)
            if ask is not None and self.knows(ask, word):
                try:
                    self.play(seat, self.answers(seat, text))
                except Refused as refused:
                    raise Mismatch(
                        f"expected {label}: {text} to be legal, got refused by {refused}; "
                        f"legal: {'; '.join(self.legal(seat))}"
                    ) from None
                return
            if self.game.is_over:
                break
            self.lapse()
        raise Mismatch(f"expected {label} to be asked for {text!r}, got no such question")

    def refuse(self, label: str, text: str) -> None:
        """`A: !place 2`"""
        seat = self.seat(label)
        ask = self.game.asked(seat)
        if ask is None or not self.knows(ask, text.split()[0]):
            return
        try:
            answers = self.answers(seat, text)
            trial = self.rulebook.copy(self.game)
            for choice in answers:
                trial.answer(seat, choice)
        except Refused:
            return
        raise Mismatch(f"expected {label}: {text} to be refused, got accepted")

    def exactly(self, label: str, listed: list[str]) -> None:
        """`A? place 1; place 2; pass`, or `A?` for nothing at all"""
        seat = self.seat(label)
        got = sorted(self.canonical(text) for text in self.legal(seat))
        expected = sorted(self.canonical(text) for text in listed)
        if got != expected:
            raise Mismatch(
                f"expected {label}? {'; '.join(expected) or '-'} got {'; '.join(got) or '-'}"
            )

    def dots(self, part: str) -> None:
        """`...`"""
        for _ in range(LONGEST_WAIT):
            if self.game.is_over or self.stands_at_turn():
                return
            self.lapse()
        raise Mismatch("expected a turn after '...', got none")

    def heard(self) -> list[Notice]:
        """What everybody was told since the last time."""
        notices = self.game.notices or []
        new = notices[self.told :]
        self.told = len(notices)
        return [notice for notice in new if notice.only == EVERYBODY]

    def after(self, lines: list[Line]) -> None:
        """Check every line of an `after` block."""
        for line in lines:
            self.number = line.number
            self.check(line)

    def end(self, text: str) -> None:
        """`END A C`"""
        got = self.winners()
        if not got:
            raise Mismatch(f"expected END {text}, got a game that goes on")
        if got != text:
            raise Mismatch(f"expected END {text}, got END {got}")


def play_line(stage: Stage, line: Line) -> None:
    """Carry out one line of a `moves` block."""
    text = line.text
    if text == "--" or text.startswith("-- "):
        return
    if text.startswith("..."):
        stage.dots(text[3:].strip())
    elif text.startswith("END ") or text == "END":
        stage.end(text[4:].strip())
    elif found := re.match(r"([^:?>]+):\s*!\s*(\S.*)$", text):
        stage.refuse(found.group(1).strip(), found.group(2))
    elif found := re.match(r"([^:?>]+):\s*(\S.*)$", text):
        stage.move(found.group(1).strip(), found.group(2))
    elif found := re.match(r"([^:?>]+)\?\s*(.*)$", text):
        listed = [part.strip() for part in found.group(2).split(";") if part.strip()]
        stage.exactly(found.group(1).strip(), listed)
    elif found := re.match(r"([^:?>]+)>\s*(\S.*)$", text):
        stage.foretell(found.group(1).strip(), found.group(2))
    else:
        raise BadNotation(
            line.number, f"expected 'SEAT: move', 'SEAT? moves', 'SEAT> chance', got {text!r}"
        )


StageMaker = Callable[[list[Line]], Stage]


def run_scenario(scenario: Scenario, games: Mapping[str, StageMaker]) -> str:
    """Play one scenario; the empty text if all is as expected, else what is not, and where."""
    stage: Stage | None = None
    number = scenario.number
    try:
        for block in scenario.blocks:
            number = block.number
            if block.kind == "position":
                if block.game not in games:
                    known = ", ".join(sorted(games))
                    return f"expected a game ({known}), got {block.game!r} (line {number})"
                stage = games[block.game](block.lines)
            elif stage is None:
                return f"expected a position before the {block.kind} block (line {number})"
            elif block.kind == "after":
                stage.after(block.lines)
            else:
                for line in block.lines:
                    stage.number = line.number
                    play_line(stage, line)
    except BadNotation as bad:
        return f"{bad.message} (line {bad.number or number})"
    except Mismatch as mismatch:
        return f"{mismatch} (line {number if stage is None else stage.number})"
    except Exception as fault:  # whatever is wrong in one scenario, the others are played
        told = f"{type(fault).__name__}: {fault}"
        return f"the rules fail here: {told} (line {number if stage is None else stage.number})"
    return ""
