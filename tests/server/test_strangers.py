"""Strangers: how often anybody may try what, how much anybody may keep, and for whom we think."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from omerta.server.http import records, replays
from omerta.server.http.app import make_app
from omerta.server.running.house import House
from omerta.server.running.quotas import MOST_PUBLIC, MOST_PUBLIC_NEARBY, MOST_UNFINISHED
from omerta.server.store import open_store
from omerta.server.table import play
from omerta.server.wire import protocol
from omerta.server.wire.limits import Buckets, Limits, neighbourhood
from tests.server.client import Person, Player, Refusal, lobby_of, table_of
from tests.server.evening import Evening, evening
from tests.server.house import Server

TOO_FAST = "server.refused.too_fast"
NUMBERS = ("--metrics-every", "0")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as strangers find it; a proxy tells their addresses."""
    with Server(tmp_path_factory.mktemp("strict"), rate=1000) as running:
        yield running


def from_address(person: Person, address: str) -> Person:
    person.http.headers["x-forwarded-for"] = address
    person.origin = address
    return person


async def stranger(tonight: Evening, address: str, name: str = "Stranger") -> Person:
    person = from_address(Person(tonight.address, name), address)
    await person.come_in()
    tonight.people.append(person)
    return person


async def outcome(answer: Any) -> str:
    """The key of a refusal, or `ok`."""
    try:
        await answer
    except Refusal as refusal:
        return refusal.key
    return "ok"


def test_codes_of_tables_cannot_be_guessed_over_the_socket(strict: Server) -> None:
    async def story(tonight: Evening) -> None:
        guesser = await stranger(tonight, "198.51.100.1")
        owner = await stranger(tonight, "198.51.100.1", "Owner")
        _, players = await lobby_of([owner], seats=3)
        tonight.players.extend(players)
        guess = Player(guesser, "AAAAAA")
        tonight.players.append(guess)
        told = [await outcome(guess.connect())]
        told += [await outcome(guess.hello(0)) for _ in range(60)]
        assert told[0] == "server.problem.no_such_table"
        assert told.count("server.problem.no_such_table") <= 20, "by person"
        assert told[-1] == TOO_FAST
        # Whoever guesses learns nothing, not even of a code that is right.
        guess.code = players[0].table.code
        assert await outcome(guess.hello(0)) == TOO_FAST
        # Other people at the same address are no way round, one elsewhere is not concerned.
        told = []
        for _ in range(3):
            again = Player(await stranger(tonight, "198.51.100.1"), "BBBBBB")
            tonight.players.append(again)
            told += [await outcome(again.connect())]
            told += [await outcome(again.hello(0)) for _ in range(20)]
        assert told.count("server.problem.no_such_table") <= 20, "by address"
        assert told[-21:].count(TOO_FAST) > 15
        other = Player(await stranger(tonight, "198.51.100.2"), "BBBBBB")
        tonight.players.append(other)
        assert await outcome(other.connect()) == "server.problem.no_such_table"
        # Who sits at the table may come back, whatever a neighbour does.
        assert await outcome(players[0].hello(0)) == "ok"
        # And the lobby counts the same guesses.
        answers = [await guesser.http.get("/api/tables/CCCCCC") for _ in range(5)]
        assert (429, "server.problem.too_fast") in [
            (answer.status_code, answer.json()["key"]) for answer in answers
        ]

    evening(strict, story)


