"""The review of a finished game for one seat: `omerta review RECORD`.

Each decision is judged from what the seat saw then: what it did to the chance to win, beside what
chance and the others did. A decision is called a mistake only if another move was better by at
least five percentage points and by two standard errors; choices made in secret never are.
In Palermo: what could be known of whom at each vote, who deceived whom, and what moved the votes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from omerta.bots.review import OWN, SIGHT, NotOver, Task, Verdict, judge, review, steps_written
from omerta.bots.roster import SEARCHED
from omerta.core import Rulebook
from omerta.core.scenario import BadNotation, Mismatch
from omerta.games import UnknownEdition, edition
from omerta.lab import prose
from omerta.lab.records import load, names_in, version_of
from omerta.lab.terminal import seat_of
from omerta.text import LANGUAGES, Texts

Words = dict[str, Any]

TOWN_VOTES: Final = 3
"""How many votes of Palermo are told; with a deception and a statement, five moments."""


def judge_one(wish: tuple[str, int, Task]) -> Verdict | None:
    """One moment, wherever it is judged: a worker gets a view and a move, never a game."""
    name, version, task = wish
    return judge(edition(name, version), task)


def with_progress(
    jobs: int, rulebook: Rulebook[Any, Any, Any], tasks: list[Task]
) -> Iterator[Verdict | None]:
    """Judge all moments by several processes, with a bar for whoever waits."""
    wishes = [(rulebook.name, rulebook.version, task) for task in tasks]
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        line = bar.add_task(rulebook.name, total=len(wishes))
        if jobs == 1:
            for wish in wishes:
                yield judge_one(wish)
                bar.advance(line)
            return
        with ProcessPoolExecutor(jobs) as pool:
            for verdict in pool.map(judge_one, wishes, chunksize=2):
                yield verdict
                bar.advance(line)


# In words.


def told(found: Words, texts: Texts, *, whole: bool) -> Iterator[str]:
    """A review line by line: the columns and a few moments, or every decision too."""
    yield texts.say("cli.review.head", seat=found["seat"])
    yield texts.say(f"advice.over.{'won' if found['result'] else 'lost'}")
    if found["game"] not in SEARCHED:
        yield from told_town(found, texts, whole=whole)
        return
    columns = found["columns"]
    yield texts.say("cli.review.start", text_start=prose.percent(found["start"]))
    for by, change in columns.items():
        yield f"  {prose.points(change):>4}  {texts.say(f'advice.column.{by}')}"
    key, by = verdict_of(found)
    points = prose.points(columns[by])
    yield texts.say(f"advice.over.{key}", column=by, text_points=points)
    decisions = found["decisions"]
    yield texts.say(
        "advice.over.judged",
        text_all=len(decisions),
        text_mistakes=len([one for one in decisions if one["mistake"]]),
        text_mixed=len([one for one in decisions if one["mixed"]]),
    )
    for moment in found["moments"]:
        yield ""
        yield from told_moment(found, moment, texts)
    yield ""
    if not whole:
        yield texts.say("cli.review.more")
        return
    for decision in decisions:
        yield from told_decision(decision, texts)


def verdict_of(found: Words) -> tuple[str, str]:
    """What brought most to a winner, or cost a loser most."""
    columns = {by: change for by, change in found["columns"].items() if by != SIGHT}
    if found["result"]:
        return "brought", max(columns, key=lambda by: columns[by])
    return "cost", min(columns, key=lambda by: columns[by])


def told_moment(found: Words, moment: Words, texts: Texts) -> Iterator[str]:
    """One moment: what happened, what was better and why, and what was seen."""
    piece = found["segments"][moment["segment"]]
    if piece["by"] == OWN:
        decision = next(one for one in found["decisions"] if one["step"] == piece["step"])
        yield texts.say(
            "advice.moment.own",
            number=piece["round"],
            text_played=prose.move(texts, decision["played"], decision["better"]),
        )
        yield from told_better(decision, texts)
        heading = "advice.moment.then"
    else:
        yield texts.say(
            f"advice.moment.{piece['by']}",
            number=piece["round"],
            text_start=prose.percent(piece["start"]),
            text_end=prose.percent(piece["end"]),
        )
        heading = "advice.moment.heard"
    if moment["heard"]:
        yield f"  {texts.say(heading)}"
        for notice in moment["heard"]:
            yield f"    {prose.say(texts, notice)}"


def told_better(decision: Words, texts: Texts) -> Iterator[str]:
    """What would have been better, by how much, and why."""
    better = decision["better"]
    yield "  " + texts.say(
        "advice.moment.better",
        text_better=prose.move(texts, better, decision["played"]),
        text_best=prose.percent(better["chance"]),
        text_chance=prose.percent(decision["played"]["chance"]),
        text_low=prose.whole(decision["low"]),
        text_high=prose.whole(decision["high"]),
    )
    reason = prose.why(texts, decision["why"], prose.move(texts, decision["played"], better))
    if reason:
        yield f"  {reason}"


def told_decision(decision: Words, texts: Texts) -> Iterator[str]:
    """One of all decisions."""
    yield texts.say(
        "cli.review.decision",
        number=decision["step"],
        text_before=prose.percent(decision["before"]),
        text_after=prose.percent(decision["played"]["chance"]),
        text_played=prose.move(texts, decision["played"], decision["better"]),
    )
    if decision["mistake"]:
        yield from told_better(decision, texts)


def widest(vote: Words) -> float:
    """How much more suspect than the one who was voted against somebody else was."""
    chances = [one["chance"] for one in vote["known"]]
    about = [one["chance"] for one in vote["known"] if one["seat"] == vote["about"]]
    return float(max(chances, default=0.0) - max(about, default=0.0))


def told_town(found: Words, texts: Texts, *, whole: bool) -> Iterator[str]:
    """The review of a game of Palermo: five things at most, or all."""
    votes, deceived, moved = found["votes"], found["deceived"], found["moved"]
    if not whole:
        few = sorted(votes, key=lambda vote: (-widest(vote), vote["day"]))[:TOWN_VOTES]
        votes = [vote for vote in votes if vote in few]
        seat = found["seat"]
        deceived = [one for one in deceived if seat in (one["by"], one["whom"])][:1]
        moved = sorted(moved, key=lambda one: -one["points"])[:1]
    key = "advice.vote.cast_mafia" if found["outside"] else "advice.vote.cast"
    for vote in votes:
        yield ""
        chances = {one["seat"]: one for one in vote["known"]}
        about = chances.get(vote["about"])
        chance = about["chance"] if about else 0.0
        yield texts.say(
            key, number_day=vote["day"], seat_about=vote["about"], text_chance=prose.percent(chance)
        )
        for fact in about["facts"] if about else []:
            yield f"    {prose.points(fact['points']):>4}  {prose.say(texts, fact)}"
        most = vote["known"][0] if vote["known"] else None
        if most is not None and most["seat"] != vote["about"]:
            most_chance = prose.percent(most["chance"])
            said = texts.say("advice.vote.most", seat=most["seat"], text_chance=most_chance)
            yield f"  {said}"
        card = "mafioso" if vote["mafioso"] else "citizen"
        yield f"  {texts.say(f'advice.vote.{card}')}"
    yield ""
    for one in deceived:
        yield texts.say(
            "advice.deceived",
            number_day=one["day"],
            number=one["number"],
            seat_by=one["by"],
            seat=one["whom"],
            seat_about=one["about"],
        )
    for one in moved:
        yield texts.say(
            "advice.moved",
            number_day=one["day"],
            seat_about=one["about"],
            text_said=prose.say(texts, one["said"]).rstrip("."),
            text_points=prose.whole(one["points"]),
        )
    if not whole:
        yield texts.say("cli.review.more")


def main(argv: list[str]) -> int:
    """`omerta review RECORD [--seat SEAT] [--jobs N] [--lang LANG] [--all] [--json]`"""
    parser = argparse.ArgumentParser(prog="omerta review", description=__doc__)
    parser.add_argument("record", type=Path, metavar="RECORD", help="the file of a record")
    parser.add_argument("--seat", type=seat_of, default=0, help="for whom, else the first seat")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the review")
    parser.add_argument("--all", action="store_true", help="every decision, not only moments")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    wish = parser.parse_args(argv)
    try:
        record = load(wish.record)
        rulebook = edition(record.game, version_of(record))
        steps, end = steps_written(rulebook, record)
        if wish.seat >= end.seats:
            parser.error(f"there are {end.seats} seats")
        found = review(rulebook, steps, end, wish.seat, partial(with_progress, max(1, wish.jobs)))
    except (BadNotation, Mismatch, UnknownEdition) as wrong:
        print(f"omerta review: {wish.record}: {wrong}")
        return 1
    except NotOver:
        print(f"omerta review: {wish.record}: the game is not over")
        return 1
    if wish.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    texts = Texts(wish.lang, names_in(record), wish.seat)
    print("\n".join(told(found, texts, whole=wish.all)))
    return 0
