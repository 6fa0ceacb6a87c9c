"""`omerta look FILE` or `omerta look GAME`: walk through a game, with everything hidden in it.

A file is a record, or scenarios: each of its games can be chosen on the page. The name of a game
deals one from a seed and lets computer players play it to its end.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from omerta.bots.playing import play_out
from omerta.bots.roster import levels, player
from omerta.core import Answer, BadOption, Book
from omerta.core.scenario import BadNotation, read_scenarios
from omerta.core.walk import Walk, walk_answers, walk_scenario
from omerta.games import GAMES
from omerta.server.http import forms
from omerta.server.http.looking import Window, router_for
from omerta.server.ops.main import serve
from omerta.server.ops.options import Serving

Offer = tuple[forms.LookLine, Callable[[], Walk]]


def in_file(text: str) -> list[Offer]:
    """The games of a record or of a file of scenarios; `BadNotation` if there is none."""
    found: list[Offer] = []
    for scenario in read_scenarios(text):
        first = scenario.blocks[0]
        if first.kind != "position":
            raise BadNotation(first.number, f"expected a position before the {first.kind} block")
        if first.game not in GAMES:
            known = ", ".join(GAMES)
            raise BadNotation(first.number, f"expected a game ({known}), got {first.game!r}")
        book = GAMES[first.game]
        book.stage(first.lines)
        line = forms.LookLine(name=scenario.name, game=first.game)
        found.append((line, partial(walk_scenario, book, scenario)))
    if not found:
        raise BadNotation(0, "expected a record, or scenarios with a position and its moves")
    return found


def from_seed(book: Book, values: dict[str, str], seats: int, seed: int) -> Offer:
    """A game that the usual computer players play with this seed."""
    options = book.options({**book.simulation, **values})
    answers: list[Answer] = []
    minds = [player(book.name, levels(book.name)[0]) for _ in range(seats)]
    play_out(book, book.deal(options, seats), minds, Random(seed), answers=answers)
    line = forms.LookLine(name=f"{book.name}, {seats} players, seed {seed}", game=book.name)
    return line, lambda: walk_answers(book, book.deal(options, seats), answers)


def offers(wish: argparse.Namespace) -> list[Offer]:
    """What the person wants to look at; `BadNotation` and `BadOption` say what is wrong."""
    if wish.what in GAMES:
        book = GAMES[wish.what]
        values = dict(pair.split("=", 1) for pair in wish.option if "=" in pair)
        seats = wish.players or book.seats.start
        return [from_seed(book, values, seats, wish.seed)]
    try:
        return in_file(Path(wish.what).read_text("utf-8"))
    except OSError as problem:
        raise BadNotation(0, f"cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        raise BadNotation(0, f"expected UTF-8 text: {problem.reason}") from None


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    options = argparse.ArgumentParser(prog="omerta look", description=__doc__.split("\n\n")[0])
    games = ", ".join(GAMES)
    options.add_argument("what", metavar="FILE|GAME", help=f"a record, scenarios, or {games}")
    options.add_argument("--players", type=int, default=0, help="with a game: how many players")
    options.add_argument(
        "--seed", type=int, default=1, help="with a game: another one plays otherwise"
    )
    options.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="with a game"
    )
    options.add_argument("--port", type=int, default=0, help="any free one unless it is named")
    options.add_argument("--no-browser", action="store_true", help="only tell the address")
    return options


def main(argv: list[str] | None = None) -> int:
    """Open the window and stay until it is stopped."""
    wish = parser().parse_args(argv)
    wrong = [pair for pair in wish.option if "=" not in pair]
    if wrong:
        print(f"omerta look: expected NAME=VALUE, got {wrong[0]!r}", file=sys.stderr)
        return 2
    try:
        window = Window(offers(wish))
    except (BadNotation, BadOption) as problem:
        print(f"omerta look: {wish.what}: {problem}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="omerta-look-") as folder:
        chosen = Serving(
            host="127.0.0.1",
            port=wish.port,
            data=Path(folder),
            workers=0,
            no_browser=wish.no_browser,
        )
        return serve(chosen, page="/look", more=(router_for(window),))


if __name__ == "__main__":
    sys.exit(main())
