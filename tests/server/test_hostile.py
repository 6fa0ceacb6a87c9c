"""Malformed, oversized, out-of-turn, forged and repeated messages change nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from omerta.server.http.app import make_app
from omerta.server.ops import schema
from omerta.server.running.house import House
from omerta.server.store.sqlite import SQLiteStore
from omerta.server.table.names import tidy_name
from omerta.server.table.people import BadToken, People, tidy_text
from omerta.server.watch.journal import Journal
from omerta.server.wire import protocol
from tests.server.client import Person, Refusal, table_of
from tests.server.evening import Evening, evening, play_on, refused, turn_of
from tests.server.house import Server

# What a message may look like to somebody who does not mean well.

IDS = st.text(max_size=70)
NUMBERS = st.one_of(st.integers(-3, 400), st.integers(-(2**70), 2**70))
TYPES = st.sampled_from(
    [member.__struct_config__.tag for member in (*schema.CLIENT, *schema.SERVER)]
)
FIELDS = st.sampled_from(
    sorted({field for member in schema.CLIENT for field in member.__struct_fields__})
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(allow_nan=False), IDS),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(IDS, inner, max_size=3)),
    max_leaves=8,
)
MESSAGES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    VALUES.map(json.dumps),
    st.builds(
        lambda kind, fields: json.dumps({**fields, "type": kind}),
        TYPES,
        st.dictionaries(FIELDS, VALUES, max_size=6),
    ),
    st.builds(
        lambda kind, at, answers, identity: json.dumps(
            {"type": kind, "at": at, "answers": answers, "id": identity, "seat": at, "ready": True}
        ),
        st.sampled_from(["commit", "draft", "ahead", "why", "ready", "seed", "return"]),
        NUMBERS,
        st.lists(NUMBERS, max_size=70),
        IDS,
    ),
)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(batch=st.lists(MESSAGES, min_size=1, max_size=12))
def test_whatever_is_said_at_the_table_changes_nothing(
    server: Server, batch: list[str | bytes]
) -> None:
    """The noise comes from a person at the table whose turn it is not."""

    async def run() -> None:
        people = [await Person(server.address).come_in() for _ in range(3)]
        _, players = await table_of(people, seats=3)
        quiet, _, noisy = sorted(players, key=lambda player: player.ask is None)
        before = (quiet.view, quiet.n, len(quiet.log))
        asked = noisy.ask is not None
        assert noisy.socket is not None
        try:
            for message in batch:
                await noisy.socket.send(message)
            await noisy.send(protocol.Ping())
        except ConnectionClosed:
            pass
        await asyncio.sleep(0.05)
        if not asked:
            assert (quiet.view, quiet.n, len(quiet.log)) == before
        assert (await quiet.person.http.get("/healthz")).status_code == 200
        for player in players:
            await player.close()
            await player.person.close()

    asyncio.run(run())


@given(text=st.one_of(st.text(), st.binary()))
def test_a_message_is_read_or_refused_and_nothing_else(text: str | bytes) -> None:
    try:
        message = protocol.decode(text)
    except (msgspec.MsgspecError, UnicodeError):
        return
    assert protocol.decode(protocol.encode(message)) == message


def test_an_oversized_message_ends_the_connection(server: Server) -> None:
    async def run() -> None:
        async with connect(server.address.replace("http", "ws") + "/ws") as socket:
            await socket.send("x" * (protocol.LARGEST_MESSAGE + 1))
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    asyncio.run(run())


def test_who_sends_nonsense_for_long_is_disconnected(server: Server) -> None:
    async def run() -> None:
        async with connect(server.address.replace("http", "ws") + "/ws") as socket:
            for _ in range(200):
                try:
                    await socket.send("nonsense")
                    await socket.recv()
                except ConnectionClosed:
                    return
            raise AssertionError("still connected")

    asyncio.run(run())


def test_nothing_is_possible_before_hello(server: Server) -> None:
    async def run() -> None:
        async with connect(server.address.replace("http", "ws") + "/ws") as socket:
            await socket.send('{"type":"commit","id":"1","at":1,"answers":[1]}')
            answer = protocol.decode_server(await socket.recv())
            assert isinstance(answer, protocol.Refused)
            assert answer.key == "server.refused.hello_first"

    asyncio.run(run())


def test_a_page_of_another_site_gets_no_connection(server: Server) -> None:
    async def run() -> None:
        address = server.address.replace("http", "ws") + "/ws"
        with pytest.raises(InvalidStatus):
            async with connect(address, origin="https://evil.example"):  # type: ignore[arg-type]
                pass
        async with connect(address, origin=server.address):  # type: ignore[arg-type]
            pass

    asyncio.run(run())


def test_moves_out_of_turn_and_forged_moves_are_refused(server: Server) -> None:
    async def run() -> None:
        people = [await Person(server.address).come_in() for _ in range(2)]
        _, players = await table_of(people, seats=3)
        await players[0].until(lambda: players[0].ask or players[1].ask)
        asked = next(player for player in players if player.ask)
        idle = next(player for player in players if player is not asked)
        at = asked.ask.at if asked.ask else 0
        for answers, who, keys in (
            ([0], idle, {"server.refused.not_asked"}),
            ([10**9], asked, None),
            ([], asked, {"server.refused.move_not_whole"}),
            ([0] * 65, asked, {"server.refused.move_not_whole"}),
        ):
            with pytest.raises(Refusal) as refused:
                await who.request(protocol.Commit(id="", at=at, answers=answers))
            assert keys is None or refused.value.key in keys
        with pytest.raises(Refusal, match="stale"):
            await asked.request(protocol.Commit(id="", at=at + 7, answers=[0]))
        with pytest.raises(Refusal, match="mafia_city"):
            await asked.request(protocol.Why(id="", at=at, choice=10**9))
        for player in players:
            await player.close()
            await player.person.close()

    asyncio.run(run())


def test_a_move_that_names_nobody_at_the_table_is_refused_with_its_reason(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (player,) = await tonight.table(people=1, seats=3, game="downtown")
        ask = await turn_of(player, [])
        while ask.point != "select":
            await play_on([player], 1)
            ask = await turn_of(player, [])
        for move in ("pay D villa bank", "pay Z villa bank", "collect D"):
            key = await refused(player.request(protocol.Why(id="", at=ask.at, move=move)))
            assert key == "downtown.refusal.unknown_seat"

    evening(server, story)


def test_a_client_that_does_not_read_is_dropped_and_the_table_goes_on(server: Server) -> None:
    async def asks_and_does_not_read(person: Person, table: str) -> None:
        """Ask for the whole story again and again until the server has enough."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        deaf = await connect(server.address.replace("http", "ws") + "/ws", sock=line, max_queue=1)
        deaf.transport.pause_reading()
        hello = protocol.encode(protocol.Hello(token=person.token, table=table)).decode()
        # Sooner than the server misses the answer to its ping.
        async with asyncio.timeout(30):
            with contextlib.suppress(ConnectionClosed):
                while not deaf.transport.is_closing():
                    await deaf.send(hello)
                    await asyncio.sleep(0.01)
        deaf.transport.abort()

    async def run() -> None:
        people = [await Person(server.address).come_in() for _ in range(2)]
        table, players = await table_of(people, seats=3)
        await asyncio.gather(*(player.play(Random(1)) for player in players))
        await asks_and_does_not_read(people[0], table)
        assert players[0].outcome is not None
        await players[1].request(protocol.Say(id="", text="Is anybody still here?"))
        await players[0].until(lambda: players[0].talk)
        for player in players:
            await player.close()
            await player.person.close()

    asyncio.run(run())


