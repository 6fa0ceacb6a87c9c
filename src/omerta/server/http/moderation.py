"""Moderation at the table: the host removes somebody, anybody blocks or reports somebody."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from omerta.server.http import forms
from omerta.server.http.routing import (
    HouseHere,
    PersonHere,
    RoomHere,
    TableName,
    routes,
    state_of,
    within,
)
from omerta.server.running import manners
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.fold import Table
from omerta.server.table.people import tidy_text
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed

router = routes()

Seat = Annotated[int, Path(ge=0, le=31)]


def _other(table: Table, seat: int, person: str) -> str:
    """The person on this chair, who is not the one who asks."""
    other = table.chairs[seat].person if seat < table.seats else ""
    if not other:
        raise NotAllowed("server.problem.no_such_chair")
    if other == person:
        raise NotAllowed("server.problem.yourself")
    return other


@router.post(
    "/tables/{table}/chairs/{seat}/remove", tags=["tables"], dependencies=[within("chair")]
)
async def remove(
    seat: Seat, house: HouseHere, room: RoomHere, person: PersonHere
) -> forms.TableState:
    """Send somebody away for good; in a running game a computer player goes on."""
    if person != room.table.host:
        raise NotAllowed("server.problem.not_host")
    other = _other(room.table, seat, person)
    for theirs in room.table.seats_of(other):
        if room.table.leaving(theirs):

            def go(table: Table, seat: int = theirs) -> Plan:
                return play.leave(table, seat)

            await room.act(go)

    def plan(table: Table) -> Plan:
        if person != table.host:
            raise NotAllowed("server.problem.not_host")
        if table.phase not in ("lobby", "playing"):
            raise NotAllowed("server.problem.already_over")
        if not table.seats_of(other):
            raise NotAllowed("server.problem.no_such_chair")
        return Plan(log.Removed(person=other, level=house.players.default_level(table)))

    await room.act(plan)
    return state_of(room, person)


@router.post(
    "/tables/{table}/chairs/{seat}/report", tags=["tables"], dependencies=[within("report")]
)
async def report(
    seat: Seat, form: forms.Report, house: HouseHere, room: RoomHere, person: PersonHere
) -> forms.Reported:
    """Tell the operator about somebody at the table, with what was heard from there."""
    if not room.table.seats_of(person) and person not in (room.table.host, room.table.master):
        raise NotAllowed("server.problem.not_seated")
    _other(room.table, seat, person)
    await manners.report(house, room.table, person, seat, form.reason, tidy_text(form.text))
    return forms.Reported(reported=True)


@router.put("/tables/{table}/chairs/{seat}/block", tags=["tables"], dependencies=[within("chair")])
async def block(
    seat: Seat, house: HouseHere, room: RoomHere, person: PersonHere
) -> list[forms.BlockLine]:
    """Do not meet this person any more: they cannot sit down at my tables, nor do I hear them."""
    other = _other(room.table, seat, person)
    await manners.block(house, person, other, room.table.chairs[seat].name)
    return await _blocks(house, person, room.table)


@router.get("/me/blocks", tags=["people"])
async def my_blocks(
    house: HouseHere, person: PersonHere, table: Annotated[TableName | None, Query()] = None
) -> list[forms.BlockLine]:
    """The people I block; for a table, also where they sit."""
    room = None if table is None else house.in_memory(table)
    return await _blocks(house, person, None if room is None else room.table)


@router.delete("/me/blocks/{block}", tags=["people"])
async def unblock(
    block: Annotated[str, Path(max_length=40)], house: HouseHere, person: PersonHere
) -> list[forms.BlockLine]:
    """Meet somebody again."""
    for one in await manners.blocked(house, person):
        if one.id == block:
            await manners.unblock(house, person, one.person)
    return await _blocks(house, person, None)


async def _blocks(house: HouseHere, person: str, table: Table | None) -> list[forms.BlockLine]:
    return [
        forms.BlockLine(
            id=one.id, name=one.name, seats=[] if table is None else table.seats_of(one.person)
        )
        for one in await manners.blocked(house, person)
    ]
