"""What a second server process adds, on PostgreSQL and Redis."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any, Final

from clients import Load
from measuring import SPARE, Bench, Measured, play
from running import cpu_of_family, held, omerta

TABLES: Final = 100
"""Tables in play, each at one of the processes: 50 and 200 connections for each of two."""

SMALL_SHARE: Final = 0.5
"""What a server gets of a core: two fill one core, and all others have the rest."""


class Services:
    """PostgreSQL with tables in play, and Redis."""

    def __init__(self) -> None:
        sys.path.insert(0, str(Path(__file__).parents[1]))
        from tests.server.services import Postgres, Redis

        self.postgres, self.redis = Postgres(), Redis()
        self.pattern = self.postgres.new_database()
        self.ids: list[str] = []
        self.signed: list[str] = []

    async def prepare(self, bench: Bench) -> None:
        """Write the tables from which every measurement begins."""
        _, self.ids, self.signed = await bench.tables_in(
            "cluster", TABLES + SPARE, 5, database=self.pattern
        )

    def database(self) -> str:
        """A database with these tables."""
        address: str = self.postgres.new_database(template=self.pattern)
        return address

    def cpu(self) -> float:
        """Processor time of both so far, in seconds."""
        return sum(cpu_of_family(one.process.pid) for one in (self.postgres, self.redis))

    def stop(self) -> None:
        """End both."""
        self.postgres.stop()
        self.redis.stop()


async def cluster(bench: Bench) -> None:
    """Two processes on PostgreSQL and Redis against one, in turns."""
    services = Services()
    turns: dict[tuple[int, float], list[Measured]] = {}
    try:
        await services.prepare(bench)
        for _ in range(bench.rounds):
            for share in (1.0, SMALL_SHARE):
                for processes in (1, 2):
                    turn = await _measured(bench, services, processes, share)
                    turns.setdefault((processes, share), []).append(turn)
    finally:
        services.stop()
    _tell(bench, "", turns[1, 1.0], turns[2, 1.0])
    for name, processes in (("one", 1), ("two", 2)):
        busy = [t.rate * (t.cost + t.own_cost + t.others) for t in turns[processes, 1.0]]
        bench.tell_rounds(f"cores busy with {name}", busy, "cores", f"of {os.cpu_count()}")
    # Where there are fewer cores than programs, servers that may use only a part of one leave
    # the others what they need, as they would have it on a larger machine.
    _tell(bench, f", held to {SMALL_SHARE:.0%}", turns[1, SMALL_SHARE], turns[2, SMALL_SHARE])


def _tell(bench: Bench, how: str, one: list[Measured], two: list[Measured]) -> None:
    bench.tell_rounds(f"one process on PostgreSQL{how}", [t.rate for t in one], "moves/s")
    bench.tell_rounds(f"two processes on PostgreSQL{how}", [t.rate for t in two], "moves/s")
    gains = [second.rate / first.rate for first, second in zip(one, two, strict=True)]
    bench.tell_rounds(f"two against one{how}", gains, "times", "wanted 1.5")
    bench.tell_rounds(
        f"per second of server's processor, one{how}", [1 / t.cost for t in one], "moves"
    )
    bench.tell_rounds(
        f"per second of servers' processor, two{how}", [1 / t.cost for t in two], "moves"
    )


async def _measured(bench: Bench, services: Services, processes: int, share: float) -> Measured:
    database, ids = services.database(), services.ids
    options = ("--database", database, "--redis", services.redis.address)
    servers: list[Any] = [omerta(bench.folder / "cluster", *options) for _ in range(processes)]
    spare = iter(ids[TABLES:])
    loads = [Load(services.signed, spare=spare) for _ in servers]
    for place, (load, server) in enumerate(zip(loads, servers, strict=True)):
        await load.connect([server.address], ids[place:TABLES:processes])
    with held(servers, share) if share < 1 else contextlib.nullcontext():
        played = await play(loads, servers, bench.seconds, services.cpu)
    for server in servers:
        server.stop()
    return played
