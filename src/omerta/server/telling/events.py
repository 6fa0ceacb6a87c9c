"""Events: what a viewer hears of a table and sees of its game, as it goes out.

Every event is made by `event`: the newest one for everybody, those that somebody has missed, and
what a seat is brought in a hushed night. What all viewers are shown alike is written once, in a
`Moment`; of what somebody was shown before only the changes go out (`Look`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from zlib import adler32

from omerta.core import EVERYBODY, MASTER, Book, Game, Notice, encode_notice
from omerta.server.table import entries as log
from omerta.server.table import views
from omerta.server.table.fold import Table
from omerta.server.table.state import Heard, Shown
from omerta.server.table.viewers import RUNNER, WATCHER, seat_of
from omerta.server.telling.questions import asked, question, question_text
from omerta.server.telling.sights import Changes, Sight, joined, look, written
from omerta.server.wire import protocol

SENTENCES: Final = 10_000
"""Notices that are kept in the bytes that go out."""

CHECKED: Final = 16
"""One in this many events with changes carries the checksum of the whole view after them."""


def event(
    table: Table, viewer: int, n: int, heard: Heard | None, moment: Moment | None, look: Look | None
) -> bytes:
    """An event of a viewer: what was heard, and the game if its moment has not passed.

    The fields are those of `protocol.Event`, in its order.
    """
    parts = [b'{"type":"event","n":%d' % n]
    if heard is not None:
        alike = None if moment is None or moment.heard is not heard else moment.notices
        parts.append(notices(table, heard, viewer) if alike is None else alike)
        if heard.told is not None:
            parts += (b',"said":', views.encode(said(heard.told, heard.at)))
    if moment is not None and look is not None:
        parts.append(look.text(n))
        if viewer < WATCHER:
            parts.append(asked(table, moment.game, viewer, look.asked))
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
        self.shown: Final = views.public(table, game)
        closes = table.closes()
        self.clock: Final = b',"clock":{"now":%d,"deadline":%b,"paused":%b}' % (
            table.now(),
            b"null" if closes is None else b"%d" % closes,
            b"true" if table.is_paused else b"false",
        )
        ended = outcome(table)
        self.outcome: Final = b"" if ended is None else b',"outcome":' + views.encode(ended)
        self.notices: bytes | None = None
        """What everybody has heard; None if some have heard more than others."""
        if heard is not None and all(notice.only == EVERYBODY for notice in heard.notices):
            self.notices = notices(table, heard, WATCHER)
        self.before: Shown | None = None
        self.changes: Changes | None = None
        self.changed = self.grown = b""

    def compare(self, before: Shown) -> None:
        """Find what has changed of what everybody sees; most have been shown the same before."""
        if self.before is not before:
            self.before = before
            shown = self.shown
            touched = shown.touched if shown.before is before else None
            changes = self.changes = Changes(before.fields, shown.fields, touched)
            self.changed = written(changes.changed)
            self.grown = written(changes.grown)


class Look:
    """The game as one viewer sees it at a moment, for somebody who was last shown something."""

    def __init__(self, table: Table, moment: Moment, viewer: int, before: Sight | None) -> None:
        self.moment: Final = moment
        self.before: Final = before
        self.sight, self.asked = look(table, moment.game, viewer, before)

    def text(self, n: int) -> bytes:
        """The fields of an event that bring it: the changes, or all of it."""
        before = self.before
        if before is not None:
            moment = self.moment
            moment.compare(before.shown)
            changed, grown = moment.changed, moment.grown
            is_whole = moment.changes is not None and moment.changes.is_whole
            if before.own is not self.sight.own:
                own = Changes(before.own, self.sight.own)
                is_whole = is_whole and own.is_whole
                changed = joined(changed, written(own.changed))
                grown = joined(grown, written(own.grown))
            if is_whole:
                text = b',"changed":' + changed
                if len(grown) > 2:
                    text += b',"grown":' + grown
                if n % CHECKED == 0:
                    text += b',"check":%d' % adler32(self.sight.text())
                return text
        return b',"view":' + self.sight.text()


class News:
    """What one entry has told: the newest event, for everybody who hears it."""

    def __init__(self, table: Table, heard: Heard) -> None:
        self.table: Final = table
        self.heard: Final = heard
        self.moment: Moment | None = None
        self.made: Final[dict[int, tuple[Look | None, bytes]]] = {}

    def to(self, viewer: int, before: Sight | None = None) -> tuple[bytes, Sight | None]:
        """The event of this viewer after what somebody saw before, and what is seen then."""
        made = self.made.get(viewer)
        if made is None or (made[0] is not None and made[0].before is not before):
            table = self.table
            if self.moment is None and self.heard.told is None and table.game is not None:
                self.moment = Moment(table, self.heard)
            moment = self.moment
            look = None if moment is None else Look(table, moment, viewer, before)
            text = event(table, viewer, table.count[viewer], self.heard, moment, look)
            made = self.made[viewer] = (look, text)
        look, text = made
        return text, before if look is None else look.sight


def newest(table: Table, viewer: int) -> tuple[bytes, Sight]:
    """The newest event of a viewer who has heard it already, with the game as it stands."""
    moment = Moment(table)
    look = Look(table, moment, viewer, None)
    return event(table, viewer, table.count[viewer], None, moment, look), look.sight


def brought(table: Table, viewer: int, heard: list[Heard]) -> tuple[list[bytes], Sight]:
    """The newest events of a viewer, oldest first; the last one shows the game as it stands."""
    moment = Moment(table)
    look = Look(table, moment, viewer, None)
    last = event(table, viewer, table.count[viewer], heard[-1], moment, look)
    return [*retold(table, viewer, heard)[:-1], last], look.sight


def retold(table: Table, viewer: int, heard: list[Heard]) -> list[bytes]:
    """The newest events of a viewer, oldest first, without what was seen then."""
    first = table.count[viewer] - len(heard) + 1
    return [event(table, viewer, n, one, None, None) for n, one in enumerate(heard, start=first)]


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
        protocol.Notice(
            key=f"{area}.notice.{key}", args=told["args"], weight=book.manners.weight(key), to=to
        )
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
    return protocol.Clock(now=table.now(), deadline=table.closes(), paused=table.is_paused)


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
    return b',"ask":' + question_text(table, game, ask, table.runner_asked_at)


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
