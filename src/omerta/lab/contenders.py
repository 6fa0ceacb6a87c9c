"""Who plays in the arena: our own levels, players of other packages, and other programs.

A contender is named `casual`, `sharp@64` (64 simulations a decision, which can be repeated),
`sharp@20ms` (by the clock), by the name of an entry point of the group `omerta.players`, or as
`cmd:PROGRAM ARGUMENT...`: a program that speaks JSON lines.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
from contextlib import suppress
from importlib.metadata import entry_points
from random import Random
from types import TracebackType
from typing import Any, Final, Protocol

from omerta.bots.levels import MASTER, SHARP, present_name
from omerta.bots.roster import levels, player, search_player
from omerta.bots.search import Budget
from omerta.core import Player, Rulebook, View

GROUP: Final = "omerta.players"
PROGRAM: Final = "cmd:"
SIMULATIONS: Final = {
    "mafia-city": {SHARP: 40, MASTER: 1000},
    "downtown": {SHARP: 16, MASTER: 400},
}
"""What stands for the usual budgets where games must be the same everywhere."""
BUDGETED: Final = re.compile(r"(\w+)@(\d+)(ms)?")


class NoSuchPlayer(Exception):
    """Nobody goes by this name."""


class Contender(Protocol):
    """Somebody with a seat in one game, who may have to be sent home afterwards."""

    def choose(self, view: Any, rng: Random) -> int:
        """One of the choices of `view.asked`."""
        ...


class ProgramPlayer:
    """A program that gets a line for every question and answers with a line.

    It is told {"game", "seats", "seat", "seed"} at the beginning and {"view"} at every question,
    where `view.asked` has the choices; it answers {"choice": NUMBER}.
    """

    def __init__(
        self, command: str, rulebook: Rulebook[Any, Any, Any], seats: int, seat: int, seed: int
    ) -> None:
        self.rulebook = rulebook
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with suppress(OSError):  # who has ended already is found out at the first question
            self._say({"game": rulebook.name, "seats": seats, "seat": seat, "seed": seed})

    def _say(self, line: dict[str, Any]) -> None:
        assert self.process.stdin is not None, "it is listening"
        self.process.stdin.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.process.stdin.flush()

    def choose(self, view: View, rng: Random) -> int:
        """Ask the program; `ValueError` if what it answers is no line of that kind."""
        self._say({"view": self.rulebook.encode(view)})
        assert self.process.stdout is not None, "it is talking"
        line = self.process.stdout.readline()
        if not line:
            raise ValueError("the program has ended")
        return int(json.loads(line)["choice"])

    def close(self) -> None:
        """Send the program home."""
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Timed(Player):
    """A contender whose time and faults are counted; a fault is answered with the first choice."""

    def __init__(self, contender: Contender, seed: str) -> None:
        self.contender = contender
        self.rng = Random(seed)
        self.seconds = 0.0
        self.moves = 0
        self.faults = 0

    def choose(self, view: View, rng: Random) -> int:
        """What the contender answers, with luck of its own."""
        ask = view.asked
        assert ask is not None, "a player chooses only when asked"
        is_ours = not isinstance(self.contender, ProgramPlayer)
        clock = time.process_time if is_ours else time.perf_counter
        began = clock()
        try:
            choice = self.contender.choose(view, self.rng)
        except Exception:
            choice = ask.choices[0]
            self.faults += 1
        self.seconds += clock() - began
        self.moves += not ask.continues
        if choice not in ask.choices:
            self.faults += 1
            return ask.choices[0]
        return choice


class Chairs:
    """The players of one game, sent home when it is over."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], lineup: list[str], seed: str) -> None:
        self.players: list[Timed] = []
        for seat, name in enumerate(lineup):
            luck = f"{seed} seat {seat}"
            found = contender(rulebook, name, len(lineup), seat, Random(luck).getrandbits(32))
            self.players.append(Timed(found, luck))

    def __enter__(self) -> list[Timed]:
        return self.players

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for one in self.players:
            if isinstance(one.contender, ProgramPlayer):
                one.contender.close()


def contender(
    rulebook: Rulebook[Any, Any, Any], name: str, seats: int, seat: int, seed: int
) -> Contender:
    """The player of this name for one seat of one game; `NoSuchPlayer` if there is none."""
    game = rulebook.name
    if name.startswith(PROGRAM):
        return ProgramPlayer(name.removeprefix(PROGRAM), rulebook, seats, seat, seed)
    level = present_name(name)
    counted = SIMULATIONS.get(game, {})
    if level in counted:
        return search_player(game, Budget(0.0, counted[level]), deep=level == MASTER)
    if level in levels(game):
        return player(game, level)
    budgeted = BUDGETED.fullmatch(name)
    if budgeted and budgeted[1] in counted:
        number = int(budgeted[2])
        budget = Budget(number / 1000) if budgeted[3] else Budget(0.0, max(1, number))
        return search_player(game, budget, deep=budgeted[1] == MASTER)
    for entry in entry_points(group=GROUP, name=name):
        made: Contender = entry.load()(game)
        return made
    known = ", ".join([*levels(game), *sorted(entry_points(group=GROUP).names)])
    raise NoSuchPlayer(f"{name}: expected one of {known}, sharp@64, sharp@20ms or cmd:PROGRAM")
