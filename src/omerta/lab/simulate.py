"""Let computer players play many games, and tell what comes out: is the game fair, and for whom?

How long games are and how they end, what players have at the end, how often each seat and the
start player win, and what winners do that others do not. Every deal is played once, by equals. The
same seed gives the same games on every machine, as long as nobody plays by the clock.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from omerta import __version__
from omerta.bots.levels import CASUAL
from omerta.bots.playing import play_out
from omerta.core import Answer, BadOption, Seeded
from omerta.games import GAMES
from omerta.lab.balance_page import page
from omerta.lab.balance_words import BalanceWords
from omerta.lab.contenders import Chairs, NoSuchPlayer, contender
from omerta.lab.statistics import Played, Told, summary
from omerta.lab.terminal import option_of
from omerta.lab.workers import each, progress
from omerta.text import LANGUAGES

Wish = tuple[str, dict[str, str], int, str, int, int]
"""What a worker needs for one game: game, options, players, who plays, seed and number."""


def play_one(wish: Wish) -> Played:
    """One game between equals, wherever it is played."""
    game, options, seats, bot, seed, number = wish
    rulebook = GAMES[game]
    state: Any = rulebook.deal(rulebook.options({**rulebook.simulation, **options}), seats)
    state.notices = []
    chance = Seeded(Random(f"{seed} deal {number}"))
    answers: list[Answer] = []
    with Chairs(rulebook, [bot] * seats, f"{seed} {number}") as players:
        rng = Random(f"{seed} order {number}")
        play_out(rulebook, state, players, rng, chance, answers)
    outcome = rulebook.outcome(state)
    assert outcome is not None, "a game that is over has an outcome"
    whole = 1.0 if outcome.side else 1.0 / max(1, len(outcome.winners))
    return Played(
        number,
        tuple(whole if seat in outcome.winners else 0.0 for seat in range(seats)),
        rulebook.manners.standing(state),
        sum(answer.seat >= 0 for answer in answers),
        rulebook.tally(state, state.notices),
    )


# For people.


def tables_of(told: Told, words: BalanceWords) -> list[Table]:
    """What came out, as tables."""
    tables = [spreads(words, words.say("length"), told["numbers"])]
    if told["points"]:
        tables.append(spreads(words, words.say("points"), told["points"]))
    if told["endings"]:
        named = [(words.thing(row), row) for row in told["endings"]]
        tables.append(shares(words, words.say("endings"), named))
    for key in ("order", "seats"):
        if told[key]:
            named = [(words.place(key, number), row) for number, row in enumerate(told[key])]
            tables.append(shares(words, words.say(key), named, told["par"]))
    for count, rows in told["deeds"].items():
        tables.append(comparison(words, words.count(count), rows))
    for count, rows in told["fates"].items():
        named = [(words.thing(row), row) for row in rows]
        tables.append(shares(words, words.count(count), named))
    return tables


def headed(title: str, *heads: str) -> Table:
    """A table whose first column names things."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left")
    return table


def spreads(words: BalanceWords, title: str, rows: Told) -> Table:
    """Numbers that differ from game to game."""
    heads = ("what", "mean", "interval", "median", "tenths")
    table = headed(title, *(words.say(head) for head in heads))
    for name, row in rows.items():
        table.add_row(
            words.number_name(name),
            words.decimal(row["mean"], ".1f"),
            words.range(words.decimal(row["low"], ".1f"), words.decimal(row["high"], ".1f")),
            f"{row['median']:.0f}",
            words.range(f"{row['tenth']:.0f}", f"{row['ninth']:.0f}"),
        )
    return table


