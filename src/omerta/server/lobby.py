"""The lobby: tables are made, found, changed and started over plain HTTP."""

from __future__ import annotations

import asyncio
import io
from functools import partial
from typing import Annotated, Any, Final

import msgspec
import segno
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from omerta.games import GAMES
from omerta.server import archive, forms, play, shelf
from omerta.server import entries as log
from omerta.server.chances import ENOUGH
from omerta.server.house import House, checked_options, refused_option
from omerta.server.lesson import lesson_text, read_lesson
from omerta.server.people import BadToken, tidy_name
from omerta.server.plans import Plan
from omerta.server.play import NotAllowed
from omerta.server.protocol import Settings
from omerta.server.replay import replay, tell_story
from omerta.server.room import Room
from omerta.server.store import Row
from omerta.server.table import Table

PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": forms.Problem}
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=PROBLEMS)

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


def _state(room: Room, person: str) -> forms.TableState:
    return forms.TableState.model_validate(msgspec.to_builtins(room.state(person)))


def _line(row: Row) -> forms.TableLine:
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


# People.


@router.post("/people", tags=["people"])
async def come_in(form: forms.NewPerson, house: HouseHere) -> forms.Person:
    """Come in as a guest: the token is all there is, keep it."""
    person = house.people.new()
    name = tidy_name(form.name)
    await house.store.name(person, name)
    return forms.Person(name=name, token=house.people.token(person))


@router.get("/me", tags=["people"])
async def look_at_me(house: HouseHere, person: PersonHere) -> forms.Me:
    """My name and the tables at which I sit."""
    rows = await house.store.tables_of(person)
    return forms.Me(
        name=await house.store.name_of(person) or "", tables=[_line(row) for row in rows]
    )


@router.patch("/me", tags=["people"])
async def rename(form: forms.Rename, house: HouseHere, person: PersonHere) -> forms.Person:
    """Take another name; it counts from the next chair on."""
    name = tidy_name(form.name)
    if not name:
        raise NotAllowed("server.problem.bad_name")
    await house.store.name(person, name)
    return forms.Person(name=name, token=house.people.token(person))


# Games.


@router.get("/games", tags=["games"])
async def games(house: HouseHere) -> list[forms.GameLine]:
    """The games that can be played here."""
    return [
        forms.GameLine(
            name=book.name,
            clauses=book.clauses,
            version=book.version,
            seats_low=book.seats.start,
            seats_high=book.seats.stop - 1,
            options=[
                forms.OptionLine(
                    name=option.name,
                    values=list(book.values_of(option)),
                    default=option.default,
                    ruling=option.ruling,
                    low=option.low,
                    high=option.high,
                )
                for option in book.option_table
            ],
            levels=house.players.levels(book.name),
        )
        for book in GAMES.values()
    ]


@router.get("/rules/{game}", tags=["games"])
async def rulebook(
    game: Annotated[str, Path(max_length=40)],
    language: Annotated[str, Query(max_length=8)] = "en",
) -> forms.Rules:
    """A rulebook as clauses; every refusal names one."""
    if game not in GAMES:
        raise NotAllowed("server.problem.no_such_game")
    if language not in shelf.LANGUAGES:
        raise NotAllowed("server.problem.no_such_language")
    return forms.Rules(game=game, clauses=list(shelf.rules(game, language)))


@router.get("/texts/{language}", tags=["games"])
async def catalogue(language: Annotated[str, Path(max_length=8)]) -> dict[str, Any]:
    """Every text of a language: key to sentence, or to its plural forms."""
    if language not in shelf.LANGUAGES:
        raise NotAllowed("server.problem.no_such_language")
    return dict(shelf.texts(language))


# Tables.


@router.get("/tables", tags=["tables"])
async def open_tables(house: HouseHere) -> list[forms.TableLine]:
    """Public tables that wait for players."""
    return [_line(row) for row in await house.store.open_tables()]


