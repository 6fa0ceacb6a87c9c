"""At night every seat is sent as much and as often, whoever acts: not even the net can tell."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from omerta.core import CLOCK
from omerta.server.running import hushed_nights
from omerta.server.running.computer_players import Players
from omerta.server.running.connection import Connection
from omerta.server.running.house import House
from omerta.server.running.room import Room
from omerta.server.store import open_store
from omerta.server.table import play
from omerta.server.table.fair import Deal
from omerta.server.table.fold import Table
from omerta.server.table.state import TAIL
from omerta.server.watch.journal import Journal
from omerta.server.wire import protocol
from omerta.server.wire.protocol import Settings
from tests.clauses import clause
from tests.server.ears import Ear, sat, write
from tests.server.town import BOOK

CARDS = {"mafioso": "2", "spy": "1", "detective1": "1", "guardian": "1", "matchmaker": "1"}
SEATS = 9


class NightEar(Ear):
    """Writes down how long each message is, and in which moment of the night it came."""

    def __init__(self, viewer: int, night: Night) -> None:
        super().__init__(viewer)
        self.night = night

    def moment(self) -> float:
        return self.night.moment

    @property
    def sizes(self) -> list[int]:
        return [len(text) for _, text in self.heard]

    def news(self) -> list[dict[str, Any]]:
        """The events that came, oldest first."""
        told = [json.loads(text) for _, text in self.heard]
        return [event for one in told if one["type"] == "missed" for event in one["events"]]

    def notices(self) -> list[str]:
        return [notice["key"] for event in self.news() for notice in event.get("notices", [])]


class Night:
    """A table in the second night, and an ear at every seat."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.moment = 0
        """Everything that is sent for one thing that happens belongs to one moment."""
        self.ears = [NightEar(seat, self) for seat in range(SEATS)]

    @property
    def table(self) -> Table:
        return self.room.table

    def holders(self, *roles: str) -> list[int]:
        secrets: Any = self.table.game
        held = [BOOK.word("role", own.role) for own in secrets.secret]
        return [seat for seat, role in enumerate(held) if role in roles]

    async def move(self, seat: int, move: str) -> None:
        self.moment += 1
        answers = BOOK.read_move(self.table.game, seat, move)
        await self.room.act(lambda table: play.move(table, seat, answers))

    async def time_runs_out(self) -> None:
        self.moment += 1
        await self.room.act(lambda table: play.lapse(table, [CLOCK]))

    def tick(self) -> None:
        """Let one moment pass at which everybody is sent something."""
        self.moment += 1
        self.room.audience.hush.tick()

    def part(self) -> str:
        return str(BOOK.shown(self.table.game)["part"])


