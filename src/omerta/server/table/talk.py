"""Talk at the table: who may speak, and who hears it."""

from __future__ import annotations

from omerta.core import EVERYBODY
from omerta.server.table import entries as log
from omerta.server.table.fold import Table
from omerta.server.table.people import tidy_text
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.table.viewers import LATECOMER, WATCHER, seat_of
from omerta.server.wire.protocol import LONGEST_TEXT, Say, is_word


def say(table: Table, viewer: int, name: str, message: Say) -> Plan:
    """What was said, for those who may hear it; `NotAllowed` if the speaker must be silent."""
    if not table.settings.talk:
        raise NotAllowed("server.refused.no_talk")
    if not is_word(message.channel):
        raise NotAllowed("server.refused.no_such_channel")
    text = tidy_text(message.text)
    if len(text) > LONGEST_TEXT:
        raise NotAllowed("server.refused.text_too_long", number=LONGEST_TEXT)
    if not text:
        raise NotAllowed("server.refused.nothing_said")
    told = log.Told(
        name=name,
        seat=viewer if viewer < WATCHER else None,
        text=text,
        channel=message.channel,
    )
    return Plan(told, heard=_audience(table, viewer, message.channel))


def _audience(table: Table, viewer: int, channel: str) -> int:
    """The bits of those who hear it. Who only watches is heard by those who watch."""
    if viewer in (WATCHER, LATECOMER):
        return 1 << WATCHER | (1 << LATECOMER if viewer == LATECOMER else 0)
    if table.game is None or table.phase != "playing":
        if channel != "table":
            raise NotAllowed("server.refused.no_such_channel")
        return table.everybody()
    seats = table.rulebook.manners.hears(table.game, seat_of(viewer), channel)
    if seats is None:
        raise NotAllowed("server.refused.silence")
    if EVERYBODY in seats:
        return table.everybody()
    mask = 1 << viewer
    for seat in seats:
        mask |= 1 << seat
    return mask
