"""A server under siege: whatever is thrown at it, every table comes to the end of its game."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.server.client import Person, Player, Refusal, begin, lobby_of
from tests.server.house import Server
from tests.server.services import Redis, postgres_or_skip, redis_or_skip
from tests.server.siege import Noise, ask_and_not_read
from tests.server.test_clock import jumpy
from tests.server.test_door import locked
from tests.server.test_kill import GONE, Games, Stubborn, acknowledged, check_log

MALFORMED = int(os.environ.get("OMERTA_MALFORMED", "4000"))
"""A campaign sends more, for example 1,000,000."""

SOAK = float(os.environ.get("OMERTA_SOAK", "0"))
"""Seconds of faults on each kind of database; a campaign takes half an hour for each. Without
it every fault comes once."""

TALKERS = 8
LANES = 3
TO_THE_END = 240.0
"""Seconds in which games end when there is peace, however busy the machine is."""


async def new_game(server: Server, number: int) -> tuple[str, list[Stubborn]]:
    """A table that is played by two people who never give up, and a computer player."""
    people = [Person(server.address) for _ in range(2)]
    players: list[Player] = []
    try:
        for person in people:
            await person.come_in()
        table, players = await lobby_of(people, seats=3)
        await begin(people[0], table, players)
    except BaseException:
        for player in players:
            with contextlib.suppress(Exception):
                await player.close()
        for person in people:
            await person.close()
        raise
    return table, [Stubborn(player, Random(number)) for player in players]


async def play_out(game: tuple[str, list[Stubborn]]) -> None:
    """To the end of the game, and home."""
    await asyncio.gather(*(one.play() for one in game[1]))
    await go_home([game])


async def go_home(games: Games) -> None:
    for _, both in games:
        for one in both:
            with contextlib.suppress(Exception):
                await one.player.close()
            await one.player.person.close()


async def to_the_end(playing: list[asyncio.Task[None]], games: Games) -> None:
    """Every game ends, by itself or within a while."""
    done, late = await asyncio.wait(playing, timeout=TO_THE_END)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for task in done:
        task.result()
    hung = [table for table, both in games if not all(one.player.outcome for one in both)]
    assert not hung, f"{len(hung)} of {len(games)} tables hang"


def test_nonsense_loses_doubles_and_stops_nothing(tmp_path: Path) -> None:
    sent = 0

    async def evening(server: Server) -> Games:
        nonlocal sent
        games = [await new_game(server, number) for number in range(LANES)]
        watcher = await Person(server.address).come_in()
        crowd = [Noise(server, watcher, games, seed) for seed in range(TALKERS)]

        def is_enough() -> bool:
            return sum(one.sent for one in crowd) >= MALFORMED

        async def play(game: tuple[str, list[Stubborn]]) -> None:
            await play_out(game)
            while not is_enough():
                fresh = await new_game(server, len(games))
                games.append(fresh)
                await play_out(fresh)

        async def talk(noise: Noise) -> None:
            while not is_enough():
                await noise.once()

        playing = [asyncio.create_task(play(game)) for game in games]
        await asyncio.gather(*map(talk, crowd))
        sent = sum(one.sent for one in crowd)
        assert (await watcher.http.get("/healthz")).status_code == 200
        await to_the_end(playing, games)
        await watcher.close()
        await go_home(games)
        return games

    with Server(tmp_path) as server:
        games = asyncio.run(evening(server))
    written = check_log(tmp_path, games)
    told = f"{len(games)} tables, {acknowledged(games)} acknowledged, {written} in the logs"
    print(f"{sent} malformed messages, {told}")
    assert sent >= MALFORMED
    assert written >= acknowledged(games) > 0


# Faults.

FULL_WHEN = """
import pathlib
from omerta.server.store.sqlite import SQLiteStore
commit = SQLiteStore._commit
def narrow(self, jobs):
    pages = 1 if pathlib.Path({flag!r}).exists() else 2**30
    self.writer.execute(f"pragma max_page_count = {{pages}}")
    return commit(self, jobs)
