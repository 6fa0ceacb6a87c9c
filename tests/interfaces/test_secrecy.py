"""Two worlds in lock-step, for every byte that an interface gives a seat."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pyspiel
import pytest

import omerta.interfaces.openspiel as spiel
from omerta.core.turns import Turns
from omerta.interfaces.gymnasium import OneSeat
from omerta.interfaces.pettingzoo.agents import Agents, AllAtOnce
from omerta.interfaces.vector import Games
from omerta.lab.secrecy import Leak, turns_in_lock_step

CASES = [("mafia-city", 4), ("downtown", 3), ("palermo", 8)]
Told = Callable[[Turns, int], object]


def openspiel(game: Any, turns: Turns, seat: int) -> object:
    """All that a state of OpenSpiel tells of a player, and of what it may do."""
    state = game.new_initial_state()
    state.turns = turns
    return (
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.current_player(),
        state.is_terminal(),
        state.legal_actions(seat) if state.current_player() == seat else None,
    )


def pettingzoo(env: Agents, turns: Turns, seat: int) -> object:
    env.turns = turns
    seen = env.observe(f"player_{seat}")
    env.render_mode = "ansi"
    return ([part.tobytes() for part in seen.values()], env.render())


def parallel(env: AllAtOnce, turns: Turns, seat: int) -> object:
    env.inner.turns = turns
    return [part.tobytes() for part in env._seen()[f"player_{seat}"].values()]


def gym(envs: list[OneSeat], turns: Turns, seat: int) -> object:
    env = envs[seat]
    env.turns = turns
    seen, info = env._seen()
    parts = [*seen.values(), *info.values()]
    return ([part.tobytes() for part in parts], env.render())


def vector(games: Games, turns: Turns, seat: int) -> object:
    if turns.seat != seat:
        return None  # a batch shows a game to whoever has the turn, and to nobody else
    games.games = [turns]
    return [part.tobytes() for part in games.seen()]


def interface(kind: str, name: str, seats: int) -> Told:
    """What this interface gives a seat of this game."""
    short = name.replace("-", "_")
    if kind == "openspiel":
        return partial(openspiel, pyspiel.load_game(f"omerta_{short}(players={seats})"))
    if kind == "pettingzoo":
        return partial(pettingzoo, Agents(name, seats))
    if kind == "parallel":
        at_once = AllAtOnce(name, seats)
        at_once.reset(seed=1)
        return partial(parallel, at_once)
    if kind == "gymnasium":
        return partial(gym, [OneSeat(name, seats, seat=seat) for seat in range(seats)])
    world = spiel.world_of(name, seats, "", 16)
    return partial(vector, Games(world, [1], tensors=True))


def compared(name: str, seats: int, told: Told, enough: int) -> int:
    taken = 0
    for seed in range(30):
        rng = Random(seed)
        turns = spiel.world_of(name, seats, "", 16).begin()
        while turns.ask is not None:
            if turns.seat >= 0 and rng.random() < 0.06:
                taken += turns_in_lock_step(turns, rng.randrange(seats), rng, 6, told)
            if taken > enough:
                return taken
            choices = turns.ask.choices
            turns.answer(choices[int(rng.random() * len(choices))])
    return taken


@pytest.mark.parametrize("kind", ["openspiel", "pettingzoo", "parallel", "gymnasium", "vector"])
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_no_interface_tells_a_seat_what_it_may_not_know(kind: str, name: str, seats: int) -> None:
    assert compared(name, seats, interface(kind, name, seats), 30) > 30


def test_a_planted_leak_is_caught() -> None:
    """A mask for somebody who has not the turn tells what the mover holds."""
    env = Agents("mafia-city", 4)

    def careless(turns: Turns, seat: int) -> object:
        return env.world.mask(turns).tobytes()

    with pytest.raises(Leak):
        compared("mafia-city", 4, careless, 300)
