"""Hints between processes through Redis publish/subscribe."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any, Final

import msgspec
from redis import asyncio as redis_asyncio
from redis.exceptions import RedisError

from omerta.server.bus import Bus, OnHint, OnPresence

PREFIX: Final = "omerta:"
AGAIN: Final = 20.0
"""Seconds after which a process repeats who is connected to it."""

MOST: Final = 10_000
"""Hints that wait to be told; whatever comes on top is lost, and found in the log."""


class Hint(msgspec.Struct, array_like=True):
    """What one process tells the others; never anything about a game."""

    process: str
    table: str
    seq: int = 0
    seats: list[int] | None = None
    watchers: int = 0


class RedisBus(Bus):
    """All processes of a server listen to one channel; a process knows its own voice.

    What has gathered while the last message was on its way goes out as one message.
    """

    def __init__(self, address: str) -> None:
        self.redis: Any = redis_asyncio.Redis.from_url(address)
        self.process = secrets.token_hex(6)
        self.tables: set[str] = set()
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
            with contextlib.suppress(RedisError, OSError):
                async with self.redis.pubsub(ignore_subscribe_messages=True) as ear:
                    await ear.subscribe(PREFIX + "hints")
                    async for message in ear.listen():
                        self._heard(message["data"])
            await asyncio.sleep(0.5)

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
            if hint.seats is not None:
                self.on_presence(hint.process, hint.table, hint.seats, hint.watchers)
            else:
                self.on_hint(hint.table, hint.seq)

    async def _speak(self) -> None:
        while True:
            await self.has_news.wait()
            self.has_news.clear()
            hints, self.untold = self.untold, []
            try:
                await self.redis.publish(PREFIX + "hints", self.encoder.encode(hints))
            except (RedisError, OSError):
                await asyncio.sleep(0.2)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            for table, (seats, watchers) in list(self.present.items()):
                self._tell(Hint(self.process, table, seats=seats, watchers=watchers))

    def _tell(self, hint: Hint) -> None:
        """A hint that finds no room is lost: whoever needs it reads the log."""
        if len(self.untold) < MOST:
            self.untold.append(hint)
            self.has_news.set()

    def hint(self, table: str, seq: int) -> None:
        """The log of a table has grown."""
        self._tell(Hint(self.process, table, seq))

    def presence(self, table: str, seats: list[int], watchers: int) -> None:
        """Who is connected to this process at a table."""
        self.present[table] = (seats, watchers)
        self._tell(Hint(self.process, table, seats=seats, watchers=watchers))

    def listen(self, table: str) -> None:
        """This process has the table in memory now."""
        self.tables.add(table)

    def forget(self, table: str) -> None:
        """This process has let go of the table."""
        self.tables.discard(table)
        self.present.pop(table, None)

    async def check(self) -> str:
        """A line about Redis for `omerta doctor`."""
        facts = await self.redis.info("server")
        return f"Redis {facts['redis_version']}"
