"""The lobby: tables are made, found, changed and started over plain HTTP."""

from __future__ import annotations

import io
from typing import Annotated, Any, Final

import msgspec
import segno
from fastapi import Path, Request, Response

from omerta.core import MASTER
from omerta.games import GAMES
from omerta.server.http import forms
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
from omerta.server.running.house import House, checked_options, refused_option
from omerta.server.running.manners import is_blocked
from omerta.server.running.quotas import make_public, make_room, note_public
from omerta.server.running.room import Room
from omerta.server.running.setup_chances import ENOUGH
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.fold import Table
from omerta.server.table.lessons import lesson_text, read_lesson
from omerta.server.table.names import distinct, tidy_name
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.wire.protocol import Settings

router = routes()


@router.post("/tables", tags=["tables"], dependencies=[within("table")])
async def make_table(
    form: forms.NewTable, house: HouseHere, person: PersonHere, address: AddressHere
) -> forms.TableState:
    """Make a table and sit down at it; a lesson begins at once."""
    await make_room(house, person)
    if form.lesson:
        return state_of(await _lesson(house, form.game, form.chairs, person), person)
    if len(form.chairs) > form.seats:
        raise NotAllowed("server.problem.too_many_chairs")
    settings = _settings(Settings(), form.settings)
    if settings.public:
        await make_public(house, person, address)
    room = await house.make(form.game, form.seats, form.options, settings, person)
    if settings.public:
        await note_public(house, room.table.id, person, address)
    chairs = form.chairs
    if form.master:
        await _run(house, room, person, "")
    elif not form.chairs:
        chairs = [forms.NewChair(kind="me")]
    for seat, chair in enumerate(chairs):
        if chair.kind != "empty":
            await _fill(house, room, seat, chair, person)
    return state_of(room, person)


PARTNERS: Final = ("Bruna", "Carmela", "Dario", "Elena", "Fausto")
"""Who plays with the pupil of a lesson; the texts of the lessons call them so."""


async def _lesson(house: House, game: str, chairs: list[forms.NewChair], person: str) -> Room:
    """A table of its own kind: the deal is scripted, the others are computer players."""
    text = lesson_text(game) if game in GAMES else ""
    if not text:
        raise NotAllowed("server.problem.no_such_game")
    lesson = read_lesson(text)
    clock = "quick" if lesson.needs_clock else "off"
    settings = Settings(watching=False, clock=clock, grace=0, talk=False)
    room = await house.make(game, lesson.seats, lesson.options, settings, person, text)
    await _fill(house, room, 0, (chairs or [forms.NewChair(kind="me")])[0], person)
    for seat in range(1, lesson.seats):
        chair = forms.NewChair(kind="computer", name=PARTNERS[seat - 1])
        await _fill(house, room, seat, chair, person)
    await room.act(lambda table: play.deal(table))
    return room


@router.get("/tables/{table}", tags=["tables"])
async def look_at_table(room: RoomHere, person: AnybodyHere) -> forms.TableState:
    """Everything about a table but the game."""
    return state_of(room, person)


@router.post("/tables/{table}/join", tags=["tables"], dependencies=[within("chair")])
async def join(
    form: forms.Joining, house: HouseHere, room: RoomHere, person: PersonHere
) -> forms.TableState:
    """Sit down on a free chair. Who sits already stays where they are."""
    if await is_blocked(house, person, by=room.table.host):
        raise NotAllowed("server.problem.blocked")
    name = tidy_name(form.name) or await house.store.name_of(person) or ""

    def plan(table: Table) -> Plan:
        if table.phase != "lobby":
            raise NotAllowed("server.problem.already_started")
        _not_removed(table, person)
        if person == table.master:
            raise NotAllowed("server.problem.master_plays")
        free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "empty"]
        if not free or (form.seat is not None and form.seat not in free):
            raise NotAllowed("server.problem.no_free_chair")
        seat = free[0] if form.seat is None else form.seat
        return Plan(log.Sat(seat=seat, person=person, name=_name(table, seat, name)))

    if not room.table.seats_of(person):
        await room.act(plan)
    return state_of(room, person)


@router.put("/tables/{table}/chairs/{seat}", tags=["tables"], dependencies=[within("chair")])
async def put_on_chair(
    seat: Annotated[int, Path(ge=0, le=31)],
    form: forms.NewChair,
    house: HouseHere,
    room: RoomHere,
    person: PersonHere,
) -> forms.TableState:
    """Put a computer player, oneself or somebody on the same device on a chair, or empty it."""
    await _fill(house, room, seat, form, person)
    return state_of(room, person)


async def _fill(house: House, room: Room, seat: int, form: forms.NewChair, person: str) -> None:
    name = tidy_name(form.name)
    if not name and form.kind == "me":
        name = await house.store.name_of(person) or ""

    def plan(table: Table) -> Plan:
        _may_change_chair(table, seat, form.kind, person)
        if form.kind == "computer":
            wanted = _name(table, seat, name) if name else ""
            return Plan(house.computer(table, seat, form.level, wanted))
        if form.kind == "empty":
            return Plan(log.Stood(seat=seat))
        return Plan(log.Sat(seat=seat, person=person, name=_name(table, seat, name)))

    await room.act(plan)


