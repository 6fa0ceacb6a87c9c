"""Requests that nobody of ours makes: a clear answer, and nothing of the house shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from omerta.server.http.hosts import is_ours
from omerta.server.http.operator import Numbers
from omerta.server.watch.metrics import Metrics
from omerta.server.wire import protocol
from tests.server.client import Person
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server

HUGE = 2**62


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is known as play.example.org, with a token for its numbers."""
    options = ("--hosts", "play.example.org", "--metrics-token", "pst")
    with Server(tmp_path_factory.mktemp("named"), *options) as running:
        yield running


def test_a_lesson_is_one_of_the_games_and_no_other_file(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await tonight.person("Ida")
        for game in ("../rules/palermo", "palermo/../palermo", "/etc/hostname", "chess"):
            form = {"game": game, "seats": 4, "lesson": True}
            answer = await person.http.post("/api/tables", json=form)
            assert (answer.status_code, answer.json()["key"]) == (
                404,
                "server.problem.no_such_game",
            )

    evening(server, story)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "http://a]b", "]"])
def test_a_malformed_origin_gets_no_connection(server: Server, origin: str) -> None:
    async def run() -> None:
        address = server.address.replace("http", "ws") + "/ws"
        with pytest.raises(InvalidStatus) as caught:
            async with connect(address, origin=origin):  # type: ignore[arg-type]
                pass
        assert caught.value.response.status_code == 403

    asyncio.run(run())


@pytest.mark.parametrize("path", ["x" * 256, "x/" + "y" * 300, "a/" * 3000, "%00", "t/%00x"])
def test_no_path_is_too_long_for_an_answer(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.address}/{path}")
    assert answer.status_code in (404, 414)
    assert answer.json()["key"] == "server.problem.not_found"


@pytest.mark.parametrize("number", [HUGE, 2 * HUGE, 4 * HUGE, -HUGE, 10**400])
def test_a_huge_number_is_refused_in_the_lobby(server: Server, number: int) -> None:
    async def story(tonight: Evening) -> None:
        person = await tonight.person("Ida")
        table = (await person.post("/api/tables", {"game": "mafia-city", "seats": 4}))["id"]
        at = f"/api/tables/{table}"
        asked = [
            ("GET", f"{at}/replay/{number}", None),
            ("PUT", f"{at}/chairs/{number}", {"kind": "computer"}),
            ("POST", f"{at}/join", {"seat": number}),
            ("PATCH", at, {"seats": number}),
            ("PATCH", at, {"settings": {"grace": number}}),
            ("POST", "/api/tables", {"game": "mafia-city", "seats": number}),
        ]
        for method, path, form in asked:
            text = None if form is None else json.dumps(form)
            headers = {"content-type": "application/json"}
            answer = await person.http.request(method, path, content=text, headers=headers)
            assert 400 <= answer.status_code < 500, (method, path, answer.text)
            assert answer.json()["key"].startswith("server.problem.")

    evening(server, story)


@pytest.mark.parametrize("number", [HUGE, 2 * HUGE - 1, -HUGE])
def test_a_huge_number_is_refused_at_the_table(server: Server, number: int) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=4)
        player = next(player for player in players if player.ask)
        assert player.ask is not None
        at = player.ask.at
        asked = [
            protocol.Commit(id="", at=number, answers=[0]),
            protocol.Commit(id="", at=at, answers=[number]),
            protocol.Draft(id="", at=at, answers=[number]),
            protocol.Draft(id="", at=number, answers=[], seat=number),
            protocol.Ahead(id="", at=at, answers=[number]),
            protocol.Why(id="", at=at, choice=number),
            protocol.Enter(id="", at=number, moves=[protocol.Move(answers=[1], seat=number)]),
            protocol.TakeBack(id="", entry=number),
            protocol.Timer(id="", seconds=number),
            protocol.Skip(id="", deadline=number),
            protocol.Ready(id="", hash="0" * 64, seat=number),
            protocol.Seed(id="", seed="x", seat=number),
        ]
        for message in asked:
            assert await refused(player.request(message)) != "server.refused.fault", message
        await player.hello(number)

    evening(server, story)


# Under which names the server is asked.


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        ("play.example.org", 200),
        ("PLAY.example.org:443", 200),
        ("localhost:8420", 200),
        ("192.168.1.7:8420", 200),
        ("[::1]:8420", 200),
        ("evil.example", 421),
        ("play.example.org.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[::1", 421),
        ("", 421),
    ],
)
def test_only_who_asks_for_this_house_is_answered(named: Server, host: str, answer: int) -> None:
    got = httpx.get(f"{named.address}/api/games", headers={"host": host})
    assert got.status_code == answer
    if answer == 421:
        assert got.json()["key"] == "server.problem.wrong_host"


def test_a_name_that_was_turned_to_this_machine_gets_no_connection(named: Server) -> None:
    async def run() -> None:
        address = named.address.replace("http", "ws") + "/ws"
        evil = {"host": "evil.example"}
        with pytest.raises(InvalidStatus):
            async with connect(address, origin="http://evil.example", additional_headers=evil):  # type: ignore[arg-type]
                pass

    asyncio.run(run())


def test_a_server_without_a_name_of_its_own_is_asked_by_number_or_as_this_machine() -> None:
    names = frozenset({"omerta-box"})
    assert is_ours("omerta-box:8420", names)
    assert is_ours("10.0.0.4:8420", names)
    assert not is_ours("attacker.example:8420", names)
    assert is_ours("whatever", frozenset()), "without names everybody is answered"


# What is counted.


def test_numbers_are_for_the_operator(named: Server) -> None:
    page = f"{named.address}/metrics"
    far = {"x-forwarded-for": "203.0.113.9"}
    assert httpx.get(page).status_code == 200, "who asks on this machine"
    assert httpx.get(page, headers=far).status_code == 403
    assert httpx.get(page, headers={"host": "play.example.org"}).status_code == 403
    assert httpx.get(page, headers={**far, "authorization": "Bearer wrong"}).status_code == 403
    told = httpx.get(page, headers={**far, "authorization": "Bearer pst"})
    assert told.status_code == 200
    assert "omerta_entries_total" in told.text


def test_without_a_token_no_token_opens_the_numbers(server: Server) -> None:
    far = {"x-forwarded-for": "203.0.113.9"}
    page = f"{server.address}/metrics"
    for token in ("", "Bearer", "Bearer None", "Basic eA=="):
        assert httpx.get(page, headers={**far, "authorization": token}).status_code == 403


def test_numbers_do_not_show_an_act_as_it_happens() -> None:
    metrics = Metrics()
    time = 1_020.0
    numbers = Numbers(metrics, every=60.0, clock=lambda: time)
    before = numbers.page()
    metrics.thoughts.inc()
    time += 59.0
    assert numbers.page() == before, "nothing new within the minute"
    time += 1.0
    assert numbers.page() != before


def test_a_move_does_not_show_in_the_numbers_at_once(server: Server) -> None:
    async def run() -> None:
        person = await Person(server.address, "Ida").come_in()
        first = (await person.http.get("/metrics")).text
        await person.post("/api/tables", {"game": "mafia-city", "seats": 4})
        assert (await person.http.get("/metrics")).text == first
        await person.close()

    asyncio.run(run())


def test_data_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Server(folder) as running:
        httpx.get(f"{running.address}/healthz")
        found = sorted(folder.iterdir())
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {path.name: path.stat().st_mode & 0o777 for path in found} == {
            path.name: 0o600 for path in found
        }
        assert any(path.name.endswith("-wal") for path in found)