@pytest.fixture(autouse=True)
def no_tick_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moments come when the test says so."""
    monkeypatch.setattr(hushed_nights, "TICK", 600.0)


@asynccontextmanager
async def second_night(folder: Path) -> AsyncIterator[Night]:
    house = House(open_store("", folder), players=Players(workers=0), journal=Journal(quiet=True))
    await house.open()
    settings = Settings(clock="off", pace="instant")
    options = BOOK.options(CARDS | {"night_pace": "fixed"}).values
    room = await house.make("palermo", SEATS, options, settings, "nobody")
    for seat in range(SEATS):
        await write(room, sat(seat))
    room.table.deal = Deal("test", "00" * 32, [""] * SEATS)
    await room.act(lambda table: play.deal(table))
    night = Night(room)
    while BOOK.manners.round_of(night.table.game) < 2:
        await night.time_runs_out()
    for ear in night.ears:
        await room.enter(ear, night.table.count[ear.viewer])
    for ear in night.ears:
        ear.heard.clear()
    try:
        yield night
    finally:
        for ear in night.ears:
            room.leave(ear)
        await house.close()


def test_everybody_is_sent_the_same_sizes_at_the_same_moments(tmp_path: Path) -> None:
    async def evening() -> None:
        async with second_night(tmp_path) as night:
            first, *fellows = night.holders("mafioso", "spy")
            victim = night.holders("citizen")[0]
            night.tick()
            for _ in range(3):
                await night.move(first, f"point {victim + 1}")
                night.tick()
            await night.move(fellows[0], f"kill {victim + 1}")
            await night.move(night.holders("guardian")[0], f"protect {victim + 1}")
            await night.move(night.holders("detective1")[0], f"ask {first + 1}")
            night.tick()

            moments = [[moment for moment, _ in ear.heard] for ear in night.ears]
            assert moments == [moments[0]] * SEATS, "what one did oneself comes at the tick, too"
            assert len({size for ear in night.ears for size in ear.sizes}) == 1
            pointed = night.ears[fellows[1]].notices()
            assert pointed.count("palermo.notice.sign_point") == 3
            assert "palermo.notice.fellow_points" in pointed
            assert not night.ears[victim].news()

    asyncio.run(evening())


@clause("PA-31.12")
def test_the_end_of_the_night_comes_to_all_at_once_and_with_everything(tmp_path: Path) -> None:
    async def evening() -> None:
        async with second_night(tmp_path) as night:
            first, *fellows = night.holders("mafioso", "spy")
            victim = night.holders("citizen")[0]
            await night.move(first, f"point {victim + 1}")
            assert not night.ears[fellows[0]].heard, "it comes with the next tick"
            while night.part() != "discussion":
                await night.time_runs_out()
            for ear in night.ears:
                assert ear.heard[-1][0] == night.moment
                events = ear.news()
                numbers = [event["n"] for event in events]
                assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "no gap"
                assert events[-1]["view"]["part"] == "discussion"
            assert "palermo.notice.sign_point" in night.ears[fellows[0]].notices()

    asyncio.run(evening())


def test_what_was_not_told_yet_is_brought_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with second_night(tmp_path) as night:
            first, *fellows = night.holders("mafioso", "spy")
            victim = night.holders("citizen")[0]
            await night.move(first, f"point {victim + 1}")
            ear = night.ears[fellows[0]]
            assert not ear.heard
            night.room.audience.hush.bring(ear)
            [event] = ear.news()
            assert event["ask"]["at"] == night.table.asked_at[ear.viewer]
            night.room.audience.hush.bring(ear)
            assert len(ear.heard) == 1, "nothing is told twice"

    asyncio.run(evening())


def test_however_much_happens_between_two_ticks_nobody_misses_an_event(tmp_path: Path) -> None:
    async def evening() -> None:
        async with second_night(tmp_path) as night:
            first, *fellows = night.holders("mafioso", "spy")
            victim = night.holders("citizen")[0]
            ear = night.ears[fellows[0]]
            heard = night.table.count[ear.viewer]
            for _ in range(TAIL + 10):
                await night.move(first, f"point {victim + 1}")
            night.tick()
            numbers = [event["n"] for event in ear.news()]
            assert numbers == list(range(heard + 1, heard + TAIL + 11))

    asyncio.run(evening())


def test_a_filler_is_a_message_that_changes_nothing() -> None:
    filler = protocol.decode_server(hushed_nights.NOTHING_NEW.ljust(4096))
    assert isinstance(filler, protocol.Missed)
    assert not filler.events
    assert filler.hushed


class Wire:
    """The end of a socket that writes down what it is given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.outbox = self
        self.is_shut = False

    def post(self, text: bytes) -> None:
        self.sent.append(text)


@pytest.mark.pure_only  # a compiled room sends through nothing but the real thing
def test_every_answer_at_night_has_one_size(tmp_path: Path) -> None:
    async def evening() -> None:
        async with second_night(tmp_path) as night:
            for seat in (*night.holders("mafioso")[:1], *night.holders("citizen")[:1]):
                wire = Wire()
                phone = Connection(night.room.house, wire)  # type: ignore[arg-type]
                phone.person, phone.viewer, phone.room = f"person {seat}", seat, night.room
                at = night.table.asked_at[seat]
                asked: list[protocol.Message] = [
                    protocol.Ping(),
                    protocol.Draft(id="1", at=at, answers=[]),
                    protocol.Draft(id="2", at=at + 1, answers=[]),
                    protocol.Why(id="3", at=at, choice=9999),
                    protocol.Say(id="4", text="is anybody awake?", channel="mafia"),
                    protocol.Commit(id="5", at=at, answers=[9999]),
                ]
                for message in asked:
                    phone.take(protocol.encode(message).ljust(2304))
                async with asyncio.timeout(20):
                    while len(wire.sent) < len(asked):
                        await asyncio.sleep(0.01)
                assert {len(text) for text in wire.sent} == {8192}

    asyncio.run(evening())
