"""What all addresses of the lobby share: who asks, and for which table."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Header, Path, Request

from omerta.server.http import forms
from omerta.server.running.house import House
from omerta.server.running.room import Room
from omerta.server.table.entries import Row
from omerta.server.table.people import BadToken
from omerta.server.table.refusals import NotAllowed

PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": forms.Problem}
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 503)
}

TableName = Annotated[str, Path(max_length=40, description="Id or six-letter code of a table")]


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _person(request: Request, authorization: Annotated[str, Header()] = "") -> str:
    """Who asks: the person whose token is in the header."""
    kind, _, token = authorization.partition(" ")
    if kind.lower() == "bearer":
        try:
            return _house(request).people.person(token.strip())
        except BadToken:
            pass
    raise NotAllowed("server.problem.who_are_you")


async def _maybe_person(request: Request, authorization: Annotated[str, Header()] = "") -> str:
    """Who asks, or the empty text for a stranger."""
    return await _person(request, authorization) if authorization else ""


async def _room(request: Request, table: TableName) -> Room:
    room = await _house(request).find(table)
    if room is None:
        raise NotAllowed("server.problem.no_such_table")
    return room


HouseHere = Annotated[House, Depends(_house)]
PersonHere = Annotated[str, Depends(_person)]
AnybodyHere = Annotated[str, Depends(_maybe_person)]
RoomHere = Annotated[Room, Depends(_room)]


def state_of(room: Room, person: str) -> forms.TableState:
    """A table as this person finds it."""
    return forms.TableState.model_validate(msgspec.to_builtins(room.state(person)))


def line_of(row: Row) -> forms.TableLine:
    """A table in a list."""
    return forms.TableLine.model_validate(
        {
            "id": row.id,
            "code": row.code,
            "game": row.game,
            "phase": row.phase,
            "seats": row.seats,
            "free": row.free,
            "names": row.names,
            "made": row.made,
        }
    )


def routes() -> APIRouter:
    """A part of the lobby, to be filled."""
    return APIRouter(prefix="/api", responses=PROBLEMS)
