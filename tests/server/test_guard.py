"""Whatever goes wrong in one table stays in that table, and that table comes back."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import signal
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.server.running.bus import OneProcess
from omerta.server.running.computer_players import Players
from omerta.server.running.house import MOST_SICK, House
from omerta.server.running.room import Room
from omerta.server.store import open_store
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.watch.journal import Journal
from omerta.server.wire import protocol
from omerta.server.wire.protocol import Settings
from omerta.server.wire.sending import Outbox
from tests.positions import position_lines
from tests.server.client import Refusal
from tests.server.ears import Ear, sat, write
from tests.server.evening import Evening, evening, play_on, refused
from tests.server.house import Server
from tests.server.test_days import dealt_room, until
from tests.server.test_store import spoil


class Burst(Exception):
    """The fault that was planted."""


class BadBus(OneProcess):
    """Bursts when a table of its list is told of, so often as it was told to."""

    def __init__(self) -> None:
        self.hints: dict[str, int] = {}
        self.presences: dict[str, int] = {}

    def hint(self, table: str, seq: int) -> None:
        burst(self.hints, table)

    def presence(self, table: str, seats: list[int], watchers: int) -> None:
        burst(self.presences, table)


def burst(faults: dict[str, int], table: str) -> None:
    if faults.get(table, 0):
        faults[table] -= 1
        raise Burst("a hand: secret")


class Hole(Ear):
    """A guest who cannot be told anything any more."""

    is_broken = False

    def send(self, text: bytes) -> None:
        if self.is_broken:
            raise Burst
        super().send(text)


class BadPlayers(Players):
    """Computer players that fail, or want what is not possible."""

    def __init__(self, wants: list[int] | None = None) -> None:
        super().__init__(0)
        self.wants = wants

    async def choose(self, table: Table, seat: int) -> list[int]:
        if self.wants is None:
            raise Burst
        return self.wants


class Watched:
    """A house whose journal can be read."""

    def __init__(self, data: Path, players: Players | None = None) -> None:
        self.out = io.StringIO()
        self.bus = BadBus()
        journal = Journal(self.out, quiet=True)
        self.house = House(open_store("", data), self.bus, players or Players(0), journal)

    def lines(self, what: str) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.out.getvalue().splitlines()]
        return [line for line in found if line["what"] == what]

    def count(self, name: str) -> float:
        return self.house.metrics.registry.get_sample_value(name) or 0.0


Story = Callable[[Watched], Coroutine[None, None, None]]


def in_house(data: Path, story: Story, players: Players | None = None) -> None:
    async def evening() -> None:
        watched = Watched(data, players)
        await watched.house.open()
        try:
            await story(watched)
        finally:
            await watched.house.close()

    asyncio.run(evening())


def say(name: str) -> Callable[[Table], Plan]:
    return lambda table: Plan(log.Told(name=name), table.everybody())


async def two_rooms(house: House) -> tuple[Room, Room]:
    rooms = [await house.make("mafia-city", 4, {}, Settings(), "person 0") for _ in range(2)]
    for room in rooms:
        await write(room, sat(0))
    return rooms[0], rooms[1]


async def successor(house: House, room: Room) -> Room:
    """The room that has taken over."""
    await until(lambda: house.rooms.get(room.table.id) not in (None, room))
    return house.rooms[room.table.id]


async def comes_back(watched: Watched, room: Room, ear: Ear) -> Room:
    """See that a table has fallen sick and is back, with its guests sent to say hello again."""
    new = await successor(watched.house, room)
    assert ear.is_sent_away
    [line] = watched.lines("a table fell sick")
    assert (line["table"], line["error"]) == (room.table.id, "Burst")
    assert "secret" not in watched.out.getvalue()
    assert watched.count("omerta_sick_tables_total") == 1
    with pytest.raises(NotAllowed, match="sick"):
        await room.act(say("to the old room"))
    seq = new.table.seq
    assert seq == (await watched.house.store.newest([room.table.id]))[room.table.id]
    await new.act(say("to the new room"))
    assert new.table.seq == seq + 1
    again = Ear(0)
    await new.enter(again, 0)
    assert b'"welcome"' in again.heard[0][1]
    return new


def test_a_room_that_bursts_when_an_entry_is_written_comes_back_from_the_log(
    tmp_path: Path,
) -> None:
    async def story(watched: Watched) -> None:
        sick, well = await two_rooms(watched.house)
        ear, other = Ear(0), Ear(0)
        await sick.enter(ear, 0)
        await well.enter(other, 0)
        watched.bus.hints[sick.table.id] = 1
        told = [
            asyncio.ensure_future(room.act(say("x"), f"p:{room.table.id}", 0))
            for room in (sick, well)
        ]
        waiting = asyncio.ensure_future(sick.act(say("y")))
        assert await asyncio.gather(*told) == [1, 1], "what is on disk is acknowledged"
        with pytest.raises(NotAllowed, match="sick"):
            await waiting
        new = await comes_back(watched, sick, ear)
        assert await new.act(say("x"), f"p:{sick.table.id}", 0) == 1, "and not done twice"
        assert watched.house.rooms[well.table.id] is well
        assert not other.is_sent_away

    in_house(tmp_path, story)


def test_a_room_that_bursts_when_somebody_comes_or_goes_comes_back(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)
        ear = Ear(0)
        watched.bus.presences[room.table.id] = 1
        await room.enter(ear, 0)
        await comes_back(watched, room, ear)

    in_house(tmp_path, story)


def test_a_room_that_cannot_greet_sends_to_a_new_one(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)
        hole = Hole(0)
        hole.is_broken = True
        with pytest.raises(NotAllowed, match="sick"):
            await room.enter(hole, 0)
        await comes_back(watched, room, hole)

    in_house(tmp_path, story)


def test_a_room_that_bursts_at_the_tick_of_a_night_comes_back(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)
        hole = Hole(0)
        await room.enter(hole, 0)
        hole.is_broken = True
        room.audience.hush.tick()
        await comes_back(watched, room, hole)

    in_house(tmp_path, story)


def test_a_room_whose_alarm_bursts_comes_back(tmp_path: Path) -> None:
    class Forgetful(Players):
        fails = False

        def default_level(self, table: Table) -> str:
            if self.fails:
                self.fails = False
                raise Burst
            return super().default_level(table)

    players = Forgetful(0)

    async def story(watched: Watched) -> None:
        room = await watched.house.make(
            "mafia-city", 3, {}, Settings(grace=1, pace="instant"), "person 0"
        )
        await begin_with(room, persons=2)
        ear, leaver = Ear(0), Ear(1)
        await room.enter(ear, 0)
        await room.enter(leaver, 0)
        room.leave(leaver)
        room.gone[1] = 0
        players.fails = True
        room.clockwork._ring()
        await comes_back(watched, room, ear)

    in_house(tmp_path, story, players)


async def begin_with(room: Room, persons: int) -> None:
    """Deal the cards to persons, and computer players on the other chairs."""
    bodies: list[log.AnyBody] = [sat(seat) for seat in range(persons)]
    for seat in range(persons, room.table.seats):
        bodies.append(log.Hired(seat=seat, level="random", name="C", seed="s"))
    bodies.append(log.Sealed())
    bodies.extend(log.Sown(seat=seat, seed="s") for seat in range(persons))
    for body in bodies:
        await write(room, body)
    await until(lambda: room.table.phase == "playing")


def test_a_task_of_a_room_that_bursts_makes_it_come_back(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)
        ear = Ear(0)
        await room.enter(ear, 0)

        async def task() -> None:
            raise Burst

        room.clockwork.spawn(task())
        await comes_back(watched, room, ear)

    in_house(tmp_path, story)


def test_what_was_on_its_way_when_a_room_fell_sick_is_known_to_the_next(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)
        on_its_way = asyncio.ensure_future(room.act(say("x"), "p:1", 0))
        await asyncio.sleep(0)
        assert room.is_busy
        room.fall_sick(Burst())
        assert await on_its_way == 1
        new = await successor(watched.house, room)
        await until(lambda: new.table.seq == room.table.seq + 1)

    in_house(tmp_path, story)


def test_a_plan_that_bursts_is_told_to_whoever_wanted_it_and_harms_nobody(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)

        def bursts(table: Table) -> Plan:
            raise Burst

        for _ in range(2 * MOST_SICK):
            with pytest.raises(Burst):
                await room.act(bursts)
        await room.act(say("still here"))
        assert watched.house.rooms[room.table.id] is room
        assert watched.lines("a table fell sick") == []

    in_house(tmp_path, story)


def test_a_table_that_falls_sick_again_and_again_is_only_shown(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room, well = await two_rooms(watched.house)
        table = room.table.id
        watched.bus.hints[table] = 99
        for _ in range(MOST_SICK):
            await room.act(say("x"))
            room = await successor(watched.house, room)
        with pytest.raises(NotAllowed, match="read_only"):
            await room.act(say("x"))
        ear = Ear(0)
        await room.enter(ear, 0)
        texts = b"".join(text for _, text in ear.heard)
        assert b"welcome" in texts
        assert b"server.refused.read_only" in texts
        assert not ear.is_sent_away
        assert watched.count("omerta_read_only_tables") == 1
        assert [line["table"] for line in watched.lines("a table is read-only")] == [table]
        assert watched.house.rooms[table] is room
        await well.act(say("we play on"))

    in_house(tmp_path, story)


def test_a_read_only_table_is_tried_again_when_everybody_has_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omerta.server.running.house.IDLE", -1)

    async def story(watched: Watched) -> None:
        room, _ = await two_rooms(watched.house)
        watched.bus.hints[room.table.id] = MOST_SICK
        for _ in range(MOST_SICK):
            await room.act(say("x"))
            room = await successor(watched.house, room)
        await until(lambda: room.table.id not in watched.house.rooms)
        watched.house.sick.clear()
        again = await watched.house.room(room.table.id)
        assert again is not None
        await again.act(say("x"))

    in_house(tmp_path, story)


# Computer players.


@pytest.mark.parametrize("wants", [None, [], [10**9]])
def test_where_a_computer_player_fails_the_default_is_taken_and_the_game_goes_on(
    tmp_path: Path, wants: list[int] | None
) -> None:
    async def story(watched: Watched) -> None:
        room = await dealt_room(watched.house, computers=3)
        ear = Ear(32)
        await room.enter(ear, 0)
        await until(lambda: room.table.seq > 25)
        played = [
            entry.body
            for entry in await watched.house.store.load(room.table.id)
            if isinstance(entry.body, log.Played)
        ]
        assert {body.by for body in played} == {"time"}
        assert watched.lines("a table fell sick") == []
        if wants == []:
            return
        lines = watched.lines("a computer player failed")
        assert lines[0]["table"] == room.table.id
        assert watched.count("omerta_failed_players_total") >= len(lines) > 0
        stage = room.table.rulebook.stage(position_lines(lines[0]["position"]))
        assert stage.game.seats == 3
        assert not any(b"position" in text for _, text in ear.heard)

    in_house(tmp_path, story, BadPlayers(wants))


def test_a_worker_for_the_chances_that_the_system_has_ended_is_replaced(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        room = await watched.house.make("palermo", 8, {}, Settings(), "p")
        chances = watched.house.chances
        book = room.table.rulebook
        rehearsal = book.manners.setup(book.options(room.table.options), 8)["rehearsal"]
        pool = chances._worker()
        worker = await asyncio.wrap_future(pool.submit(os.getpid))
        os.kill(worker, signal.SIGKILL)
        assert sum((await chances.of(room.table, rehearsal)).values()) > 0
        assert chances.pool not in (pool, None)

    in_house(tmp_path, story, Players(1))


# Logs that cannot be read.


def test_one_unreadable_log_stops_nobody_else(tmp_path: Path) -> None:
    async def story(watched: Watched) -> None:
        house = watched.house
        room = await dealt_room(house, computers=0)
        made = log.Made(
            code="ZZZZZZ", game="mafia-city", version=1, seats=3, options={},
            settings=Settings(), host="p", game_id="g", server_seed="s",
        )  # fmt: skip
        bad = Entry("aaa", 1, 1, made)
        row = Table(bad).row(1)
        await house.store.append(
            [bad, Entry("aaa", 2, 2, log.Sat(seat=99, person="", name=""))], row
        )
        well = room.table.id
        said = Entry(well, room.table.seq + 1, room.table.at, log.Told(name="A"))
        await house.store.append([said], room.table.row(1))
        await house.rooms.pop(well).close()
        await until(lambda: well in house.rooms)
        await asyncio.sleep(2.5)
        assert len(watched.lines("a log cannot be read")) == 1
        assert watched.lines("the sweeper failed") == []
        assert watched.count("omerta_unreadable_tables") == 1
        with pytest.raises(NotAllowed, match="unreadable"):
            await house.room("aaa")

    in_house(tmp_path, story)


# At the door.


def test_nothing_invisible_comes_in_as_the_name_of_anything(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, [player, other] = await tonight.table(seats=3)
        for message in (
            protocol.Commit(id="a\0b", at=1, answers=[0]),
            protocol.Say(id="a\nb", text="hello"),
        ):
            await player.send(message)
            await player.until(lambda: len(player.others) > 0)
            answer = player.others.pop()
            assert isinstance(answer, protocol.Refused)
            assert answer.key == "server.refused.unreadable"
        for bad in ("a\0", "x" * 41):
            talk = protocol.Say(id="", text="hello", channel=bad)
            assert await refused(player.request(talk)) == "server.refused.no_such_channel"
            order = protocol.GiveOrder(id="", order=protocol.Order(point=bad), lift=True)
            assert await refused(player.request(order)) == "server.refused.unreadable"
        form = {"game": "mafia-city", "seats": 3, "options": {"a\0": "1"}}
        response = await player.person.http.post("/api/tables", json=form)
        assert (response.status_code, response.json()["key"]) == (409, "server.problem.bad_option")
        assert await refused(player.person.sit("AB\0CDE")) == "server.problem.no_such_table"
        posted: dict[str, dict[str, object]] = {
            "move": {"at": 1, "answers": [0]},
            "say": {"text": "hello"},
            "ready": {"hash": "0" * 64},
        }
        for what, words in posted.items():
            path = f"/api/programs/tables/{table}/{what}"
            response = await player.person.http.post(path, json={"id": "a\0b", **words})
            assert (response.status_code, response.json()["key"]) == (
                422,
                "server.problem.bad_form",
            )
        await play_on([player, other], 4)

    evening(server, story)


# As people see it, at a server of its own.

BURSTING_BUS = """
import pathlib
from omerta.server.running.bus import OneProcess
def hint(self, table, seq):
    if table in pathlib.Path({faults!r}).read_text().split():
        raise ArithmeticError("a planted fault")
