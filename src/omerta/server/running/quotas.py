"""Quotas: how many tables one person, or one address, may keep open at a time."""

from __future__ import annotations

from typing import Final

import msgspec

from omerta.server.running.house import House
from omerta.server.running.retention import PUBLIC
from omerta.server.table import entries as log
from omerta.server.table.clock import now
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.wire.limits import neighbourhood

MOST_UNFINISHED: Final = 20
"""Tables of one person that are not over."""

MOST_PUBLIC: Final = 2
MOST_PUBLIC_NEARBY: Final = 5
"""Tables of one person, and of one address, that wait in the public list."""

MOST_LISTED: Final = 1000


class Offer(msgspec.Struct):
    """Who has put a table on the public list; of the address only a mark is kept."""

    person: str
    address: str


async def make_room(house: House, person: str) -> None:
    """See that a person may open another table: of many, the oldest one played alone gives way."""
    if not house.limits.is_strict:
        return
    unfinished = await house.store.unfinished_of(person)
    if len(unfinished) < MOST_UNFINISHED:
        return
    for row in unfinished:
        if row.people == [person]:
            room = await house.room(row.id)
            if room is not None:
                await room.act(lambda _: Plan(log.CalledOff()))
            return
    raise NotAllowed("server.problem.too_many_tables", number=MOST_UNFINISHED)


async def make_public(house: House, person: str, address: str) -> None:
    """See that another table may be listed; the list is for everybody."""
    if not house.limits.is_strict:
        return
    mark = house.people.mark_of(neighbourhood(address))
    waiting = {row.id for row in await house.store.open_tables(MOST_LISTED)}
    offers = [
        msgspec.json.decode(memo.value, type=Offer)
        for memo in await house.store.recall_all(PUBLIC, MOST_LISTED)
        if memo.key in waiting
    ]
    mine = sum(offer.person == person for offer in offers)
    nearby = sum(offer.address == mark for offer in offers)
    if mine >= MOST_PUBLIC or nearby >= MOST_PUBLIC_NEARBY:
        raise NotAllowed("server.problem.too_many_public", number=MOST_PUBLIC)


async def note_public(house: House, table: str, person: str, address: str) -> None:
    """Remember who has put this table on the list."""
    offer = Offer(person, house.people.mark_of(neighbourhood(address)))
    await house.store.remember(PUBLIC, table, msgspec.json.encode(offer), now())
