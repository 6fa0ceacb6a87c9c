"""A room: one table in this process, its inbox, its timers and whoever is connected.

Everything that happens at the table goes through `act`, one after the other: it is tried on
a copy, written to the log, applied when it is on disk, and told. Whoever loses the race
against another process reads what that one wrote and tries again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from omerta.core import Ask, Game
from omerta.server import entries as log
from omerta.server import play, protocol, scene
from omerta.server.clock import SHOW_SEEDS, hesitation, now
from omerta.server.entries import Entry
from omerta.server.fair import new_seed
from omerta.server.lesson import PUPIL
from omerta.server.play import NotAllowed
from omerta.server.store import StoreTrouble, Taken
from omerta.server.table import RUNNER, WATCHER, Heard, Table, fold

if TYPE_CHECKING:
    from omerta.server.house import House

RACES: Final = 50
"""So often another process may be faster before a command is given up."""

BACK_AGAIN: Final = 10_000
"""Milliseconds that somebody has at least who comes back to an empty room."""

GREY_AFTER: Final = 3.0
"""Seconds until a lost connection shows as an absent person."""

TRY_AGAIN: Final = 2.0
"""Seconds until something is tried again that the database did not take."""

COMPUTER_DUE: Final = 5_000
"""After so many milliseconds a computer player's move is somebody else's to make."""


class Guest(ABC):
    """Somebody who is connected to the room: a person at a seat, or one who watches."""

    person: str
    viewer: int

    @abstractmethod
    def send(self, text: str) -> None:
        """Put a message on its way; never waits."""


class Plan:
    """What is to be written: an entry's body, who hears of it, the game after it if known."""

    __slots__ = ("body", "game", "heard")

    def __init__(self, body: log.AnyBody, heard: int = 0, game: Game | None = None) -> None:
        self.body = body
        self.heard = heard
        self.game = game

    @classmethod
    def of(cls, tried: play.Tried) -> Plan:
        """The plan for a move that was tried."""
        return cls(tried.body, tried.heard, tried.game)


class Nothing(Exception):
    """There is nothing to be done any more."""


Make = Callable[[Table], Plan]


