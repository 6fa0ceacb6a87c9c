"""Advice for a seat, from what it sees: `omerta hint FILE`.

The file holds a position or a record. The best moves are told with their chances to win and the
interval in which these lie (95 %), and what makes the difference; in Palermo, what can be known
of whom.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from omerta.bots.advice import advise
from omerta.core import Game, Rulebook, Seat, WrittenRecord
from omerta.core.scenario import BadNotation, Mismatch, play_line
from omerta.games import UnknownEdition, edition
from omerta.lab import prose
from omerta.lab.records import load, names_in, version_of
from omerta.lab.terminal import seat_of
from omerta.text import LANGUAGES, Texts


class NobodyAsked(Exception):
    """A position in which there is no one to advise."""


def position(record: WrittenRecord, at: int | None) -> tuple[Rulebook[Any, Any, Any], Game]:
    """The game after so many lines of its moves, or after all of them."""
    rulebook = edition(record.game, version_of(record))
    stage = record.stage(rulebook)
    lines = record.moves()
    if at is not None and not 0 <= at <= len(lines):
        raise NobodyAsked(f"--at {at}: the file has {len(lines)} lines of moves")
    for line in lines[:at]:
        stage.number = line.number
        play_line(stage, line)
    return rulebook, stage.game


def advised(game: Game, wanted: Seat | None) -> Seat:
    """The seat that is meant, or whoever is asked first."""
    if wanted is not None:
        if wanted >= game.seats:
            raise NobodyAsked(f"there are {game.seats} seats")
        return wanted
    asked = [ask.seat for ask in game.asks if ask.seat >= 0]
    if not asked:
        raise NobodyAsked("nobody is asked here; --at tells after how many lines to look")
    return asked[0]


def main(argv: list[str]) -> int:
    """`omerta hint FILE [--seat SEAT] [--at LINES] [--lang LANG] [--json]`"""
    parser = argparse.ArgumentParser(prog="omerta hint", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="a position, or a record")
    parser.add_argument("--seat", type=seat_of, help="for whom, else for whoever is asked")
    parser.add_argument("--at", type=int, metavar="LINES", help="after so many lines of the moves")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the advice")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    wish = parser.parse_args(argv)
    try:
        record = load(wish.file)
        rulebook, game = position(record, wish.at)
        seat = advised(game, wish.seat)
    except (BadNotation, Mismatch, UnknownEdition, NobodyAsked) as wrong:
        print(f"omerta hint: {wish.file}: {wrong}")
        return 1
    view = rulebook.view(game, seat)
    advice = advise(rulebook, view).plain()
    if wish.json:
        print(json.dumps(advice, ensure_ascii=False))
        return 0
    texts = Texts(wish.lang, names_in(record), seat)
    print("\n".join(prose.advised(advice, texts)))
    return 0
