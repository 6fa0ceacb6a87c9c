"""The house: all tables of this process and what they share."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from functools import partial
from typing import Final

from omerta.bots.levels import present_name
from omerta.core import BadOption
from omerta.games import GAMES
from omerta.server.running.audience import Guest
from omerta.server.running.bans import Bans
from omerta.server.running.bus import Bus, OneProcess
from omerta.server.running.computer_players import Players
from omerta.server.running.identities import REVOKED
from omerta.server.running.retention import Keep, tidy_up
from omerta.server.running.room import Room
from omerta.server.running.setup_chances import Chances
from omerta.server.running.standing import Standing
from omerta.server.running.work import NOBODY
from omerta.server.store import Store, StoreTrouble, Taken
from omerta.server.table import entries as log
from omerta.server.table.by_itself import due_time
from omerta.server.table.clock import now
from omerta.server.table.entries import Entry
from omerta.server.table.fair import client_seed, new_seed
from omerta.server.table.fold import Table, fold
from omerta.server.table.names import distinct, likeness
from omerta.server.table.people import People
from omerta.server.table.refusals import NotAllowed
from omerta.server.watch.journal import Journal
from omerta.server.watch.metrics import Metrics
from omerta.server.wire import protocol
from omerta.server.wire.limits import Limits
from omerta.server.wire.protocol import Settings

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6
FINISH_WITHIN: Final = 5.0
"""Seconds for what is under way when this process ends."""

LATELY: Final = 60_000
"""Milliseconds for which tokens that were taken back are looked for among the guests."""

IDLE: Final = 120_000
"""Milliseconds after which a table that nobody is connected to leaves memory."""

SWEEP: Final = 1.0
MOST_DUE: Final = 100
"""How many tables one sweep wakes at most."""

READ_AGAIN: Final = 60.0
"""Seconds until a log that could not be read is tried again by itself."""

MOST_SICK: Final = 3
SICK_WITHIN: Final = 60.0
"""A table that falls sick this often within this many seconds can only be looked at."""

LOOK_AGAIN: Final = 3
"""How many sweeps pass before the log is asked for what the bus may have lost."""

LOOK_ROUND: Final = 2
"""How many sweeps pass before the store is asked what the operator wants."""

TIDY_UP: Final = 60
"""How many sweeps pass before somebody looks for tables that everybody has forgotten."""

PRESENCE_LASTS: Final = 45.0
"""Seconds for which another process is believed about who is there."""


class House:
    """Finds tables, makes them, keeps those in memory that are in use."""

    def __init__(
        self,
        store: Store,
        bus: Bus | None = None,
        players: Players | None = None,
        journal: Journal | None = None,
        limits: Limits | None = None,
        keep: Keep | None = None,
    ) -> None:
        self.store = store
        self.bus = bus if bus is not None else OneProcess()
        self.players = players if players is not None else Players()
        self.journal = journal if journal is not None else Journal()
        self.keep = keep if keep is not None else Keep()
        self.bans = Bans()
        self.standing = Standing()
        self.is_leaving = False
        """Whether this process is about to end: no new tables, and clients go elsewhere."""
        self.limits = limits if limits is not None else Limits(is_strict=False)
        self.metrics = Metrics()
        self.chances = Chances(self.players.count)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.sick: dict[str, list[float]] = {}
        """When tables have fallen sick of late."""
        self.resting: set[str] = set()
        """Tables that fall sick again and again: they are shown and not played."""
        self.unread: dict[str, float] = {}
        """Tables whose log cannot be read, and when the sweeper tries again."""
        self.is_bus_down = False
        self.recoveries: set[asyncio.Task[None]] = set()
        self.sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store and begin to look after tables that wait for time."""
        self.store.on_failure = partial(
            self.journal.failure, "an answer of the store was not taken"
        )
        self.store.on_write = self.metrics.writes.add
        self.store.on_read = self.metrics.reads.add
        self.bus.on_trouble = self._on_bus_trouble
        await self.store.open()
        self.people = People(await self.store.secret())
        await self.look_round()
        await self.bus.open(self._on_hint, self._on_presence)
        self.sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop everything; what was acknowledged is on disk."""
        if self.sweeper is not None:
            self.sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.sweeper
        await asyncio.gather(*self.recoveries, return_exceptions=True)
        for room in list(self.rooms.values()):
            await room.close()
        self.rooms.clear()
        self.players.close()
        self.chances.close()
        await self.bus.close()
        await self.store.close()

    # Finding tables.

    async def room(self, table: str) -> Room | None:
        """The room of a table, read from the log if it is not in memory."""
        found = self.rooms.get(table)
        if found is not None:
            return found
        task = self.loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Room | None:
        folded = await self._fold(table)
        if folded is None:
            return None
        room = Room(self, folded)
        if table in self.resting:
            room.rest()
        self.rooms[table] = room
        self.metrics.rooms.set(len(self.rooms))
        self.bus.listen(table)
        await room.catch_up(folded.seq + 1)
        room.begin()
        return room

    async def _fold(self, table: str) -> Table | None:
        """The table that its log tells of; a log that cannot be read is noted once."""
        try:
            entries = await self.store.load(table)
            if not entries:
                return None
            few = len(entries) < 100
            folded = fold(entries) if few else await asyncio.to_thread(fold, entries)
        except Exception as error:
            if table not in self.unread:
                self.journal.failure("a log cannot be read", error, table=table)
            self.unread[table] = asyncio.get_running_loop().time() + READ_AGAIN
            self.metrics.unreadable.set(len(self.unread))
            if isinstance(error, StoreTrouble):
                raise
            raise NotAllowed("server.problem.unreadable") from error
        if self.unread.pop(table, None) is not None:
            self.metrics.unreadable.set(len(self.unread))
        return folded

    async def find(self, table_or_code: str) -> Room | None:
        """The room of a table that is named by its id or its code."""
        if table_or_code in self.rooms:
            return self.rooms[table_or_code]
        row = await self.store.find(table_or_code)
        if row is None:
            row = await self.store.find(table_or_code.upper())
        return None if row is None else await self.room(row.id)

    def in_memory(self, table_or_code: str) -> Room | None:
        """The same without a look into the store."""
        found = self.rooms.get(table_or_code)
        if found is None:
            code = table_or_code.upper()
            found = next((room for room in self.rooms.values() if room.table.code == code), None)
        return found

    async def drop(self, table: str) -> None:
        """Let go of a table that nobody uses."""
        room = self.rooms.pop(table, None)
        if room is not None:
            self.resting.discard(table)
            self.bus.forget(table)
            await room.close()

    # Making tables.

    @property
    def is_draining(self) -> bool:
        """Whether no new tables are made."""
        return self.is_leaving or self.standing.is_draining

    async def make(
        self,
        game: str,
        seats: int,
        options: dict[str, str],
        settings: Settings,
        host: str,
        lesson: str = "",
    ) -> Room:
        """Set up a table, perhaps for a lesson; its chairs are empty."""
        if self.is_draining:
            raise NotAllowed("server.problem.draining")
        values = checked_options(game, seats, options)
        while True:
            made = log.Made(
                code="".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)),
                game=game,
                version=GAMES[game].version,
                seats=seats,
                options=values,
                settings=settings,
                host=host,
                game_id="",
                server_seed=new_seed(),
                lesson=lesson,
            )
            # Hexadecimal, so that no command line takes it for an option.
            identity = secrets.token_hex(9)
            made.game_id = f"{identity}-1"
            entry = Entry(identity, 1, now(), made)
            table = Table(entry)
            if await self.store.find(made.code) is not None:
                continue
            with contextlib.suppress(Taken):
                await self.store.append([entry], row=table.row(due_time(table)))
                break
        room = Room(self, table)
        self.rooms[table.id] = room
        self.metrics.rooms.set(len(self.rooms))
        self.bus.listen(table.id)
        return room

    def computer(self, table: Table, seat: int, level: str, name: str) -> log.Hired:
        """A computer player for a chair."""
        known = self.players.levels(table.rulebook.name)
        level = present_name(level)
        if level and level not in known:
            raise NotAllowed("server.problem.no_such_level")
        chosen = level or known[0]
        return log.Hired(seat=seat, level=chosen, name=name or free_name(table), seed=client_seed())

    # Looking after them.

    def nurse(self, room: Room, error: Exception) -> None:
        """A room has fallen sick: another one takes over; one that never gets well rests."""
        table = room.table.id
        moment = room.loop.time()
        if self.rooms.get(table) is room:
            del self.rooms[table]
        self.metrics.sick.inc()
        self.journal.failure("a table fell sick", error, table=table, seq=room.table.seq)
        lately = [time for time in self.sick.get(table, ()) if time > moment - SICK_WITHIN]
        self.sick[table] = [*lately, moment]
        if len(lately) + 1 >= MOST_SICK:
            self.resting.add(table)
            self.metrics.resting.set(len(self.resting))
            self.journal.warning("a table is read-only", table=table)
        recovery = room.loop.create_task(self._recover(table))
        self.recoveries.add(recovery)
        recovery.add_done_callback(self.recoveries.discard)
        for guest in list(room.guests):
            guest.come_again()

    async def _recover(self, table: str) -> None:
        """Fold a table again although nobody may have asked for it."""
        try:
            await self.room(table)
        except (NotAllowed, StoreTrouble):  # the journal knows
            self.bus.forget(table)

    # What the operator and the people themselves want.

    async def look_round(self) -> None:
        """Learn what was banned, announced and taken back, by whatever process."""
        await self.bans.read(self.store)
        if await self.standing.read(self.store):
            self._announce()
        self.metrics.draining.set(int(self.is_draining))
        lately = now() - LATELY
        gone = {
            tuple(memo.key.rsplit(".", 1))
            for memo in await self.store.recall_all(REVOKED, 100)
            if memo.at > lately
        }
        for guest in self.guests():
            if self.bans.holds(guest.address, guest.person):
                self.show_out(guest, "server.closed.banned")
            elif (guest.person, guest.device) in gone:
                self.show_out(guest, "server.closed.revoked")

    def guests(self) -> list[Guest]:
        """Whoever is connected to this process."""
        return [guest for room in self.rooms.values() for guest in room.guests]

    def show_out(self, guest: Guest, key: str) -> None:
        """End somebody's connection for good."""
        for room in self.rooms.values():
            if guest in room.guests:
                room.leave(guest)
        guest.send_away(key)

    def _announce(self) -> None:
        text = protocol.encode(protocol.Announced(text=self.standing.announcement))
        for guest in self.guests():
            guest.send(text)

    async def leave(self) -> None:
        """This process ends: what is under way is finished, then clients are sent elsewhere."""
        self.is_leaving = True
        self.metrics.draining.set(1)
        until = asyncio.get_running_loop().time() + FINISH_WITHIN
        for room in list(self.rooms.values()):
            while room.is_busy and asyncio.get_running_loop().time() < until:
                await asyncio.sleep(0.01)
            for guest in list(room.guests):
                guest.go_elsewhere()

    def _on_bus_trouble(self, error: Exception | None) -> None:
        """Redis fails, or is there again: counted every time, told once."""
        if error is not None:
            self.metrics.bus_failures.inc()
            if not self.is_bus_down:
                self.journal.failure("Redis cannot be reached", error)
        elif self.is_bus_down:
            self.journal.warning("Redis is there again")
        self.is_bus_down = error is not None

    def _on_hint(self, table: str, seq: int) -> None:
        room = self.rooms.get(table)
        if room is not None:
            room.hinted(seq)

    def _on_presence(self, process: str, table: str, seats: list[int], watchers: int) -> None:
        room = self.rooms.get(table)
        if room is not None:
            until = room.loop.time() + PRESENCE_LASTS
            room.here_elsewhere(process, seats, watchers, until)

    async def _sweep(self) -> None:
        """Wake tables whose time has come, and let go of those that nobody uses."""
        for turn in itertools.count(1):
            await asyncio.sleep(SWEEP)
            try:
                await self._wake_due()
                await self._let_go()
                if turn % LOOK_ROUND == 0:
                    await self.look_round()
                if turn % TIDY_UP == 0:
                    await tidy_up(self, self.keep)
                if turn % LOOK_AGAIN == 0 and self.bus.has_others:
                    await self._look_for_lost_hints()
            except Exception as error:
                self.journal.failure("the sweeper failed", error)

    async def _wake_due(self) -> None:
        """Wake tables whose time has come; one that cannot be read stops no other."""
        left_out = len(self.unread) + len(self.resting)
        for table in await self.store.due(now() - 2_000, MOST_DUE + left_out):
            if self.unread.get(table, 0.0) > asyncio.get_running_loop().time():
                continue
            with contextlib.suppress(NotAllowed, StoreTrouble):  # the journal knows
                await self.room(table)

    async def _look_for_lost_hints(self) -> None:
        """Whatever the bus has lost is in the log."""
        used = [table for table, room in self.rooms.items() if room.guests]
        for table, seq in (await self.store.newest(used)).items():
            if table in self.rooms:
                self.rooms[table].hinted(seq)

    async def _let_go(self) -> None:
        for room in list(self.rooms.values()):
            idle = (
                not room.guests and room.empty_since < room.table.now() - IDLE and not room.is_busy
            )
            if idle and not room.clockwork.thinking:
                await self.drop(room.table.id)
        self.metrics.rooms.set(len(self.rooms))
        self.metrics.resting.set(len(self.resting))
        if self.sick:
            long_well = asyncio.get_running_loop().time() - SICK_WITHIN
            self.sick = {table: when for table, when in self.sick.items() if when[-1] > long_well}


