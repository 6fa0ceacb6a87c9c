"""A finished game step by step: what every seat saw and heard at each moment."""

from __future__ import annotations

from typing import Any

from omerta.core import CHANCE, EVERYBODY, Answer, Game, Notice, encode_notice
from omerta.server.http.forms import Heard, Replay, Story
from omerta.server.table.fold import Table, pairs


def replay(table: Table, step: int) -> Replay:
    """The moment after this many moves; a number beyond the end gives the end."""
    game = table.new_game()
    game.notices = []
    told: list[Notice] = []
    last = game
    moments = 0
    for seat, choice in pairs(table.answers):
        if stands_still(game):
            moments += 1
            if moments <= step + 1:
                told, game.notices = game.notices, []
                last = table.rulebook.copy(game)
        game.answer(seat, choice)
    if step >= moments:
        told, last = game.notices, game
    return Replay(
        step=min(step, moments),
        steps=moments,
        views=[seen(table, last, seat) for seat in range(game.seats)],
        watcher=seen(table, last, EVERYBODY),
        heard=[heard(table, notice) for notice in told],
    )


def tell_story(table: Table) -> Story:
    """The game with everything hidden in it, as its rules tell it."""
    answers = [Answer(seat, choice) for seat, choice in pairs(table.answers)]
    told = table.rulebook.manners.story(table.new_game(), answers)
    nothing: dict[str, Any] = {name: [] for name in Story.model_fields}
    return Story.model_validate(nothing | told)


def stands_still(game: Game) -> bool:
    """Whether people decide now, and nobody is in the middle of a move."""
    return game.asked(CHANCE) is None and not any(ask.continues for ask in game.asks)


def seen(table: Table, game: Game, seat: int) -> dict[str, Any]:
    """What a seat sees of the game; everybody sees what is public."""
    book = table.rulebook
    return dict(book.encode(book.view(game, seat)))


def heard(table: Table, notice: Notice) -> Heard:
    """A notice, and which seat alone has heard it."""
    told = encode_notice(table.rulebook, notice)
    key = f"{table.area}.notice.{told['key']}"
    return Heard(key=key, args=told["args"], only=notice.only if notice.only >= 0 else None)
