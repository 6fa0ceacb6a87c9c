"""After the game: another one, its record, its replay and its story."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import Path, Query, Response
from fastapi.responses import PlainTextResponse

from omerta.server.http import forms, records
from omerta.server.http.replays import chart, replay, tell_story
from omerta.server.http.routing import (
    AddressHere,
    AnybodyHere,
    HouseHere,
    PersonHere,
    RoomHere,
    routes,
    state_of,
    within,
)
from omerta.server.running.house import House
from omerta.server.running.quotas import make_public, make_room, note_public
from omerta.server.running.room import Room
from omerta.server.table import entries as log
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed

router = routes()


@router.post("/tables/{table}/rematch", tags=["tables"], dependencies=[within("table")])
async def rematch(
    house: HouseHere, room: RoomHere, person: PersonHere, address: AddressHere
) -> forms.TableState:
    """Another game with the same seats; whoever asks first is its host.

    The device in the middle of a table stays there, and is the host again.
    """
    old = room.table
    if not old.seats_of(person) and person not in (old.master, old.device):
        raise NotAllowed("server.problem.not_seated")
    if old.lesson is not None:
        raise NotAllowed("server.problem.lesson")
    if old.phase not in ("over", "closed"):
        raise NotAllowed("server.problem.not_over")
    if not old.next:
        await make_room(house, person)
        if old.settings.public:
            await make_public(house, person, address)
        host = old.device or person
        again = await house.make(old.rulebook.name, old.seats, old.options, old.settings, host)
        if old.settings.public:
            await note_public(house, again.table.id, person, address)
        await _seat_again(house, old, again)

        def plan(table: Table) -> Plan:
            if table.next:
                raise NotAllowed("server.problem.already_started")
            return Plan(log.Again(table=again.table.id))

        try:
            await room.act(plan)
        except NotAllowed:
            await again.act(lambda _: Plan(log.CalledOff()))
    found = await house.room(room.table.next)
    if found is None:
        raise NotAllowed("server.problem.no_such_table")
    return state_of(found, person)


async def _seat_again(house: House, old: Table, again: Room) -> None:
    for seat, chair in enumerate(old.chairs):
        if chair.kind == "person":
            body: log.AnyBody = log.Sat(seat=seat, person=chair.person, name=chair.name)
        elif chair.kind == "computer":
            body = house.computer(again.table, seat, chair.level, chair.name)
        else:
            continue
        await again.act(partial(_planned, body))
    if old.master:
        body = log.Runs(person=old.master, name=old.master_name)
        await again.act(partial(_planned, body))


def _planned(body: log.AnyBody, table: Table) -> Plan:
    return Plan(body)


@router.get("/tables/{table}/record", tags=["tables"])
async def record(house: HouseHere, room: RoomHere) -> forms.GameRecord:
    """The whole game with its deal; only after the end. A lesson has no deal to be checked."""
    if room.table.lesson is not None:
        raise NotAllowed("server.problem.lesson")
    if room.table.phase not in ("over", "closed") or room.table.game is None:
        raise NotAllowed("server.problem.not_over")
    entries = await house.store.load(room.table.id)
    return await asyncio.to_thread(records.record_of, entries)


@router.get(
    "/tables/{table}/record.txt",
    tags=["tables"],
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record_text(house: HouseHere, room: RoomHere) -> Response:
    """The whole game in the notation, to read, to keep and to check."""
    found = await record(house, room)
    return PlainTextResponse(await asyncio.to_thread(records.write, found))


@router.get("/tables/{table}/replay/{step}", tags=["tables"])
async def replay_step(
    room: RoomHere,
    step: Annotated[int, Path(ge=0, le=100_000)],
    after: Annotated[int | None, Query(ge=-1, le=100_000)] = None,
) -> forms.Replay:
    """The game after this many moves, as every seat saw it; only after the end.

    What was heard is that of the last move, or of all moves after this one.
    """
    if room.table.phase not in ("over", "closed") or room.table.game is None:
        raise NotAllowed("server.problem.not_over")
    return await asyncio.to_thread(replay, room.table, step, after)


@router.get("/tables/{table}/chart", tags=["tables"])
async def game_chart(room: RoomHere) -> forms.Chart:
    """The game in numbers; only after the end."""
    if room.table.phase not in ("over", "closed") or room.table.game is None:
        raise NotAllowed("server.problem.not_over")
    return await asyncio.to_thread(chart, room.table)


@router.get("/tables/{table}/story", tags=["tables"])
async def story(room: RoomHere, person: AnybodyHere) -> forms.Story:
    """The game told with everything hidden: after the end, or to whoever runs it."""
    table = room.table
    is_runner = bool(person) and person == table.runner
    if table.game is None or not (is_runner or table.phase in ("over", "closed")):
        raise NotAllowed("server.problem.not_over")
    return await asyncio.to_thread(tell_story, table)