@router.post("/tables", tags=["tables"])
async def make_table(
    form: forms.NewTable, house: HouseHere, person: PersonHere
) -> forms.TableState:
    """Make a table and sit down at it; a lesson begins at once."""
    if form.lesson:
        return _state(await _lesson(house, form.game, form.chairs, person), person)
    if len(form.chairs) > form.seats:
        raise NotAllowed("server.problem.too_many_chairs")
    settings = _settings(Settings(), form.settings)
    room = await house.make(form.game, form.seats, form.options, settings, person)
    chairs = form.chairs
    if form.master:
        await _run(house, room, person, "")
    elif not form.chairs:
        chairs = [forms.NewChair(kind="me")]
    for seat, chair in enumerate(chairs):
        if chair.kind != "empty":
            await _fill(house, room, seat, chair, person)
    return _state(room, person)


PARTNERS: Final = ("Bruna", "Carmela", "Dario", "Elena", "Fausto")
"""Who plays with the pupil of a lesson; the texts of the lessons call them so."""


async def _lesson(house: House, game: str, chairs: list[forms.NewChair], person: str) -> Room:
    """A table of its own kind: the deal is scripted, the others are computer players."""
    text = lesson_text(game)
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
    await room.act(lambda table: Plan.of(play.deal(table)))
    return room


@router.get("/tables/{table}", tags=["tables"])
async def look_at_table(room: RoomHere, person: AnybodyHere) -> forms.TableState:
    """Everything about a table but the game."""
    return _state(room, person)


@router.post("/tables/{table}/join", tags=["tables"])
async def join(
    form: forms.Joining, house: HouseHere, room: RoomHere, person: PersonHere
) -> forms.TableState:
    """Sit down on a free chair. Who sits already stays where they are."""
    name = tidy_name(form.name) or await house.store.name_of(person) or ""

    def make(table: Table) -> Plan:
        if table.phase != "lobby":
            raise NotAllowed("server.problem.already_started")
        if person == table.master:
            raise NotAllowed("server.problem.master_plays")
        free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "empty"]
        if not free or (form.seat is not None and form.seat not in free):
            raise NotAllowed("server.problem.no_free_chair")
        seat = free[0] if form.seat is None else form.seat
        return Plan(log.Sat(seat=seat, person=person, name=name or f"#{seat + 1}"))

    if not room.table.seats_of(person):
        await room.act(make)
    return _state(room, person)


@router.put("/tables/{table}/chairs/{seat}", tags=["tables"])
async def put_on_chair(
    seat: Annotated[int, Path(ge=0, le=31)],
    form: forms.NewChair,
    house: HouseHere,
    room: RoomHere,
    person: PersonHere,
) -> forms.TableState:
    """Put a computer player, oneself or somebody on the same device on a chair, or empty it."""
    await _fill(house, room, seat, form, person)
    return _state(room, person)


async def _fill(house: House, room: Room, seat: int, form: forms.NewChair, person: str) -> None:
    name = tidy_name(form.name)
    if not name and form.kind == "me":
        name = await house.store.name_of(person) or ""

    def make(table: Table) -> Plan:
        _may_change_chair(table, seat, form.kind, person)
        if form.kind == "computer":
            return Plan(house.computer(table, seat, form.level, name))
        if form.kind == "empty":
            return Plan(log.Stood(seat=seat))
        return Plan(log.Sat(seat=seat, person=person, name=name or f"#{seat + 1}"))

    await room.act(make)


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


@router.put("/tables/{table}/master", tags=["tables"])
async def run_game(
    form: forms.Running, house: HouseHere, room: RoomHere, person: PersonHere
) -> forms.TableState:
    """Run the game as its master instead of playing it, where the options want a person to."""
    await _run(house, room, person, form.name)
    return _state(room, person)


async def _run(house: House, room: Room, person: str, wanted: str) -> None:
    name = tidy_name(wanted) or await house.store.name_of(person) or "#0"

    def make(table: Table) -> Plan:
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
        return Plan(log.Runs(person=person, name=name))

    await room.act(make)


