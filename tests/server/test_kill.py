"""The power goes again and again: nothing that was acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import WebSocketException

from omerta.server.store import open_store
from omerta.server.table import entries as log
from omerta.server.table.fold import fold
from omerta.server.wire import protocol
from tests.server.client import Person, Player, Refusal, table_of
from tests.server.house import Server
from tests.server.services import postgres_or_skip

GONE = (OSError, TimeoutError, WebSocketException)
LANES = 6
"""Tables that are played at the same time."""
KILLS = int(os.environ.get("OMERTA_POWER_CUTS", "20"))
"""A campaign sets more, for example 200."""
SLOWEST_START = 60.0


class Stubborn:
    """A client that repeats a command with the same id until it is answered.

    It never gives up: on a busy machine the server may be up for a moment only between two
    cuts. Whoever waits for it says for how long, and when it may rest.
    """

    def __init__(self, player: Player, rng: Random) -> None:
        self.player = player
        self.rng = rng
        self.acknowledged: list[str] = []
        self.pending: protocol.Commit | None = None
        self.is_tired = False

    async def play(self) -> None:
        while not (self.player.outcome or self.is_tired):
            try:
                await self._once()
            except GONE:
                await self.again()

    async def _once(self) -> None:
        player = self.player
        if self.pending is None:
            await player.until(lambda: player.ask or player.outcome or self.is_cut())
            if self.is_cut():
                raise ConnectionError
            if player.ask is None:
                return
            at = player.ask.at
            with contextlib.suppress(Refusal):
                answers = await player.random_move(self.rng)
                self.pending = protocol.Commit(id=secrets.token_hex(8), at=at, answers=answers)
            if self.pending is None:
                return
        ask = player.ask
        try:
            receipt = await player.request(self.pending)
            self.acknowledged.append(f"{receipt.id}")
            self.pending = None
        except Refusal:
            self.pending = None
            return
        await player.until(lambda: player.ask is not ask or player.outcome or self.is_cut())

    def is_cut(self) -> bool:
        return self.player.reader is None or self.player.reader.done()

    async def rest(self) -> None:
        self.is_tired = True
        await self.player.close()

    async def again(self) -> None:
        while not self.is_tired:
            with contextlib.suppress(Exception):
                await self.player.close()
            try:
                await self.player.connect()
                return
            except (*GONE, Refusal):
                await asyncio.sleep(0.1)


Games = list[tuple[str, list[Stubborn]]]


def acknowledged(games: Games) -> int:
    return sum(len(client.acknowledged) for _, both in games for client in both)


async def play_in_turn(games: Games) -> None:
    """One game after the other, so that there is load until the last cut."""
    for _, both in games:
        await asyncio.gather(*(one.play() for one in both))


async def power_cuts(server: Server, times: int) -> Games:
    """Cut the power at any moment; every second time not before somebody was answered."""
    rng = Random(7)
    games: Games = []
    for number in range(LANES * (1 + times // 10)):
        people = [await Person(server.address).come_in() for _ in range(2)]
        table, players = await table_of(people, seats=3)
        games.append((table, [Stubborn(player, Random(number)) for player in players]))
    playing = [asyncio.create_task(play_in_turn(games[lane::LANES])) for lane in range(LANES)]
    for cut in range(times):
        before = acknowledged(games)
        async with asyncio.timeout(SLOWEST_START):
            while cut % 2 and acknowledged(games) == before:
                await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(0.0, 0.6))
        server.kill()
        await asyncio.to_thread(server.start)
    await asyncio.sleep(0.5)
    clients = [one for _, both in games for one in both]
    for one in clients:
        await one.rest()
    await asyncio.gather(*playing)
    for one in clients:
        await one.player.close()
        await one.player.person.close()
    return games


def check_log(data: Path, games: Games, database: str = "") -> int:
    """Every acknowledged command is in the log once; every log can be played again."""

    async def look() -> int:
        store = open_store(database, data)
        await store.open()
        moves = 0
        for table, clients in games:
            entries = await store.load(table)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            commands = [e.command.split(":", 1)[1] for e in entries if e.command]
            assert len(commands) == len(set(commands))
            for client in clients:
                assert set(client.acknowledged) <= set(commands)
            folded = fold(entries)
            assert folded.game is not None
            assert not folded.rulebook.broken(folded.game)
            moves += sum(isinstance(entry.body, log.Played) for entry in entries)
        await store.close()
        return moves

    return asyncio.run(look())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_twenty_power_cuts_lose_nothing_and_double_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    database = postgres_or_skip(request).new_database() if kind == "postgresql" else ""
    with Server(tmp_path, "--database", database) as server:
        games = asyncio.run(power_cuts(server, KILLS))
    answered = acknowledged(games)
    written = check_log(tmp_path, games, database)
    print(f"{KILLS} cuts, {len(games)} tables, {answered} acknowledged, {written} in the logs")
    assert answered > KILLS
    assert written >= answered


def test_a_clean_stop_ends_without_complaint(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    assert server.stop() == 0
