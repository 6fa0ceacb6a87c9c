"""A whole game as the list of its answers; chance included, so a replay needs no generator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from omerta.core.contract import Rulebook
from omerta.core.machine import Game, Seat
from omerta.core.scenario import BadNotation, Line, Scenario, Stage, play_line, read_scenarios


class Answer(NamedTuple):
    """One line of the log: who answered what."""

    seat: Seat
    choice: int


class Record:
    """Everything that is needed to play a game again from the deal on."""

    def __init__(
        self,
        rulebook: Rulebook[Any, Any, Any],
        options: Mapping[str, str],
        seats: int,
        answers: list[Answer],
    ) -> None:
        self.rulebook = rulebook
        self.version = rulebook.version
        self.options = dict(options)
        self.seats = seats
        self.answers = answers

    def replay(self, until: int | None = None) -> Game:
        """The game after all answers, or after the first `until` of them."""
        game: Game = self.rulebook.deal(self.rulebook.options(self.options), self.seats)
        for seat, choice in self.answers[:until]:
            game.answer(seat, choice)
        return game

    def text(self, header: Mapping[str, str]) -> str:
        """The record as people read it: a header, the deal as a position, and the moves."""
        script = self.rulebook.script(self.options, self.seats, self.answers)
        head = {"game": self.rulebook.name, "version": str(self.version), **header}
        return "\n".join(
            [
                *(f"{key}: {value}" for key, value in head.items()),
                "",
                f"```position {self.rulebook.name}",
                *script.position,
                "```",
                "```moves",
                *script.moves,
                "```",
                "",
            ]
        )


class WrittenRecord(NamedTuple):
    """A record that was read from text: its header and its blocks."""

    header: dict[str, str]
    scenario: Scenario

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.scenario.blocks[0].game

    def stage(self, rulebook: Rulebook[Any, Any, Any]) -> Stage:
        """The deal, ready to be played."""
        return rulebook.stage(self.scenario.blocks[0].lines)

    def moves(self) -> list[Line]:
        """The lines of all moves."""
        return [line for block in self.scenario.blocks[1:] for line in block.lines]

    def replay(self, rulebook: Rulebook[Any, Any, Any]) -> Stage:
        """The game after all moves."""
        stage = self.stage(rulebook)
        for line in self.moves():
            stage.number = line.number
            play_line(stage, line)
        return stage


def read_record(text: str) -> WrittenRecord:
    """The inverse of `Record.text`; `BadNotation` says what is wrong in which line."""
    header: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith(("```", "~~~")):
            break
        if line.strip():
            key, colon, value = line.partition(":")
            if not colon or not key.strip():
                raise BadNotation(number, f"expected 'key: value', got {line.strip()!r}")
            header[key.strip()] = value.strip()
    scenarios = read_scenarios(text)
    if len(scenarios) != 1 or scenarios[0].blocks[0].kind != "position":
        raise BadNotation(0, "expected one position and its moves")
    return WrittenRecord(header, scenarios[0])