def test_one_person_talks_no_more_over_many_connections(strict: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await stranger(tonight, "198.51.100.10")
        table, players = await lobby_of([person], seats=3)
        players += [await person.sit(table) for _ in range(9)]
        tonight.players.extend(players)
        words = [
            outcome(player.request(protocol.Say(id="", text=f"word {number}")))
            for player in players
            for number in range(5)
        ]
        began = time.monotonic()
        told = await asyncio.gather(*words)
        assert 1 <= told.count("ok") <= 6 + 0.7 * (time.monotonic() - began), told
        assert set(told) == {"ok", TOO_FAST}

    evening(strict, story)


def test_many_people_of_one_address_share_what_may_be_said(strict: Server) -> None:
    async def story(tonight: Evening) -> None:
        people = [await stranger(tonight, "198.51.100.11") for _ in range(30)]
        table, players = await lobby_of(people[:1], seats=3)
        players += [await person.sit(table) for person in people[1:]]
        tonight.players.extend(players)
        began = time.monotonic()
        told = await asyncio.gather(
            *(
                outcome(player.request(protocol.Say(id="", text=f"word {number}")))
                for player in players
                for number in range(5)
            )
        )
        assert 50 <= told.count("ok") <= 51 + 8 * (time.monotonic() - began)

    evening(strict, story)


def test_readiness_is_not_toggled_without_end(strict: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await stranger(tonight, "198.51.100.12")
        _, (player,) = await lobby_of([person], seats=3)
        tonight.players.append(player)
        told = [
            await outcome(
                player.request(protocol.Ready(id="", ready=bool(turn % 2), hash="0" * 64))
            )
            for turn in range(30)
        ]
        assert told[0] == "ok"
        assert TOO_FAST in told

    evening(strict, story)


def test_chairs_tables_and_people_are_limited(strict: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await stranger(tonight, "198.51.100.13")
        table, players = await lobby_of([person], seats=3)
        tonight.players.extend(players)
        chair = f"/api/tables/{table}/chairs/2"
        told = [
            (await person.http.put(chair, json={"kind": kind})).status_code
            for kind in ("empty", "computer") * 60
        ]
        assert told[0] == 200
        assert 429 in told
        form = {"game": "mafia-city", "seats": 3}
        told = [(await person.http.post("/api/tables", json=form)).status_code for _ in range(20)]
        assert told[0] == 200
        assert 429 in told
        told = [(await person.http.post("/api/people", json={})).status_code for _ in range(60)]
        assert told[0] == 200
        assert 429 in told

    evening(strict, story)


def test_reports_codes_and_tokens_are_limited(strict: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await stranger(tonight, "198.51.100.14")
        other = await stranger(tonight, "198.51.100.15")
        table, players = await lobby_of([person, other], seats=3)
        tonight.players.extend(players)

        async def told(who: Person, path: str, form: dict[str, str]) -> list[int]:
            return [(await who.http.post(path, json=form)).status_code for _ in range(15)]

        reports = await told(person, f"/api/tables/{table}/chairs/1/report", {"reason": "spam"})
        assert reports[0] == 200
        assert 429 in reports
        codes = await told(person, "/api/me/code", {})
        assert codes[0] == 200
        assert 429 in codes
        arrivals = await told(other, "/api/people/code", {"code": "ABCDEFGH"})
        assert arrivals[0] == 404
        assert 429 in arrivals
        # Tokens are not guessed either.
        thief = Player(await stranger(tonight, "198.51.100.16"), table)
        tonight.players.append(thief)
        thief.person.token = "stolen"
        answers = [await outcome(thief.connect())]
        answers += [await outcome(thief.hello(0)) for _ in range(40)]
        assert answers[0] == "server.refused.bad_token"
        assert TOO_FAST in answers

    evening(strict, story)


def test_one_person_keeps_only_so_many_tables_open(tmp_path: Path) -> None:
    async def story() -> None:
        house = House(open_store("", tmp_path), limits=Limits())
        house.limits.allowances["table"].by_person.size = 1e9
        house.limits.allowances["table"].by_address.size = 1e9
        async with Visit(house) as (alone, other):
            form = {"game": "mafia-city", "seats": 3}
            made = [
                (await alone.post("/api/tables", json=form)).json()["id"]
                for _ in range(MOST_UNFINISHED + 3)
            ]
            phases = [(await alone.get(f"/api/tables/{one}")).json()["phase"] for one in made]
            assert phases == ["closed"] * 3 + ["lobby"] * MOST_UNFINISHED, "the oldest give way"
            for one in made[3:]:
                assert (await other.post(f"/api/tables/{one}/join", json={})).status_code == 200
            answer = await alone.post("/api/tables", json=form)
            assert answer.status_code == 429
            assert answer.json()["key"] == "server.problem.too_many_tables"
            assert answer.json()["args"] == {"number": MOST_UNFINISHED}

    asyncio.run(story())


def test_the_public_list_cannot_be_flooded(tmp_path: Path) -> None:
    async def story() -> None:
        house = House(open_store("", tmp_path), limits=Limits())
        house.limits.allowances["people"].by_address.size = 1e9
        async with Visit(house) as (first, _):
            form = {"game": "mafia-city", "seats": 3, "settings": {"public": True}}
            told = [(await first.post("/api/tables", json=form)).status_code for _ in range(4)]
            assert told == [200] * MOST_PUBLIC + [429] * (4 - MOST_PUBLIC)
            hidden = (await first.post("/api/tables", json={**form, "settings": {}})).json()["id"]
            change = {"settings": {"public": True}}
            answer = await first.patch(f"/api/tables/{hidden}", json=change)
            assert answer.json()["key"] == "server.problem.too_many_public"
            for _ in range(6):
                token = (await first.post("/api/people", json={})).json()["token"]
                who = {"authorization": f"Bearer {token}"}
                await first.post("/api/tables", json=form, headers=who)
            assert len((await first.get("/api/tables")).json()) == MOST_PUBLIC_NEARBY
            mine = (await first.get("/api/me")).json()["tables"]
            listed = [line["id"] for line in mine if line["id"] != hidden]
            await first.post(f"/api/tables/{listed[0]}/close")
            assert (await first.patch(f"/api/tables/{hidden}", json=change)).status_code == 200

    asyncio.run(story())


class Visit:
    """A house without a network, and two people in it."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def __aenter__(self) -> tuple[httpx.AsyncClient, httpx.AsyncClient]:
        await self.house.open()
        transport = httpx.ASGITransport(make_app(self.house, "http://test", per_second=0))
        self.clients = []
        for _ in range(2):
            client = httpx.AsyncClient(transport=transport, base_url="http://test")
            token = (await client.post("/api/people", json={})).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
            self.clients.append(client)
        return self.clients[0], self.clients[1]

    async def __aexit__(self, *_: object) -> None:
        for client in self.clients:
            await client.aclose()
        await self.house.close()


ROWS = {
    "hello": "guess",
    "coming in": "people",
    "making tables": "table",
    "chairs": "chair",
    "talk": "say",
    "`ready`": "ready",
    "reports": "report",
    "codes": "device",
}


def in_words(bucket: Buckets) -> str:
    """How much is let through, as the protocol tells it."""
    often = bucket.rate >= 1
    rate = f"{bucket.rate:g} per s" if often else f"one in {round(1 / bucket.rate, 1):g} s"
    return f"{bucket.size:g}, {rate}"


def test_the_protocol_tells_the_limits_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    lines = page.partition("| what | by address | by person |")[2].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    table = rows[: len(ROWS)]
    assert rows[len(ROWS)] == [""], "one row for each limit"
    limits = Limits().allowances
    assert set(ROWS.values()) == set(limits)
    for what, address, person in table:
        limit = limits[next(key for word, key in ROWS.items() if what.startswith(word))]
        assert address == in_words(limit.by_address)
        if person:
            assert person.partition(" (")[0] == in_words(limit.by_person)


def test_neighbours_are_one_address() -> None:
    assert neighbourhood("192.0.2.7") == "192.0.2.7"
    assert neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("2001:db8:1:2:3::4") == neighbourhood("2001:db8:1:2:ffff::9")
    assert neighbourhood("2001:db8:1:2:3::4") != neighbourhood("2001:db8:1:3::4")
    assert neighbourhood("testclient") == "testclient"


def test_computer_players_among_themselves_wait_until_somebody_looks(tmp_path: Path) -> None:
    with Server(tmp_path, *NUMBERS) as server:

        async def story(tonight: Evening) -> None:
            host = await tonight.person("Host")
            for _ in range(5):
                chairs = [{"kind": "computer"}] * 4
                form = {"game": "mafia-city", "seats": 4, "chairs": chairs}
                form["settings"] = {"pace": "instant", "clock": "off"}
                table = (await host.post("/api/tables", form))["id"]
                await host.post(f"/api/tables/{table}/start")
            watcher = await tonight.sit(host, table)
            await watcher.until(lambda: watcher.n > 0)
            await watcher.close()
            before, after = -1.0, server.metric("omerta_thoughts_total")
            for _ in range(100):  # a game over many hundred thoughts would not stand still
                before = after
                await asyncio.sleep(0.3)
                after = server.metric("omerta_thoughts_total")
                if before == after:
                    break
            assert before == after
            assert after < 2000, "four of five tables were never looked at"
            seen = await tonight.sit(host, table)
            start = seen.n
            await seen.until(lambda: seen.n > start or seen.outcome)

        evening(server, story)


def test_a_game_left_to_computer_players_waits_too(tmp_path: Path) -> None:
    with Server(tmp_path, *NUMBERS) as server:

        async def story(tonight: Evening) -> None:
            table, (player,) = await tonight.table(1, seats=4, pace="brisk")
            await player.close()
            await tonight.people[0].post(f"/api/tables/{table}/leave")
            seen = None
            for _ in range(50):
                thoughts = server.metric("omerta_thoughts_total")
                await asyncio.sleep(1.5)
                if server.metric("omerta_thoughts_total") == thoughts:
                    seen = await tonight.sit(tonight.people[0], table)
                    break
            assert seen is not None, "it went on for nobody"
            assert seen.outcome is None
            await seen.until(lambda: bool(seen.accounts))  # the seat is taken back

        evening(server, story)


@pytest.mark.pure_only
def test_records_and_replays_are_made_off_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def noting(made: Any) -> Any:
        def noted(*args: Any) -> Any:
            threads.append(threading.current_thread().name)
            return made(*args)

        return noted

    monkeypatch.setattr(records, "record_of", noting(records.record_of))
    monkeypatch.setattr(records, "write", noting(records.write))
    monkeypatch.setattr("omerta.server.http.after_the_game.replay", noting(replays.replay))

    async def story() -> None:
        house = House(open_store("", tmp_path))
        async with Visit(house) as (host, _):
            chairs = [{"kind": "me"}, {"kind": "computer"}, {"kind": "computer"}]
            form = {"game": "mafia-city", "seats": 3, "chairs": chairs, "lesson": False}
            table = (await host.post("/api/tables", json=form)).json()["id"]
            room = await house.room(table)
            assert room is not None
            await room.act(lambda table: play.deal(table))
            await host.post(f"/api/tables/{table}/close")
            for what in ("record", "record.txt", "replay/1"):
                assert (await host.get(f"/api/tables/{table}/{what}")).status_code == 200

    asyncio.run(story())
    assert len(threads) == 4
    assert threading.main_thread().name not in threads


def test_the_metrics_tell_of_queue_database_and_process(tmp_path: Path) -> None:
    async def story(tonight: Evening) -> None:
        person = await tonight.person("Ada")
        _, (player,) = await table_of([person], seats=3)
        tonight.players.append(player)
        await player.play(Random(3))

    with Server(tmp_path, *NUMBERS) as server:
        evening(server, story)
        for name in ("thought", "database_write", "database_read"):
            assert server.metric(f"omerta_{name}_seconds_count") > 0, name
        assert server.metric("omerta_thinking") == 0
        assert server.metric("omerta_redis_failures_total") == 0
        assert server.metric("process_resident_memory_bytes") > 1e6
        assert server.metric("process_open_fds") > 3