OneProcess.hint = hint
"""


def test_people_whose_table_has_fallen_sick_play_on_and_others_notice_nothing(
    tmp_path: Path,
) -> None:
    faults = tmp_path / "faults"
    faults.write_text("")

    async def story(tonight: Evening) -> None:
        table, players = await tonight.table(seats=3)
        _, others = await tonight.table(seats=3)
        faults.write_text(table)
        mover = next(player for player in players if player.ask)
        assert mover.ask is not None
        move = await mover.random_move(Random(1))
        message = protocol.Commit(id="the move", at=mover.ask.at, answers=move)
        await mover.send(message)
        for player in players:
            await player.until(lambda player=player: player.others)
            [closed] = player.others
            assert isinstance(closed, protocol.Closed)
            assert closed.retry
        faults.write_text("")
        back = [await tonight.sit(player.person, table, last=player.n) for player in players]
        again = next(player for player in back if player.person is mover.person)
        receipt = await again.request(message)
        assert 0 < receipt.n <= again.n
        await play_on(back, 4)
        await play_on(others, 4)
        assert all(not player.others for player in others)

    with Server(tmp_path, before=BURSTING_BUS.format(faults=str(faults))) as server:
        evening(server, story)


def test_people_at_a_table_that_keeps_falling_sick_can_look_at_it(tmp_path: Path) -> None:
    faults = tmp_path / "faults"
    faults.write_text("")

    async def story(tonight: Evening) -> None:
        table, [player, _] = await tonight.table(seats=3)
        faults.write_text(table)
        for _ in range(MOST_SICK):
            with contextlib.suppress(Refusal, ConnectionError):
                await player.request(protocol.Say(id="", text="hello"))
            await player.close()
            player = await tonight.sit(player.person, table)
        await player.until(lambda: player.others)
        assert [getattr(told, "key", "") for told in player.others] == ["server.refused.read_only"]
        assert player.view is not None
        talk = protocol.Say(id="", text="hello")
        assert await refused(player.request(talk)) == "server.refused.read_only"
        numbers = (await player.person.http.get("/metrics")).text
        assert "omerta_read_only_tables 1.0" in numbers
        assert f"omerta_sick_tables_total {MOST_SICK}.0" in numbers

    with Server(tmp_path, before=BURSTING_BUS.format(faults=str(faults))) as server:
        evening(server, story)


FULL_DISK = """
import pathlib
from omerta.server.store.sqlite import SQLiteStore
connect = SQLiteStore._connect
def small(self):
    connection = connect(self)
    connection.execute("pragma max_page_count = 30")
    return connection
