"""Games in worker processes go like those in this one."""

from random import Random

import numpy as np

from omerta.interfaces.vector import Batch, Games, Vector
from omerta.interfaces.world import World


def any_legal(batch: Batch, rng: Random) -> list[int]:
    return [rng.choice(np.flatnonzero(mask).tolist()) for mask in batch.masks]


def test_workers_play_what_one_process_plays() -> None:
    alone = Games(World("mafia-city", 3), [7, 8, 9], tensors=True)
    rng = Random(1)
    finished = 0
    with Vector("mafia-city", 3, copies=3, workers=2, seed=7) as vector:
        here, there = alone.seen(), vector.begin()
        for _ in range(450):
            for one, other in zip(here, there, strict=True):
                assert np.array_equal(one, other)
            assert (np.abs(here.gains.sum(axis=1)) < 1e-6).all()
            finished += int(here.over.sum())
            actions = any_legal(here, rng)
            here, there = alone.step(actions), vector.step(actions)
    assert finished >= 3