@router.delete("/tables/{table}/master", tags=["tables"])
async def stop_running(room: RoomHere, person: PersonHere) -> forms.TableState:
    """Give the game master's place up; the host may also clear it before the start."""

    def make(table: Table) -> Plan:
        cleared = person == table.host and table.phase == "lobby"
        if not table.master or not (person == table.master or cleared):
            raise NotAllowed("server.problem.not_seated")
        return Plan(log.Runs(person=""))

    await room.act(make)
    return _state(room, person)


def _revised(table: Table, options: dict[str, str]) -> dict[str, str]:
    """The options that replace all options of a table; what hangs on a changed one follows it."""
    kept = {name: value for name, value in options.items() if table.options.get(name) == value}
    changes = {name: value for name, value in options.items() if name not in kept}
    return table.rulebook.revised(kept, changes)


@router.patch("/tables/{table}", tags=["tables"])
async def change_table(form: forms.Changes, room: RoomHere, person: PersonHere) -> forms.TableState:
    """Change options, settings or the number of chairs."""

    def make(table: Table) -> Plan:
        _host_only(table, person)
        settings = _settings(table.settings, form.settings or forms.SettingsForm())
        seats = form.seats or table.seats
        options = table.options if form.options is None else _revised(table, form.options)
        if table.lesson is not None and _more_than_pace(form):
            raise NotAllowed("server.problem.lesson")
        if table.phase != "lobby":
            fixed = form.options is not None or form.seats is not None
            if fixed or settings.clock != table.settings.clock:
                raise NotAllowed("server.problem.already_started")
        elif any(chair.kind == "person" for chair in table.chairs[seats:]):
            raise NotAllowed("server.problem.chair_taken")
        values = checked_options(table.rulebook.name, seats, options)
        return Plan(log.Changed(options=values, settings=settings, seats=seats))

    await room.act(make)
    return _state(room, person)


def _more_than_pace(form: forms.Changes) -> bool:
    wishes = {} if form.settings is None else form.settings.model_dump(exclude_none=True)
    return form.options is not None or form.seats is not None or not set(wishes) <= {"pace"}


def _settings(before: Settings, form: forms.SettingsForm) -> Settings:
    changes = {key: value for key, value in form.model_dump().items() if value is not None}
    return msgspec.structs.replace(before, **changes)


def _host_only(table: Table, person: str) -> None:
    if person != table.host:
        raise NotAllowed("server.problem.not_host")


@router.get("/tables/{table}/chances", tags=["tables"])
async def chances(house: HouseHere, room: RoomHere) -> forms.Chances:
    """What the rules say of the setup, and how often each side wins with computer players."""
    table = room.table
    found = table.rulebook.setup(table.rulebook.options(table.options), table.seats)
    rehearsal = found.pop("rehearsal", {})
    won: dict[str, int] = {}
    if found and not found["faults"] and table.phase == "lobby":
        won = dict(await house.chances.of(table, rehearsal))
    nothing: dict[str, Any] = {
        **{"cards": {}, "faults": [], "warnings": [], "advice": []},
        "by_lot": None,
    }
    counts = {"won": won, "games": sum(won.values()), "enough": ENOUGH}
    return forms.Chances.model_validate(nothing | found | counts)


@router.post("/tables/{table}/start", tags=["tables"])
async def start(room: RoomHere, person: PersonHere) -> forms.TableState:
    """Start the game: everybody is ready, now the seeds are shown."""

    def make(table: Table) -> Plan:
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
        return Plan(log.Sealed())

    await room.act(make)
    return _state(room, person)


