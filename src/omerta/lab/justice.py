"""How just the review is: mistakes by level, planted blunders, and chances beside outcomes.

    python -m omerta.lab.justice GAME --level casual --games 10 --decisions 12

plays games between players of one level and judges some decisions of each, from what the seat saw.
A blunder is planted by putting the worst of a few moves in the place of the one that was made, if
an independent sample of worlds finds it worse than the best by more than ten percentage points.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple

from omerta.bots.playing import play_out
from omerta.bots.review import Task, is_mistake, judge, steps_of, tasks_of
from omerta.bots.roster import SEARCHED
from omerta.bots.weighing import USUAL, Scales, chance_of, gap
from omerta.core import Answer, NoWorld, Seeded
from omerta.games import GAMES
from omerta.lab.contenders import Chairs
from omerta.lab.ratings import wilson

BLUNDER: Final = 0.10
"""A planted blunder costs more than this,"""
SAMPLE: Final = 24
"""in so many worlds that the review never sees."""
FEW: Final = 6
"""The worst of so many moves is planted."""
BINS: Final = 10

Wish = tuple[str, int, str, int, int, bool]
"""Game, players, level, seed, decisions, and whether blunders are planted."""


class Found(NamedTuple):
    """What was found in one game."""

    decisions: int
    mistakes: int
    planted: int
    uncovered: int
    chances: list[tuple[float, float]]
    """Stated chances, each with what came of the game for the seat."""


def looked_at(wish: Wish) -> Found:
    """One game, and the judgement of some of its decisions."""
    game, seats, level, seed, number, plants = wish
    rulebook = GAMES[game]
    rng = Random(f"{game} {seats} {level} {seed}")
    deal = rulebook.deal(rulebook.options(rulebook.simulation), seats)
    answers: list[Answer] = []
    with Chairs(rulebook, [level] * seats, str(seed)) as players:
        play_out(rulebook, deal, players, rng, Seeded(Random(rng.random())), answers)
    fresh = rulebook.deal(rulebook.options(rulebook.simulation), seats)
    steps, end = steps_of(rulebook, fresh, answers)
    outcome = rulebook.outcome(end)
    assert outcome is not None, "a game that was played out is over"
    tasks = [
        task
        for seat in range(seats)
        for task in tasks_of(rulebook, steps, seat)
        if task.move != USUAL and not task.mixed
    ]
    mistakes = judged = planted = uncovered = 0
    chances: list[tuple[float, float]] = []
    for task in rng.sample(tasks, min(number, len(tasks))):
        verdict = judge(rulebook, task)
        if verdict is None:
            continue
        judged += 1
        mistakes += is_mistake(verdict.loss)
        seat = task.view.seat
        won = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        chances.append((verdict.before.mean, won))
        blunder = blundered(Scales(rulebook), task, rng) if plants else None
        if blunder is not None:
            planted += 1
            worse = judge(rulebook, blunder)
            uncovered += worse is not None and is_mistake(worse.loss)
    return Found(judged, mistakes, planted, uncovered, chances)


def blundered(scales: Scales, task: Task, rng: Random) -> Task | None:
    """The same moment with a move that is surely bad, if there is one among a few."""
    try:
        listed = scales.candidates(task.view, [], rng)[:FEW]
        rows = scales.weigh(task.view, listed, SAMPLE, rng)
    except NoWorld:
        return None
    ranked = sorted(range(len(listed)), key=lambda place: chance_of(rows[place]).mean)
    found = gap(rows[ranked[-1]], rows[ranked[0]])
    if found.mean - 2.0 * found.error <= BLUNDER:
        return None
    return task._replace(move=listed[ranked[0]])


def calibration(chances: list[tuple[float, float]]) -> tuple[float, list[dict[str, Any]]]:
    """The expected calibration error, and stated chances beside outcomes in ten bins."""
    rows: list[dict[str, Any]] = []
    error = 0.0
    for bin_ in range(BINS):
        kept = [pair for pair in chances if min(BINS - 1, int(pair[0] * BINS)) == bin_]
        if kept:
            stated = sum(pair[0] for pair in kept) / len(kept)
            came = sum(pair[1] for pair in kept) / len(kept)
            error += abs(stated - came) * len(kept) / len(chances)
            rows.append({"stated": round(stated, 3), "came": round(came, 3), "number": len(kept)})
    return error, rows


def main(argv: list[str] | None = None) -> int:
    """`python -m omerta.lab.justice GAME [--players N] [--level LEVEL] [--games K] ...`"""
    parser = argparse.ArgumentParser(prog="omerta.lab.justice", description=__doc__)
    parser.add_argument("game", choices=list(SEARCHED), metavar="GAME", help=", ".join(SEARCHED))
    parser.add_argument("--players", type=int, default=3, help="at the table")
    parser.add_argument("--level", default="casual", help="of all players, as in the arena")
    parser.add_argument("--games", type=int, default=10, help="to play")
    parser.add_argument("--decisions", type=int, default=12, help="to judge in each game")
    parser.add_argument("--blunders", action="store_true", help="plant blunders too")
    parser.add_argument("--seed", type=int, default=1, help="the same one gives the same games")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    wish = parser.parse_args(argv)
    seeds = range(wish.seed, wish.seed + wish.games)
    wishes: list[Wish] = [
        (wish.game, wish.players, wish.level, seed, wish.decisions, wish.blunders) for seed in seeds
    ]
    if wish.jobs == 1:
        found = [looked_at(one) for one in wishes]
    else:
        with ProcessPoolExecutor(wish.jobs) as pool:
            found = list(pool.map(looked_at, wishes))
    decisions = sum(one.decisions for one in found)
    mistakes = sum(one.mistakes for one in found)
    low, high = wilson(mistakes, decisions)
    error, rows = calibration([pair for one in found for pair in one.chances])
    told = {
        "game": wish.game,
        "players": wish.players,
        "level": wish.level,
        "games": wish.games,
        "decisions": decisions,
        "mistakes": round(mistakes / max(1, decisions), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "planted": sum(one.planted for one in found),
        "uncovered": sum(one.uncovered for one in found),
        "calibration_error": round(error, 4),
        "bins": rows,
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
