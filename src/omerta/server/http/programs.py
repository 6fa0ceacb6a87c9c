"""Programs at a table without a WebSocket: a stream of events to read, moves to post.

A program comes in with `program: true`, sits down like anybody and reads its stream, a JSON object
a line; the messages are those of docs/protocol.md. What it does, it posts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from fastapi import Query, Response
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, BaseModel, Field

from omerta.core import Refused
from omerta.server.http.forms import Form
from omerta.server.http.routing import (
    AddressHere,
    PersonHere,
    RoomHere,
    Who,
    WhoHere,
    routes,
    within,
)
from omerta.server.running.audience import Guest
from omerta.server.running.room import Room
from omerta.server.table import commands, talk
from omerta.server.table import entries as log
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed, explanation
from omerta.server.telling import questions
from omerta.server.wire import protocol
from omerta.server.wire.sending import LARGEST_BACKLOG

router = routes()

SILENCE: Final = 6.0
"""Seconds without an event after which an empty line shows that the stream is alive."""


def _readable(text: str) -> str:
    if not protocol.is_word(text, protocol.LONGEST_ID):
        raise ValueError("no letter may be invisible")
    return text


Identity = Annotated[
    str, Field(min_length=1, max_length=protocol.LONGEST_ID), AfterValidator(_readable)
]


class PostedMove(Form):
    """A move: in the notation of the game, or as its small answers."""

    id: Identity
    """Made by the program; the same move posted again is answered, not repeated."""
    at: Annotated[int, Field(ge=0, le=2**53)]
    """The number of the question, from its event."""
    move: Annotated[str, Field(max_length=protocol.LONGEST_TEXT)] = ""
    answers: Annotated[list[int], Field(max_length=protocol.LONGEST_MOVE)] = []  # noqa: RUF012


class Words(Form):
    """Something to say, or a move to be explained."""

    id: Identity
    text: Annotated[str, Field(min_length=1, max_length=protocol.LONGEST_TEXT)]


class Readiness(Form):
    """The hash of one's own seed before the start, or the seed itself when it is wanted."""

    id: Identity
    hash: Annotated[str, Field(max_length=64)] = ""
    seed: Annotated[str, Field(max_length=64)] = ""


class Done(BaseModel):
    """It is on disk."""

    n: int
    """The number of the event that shows it; 0 if it shows in `table` or nowhere."""


class Drafted(BaseModel):
    """What may follow, as a question of the protocol; none if the move is whole."""

    answers: list[int]
    ask: dict[str, Any] | None = None
    whole: bool = False


class Stream(Guest):
    """A program that reads what happens, line by line."""

    def __init__(self, who: Who, address: str, seat: int) -> None:
        self.person, self.device = who
        self.address = address
        self.viewer = seat
        self.lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.unread = 0

    def send(self, text: bytes) -> None:
        """Put a line on its way; a program that does not read is dropped and catches up later."""
        self.unread += len(text)
        if self.unread > LARGEST_BACKLOG:
            self.lines.put_nowait(None)
            return
        self.lines.put_nowait(text)

    def come_again(self) -> None:
        """The room has gone: ask for the stream again."""
        self._end(protocol.Closed(key="server.closed.come_again", retry=True))

    def go_elsewhere(self) -> None:
        """This process ends: ask another one for the stream."""
        self._end(protocol.Closed(key="server.closed.draining", retry=True))

    def send_away(self, key: str) -> None:
        """Say why the program is told nothing more, and end its stream."""
        self._end(protocol.Closed(key=key))

    def _end(self, why: protocol.Closed) -> None:
        self.lines.put_nowait(protocol.encode(why))
        self.lines.put_nowait(None)

    async def read(self, room: Room) -> AsyncIterator[bytes]:
        """Line after line, until either side ends it."""
        try:
            while True:
                try:
                    line = await asyncio.wait_for(self.lines.get(), SILENCE)
                except TimeoutError:
                    yield b"\n"
                    continue
                if line is None:
                    return
                self.unread -= len(line)
                yield line + b"\n"
        finally:
            room.leave(self)