NAMES: Final = (
    "Alfonso", "Bruna", "Carmela", "Dario", "Elena", "Fausto", "Gina", "Ivo", "Lidia", "Marco",
    "Nerina", "Otello", "Pia", "Renzo", "Silvia", "Tullio", "Ugo", "Vera", "Zita", "Amadeo",
    "Betta", "Corrado", "Dina", "Enzo", "Flora", "Guido", "Irma", "Livia", "Mirko", "Nora",
)  # fmt: skip


def free_name(table: Table) -> str:
    """A name for a computer player that nobody at the table has, or one that looks like it."""
    used = table.names(besides=NOBODY)
    alike = {likeness(name) for name in used}
    free = [name for name in NAMES if likeness(name) not in alike]
    return distinct(secrets.choice(free or NAMES), used)


def checked_options(game: str, seats: int, options: dict[str, str]) -> dict[str, str]:
    """All options of a game with their values; `NotAllowed` says which one is wrong."""
    rulebook = GAMES.get(game)
    if rulebook is None:
        raise NotAllowed("server.problem.no_such_game")
    if seats not in rulebook.seats:
        raise NotAllowed(
            "server.problem.wrong_seats",
            number_low=rulebook.seats.start,
            number_high=rulebook.seats.stop - 1,
        )
    if not all(text.isprintable() for option in options.items() for text in option):
        raise NotAllowed("server.problem.bad_option")
    try:
        values = dict(rulebook.options(options).values)
    except BadOption as bad:
        raise refused_option(game, bad) from None
    return values


def refused_option(game: str, bad: BadOption) -> NotAllowed:
    """Why a table cannot be played so; by a clause of the rulebook if one forbids it."""
    if bad.key:
        return NotAllowed(f"{game.replace('-', '_')}.refusal.{bad.key}", bad.clause)
    return NotAllowed("server.problem.bad_option", detail=str(bad)[:200])
