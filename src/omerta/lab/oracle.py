"""`omerta oracle`: Palermo beside the exact figures for a town that judges by lot.

Every day a living player is drawn by lot, accused and voted against by everybody; every night
the mafia agree on a citizen drawn by lot. The rules do the rest. How often the mafia win is
known exactly for every number of players and mafiosi.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from omerta.games.palermo.by_lot import mafia_wins

PLAYERS: Final = range(6, 22)
MAFIOSI: Final = range(1, 8)
FARTHEST: Final = 4.3
"""How many standard deviations off a cell may be before it counts as wrong."""


class Cell(NamedTuple):
    """One figure: how often the mafia win with these players and mafiosi under this rule."""

    rule: str
    players: int
    mafiosi: int
    share: float


class Result(NamedTuple):
    """What the engine made of a cell."""

    cell: Cell
    games: int
    mafia_wins: int

    @property
    def z(self) -> float:
        """How far off it is, in standard deviations; certain cells allow no deviation."""
        expected = self.games * self.cell.share
        deviation = sqrt(expected * (1 - self.cell.share))
        off = self.mafia_wins - expected
        if deviation < 1e-9:
            return 0.0 if abs(off) < 1e-6 else float("inf")
        return off / deviation


def starts_open(rule: str, players: int, mafiosi: int) -> bool:
    """Whether the mafia begin below their winning share."""
    return 2 * mafiosi < players or (rule == "majority" and 2 * mafiosi == players)


def cells_of(file: Path) -> list[Cell]:
    """The figures of a game that opens with a day, for every start that is still open."""
    found: list[Cell] = []
    with file.open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            cell = Cell(row["rule"], int(row["n"]), int(row["m"]), float(row["p_mafia_win"]))
            if (
                row["day_first"] == "1"
                and cell.players in PLAYERS
                and cell.mafiosi in MAFIOSI
                and starts_open(cell.rule, cell.players, cell.mafiosi)
            ):
                found.append(cell)
    return found


def measure(cell: Cell, games: int, seed: int) -> Result:
    """Play one cell."""
    rng = Random(f"{seed} {cell.rule} {cell.players} {cell.mafiosi}")
    return Result(cell, games, mafia_wins(cell.rule, cell.players, cell.mafiosi, games, rng))


def measure_all(cells: list[Cell], games: int, seed: int, workers: int) -> Iterator[Result]:
    """Play every cell, several at a time; the results come in the order of the cells."""
    if workers == 1:
        for cell in cells:
            yield measure(cell, games, seed)
        return
    count = len(cells)
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(measure, cells, [games] * count, [seed] * count)


def main(argv: list[str]) -> int:
    """`omerta oracle [--games N] [--json]`"""
    parser = argparse.ArgumentParser(prog="omerta oracle", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games per cell")
    parser.add_argument("--seed", type=int, default=1, help="another seed plays other games")
    parser.add_argument("--json", action="store_true", help="a JSON list instead of a table")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--file", type=Path, default=FIGURES, help="the exact figures")
    wish = parser.parse_args(argv)
    results: list[Result] = []
    for result in measure_all(cells_of(wish.file), wish.games, wish.seed, wish.workers):
        results.append(result)
        if not wish.json:
            print(line(result), flush=True)
    wrong = [result for result in results if abs(result.z) >= FARTHEST]
    if wish.json:
        print(json.dumps([encoded(result) for result in results]))
    else:
        print(f"{len(results) - len(wrong)} cells within bounds, {len(wrong)} outside")
    return 1 if wrong else 0


def line(result: Result) -> str:
    """One cell as people read it."""
    cell = result.cell
    share = result.mafia_wins / result.games
    return (
        f"{cell.rule:8} n {cell.players:2} m {cell.mafiosi}  "
        f"mafia {share:.4f} expected {cell.share:.4f}  z {result.z:+.2f}"
    )


def encoded(result: Result) -> dict[str, str | int]:
    """One cell as JSON values."""
    cell = result.cell
    return {
        "rule": cell.rule,
        "n": cell.players,
        "m": cell.mafiosi,
        "games": result.games,
        "mafia_wins": result.mafia_wins,
    }


FIGURES: Final = Path(__file__).with_name("mafia_exact.csv")
