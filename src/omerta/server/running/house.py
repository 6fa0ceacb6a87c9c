"""The house: all tables of this process and what they share."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from functools import partial
from typing import Final

from omerta.core import BadOption
from omerta.games import GAMES
from omerta.server.running.bus import Bus, OneProcess
from omerta.server.running.computer_players import Players
from omerta.server.running.room import Room
from omerta.server.running.setup_chances import Chances
from omerta.server.store import Store, StoreTrouble, Taken
from omerta.server.table import entries as log
from omerta.server.table.by_itself import due_time
from omerta.server.table.clock import now
from omerta.server.table.entries import Entry
from omerta.server.table.fair import client_seed, new_seed
from omerta.server.table.fold import Table, fold
from omerta.server.table.people import People
from omerta.server.table.refusals import NotAllowed
from omerta.server.watch.journal import Journal
from omerta.server.watch.metrics import Metrics
from omerta.server.wire.protocol import Settings

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6
IDLE: Final = 120_000
"""A table that nobody is connected to leaves the memory after so many milliseconds."""

SWEEP: Final = 1.0
MOST_DUE: Final = 100
"""So many tables are woken in one sweep."""

READ_AGAIN: Final = 60.0
"""Seconds until a log that could not be read is tried again by itself."""

MOST_SICK: Final = 3
SICK_WITHIN: Final = 60.0
"""A table that falls sick so often within so many seconds is only shown from then on."""

LOOK_AGAIN: Final = 3
"""After so many sweeps the log is asked for what the bus may have lost."""

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
    ) -> None:
        self.store = store
        self.bus = bus if bus is not None else OneProcess()
        self.players = players if players is not None else Players()
        self.journal = journal if journal is not None else Journal()
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
        self.recoveries: set[asyncio.Task[None]] = set()
        self.sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store and begin to look after tables that wait for time."""
        self.store.on_failure = partial(
            self.journal.failure, "an answer of the store was not taken"
        )
        await self.store.open()
        self.people = People(await self.store.secret())
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

    # Making tables.

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
        long_ago = now() - IDLE
        for room in list(self.rooms.values()):
            idle = not room.guests and room.empty_since < long_ago and not room.is_busy
            if idle and not room.clockwork.thinking:
                del self.rooms[room.table.id]
                self.resting.discard(room.table.id)
                self.bus.forget(room.table.id)
                await room.close()
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
    """A name for a computer player that nobody at the table has."""
    used = {chair.name for chair in table.chairs}
    free = [name for name in NAMES if name not in used]
    return secrets.choice(free or list(NAMES))


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
