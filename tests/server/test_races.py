"""Two houses on one log: whoever is second reads what the first has written, and tries again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from omerta.server.running.bus import OneProcess
from omerta.server.running.computer_players import Players
from omerta.server.running.house import House
from omerta.server.running.room import RACES, Room
from omerta.server.store import Taken, open_store
from omerta.server.store.base import OnWritten
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry, Row
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.watch.journal import Journal
from omerta.server.wire.protocol import Settings
from tests.server.ears import sat, write

SAYINGS = 20


class Deaf(OneProcess):
    """Others are there, but nobody hears them."""

    has_others = True


def in_two_houses(data: Path, story: Callable[[Room, Room], Coroutine[None, None, None]]) -> None:
    """Let a story happen at a table in two houses that know of each other only by the log."""

    async def evening() -> None:
        houses = [
            House(open_store("", data), Deaf(), Players(0), Journal(quiet=True)) for _ in range(2)
        ]
        for house in houses:
            await house.open()
        try:
            first = await houses[0].make("mafia-city", 4, {}, Settings(), "person 0")
            second = await houses[1].room(first.table.id)
            assert second is not None
            await story(first, second)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(evening())


async def told(room: Room) -> list[tuple[int, log.Told]]:
    """What was said at a table, with its lines in the log."""
    entries = await room.house.store.load(room.table.id)
    return [(entry.seq, entry.body) for entry in entries if isinstance(entry.body, log.Told)]


def say(name: str) -> Callable[[Table], Plan]:
    return lambda table: Plan(log.Told(name=name, text=str(table.seq)), table.everybody())


def stand_up(table: Table) -> Plan:
    """Stand up from the first chair, if somebody sits there."""
    if table.chairs[0].kind == "empty":
        raise NotAllowed("server.problem.not_seated")
    return Plan(log.Stood(seat=0))


def swap(table: Table) -> Plan:
    """Sit down on the first chair, or stand up from it."""
    return Plan(sat(0) if table.chairs[0].kind == "empty" else log.Stood(seat=0))


def test_a_command_that_is_given_in_both_houses_is_carried_out_once(tmp_path: Path) -> None:
    async def story(first: Room, second: Room) -> None:
        both = [room.act(say(str(i)), f"p:{i}") for i in range(SAYINGS) for room in (first, second)]
        await asyncio.gather(*both)
        assert sorted(int(body.name) for _, body in await told(first)) == list(range(SAYINGS))

    in_two_houses(tmp_path, story)


def test_whatever_is_written_was_planned_for_the_table_as_it_stood(tmp_path: Path) -> None:
    async def story(first: Room, second: Room) -> None:
        both = [room.act(say("P")) for _ in range(SAYINGS) for room in (first, second)]
        await asyncio.gather(*both)
        found = await told(first)
        assert len(found) == 2 * SAYINGS
        assert all(body.text == str(seq - 1) for seq, body in found)

    in_two_houses(tmp_path, story)


def test_a_command_that_the_other_house_has_carried_out_is_answered(tmp_path: Path) -> None:
    async def story(first: Room, second: Room) -> None:
        await write(first, sat(0))
        receipt = await first.act(say("once"), "p:1", 0)
        assert receipt == 1
        assert await second.act(say("twice"), "p:1", 0) == receipt
        assert [body.name for _, body in await told(first)] == ["once"]

    in_two_houses(tmp_path, story)


def test_nothing_is_refused_before_the_log_has_been_read(tmp_path: Path) -> None:
    async def story(first: Room, second: Room) -> None:
        await write(first, sat(0))
        await second.act(stand_up)
        with pytest.raises(NotAllowed, match="not_seated"):
            await first.act(stand_up)
        assert first.table.chairs[0].kind == "empty"

    in_two_houses(tmp_path, story)


def test_whoever_loses_every_race_gives_up(tmp_path: Path) -> None:
    async def story(first: Room, second: Room) -> None:
        tried: list[int] = []

        def put(entry: Entry, row: Row | None, done: OnWritten) -> None:
            tried.append(entry.seq)
            first.loop.call_soon(done, Taken())

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(first.house.store, "put", put)
            with pytest.raises(NotAllowed, match="busy"):
                await first.act(swap, "p:1")
        assert len(tried) == RACES + 1
        await first.act(swap)
        assert first.table.chairs[0].kind == "person"

    in_two_houses(tmp_path, story)
