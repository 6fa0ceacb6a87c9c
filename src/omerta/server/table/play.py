"""How a game at a table goes on: moves, time-outs and the deal, tried on a copy first.

Nothing here changes the table: what comes out is a plan, with the game as it is after it. It is
applied when its entry is on disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from omerta.core import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    MASTER,
    Game,
    Refused,
)
from omerta.server.table import entries as log
from omerta.server.table import views
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed, refusal
from omerta.server.table.state import is_sealed, is_waiting_for_chance
from omerta.server.table.viewers import RUNNER, WATCHER
from omerta.server.wire.protocol import LONGEST_MOVE


def deal(table: Table) -> Plan:
    """Begin the game: chance answers for everything that is drawn at the start."""
    game = table.new_game()
    game.notices = []
    answers: list[int] = []
    _run_chance(table, game, answers)
    return Plan(log.Dealt(answers=answers), table.everybody(), game)


def move(table: Table, seat: int, choices: Sequence[int], by: str = "") -> Plan:
    """A whole move of a seat; `NotAllowed` if the rules refuse it."""
    game = copy(table)
    answers: list[int] = []
    answer_all(table, game, seat, choices, answers)
    _run_chance(table, game, answers)
    text = ""
    if table.chairs[seat].away:
        text = table.rulebook.move_text(table.game, seat, tuple(choices))
    body = log.Played(answers=answers, seat=seat, by=by, move=text)
    return Plan(body, _audience(table, game, {seat}), game)


def enter(table: Table, moves: Sequence[tuple[int, Sequence[int]]]) -> Plan:
    """Moves that whoever runs the game enters, for players or of their own; all or none."""
    game = copy(table)
    answers: list[int] = []
    for seat, choices in moves:
        answer_all(table, game, seat, choices, answers)
        _run_chance(table, game, answers)
    body = log.Played(answers=answers, seat=MASTER, by="master")
    return Plan(body, _audience(table, game, {seat for seat, _ in moves}), game)


def take_back(table: Table, entry: int) -> Plan:
    """The game before its last move, if that is the one meant and nothing was drawn in it."""
    if table.game is None or table.phase != "playing":
        raise NotAllowed("server.refused.not_playing")
    if not table.moves:
        raise NotAllowed("server.refused.nothing_entered")
    last = table.last_move()
    if last is None:
        raise NotAllowed("server.refused.drawn")
    if last[0] != entry:
        raise NotAllowed("server.refused.stale")
    body = log.TakenBack(kept=last[1], entry=entry)
    return Plan(body, table.everybody(), table.replayed(last[1]))


def lapse(table: Table, seats: Sequence[int], by: str = "time") -> Plan:
    """Time has run out: these seats take the default of their question."""
    game = copy(table)
    answers: list[int] = []
    for seat in seats:
        ask = game.asked(seat)
        while ask is not None:
            choice = table.rulebook.default(game, ask)
            game.answer(seat, choice)
            answers += (seat, choice)
            ask = game.asked(seat)
            if ask is not None and not ask.continues:
                break
        if is_waiting_for_chance(game):
            break
    _run_chance(table, game, answers)
    body = log.Played(answers=answers, seat=CLOCK, by=by)
    return Plan(body, _audience(table, game, set(seats)), game)


def leave(table: Table, seat: int) -> Plan:
    """Somebody stays away, and the rules say what becomes of the seat."""
    game = copy(table)
    answers: list[int] = []
    for answer in table.rulebook.manners.leaving(game, seat) or ():
        game.answer(*answer)
        answers += answer
        _run_chance(table, game, answers)
    if not answers:
        raise NotAllowed("server.refused.not_asked")
    body = log.Played(answers=answers, seat=CLOCK, by="time")
    return Plan(body, _audience(table, game, {seat}), game)


def copy(table: Table) -> Game:
    """The game of a table as it stands, to try something on."""
    if table.game is None or table.phase != "playing":
        raise NotAllowed("server.refused.not_playing")
    game: Game = table.rulebook.copy(table.game)
    game.notices = []
    return game


def answer_all(
    table: Table, game: Game, seat: int, choices: Sequence[int], answers: list[int]
) -> None:
    """Give every small answer of a move."""
    if not choices or len(choices) > LONGEST_MOVE:
        raise NotAllowed("server.refused.move_not_whole")
    for part, choice in enumerate(choices):
        ask = game.asked(seat)
        if ask is None or (part and not ask.continues):
            raise NotAllowed("server.refused.not_asked")
        try:
            game.answer(seat, choice)
        except Refused:
            raise refusal(table, game, seat, choice) from None
        answers += (seat, choice)
    follow = game.asked(seat)
    if follow is not None and follow.continues:
        raise NotAllowed("server.refused.move_not_whole")


def _run_chance(table: Table, game: Game, answers: list[int]) -> None:
    """Let the fair deal answer for chance until somebody else is asked."""
    while is_waiting_for_chance(game):
        choice = table.chance(game.asks[0], answers)
        game.answer(CHANCE, choice)
        answers += (CHANCE, choice)


# Who hears of it.


def _audience(table: Table, after: Game, actors: set[int]) -> int:
    """Everybody for whom anything has changed or was said, and nobody else.

    Whoever sees no difference gets nothing at all: not even a number tells that something
    happened out of sight.
    """
    before = table.game
    assert before is not None, "only a game that is played goes on"
    notices = after.notices or []
    if table.shown is not None:
        views.public(table, after)  # somebody looks; it costs least while both games are there
    for notice in notices:
        if notice.only == EVERYBODY:
            return table.everybody()
    mask = 1 << RUNNER if table.run_by else 0
    for seat in actors:
        if seat >= 0:
            mask |= 1 << seat
    told = {notice.only for notice in notices}
    unseen = not told and after.top is before.top and is_sealed(after)
    if unseen:
        return mask
    known = views.public(table, before)
    if views.public(table, after).differs_from(known):
        return table.everybody()  # what is public is part of every view
    if views.own_text(table, before, WATCHER) != views.own_text(table, after, WATCHER):
        return table.everybody()
    for seat in range(table.seats):
        if mask >> seat & 1:
            continue
        if seat in told or (
            views.own_text(table, before, seat) != views.own_text(table, after, seat)
        ):
            mask |= 1 << seat
    return mask
