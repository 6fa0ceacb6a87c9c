"""Retention: tables that everybody has forgotten are closed, and in the end removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from omerta.server.running.identities import forget_old_codes
from omerta.server.store import StoreTrouble
from omerta.server.table import entries as log
from omerta.server.table.clock import now
from omerta.server.table.fold import Table
from omerta.server.table.plan import Nothing, Plan
from omerta.server.table.refusals import NotAllowed

if TYPE_CHECKING:
    from omerta.server.running.house import House

DAY: Final = 24 * 3600 * 1000
LOBBY_LASTS: Final = DAY
"""A table that has not started is closed when nothing has happened there for this long."""


OFFER_LASTS: Final = 7 * DAY
"""No table waits on the public list for longer."""

PUBLIC: Final = "public"
"""The kind of memo that says who has put a table on the public list."""


class Keep:
    """For how many days each thing is kept; 0 for ever."""

    def __init__(self, unfinished: float = 30.0, finished: float = 0.0) -> None:
        self.unfinished: Final = unfinished
        self.finished: Final = finished


async def tidy_up(house: House, keep: Keep) -> None:
    """Close abandoned lobbies and games, and remove records that are not to be kept."""
    await _close_all(house, ["lobby", "seeds"], now() - LOBBY_LASTS)
    if keep.unfinished:
        await _close_all(house, ["playing"], now() - int(keep.unfinished * DAY))
    if keep.finished:
        await _remove_all(house, now() - int(keep.finished * DAY))
    await forget_old_codes(house)
    for memo in await house.store.recall_all(PUBLIC):
        if memo.at < now() - OFFER_LASTS:
            await house.store.forget(PUBLIC, memo.key)


async def _close_all(house: House, phases: list[str], before: int) -> None:
    for identity in await house.store.stale(phases, before):
        try:
            room = await house.room(identity)
            if room is not None and not room.audience.has_anybody:
                await room.act(_called_off(before))
                house.journal.info("abandoned", table=identity)
        except (Nothing, NotAllowed, StoreTrouble):
            continue  # it went on, or the journal knows why it cannot be read


def _called_off(before: int) -> Callable[[Table], Plan]:
    def plan(table: Table) -> Plan:
        if table.phase in ("over", "closed") or table.at >= before:
            raise Nothing
        return Plan(log.CalledOff())

    return plan


async def _remove_all(house: House, before: int) -> None:
    for identity in await house.store.stale(["over", "closed"], before):
        room = house.rooms.get(identity)
        if room is not None and room.audience.has_anybody:
            continue
        await house.drop(identity)
        await house.store.remove(identity)
        house.journal.info("removed", table=identity)