class Room:
    """One table with its inbox."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, tuple[list[int], int, float]] = {}
        """Seats and watchers connected to other processes, and until when that is believed."""
        self.thinking: dict[int, tuple[Ask, asyncio.Task[None]]] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.gone: dict[int, int] = {}
        """Since when the person of a seat is not here."""
        self.empty_since = now()
        self.turns: dict[Guest, list[int]] = {}
        self.arranged: dict[int, str] = {}
        """What seats were last told of their private arrangements."""
        self.loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[None]] = set()
        self.works: set[asyncio.Task[int]] = set()
        self.is_closed = False
        self.hint = 0
        table.floor = now() + BACK_AGAIN

    # The inbox.

    async def act(self, make: Make, command: str = "", sender: int = -1) -> int:
        """Carry out what `make` plans for the table as it stands when its turn comes.

        Returns the number of the sender's event (0 if there is none) when all is on disk.
        Whoever waits for it may go away: what is begun is finished, and everybody is told.
        """
        work = self.loop.create_task(self._carry_out(make, command, sender))
        self.works.add(work)
        work.add_done_callback(self._worked)
        return await asyncio.shield(work)

    def _worked(self, work: asyncio.Task[int]) -> None:
        self.works.discard(work)
        if not work.cancelled():
            work.exception()  # it is for the one who waits, if anybody still does

    async def _carry_out(self, make: Make, command: str, sender: int) -> int:
        async with self.lock:
            for _ in range(RACES):
                try:
                    plan = make(self.table)
                except NotAllowed:
                    known = await self._known(command)
                    if known is not None:
                        return known
                    if not await self._has_grown():
                        raise
                    continue
                entry = self._entry(plan, command, sender)
                try:
                    known = await self._write(entry, plan)
                except Taken:
                    await self._read_on()
                    continue
                if known is not None:
                    await self._read_on()
                    return known
                self._applied(entry, self.table.apply(entry, plan.game))
                self.house.bus.hint(self.table.id, entry.seq)
                return entry.n
            raise NotAllowed("server.refused.busy")

    def _entry(self, plan: Plan, command: str, sender: int) -> Entry:
        table = self.table
        n = table.count[sender] + 1 if sender >= 0 and plan.heard >> sender & 1 else 0
        at = max(now(), table.at)
        return Entry(table.id, table.seq + 1, at, plan.body, plan.heard, command, n)

    async def _write(self, entry: Entry, plan: Plan) -> int | None:
        """None when the entry is on disk; the receipt if its command is there already."""
        store = self.house.store
        if isinstance(entry.body, log.Played | log.Told | log.Promised | log.Ordered | log.Held):
            is_over = plan.game is not None and plan.game.is_over
            if not is_over and self.table.settings.clock != "days":
                return await store.append([entry])
        after = self.table.preview(entry, plan.game)
        return await store.append([entry], row=after.row(due_time(after)))

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
            self._applied(entry, self.table.apply(entry))

    async def catch_up(self, seq: int) -> None:
        """Read the log as far as this entry, if it is not known yet."""
        if seq > self.table.seq:
            async with self.lock:
                if seq > self.table.seq:
                    await self._read_on()

    def hinted(self, seq: int) -> None:
        """Another process hints that the log has grown."""
        if seq > max(self.table.seq, self.hint):
            self.hint = seq
            self.spawn(self.catch_up(seq))

    # Telling.

    def _applied(self, entry: Entry, heard: Heard) -> None:
        """Tell everybody who is connected, and see what happens next by itself."""
        body = entry.body
        if self.table.run_by and isinstance(body, log.Played | log.Runs):
            self._seat_guests()
        if heard.mask:
            self._tell(heard)
        if isinstance(body, log.Promised | log.Ordered):
            self.tell_arrangements(body.seat)
        elif isinstance(body, log.Played):
            self._tell_changed_arrangements()
            if self.table.phase == "over":
                self.tell_table()
        elif not isinstance(body, log.Told | log.Held):
            self.tell_table()
        if isinstance(body, log.Played | log.Dealt):
            self._tell_pupil()
        if isinstance(body, log.Wished | log.Held):
            self._tell_all(scene.wire(protocol.Time(clock=scene.clock(self.table))))
        if isinstance(body, log.Sat | log.Stood | log.Changed | log.Hired):
            self._seat_guests()
        self._tell_turns()
        self.house.metrics.entry(body)
        self._note(body)
        self.wake_up()

    def _note(self, body: log.AnyBody) -> None:
        """Write the great moments of a table into the journal."""
        table = self.table
        if isinstance(body, log.Dealt):
            self.house.log.info(
                "dealt", table=table.id, game=table.rulebook.name, seats=table.seats
            )
        elif isinstance(body, log.Played) and table.phase == "over":
            self.house.log.info("over", table=table.id, entries=table.seq)
        elif isinstance(body, log.CalledOff | log.Replaced | log.Returned):
            self.house.log.info(str(body.__struct_config__.tag), table=table.id)

    def _tell(self, heard: Heard) -> None:
        """Send the newest event to everybody who hears it."""
        texts: dict[int, str] = {}
        shared = scene.Shared(self.table, heard)
        for guest in self.guests:
            viewer = guest.viewer
            if heard.mask >> viewer & 1:
                text = texts.get(viewer)
                if text is None:
                    event = scene.event(self.table, heard, viewer, shared)
                    text = texts[viewer] = scene.wire(event)
                guest.send(text)

    def _tell_all(self, text: str) -> None:
        for guest in self.guests:
            guest.send(text)

    def tell_table(self) -> None:
        """Send the state of the table to everybody, to each as they see it."""
        texts: dict[str, str] = {}
        for guest in self.guests:
            text = texts.get(guest.person)
            if text is None:
                text = texts[guest.person] = scene.wire(self.state(guest.person))
            guest.send(text)

    def state(self, person: str) -> protocol.Table:
        """The state of the table as this person sees it."""
        here, watchers = self.presence()
        return scene.table_message(self.table, person, here, watchers)

    def tell_arrangements(self, seat: int) -> None:
        """Send a seat its private standing orders and the move given ahead."""
        text = self.arranged[seat] = scene.wire(self.arrangements(seat))
        for guest in self.guests:
            if guest.viewer == seat:
                guest.send(text)

    def _tell_changed_arrangements(self) -> None:
        """Tell those whose answer ahead was used or voided, or whose order has ended."""
        table = self.table
        if table.orders or table.promises or self.arranged:
            seats = {seat for seat, _ in table.orders} | set(table.promises) | set(self.arranged)
            for seat in seats:
                if self.arranged.get(seat) != scene.wire(self.arrangements(seat)):
                    self.tell_arrangements(seat)

    def _tell_pupil(self) -> None:
        """Tell the pupil of a lesson what comes next."""
        guide = scene.guide(self.table)
        if guide is not None:
            text = scene.wire(guide)
            for guest in self.guests:
                if guest.viewer == PUPIL:
                    guest.send(text)

    def arrangements(self, seat: int) -> protocol.Mine:
        """The standing orders of a seat and the move it gave ahead."""
        table = self.table
        return protocol.Mine(
            orders=[
                protocol.Order(point=order.point, until=order.until)
                for order in table.orders.values()
                if order.seat == seat and table.is_in_force(order)
            ],
            ahead=play.promised(table, seat),
        )

    def _tell_turns(self) -> None:
        """Tell those with several seats on one device which of them are asked."""
        if not self.table.shares_devices:
            return
        for guest in self.guests:
            seats = self.table.seats_of(guest.person) if guest.viewer < WATCHER else []
            if len(seats) < 2:
                continue
            asked = [seat for seat in seats if self.table.asked(seat) is not None]
            if self.turns.get(guest) != asked:
                self.turns[guest] = asked
                guest.send(scene.wire(protocol.Turn(seats=asked)))

    # Coming and going.

    def presence(self) -> tuple[list[int], int]:
        """Seats whose person is connected, here or elsewhere, and how many watch."""
        seats = {seat for guest in self.guests for seat in self._seats_of(guest)}
        watchers = sum(guest.viewer == WATCHER for guest in self.guests)
        moment = self.loop.time()
        for others, watching, until in self.elsewhere.values():
            if until > moment:
                seats.update(others)
                watchers += watching
        return sorted(seats), watchers

    def _seats_of(self, guest: Guest) -> list[int]:
        return self.table.seats_of(guest.person) if guest.viewer != WATCHER else []

    def _seat_guests(self) -> None:
        """Who sat down or stood up while connected looks through other eyes now."""
        for guest in list(self.guests):
            seats = self.table.seats_of(guest.person)
            wanted = guest.viewer if guest.viewer in seats else (seats[0] if seats else WATCHER)
            if guest.person == self.table.runner:
                wanted = RUNNER
            if wanted != guest.viewer:
                guest.viewer = wanted
                self.spawn(self.greet(guest, 0))

    async def greet(self, guest: Guest, last: int) -> None:
        """Bring somebody up to date who has seen the events up to number `last`."""
        table = self.table
        viewer = guest.viewer
        welcome = protocol.Welcome(
            table=table.id,
            code=table.code,
            game=table.rulebook.name,
            seat=viewer if viewer < WATCHER else None,
            yours=table.seats_of(guest.person),
            n=table.count[viewer],
            now=now(),
            runs=viewer == RUNNER,
        )
        if not 0 <= last <= table.count[viewer]:
            last = 0
        events = scene.missed(table, viewer, last)
        if events is None:
            events = await self._story(viewer, last)
            if guest.viewer != viewer:
                return
            welcome.n = self.table.count[viewer]
        guest.send(scene.wire(welcome))
        guest.send(scene.wire(self.state(guest.person)))
        if viewer < WATCHER:
            guest.send(scene.wire(self.arrangements(viewer)))
        if events:
            guest.send(scene.wire(protocol.Missed(events=events)))
        if self.table.game is not None:
            guest.send(scene.wire(scene.event(self.table, None, viewer)))
        if self.table.lesson is not None:
            self._tell_pupil()
        self.turns.pop(guest, None)
        self._tell_turns()

    async def _story(self, viewer: int, last: int) -> list[protocol.Event]:
        """Everything that a viewer heard after number `last`, told from the log."""
        while True:
            entries = await self.house.store.load(self.table.id)
            story = await asyncio.to_thread(fold, entries, None)
            if story.seq >= self.table.seq:
                break
        events = scene.missed(story, viewer, last) or []
        newest = self.table.count[viewer]
        return [event for event in events if event.n <= newest]

    async def enter(self, guest: Guest, last: int) -> None:
        """Somebody has connected."""
        if not self.presence()[0]:
            self.table.floor = now() + BACK_AGAIN
        self.guests.add(guest)
        for seat in self._seats_of(guest):
            self.gone.pop(seat, None)
        await self.greet(guest, last)
        self._presence_changed()
        self.wake_up()

    def leave(self, guest: Guest) -> None:
        """Somebody's connection has gone."""
        self.guests.discard(guest)
        self.turns.pop(guest, None)
        if not self.guests:
            self.empty_since = now()
        if not self.is_closed:
            self.loop.call_later(GREY_AFTER, self._presence_changed)

    def _presence_changed(self) -> None:
        here, watchers = self.presence()
        moment = now()
        for seat in self.table.persons():
            if seat in here:
                self.gone.pop(seat, None)
            else:
                self.gone.setdefault(seat, moment)
        self._tell_all(scene.wire(protocol.Presence(here=here, watchers=watchers)))
        mine = {seat for guest in self.guests for seat in self._seats_of(guest)}
        watching = sum(guest.viewer == WATCHER for guest in self.guests)
        self.house.bus.presence(self.table.id, sorted(mine), watching)
        self.wake_up()

    def here_elsewhere(self, process: str, seats: list[int], watchers: int, until: float) -> None:
        """Another process tells who is connected to it."""
        before = self.presence()
        self.elsewhere[process] = (seats, watchers, until)
        if self.presence() != before:
            here, watching = self.presence()
            for seat in here:
                self.gone.pop(seat, None)
            self._tell_all(scene.wire(protocol.Presence(here=here, watchers=watching)))

    # What happens by itself.

    def wake_up(self) -> None:
        """Let computer players think, and set the alarm for whatever comes next."""
        if self.is_closed:
            return
        self._let_think()
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        moments = [moment for moment, _ in self._upcoming()]
        if moments:
            wait = max(0, min(moments) - now()) / 1000
            self.alarm = self.loop.call_later(wait, self._ring)

    def _ring(self) -> None:
        self.alarm = None
        moment = now()
        for due, make in self._upcoming():
            if due <= moment:
                self.spawn(self._try(make))
                return
        self.wake_up()

    def _upcoming(self) -> list[tuple[int, Make]]:
        """What will happen without anybody doing anything, and when."""
        table = self.table
        if table.phase == "seeds":
            if all(chair.seed for chair in table.chairs):
                return [(now(), _deal)]
            return [(max(table.sealed_at + SHOW_SEEDS, self.empty_since), _unseal)]
        if table.phase != "playing" or table.is_paused:
            return []
        somebody = bool(self.guests or self.elsewhere) and bool(self.presence()[0])
        if not somebody and table.settings.clock != "days":
            return []
        coming = [
            (limit, _lapse(limit))
            for ask in table.asks()
            if not self._is_automatic(ask) and (limit := table.deadline(ask)) is not None
        ]
        grace = table.settings.grace * 1000
        if somebody and grace and table.settings.clock != "days":
            coming += [
                (since + grace, _replace(seat, self.house.players.default_level(table)))
                for seat, since in self.gone.items()
                if table.asked(seat) is not None and not table.chairs[seat].away
            ]
        return coming

    def _is_automatic(self, ask: Ask) -> bool:
        return ask.seat in self.thinking and self.thinking[ask.seat][0] is ask

    def _let_think(self) -> None:
        """Start an answer for every question that a person need not answer."""
        table = self.table
        for seat, (ask, task) in list(self.thinking.items()):
            if table.asked(seat) is not ask or table.is_paused:
                task.cancel()
                del self.thinking[seat]
        if table.phase != "playing" or table.is_paused:
            return
        for ask in table.asks():
            if ask.seat < 0 or ask.seat in self.thinking:
                continue
            by = self._answers_by(ask)
            if by and not self._waits_for_cue(ask.seat):
                task = self.spawn(self._answer(ask, by))
                self.thinking[ask.seat] = (ask, task)

    def _waits_for_cue(self, seat: int) -> bool:
        """Whether a computer player of a lesson has to wait until its move is due."""
        progress = self.table.progress()
        return progress is not None and progress.is_followed and progress.due(seat) is None

    def _answers_by(self, ask: Ask) -> str:
        """Who answers instead of the person: nobody, a computer player, an order, a promise."""
        table = self.table
        if table.chairs[ask.seat].is_played_by_computer:
            return "computer"
        if play.kept_promise(table, ask.seat) is not None:
            return "ahead"
        if table.order(ask.seat, ask.point) is not None:
            return "order"
        return ""

    async def _answer(self, ask: Ask, by: str) -> None:
        """Answer in a time that was drawn before anybody looked at the cards."""
        table = self.table
        seat = ask.seat
        ready_at = self.loop.time() + hesitation(table.settings.pace) / 1000
        choices: list[int] = []
        if by == "computer":
            choices = await self.house.players.choose(table, seat)
        await asyncio.sleep(max(0.0, ready_at - self.loop.time()))

        def make(table: Table) -> Plan:
            if table.asked(seat) is not ask or table.is_paused or self._answers_by(ask) != by:
                raise Nothing
            if by == "order":
                return Plan.of(play.lapse(table, [seat], by=by))
            answers = choices or play.kept_promise(table, seat) or []
            tried = play.move(table, seat, answers, by=by)
            if tried.game.asked(seat) is ask and not tried.game.notices:
                raise Nothing  # to wait is to do nothing
            return Plan.of(tried)

        self.thinking[seat] = (ask, asyncio.current_task() or self.thinking[seat][1])
        await asyncio.shield(self.spawn(self._try(make)))

    async def _try(self, make: Make) -> None:
        """Carry something out that may not be needed any more."""
        try:
            await self.act(make)
        except Nothing:
            self.wake_up()
        except StoreTrouble as trouble:
            self.house.log.failure("the store failed", trouble, table=self.table.id)
            self.thinking.clear()
            self.loop.call_later(TRY_AGAIN, self.wake_up)
        except NotAllowed as refused:
            self.house.log.warning(
                "refused by itself", table=self.table.id, key=refused.key, clause=refused.clause
            )

    def spawn(self, work: Any) -> asyncio.Task[None]:
        """Run something beside; the room lets go of it when it is done."""
        task: asyncio.Task[None] = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.house.log.failure("a room's task failed", task.exception(), table=self.table.id)

    async def close(self) -> None:
        """Stop everything that would happen by itself."""
        self.is_closed = True
        if self.alarm is not None:
            self.alarm.cancel()
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self.works, return_exceptions=True)


