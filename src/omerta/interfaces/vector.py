"""Many games at once, stepped in worker processes; a game that is over is dealt anew at once."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from random import Random
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from omerta.core.turns import Turns
from omerta.interfaces.world import Mask, Row, World, settled


class Batch(NamedTuple):
    """One moment of every game: whose turn it is, what that seat sees and may do."""

    seats: Any
    masks: Mask
    observations: Row
    """Empty rows if no tensors are wanted."""
    gains: Row
    """What each seat of each game has gained with the last step; not 0 only where it is over."""
    over: Any
    """Which games were over with the last step; what is seen is of the next game."""


class Games:
    """Some games of one kind, one after the other: what a worker holds."""

    def __init__(self, world: World, seeds: Sequence[int], *, tensors: bool) -> None:
        self.world = world
        self.tensors = tensors
        self.rngs = [Random(seed) for seed in seeds]
        self.games = [self._dealt(rng) for rng in self.rngs]

    def _dealt(self, rng: Random) -> Turns:
        turns = self.world.begin()
        settled(turns, rng)
        return turns

    def seen(self) -> Batch:
        """The present moment, nothing gained."""
        gains: Row = np.zeros((len(self.games), self.world.seats), np.float32)
        return self._batch(gains, np.zeros(len(self.games), bool))

    def step(self, actions: Sequence[int]) -> Batch:
        """One action in every game."""
        gains: Row = np.zeros((len(self.games), self.world.seats), np.float32)
        over: Any = np.zeros(len(self.games), bool)
        for place, turns in enumerate(self.games):
            ask = turns.ask
            assert ask is not None, "a game that is over is dealt anew"
            turns.answer(self.world.actions.choice(ask, int(actions[place])))
            settled(turns, self.rngs[place])
            if turns.is_over:
                gains[place] = self.world.returns(turns)
                over[place] = True
                self.games[place] = self._dealt(self.rngs[place])
        return self._batch(gains, over)

    def _batch(self, gains: Row, over: Any) -> Batch:
        seats = np.array([turns.seat for turns in self.games])
        masks = np.stack([self.world.mask(turns) for turns in self.games])
        if self.tensors:
            rows = np.stack([self.world.observation(turns, turns.seat) for turns in self.games])
        else:
            rows = np.zeros((len(self.games), 0), np.float32)
        return Batch(seats, masks, rows, gains, over)


class Vector:
    """Games in worker processes; use it in a `with`."""

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, str] | None = None,
        *,
        copies: int = 8,
        workers: int = 2,
        seed: int = 0,
        tensors: bool = True,
    ) -> None:
        # A fresh interpreter for each: what else runs here is none of a worker's business.
        context = multiprocessing.get_context("spawn")
        seeds = [seed + copy for copy in range(copies)]
        self.shares = [part.tolist() for part in np.array_split(seeds, min(workers, copies))]
        self.pipes: list[Connection] = []
        self.workers = []
        for share in self.shares:
            here, there = context.Pipe()
            arguments = (there, game, players, dict(options or {}), share, tensors)
            worker = context.Process(target=work, args=arguments, daemon=True)
            worker.start()
            there.close()
            self.pipes.append(here)
            self.workers.append(worker)

    def begin(self) -> Batch:
        """The present moment of all games."""
        for pipe in self.pipes:
            pipe.send(None)
        return self._gathered()

    def step(self, actions: Sequence[int]) -> Batch:
        """One action in every game, in the order of the batch."""
        first = 0
        for pipe, share in zip(self.pipes, self.shares, strict=True):
            pipe.send([int(action) for action in actions[first : first + len(share)]])
            first += len(share)
        return self._gathered()

    def _gathered(self) -> Batch:
        parts: list[Batch] = [pipe.recv() for pipe in self.pipes]
        return Batch(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def close(self) -> None:
        """Let the workers go."""
        for pipe in self.pipes:
            pipe.close()
        for worker in self.workers:
            worker.join(timeout=5)

    def __enter__(self) -> Vector:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def work(
    pipe: Connection,
    game: str,
    players: int,
    options: dict[str, str],
    seeds: list[int],
    tensors: bool,  # noqa: FBT001 - a process is given its arguments in a row
) -> None:
    """A worker: actions come in, batches go out, until the other end is closed."""
    games = Games(World(game, players, options), seeds, tensors=tensors)
    while True:
        try:
            actions = pipe.recv()
        except EOFError:
            return
        pipe.send(games.seen() if actions is None else games.step(actions))
