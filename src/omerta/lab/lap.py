"""One contestant of the bench in a process of its own.

    python lap.py CONTESTANT.py GAME

A line of JSON in asks for a lap, a line of JSON out tells what it took. The peers run this file in
an environment without Omerta, so it imports the standard library alone.
"""

from __future__ import annotations

import json
import platform
import sys
import sysconfig
import tracemalloc
from importlib.util import module_from_spec, spec_from_file_location
from time import process_time
from typing import Any, Final, Protocol, TypeVar

NEVER: Final = 1 << 60
"""More decisions than any game has."""

COPYING: Final = 0.1
"""How many seconds a lap of copies takes at least."""

LONGEST: Final = 10
"""How many of the longest games tell whether an answer costs more when much has happened."""

HUNDRED: Final = 100
"""How many answers at the beginning and at the end of a long game are timed."""

POSITIONS: Final = 40
"""How many positions are copied at most, each from the middle of another game."""

State = TypeVar("State")


class Contestant(Protocol[State]):
    """A game that can be played at random by its library."""

    version: str
    views: bool
    """Whether the library can tell what the seat that decides may know."""

    def play(self, seed: int, until: int, *, with_view: bool) -> tuple[int, int, State]:
        """Play the game with this seed at random, until this many decisions are made at most.

        Returns how many decisions a person made, how many more choices had one option only, and
        where the game stands.
        """
        ...

    def copy(self, state: State) -> State:
        """A copy to try things on."""
        ...


class Recorder(Contestant[State], Protocol[State]):
    """A contestant that can also give the answers of a game again."""

    def record(self, seed: int) -> tuple[State, list[Any]]:
        """The game with this seed before its first answer, and all answers of it."""
        ...

    def give(self, state: State, answers: list[Any]) -> None:
        """Go on with these answers."""
        ...


class Runner:
    """Runs the laps of one contestant."""

    def __init__(self, contestant: Contestant[Any]) -> None:
        self.contestant = contestant
        self.middles: dict[int, Any] = {}
        self.long: list[tuple[Any, list[Any]]] = []

    def run(self, lap: str, seeds: list[int]) -> dict[str, Any]:
        """One lap over the games with these seeds."""
        if lap == "about":
            return self.about()
        if lap == "copies":
            return self.copies(seeds[:POSITIONS])
        if lap == "memory":
            return self.memory(seeds[:POSITIONS])
        if lap == "growth":
            return self.growth(seeds[:POSITIONS])
        return self.games(seeds, with_view=lap == "views")

    def about(self) -> dict[str, Any]:
        """Who runs here, and on what."""
        return {
            "version": self.contestant.version,
            "views": self.contestant.views,
            "growth": hasattr(self.contestant, "record"),
            "interpreter": interpreter(),
        }

    def games(self, seeds: list[int], *, with_view: bool) -> dict[str, Any]:
        """Whole games, from the deal to the end."""
        decisions = single = 0
        started = process_time()
        for seed in seeds:
            made, forced, _ = self.contestant.play(seed, NEVER, with_view=with_view)
            decisions += made
            single += forced
        seconds = process_time() - started
        return {"decisions": decisions, "single": single, "seconds": seconds}

    def copies(self, seeds: list[int]) -> dict[str, Any]:
        """Copies of positions in the middle of games."""
        states = [self.middle(seed) for seed in seeds]
        copy = self.contestant.copy
        copies = 0
        started = process_time()
        while process_time() - started < COPYING:
            for state in states:
                copy(state)
            copies += len(states)
        return {"copies": copies, "seconds": process_time() - started}

    def memory(self, seeds: list[int]) -> dict[str, Any]:
        """What a game in the middle occupies, beside what all games share."""
        halves = [self.half(seed) for seed in seeds]
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        kept = [
            self.contestant.play(seed, half, with_view=False)[2]
            for seed, half in zip(seeds, halves, strict=True)
        ]
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return {"bytes": (after - before) / len(kept)}

    def growth(self, seeds: list[int]) -> dict[str, Any]:
        """What the first hundred answers of the longest games take, and the last hundred."""
        recorder: Recorder[Any] = self.contestant  # type: ignore[assignment]  # `about` says so
        if not self.long:
            records = [recorder.record(seed) for seed in seeds]
            self.long = sorted(records, key=lambda record: len(record[1]))[-LONGEST:]
        first = last = 0.0
        timed = 0
        for start, answers in self.long:
            many = min(HUNDRED, len(answers) // 2)
            game = recorder.copy(start)
            before = process_time()
            recorder.give(game, answers[:many])
            first += process_time() - before
            recorder.give(game, answers[many:-many])
            before = process_time()
            recorder.give(game, answers[-many:])
            last += process_time() - before
            timed += many
        return {"first": first / timed, "last": last / timed}

    def middle(self, seed: int) -> Any:
        """The game with this seed when half of its decisions are made."""
        if seed not in self.middles:
            _, _, state = self.contestant.play(seed, self.half(seed), with_view=False)
            self.middles[seed] = state
        return self.middles[seed]

    def half(self, seed: int) -> int:
        """Half of the decisions of the game with this seed."""
        decisions, _, _ = self.contestant.play(seed, NEVER, with_view=False)
        return decisions // 2


def interpreter() -> str:
    """The interpreter that runs here, and how it was built: figures mean nothing without it."""
    flags = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    built = "with" if "--enable-optimizations" in flags else "without"
    name = f"{platform.python_implementation()} {platform.python_version()}"
    compiler = platform.python_compiler()
    machine = f"{platform.system()} {platform.machine()}"
    return f"{name} ({compiler}, built {built} optimisations), {machine}"


def enter(file: str, game: str) -> Contestant[Any]:
    """The contestant that a file describes."""
    spec = spec_from_file_location("contestant", file)
    assert spec is not None, "a contestant is a Python file"
    assert spec.loader is not None, "a contestant is a Python file"
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    contestant: Contestant[Any] = module.Contestant(game)
    return contestant


def main() -> None:
    """Run laps until nobody asks for more."""
    runner = Runner(enter(sys.argv[1], sys.argv[2]))
    for line in sys.stdin:
        wish = json.loads(line)
        print(json.dumps(runner.run(wish["lap"], wish["seeds"])), flush=True)


if __name__ == "__main__":
    main()
