"""Questions: what a seat is asked, with everything that a client needs to draw it."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import MOST_DESCRIBED, Book, Game, Point
from omerta.core import Ask as Question
from omerta.server.table import views
from omerta.server.table.ahead import coming
from omerta.server.table.fold import Table
from omerta.server.table.refusals import NotAllowed, refusal
from omerta.server.wire import protocol


def question(
    table: Table, game: Game, ask: Question, at: int, described: list[Any] | None = None
) -> protocol.Ask:
    """An open question with everything that a client needs to draw it."""
    book = table.rulebook
    default = book.default(game, ask)
    # What a game describes has the fields of `protocol.Choice` and goes out as it is.
    choices: Any = described
    if ask.point.asks.alike:
        choices = known_choices(book, game, ask)
    elif described is None:
        choices = book.describe(game, ask)
    return protocol.Ask(
        point=ask.point.name,
        choices=choices,
        at=at,
        default=default if default in ask.choices else None,
        about=book.about(game, ask),
    )


def known_choices(book: Book, game: Game, ask: Question) -> Any:
    """The choices of a question, in bytes already: most have been described before."""
    known = DESCRIBED.setdefault(ask.point, {})
    found: list[bytes] = []
    for choice in ask.choices:
        text = known.get(choice)
        if text is None:
            (described,) = book.describe(game, Question(ask.seat, ask.point, (choice,)))
            text = views.encode(described)
            if len(known) < MOST_DESCRIBED:
                known[choice] = text
        found.append(text)
    return protocol.raw(found)


DESCRIBED: Final[dict[Point, dict[int, bytes]]] = {}
"""Answers in the bytes that go out, where they always read alike."""


def questions(
    table: Table, game: Game, seat: int, asked: object
) -> tuple[protocol.Ask | None, protocol.Ask | None]:
    """What a seat is asked, or what may come round to it."""
    ask = table.asked(seat)
    if ask is not None:
        described = asked["choices"] if isinstance(asked, dict) else None
        return question(table, game, ask, table.asked_at[seat], described), None
    if table.chairs[seat].is_played_by_computer:
        return None, None
    found = coming(table).get(seat)
    if found is None:
        return None, None
    return None, question(table, found[1], found[0], table.seen_at[seat])


def draft(table: Table, seat: int, answers: list[int], *, ahead: bool = False) -> protocol.Drafted:
    """What may follow these answers; `NotAllowed` if one of them is not possible."""
    game = table.game
    at = table.asked_number(seat)
    if ahead:
        found = coming(table).get(seat)
        if found is None:
            raise NotAllowed("server.refused.not_coming")
        game = found[1]
        at = table.seen_at[seat]
    if game is None or game.asked(seat) is None:
        raise NotAllowed("server.refused.not_asked")
    trial: Game = table.rulebook.copy(game)
    ask = trial.asked(seat)
    for part, choice in enumerate(answers):
        if ask is None or (part and not ask.continues):
            raise NotAllowed("server.refused.not_asked")
        if choice not in ask.choices:
            raise refusal(table, trial, seat, choice)
        trial.answer(seat, choice)
        ask = trial.asked(seat)
    whole = bool(answers) and (ask is None or not ask.continues)
    shown = None if whole or ask is None else question(table, trial, ask, at)
    return protocol.Drafted(id="", answers=answers, ask=shown, whole=whole)