SQLiteStore._connect = small
"""


def test_a_full_disk_is_told_to_whoever_asks_for_the_health_and_to_the_journal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def story(tonight: Evening) -> None:
        person = await tonight.person("A" * 24)
        for _ in range(3000):
            answer = await person.http.post("/api/people", json={"name": "B" * 24})
            if answer.status_code != 200:
                break
        assert (answer.status_code, answer.json()["key"]) == (503, "server.problem.trouble")
        health = await person.http.get("/healthz")
        assert (health.status_code, health.json()["key"]) == (503, "server.problem.trouble")

    with Server(tmp_path, before=FULL_DISK) as server:
        evening(server, story)
    assert '"cause":"the disk is full"' in capfd.readouterr().err


def test_damaged_pages_are_told_to_whoever_asks_for_the_health(tmp_path: Path) -> None:
    async def story(tonight: Evening) -> None:
        await tonight.table(seats=3)
        person = tonight.people[0]
        assert (await person.http.get("/healthz")).status_code == 200
        path = tmp_path / "omerta.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("pragma wal_checkpoint(passive)").fetchall()
        spoil(path)
        await asyncio.sleep(2)
        assert (await person.http.get("/healthz")).status_code == 503
        assert (await person.http.get("/healthz")).status_code == 503

    with Server(tmp_path) as server:
        evening(server, story)


def test_an_outbox_that_bursts_is_shut_and_the_others_are_emptied() -> None:
    async def story() -> None:
        sockets = [FakeSocket(is_broken=number == 1) for number in range(3)]
        loop = asyncio.get_running_loop()
        complaints: list[dict[str, Any]] = []
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        for socket in sockets:
            outbox = Outbox(loop, socket)  # type: ignore[arg-type]
            outbox.transport = socket  # type: ignore[assignment]
            outbox.post(b"hello")
        await asyncio.sleep(0.01)
        assert [socket.written for socket in sockets] == [1, 0, 1]
        assert [socket.is_dropped for socket in sockets] == [False, True, False]
        assert [type(complaint["exception"]) for complaint in complaints] == [Burst]

    asyncio.run(story())


class FakeSocket:
    """A connection, and its transport as well."""

    def __init__(self, *, is_broken: bool) -> None:
        self.is_broken = is_broken
        self.written = 0
        self.is_dropped = False

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, text: bytes) -> None:
        if self.is_broken:
            raise Burst
        self.written += 1

    def drop(self) -> None:
        self.is_dropped = True
