"""My seat on another device: a code that takes one's games along, and tokens taken back."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from fastapi import Path, Request

from omerta.server.http import forms
from omerta.server.http.routing import AddressHere, HouseHere, WhoHere, routes, within
from omerta.server.running import identities
from omerta.server.table.names import tidy_name
from omerta.server.table.refusals import NotAllowed

router = routes()


@router.post("/me/code", tags=["people"], dependencies=[within("device")])
async def take_along(
    form: forms.TakeAlong, request: Request, house: HouseHere, who: WhoHere
) -> forms.Code:
    """A code that makes another device mine, too, or instead of this one; it works once."""
    code, until = await identities.new_code(
        house, who.person, who.device, tidy_name(form.device), moves=form.move
    )
    # What follows the # never goes over the network, so it stands in no log.
    out = io.BytesIO()
    address = f"{request.app.state.address}/take#{code}"
    segno.make(address, error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return forms.Code(code=code, until=until, qr=out.getvalue().decode())


@router.post("/people/code", tags=["people"])
async def come_with_code(
    form: forms.Arrival, house: HouseHere, address: AddressHere
) -> forms.Person:
    """Become the person who has shown this code on another device."""
    if not house.limits.take("device", address):
        raise NotAllowed("server.problem.too_fast")
    person, device = await identities.use_code(house, form.code, tidy_name(form.device))
    if house.bans.holds(address, person):
        raise NotAllowed("server.problem.banned")
    name = await house.store.name_of(person) or ""
    return forms.Person(name=name, token=house.people.token(person, device))


@router.get("/me/devices", tags=["people"])
async def my_devices(house: HouseHere, who: WhoHere) -> list[forms.DeviceLine]:
    """The devices that are mine by such a code, and the one that showed it."""
    return [
        forms.DeviceLine(id=one.id, name=one.name, since=one.since, this=one.id == who.device)
        for one in await identities.devices(house, who.person)
    ]


@router.delete("/me/devices/{device}", tags=["people"])
async def give_up_device(
    device: Annotated[str, Path(max_length=40)], house: HouseHere, who: WhoHere
) -> list[forms.DeviceLine]:
    """A device is lost: its token counts no more."""
    if device not in [one.id for one in await identities.devices(house, who.person)]:
        raise NotAllowed("server.problem.not_found")
    await identities.revoke(house, who.person, device)
    return await my_devices(house, who)
