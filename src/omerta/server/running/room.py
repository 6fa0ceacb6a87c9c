"""A room: one table in this process, its inbox and whoever is connected.

Everything that happens at the table goes through the inbox, one after the other: it is tried
on a copy, written to the log, applied when it is on disk, and told. Whoever loses the race
against another process reads what that one wrote and tries again.

Whatever calls a room from outside is guarded: an error makes the room sick. It leaves the memory,
its table is folded again from the log, and its guests say hello to the new room.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Final

from omerta.core import NOTHING
from omerta.server.running.audience import Audience, Elsewhere, Guest
from omerta.server.running.clockwork import Clockwork
from omerta.server.running.work import NOBODY, Work
from omerta.server.store import StoreTrouble, Taken, resolve
from omerta.server.table import entries as log
from omerta.server.table.by_itself import due_time
from omerta.server.table.entries import Entry, Row
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.table.state import Heard
from omerta.server.telling.events import clock
from omerta.server.wire import protocol

if TYPE_CHECKING:
    from omerta.server.running.house import House

RACES: Final = 50
"""How often another process may be faster before a command is given up."""

BACK_AGAIN = 10_000
"""Milliseconds that somebody has at least who comes back to an empty room, once a question."""

GREY_AFTER: Final = 3.0
"""Seconds until a lost connection shows as an absent person."""


class Room:
    """One table with its inbox."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.loop = asyncio.get_running_loop()
        self.inbox: deque[Work] = deque()
        self.is_busy = False
        """Whether something is on its way to the log, or being read from it."""
        self.audience = Audience(house, table, self.fall_sick)
        self.clockwork = Clockwork(self)
        self.gone: dict[int, int] = {}
        """Since when the person of a seat is not here."""
        table.keep_up()
        self.empty_since = table.now()
        self.is_closed = False
        self.is_sick = False
        """Whether something has gone wrong here, so that another room takes over."""
        self.barred = ""
        """Why nothing may be done here, as a text key; empty while all is well."""
        self.hint = 0
        self.waiters: list[asyncio.Future[None]] = []
        """Those who wait until the room is not busy."""
        self.readings: set[asyncio.Task[None]] = set()
        self.tally: Final = house.metrics.entries
        self.waited = len(table.answers)
        """How many answers were given when somebody who came back was last given more time."""
        table.floor = table.now() + BACK_AGAIN

    @property
    def guests(self) -> set[Guest]:
        """Whoever is connected to this process."""
        return self.audience.guests

    def begin(self) -> None:
        """See what happens here by itself; said once, when the table has been read."""
        try:
            self.clockwork.wake_up()
        except Exception as error:
            self.fall_sick(error)

    # The inbox.

    async def act(
        self, plan: Callable[[Table], Plan], command: str = "", sender: int = NOBODY
    ) -> int:
        """Carry out what is planned for the table as it stands when its turn comes.

        Returns the number of the sender's event (0 if there is none) when all is on disk.
        Whoever waits for it may go away: what is begun is finished, and everybody is told.
        """
        answer: asyncio.Future[int] = self.loop.create_future()
        self.submit(Work(plan, partial(resolve, answer), command, sender))
        return await answer

    def submit(self, work: Work) -> None:
        """The same for somebody who does not wait and is told when all have been."""
        try:
            if self.barred:
                work.done(NotAllowed(self.barred))
                return
            self.inbox.append(work)
            self._go_on()
        except Exception as error:
            self.fall_sick(error)

    def _go_on(self) -> None:
        """Take work from the inbox until something has to wait for the log."""
        while self.inbox and not self.is_busy:
            self._try(self.inbox.popleft())

    # The way to the log, for the first try and for every other.

    def _try(self, work: Work) -> None:
        """Plan some work for the table as it stands, and put it on its way to the log.

        Until it is there nothing has changed: if that goes wrong, only whoever wants it is told.
        """
        try:
            plan = work.plan(self.table)
            entry = self._entry(plan, work)
            row = self._row(entry, plan)
            self.house.store.put(entry, row, partial(self._written, work, plan, entry))
        except NotAllowed as refused:
            if work.command or self.house.bus.has_others:
                self._hold(self._look_again(work, refused))
            else:
                work.done(refused)
        except Exception as error:
            work.done(error)
        else:
            self.is_busy = True

    def _written(
        self, work: Work, plan: Plan, entry: Entry, written: int | Exception | None
    ) -> None:
        """The log has taken an entry, or not."""
        try:
            if self.is_sick:
                self._written_late(work, entry, written)
            else:
                self._settle(work, plan, entry, written)
        except Exception as error:
            self.fall_sick(error)

    def _settle(
        self, work: Work, plan: Plan, entry: Entry, written: int | Exception | None
    ) -> None:
        if written is None:
            self._release()
            try:
                self._apply(entry, plan)
            except Exception as error:
                self.fall_sick(error)
            work.done(entry.n)  # it is on disk, whatever came after
            self._go_on()
        elif isinstance(written, Taken):
            self._hold(self._lost(work))
        elif isinstance(written, Exception):
            self._release()
            work.done(written)
            self._go_on()
        else:
            self._hold(self._answered(work, written))

    def _written_late(self, work: Work, entry: Entry, written: int | Exception | None) -> None:
        """What was on its way when the room fell sick; the new one has to hear of it."""
        if written is None:
            successor = self.house.rooms.get(self.table.id)
            if successor is not None:
                successor.hinted(entry.seq)
            work.done(entry.n)
        elif isinstance(written, Taken):
            work.done(NotAllowed(self.barred))
        else:
            work.done(written)

    async def _lost(self, work: Work) -> None:
        """Another process was faster: read what it has written, and try again."""
        try:
            await self._read_on()
        except Exception as error:
            work.done(error)
            raise
        self._again(work)

    async def _look_again(self, work: Work, refused: NotAllowed) -> None:
        """Before something is refused: the command may be known, or another process know more."""
        try:
            known = await self._known(work.command)
            has_grown = known is None and await self._has_grown()
        except Exception as error:
            work.done(error)
            raise
        if known is not None:
            work.done(known)
        elif has_grown:
            self._again(work)
        else:
            work.done(refused)

    def _again(self, work: Work) -> None:
        """What came too late is tried again before anything else, but not for ever."""
        work.races += 1
        if work.races > RACES:
            work.done(NotAllowed("server.refused.busy"))
        else:
            self.inbox.appendleft(work)

    async def _answered(self, work: Work, n: int) -> None:
        """The command is in the log already: answer it, do not repeat it."""
        try:
            await self._read_on()
        finally:
            work.done(n)

    def _apply(self, entry: Entry, plan: Plan) -> None:
        self._applied(entry, self.table.apply(entry, plan.game))
        self.house.bus.hint(self.table.id, entry.seq)

    def _entry(self, plan: Plan, work: Work) -> Entry:
        """The next line of the log."""
        table = self.table
        sender = work.sender
        n = table.count[sender] + 1 if sender >= 0 and plan.heard >> sender & 1 else 0
        at = max(table.now(), table.at)
        return Entry(table.id, table.seq + 1, at, plan.body, plan.heard, work.command, n)

    def _row(self, entry: Entry, plan: Plan) -> Row | None:
        """The table as lists show it, if that changes."""
        if isinstance(entry.body, log.LIGHT):
            is_over = plan.game is not None and plan.game.is_over
            if not is_over and self.table.settings.clock != "days":
                return None
        after = self.table.preview(entry, plan.game)
        return after.row(due_time(after))

    # One thing at a time.

    def _hold(self, reading: Coroutine[None, None, None]) -> None:
        """Let nothing else happen here until this is done."""
        self.is_busy = True
        holding = self.loop.create_task(self._holding(reading))
        self.readings.add(holding)
        holding.add_done_callback(self.readings.discard)

    async def _holding(self, reading: Coroutine[None, None, None]) -> None:
        try:
            try:
                await reading
            except StoreTrouble as trouble:
                self.house.journal.failure("a room cannot read on", trouble, table=self.table.id)
            finally:
                self._release()
            self._go_on()
        except Exception as error:
            self.fall_sick(error)

    def _release(self) -> None:
        self.is_busy = False
        waiters, self.waiters = self.waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _idle(self) -> None:
        """Wait until what is on its way now is done."""
        waiter: asyncio.Future[None] = self.loop.create_future()
        self.waiters.append(waiter)
        await waiter

    # What goes wrong.

    def fall_sick(self, error: Exception) -> None:
        """Something has gone wrong here: make way for a new room that is read from the log."""
        if self.barred:
            self.house.journal.failure("a sick table failed", error, table=self.table.id)
            return
        self.is_sick = self.is_closed = True
        self.barred = "server.refused.sick"
        waiting, self.inbox = self.inbox, deque()
        self.clockwork.halt()
        self.audience.hush.halt()
        self._release()
        self.house.nurse(self, error)
        for work in waiting:
            self.house.store.tell(work.done, NotAllowed(self.barred))

    def rest(self) -> None:
        """Show the table, but let nothing happen at it any more."""
        self.barred = "server.refused.read_only"
        self.clockwork.halt()

    # What other processes have written.

    async def _known(self, command: str) -> int | None:
        """The receipt of a command that has been carried out before."""
        if not command:
            return None
        return await self.house.store.receipt(self.table.id, command)

    async def _has_grown(self) -> bool:
        """Whether another process has written what was not known here."""
        seq = self.table.seq
        if self.house.bus.has_others:
            await self._read_on()
        return self.table.seq > seq

    async def _read_on(self) -> None:
        """Apply what other processes have written."""
        for entry in await self.house.store.load(self.table.id, self.table.seq):
            heard = self.table.apply(entry)
            self.table.keep_up()
            self._applied(entry, heard)

    async def catch_up(self, seq: int) -> None:
        """Read the log as far as this entry, if it is not known yet."""
        while seq > self.table.seq and not self.is_closed:
            if self.is_busy:
                await self._idle()
                continue
            self._hold(self._read_on())
            await self._idle()
            return

    def hinted(self, seq: int) -> None:
        """Another process hints that the log has grown."""
        if seq > max(self.table.seq, self.hint):
            self.hint = seq
            self.clockwork.spawn(self.catch_up(seq))

    # Telling.

    def _applied(self, entry: Entry, heard: Heard) -> None:
        """Tell everybody who is connected, and see what happens next by itself."""
        body = entry.body
        if isinstance(body, log.Played):
            self._tell_move(body, heard)
        else:
            self._tell_other(body, heard)
        self.audience.tell_turns()
        self.tally.add(type(body))
        self.clockwork.wake_up()

    def _tell_move(self, body: log.Played, heard: Heard) -> None:
        """Somebody has moved: by far the most of what happens."""
        table = self.table
        audience = self.audience
        if table.run_by:
            self._greet(audience.reseated())
        if heard.mask:
            audience.tell(heard, body.seat)
        if table.phase == "over":
            self._greet(audience.rewatching())
        audience.tell_changed_arrangements()
        if table.phase == "over":
            audience.tell_table()
            self.house.journal.info("over", table=table.id, entries=table.seq)
        audience.tell_pupil()

    def _tell_other(self, body: log.AnyBody, heard: Heard) -> None:
        """Something else has happened than a move."""
        audience = self.audience
        if self.table.run_by and isinstance(body, log.Runs):
            self._greet(audience.reseated())
        if isinstance(body, log.Removed):
            gone = [guest for guest in self.guests if guest.person == body.person]
            self._send_away(gone, "server.refused.removed")
        if isinstance(body, log.UNWATCHED):
            self._send_away(audience.unwelcome())
        if isinstance(body, log.Dealt):
            self._greet(audience.rewatching())
        if heard.mask:
            audience.tell(heard, mover(body))
        if self.table.phase in ("over", "closed"):
            self._greet(audience.rewatching())
        if isinstance(body, log.PRIVATE):
            audience.tell_arrangements(body.seat)
        elif not isinstance(body, log.QUIET):
            audience.tell_table()
        if isinstance(body, log.Dealt):
            audience.tell_pupil()
        if isinstance(body, log.CLOCKED):
            audience.tell_all(protocol.Time(clock=clock(self.table)))
        if isinstance(body, log.SEATED):
            self._greet(audience.reseated())
        self._note(body)

    def _greet(self, guests: list[Guest]) -> None:
        for guest in guests:
            self.clockwork.spawn(self.audience.greet(guest, 0))

    def _send_away(self, guests: list[Guest], why: str = "server.refused.no_watching") -> None:
        """Who may not watch any more hears nothing from now on."""
        for guest in guests:
            self.leave(guest)
            guest.send_away(why)

    def _note(self, body: log.AnyBody) -> None:
        """Write the great moments of a table into the journal."""
        table = self.table
        if isinstance(body, log.Dealt):
            self.house.journal.info(
                "dealt", table=table.id, game=table.rulebook.name, seats=table.seats
            )
        elif isinstance(body, log.NOTED):
            self.house.journal.info(str(body.__struct_config__.tag), table=table.id)

    def state(self, person: str) -> protocol.Table:
        """The state of the table as this person sees it."""
        return self.audience.state(person)

    # Coming and going.

    async def enter(self, guest: Guest, last: int) -> None:
        """Somebody has connected."""
        if self.is_sick:
            guest.come_again()
            return
        if not self.audience.has_players and len(self.table.answers) > self.waited:
            self.waited = len(self.table.answers)
            self.table.floor = self.table.now() + BACK_AGAIN
        guest.sight = None
        self.guests.add(guest)
        for seat in self.audience.seats_of(guest):
            self.gone.pop(seat, None)
        try:
            await self.audience.greet(guest, last)
        except StoreTrouble:
            raise
        except Exception as error:
            self.fall_sick(error)
            raise NotAllowed(self.barred) from error
        self._presence_changed()
        if self.barred:
            guest.send(protocol.encode(protocol.Refused(id="", key=self.barred)))

    def leave(self, guest: Guest) -> None:
        """Somebody's connection has gone."""
        self.guests.discard(guest)
        self.audience.turns.pop(guest, None)
        self.audience.hush.forget(guest)
        if not self.guests:
            self.empty_since = self.table.now()
        if not self.is_closed:
            self.loop.call_later(GREY_AFTER, self._presence_changed)

    def _presence_changed(self) -> None:
        try:
            if not self.is_sick:
                self._note_presence()
        except Exception as error:
            self.fall_sick(error)

    def _note_presence(self) -> None:
        here, _ = self.audience.presence()
        moment = self.table.now()
        for seat in self.table.persons():
            if seat in here:
                self.gone.pop(seat, None)
            else:
                self.gone.setdefault(seat, moment)
        self.audience.tell_presence()
        self.house.bus.presence(self.table.id, *self.audience.presence_here())
        self.clockwork.wake_up()

    def here_elsewhere(self, process: str, seats: list[int], watchers: int, until: float) -> None:
        """Another process tells who is connected to it."""
        try:
            self._note_elsewhere(process, Elsewhere(seats, watchers, until))
        except Exception as error:
            self.fall_sick(error)

    def _note_elsewhere(self, process: str, there: Elsewhere) -> None:
        before = self.audience.presence()
        self.audience.elsewhere[process] = there
        here, _ = self.audience.presence()
        for seat in here:
            self.gone.pop(seat, None)
        if self.audience.presence() != before:
            self.audience.tell_presence()

    async def close(self) -> None:
        """Stop everything that would happen by itself; what is begun is finished."""
        self.is_closed = True
        self.audience.hush.stop()
        await self.clockwork.stop()
        while self.is_busy:
            await self._idle()


def mover(body: log.AnyBody) -> int:
    """The seat that said something."""
    if isinstance(body, log.Told) and body.seat is not None:
        return body.seat
    return NOTHING
