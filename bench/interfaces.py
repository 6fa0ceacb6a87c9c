"""Steps a second through the interfaces, beside the games that PettingZoo, RLCard and OpenSpiel
bring along, in one run.

    pip install 'omerta[openspiel,pettingzoo]' pygame rlcard
    python bench/interfaces.py [--seconds 3]

Everybody plays at random with the mask, or the list, of legal actions; what is not installed is
left out. A bare engine plays the same turns without actions, masks and agents.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from omerta.core import CHANCE, machine
from omerta.games import GAMES

Contest = Callable[[Callable[[], bool], Random], int]


def engine(name: str, seats: int) -> Contest:
    """Turns without anything around them: choices are drawn from the question."""

    def play(goes_on: Callable[[], bool], rng: Random) -> int:
        from omerta.core.turns import in_turns

        book = GAMES[name]
        options = book.options({**book.simulation})
        random = rng.random
        steps = 0
        while goes_on():
            turns = in_turns(book, book.deal(options, seats))
            while (ask := turns.ask) is not None:
                choices = ask.choices
                steps += turns.seat != CHANCE
                turns.answer(choices[int(random() * len(choices))])
        return steps

    return play


def agents(make: Callable[[], Any]) -> Contest:
    """An AEC environment, as PettingZoo's own benchmark plays it."""

    def play(goes_on: Callable[[], bool], rng: Random) -> int:
        env = make()
        steps = 0
        while goes_on():
            env.reset(seed=rng.randrange(2**31))
            for _ in env.agent_iter():
                seen, _, over, cut, info = env.last()
                if over or cut:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                legal = np.flatnonzero(mask.view(bool))  # much faster than in whole numbers
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        return steps

    return play


def spiel(name: str) -> Contest:
    """A game of OpenSpiel, as its own example plays it."""

    def play(goes_on: Callable[[], bool], rng: Random) -> int:
        import pyspiel

        game = pyspiel.load_game(name)
        steps = 0
        while goes_on():
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                steps += not state.is_chance_node()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return steps

    return play


def rlcard(name: str) -> Contest:
    """An environment of RLCard, step by step."""

    def play(goes_on: Callable[[], bool], rng: Random) -> int:
        make = importlib.import_module("rlcard").make
        env = make(name, config={"seed": rng.randrange(2**31)})
        steps = 0
        while goes_on():
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return play


def ours(module: str, players: int, *, tensors: bool, guards: bool) -> Callable[[], Any]:
    """An environment of ours, as it is or with the usual guards of PettingZoo."""

    def make() -> Any:
        found = importlib.import_module(f"omerta.interfaces.pettingzoo.{module}")
        return (found.env if guards else found.raw_env)(players=players, tensors=tensors)

    return make


def theirs(module: str) -> Callable[[], Any]:
    """A classic game of PettingZoo."""
    return lambda: importlib.import_module(f"pettingzoo.classic.{module}").env()


TABLES = (("mafia-city", 4), ("downtown", 3), ("palermo", 9))


def contests() -> dict[str, Contest]:
    """Everybody who takes part."""
    found: dict[str, Contest] = {}
    for name, seats in TABLES:
        module = f"{name.replace('-', '_')}_v0"
        found[f"{name} {seats}: bare engine"] = engine(name, seats)
        for what, tensors, guards in (
            ("raw_env, masks", False, False),
            ("raw_env, masks and tensors", True, False),
            ("env (with guards), masks", False, True),
        ):
            made = ours(module, seats, tensors=tensors, guards=guards)
            found[f"{name} {seats}: PettingZoo {what}"] = agents(made)
        short = f"omerta_{name.replace('-', '_')}(players={seats})"
        found[f"{name} {seats}: OpenSpiel"] = spiel(short)
    for module in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4"):
        found[f"PettingZoo {module}"] = agents(theirs(module))
    for name in ("leduc-holdem", "limit-holdem", "uno"):
        found[f"RLCard {name}"] = rlcard(name)
    for name in ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker"):
        found[f"OpenSpiel {name}"] = spiel(name)
    return found


def main() -> None:
    """Measure everybody, one after the other, in CPU seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    chosen = parser.parse_args()
    try:
        importlib.import_module("omerta.interfaces.openspiel")
        importlib.import_module("open_spiel.python.games")
    except ModuleNotFoundError as missing:
        print(f"without OpenSpiel: {missing}")
    compiled = not str(machine.__file__).endswith(".py")
    print(f"the engine is {'compiled' if compiled else 'pure Python'}; CPU seconds")
    for name, contest in contests().items():
        began = time.process_time()
        until = began + chosen.seconds
        try:
            steps = contest(lambda until=until: time.process_time() < until, Random(1))
        except (ImportError, AttributeError) as missing:
            print(f"{name:45} left out: {missing}")
            continue
        print(f"{name:45} {steps / (time.process_time() - began):10,.0f} steps/s")


if __name__ == "__main__":
    main()
