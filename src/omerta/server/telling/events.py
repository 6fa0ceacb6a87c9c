"""Events: what a viewer hears of a table and sees of its game, as it goes out.

Every event is made by `event`: the newest one for everybody, those that somebody has missed, and
what a seat is brought in a hushed night. What all viewers are shown alike is written once, in a
`Moment`; what a viewer alone sees is kept as long as it stays as it is (`views.own_text`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

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


def event(table: Table, viewer: int, n: int, heard: Heard | None, moment: Moment | None) -> bytes:
    """An event of a viewer: what was heard, and the game if its moment has not passed.

    The fields are those of `protocol.Event`, in its order.
    """
    parts = [b'{"type":"event","n":%d' % n]
    if heard is not None:
        alike = None if moment is None or moment.heard is not heard else moment.notices
        parts.append(notices(table, heard, viewer) if alike is None else alike)
        if heard.told is not None:
            parts += (b',"said":', views.encode(said(heard.told, heard.at)))
    if moment is not None:
        own, asked = views.own_text(table, moment.game, viewer)
        parts += (moment.view, own[1:])
        if viewer < WATCHER:
            ask, ahead = questions(table, moment.game, viewer, asked)
            if ask is not None:
                parts += (b',"ask":', views.encode(ask))
            if ahead is not None:
                parts += (b',"ahead":', views.encode(ahead))
        elif viewer == RUNNER:
            parts.append(_own_question(table, moment.game))
        parts.append(moment.clock)
        if viewer in table.silent_until:
            parts.append(b',"silent_until":%d' % table.silent_until[viewer])
        parts.append(moment.outcome)
        if viewer == RUNNER:
            parts.append(_desk(table, moment.game))
    parts.append(b"}")
    return b"".join(parts)


class Moment:
    """The game as it stands, and of its newest event what everybody is sent alike: fields."""

    def __init__(self, table: Table, heard: Heard | None = None) -> None:
        game = table.game
        assert game is not None, "there is a game to be shown"
        self.game: Final[Game] = game
        self.heard: Final = heard
        self.view: Final = b',"view":' + views.opening(table, game)
        """The beginning of every view."""
        self.clock: Final = b',"clock":' + views.encode(clock(table))
        ended = outcome(table)
        self.outcome: Final = b"" if ended is None else b',"outcome":' + views.encode(ended)
        self.notices: bytes | None = None
        """What everybody has heard; None if some have heard more than others."""
        if heard is not None and all(notice.only == EVERYBODY for notice in heard.notices):
            self.notices = notices(table, heard, WATCHER)


class News:
    """What one entry has told: the newest event, for everybody who hears it."""

    def __init__(self, table: Table, heard: Heard) -> None:
        self.table: Final = table
        self.heard: Final = heard
        self.moment: Moment | None = None
        self.events: Final[dict[int, bytes]] = {}

    def to(self, viewer: int) -> bytes:
        """The event of this viewer."""
        made = self.events.get(viewer)
        if made is None:
            table = self.table
            if self.moment is None and self.heard.told is None and table.game is not None:
                self.moment = Moment(table, self.heard)
            made = event(table, viewer, table.count[viewer], self.heard, self.moment)
            self.events[viewer] = made
        return made


def newest(table: Table, viewer: int) -> bytes:
    """The newest event of a viewer who has heard it already, with the game as it stands."""
    return event(table, viewer, table.count[viewer], None, Moment(table))


def retold(
    table: Table, viewer: int, heard: list[Heard], moment: Moment | None = None
) -> list[bytes]:
    """The newest events of a viewer, oldest first; the last one shows the game, if anything."""
    first = table.count[viewer] - len(heard) + 1
    last = table.count[viewer]
    return [
        event(table, viewer, n, one, moment if n == last else None)
        for n, one in enumerate(heard, start=first)
    ]


def missed(table: Table, viewer: int, last: int) -> list[bytes] | None:
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


def notices(table: Table, heard: Heard, viewer: int) -> bytes:
    """What this viewer has heard; nothing if that is nothing."""
    seat = seat_of(viewer)
    found: list[bytes] = []
    for notice in heard.notices:
        if notice.only in (EVERYBODY, seat) or viewer == RUNNER:
            to = notice.only if viewer == RUNNER and notice.only >= 0 else None
            found.append(sentence(table.rulebook, notice.key, notice.args, to))
    return b',"notices":[%b]' % b",".join(found) if found else b""


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


def _own_question(table: Table, game: Game) -> bytes:
    """What whoever runs the game is asked."""
    ask = table.asked(MASTER)
    if ask is None:
        return b""
    return b',"ask":' + views.encode(question(table, game, ask, table.runner_asked_at))


def _desk(table: Table, game: Game) -> bytes:
    """What only whoever runs the game gets: every open question, and what may be taken back."""
    asked = [
        views.encode(
            protocol.Question(
                seat=ask.seat, ask=question(table, game, ask, table.asked_at[ask.seat])
            )
        )
        for ask in table.asks()
        if ask.seat >= 0
    ]
    desk = b',"questions":[%b]' % b",".join(asked) if asked else b""
    last = table.last_move()
    if last is None:
        return desk
    entry, _, seat, by = last
    entered = protocol.Entered(entry=entry, seat=seat if seat >= 0 else None, by=by)
    return desk + b',"last":' + views.encode(entered)
