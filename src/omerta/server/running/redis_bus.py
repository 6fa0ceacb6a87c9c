"""Hints between processes through Redis publish/subscribe."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any, Final

import msgspec
from redis import asyncio as redis_asyncio
from redis.exceptions import RedisError

from omerta.server.running.bus import Bus, OnHint, OnPresence

PREFIX: Final = "omerta:"
AGAIN: Final = 20.0
"""Seconds after which a process repeats which tables it has, and who is connected to them."""

BELIEVED: Final = 45.0
"""Seconds for which another process is believed to have a table."""

MOST: Final = 10_000
"""Hints that wait to be told; whatever comes on top is lost, and found in the log."""

GONE: Final = -1
"""Stands for the newest entry where a process has let go of a table."""


class Hint(msgspec.Struct, array_like=True):
    """What one process tells the others; never anything about a game.

    Whoever says anything about a table has it in memory, until it says that it is `GONE`.
    """

    process: str
    table: str
    seq: int = 0
    """The newest entry that the process has written, if it has written any."""
    seats: list[int] | None = None
    watchers: int = 0


class RedisBus(Bus):
    """All processes of a server listen to one channel; a process knows its own voice.

    What has gathered while the last message was on its way goes out as one message. Where no
    other process has a table in memory, nobody is told how it goes on.
    """

    def __init__(self, address: str) -> None:
        self.redis: Any = redis_asyncio.Redis.from_url(address)
        self.process = secrets.token_hex(6)
        self.tables: dict[str, int] = {}
        """What is in memory here, with the newest entry that was written here."""
        self.sharers: dict[str, dict[str, float]] = {}
        """Which other processes have one of these tables too, and until when that is believed."""
        self.present: dict[str, tuple[list[int], int]] = {}
        self.untold: list[Hint] = []
        self.has_news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.encoder = msgspec.msgpack.Encoder()
        self.decoder = msgspec.msgpack.Decoder(list[Hint])

    async def open(self, on_hint: OnHint, on_presence: OnPresence) -> None:
        """Begin to listen."""
        self.on_hint = on_hint
        self.on_presence = on_presence
        self.tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._speak()),
            asyncio.create_task(self._repeat()),
        ]

    async def close(self) -> None:
        """Stop listening."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.redis.aclose()

    async def _listen(self) -> None:
        """Hear the others; after a breakdown of Redis, listen again."""
        while True:
            try:
                async with self.redis.pubsub(ignore_subscribe_messages=True) as ear:
                    await ear.subscribe(PREFIX + "hints")
                    self._note_trouble(None)
                    self._introduce_all()
                    async for message in ear.listen():
                        self._heard(message["data"])
            except (RedisError, OSError) as error:
                self._note_trouble(error)
            await asyncio.sleep(0.5)

    def _note_trouble(self, error: Exception | None) -> None:
        if self.on_trouble is not None:
            self.on_trouble(error)

    def _heard(self, packed: bytes) -> None:
        try:
            hints = self.decoder.decode(packed)
        except msgspec.MsgspecError:
            return
        for hint in hints:
            if hint.process == self.process:
                return
            if hint.table not in self.tables:
                continue
            if hint.seq == GONE:
                self._part(hint.table, hint.process)
                continue
            self._share(hint.table, hint.process)
            if hint.seats is not None:
                self.on_presence(hint.process, hint.table, hint.seats, hint.watchers)
            if hint.seq:
                self.on_hint(hint.table, hint.seq)

    # Who has which table.

    def _share(self, table: str, process: str) -> None:
        """Another process has this table too; a new one is told how it stands here."""
        sharers = self.sharers.setdefault(table, {})
        if process not in sharers:
            self._introduce(table)
        sharers[process] = time.monotonic() + BELIEVED

    def _part(self, table: str, process: str) -> None:
        """Another process has let go of this table."""
        sharers = self.sharers.get(table, {})
        sharers.pop(process, None)
        if not sharers:
            self.sharers.pop(table, None)

    def _introduce(self, table: str) -> None:
        """Tell the others that a table is here, how far it has come and who is connected."""
        seats, watchers = self.present.get(table, (None, 0))
        self._tell(Hint(self.process, table, self.tables[table], seats, watchers))

    def _introduce_all(self) -> None:
        for table in self.tables:
            self._introduce(table)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            self._introduce_all()
            moment = time.monotonic()
            for table, sharers in list(self.sharers.items()):
                for process, until in list(sharers.items()):
                    if until < moment:
                        self._part(table, process)

    # Speaking.

    async def _speak(self) -> None:
        has_failed = False
        while True:
            await self.has_news.wait()
            self.has_news.clear()
            hints, self.untold = self.untold, []
            try:
                await self.redis.publish(PREFIX + "hints", self.encoder.encode(hints))
                if has_failed:
                    has_failed = False
                    self._note_trouble(None)
            except (RedisError, OSError) as error:
                has_failed = True
                self._note_trouble(error)
                await asyncio.sleep(0.2)

    def _tell(self, hint: Hint) -> None:
        """A hint that finds no room is lost: whoever needs it reads the log."""
        if len(self.untold) < MOST:
            self.untold.append(hint)
            self.has_news.set()

    def hint(self, table: str, seq: int) -> None:
        """The log of a table has grown."""
        if table in self.tables:
            self.tables[table] = seq
        if table in self.sharers:
            self._tell(Hint(self.process, table, seq))

    def presence(self, table: str, seats: list[int], watchers: int) -> None:
        """Who is connected to this process at a table."""
        self.present[table] = (seats, watchers)
        self._tell(Hint(self.process, table, seats=seats, watchers=watchers))

    def listen(self, table: str) -> None:
        """This process has the table in memory now."""
        self.tables[table] = 0
        self._introduce(table)

    def forget(self, table: str) -> None:
        """This process has let go of the table."""
        self.tables.pop(table, None)
        self.sharers.pop(table, None)
        self.present.pop(table, None)
        self._tell(Hint(self.process, table, GONE))

    async def check(self) -> str:
        """A line about Redis for `omerta doctor`."""
        facts = await self.redis.info("server")
        return f"Redis {facts['redis_version']}"
