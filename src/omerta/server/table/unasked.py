"""What a person is not asked: questions with one answer, and those that are answered already."""

from __future__ import annotations

from omerta.core import OPEN, Game
from omerta.server.table.ahead import kept_promise
from omerta.server.table.fold import Table
from omerta.server.wire.protocol import LONGEST_MOVE


def answered_by(table: Table, seat: int) -> str:
    """What answers the open question instead of the person: `ahead`, an `order`, the `rules`.

    Empty if the person is asked.
    """
    ask = table.asked(seat)
    if ask is None:
        return ""
    if kept_promise(table, seat) is not None:
        return "ahead"
    if table.order(seat, ask.point.name) is not None:
        return "order"
    assert table.game is not None, "somebody is asked"
    return "rules" if only_move(table, table.game, seat) else ""


def only_move(table: Table, game: Game, seat: int) -> list[int]:
    """The one whole move that a seat has, now or when the question comes round to it.

    Empty if it has a choice, or must seem to have one.

    Where everybody can tell that there is no choice, nobody is asked. Where it depends on what is
    hidden, an answer by itself would tell the others, unless none of them is a person.
    """
    ask = game.asked(seat)
    if ask is None or len(ask.choices) > 1:
        return []
    if not ask.point.in_the_open and not is_alone(table, seat):
        return []
    if game.top is None or game.top.asking.shape == OPEN or is_taught(table, seat):
        return []
    if table.rulebook.manners.is_hushed(game):
        return []
    return _whole(table.rulebook.copy(game), seat)


def _whole(trial: Game, seat: int) -> list[int]:
    """Every small answer of a move, as long as there is one only."""
    answers: list[int] = []
    ask = trial.asked(seat)
    while ask is not None and (not answers or ask.continues):
        if len(ask.choices) > 1 or len(answers) == LONGEST_MOVE:
            return []
        answers.append(ask.choices[0])
        trial.answer(seat, ask.choices[0])
        ask = trial.asked(seat)
    return answers


def is_alone(table: Table, seat: int) -> bool:
    """Whether everybody else at the table is a computer player, for good."""
    if table.run_by:
        return False
    return all(chair.kind == "computer" for at, chair in enumerate(table.chairs) if at != seat)


def is_taught(table: Table, seat: int) -> bool:
    """Whether a lesson has something to say before this answer."""
    progress = table.progress()
    cue = None if progress is None else progress.due(seat)
    return cue is not None and bool(cue.hints)
