"""What processes tell each other through Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis import asyncio as redis_asyncio

from omerta.server.running.redis_bus import PREFIX, RedisBus
from omerta.server.wire.protocol import Settings
from tests.server.ears import Ear, sat, write
from tests.server.services import redis_or_skip
from tests.server.test_poker_face import new_house


class Process:
    """A bus, and what it has heard."""

    def __init__(self, address: str) -> None:
        self.bus = RedisBus(address)
        self.hints: list[tuple[str, int]] = []
        self.present: list[tuple[str, list[int]]] = []

    async def open(self) -> None:
        await self.bus.open(
            lambda table, seq: self.hints.append((table, seq)),
            lambda _, table, seats, __: self.present.append((table, seats)),
        )


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0.01)


def with_two(
    request: pytest.FixtureRequest,
    story: Callable[[Process, Process], Coroutine[Any, Any, None]],
) -> list[list[Any]]:
    """Tell a story of two processes; returns all that went over the wire."""
    address = redis_or_skip(request).address
    wire: list[list[Any]] = []

    async def overhear(ear: Any) -> None:
        async for message in ear.listen():
            wire.extend(msgspec.msgpack.decode(message["data"]))

    async def run() -> None:
        first, second = Process(address), Process(address)
        redis = redis_asyncio.Redis.from_url(address)
        async with redis.pubsub(ignore_subscribe_messages=True) as ear:
            await ear.subscribe(PREFIX + "hints")
            listening = asyncio.create_task(overhear(ear))
            await first.open()
            await second.open()
            await until_both_hear(first, second)
            wire.clear()
            await story(first, second)
            await first.bus.close()
            await second.bus.close()
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        await redis.aclose()

    asyncio.run(run())
    return wire


async def until_both_hear(first: Process, second: Process) -> None:
    """Redis lets each of them hear the other."""
    both = (first, second)
    for process in both:
        process.bus.listen("test")
    while not all("test" in process.bus.sharers for process in both):
        for process in both:
            process.bus.presence("test", [], 0)
        await asyncio.sleep(0.02)


def test_a_process_that_is_alone_with_a_table_does_not_tell_how_it_goes_on(
    request: pytest.FixtureRequest,
) -> None:
    async def story(first: Process, second: Process) -> None:
        first.bus.listen("t")
        for seq in range(2, 50):
            first.bus.hint("t", seq)
        first.bus.presence("t", [0], 0)
        second.bus.presence("test", [3], 0)
        await until(lambda: ("test", [3]) in first.present)

    wire = with_two(request, story)
    assert [seq for _, table, seq, *_ in wire if table == "t" and seq] == []


def test_a_newcomer_hears_how_far_a_table_has_come_and_who_is_there(
    request: pytest.FixtureRequest,
) -> None:
    async def story(first: Process, second: Process) -> None:
        first.bus.listen("t")
        first.bus.hint("t", 17)
        first.bus.presence("t", [0, 2], 0)
        second.bus.listen("t")
        await until(lambda: ("t", 17) in second.hints)
        assert ("t", [0, 2]) in second.present
        first.bus.hint("t", 18)
        await until(lambda: ("t", 18) in second.hints)
        second.bus.hint("t", 19)
        await until(lambda: ("t", 19) in first.hints)

    with_two(request, story)


def test_who_has_let_go_of_a_table_hears_no_more_of_it(request: pytest.FixtureRequest) -> None:
    async def story(first: Process, second: Process) -> None:
        first.bus.listen("t")
        second.bus.listen("t")
        await until(lambda: "t" in first.bus.sharers)
        second.bus.forget("t")
        await until(lambda: "t" not in first.bus.sharers)
        first.bus.hint("t", 18)
        first.bus.presence("test", [1], 0)
        await until(lambda: ("test", [1]) in second.present)

    assert ("t", 18) not in [(table, seq) for _, table, seq, *_ in with_two(request, story)]


def test_while_redis_is_away_nobody_elsewhere_counts_as_gone(tmp_path: Path) -> None:
    """Who was connected elsewhere when it went is believed to be there until it is back."""

    async def look() -> None:
        house = await new_house(tmp_path)
        room = await house.make("mafia-city", 3, {}, Settings(), "person 0")
        for seat in (0, 1):
            await write(room, sat(seat))
        long_ago = room.loop.time() - 1.0
        house._on_bus_trouble(OSError("Redis has gone"))
        room.here_elsewhere("another process", [1], 0, long_ago)
        await room.enter(Ear(0), 0)
        assert room.audience.presence()[0] == [0, 1]
        assert list(room.gone) == []
        house._on_bus_trouble(None)
        assert room.audience.presence()[0] == [0], "Redis is back, and nobody speaks there"
        await house.close()

    asyncio.run(look())
