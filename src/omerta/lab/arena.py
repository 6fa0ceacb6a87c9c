"""Let computer players play against each other and tell who is better, and how sure that is.

Games come in blocks of the same deal, with everybody on every seat in turn. With two names one
player of the first kind sits among copies of the second; with more they sit round the table. The
same seed gives the same games on every machine, as long as nobody plays by the clock.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from omerta import __version__
from omerta.bots.playing import play_out
from omerta.core import Seeded
from omerta.games import GAMES
from omerta.lab.contenders import Chairs, NoSuchPlayer, contender
from omerta.lab.ratings import Rating, rate, wilson
from omerta.lab.terminal import option_of
from omerta.lab.workers import each, progress

Result = dict[str, Any]
"""One game: its block and turn; who sat where, and what came of it, seat by seat."""
Wish = tuple[str, dict[str, str], list[str], int, int, int]
"""What a worker needs for one game: game, options, lineup, seed, block and turn."""

SETTINGS: Final = ("game", "options", "players", "bots", "seed", "version")
"""What two runs must have in common to be one."""


class Mismatch(Exception):
    """A file to go on with belongs to another run."""


def lineup_of(bots: list[str], seats: int, block: int, turn: int) -> list[str]:
    """Who sits where: everybody moves on by one seat from turn to turn of a block."""
    if len(bots) == 2:
        line = [bots[0], *[bots[1]] * (seats - 1)]
    else:
        line = [bots[(block + place) % len(bots)] for place in range(seats)]
    return [line[(seat - turn) % seats] for seat in range(seats)]


def play_one(wish: Wish) -> Result:
    """One game, wherever it is played."""
    game, options, lineup, seed, block, turn = wish
    rulebook = GAMES[game]
    deal = rulebook.deal(rulebook.options({**rulebook.simulation, **options}), len(lineup))
    chance = Seeded(Random(f"{seed} deal {block}"))
    with Chairs(rulebook, lineup, f"{seed} {block} {turn}") as players:
        rng = Random(f"{seed} order {block} {turn}")
        outcome = rulebook.outcome(play_out(rulebook, deal, players, rng, chance))
        assert outcome is not None, "a game that is over has an outcome"
        each = 1.0 if outcome.side else 1.0 / max(1, len(outcome.winners))
        ranking = list(outcome.ranking)
        seats = range(len(lineup))
        ranks = [
            ranking.index(seat)
            if ranking and not outcome.side
            else int(seat not in outcome.winners)
            for seat in seats
        ]
        return {
            "block": block,
            "turn": turn,
            "lineup": lineup,
            "credit": [each if seat in outcome.winners else 0.0 for seat in seats],
            "ranks": ranks,
            "ms": [round(one.seconds * 1000, 3) for one in players],
            "moves": [one.moves for one in players],
            "faults": [one.faults for one in players],
        }


def wishes(
    game: str, options: dict[str, str], seats: int, bots: list[str], games: int, seed: int
) -> Iterator[Wish]:
    """All games of a run, in whole blocks."""
    for block in range(-(-games // seats)):
        for turn in range(seats):
            yield (game, options, lineup_of(bots, seats, block, turn), seed, block, turn)


# What came out.


def summary(results: Iterable[Result]) -> dict[str, dict[str, float]]:
    """Shares by chair, ratings and times of every name, whatever the order of the games was."""
    ratings: dict[str, Rating] = {}
    sums: dict[str, dict[str, float]] = {}
    for result in sorted(results, key=lambda one: (one["block"], one["turn"])):
        lineup = result["lineup"]
        rate([ratings.setdefault(name, Rating()) for name in lineup], result["ranks"])
        for seat, name in enumerate(lineup):
            row = sums.setdefault(name, dict.fromkeys(("won", "games", "ms", "moves", "faults"), 0))
            row["won"] += result["credit"][seat]
            row["games"] += 1
            for what in ("ms", "moves", "faults"):
                row[what] += result[what][seat]
    found: dict[str, dict[str, float]] = {}
    for name, row in sums.items():
        low, high = wilson(row["won"], int(row["games"]))
        found[name] = {
            "share": round(row["won"] / row["games"], 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "games": int(row["games"]),
            "rating": round(ratings[name].shown, 2),
            "ms_per_move": round(row["ms"] / max(1, row["moves"]), 3),
            "faults": int(row["faults"]),
        }
    return found


def table_of(bots: dict[str, dict[str, float]], title: str) -> Table:
    """The summary for people."""
    table = Table(title=title)
    for head in ("player", "share", "95 %", "games", "rating", "ms a move"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for name, row in sorted(bots.items(), key=lambda item: -item[1]["share"]):
        faults = f" ({row['faults']:.0f} faults)" if row["faults"] else ""
        table.add_row(
            name + faults,
            f"{100 * row['share']:.1f}",
            f"{100 * row['low']:.1f} to {100 * row['high']:.1f}",
            f"{row['games']:.0f}",
            f"{row['rating']:.1f}",
            f"{row['ms_per_move']:.2f}",
        )
    return table


# Files to go on with.


def resumed(path: Path, settings: dict[str, Any]) -> list[Result]:
    """The games of a run that was stopped; a new file begins with its settings."""
    if not path.exists() or not path.read_text("utf-8").strip():
        path.write_text(json.dumps(settings) + "\n", "utf-8")
        return []
    lines = path.read_text("utf-8").splitlines(keepends=True)
    before = json.loads(lines[0])
    for key in SETTINGS:
        if before.get(key) != settings[key]:
            raise Mismatch(f"{path}: {key} was {before.get(key)!r}, now it is {settings[key]!r}")
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):  # the last game was cut off while it was written
        path.write_text("".join(whole), "utf-8")
    games = {(one["block"], one["turn"]): one for one in map(json.loads, whole[1:])}
    return list(games.values())


class Run:
    """A run of the arena: what has been played, and where it is written down."""

    def __init__(self, settings: dict[str, Any], path: Path | None) -> None:
        self.path = path
        self.results: list[Result] = [] if path is None else resumed(path, settings)
        self.done = {(one["block"], one["turn"]) for one in self.results}

    def take(self, result: Result) -> None:
        """Write a game down; one that comes twice counts once."""
        key = (result["block"], result["turn"])
        if key in self.done:
            return
        self.done.add(key)
        self.results.append(result)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")


def wish_of(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="omerta arena", description=__doc__)
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", type=int, required=True, help="how many sit at the table")
    parser.add_argument("--bots", required=True, help="names, with commas between them")
    parser.add_argument("--games", type=int, default=100, help="games, made up to whole blocks")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="which deals")
    parser.add_argument("--option", type=option_of, action="append", default=[], help="name=value")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--resume", type=Path, help="a file to write games to and go on with")
    wish = parser.parse_args(argv)
    rulebook = GAMES[wish.game]
    wish.bots = [name.strip() for name in wish.bots.split(",") if name.strip()]
    wish.option = dict(wish.option)
    if wish.players not in rulebook.seats:
        seats = rulebook.seats
        parser.error(f"expected {seats[0]} to {seats[-1]} players, got {wish.players}")
    if not wish.bots or len(set(wish.bots)) < len(wish.bots):
        parser.error("expected different names of players, such as sharp,casual")
    if wish.games < 1 or wish.jobs < 1:
        parser.error("expected at least one game and one process")
    try:
        for name in wish.bots:
            if not name.startswith("cmd:"):
                contender(rulebook, name, wish.players, 0, 0)
    except NoSuchPlayer as nobody:
        parser.error(str(nobody))
    return wish


def main(argv: list[str]) -> int:
    """`omerta arena GAME --players N --bots a,b,... --games K --jobs J [--json] [--resume FILE]`"""
    wish = wish_of(argv)
    values = (wish.game, wish.option, wish.players, wish.bots, wish.seed, __version__)
    settings = dict(zip(SETTINGS, values, strict=True))
    try:
        run = Run(settings, wish.resume)
    except (Mismatch, OSError, ValueError, KeyError) as problem:
        print(f"omerta arena: {problem}", file=sys.stderr)
        return 2
    everything = list(
        wishes(wish.game, wish.option, wish.players, wish.bots, wish.games, wish.seed)
    )
    todo = [one for one in everything if (one[4], one[5]) not in run.done]
    stopped = False
    with progress(shown=not wish.json) as bars:
        bar = bars.add_task(wish.game, total=len(everything), completed=len(everything) - len(todo))

        def tell(result: Result) -> None:
            run.take(result)
            bars.advance(bar)

        try:
            each(play_one, todo, wish.jobs, tell)
        except KeyboardInterrupt:
            stopped = True
    bots = summary(run.results)
    if wish.json:
        told = {**settings, "games": len(run.results), "date": f"{datetime.now(UTC):%Y-%m-%d}"}
        print(json.dumps({**told, "bots": bots}))
    elif run.results:
        title = f"{wish.game}, {wish.players} players, {len(run.results)} games, par "
        Console().print(table_of(bots, f"{title}{100 / wish.players:.1f}"))
    if stopped and wish.resume is not None:
        print(f"stopped; the same command goes on from {wish.resume}", file=sys.stderr)
    return 130 if stopped else 0
