"""Two server processes on PostgreSQL and Redis behave like one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.server.client import Person, begin, lobby_of
from tests.server.house import Server
from tests.server.services import postgres_or_skip, redis_or_skip
from tests.server.test_kill import SLOWEST_START, Stubborn, check_log

TABLES = 50


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Server, str]]:
    database = postgres_or_skip(request).new_database()
    redis = redis_or_skip(request).address
    options = ("--metrics-every", "0", "--database", database, "--redis", redis)
    with Server(tmp_path / "a", *options) as first, Server(tmp_path / "b", *options) as second:
        yield first, second, database


async def set_up(first: Server, second: Server, number: int) -> tuple[str, list[Stubborn]]:
    """A table whose two persons are connected to different processes, one or the other first."""
    servers = (first, second) if number % 2 else (second, first)
    people = [await Person(server.address).come_in() for server in servers]
    table, players = await lobby_of(people, seats=3)
    await begin(people[0], table, players)
    return table, [Stubborn(player, Random(number)) for player in players]


async def finish(games: list[tuple[str, list[Stubborn]]], seconds: float) -> None:
    playing = [asyncio.create_task(one.play()) for _, both in games for one in both]
    done, late = await asyncio.wait(playing, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for task in done:
        task.result()


async def agree(table: str, clients: list[Stubborn], address: str) -> None:
    """What everybody has heard one by one is what a newcomer at the same seat is told."""
    for client in clients:
        old = client.player
        if client.is_cut():
            await asyncio.wait_for(client.again(), SLOWEST_START)
        fresh = await Person(address).come_in()
        fresh.token = old.person.token
        again = await fresh.sit(table, seat=old.seat)
        await old.until(lambda old=old, again=again: old.n >= again.n)
        assert (old.log, old.view) == (again.log, again.view)
        assert old.outcome == again.outcome
        await again.close()
        await fresh.close()


async def go(clients: list[Stubborn]) -> None:
    for client in clients:
        await client.player.close()
        await client.player.person.close()


def test_fifty_tables_survive_the_death_of_one_of_two_processes(
    two: tuple[Server, Server, str], tmp_path: Path
) -> None:
    first, second, database = two

    async def evening() -> list[tuple[str, list[Stubborn]]]:
        games = [await set_up(first, second, number) for number in range(TABLES)]

        async def murder() -> None:
            await asyncio.sleep(4)
            second.kill()
            for _, both in games:
                for client in both:
                    client.player.person.address = first.address

        killing = asyncio.create_task(murder())
        await finish(games, seconds=20)
        await killing
        for table, both in games:
            await agree(table, both, first.address)
            await go(both)
        return games

    games = asyncio.run(evening())
    acknowledged = sum(len(client.acknowledged) for _, both in games for client in both)
    assert acknowledged > 200
    assert check_log(tmp_path, games, database) >= acknowledged


def test_both_processes_tell_the_same_and_know_who_is_here(
    two: tuple[Server, Server, str],
) -> None:
    first, second, _ = two

    async def evening() -> None:
        table, both = await set_up(first, second, 1)
        one, other = both[0].player, both[1].player
        await one.until(lambda: one.here == [0, 1])
        await other.until(lambda: other.here == [0, 1])
        await finish([(table, both)], seconds=60)
        assert one.outcome is not None
        assert one.outcome == other.outcome
        public = [notice for notice in one.log if notice in other.log]
        assert len(public) > 20
        await agree(table, both, second.address)
        await go(both)

    asyncio.run(evening())


async def thoughts(server: Server) -> float:
    """How many moves computer players have thought of in this process."""
    async with httpx.AsyncClient(base_url=server.address) as http:
        page = (await http.get("/metrics")).text
    line = next(line for line in page.splitlines() if line.startswith("omerta_thoughts_total"))
    return float(line.split()[1])


def test_only_one_of_two_processes_thinks_for_a_computer_player(
    two: tuple[Server, Server, str],
) -> None:
    first, second, _ = two

    async def evening() -> tuple[float, float]:
        table, both = await set_up(first, second, 1)
        for client in both:
            await client.player.until(lambda player=client.player: player.here == [0, 1])
        await finish([(table, both)], seconds=60)
        await go(both)
        return await thoughts(first), await thoughts(second)

    leading, standing_by = asyncio.run(evening())
    assert leading > 10
    assert standing_by < leading / 4
