"""Events: what a viewer hears of a table and sees of its game, as it goes out.

Every event is made by `event`: the newest one for everybody, those that somebody has missed, and
what a seat is brought in a hushed night. What all viewers are shown alike is written once, in a
`Moment`; what a viewer alone sees is kept as long as it stays as it is (`views.own_text`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from omerta.core import EVERYBODY, MASTER, Book, Game, Notice, encode_notice
from omerta.server.table import entries as log
from omerta.server.table import views
from omerta.server.table.clock import now
from omerta.server.table.fold import Table
from omerta.server.table.state import Heard
from omerta.server.table.viewers import RUNNER, WATCHER, seat_of
from omerta.server.telling.questions import question, questions
from omerta.server.wire import protocol

SENTENCES: Final = 10_000
"""Notices that are kept in the bytes that go out."""


def event(
    table: Table, viewer: int, n: int, heard: Heard | None, moment: Moment | None
) -> protocol.Event:
    """An event of a viewer: what was heard, and the game if its moment has not passed."""
    told: Any = None if moment is None or moment.heard is not heard else moment.notices
    if told is None:
        told = [] if heard is None else notices(table, heard, viewer)
    spoken = None if heard is None or heard.told is None else said(heard.told, heard.at)
    if moment is None:
        return protocol.Event(n=n, notices=told, said=spoken)
    own, asked = views.own_text(table, moment.game, viewer)
    ask = ahead = None
    silent_until = 0
    if viewer < WATCHER:
        ask, ahead = questions(table, moment.game, viewer, asked)
        silent_until = table.silent_until.get(viewer, 0)
    made = protocol.Event(
        n=n,
        notices=told,
        said=spoken,
        view=msgspec.Raw(views.joined(moment.opening, own)),
        ask=ask,
        ahead=ahead,
        clock=moment.clock,
        silent_until=silent_until,
        outcome=moment.outcome,
    )
    if viewer == RUNNER:
        _add_desk(table, moment.game, made)
    return made


class Moment:
    """The game as it stands, and of its newest event what everybody is sent alike, in bytes."""

    def __init__(self, table: Table, heard: Heard | None = None) -> None:
        game = table.game
        assert game is not None, "there is a game to be shown"
        self.game: Final[Game] = game
        self.heard: Final = heard
        self.opening: Final = views.opening(table, game)
        self.clock: Final[Any] = msgspec.Raw(views.encode(clock(table)))
        ended = outcome(table)
        self.outcome: Final[Any] = None if ended is None else msgspec.Raw(views.encode(ended))
        self.notices: Any = None
        """What everybody has heard; None if some have heard more than others."""
        if heard is not None and all(notice.only == EVERYBODY for notice in heard.notices):
            self.notices = notices(table, heard, WATCHER)


class News:
    """What one entry has told: the newest event, for everybody who hears it."""

    def __init__(self, table: Table, heard: Heard) -> None:
        self.table: Final = table
        self.heard: Final = heard
        self.moment: Moment | None = None
        self.texts: Final[dict[int, bytes]] = {}

    def to(self, viewer: int) -> bytes:
        """The event of this viewer, in the bytes that go out."""
        text = self.texts.get(viewer)
        if text is None:
            table = self.table
            if self.moment is None and self.heard.told is None and table.game is not None:
                self.moment = Moment(table, self.heard)
            made = event(table, viewer, table.count[viewer], self.heard, self.moment)
            text = self.texts[viewer] = protocol.encode(made)
        return text


def newest(table: Table, viewer: int) -> protocol.Event:
    """The newest event of a viewer who has heard it already, with the game as it stands."""
    return event(table, viewer, table.count[viewer], None, Moment(table))


def retold(
    table: Table, viewer: int, heard: list[Heard], moment: Moment | None = None
) -> list[protocol.Event]:
    """The newest events of a viewer, oldest first; the last one shows the game, if anything."""
    first = table.count[viewer] - len(heard) + 1
    last = table.count[viewer]
    return [
        event(table, viewer, n, one, moment if n == last else None)
        for n, one in enumerate(heard, start=first)
    ]


def missed(table: Table, viewer: int, last: int) -> list[protocol.Event] | None:
    """The events after number `last` without views; None if the table's memory is too short."""
    wanted = table.count[viewer] - last
    found: list[Heard] = []
    for heard in reversed(table.tail):
        if len(found) == wanted:
            break
        if heard.mask >> viewer & 1:
            found.append(heard)
    return retold(table, viewer, found[::-1]) if len(found) == wanted else None


# What events are made of.


def notices(table: Table, heard: Heard, viewer: int) -> Any:
    """What this viewer has heard, in bytes already."""
    seat = seat_of(viewer)
    found: list[bytes] = []
    for notice in heard.notices:
        if notice.only in (EVERYBODY, seat) or viewer == RUNNER:
            to = notice.only if viewer == RUNNER and notice.only >= 0 else None
            found.append(sentence(table.rulebook, notice.key, notice.args, to))
    return protocol.raw(found)


@lru_cache(SENTENCES)
def sentence(book: Book, key: str, args: tuple[int, ...], to: int | None) -> bytes:
    """One notice; the same things happen at every table, so most have been told before."""
    told = encode_notice(book, Notice(key, args, EVERYBODY))
    area = book.name.replace("-", "_")
    return views.encode(
        protocol.Notice(key=f"{area}.notice.{told['key']}", args=told["args"], to=to)
    )


def said(told: log.Told, at: int) -> protocol.Said:
    """What a person has said, as everybody who hears it gets it."""
    return protocol.Said(
        name=told.name,
        text=told.text,
        seat=told.seat,
        channel=told.channel,
        at=at,
    )


def clock(table: Table) -> protocol.Clock:
    """How time stands; the same for everybody."""
    limits = [limit for ask in table.asks() if (limit := table.deadline(ask)) is not None]
    return protocol.Clock(
        now=now(), deadline=min(limits) if limits else None, paused=table.is_paused
    )


def outcome(table: Table) -> protocol.Outcome | None:
    """How the game ended; None while it goes on."""
    if table.phase == "closed":
        return protocol.Outcome(winners=[], called_off=True)
    if table.game is None or table.phase != "over":
        return None
    ended = table.rulebook.outcome(table.game)
    if ended is None:
        return None
    return protocol.Outcome(
        winners=list(ended.winners), ranking=list(ended.ranking), side=ended.side
    )


def _add_desk(table: Table, game: Game, made: protocol.Event) -> None:
    """What only whoever runs the game gets: every open question, and what may be taken back."""
    for ask in table.asks():
        if ask.seat == MASTER:
            made.ask = question(table, game, ask, table.runner_asked_at)
        elif ask.seat >= 0:
            asked = question(table, game, ask, table.asked_at[ask.seat])
            made.questions.append(protocol.Question(seat=ask.seat, ask=asked))
    last = table.last_move()
    if last is not None:
        entry, _, seat, by = last
        made.last = protocol.Entered(entry=entry, seat=seat if seat >= 0 else None, by=by)
