"""Questions: what a seat is asked, with everything that a client needs to draw it."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import MOST_DESCRIBED, Book, Game, Point, encode_preview
from omerta.core import Ask as Question
from omerta.server.table import views
from omerta.server.table.ahead import coming
from omerta.server.table.fold import Table
from omerta.server.table.refusals import NotAllowed, refusal
from omerta.server.table.unasked import answered_by, only_move
from omerta.server.wire import protocol


def question(
    table: Table,
    game: Game,
    ask: Question,
    at: int,
    described: list[Any] | None = None,
    settled: str = "",
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
        settled=settled,
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


def question_text(
    table: Table,
    game: Game,
    ask: Question,
    at: int,
    described: list[Any] | None = None,
    settled: str = "",
) -> bytes:
    """The same in bytes; the same choices are offered again and again, at all tables."""
    if not ask.point.asks.alike:
        return views.encode(question(table, game, ask, at, described, settled))
    book = table.rulebook
    default = book.default(game, ask)
    about = book.about(game, ask)
    return b'%b,"at":%d,"default":%b,"about":%b,"settled":"%b"}' % (
        opening(book, game, ask),
        at,
        b"%d" % default if default in ask.choices else b"null",
        views.encode(about) if about else b"{}",
        settled.encode(),
    )


def opening(book: Book, game: Game, ask: Question) -> bytes:
    """How a question begins: the point and its choices."""
    known = OPENINGS.setdefault(ask.point, {})
    choices = tuple(ask.choices)
    text = known.get(choices)
    if text is None:
        point = views.encode(ask.point.name)
        listed = views.encode(known_choices(book, game, ask))
        text = b'{"point":%b,"choices":%b' % (point, listed)
        if len(known) < MOST_OPENINGS:
            known[choices] = text
    return text


OPENINGS: Final[dict[Point, dict[tuple[int, ...], bytes]]] = {}
"""Points with choices that were offered, where they always read alike."""

MOST_OPENINGS: Final = 1_000
"""Lists of choices that are kept of one point."""


def asked(table: Table, game: Game, seat: int, known: object) -> bytes:
    """What a seat is asked, or what may come round to it: a field of an event.

    Nothing that leaves no choice. What is `known` of its own view may hold the question already.
    """
    ask = table.asked(seat)
    if ask is not None:
        described = known["choices"] if isinstance(known, dict) else None
        settled = answered_by(table, seat)
        if settled == "rules":
            return b""
        at = table.asked_at[seat]
        return b',"ask":' + question_text(table, game, ask, at, described, settled)
    if table.chairs[seat].is_played_by_computer:
        return b""
    found = coming(table).get(seat)
    if found is None or only_move(table, found[1], seat):
        return b""
    return b',"ahead":' + question_text(table, found[1], found[0], table.seen_at[seat])


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
    return protocol.Drafted(
        id="", answers=answers, ask=shown, whole=whole, preview=preview(table, game, seat, answers)
    )


def preview(table: Table, game: Game, seat: int, answers: list[int]) -> protocol.Preview | None:
    """What the answers would do, found in the seat's own view of the game before them."""
    book = table.rulebook
    found = None
    if seat >= 0 and answers:
        found = book.preview(book.view(game, seat), tuple(answers))
    if found is None:
        return None
    said = encode_preview(book, found)
    return protocol.Preview(
        name=sentence(table, said["name"]),
        sums=[sentence(table, one) for one in said["sums"]],
        lost=[sentence(table, one) for one in said["lost"]],
        board=said["board"],
    )


def sentence(table: Table, said: dict[str, Any]) -> protocol.Notice:
    """A sentence about a drafted move, by its key in the catalogues."""
    return protocol.Notice(key=f"{table.area}.preview.{said['key']}", args=said["args"])