def due_time(table: Table) -> int | None:
    """When a table must be looked at although nobody may be connected: games over days."""
    if table.phase != "playing" or table.settings.clock != "days" or table.is_paused:
        return None
    asks = table.asks()
    if any(ask.seat >= 0 and table.chairs[ask.seat].is_played_by_computer for ask in asks):
        return table.at + COMPUTER_DUE
    limits = [limit for ask in asks if (limit := table.deadline(ask)) is not None]
    return min(limits) if limits else None


def _deal(table: Table) -> Plan:
    if table.phase != "seeds":
        raise Nothing
    return Plan.of(play.deal(table))


def _unseal(table: Table) -> Plan:
    if table.phase != "seeds" or all(chair.seed for chair in table.chairs):
        raise Nothing
    return Plan(log.Unsealed(game_id=new_game_id(table), server_seed=new_seed()))


def new_game_id(table: Table) -> str:
    """A deal's name: the table and its line in the log, so that a seed serves one game only."""
    return f"{table.id}-{table.seq}"


def _lapse(limit: int) -> Make:
    def make(table: Table) -> Plan:
        moment = now()
        late = [
            ask.seat
            for ask in table.asks()
            if (deadline := table.deadline(ask)) is not None and deadline <= moment
        ]
        if not late or table.is_paused:
            raise Nothing
        return Plan.of(play.lapse(table, late))

    return make


def _replace(seat: int, level: str) -> Make:
    def make(table: Table) -> Plan:
        if table.chairs[seat].away or table.phase != "playing":
            raise Nothing
        return Plan(log.Replaced(seat=seat, level=level))

    return make