SQLiteStore._commit = narrow
"""

Fault = Callable[[], Awaitable[None]]


def workers_of(server: Server) -> list[int]:
    assert server.process is not None
    found = subprocess.run(
        ["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"],
        capture_output=True,
        text=True,
        check=False,
    )
    return [int(word) for word in found.stdout.split()]


async def kill_workers(server: Server) -> None:
    for worker in workers_of(server):
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


async def kill_server(server: Server) -> None:
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def within(what: contextlib.AbstractContextManager[None], seconds: float) -> None:
    with what:
        await asyncio.sleep(seconds)


async def soak(
    servers: list[Server], faults: dict[str, Fault], wrong: Path
) -> tuple[Games, dict[str, int]]:
    """Play games one after the other while things go wrong; then let all of them end."""
    rng = Random(5)
    games: Games = []
    happened = dict.fromkeys([*faults, "clock", "nonsense", "deafness"], 0)
    is_over = asyncio.Event()

    async def lane(number: int) -> None:
        while not games[number:] or not is_over.is_set():
            server = rng.choice(servers)
            try:
                table, both = await new_game(server, len(games))
            except (*GONE, httpx.HTTPError, Refusal, AssertionError):
                await asyncio.sleep(0.5)  # not even a table can be made now
                continue
            games.append((table, both))
            await play_out((table, both))

    async def jump() -> None:
        happened["clock"] += 1
        wrong.write_text(str(rng.choice((-3600, 0, 3600))))

    async def disturb() -> None:
        """Nonsense and deaf ears at some table."""
        while not is_over.is_set():
            await asyncio.sleep(0.2)
            if not games:
                continue
            server = rng.choice(servers)
            table, (one, *_) = games[-1]
            noise = Noise(server, one.player.person, games[-1:], rng.randrange(10**6))
            await noise.once()
            happened["nonsense"] += noise.sent
            if rng.random() < 0.05:
                happened["deafness"] += 1
                await ask_and_not_read(server, one.player.person, table, 5)

    lanes = [asyncio.create_task(lane(number)) for number in range(LANES)]
    disturbing = asyncio.create_task(disturb())
    ends = time.monotonic() + SOAK
    once = [*faults.items()]
    rng.shuffle(once)
    while once or time.monotonic() < ends:
        await asyncio.sleep(rng.uniform(1, 3) if not SOAK else rng.uniform(2, 15))
        name, fault = once.pop() if once else rng.choice([*faults.items()])
        happened[name] += 1
        await fault()
        await jump()
    is_over.set()
    await disturbing
    await to_the_end(lanes, games)
    await go_home(games)
    return games, happened


@pytest.mark.pure_only  # long enough once
def test_everything_goes_wrong_on_sqlite_and_every_game_ends(tmp_path: Path) -> None:
    wrong, before = jumpy(tmp_path)
    flag = tmp_path / "full"
    data = tmp_path / "data"

    @contextlib.contextmanager
    def full() -> Iterator[None]:
        flag.touch()
        yield
        flag.unlink()

    server = Server(data, workers=1, before=before + FULL_WHEN.format(flag=str(flag)))
    with server:
        faults: dict[str, Fault] = {
            "worker killed": lambda: kill_workers(server),
            "server killed": lambda: kill_server(server),
            "disk full": lambda: within(full(), 3),
            "database locked": lambda: within(locked(data / "omerta.sqlite"), 7),
        }
        games, happened = asyncio.run(soak([server], faults, wrong))
    written = check_log(data, games)
    print(f"{happened}, {len(games)} tables, {acknowledged(games)} acknowledged, {written} written")
    assert all(happened[name] for name in faults)
    assert written >= acknowledged(games) > 0


@pytest.mark.pure_only  # long enough once
def test_everything_goes_wrong_on_postgresql_and_every_game_ends(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = postgres_or_skip(request)
    redis_or_skip(request)
    redis = Redis()
    database = postgres.new_database()
    wrong, before = jumpy(tmp_path)
    options = ("--database", database, "--redis", redis.address)

    async def without_redis() -> None:
        redis.stop()
        await asyncio.sleep(4)
        await asyncio.to_thread(redis.start)

    first = Server(tmp_path / "a", *options, workers=1, before=before)
    second = Server(tmp_path / "b", *options, workers=1)
    try:
        with first, second:
            faults: dict[str, Fault] = {
                "worker killed": lambda: kill_workers(first),
                "server killed": lambda: kill_server(second),
                "database frozen": lambda: within(postgres.frozen(), 10),
                "redis gone": without_redis,
            }
            games, happened = asyncio.run(soak([first, second], faults, wrong))
    finally:
        redis.stop()
    written = check_log(tmp_path, games, database)
    print(f"{happened}, {len(games)} tables, {acknowledged(games)} acknowledged, {written} written")
    assert all(happened[name] for name in faults)
    assert written >= acknowledged(games) > 0
