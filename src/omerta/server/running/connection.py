"""One WebSocket connection: reads a client's messages, answers them, sends what happens.

It speaks ASGI without a framework between: every move goes through here several times.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial
from typing import Final

import msgspec
from starlette.types import Receive

from omerta.core import MASTER
from omerta.server.running.audience import Guest
from omerta.server.running.house import House
from omerta.server.running.identities import is_revoked
from omerta.server.running.room import Room
from omerta.server.running.work import NOBODY, Work
from omerta.server.store import StoreTrouble
from omerta.server.table import commands, play, talk
from omerta.server.table import entries as log
from omerta.server.table.clock import now
from omerta.server.table.fold import Table
from omerta.server.table.names import distinct
from omerta.server.table.people import BadToken
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed, explanation
from omerta.server.table.viewers import RUNNER, WATCHER
from omerta.server.telling.padding import answer
from omerta.server.telling.questions import draft
from omerta.server.wire import protocol
from omerta.server.wire.limits import Bucket
from omerta.server.wire.socket import Socket

MESSAGES_PER_SECOND: Final = 50.0
"""Of one connection in the long run; more are read later."""

HELLO_WITHIN: Final = 20.0
MOST_FAULTS: Final = 20
"""Unreadable messages until the connection ends."""

MOST_WAITING: Final = 16
"""Messages that wait for their turn until no more are read."""


class Connection(Guest):
    """A client at a table."""

    def __init__(self, house: House, socket: Socket, address: str = "") -> None:
        self.house = house
        self.address = address
        self.socket = socket
        self.outbox = socket.outbox
        self.waiting: deque[protocol.ClientMessage] = deque()
        self.answering: asyncio.Task[None] | None = None
        self.person = ""
        self.viewer = WATCHER
        self.room: Room | None = None
        self.is_gone = False
        self.bucket = Bucket(4 * MESSAGES_PER_SECOND, MESSAGES_PER_SECOND)
        self.faults = 0
        self.times: Final = house.metrics.commits

    # Sending.

    def send(self, text: bytes) -> None:
        """Put a message on its way; a client that does not read is dropped."""
        if not self.is_gone:
            self.outbox.post(text)

    def _is_slow(self) -> None:
        self.is_gone = True
        self.house.metrics.slow.inc()

    def say(self, message: protocol.Message) -> None:
        """Answer with a message of the protocol; at night all answers have one size."""
        text = protocol.encode(message)
        room = self.room
        if room is not None and self.viewer < WATCHER and room.audience.hush.is_on:
            text = answer(room.table, text)
        self.send(text)

    # Reading.

    async def run(self, receive: Receive) -> None:
        """Serve this client until it goes."""
        loop = asyncio.get_running_loop()
        silence = loop.call_later(HELLO_WITHIN, self._has_said_nothing)
        self.socket.take = self.take
        self.socket.on_slow = self._is_slow
        try:
            while (message := await receive())["type"] == "websocket.receive":
                self.take(message.get("bytes") or (message.get("text") or "").encode())
        finally:
            silence.cancel()
            self.is_gone = self.outbox.is_shut = True
            self.socket.take = self.socket.on_slow = None
            if self.room is not None:
                self.room.leave(self)
            if self.answering is not None:
                self.answering.cancel()

    def _has_said_nothing(self) -> None:
        if self.room is None:
            self.socket.drop()

    def take(self, text: bytes) -> None:
        """Take one message: a move goes to the table at once, if nothing waits before it."""
        message = self._read(text)
        if message is None or self.is_gone:
            return
        if (
            type(message) is protocol.Commit
            and self.room is not None
            and self.answering is None
            and self.bucket.take()
        ):
            try:
                if self._commit_at_once(self.room, message):
                    return
            except NotAllowed as refused:
                self._refuse(message.id, refused)
                return
        self.waiting.append(message)
        if self.answering is None:
            self.answering = asyncio.create_task(self._answer_all())
        elif len(self.waiting) == MOST_WAITING:
            self.socket.pause()

    def _read(self, text: bytes) -> protocol.ClientMessage | None:
        """The message, if it can be read; one that keeps sending what cannot be read is dropped."""
        try:
            message = protocol.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            message = None
        if message is None or not protocol.is_word(getattr(message, "id", ""), protocol.LONGEST_ID):
            self._refuse("", NotAllowed("server.refused.unreadable"))
            self._fault()
            return None
        return message

    def _fault(self) -> None:
        self.faults += 1
        if self.faults > MOST_FAULTS and not self.is_gone:
            self._close(protocol.Closed(key="server.closed.too_many_faults"))

    def come_again(self) -> None:
        """Let the client connect anew, say hello to the new room and repeat what was not done."""
        if not self.is_gone:
            self._close(protocol.Closed(key="server.closed.come_again", retry=True))

    def go_elsewhere(self) -> None:
        """Let the client connect anew, to whichever process answers."""
        if not self.is_gone:
            self._close(protocol.Closed(key="server.closed.draining", retry=True))

    def send_away(self, key: str) -> None:
        """Tell the client why nothing more is shown, and end the connection."""
        self.room = None
        if not self.is_gone:
            self._close(protocol.Closed(key=key))

    def _close(self, why: protocol.Closed) -> None:
        self.say(why)
        self.is_gone = True
        asyncio.get_running_loop().call_later(0.1, self.socket.drop)

    async def _answer_all(self) -> None:
        """Answer what waits, one after the other."""
        try:
            while self.waiting and not self.is_gone:
                message = self.waiting.popleft()
                while not self.bucket.take():
                    await asyncio.sleep(1 / MESSAGES_PER_SECOND)
                await self._take(message)
                if len(self.waiting) == MOST_WAITING - 1:
                    self.socket.go_on()
        except Exception as error:
            self.house.journal.failure("a connection failed", error)
            self.socket.drop()
        finally:
            self.answering = None

    async def _take(self, message: protocol.ClientMessage) -> None:
        identity = getattr(message, "id", "")
        try:
            await self._answer(message)
        except Exception as problem:
            self._failed(identity, problem)

    def _failed(self, identity: str, problem: Exception) -> None:
        """Tell why a command was not carried out."""
        if isinstance(problem, NotAllowed):
            self._refuse(identity, problem)
            return
        table = "" if self.room is None else self.room.table.id
        if isinstance(problem, StoreTrouble):
            self.house.journal.failure("the store failed", problem, table=table)
            self._refuse(identity, NotAllowed("server.refused.trouble"))
        else:
            self.house.journal.failure("a command failed", problem, table=table)
            self._refuse(identity, NotAllowed("server.refused.fault"))

    def _refuse(self, identity: str, refused: NotAllowed) -> None:
        self.house.metrics.refused.labels(refused.key.split(".")[0]).inc()
        self.say(
            protocol.Refused(
                id=identity, key=refused.key, clause=refused.clause, args=refused.values
            )
        )

    async def _answer(self, message: protocol.ClientMessage) -> None:
        if isinstance(message, protocol.Ping):
            self.say(protocol.Pong(now=now() if self.room is None else self.room.table.now()))
        elif isinstance(message, protocol.Hello):
            await self._hello(message)
        elif self.room is None:
            self._fault()
            raise NotAllowed("server.refused.hello_first")
        elif isinstance(message, protocol.Commit):
            await self._commit(self.room, message)
        elif isinstance(message, protocol.Draft):
            self._draft(self.room, message)
        elif isinstance(message, protocol.Enter | protocol.TakeBack):
            await self._run(self.room, message)
        elif isinstance(message, protocol.Timer | protocol.Skip):
            await self._lead(self.room, message)
        elif isinstance(message, protocol.Say):
            await self._say(self.room, message)
        elif isinstance(message, protocol.Why):
            self._why(self.room, message)
        else:
            await self._arrange(self.room, message)

    # Coming in.

    async def _hello(self, message: protocol.Hello) -> None:
        if message.version != protocol.VERSION:
            self.say(protocol.Reload(version=protocol.VERSION))
            return
        limits = self.house.limits
        try:
            person, device = self.house.people.read(message.token)
        except BadToken:
            may_guess = limits.take("guess", self.address)
            key = "server.refused.bad_token" if may_guess else "server.refused.too_fast"
            raise NotAllowed(key) from None
        may_guess = limits.take("guess", self.address, person)
        if self.house.bans.holds(self.address, person):
            self.house.metrics.turned_away.inc()
            self._close(protocol.Closed(key="server.closed.banned"))
            return
        if await is_revoked(self.house, person, device):
            raise NotAllowed("server.refused.bad_token")
        room = await self._find(message.table, person, may_guess=may_guess)
        viewer = self._viewer(room.table, person, message)
        if may_guess:
            limits.put_back("guess", self.address, person)
        if self.room is not None:
            self.room.leave(self)
        self.person, self.device = person, device
        self.room = room
        self.viewer = viewer
        await room.enter(self, message.last)
        if self.house.standing.announcement:
            self.say(protocol.Announced(text=self.house.standing.announcement))
        if viewer < WATCHER and room.table.chairs[viewer].away:
            await self._come_back(room, viewer)

    async def _find(self, table: str, person: str, *, may_guess: bool) -> Room:
        """The room; once its address has guessed too often, only for those who belong there."""
        if not protocol.is_word(table):
            raise NotAllowed("server.problem.no_such_table")
        if may_guess:
            room = await self.house.find(table)
            if room is None:
                raise NotAllowed("server.problem.no_such_table")
            return room
        known = self.house.in_memory(table)
        if known is None or person not in known.table.people():
            raise NotAllowed("server.refused.too_fast")
        return known

    def _within(self, what: str) -> None:
        """This counts against what the address and the person may do; `NotAllowed` if too much."""
        if not self.house.limits.take(what, self.address, self.person):
            raise NotAllowed("server.refused.too_fast")

    def _viewer(self, table: Table, person: str, message: protocol.Hello) -> int:
        """Through which eyes the person looks."""
        if person in table.removed:
            raise NotAllowed("server.refused.removed")
        seats = table.seats_of(person)
        if message.seat is not None and message.seat not in seats and not message.watch:
            raise NotAllowed("server.refused.not_your_seat")
        if person == table.runner and message.seat is None and not message.watch:
            return RUNNER
        if seats and not message.watch:
            return seats[0] if message.seat is None else message.seat
        if seats and table.phase not in ("over", "closed"):
            raise NotAllowed("server.refused.plays_here")
        if not table.may_watch(person):
            raise NotAllowed("server.refused.no_watching")
        return table.watcher(person)

    async def _come_back(self, room: Room, seat: int) -> None:
        """Take the seat back from the computer player."""
        moves = list(room.table.chairs[seat].moves)
        after = room.table.chairs[seat].left_at

        def plan(table: Table) -> Plan:
            if not table.chairs[seat].away:
                raise NotAllowed("server.refused.not_away")
            return Plan(log.Returned(seat=seat))

        await room.act(plan)
        self.say(protocol.Account(seat=seat, moves=moves, after=after))

    # Playing.

    def _seat(self) -> int:
        if self.viewer >= WATCHER:
            raise NotAllowed("server.refused.only_watching")
        return self.viewer

    def _runs(self, room: Room) -> bool:
        """Whether this connection runs the game, now and not only when it came."""
        return self.viewer == RUNNER and self.person == room.table.runner

    def _leads(self, room: Room) -> bool:
        """Whether this is the device in the middle of the table."""
        return self.viewer >= WATCHER and self.person == room.table.device

    def _own_seat(self, room: Room, seat: int | None) -> int:
        """One of the person's seats: the one looked through, or the one that is named."""
        if seat is None:
            return self._seat()
        if seat not in room.table.seats_of(self.person):
            raise NotAllowed("server.refused.not_your_seat")
        return seat

    def _command(self, identity: str) -> str:
        if not identity:
            raise NotAllowed("server.refused.unreadable")
        return f"{self.person}:{identity}"

    async def _commit(self, room: Room, message: protocol.Commit) -> None:
        """A move of somebody who runs the game, or has to take the seat back first."""
        if self._runs(room):
            own = protocol.Move(answers=message.answers)
            await self._run(room, protocol.Enter(id=message.id, at=message.at, moves=[own]))
            return
        seat = self._seat()
        if room.table.chairs[seat].away:
            await self._come_back(room, seat)
        if not self._commit_at_once(room, message):
            raise NotAllowed("server.refused.busy")

    def _commit_at_once(self, room: Room, message: protocol.Commit) -> bool:
        """Hand a move to the table, unless something else has to come before."""
        if self.viewer == RUNNER:
            return False
        command = self._command(message.id)
        seat = self._seat()
        if room.table.chairs[seat].away:
            return False
        plan = partial(commands.commit, seat=seat, message=message)
        done = partial(self._committed, message.id, time.perf_counter())
        room.submit(Work(plan, done, command, seat))
        return True

    def _committed(self, identity: str, began: float, result: int | Exception) -> None:
        """Send the receipt of a move, or tell why there is none."""
        if isinstance(result, Exception):
            self._failed(identity, result)
        else:
            self.say(protocol.Receipt(id=identity, n=result))
            self.times.add(time.perf_counter() - began)

    async def _run(self, room: Room, message: protocol.Enter | protocol.TakeBack) -> None:
        """Enter moves, take the last one back: for whoever runs the game."""

        def plan(table: Table) -> Plan:
            if not self._runs(room):
                raise NotAllowed("server.refused.not_running")
            if isinstance(message, protocol.TakeBack):
                return play.take_back(table, message.entry)
            if table.is_paused:
                raise NotAllowed("server.refused.paused")
            if table.runner_asked_at != message.at:
                raise NotAllowed("server.refused.stale")
            return play.enter(table, commands.moves(table, message))

        n = await room.act(plan, self._command(message.id), RUNNER)
        self.say(protocol.Receipt(id=message.id, n=n))

    async def _lead(self, room: Room, message: protocol.Timer | protocol.Skip) -> None:
        """Change the time, or end a part: for whoever runs the game, or the host's device."""

        def plan(table: Table) -> Plan:
            if isinstance(message, protocol.Skip) and self._leads(room):
                return commands.skip(table, message)
            if isinstance(message, protocol.Timer) and (self._leads(room) or self._runs(room)):
                return commands.timer(table, message)
            raise NotAllowed("server.refused.not_running")

        n = await room.act(plan, self._command(message.id), self.viewer)
        self.say(protocol.Receipt(id=message.id, n=n))

    def _draft(self, room: Room, message: protocol.Draft) -> None:
        table = room.table
        if self._runs(room):
            seat = MASTER if message.seat is None else commands.chair(table, message.seat)
            at = table.asked_number(seat)
        else:
            seat = self._seat()
            at = table.seen_at[seat] if message.ahead else table.asked_at[seat]
        if message.at != at:
            raise NotAllowed("server.refused.stale")
        if len(message.answers) > protocol.LONGEST_MOVE:
            raise NotAllowed("server.refused.move_not_whole")
        drafted = draft(table, seat, message.answers, ahead=message.ahead)
        drafted.id = message.id
        self.say(drafted)

    def _why(self, room: Room, message: protocol.Why) -> None:
        """Explain why something cannot be chosen; the answer is always a refusal."""
        seat = self._seat()
        if message.move:
            raise explanation(room.table, seat, message.move)
        if message.at != room.table.asked_at[seat]:
            raise NotAllowed("server.refused.stale")
        draft(room.table, seat, [*message.answers, message.choice])
        raise NotAllowed("server.refused.possible")

    async def _say(self, room: Room, message: protocol.Say) -> None:
        self._within("say")
        viewer = self.viewer
        if viewer < WATCHER:
            name = room.table.chairs[viewer].name
        else:
            name = await self.house.store.name_of(self.person) or ""

        def plan(table: Table) -> Plan:
            called = name
            if viewer == RUNNER:
                called = table.master_name or name
            elif viewer >= WATCHER:
                called = distinct(name, table.names(besides=NOBODY))
            return talk.say(table, viewer, called, message)

        n = await room.act(plan, self._command(message.id), viewer)
        self.say(protocol.Receipt(id=message.id, n=n))

    async def _arrange(self, room: Room, message: protocol.ClientMessage) -> None:
        """Everything that is not a move: readiness, seeds, orders, answers ahead, pauses."""
        if isinstance(message, protocol.Return):
            await self._come_back(room, self._seat())
            self.say(protocol.Receipt(id=message.id))
            return
        table = room.table
        if isinstance(message, protocol.Hold) and table.is_held and table.may_hold(self._seat()):
            self.say(protocol.Receipt(id=message.id))  # there is more time already
            return
        if isinstance(message, protocol.Ready):
            self._within("ready")
        if isinstance(message, protocol.Ready | protocol.Seed):
            seat = self._own_seat(room, message.seat)
        elif isinstance(message, protocol.Pause) and (self._runs(room) or self._leads(room)):
            seat = MASTER
        else:
            seat = self._seat()

        identity = str(getattr(message, "id", ""))
        plan = partial(commands.arrange, seat=seat, message=message)
        await room.act(plan, self._command(identity))
        self.say(protocol.Receipt(id=identity))