def seat_of(table: Table, person: str) -> int:
    """The seat of this person; `NotAllowed` without one."""
    seats = table.seats_of(person)
    if not seats:
        raise NotAllowed("server.problem.not_seated")
    return seats[0]


@router.get(
    "/programs/tables/{table}/stream",
    tags=["programs"],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}},
    dependencies=[within("chair")],
)
async def stream(
    room: RoomHere,
    who: WhoHere,
    address: AddressHere,
    last: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> Response:
    """Everything that happens at the table, as this seat is told it; `last` is the number of the
    last event the program has. An empty line now and then shows that the stream is alive."""
    seat = seat_of(room.table, who.person)
    guest = Stream(who, address, seat)
    await room.enter(guest, last)
    if room.table.chairs[seat].away:
        await room.act(partial(_back, seat=seat))
    return StreamingResponse(guest.read(room), media_type="application/x-ndjson")


def _back(table: Table, seat: int) -> Plan:
    if not table.chairs[seat].away:
        raise NotAllowed("server.refused.not_away")
    return Plan(log.Returned(seat=seat))


@router.post("/programs/tables/{table}/move", tags=["programs"])
async def move(form: PostedMove, room: RoomHere, person: PersonHere) -> Done:
    """Make a move; a refusal names its clause."""
    seat = seat_of(room.table, person)

    def plan(table: Table) -> Plan:
        answers = form.answers
        if form.move:
            if table.asked(seat) is None or table.game is None:
                raise NotAllowed("server.refused.not_asked")
            try:
                answers = list(table.rulebook.read_move(table.game, seat, form.move))
            except (Refused, ValueError):
                raise explanation(table, seat, form.move) from None
        if not answers:
            raise NotAllowed("server.refused.move_not_whole")
        return commands.commit(table, seat, protocol.Commit(form.id, form.at, answers))

    return Done(n=await room.act(plan, f"{person}:{form.id}", seat))


@router.post("/programs/tables/{table}/draft", tags=["programs"])
async def draft(form: PostedMove, room: RoomHere, person: PersonHere) -> Drafted:
    """What may follow these answers? Nothing becomes public and nothing is written."""
    table = room.table
    seat = seat_of(table, person)
    if table.asked(seat) is None:
        raise NotAllowed("server.refused.not_asked")
    if table.asked_at[seat] != form.at:
        raise NotAllowed("server.refused.stale")
    drafted = questions.draft(table, seat, form.answers)
    return Drafted.model_validate(msgspec.json.decode(protocol.encode(drafted)))


@router.post("/programs/tables/{table}/why", tags=["programs"])
async def why(form: Words, room: RoomHere, person: PersonHere) -> Done:
    """Why a move in the notation is not possible now; the answer is always a refusal."""
    raise explanation(room.table, seat_of(room.table, person), form.text)


@router.post("/programs/tables/{table}/say", tags=["programs"], dependencies=[within("say")])
async def say(form: Words, room: RoomHere, person: PersonHere) -> Done:
    """Say something to everybody who hears this seat."""
    seat = seat_of(room.table, person)
    name = room.table.chairs[seat].name
    message = protocol.Say(id=form.id, text=form.text)

    def plan(table: Table) -> Plan:
        return talk.say(table, seat, name, message)

    return Done(n=await room.act(plan, f"{person}:{form.id}", seat))


@router.post("/programs/tables/{table}/ready", tags=["programs"], dependencies=[within("ready")])
async def ready(form: Readiness, room: RoomHere, person: PersonHere) -> Done:
    """Be ready with the hash of a seed of 16 bytes, or show the seed when the phase is `seeds`."""
    seat = seat_of(room.table, person)
    message: protocol.ClientMessage = protocol.Ready(id=form.id, hash=form.hash)
    if form.seed:
        message = protocol.Seed(id=form.id, seed=form.seed)
    await room.act(partial(commands.arrange, seat=seat, message=message), f"{person}:{form.id}")
    return Done(n=0)
