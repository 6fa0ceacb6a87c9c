"""Time that runs although nobody looks: games over days, and limits across a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from omerta.server.running.computer_players import Players
from omerta.server.running.house import House
from omerta.server.running.room import Room
from omerta.server.store import open_store
from omerta.server.table import clock, play
from omerta.server.table import entries as log
from omerta.server.table.fair import seed_hash
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.viewers import WATCHER
from omerta.server.watch.journal import Journal
from omerta.server.wire.protocol import Settings
from tests.server.client import Person, begin
from tests.server.ears import Ear
from tests.server.house import Server


async def new_house(folder: Path) -> House:
    house = House(open_store("", folder), players=Players(0), journal=Journal(quiet=True))
    await house.open()
    return house


async def dealt_room(house: House, computers: int) -> Room:
    settings = Settings(clock="days", pace="instant")
    room = await house.make("mafia-city", 3, {}, settings, "p0")
    bodies: list[log.AnyBody] = []
    for seat in range(3 - computers):
        bodies.append(log.Sat(seat=seat, person=f"p{seat}", name=f"P{seat}"))
        digest = seed_hash(room.table.game_id, seat, "s")
        bodies.append(log.Readied(seat=seat, ready=True, hash=digest))
    for seat in range(3 - computers, 3):
        bodies.append(log.Hired(seat=seat, level="random", name="C", seed="s"))
    bodies.append(log.Sealed())
    bodies.extend(log.Sown(seat=seat, seed="s") for seat in range(3 - computers))
    for body in bodies:
        await room.act(plan(body))
    await until(lambda: room.table.phase == "playing")
    return room


def plan(body: log.AnyBody) -> Callable[[Table], Plan]:
    def make(table: Table) -> Plan:
        return Plan(body)

    return make


async def until(condition: Callable[[], bool], seconds: float = 15.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")


def test_in_a_game_over_days_time_runs_out_while_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "SLOW_GAME", 500)

    async def story() -> None:
        house = await new_house(tmp_path)
        monkeypatch.setattr("omerta.server.running.room.BACK_AGAIN", 0)
        room = await dealt_room(house, computers=0)
        table = room.table.id
        assert await house.store.due(clock.now() + 10_000) == [table]
        await house.close()
        later = await new_house(tmp_path)
        assert table not in later.rooms
        await until(lambda: table in later.rooms)
        await until(lambda: later.rooms[table].table.seq > room.table.seq + 2)
        moves = [e for e in await later.store.load(table) if isinstance(e.body, log.Played)]
        assert {entry.body.by for entry in moves} == {"time"}  # type: ignore[union-attr]
        await later.close()

    asyncio.run(story())


def test_computer_players_of_a_game_over_days_go_on_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omerta.server.table.by_itself.COMPUTER_DUE", 100)

    async def story() -> None:
        house = await new_house(tmp_path)
        room = await dealt_room(house, computers=2)
        table = room.table.id
        while True:
            await until(lambda: room.table.asked(0) is not None)
            await room.act(lambda table: play.lapse(table, [0]))
            if room.table.asked(0) is None:
                break
        await house.close()  # now, while computer players think
        before = room.table.seq
        assert room.table.asked(0) is None
        later = await new_house(tmp_path)
        await until(lambda: table in later.rooms)
        await until(lambda: later.rooms[table].table.seq > before)
        await later.close()


def test_computer_players_among_themselves_are_not_woken_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room = await dealt_room(house, computers=3)
        before = room.table.seq
        assert await house.store.due(10**15) == []
        await asyncio.sleep(0.5)
        assert room.table.seq == before
        await room.enter(Ear(WATCHER), 0)
        await until(lambda: room.table.seq > before + 3)
        await house.close()

    asyncio.run(story())


def test_a_time_limit_survives_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def first() -> tuple[Person, str, int | None]:
        person = await Person(server.address).come_in()
        form = {
            "game": "mafia-city",
            "seats": 3,
            "chairs": [{"kind": "me"}, {"kind": "computer"}, {"kind": "computer"}],
            "options": {"turn_seconds": "600", "reaction_seconds": "600"},
            "settings": {"clock": "relaxed", "pace": "instant"},
        }
        state = await person.post("/api/tables", form)
        player = await person.sit(state["id"])
        await begin(person, state["id"], [player])
        await player.until(lambda: player.ask is not None)
        limit = player.clock.deadline if player.clock else None
        await player.close()
        await person.close()
        return person, state["id"], limit

    async def again(person: Person, table: str) -> int | None:
        fresh = Person(server.address)
        fresh.token = person.token
        player = await fresh.sit(table)
        limit = player.clock.deadline if player.clock else None
        await player.close()
        await fresh.close()
        return limit

    person, table, limit = asyncio.run(first())
    server.kill()
    server.start()
    try:
        assert limit is not None
        assert asyncio.run(again(person, table)) == limit
    finally:
        server.stop()