@router.post("/tables/{table}/leave", tags=["tables"])
async def leave(house: HouseHere, room: RoomHere, person: PersonHere) -> forms.TableState:
    """Stand up; in a running game a computer player goes on, or what the rules say happens."""
    for seat in room.table.seats_of(person):
        if room.table.leaving(seat):

            def go(table: Table, seat: int = seat) -> Plan:
                return Plan.of(play.leave(table, seat))

            await room.act(go)

        def make(table: Table, seat: int = seat) -> Plan:
            if table.chairs[seat].person != person or table.phase in ("over", "closed"):
                raise NotAllowed("server.problem.not_seated")
            if table.phase == "playing":
                level = house.players.default_level(table)
                return Plan(log.Replaced(seat=seat, level=level))
            return Plan(log.Stood(seat=seat))

        await room.act(make)
    if person == room.table.master and room.table.phase not in ("over", "closed"):
        await room.act(lambda _: Plan(log.Runs(person="")))
    await _pass_on_host(room, person)
    return _state(room, person)


async def _pass_on_host(room: Room, person: str) -> None:
    """A host who leaves before the start hands the table to the next person."""
    table = room.table
    heirs = [chair.person for chair in table.chairs if chair.person and chair.person != person]
    if person == table.host and heirs and table.phase == "lobby":
        await room.act(lambda _: Plan(log.Hosted(person=heirs[0])))


@router.post("/tables/{table}/close", tags=["tables"])
async def close(room: RoomHere, person: PersonHere) -> forms.TableState:
    """Call the game off; the deal is opened for everybody."""

    def make(table: Table) -> Plan:
        _host_only(table, person)
        if table.phase in ("over", "closed"):
            raise NotAllowed("server.problem.already_over")
        return Plan(log.CalledOff())

    await room.act(make)
    return _state(room, person)


@router.post("/tables/{table}/rematch", tags=["tables"])
async def rematch(house: HouseHere, room: RoomHere, person: PersonHere) -> forms.TableState:
    """Another game with the same seats; whoever asks first is its host."""
    old = room.table
    if not old.seats_of(person) and person != old.master:
        raise NotAllowed("server.problem.not_seated")
    if old.lesson is not None:
        raise NotAllowed("server.problem.lesson")
    if old.phase not in ("over", "closed"):
        raise NotAllowed("server.problem.not_over")
    if not old.next:
        again = await house.make(old.rulebook.name, old.seats, old.options, old.settings, person)
        await _seat_again(house, old, again)

        def make(table: Table) -> Plan:
            if table.next:
                raise NotAllowed("server.problem.already_started")
            return Plan(log.Again(table=again.table.id))

        try:
            await room.act(make)
        except NotAllowed:
            await again.act(lambda _: Plan(log.CalledOff()))
    found = await house.room(room.table.next)
    if found is None:
        raise NotAllowed("server.problem.no_such_table")
    return _state(found, person)


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
    return archive.record_of(await house.store.load(room.table.id))


@router.get(
    "/tables/{table}/record.txt",
    tags=["tables"],
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record_text(house: HouseHere, room: RoomHere) -> Response:
    """The whole game in the notation, to read, to keep and to check."""
    return PlainTextResponse(archive.write(await record(house, room)))


@router.get("/tables/{table}/replay/{step}", tags=["tables"])
async def replay_step(room: RoomHere, step: Annotated[int, Path(ge=0, le=100_000)]) -> forms.Replay:
    """The game after so many moves, as every seat saw it; only after the end."""
    if room.table.phase not in ("over", "closed") or room.table.game is None:
        raise NotAllowed("server.problem.not_over")
    return replay(room.table, step)


@router.get("/tables/{table}/story", tags=["tables"])
async def story(room: RoomHere, person: AnybodyHere) -> forms.Story:
    """The game told with everything hidden: after the end, or to whoever runs it."""
    table = room.table
    is_runner = bool(person) and person == table.runner
    if table.game is None or not (is_runner or table.phase in ("over", "closed")):
        raise NotAllowed("server.problem.not_over")
    return await asyncio.to_thread(tell_story, table)


@router.get("/tables/{table}/qr.svg", tags=["tables"], response_class=Response)
async def qr_code(request: Request, room: RoomHere) -> Response:
    """The invitation as a QR code."""
    out = io.BytesIO()
    address = f"{request.app.state.address}/t/{room.table.code}"
    segno.make(address, error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")
