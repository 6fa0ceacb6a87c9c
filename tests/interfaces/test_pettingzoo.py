"""PettingZoo's and Gymnasium's own conformance tests, unchanged, on our games."""

import time
import types
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import omerta.interfaces.gymnasium as ours
from omerta.interfaces.pettingzoo import downtown_v0, mafia_city_v0, palermo_v0

MODULES = (mafia_city_v0, downtown_v0, palermo_v0)
every_module = pytest.mark.parametrize(
    "module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2]
)

REMARKS = {
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros (no legal actions).",
}
"""A masked game has dictionaries for spaces, which api_test remarks on in every game but
PettingZoo's own; and when a game is over nobody has a legal action. It remarks on nothing else."""


@every_module
def test_the_api_is_as_it_should_be(module: Any) -> None:
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        api_test(module.env(max_turns=200), num_cycles=300, verbose_progress=False)
    assert {str(remark.message) for remark in remarks} <= REMARKS


@every_module
def test_a_seed_decides_a_game(module: Any) -> None:
    seed_test(module.env, num_cycles=8)
    parallel_seed_test(module.parallel_env, num_cycles=8)


@every_module
def test_the_parallel_api_is_as_it_should_be(module: Any) -> None:
    parallel_api_test(module.parallel_env(), num_cycles=30)


@every_module
def test_a_number_of_cycles_is_kept(module: Any) -> None:
    """Everybody has as many cycles only where all act at once; PettingZoo makes turns of that."""
    at_once = types.SimpleNamespace(
        parallel_env=module.parallel_env,
        env=lambda max_cycles: parallel_to_aec(module.parallel_env(max_cycles=max_cycles)),
    )
    max_cycles_test(at_once)


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = iter(range(0, 1_000_000, 3))  # its clock: two rounds are enough here
    monkeypatch.setattr(time, "time", lambda: next(passed))
    performance_benchmark(mafia_city_v0.env(tensors=False))


@every_module
def test_a_random_game_ends_and_what_is_gained_adds_up_to_nothing(module: Any) -> None:
    env = module.env(tensors=False)
    env.reset(seed=3)
    rng = Random(3)
    gained: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        gained[agent] = gained.get(agent, 0.0) + reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else int(rng.choice(legal.tolist())))
    assert sum(gained.values()) == pytest.approx(0)
    outcome = env.unwrapped.turns.outcome()
    assert (max(gained.values()) > 0) == bool(outcome.winners)


@pytest.mark.parametrize("name", ["MafiaCity", "Downtown", "Palermo"])
def test_one_seat_is_a_sound_environment(name: str) -> None:
    env = gymnasium.make(f"omerta/{name}-v0", players=6 if name == "Palermo" else 3, max_turns=50)
    check_env(env.unwrapped)


def test_one_seat_plays_a_whole_game_among_computer_players() -> None:
    env = ours.OneSeat("mafia-city", 4, seat=2)
    seen, info = env.reset(seed=5)
    rng = np.random.default_rng(1)
    over = False
    reward = 0.0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        seen, reward, over, cut, info = env.step(rng.choice(legal))
        assert not cut
    assert reward in (-1.0, 3.0)
    assert not seen["action_mask"].any()
