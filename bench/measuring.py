"""A run of the bench: what is measured, how long, and what came out."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from clients import Load
from running import Running
from tables import prepare, tokens

from omerta.server.store import open_store

SPARE: Final = 500
"""Tables for those whose game ends while it is measured: after some 300 moves it does."""


class Bench:
    """What is measured, how long, and what came out."""

    def __init__(self, folder: Path, seconds: float, rounds: int, tables: int) -> None:
        self.folder = folder
        self.seconds = seconds
        self.rounds = rounds
        """How often what is compared is measured in turns."""
        self.tables = tables
        self.figures: dict[str, float] = {}

    def tell(self, name: str, value: float, unit: str, wanted: str = "") -> None:
        """One line of the report."""
        self.figures[f"{name}, {unit}" if unit else name] = round(value, 3)
        print(f"{name:<52} {value:>10,.2f} {unit:<10} {wanted}", file=sys.stderr, flush=True)

    def tell_rounds(self, name: str, values: list[float], unit: str, wanted: str = "") -> None:
        """One line of the report for what was measured in every round: median and range."""
        spread = f"({min(values):,.2f} to {max(values):,.2f})"
        self.figures[f"{name}, {unit}, least"] = round(min(values), 3)
        self.figures[f"{name}, {unit}, most"] = round(max(values), 3)
        self.tell(name, median(values), unit, f"{spread}  {wanted}")

    async def tables_in(
        self, place: str, count: int, moves: int = 40, *, calm: bool = False, database: str = ""
    ) -> tuple[Path, list[str], list[str]]:
        """A data directory with tables in play; their ids, and the tokens of the persons."""
        folder = self.folder / place
        store = open_store(database, folder)
        await store.open()
        ids = await prepare(store, count, moves, calm=calm)
        signed = await tokens(store)
        await store.close()
        return folder, ids, signed


def share(values: list[float], part: float) -> float:
    """The value below which this part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Measured:
    """A span of time in which moves are counted."""

    def __init__(
        self, rate: float, cost: float, own_cost: float, times: list[float], others: float = 0.0
    ) -> None:
        self.rate = rate
        self.cost = cost
        """Processor time of all servers per move, in seconds."""
        self.own_cost = own_cost
        """The same of the clients."""
        self.times = times
        self.others = others
        """The same of the programs that the servers use."""


async def play(
    loads: list[Load],
    servers: list[Running],
    seconds: float,
    others: Callable[[], float] = lambda: 0.0,
) -> Measured:
    """Committed moves per second after a moment of warming up."""
    for load in loads:
        load.go()
    await asyncio.sleep(1.5)
    for load in loads:
        load.receipts.clear()
        load.bytes = 0
    cpu = sum(server.cpu() for server in servers)
    own, other = time.process_time(), others()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    lasted = time.perf_counter() - began
    times = [each for load in loads for each in load.receipts]
    count = max(1, len(times))
    measured = Measured(
        count / lasted,
        (sum(server.cpu() for server in servers) - cpu) / count,
        (time.process_time() - own) / count,
        times,
        (others() - other) / count,
    )
    for load in loads:
        assert load.refused == 0, f"{load.refused} moves were refused"
        load.stop()
    return measured