def _name(table: Table, seat: int, name: str) -> str:
    """The name of whoever sits down on a chair: nobody else at the table has it."""
    return distinct(name or f"#{seat + 1}", table.names(besides=seat))


def _may_change_chair(table: Table, seat: int, kind: str, person: str) -> None:
    if table.phase != "lobby":
        raise NotAllowed("server.problem.already_started")
    if seat >= table.seats:
        raise NotAllowed("server.problem.no_such_chair")
    chair = table.chairs[seat]
    if chair.kind == "person" and chair.person != person and kind != "empty":
        raise NotAllowed("server.problem.no_free_chair")
    if person != table.host and chair.person != person:
        raise NotAllowed("server.problem.not_host")
    if kind == "me" and person == table.master:
        raise NotAllowed("server.problem.master_plays")


@router.put("/tables/{table}/master", tags=["tables"], dependencies=[within("chair")])
async def run_game(
    form: forms.Running, house: HouseHere, room: RoomHere, person: PersonHere
) -> forms.TableState:
    """Run the game as its master instead of playing it, where the options want a person to."""
    if await is_blocked(house, person, by=room.table.host):
        raise NotAllowed("server.problem.blocked")
    await _run(house, room, person, form.name)
    return state_of(room, person)


async def _run(house: House, room: Room, person: str, wanted: str) -> None:
    name = tidy_name(wanted) or await house.store.name_of(person) or "#0"

    def plan(table: Table) -> Plan:
        _not_removed(table, person)
        if table.run_by != "person":
            raise NotAllowed("server.problem.no_master_wanted")
        if table.phase not in ("lobby", "playing"):
            raise NotAllowed("server.problem.already_started")
        if table.phase == "playing" and (table.master or person != table.host):
            raise NotAllowed("server.problem.already_started")
        if table.master not in ("", person):
            raise NotAllowed("server.problem.master_there")
        if table.seats_of(person):
            raise NotAllowed("server.problem.master_plays")
        return Plan(log.Runs(person=person, name=distinct(name, table.names(besides=MASTER))))

    await room.act(plan)


@router.delete("/tables/{table}/master", tags=["tables"])
async def stop_running(room: RoomHere, person: PersonHere) -> forms.TableState:
    """Give the game master's place up; the host may also clear it before the start."""

    def plan(table: Table) -> Plan:
        cleared = person == table.host and table.phase == "lobby"
        if not table.master or not (person == table.master or cleared):
            raise NotAllowed("server.problem.not_seated")
        return Plan(log.Runs(person=""))

    await room.act(plan)
    return state_of(room, person)


def _revised(table: Table, options: dict[str, str]) -> dict[str, str]:
    """The options that replace all options of a table; what depends on a changed one follows it."""
    kept = {name: value for name, value in options.items() if table.options.get(name) == value}
    changes = {name: value for name, value in options.items() if name not in kept}
    return table.rulebook.manners.revised(kept, changes)


FIXED: Final = ("clock", "grace", "public")
"""Settings that stay as they are once the game has begun."""


@router.patch("/tables/{table}", tags=["tables"], dependencies=[within("chair")])
async def change_table(
    form: forms.Changes,
    house: HouseHere,
    room: RoomHere,
    person: PersonHere,
    address: AddressHere,
) -> forms.TableState:
    """Change options, settings or the number of chairs."""
    becomes_public = form.settings is not None and form.settings.public is True
    if becomes_public and not room.table.settings.public:
        _host_only(room.table, person)
        await make_public(house, person, address)
        await note_public(house, room.table.id, person, address)

    def plan(table: Table) -> Plan:
        _host_only(table, person)
        settings = _settings(table.settings, form.settings or forms.SettingsForm())
        seats = form.seats or table.seats
        options = table.options if form.options is None else _revised(table, form.options)
        if table.lesson is not None and _more_than_pace(form):
            raise NotAllowed("server.problem.lesson")
        if table.phase != "lobby":
            fixed = form.options is not None or form.seats is not None
            if fixed or any(
                getattr(settings, name) != getattr(table.settings, name) for name in FIXED
            ):
                raise NotAllowed("server.problem.already_started")
        elif any(chair.kind == "person" for chair in table.chairs[seats:]):
            raise NotAllowed("server.problem.chair_taken")
        values = checked_options(table.rulebook.name, seats, options)
        return Plan(log.Changed(options=values, settings=settings, seats=seats))

    await room.act(plan)
    return state_of(room, person)


def _more_than_pace(form: forms.Changes) -> bool:
    wishes = {} if form.settings is None else form.settings.model_dump(exclude_none=True)
    return form.options is not None or form.seats is not None or not set(wishes) <= {"pace"}


