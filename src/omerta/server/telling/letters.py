"""Letters: the newest event of a table in the bytes that go out, to each viewer their own.

What several viewers are sent alike is written once. The fields are those of `protocol.Event`,
in its order.
"""

from __future__ import annotations

from typing import Final

from omerta.core import EVERYBODY, Game
from omerta.server.table import views
from omerta.server.table.fold import Table
from omerta.server.table.state import Heard
from omerta.server.table.viewers import WATCHER
from omerta.server.telling import scene
from omerta.server.wire import protocol


class Letters:
    """What one entry of the log has told, for everybody who hears it."""

    def __init__(self, table: Table, heard: Heard) -> None:
        self.table: Final = table
        self.heard: Final = heard
        self.written: Final[dict[int, bytes]] = {}
        self.notices = b""
        """What everybody hears; empty if some hear more than others."""
        self.view = b""
        """The beginning of every view."""
        self.clock = b""
        self.ending = b""

    def to(self, viewer: int) -> bytes:
        """The letter to this viewer."""
        text = self.written.get(viewer)
        if text is None:
            text = self.written[viewer] = self._write(viewer)
        return text

    def _write(self, viewer: int) -> bytes:
        table = self.table
        game = table.game
        if game is None or self.heard.told is not None or viewer > WATCHER:
            return protocol.encode(scene.event(table, self.heard, viewer))
        if not self.view:
            self._write_shared(game)
        own, asked = views.own_text(table, game, viewer)
        parts = [
            b'{"type":"event","n":%d' % table.count[viewer],
            self.notices or notices(table, self.heard, viewer),
            self.view,
            own[1:],
        ]
        if viewer != WATCHER:
            ask, ahead = scene.questions(table, game, viewer, asked)
            if ask is not None:
                parts += (b',"ask":', views.encode(ask))
            if ahead is not None:
                parts += (b',"ahead":', views.encode(ahead))
        parts.append(self.clock)
        if viewer in table.silent_until:
            parts.append(b',"silent_until":%d' % table.silent_until[viewer])
        parts.append(self.ending)
        return b"".join(parts)

    def _write_shared(self, game: Game) -> None:
        """Write what is the same in all letters."""
        table = self.table
        if all(notice.only == EVERYBODY for notice in self.heard.notices):
            self.notices = notices(table, self.heard, WATCHER)
        public = views.public(table, game)
        self.view = b',"view":{' if public == b"{}" else b',"view":%b,' % public[:-1]
        self.clock = b',"clock":' + views.encode(scene.clock(table))
        outcome = scene.outcome(table)
        self.ending = b"}" if outcome is None else b',"outcome":%b}' % views.encode(outcome)


def notices(table: Table, heard: Heard, viewer: int) -> bytes:
    """What a viewer hears, as a field of the event."""
    found = scene.notices_for(table, heard.notices, viewer)
    return b',"notices":[%b]' % b",".join(found) if found else b""
