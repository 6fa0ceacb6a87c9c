"""Golden transcripts: a seeded game told in full, to be reviewed as diffs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from omerta.core import EVERYBODY, Game, Rulebook, encode_notice
from omerta.games import GAMES
from omerta.lab.playing import random_play

SEED: Final = 20
LONGEST: Final = 240
"""At most this many answers are told; of the rest only how it ends."""
SEATS: Final = {"palermo": (6, 12, 21)}


def transcript(rulebook: Rulebook[Any, Any, Any], seats: int) -> Iterator[str]:
    """Every answer with its question and everything that anybody heard of it."""
    yield f"# {rulebook.name}, {seats} players, seed {SEED}, version {rulebook.version}"
    played = random_play(rulebook, rulebook.simulation, seats, Random(SEED))
    last: Game | None = None
    told = 0
    for number, (game, answer) in enumerate(played):
        last = game
        if number >= LONGEST:
            continue
        if game.notices is None:
            game.notices = []
        yield from heard(rulebook, game, told)
        told = len(game.notices)
        if number % 40 == 0:
            yield ""
            yield from rulebook.position(game)
            yield ""
        ask = game.asked(answer.seat)
        assert ask is not None
        yield f"{number} seat {ask.seat} {ask.point.name}: {answer.choice} of {len(ask.choices)}"
    assert last is not None
    outcome = rulebook.outcome(last)
    assert outcome is not None
    yield ""
    yield from rulebook.position(last)
    yield f"winners {list(outcome.winners)} ranking {list(outcome.ranking)} {outcome.side}".rstrip()


def heard(rulebook: Rulebook[Any, Any, Any], game: Game, told: int) -> Iterator[str]:
    """The notices since the last answer, each with its audience."""
    for notice in (game.notices or [])[told:]:
        audience = "all" if notice.only == EVERYBODY else f"seat {notice.only}"
        said = encode_notice(rulebook, notice)
        yield f"    {audience}: {said['key']} {json.dumps(said['args'], ensure_ascii=False)}"


def golden_files(directory: Path) -> Iterator[tuple[Path, str]]:
    """Every transcript with the file it is kept in."""
    for name, rulebook in GAMES.items():
        for seats in SEATS.get(name, tuple(rulebook.seats)):
            text = "\n".join(line.rstrip() for line in transcript(rulebook, seats)) + "\n"
            yield directory / f"{name}-{seats}.txt", text
