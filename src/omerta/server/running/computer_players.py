"""Computer players at a table: they think in worker processes and get a view, never a game.

A worker rebuilds the table's game from its answers, so nothing but plain numbers crosses the
border, and hands the player what its seat sees of it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import zlib
from array import array
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from random import Random
from typing import Any, Final

from omerta.bots.roster import levels, player
from omerta.bots.search import SearchPlayer
from omerta.core import Game, Rulebook
from omerta.games import edition
from omerta.server.table.fold import Table, pairs
from omerta.server.table.lessons import read_lesson

REMEMBERED: Final = 64
"""Games that a worker keeps, so that only the newest answers have to be replayed."""

PATIENCE: Final = 30.0
"""Seconds after which nobody waits for a thought any more."""

LEAST_SHARE: Final = 0.05
"""What is left of a player's budget however many others wait."""

NICENESS: Final = 5
"""How far workers stand back behind the server, which has people waiting."""

_games: OrderedDict[str, tuple[Game, int]] = OrderedDict()


def _replayed(
    rulebook: Rulebook[Any, Any, Any],
    key: str,
    options: dict[str, str],
    seats: int,
    answers: bytes,
    lesson: str,
) -> Game:
    """The game after these answers; the beginning is remembered from the last time."""
    log = array("q", answers)
    game, done = _games.pop(key, (None, 0))
    if game is None or done > len(log):
        done = 0
        if lesson:
            game = read_lesson(lesson, rulebook.version).deal()
        else:
            game = rulebook.deal(rulebook.options(options), seats)
    for seat, choice in pairs(log[done:]):
        game.answer(seat, choice)
    _games[key] = (game, len(log))
    while len(_games) > REMEMBERED:
        _games.popitem(last=False)
    return game


def think(
    name: str,
    version: int,
    level: str,
    key: str,
    options: dict[str, str],
    seats: int,
    answers: bytes,
    seat: int,
    seed: int,
    lesson: str = "",
    share: float = 1.0,
) -> list[int]:
    """A whole move of a computer player, as its small answers. Runs in a worker.

    Who searches gets a share of its usual budget.
    """
    rulebook = edition(name, version)
    rng = Random(seed)
    mind = player(name, level)
    if isinstance(mind, SearchPlayer):
        mind.means = share
    game: Game = rulebook.copy(_replayed(rulebook, key, options, seats, answers, lesson))
    move: list[int] = []
    ask = game.asked(seat)
    while ask is not None and (not move or ask.continues):
        choice = mind.choose(rulebook.view(game, seat), rng)
        game.answer(seat, choice)
        move.append(choice)
        ask = game.asked(seat)
    return move


class Players:
    """The workers. A table always goes to the same one, which remembers its game."""

    def __init__(self, workers: int | None = None) -> None:
        """No workers at all means threads of this process, for tests and small machines."""
        self.count = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.pools: list[Executor | None] = [None] * max(1, self.count)
        self.waiting = [0] * len(self.pools)
        """How many thoughts each worker has before it."""

    def _place(self, table: str) -> int:
        return zlib.crc32(table.encode()) % len(self.pools)

    def _pool(self, table: str) -> Executor:
        place = self._place(table)
        pool = self.pools[place]
        if pool is None:
            if self.count == 0:
                pool = ThreadPoolExecutor(1, "omerta-player")
            else:
                context = multiprocessing.get_context("spawn")
                pool = ProcessPoolExecutor(1, mp_context=context, initializer=_quiet)
            self.pools[place] = pool
        return pool

    async def choose(self, table: Table, seat: int) -> list[int]:
        """What the computer player of this seat does; in a lesson what the script says."""
        progress = table.progress()
        cue = None if progress is None else progress.due(seat)
        if cue is not None:
            return list(cue.answers)
        pool = self._pool(table.id)
        place = self._place(table.id)
        self.waiting[place] += 1
        try:
            return await asyncio.wait_for(self._think(pool, table, seat), PATIENCE)
        except BrokenExecutor:
            # The system has ended the worker, for example because memory was short.
            self._forget(pool)
            return await asyncio.wait_for(self._think(self._pool(table.id), table, seat), PATIENCE)
        except TimeoutError:
            # Whoever waits for the same worker is given another one.
            self._forget(pool)
            end_workers(pool)
            raise
        finally:
            self.waiting[place] -= 1

    def _forget(self, pool: Executor) -> None:
        """Have no more to do with a worker."""
        self.pools = [None if one is pool else one for one in self.pools]

    def share(self, table: str) -> float:
        """What is left of a budget: the more thoughts wait for a worker, the less each may cost."""
        return max(LEAST_SHARE, 1.0 / max(1, self.waiting[self._place(table)]))

    async def _think(self, pool: Executor, table: Table, seat: int) -> list[int]:
        level = table.chairs[seat].level
        return await asyncio.get_running_loop().run_in_executor(
            pool,
            think,
            table.rulebook.name,
            table.rulebook.version,
            level,
            f"{table.game_id}/{len(table.corrections)}",
            table.options,
            table.seats,
            table.answers.tobytes(),
            seat,
            secrets.randbits(64),
            table.lesson_text,
            self.share(table.id),
        )

    def levels(self, game: str) -> list[str]:
        """The computer players of a game, the default first."""
        return levels(game)

    def default_level(self, table: Table) -> str:
        """Who plays for somebody who is away."""
        return levels(table.rulebook.name)[0]

    def close(self) -> None:
        """Let the workers go."""
        for pool in self.pools:
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
        self.pools = [None] * len(self.pools)


def end_workers(pool: Executor) -> None:
    """End the processes of a pool, whatever they are doing; a thread cannot be ended."""
    processes: dict[int, Any] = getattr(pool, "_processes", None) or {}
    for process in list(processes.values()):
        process.kill()


def _quiet() -> None:
    """A worker leaves Ctrl-C to the server, and stands back behind it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
