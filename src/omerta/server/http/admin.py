"""What `omerta admin` asks a running server for; whoever knows the token of its file is let in."""

from __future__ import annotations

import hmac
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Header, Request
from pydantic import Field

from omerta.server.http import forms
from omerta.server.http.operator import FORWARDED
from omerta.server.http.routing import HouseHere, RoomHere
from omerta.server.running import bans, manners, standing
from omerta.server.table import entries as log
from omerta.server.table.clock import now
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed

LONGEST_ANNOUNCEMENT = 300


def _operator(request: Request, authorization: Annotated[str, Header()] = "") -> None:
    """The operator has read the token from the data directory; nobody comes through a proxy."""
    token: str = request.app.state.admin_token
    shown = authorization.partition(" ")[2]
    is_operator = token and hmac.compare_digest(shown.encode(), token.encode())
    if not is_operator or any(name in request.headers for name in FORWARDED):
        raise NotAllowed("server.problem.not_found")


router = APIRouter(prefix="/api/admin", dependencies=[Depends(_operator)], include_in_schema=False)


class BanForm(forms.Form):
    """Whom not to let in, and for how many hours (0 for ever)."""

    what: str
    who: Annotated[str, Field(max_length=64)]
    hours: Annotated[float, Field(ge=0, le=24 * 365 * 100)] = 0
    why: Annotated[str, Field(max_length=200)] = ""


class AnnouncementForm(forms.Form):
    """What everybody is told; an empty text takes the last announcement back."""

    text: Annotated[str, Field(max_length=LONGEST_ANNOUNCEMENT)]


class DrainForm(forms.Form):
    """Whether new tables are refused."""

    wish: bool


@router.get("/status")
async def status(house: HouseHere) -> dict[str, Any]:
    """Connections, tables in memory, and what the operator has set."""
    return {
        "connections": len(house.guests()),
        "rooms": len(house.rooms),
        "draining": house.is_draining,
        "announcement": house.standing.announcement,
        "bans": len(house.bans.all()),
        "reports": len(await house.store.recall_all(manners.REPORT)),
    }


@router.get("/tables")
async def tables(house: HouseHere) -> list[dict[str, Any]]:
    """Tables that are not over, newest first."""
    found = []
    for row in await house.store.newest_tables():
        room = house.rooms.get(row.id)
        here = 0 if room is None else len(room.guests)
        found.append({**msgspec.to_builtins(row), "connected": here})
    return found


@router.post("/tables/{table}/close")
async def close(house: HouseHere, room: RoomHere) -> dict[str, Any]:
    """Call a game off."""
    if room.table.phase in ("over", "closed"):
        raise NotAllowed("server.problem.already_over")
    await room.act(lambda _: Plan(log.CalledOff()))
    house.journal.warning("closed by the operator", table=room.table.id)
    return {"id": room.table.id, "code": room.table.code}


@router.get("/people")
async def people(house: HouseHere, name: str = "") -> list[dict[str, Any]]:
    """Whoever is connected here, or people by id or a part of their name."""
    connected: dict[str, set[str]] = {}
    for guest in house.guests():
        connected.setdefault(guest.person, set()).add(guest.address)
    found = (
        await house.store.people_called(name)
        if name
        else [(one, await house.store.name_of(one) or "") for one in sorted(connected)]
    )
    return [
        {
            "id": one,
            "name": called,
            "addresses": sorted(connected.get(one, ())),
            "tables": [row.code for row in await house.store.unfinished_of(one)],
            "banned": house.bans.holds("", one),
        }
        for one, called in found
    ]


@router.get("/bans")
async def banned(house: HouseHere) -> list[dict[str, Any]]:
    """Every ban that holds."""
    await house.bans.read(house.store)
    return [dict(msgspec.to_builtins(one)) for one in house.bans.all()]


@router.post("/bans")
async def ban(form: BanForm, house: HouseHere) -> list[dict[str, Any]]:
    """Do not let a person, or whoever comes from an address, in any more."""
    until = now() + int(form.hours * 3_600_000) if form.hours else 0
    try:
        await bans.ban(house.store, bans.Ban(form.what, form.who, until, form.why))
    except bans.BadBan as bad:
        raise NotAllowed("server.problem.bad_form", detail=str(bad)) from None
    await house.look_round()
    return await banned(house)


@router.delete("/bans/{what}/{who:path}")
async def lift(what: str, who: str, house: HouseHere) -> list[dict[str, Any]]:
    """Let somebody in again."""
    try:
        was_banned = await bans.lift(house.store, what, who)
    except bans.BadBan as bad:
        raise NotAllowed("server.problem.bad_form", detail=str(bad)) from None
    if not was_banned:
        raise NotAllowed("server.problem.not_found", detail=f"{who} is not banned")
    return await banned(house)


@router.get("/reports")
async def reports(house: HouseHere) -> list[dict[str, Any]]:
    """What people have reported, newest first."""
    return [
        {"key": memo.key, "at": memo.at, **msgspec.json.decode(memo.value)}
        for memo in await house.store.recall_all(manners.REPORT)
    ]


@router.delete("/reports/{key}")
async def settle(key: str, house: HouseHere) -> dict[str, Any]:
    """A report is dealt with."""
    if await house.store.forget(manners.REPORT, key) is None:
        raise NotAllowed("server.problem.not_found", detail=f"there is no report {key}")
    return {"key": key}


@router.post("/announce")
async def announce(form: AnnouncementForm, house: HouseHere) -> dict[str, Any]:
    """Tell everybody something."""
    await standing.announce(house.store, form.text.strip())
    await house.look_round()
    return await status(house)


@router.post("/drain")
async def drain(form: DrainForm, house: HouseHere) -> dict[str, Any]:
    """Make no new tables, or make them again."""
    await standing.drain(house.store, wish=form.wish)
    await house.look_round()
    return await status(house)
