"""Fit the value by which the searching players of a game judge a position.

Games are played by rules of thumb first, then by players who search with the value that the games
before have brought. At the beginning of every step it is noted what speaks for each seat; a
conditional logit learns from who won in the end. The weights, and the record of how they came
about, are written beside the players of the game as `value.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from math import log
from pathlib import Path
from random import Random
from typing import Any, Final

from omerta import __version__
from omerta.bots.roster import SEARCHED, player, search_player, values_file, values_of
from omerta.bots.search import Budget
from omerta.bots.value import Sample, Value, fitted, loss
from omerta.core import CHANCE, Player
from omerta.games import GAMES

RIDGE: Final = 2.0
"""How much weights are held near zero."""
NEWTON: Final = 8
"""Steps of Newton's method; it stands still long before."""
APART: Final = {"mafia-city": 1, "downtown": 3}
"""Every which step is noted: neighbouring ones say almost the same."""
LONGEST: Final = 20_000
"""Answers after which a game is thrown away."""


def samples_of(
    game: str, seats: int, seed: int, weights: list[float], simulations: int
) -> list[Sample]:
    """One game between equals, as the positions at the beginning of its steps."""
    rulebook = GAMES[game]
    outlook = SEARCHED[game]()
    rng = Random(f"{game} {seats} {seed}")
    usual = player(game, "casual")
    searching: Player = usual
    if simulations:
        values = {seats: Value(weights)}
        searching = search_player(game, Budget(0.0, simulations), values=values)
    state: Any = rulebook.deal(rulebook.options(rulebook.simulation), seats)
    step = -1
    noted: list[list[list[float]]] = []
    for _ in range(LONGEST):
        if not state.asks:
            break
        ask = state.asks[0]
        if ask.seat == CHANCE:
            state.answer(CHANCE, ask.choices[int(rng.random() * len(ask.choices))])
            continue
        now = outlook.step(state, -1, step)
        if now != step:
            step = now
            if now % APART[game] == 0:
                noted.append(outlook.features(state))
        state.answer(ask.seat, searching.choose(rulebook.view(state, ask.seat), rng))
    outcome = rulebook.outcome(state)
    if outcome is None:
        return []
    return [Sample(features, winner) for features in noted for winner in outcome.winners[:1]]


def job(wish: tuple[str, int, int, list[float], int]) -> list[tuple[list[list[float]], int]]:
    """The same for a worker: plain values only."""
    return [(sample.features, sample.winner) for sample in samples_of(*wish)]


def gathered(
    game: str, seats: int, seeds: range, weights: list[float], simulations: int, jobs: int
) -> list[Sample]:
    """Many games, by several processes if wanted; the same seeds give the same samples."""
    wishes = [(game, seats, seed, weights, simulations) for seed in seeds]
    if jobs == 1:
        found = [job(wish) for wish in wishes]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(job, wishes, chunksize=4))
    return [Sample(features, winner) for rows in found for features, winner in rows]


def fit(
    game: str, seats: int, games: int, again: int, rounds: int, simulations: int, jobs: int
) -> tuple[list[float], dict[str, Any]]:
    """The weights for one number of players, and how they came about."""
    first = gathered(game, seats, range(games), [], 0, jobs)
    weights = fitted(first, RIDGE, NEWTON)
    told: list[dict[str, Any]] = [told_of(first, weights, games, 0)]
    everything = first
    for turn in range(rounds):
        begin = games + turn * again
        seeds = range(begin, begin + again)
        more = gathered(game, seats, seeds, weights, simulations, jobs)
        before = loss(weights, more)
        everything = everything + more
        weights = fitted(everything, RIDGE, NEWTON)
        told.append({**told_of(more, weights, again, simulations), "loss_before": round(before, 4)})
    return weights, {"seats": seats, "uniform_loss": round(log(seats), 4), "rounds": told}


def told_of(
    samples: list[Sample], weights: list[float], games: int, simulations: int
) -> dict[str, Any]:
    """One round of self-play, for the record."""
    return {
        "games": games,
        "simulations": simulations,
        "positions": len(samples),
        "loss": round(loss(weights, samples), 4),
    }


def main(argv: list[str]) -> int:
    """`omerta fit GAME [--players N ...] [--games K] [--again K] [--rounds R] ...`"""
    parser = argparse.ArgumentParser(prog="omerta fit", description=__doc__)
    parser.add_argument("game", choices=list(SEARCHED), metavar="GAME", help=", ".join(SEARCHED))
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players, else all")
    parser.add_argument("--games", type=int, default=400, help="games by rules of thumb")
    parser.add_argument("--again", type=int, default=40, help="games in each round of self-play")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of self-play after that")
    parser.add_argument("--simulations", type=int, default=32, help="of a decision in self-play")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="where to write, instead of beside the players")
    wish = parser.parse_args(argv)
    rulebook = GAMES[wish.game]
    numbers = wish.players or list(rulebook.seats)
    for number in numbers:
        if number not in rulebook.seats:
            parser.error(f"{number} players: expected {rulebook.seats[0]} to {rulebook.seats[-1]}")
    path = wish.out or values_file(wish.game)
    kept = values_of(path) if path.exists() else {}
    written = {str(seats): value.weights for seats, value in kept.items()}
    record = json.loads(path.read_text("utf-8"))["record"] if path.exists() else {}
    for number in numbers:
        began = time.perf_counter()
        weights, how = fit(
            wish.game, number, wish.games, wish.again, wish.rounds, wish.simulations, wish.jobs
        )
        written[str(number)] = [round(weight, 4) for weight in weights]
        record[str(number)] = {
            **how,
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "version": __version__,
            "command": f"omerta fit {' '.join(argv)}",
        }
        took = time.perf_counter() - began
        last = how["rounds"][-1]
        print(f"{number} players: loss {last['loss']} of {how['uniform_loss']}, {took:.0f} s")
        names = SEARCHED[wish.game]().names
        data = {"features": list(names), "weights": written, "record": record}
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"wrote {path}", file=sys.stderr)
    return 0
