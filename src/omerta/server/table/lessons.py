"""Lessons: guided first games whose deal and script are scenario files (docs/notation.md).

The pupil sits on the first chair. As long as the pupil does what the script says, computer
players, clock and chance follow it too; whoever leaves the script plays an ordinary game on. Where
the script says so, any move of the same kind will do: what a pupil has to say is the pupil's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from omerta.core import CHANCE, CLOCK, Game, Rulebook
from omerta.core.scenario import BadNotation, Block, Line, Stage, play_line, read_scenarios
from omerta.games import GAMES, edition

PUPIL: Final = 0
FOLDER: Final = Path(__file__).resolve().parents[2] / "lessons"

_HINT: Final = re.compile(r"-- hint (\w+)(?: at (\w+))?$")
_FREELY: Final = "-- freely"
_MOVE: Final = re.compile(r"([^:?>]+):\s*([^!\s].*)$")


class Hint(NamedTuple):
    """What the pupil is told: the key of a text, and what it is about if not the next move."""

    key: str
    at: str


class Cue(NamedTuple):
    """One move of the script: who, which small answers, and what the pupil is told before it."""

    seat: int
    answers: tuple[int, ...]
    move: str
    hints: tuple[Hint, ...]
    freely: bool
    """Whether any other move that begins with the same word counts as well."""


class Lesson:
    """A scenario that is taught: where it begins, its moves, and how chance decides in it."""

    def __init__(self, text: str, version: int | None = None) -> None:
        position, moves = _blocks(text)
        self.rulebook: Rulebook[Any, Any, Any] = (
            GAMES[position.game] if version is None else edition(position.game, version)
        )
        stage = self.rulebook.stage(position.lines)
        self.opening: Any = self.rulebook.copy(stage.game)
        self.cues: list[Cue] = []
        self.lots: list[int] = []
        self.closing: tuple[Hint, ...] = ()
        self._rehearse(stage, moves.lines)

    def _rehearse(self, stage: Stage, lines: list[Line]) -> None:
        """Play the script once, to know every small answer of it."""
        hints: list[Hint] = []
        freely = False
        for line in lines:
            stage.number = line.number
            if found := _HINT.match(line.text):
                hints.append(Hint(found.group(1), found.group(2) or ""))
            elif line.text == _FREELY:
                freely = True
            elif found := _MOVE.match(line.text):
                seat, answers = self._read(stage, found.group(1).strip(), found.group(2).strip())
                told: tuple[Hint, ...] = ()
                if seat == PUPIL:
                    told, hints = tuple(hints), []
                self.cues.append(Cue(seat, answers, found.group(2).strip(), told, freely))
                freely = False
                for choice in answers:
                    stage.game.answer(seat, choice)
                self._draw(stage)
            else:
                play_line(stage, line)
        self.closing = tuple(hints)

    def _read(self, stage: Stage, label: str, text: str) -> tuple[int, tuple[int, ...]]:
        if label == "clock":
            ask = stage.game.asked(CLOCK)
            if ask is None:
                raise BadNotation(stage.number, "expected the clock to run")
            return CLOCK, (self.rulebook.default(stage.game, ask),)
        seat = stage.seat(label)
        return seat, self.rulebook.read_move(stage.game, seat, text)

    def _draw(self, stage: Stage) -> None:
        while stage.game.asks and stage.game.asks[0].seat == CHANCE:
            lot = stage.draw(stage.game.asks[0])
            self.lots.append(lot)
            stage.game.answer(CHANCE, lot)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.opening.seats)

    @property
    def options(self) -> dict[str, str]:
        """The options of the rules that the lesson is played with."""
        return dict(self.opening.options.values)

    @property
    def needs_clock(self) -> bool:
        """Whether the rules of this game go by the clock."""
        return self.opening.asked(CLOCK) is not None

    def deal(self) -> Game:
        """A game of its own that stands where the lesson begins."""
        game: Game = self.rulebook.copy(self.opening)
        return game

    def progress(self, answers: Sequence[int]) -> Progress:
        """How far a game with these answers (seat, choice, seat, choice, ...) has come."""
        return Progress(self, answers)


class Progress:
    """Where a game stands in the script of its lesson."""

    def __init__(self, lesson: Lesson, answers: Sequence[int]) -> None:
        self.lesson = lesson
        self.lots = 0
        self.done = [False] * len(lesson.cues)
        self.has_left = False
        self.begun: dict[int, tuple[int, int, bool]] = {}
        """Of whoever is in the middle of a move: its cue, how far, and whether word for word."""
        for place in range(0, len(answers), 2):
            if not self._advance(answers, place):
                self.has_left = True
                break

    def _advance(self, answers: Sequence[int], place: int) -> bool:
        """Tick off the small answer at this place; false if the script says something else."""
        lesson = self.lesson
        seat, choice = answers[place : place + 2]
        if seat == CHANCE:
            self.lots += 1
            return lesson.lots[self.lots - 1 : self.lots] == [choice]
        at, part, is_exact = self.begun.pop(seat, (-1, 0, True))
        if at < 0:
            at = self._next_of(seat)
        if at < 0:
            return False
        cue = lesson.cues[at]
        is_exact = is_exact and cue.answers[part] == choice
        if not is_exact and not cue.freely:
            return False
        if is_exact:
            is_whole = part + 1 == len(cue.answers)
        else:
            said = self._said(answers, place - 2 * part, place + 2)
            is_whole = bool(said)
            if said and said.split()[0] != cue.move.split()[0]:
                return False
        if is_whole:
            self.done[at] = True
        else:
            self.begun[seat] = (at, part + 1, is_exact)
        return True

    def _said(self, answers: Sequence[int], begins: int, ends: int) -> str:
        """The move of these answers in the notation; empty while something of it is missing."""
        rulebook = self.lesson.rulebook
        game = self.lesson.deal()
        for place in range(0, begins, 2):
            game.answer(answers[place], answers[place + 1])
        seat, own = answers[begins], tuple(answers[begins + 1 : ends : 2])
        before: Game = rulebook.copy(game)
        for choice in own:
            game.answer(seat, choice)
        ask = game.asked(seat)
        if ask is not None and ask.continues:
            return ""
        return rulebook.move_text(before, seat, own)

    def _next_of(self, seat: int) -> int:
        """The next cue of a seat; -1 if there is none."""
        for at, cue in enumerate(self.lesson.cues):
            if cue.seat == seat and not self.done[at]:
                return at
        return -1

    @property
    def is_finished(self) -> bool:
        """Whether the pupil has made every move of the script."""
        return self._next_of(PUPIL) < 0

    @property
    def is_followed(self) -> bool:
        """Whether the script still says what happens."""
        return not self.has_left and not all(self.done)

    def due(self, seat: int) -> Cue | None:
        """The cue of a seat if everything before it has happened."""
        at = self._next_of(seat)
        if at < 0 or not self.is_followed or not all(self.done[:at]):
            return None
        return self.lesson.cues[at]

    def lot(self) -> int | None:
        """How chance decides next, if the script says so."""
        if self.has_left or self.lots >= len(self.lesson.lots):
            return None
        return self.lesson.lots[self.lots]

    def steps(self) -> tuple[int, int]:
        """How many moves the pupil has made of how many."""
        own = [self.done[at] for at, cue in enumerate(self.lesson.cues) if cue.seat == PUPIL]
        return sum(own), len(own)


def _blocks(text: str) -> tuple[Block, Block]:
    for scenario in read_scenarios(text):
        kinds = [block.kind for block in scenario.blocks]
        if kinds[:2] == ["position", "moves"]:
            return scenario.blocks[0], scenario.blocks[1]
    raise BadNotation(0, "expected a position and its moves")


@lru_cache(32)
def read_lesson(text: str, version: int | None = None) -> Lesson:
    """The lesson of a scenario file."""
    return Lesson(text, version)


@lru_cache(8)
def lesson_text(game: str) -> str:
    """The lesson of a game, word for word; empty if there is none."""
    path = FOLDER / f"{game}.md"
    return path.read_text("utf-8") if path.is_file() else ""
