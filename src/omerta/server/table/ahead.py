"""Answers ahead: a question that goes round the table is put to all at once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from omerta.core import IN_TURN, Ask, Game, Rule, Step, Witness
from omerta.server.table import entries as log
from omerta.server.table import views
from omerta.server.table.fold import Table
from omerta.server.table.play import answer_all
from omerta.server.table.refusals import NotAllowed


class _Curtain(Witness):
    """Notices when a step shows something hidden."""

    def __init__(self) -> None:
        self.opened = False

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        """Called before the step runs."""
        self.opened = self.opened or step.reveals


def coming(table: Table) -> dict[int, tuple[Ask, Game]]:
    """Seats that the open question will reach if everybody before them takes the default.

    Found by playing the defaults on a copy until the question is another one, something
    hidden would show or chance decides. Defaults and who is asked are public knowledge.
    """
    if table.coming is None:
        table.coming = _reached(table)
    return table.coming


def _reached(table: Table) -> dict[int, tuple[Ask, Game]]:
    reached: dict[int, tuple[Ask, Game]] = {}
    game = table.game
    asks = table.asks()
    if game is None or len(asks) != 1 or not asks[0].point.goes_round:
        return reached
    point = asks[0].point
    first = asks[0].seat
    curtain = _Curtain()
    trial: Game = table.rulebook.copy(game)
    while len(trial.asks) == 1 and trial.asks[0].point is point:
        ask = trial.asks[0]
        if ask.seat in reached or (reached and ask.seat == first):
            break
        if ask.seat != first:
            reached[ask.seat] = (ask, trial)
            if len(reached) == table.seats - 1:
                break  # all others are reached
            trial = table.rulebook.copy(trial)
        trial.witness = curtain
        trial.answer(ask.seat, table.rulebook.default(trial, ask))
        trial.witness = None
        if curtain.opened or _shape(trial) != IN_TURN:
            break
    return reached


def _shape(game: Game) -> int:
    frame = game.top
    return -1 if frame is None else frame.asking.shape


def bond(table: Table, game: Game, seat: int) -> str:
    """A short name for exactly the question that a seat is shown: an answer ahead is for no other.

    It holds the point and its choices, where the rules stand and with what in hand, what the
    question is about, and every byte that the seat sees.
    """
    ask = game.asked(seat)
    assert ask is not None, "the seat is asked there"
    question = (ask.point.name, list(ask.choices), repr(game.top), table.rulebook.about(game, ask))
    shown = views.encode(question) + views.whole(table, game, seat)
    return hashlib.sha256(shown).hexdigest()[:32]


def promise(table: Table, seat: int, choices: Sequence[int]) -> log.Promised:
    """An answer for "if nothing changes until my turn", with what must not change."""
    if not choices:
        return log.Promised(seat=seat, answers=[])
    found = coming(table).get(seat)
    if found is None:
        raise NotAllowed("server.refused.not_coming")
    _, game = found
    bound_to = bond(table, game, seat)
    answer_all(table, table.rulebook.copy(game), seat, choices, [])
    return log.Promised(seat=seat, answers=list(choices), view=bound_to)


def kept_promise(table: Table, seat: int) -> list[int] | None:
    """The answer given ahead, if the very question has come for which it was given."""
    given = table.promises.get(seat)
    if given is None or table.game is None or table.asked(seat) is None:
        return None
    return given.answers if bond(table, table.game, seat) == given.view else None


def promised(table: Table, seat: int) -> list[int]:
    """The answer given ahead as far as it still holds; empty when a change has voided it."""
    given = table.promises.get(seat)
    game = None if given is None else at_question(table, seat)
    if given is None or game is None or table.phase != "playing":
        return []
    return given.answers if bond(table, game, seat) == given.view else []


def at_question(table: Table, seat: int) -> Game | None:
    """The game where a seat is asked, now or when the question comes round to it."""
    if table.asked(seat) is not None:
        return table.game
    found = coming(table).get(seat)
    return None if found is None else found[1]
