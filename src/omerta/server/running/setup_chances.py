"""How fair a setup is: computer players play it in a worker while people still choose.

Nobody waits for it: whoever asks gets what is known so far and lets the next few games be
played. What is known is kept, so the same setup is never played twice.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Final

from omerta.bots.playing import sides_that_win
from omerta.server.table.fold import Table

ENOUGH: Final = 120
"""How many games make an estimate that is good to a few percent."""

A_WHILE: Final = 1.0
"""Seconds of play for which one question asks."""

REMEMBERED: Final = 500


class Chances:
    """What is known of the setups that people have looked at."""

    def __init__(self, workers: int | None = None) -> None:
        """No workers at all means a thread of this process, for tests and small machines."""
        self.workers = workers
        self.pool: Executor | None = None
        self.known: OrderedDict[tuple[str, ...], dict[str, int]] = OrderedDict()
        self.busy = asyncio.Lock()

    async def of(self, table: Table, rehearsal: dict[str, str]) -> dict[str, int]:
        """Games won by each side so far; the next few are played unless others are."""
        key = (table.rulebook.name, str(table.seats), *rehearsal.values())
        won = self.known.setdefault(key, {})
        self.known.move_to_end(key)
        while len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        if sum(won.values()) < ENOUGH and not self.busy.locked():
            async with self.busy:
                more = await self._more(table, rehearsal)
            for side, games in more.items():
                won[side] = won.get(side, 0) + games
        return won

    async def _more(self, table: Table, rehearsal: dict[str, str]) -> dict[str, int]:
        """The next few games; a worker that the system has ended is replaced."""
        try:
            return await self._play(table, rehearsal)
        except BrokenExecutor:
            self.close()
            return await self._play(table, rehearsal)

    async def _play(self, table: Table, rehearsal: dict[str, str]) -> dict[str, int]:
        return await asyncio.get_running_loop().run_in_executor(
            self._worker(),
            sides_that_win,
            table.rulebook.name,
            rehearsal,
            table.seats,
            A_WHILE,
            secrets.randbits(64),
        )

    def _worker(self) -> Executor:
        if self.pool is None:
            if self.workers == 0:
                self.pool = ThreadPoolExecutor(1, "omerta-chances")
            else:
                context = multiprocessing.get_context("spawn")
                self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=_stand_back)
        return self.pool

    def close(self) -> None:
        """Let the worker go."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = None


def _stand_back() -> None:
    """Games that are played go before games that are only tried; Ctrl-C is for the server."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
