"""The operator of a running server: looks, bans, closes, announces, drains, and lets things go."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from omerta.server.ops import admin
from omerta.server.ops.admin_key import Key, NoServer, find_key
from omerta.server.ops.processes import CannotShare, check_shared
from omerta.server.running import standing
from omerta.server.running.bans import Ban, Bans, ban, lift
from omerta.server.running.bus import open_bus
from omerta.server.running.house import House
from omerta.server.running.identities import revoke
from omerta.server.running.retention import DAY, Keep, tidy_up
from omerta.server.store import open_store
from omerta.server.table import clock
from omerta.server.table import entries as log
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.table.viewers import WATCHER
from omerta.server.watch.journal import Journal
from omerta.server.wire import protocol
from omerta.server.wire.protocol import Settings
from tests.server.client import Person, lobby_of, table_of
from tests.server.ears import Ear
from tests.server.evening import Evening, evening
from tests.server.house import Server
from tests.server.services import postgres_or_skip, redis_or_skip
from tests.server.test_days import dealt_room, until
from tests.server.test_moderation import closed, key_of, last_words


class Operator:
    """`omerta admin` for one server, as a command."""

    def __init__(self, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
        self.data = ["--data", str(server.data)]
        self.capsys = capsys

    def __call__(self, *words: str) -> str:
        assert admin.main([*self.data, *words]) == 0, self.capsys.readouterr().err
        return self.capsys.readouterr().out

    def json(self, *words: str) -> Any:
        return json.loads(self("--json", *words))


@pytest.fixture
def own(tmp_path: Path) -> Any:
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def operator(own: Server, capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(own, capsys)


def test_the_operator_sees_tables_and_people_and_closes_a_table(
    own: Server, operator: Operator
) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("Ada")
        table, (player,) = await lobby_of([host], seats=3)
        tonight.players.append(player)
        code = player.table.code
        assert f"{code}  mafia-city" in operator("tables")
        (found,) = operator.json("people", "Ada")
        assert (found["name"], found["tables"]) == ("Ada", [code])
        assert found["addresses"] == ["127.0.0.1"]
        assert "Ada" in operator("people")
        assert "1 connected" in operator("status")
        assert f"table {code} is closed" in operator("close", code)
        await player.until(lambda: player.table.phase == "closed")
        assert (await host.get(f"/api/tables/{table}"))["phase"] == "closed"

    evening(own, story)


def test_nobody_else_is_the_operator(
    own: Server, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    key = find_key(own.data, None)
    (path,) = own.data.glob("admin-*.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    url = f"{own.address}/api/admin/status"
    assert httpx.get(url).status_code == 404
    assert httpx.get(url, headers={"authorization": "Bearer x"}).status_code == 404
    right = {"authorization": f"Bearer {key.token}"}
    assert httpx.get(url, headers=right).status_code == 200
    assert httpx.get(url, headers={**right, "x-forwarded-for": "192.0.2.1"}).status_code == 404
    with pytest.raises(admin.Refused):
        admin.Server(Key(own.address, "wrong")).ask("GET", "/status")
    own.stop()
    assert not path.exists(), "the key goes with the server"
    assert admin.main(["--data", str(own.data), "status"]) == 1
    assert "no server is running" in capsys.readouterr().err
    path.write_text(json.dumps({"address": own.address, "token": "left behind"}))
    with pytest.raises(NoServer, match="no server is running"):
        find_key(own.data, None)


def test_a_banned_person_is_shown_out_and_not_let_in(own: Server, operator: Operator) -> None:
    async def story(tonight: Evening) -> None:
        host, rude = await tonight.person("Host"), await tonight.person("Rude")
        table, players = await lobby_of([host, rude], seats=3)
        tonight.players.extend(players)
        (found,) = operator.json("people", "Rude")
        assert "for ever" in operator("ban", "person", found["id"], "--why", "rude")
        why = await closed(players[1])
        assert (why.key, why.retry) == ("server.closed.banned", False)
        assert await key_of(await rude.http.get("/api/me")) == "server.problem.banned"
        assert (await host.http.get("/api/me")).status_code == 200
        with pytest.raises(ConnectionError):
            await rude.sit(table)
        assert operator("unban", "person", found["id"]) == "no bans\n"
        assert (await rude.http.get("/api/me")).status_code == 200
        assert admin.main([*operator.data, "ban", "person", "nobody"]) == 1

    evening(own, story)


def test_an_address_is_banned_with_its_network(own: Server, operator: Operator) -> None:
    async def story(tonight: Evening) -> None:
        near = {"x-forwarded-for": "203.0.113.77"}
        far = {"x-forwarded-for": "203.0.114.1"}
        operator("ban", "address", "203.0.113.0/24", "--hours", "1")
        post = f"{own.address}/api/people"
        assert httpx.post(post, json={}, headers=near).json()["key"] == "server.problem.banned"
        assert httpx.get(f"{own.address}/api/tables", headers=near).status_code == 403
        assert httpx.post(post, json={}, headers=far).status_code == 200
        assert "203.0.113.0/24  until" in operator("bans")
        operator("unban", "address", "203.0.113.0/24")
        assert httpx.post(post, json={}, headers=near).status_code == 200
        assert admin.main([*operator.data, "unban", "address", "203.0.113.0/24"]) == 1
        assert admin.main([*operator.data, "ban", "address", "nowhere"]) == 1
        # Whoever reads the stream of a program there is shown out like anybody.
        host = await tonight.person("Ada")
        table, players = await lobby_of([host], seats=3)
        tonight.players.extend(players)
        path = f"/api/programs/tables/{table}/stream"
        async with host.http.stream("GET", path, headers=near) as lines:
            (found,) = operator.json("people", "Ada")
            assert found["addresses"] == ["127.0.0.1", "203.0.113.77"]
            operator("ban", "address", "203.0.113.0/24")
            why = await asyncio.wait_for(last_words(lines), 20)
        assert why == protocol.Closed(key="server.closed.banned")

    evening(own, story)


def test_what_one_process_is_told_the_others_hear_of(tmp_path: Path) -> None:
    async def story() -> None:
        first = House(open_store("", tmp_path), journal=Journal(quiet=True))
        other = House(open_store("", tmp_path), journal=Journal(quiet=True))
        await first.open()
        await other.open()
        room = await other.make("mafia-city", 3, {}, Settings(), "p")
        banned, lost, guest = Ear(WATCHER), Ear(WATCHER), Ear(WATCHER)
        banned.person, lost.person, lost.device = "rude", "ada", "phone"
        for one in (banned, lost, guest):
            await room.enter(one, 0)
        await first.store.name("rude", "Rude")
        await ban(first.store, Ban("person", "rude"))
        await revoke(first, "ada", "phone")
        await standing.announce(first.store, "We close at ten.")
        await standing.drain(first.store, wish=True)
        assert not banned.is_sent_away
        await until(lambda: banned.is_sent_away and lost.is_sent_away)  # the sweeper looks round
        assert not guest.is_sent_away
        assert room.guests == {guest}
        await until(lambda: any(b"We close at ten." in text for _, text in guest.heard))
        with pytest.raises(NotAllowed, match="draining"):
            await other.make("mafia-city", 3, {}, Settings(), "p")
        await first.close()
        await other.close()

    asyncio.run(story())


def test_a_redis_that_fails_is_counted_and_told_once(tmp_path: Path) -> None:
    async def story() -> None:
        out = io.StringIO()
        bus = open_bus("redis://127.0.0.1:1/0")
        house = House(open_store("", tmp_path), bus, journal=Journal(out))
        await house.open()
        await until(lambda: b"omerta_redis_failures_total 0.0" not in house.metrics.page())
        before = house.metrics.page()
        await until(lambda: house.metrics.page() != before)
        await house.close()
        assert out.getvalue().count("Redis cannot be reached") == 1

    asyncio.run(story())


def test_a_ban_ends_with_its_time(tmp_path: Path) -> None:
    async def story() -> None:
        store = open_store("", tmp_path)
        await store.open()
        bans = Bans()
        await ban(store, Ban("address", "192.0.2.1", until=clock.now() - 1))
        await ban(store, Ban("address", "2001:db8::1", until=clock.now() + 60_000))
        await bans.read(store)
        assert not bans.holds("192.0.2.1", "")
        assert bans.holds("2001:db8::1", "")
        assert not bans.holds("somewhere", "")
        assert await lift(store, "address", "2001:db8::1")
        assert await store.recall_all("ban") == []
        await store.close()

    asyncio.run(story())


def test_an_announcement_reaches_who_is_there_and_who_comes(
    own: Server, operator: Operator
) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("Host")
        table, (player,) = await lobby_of([host], seats=3)
        tonight.players.append(player)
        assert "announced: We close at ten." in operator("announce", "We", "close", "at", "ten.")
        told = protocol.Announced(text="We close at ten.")
        await player.until(lambda: told in player.others)
        later = await tonight.sit(host, table)
        await later.until(lambda: told in later.others)
        house = await host.get("/api/house")
        assert house == {"announcement": "We close at ten.", "draining": False}
        operator("announce")
        await player.until(lambda: protocol.Announced(text="") in player.others)

    evening(own, story)


def test_a_house_that_drains_makes_no_tables_and_lets_games_go_on(
    own: Server, operator: Operator
) -> None:
    async def story(tonight: Evening) -> None:
        _, (player,) = await tonight.table(1, seats=3)
        host = tonight.people[0]
        assert "no new tables" in operator("drain")
        form = {"game": "mafia-city", "seats": 3}
        answer = await host.http.post("/api/tables", json=form)
        assert (answer.status_code, await key_of(answer)) == (503, "server.problem.draining")
        await player.until(lambda: player.ask is not None)
        operator("drain", "--end")
        assert (await host.http.post("/api/tables", json=form)).status_code == 200

    evening(own, story)


def test_sigterm_finishes_what_is_under_way_and_sends_clients_elsewhere(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def story() -> None:
        person = await Person(server.address, "Ada").come_in()
        table, players = await lobby_of([person], seats=3)
        players += [await person.sit(players[0].code) for _ in range(4)]
        stream = person.http.stream("GET", f"/api/programs/tables/{table}/stream")
        lines = await stream.__aenter__()
        assert server.process is not None
        said = [
            asyncio.create_task(one.request(protocol.Say(id="", text="a last word")))
            for one in players
        ]
        await asyncio.sleep(0)
        server.process.send_signal(signal.SIGTERM)
        for player in players:
            why = await closed(player)
            assert (why.key, why.retry) == ("server.closed.draining", True)
        word = await asyncio.wait_for(last_words(lines), 20)
        assert word == protocol.Closed(key="server.closed.draining", retry=True)
        await stream.__aexit__(None, None, None)
        answered = await asyncio.gather(*said, return_exceptions=True)
        assert any(isinstance(one, protocol.Receipt) for one in answered)
        for player in players:
            await player.close()
        await person.close()

    asyncio.run(story())
    assert server._gone() == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.address}/healthz")
    again = Server(tmp_path).start()
    again.stop()


def test_abandoned_tables_are_closed_and_old_records_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        house = House(open_store("", tmp_path), journal=Journal(quiet=True))
        await house.open()
        lobby = await house.make("mafia-city", 3, {}, Settings(), "p")
        used = await house.make("mafia-city", 3, {}, Settings(), "p")
        game = await dealt_room(house, computers=0)
        ear = Ear(WATCHER)
        await used.enter(ear, 0)

        async def days_later(days: float, keep: Keep) -> None:
            moment = clock.now() + int(days * DAY)
            with monkeypatch.context() as then:
                then.setattr("omerta.server.running.retention.now", lambda: moment)
                await tidy_up(house, keep)

        await days_later(0.9, Keep())
        assert lobby.table.phase == "lobby"
        await days_later(1.1, Keep())
        assert lobby.table.phase == "closed"
        assert used.table.phase == "lobby", "somebody is there"
        assert game.table.phase == "playing"
        await days_later(29, Keep(unfinished=0))
        await days_later(29, Keep(unfinished=30))
        assert game.table.phase == "playing"
        await game.act(lambda _: Plan(log.Told(name="A", text="still here")))
        await days_later(31, Keep(unfinished=30))
        assert game.table.phase == "closed"
        await days_later(400, Keep())
        assert await house.store.find(game.table.id) is not None, "records are kept for ever"
        await days_later(400, Keep(finished=365))
        assert await house.store.find(game.table.id) is None
        assert await house.store.load(game.table.id) == []
        assert game.table.id not in house.rooms
        assert await house.store.find(used.table.id) is not None
        await house.close()

    asyncio.run(story())


# Several processes.


def test_several_processes_are_refused_on_sqlite_and_without_redis(tmp_path: Path) -> None:
    for wish in (["--processes", "2"], ["--shared"]):
        command = [sys.executable, "-m", "omerta", "serve", "--data", str(tmp_path), *wish]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "need PostgreSQL" in done.stderr
        assert "Traceback" not in done.stderr
    with pytest.raises(CannotShare, match="Redis"):
        check_shared("postgresql://x@y/z", "")
    check_shared("postgresql://x@y/z", "redis://y")


def test_several_processes_serve_one_port_and_the_dead_are_replaced(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = postgres_or_skip(request).new_database()
    redis = redis_or_skip(request).address
    options = ("--processes", "2", "--database", database, "--redis", redis)
    with Server(tmp_path, *options) as server:
        _wait(lambda: _is_well(server))
        children = _children(server)
        assert len(children) == 2

        async def story(tonight: Evening) -> None:
            first = await tonight.person("Ada")
            table, (player,) = await table_of([first], seats=3)
            tonight.players.append(player)
            watchers = [await tonight.sit(first, table) for _ in range(6)]
            await player.until(lambda: player.ask is not None)
            answers = await player.random_move(Random(1))
            await player.commit(answers)
            n = player.n
            for watcher in watchers:
                await watcher.until(lambda watcher=watcher: watcher.n >= n)

        evening(server, story)
        subprocess.run(["kill", "-9", str(children[0])], check=True)
        _wait(lambda: len(set(_children(server)) - {children[0]}) == 2)
        _wait(lambda: _is_well(server))
        asked = admin.Server(find_key(tmp_path, None))
        assert asked.ask("GET", "/status")["draining"] is False
    assert server.process is not None
    assert server.process.returncode == 0
    _wait(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def _children(server: Server) -> list[int]:
    assert server.process is not None
    pid = server.process.pid
    words = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(word) for word in words]


def _is_well(server: Server) -> bool:
    try:
        return all(
            httpx.get(f"{server.address}/healthz", timeout=5).status_code == 200 for _ in range(4)
        )
    except httpx.HTTPError:
        return False


def _wait(condition: Any, seconds: float = 40.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.1)
