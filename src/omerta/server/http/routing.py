"""What all addresses of the lobby share: who asks, and for which table."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter, Depends, Header, Path, Request

from omerta.server.http import forms
from omerta.server.running.house import House
from omerta.server.running.identities import is_revoked
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


class Who(NamedTuple):
    """Who asks, and on which device."""

    person: str
    device: str


async def _who(request: Request, authorization: Annotated[str, Header()] = "") -> Who:
    """Who asks: the person whose token is in the header."""
    house = _house(request)
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer":
        raise NotAllowed("server.problem.who_are_you")
    try:
        who = Who(*house.people.read(token.strip()))
    except BadToken:
        raise NotAllowed("server.problem.who_are_you") from None
    if house.bans.holds(_address(request), who.person):
        house.metrics.turned_away.inc()
        raise NotAllowed("server.problem.banned")
    if await is_revoked(house, *who):
        raise NotAllowed("server.problem.who_are_you")
    return who


async def _person(who: Annotated[Who, Depends(_who)]) -> str:
    return who.person


async def _maybe_person(request: Request, authorization: Annotated[str, Header()] = "") -> str:
    """Who asks, or the empty text for a stranger."""
    return (await _who(request, authorization)).person if authorization else ""


async def _room(request: Request, table: TableName) -> Room:
    """The table that is named; whoever names many that are not there is guessing codes."""
    house = _house(request)
    address = _address(request)
    if not house.limits.take("guess", address):
        raise NotAllowed("server.problem.too_fast")
    room = await house.find(table)
    if room is None:
        raise NotAllowed("server.problem.no_such_table")
    house.limits.put_back("guess", address)
    return room


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def within(what: str) -> Any:
    """For addresses of the lobby: what is done here counts against the person and the address."""

    async def look(request: Request, person: Annotated[str, Depends(_person)]) -> None:
        if not _house(request).limits.take(what, _address(request), person):
            raise NotAllowed("server.problem.too_fast")

    return Depends(look)


HouseHere = Annotated[House, Depends(_house)]
WhoHere = Annotated[Who, Depends(_who)]
PersonHere = Annotated[str, Depends(_person)]
AnybodyHere = Annotated[str, Depends(_maybe_person)]
AddressHere = Annotated[str, Depends(_address)]
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