def _settings(before: Settings, form: forms.SettingsForm) -> Settings:
    changes = {key: value for key, value in form.model_dump().items() if value is not None}
    return msgspec.structs.replace(before, **changes)


def _not_removed(table: Table, person: str) -> None:
    if person in table.removed:
        raise NotAllowed("server.problem.removed")


def _host_only(table: Table, person: str) -> None:
    if person != table.host:
        raise NotAllowed("server.problem.not_host")


@router.get("/tables/{table}/chances", tags=["tables"])
async def chances(house: HouseHere, room: RoomHere) -> forms.Chances:
    """What the rules say of the setup, and how often each side wins with computer players."""
    table = room.table
    found = table.rulebook.manners.setup(table.rulebook.options(table.options), table.seats)
    rehearsal = found.pop("rehearsal", {})
    won: dict[str, int] = {}
    if found and not found["faults"] and table.phase == "lobby":
        won = dict(await house.chances.of(table, rehearsal))
    nothing: dict[str, Any] = {
        **{"cards": {}, "most": {}, "faults": [], "warnings": [], "advice": []},
        "by_lot": None,
    }
    counts = {"won": won, "games": sum(won.values()), "enough": ENOUGH}
    return forms.Chances.model_validate(nothing | found | counts)


@router.get("/tables/{table}/sheet", tags=["tables"])
async def sheet(room: RoomHere) -> forms.Sheet:
    """The cards of a setup and its script, to be printed; nothing in it is hidden."""
    table = room.table
    found = table.rulebook.manners.sheet(table.rulebook.options(table.options), table.seats)
    return forms.Sheet.model_validate({"cards": {}, "parts": []} | found)


@router.post("/tables/{table}/start", tags=["tables"])
async def start(room: RoomHere, person: PersonHere) -> forms.TableState:
    """Start the game: everybody is ready, now the seeds are shown."""

    def plan(table: Table) -> Plan:
        _host_only(table, person)
        if table.phase != "lobby":
            raise NotAllowed("server.problem.already_started")
        if table.free:
            raise NotAllowed("server.problem.empty_chairs", number=table.free)
        if table.run_by == "person" and not table.master:
            raise NotAllowed("server.problem.no_master")
        if (bad := table.bad_option()) is not None:
            raise refused_option(table.rulebook.name, bad)
        if not table.is_ready():
            raise NotAllowed("server.problem.not_ready")
        return Plan(log.Sealed(hashes=[chair.hash for chair in table.chairs]))

    await room.act(plan)
    return state_of(room, person)


@router.post("/tables/{table}/leave", tags=["tables"], dependencies=[within("chair")])
async def leave(house: HouseHere, room: RoomHere, person: PersonHere) -> forms.TableState:
    """Stand up; in a running game a computer player goes on, or what the rules say happens."""
    for seat in room.table.seats_of(person):
        if room.table.leaving(seat):

            def go(table: Table, seat: int = seat) -> Plan:
                return play.leave(table, seat)

            await room.act(go)

        def plan(table: Table, seat: int = seat) -> Plan:
            if table.chairs[seat].person != person or table.phase in ("over", "closed"):
                raise NotAllowed("server.problem.not_seated")
            if table.phase == "playing":
                level = house.players.default_level(table)
                return Plan(log.Replaced(seat=seat, level=level))
            return Plan(log.Stood(seat=seat))

        await room.act(plan)
    if person == room.table.master and room.table.phase not in ("over", "closed"):
        await room.act(lambda _: Plan(log.Runs(person="")))
    await _pass_on_host(room, person)
    return state_of(room, person)


async def _pass_on_host(room: Room, person: str) -> None:
    """A host who leaves before the start hands the table to the next person."""
    table = room.table
    heirs = [chair.person for chair in table.chairs if chair.person and chair.person != person]
    if person == table.host and heirs and table.phase == "lobby":
        await room.act(lambda _: Plan(log.Hosted(person=heirs[0])))


@router.post("/tables/{table}/close", tags=["tables"])
async def close(room: RoomHere, person: PersonHere) -> forms.TableState:
    """Call the game off; the deal is opened for everybody."""

    def plan(table: Table) -> Plan:
        _host_only(table, person)
        if table.phase in ("over", "closed"):
            raise NotAllowed("server.problem.already_over")
        return Plan(log.CalledOff())

    await room.act(plan)
    return state_of(room, person)


@router.get("/tables/{table}/link", tags=["tables"])
async def link(request: Request, room: RoomHere) -> forms.Link:
    """The invitation as an address that works from other devices."""
    return forms.Link(link=_invitation(request, room))


@router.get("/tables/{table}/qr.svg", tags=["tables"], response_class=Response)
async def qr_code(request: Request, room: RoomHere) -> Response:
    """The invitation as a QR code."""
    out = io.BytesIO()
    code = segno.make(_invitation(request, room), error="m")
    code.save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


def _invitation(request: Request, room: Room) -> str:
    return f"{request.app.state.address}/t/{room.table.code}"