# Tokens and names.


def test_a_token_cannot_be_made_or_changed() -> None:
    people = People(b"k" * 32)
    person = people.new()
    token = people.token(person)
    assert people.person(token) == person
    for forged in ("", ".", person, token + "x", token[:-1], f"x{token}", "ä.b", token.upper()):
        with pytest.raises(BadToken):
            people.person(forged)
    with pytest.raises(BadToken):
        People(b"other").person(token)


@given(st.text(max_size=100))
def test_a_name_can_always_be_shown(name: str) -> None:
    tidy = tidy_name(name)
    assert len(tidy) <= protocol.LONGEST_NAME
    assert tidy == tidy.strip()
    assert tidy_name(tidy) == tidy
    assert all(letter.isprintable() for letter in tidy)
    assert "\n" not in tidy_text(name)


# The lobby.


def test_every_page_carries_the_safety_headers(server: Server) -> None:
    for path in ("/", "/api/games", "/t/ABCDEF", "/nowhere.js", "/api/nowhere"):
        answer = httpx.get(server.address + path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert httpx.get(server.address + "/api/nowhere").status_code == 404


def test_files_outside_the_pages_cannot_be_read(server: Server) -> None:
    for path in ("/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fsetup.py", "/%00"):
        answer = httpx.get(server.address + path)
        assert "root:" not in answer.text
        assert "[project]" not in answer.text


def test_a_form_that_is_too_large_is_turned_away(server: Server) -> None:
    answer = httpx.post(server.address + "/api/people", content=b"x" * 70_000)
    assert answer.status_code == 413


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    house = House(SQLiteStore(tmp_path / "omerta.sqlite"), journal=Journal(quiet=True))
    app = make_app(house, per_second=1.0)

    async def ask() -> list[int]:
        transport = httpx.ASGITransport(app)
        await house.open()
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://omerta") as client:
                return [(await client.get("/api/games")).status_code for _ in range(15)]
        finally:
            await house.close()

    statuses = asyncio.run(ask())
    assert statuses[0] == 200
    assert statuses[-1] == 429
