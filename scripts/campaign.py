"""The long campaign: `python -m scripts.campaign [--games N] [--pairs N]`; see docs/campaign.md.

Random games of every game, option and number of players with all invariants checked at every
answer, and pairs of worlds in lock-step; on all cores, with whatever build of the package is used.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from omerta.core import EVERYBODY, machine
from omerta.games import GAMES
from omerta.lab.playing import random_options, random_play
from omerta.lab.secrecy import Leak, lock_step

SEATS = {"palermo": (6, 8, 12, 16, 21)}


class Job(NamedTuple):
    """A share of the campaign: one game at one table size, from one seed on."""

    name: str
    seats: int
    seed: int
    games: int
    pairs: int


class Tally(NamedTuple):
    """What a share came to."""

    games: int
    answers: int
    pairs: int
    compared: int
    problems: tuple[str, ...]


def carry_out(job: Job) -> Tally:
    """Play the games of one share; compare worlds along them until its pairs are used up."""
    rulebook = GAMES[job.name]
    answers = pairs = compared = 0
    problems: list[str] = []
    for number in range(job.games):
        rng = Random(f"{job.name} {job.seats} {job.seed + number}")
        values = random_options(rulebook, rng, job.seats) if number % 2 else rulebook.simulation
        wanted = -(-job.pairs * (number + 1) // job.games)
        try:
            for game, _ in random_play(rulebook, values, job.seats, rng):
                answers += 1
                problems += rulebook.broken(game)
                whole = not any(ask.continues for ask in game.asks)
                if pairs < wanted and whole and rng.random() < 0.2:
                    viewer = rng.choice([*range(job.seats), EVERYBODY])
                    pairs += 1
                    compared += lock_step(rulebook, game, viewer, rng, 10)
            if rulebook.outcome(game) is None:
                problems.append("the game did not end")
        except (Leak, Exception) as wrong:
            problems.append(f"{job} game {number}: {type(wrong).__name__}: {wrong}")
    return Tally(job.games, answers, pairs, compared, tuple(problems[:5]))


def shares(games: int, pairs: int, chosen: list[str]) -> list[Job]:
    """The whole campaign in shares of a few hundred games."""
    cases = [
        (name, seats) for name in chosen for seats in SEATS.get(name, tuple(GAMES[name].seats))
    ]
    each = -(-games // len(cases))
    jobs = []
    for name, seats in cases:
        for start in range(0, each, 100):
            number = min(100, each - start)
            jobs.append(Job(name, seats, start, number, -(-pairs * number // (each * len(cases)))))
    return jobs


def main() -> int:
    """Run it and print what it came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--only", choices=sorted(GAMES), action="append")
    wish = parser.parse_args()
    began = time.time()
    chosen = wish.only or list(GAMES)
    jobs = shares(wish.games, wish.pairs, chosen)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tallies = list(pool.map(carry_out, jobs))
    build = "compiled" if not machine.__file__.endswith(".py") else "pure"
    problems = [problem for tally in tallies for problem in tally.problems]
    print(f"{', '.join(chosen)} ({build}, Python {sys.version.split()[0]})")
    print(f"games {sum(t.games for t in tallies):,}, answers {sum(t.answers for t in tallies):,}")
    print(f"pairs {sum(t.pairs for t in tallies):,}, compared {sum(t.compared for t in tallies):,}")
    print(f"problems {len(problems)}, {time.time() - began:.0f} s")
    print("\n".join(problems[:20]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