def shares(
    words: BalanceWords, title: str, rows: list[tuple[str, Told]], par: float | None = None
) -> Table:
    """How often each of several things happens; what is surely off par is marked."""
    table = headed(title, *(words.say(head) for head in ("what", "share", "interval")))
    for name, row in rows:
        mark = words.off_par(row, par)
        table.add_row(
            name,
            words.percent(row["share"]),
            words.range(words.percent(row["low"]), words.percent(row["high"])),
            style="bold" if mark else "",
        )
    if par is not None:
        table.caption = words.par(par)
        table.caption_justify = "left"
    return table


def comparison(words: BalanceWords, title: str, rows: list[Told]) -> Table:
    """What winners do more often than others."""
    heads = ("what", "winners", "others", "more", "interval")
    table = headed(title, *(words.say(head) for head in heads))
    for row in rows:
        table.add_row(
            words.thing(row),
            words.decimal(row["winners"], ".2f"),
            words.decimal(row["others"], ".2f"),
            words.decimal(row["more"], "+.2f"),
            words.range(words.decimal(row["low"], "+.2f"), words.decimal(row["high"], "+.2f")),
            style="bold" if row["low"] > 0 or row["high"] < 0 else "",
        )
    return table


# The command.


def wish_of(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="omerta simulate", description=__doc__)
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", type=int, help="how many sit at the table")
    parser.add_argument("--bots", default=CASUAL, help="who plays: a level, as in the arena")
    parser.add_argument("--games", type=int, default=400, help="how many games")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="which deals")
    parser.add_argument(
        *("--option", "--options"), type=option_of, action="append", default=[], help="name=value"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--html", type=Path, help="a file to write a page with charts to")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the texts")
    wish = parser.parse_args(argv)
    rulebook = GAMES[wish.game]
    seats = rulebook.seats
    wish.players = (4 if 4 in seats else seats[0]) if wish.players is None else wish.players
    wish.option = dict(wish.option)
    if wish.players not in seats:
        parser.error(f"expected {seats[0]} to {seats[-1]} players, got {wish.players}")
    if wish.games < 1 or wish.jobs < 1:
        parser.error("expected at least one game and one process")
    if wish.html is not None and not wish.html.absolute().parent.is_dir():
        parser.error(f"there is no folder {wish.html.parent}")
    try:
        rulebook.deal(rulebook.options({**rulebook.simulation, **wish.option}), wish.players)
        if not wish.bots.startswith("cmd:"):
            contender(rulebook, wish.bots, wish.players, 0, 0)
    except (BadOption, NoSuchPlayer) as wrong:
        parser.error(str(wrong))
    return wish


def main(argv: list[str]) -> int:
    """`omerta simulate GAME [--players N] [--bots LEVEL] [--games K] [--jobs J] [--seed S] ...`"""
    wish = wish_of(argv)
    played: list[Played] = []
    todo = [
        (wish.game, wish.option, wish.players, wish.bots, wish.seed, number)
        for number in range(wish.games)
    ]
    stopped = False
    with progress(shown=not wish.json) as bars:
        bar = bars.add_task(wish.game, total=len(todo))

        def tell(one: Played) -> None:
            played.append(one)
            bars.advance(bar)

        try:
            each(play_one, todo, wish.jobs, tell)
        except KeyboardInterrupt:
            stopped = True
    words = BalanceWords(wish.game, wish.lang)
    if stopped:
        print(words.say("stopped"), file=sys.stderr)
    if not played:
        return 130
    told: Told = {
        "game": wish.game,
        "players": wish.players,
        "bots": wish.bots,
        "options": {**GAMES[wish.game].simulation, **wish.option},
        "seed": wish.seed,
        "version": __version__,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        **summary(played),
    }
    if wish.json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        console = Console()
        console.print(f"[bold]{words.title(told)}[/bold]")
        for line in words.settings(told):
            console.print(line, highlight=False)
        for table in tables_of(told, words):
            console.print()
            console.print(table)
    if wish.html is not None:
        wish.html.write_text(page(told, words), "utf-8")
        print(words.say("written", text_file=str(wish.html)), file=sys.stderr)
    return 130 if stopped else 0
