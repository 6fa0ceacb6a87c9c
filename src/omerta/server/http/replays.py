"""A finished game step by step: what every seat saw and heard at each moment."""

from __future__ import annotations

from typing import Any

from omerta.core import CHANCE, EVERYBODY, Answer, Game, Notice, encode_notice
from omerta.server.http.forms import Chart, Gain, Heard, Replay, Story
from omerta.server.table.fold import Table, pairs


def replay(table: Table, step: int, after: int | None = None) -> Replay:
    """The moment after this many moves; a number beyond the end gives the end.

    What was heard is told from the moment `after` on, which is the one before unless it is named.
    """
    since = step - 1 if after is None else after
    game = table.new_game()
    game.notices = []
    told: list[Notice] = []
    last = game
    moments = 0
    for seat, choice in pairs(table.answers):
        if stands_still(game):
            moments += 1
            if moments <= step + 1:
                told = [*(told if moments > since + 2 else []), *game.notices]
                game.notices = []
                last = table.rulebook.copy(game)
        game.answer(seat, choice)
    if step >= moments:
        told = [*(told if moments > min(since, moments - 1) + 1 else []), *game.notices]
        last = game
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


def chart(table: Table) -> Chart:
    """The game in numbers: how everybody stood after each round, and who got what from where."""
    manners = table.rulebook.manners
    game = table.new_game()
    game.notices = []
    rounds = [manners.round_of(game)]
    standings = [list(manners.standing(game))]
    for seat, choice in pairs(table.answers):
        stood = list(manners.standing(game))
        game.answer(seat, choice)
        if manners.round_of(game) != rounds[-1]:
            rounds.append(manners.round_of(game))
            standings.append(stood)
    standings.append(list(manners.standing(game)))
    gains: list[list[Gain]] = [[] for _ in range(game.seats)]
    for notice in game.notices:
        seat, source, amount = manners.gain(notice)
        if seat >= 0:
            gains[seat].append(Gain(source=source, amount=amount))
    ended = table.rulebook.outcome(game)
    return Chart(
        winners=[] if ended is None else list(ended.winners),
        ranking=[] if ended is None else list(ended.ranking),
        side="" if ended is None else ended.side,
        ended=table.ended_at,
        began=table.sealed_at or table.made,
        goal=manners.goal(game),
        rounds=rounds,
        standings=standings if standings[-1] else [],
        gains=gains if standings[-1] else [],
    )


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
    return Heard(
        key=key,
        args=told["args"],
        weight=table.rulebook.manners.weight(notice.key),
        only=notice.only if notice.only >= 0 else None,
    )
