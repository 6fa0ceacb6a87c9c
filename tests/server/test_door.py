"""Whoever comes in has to get on, there are only so many places, and nothing is waited for long."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from omerta.server.ops.main import MOST_OF_ONE_ADDRESS
from omerta.server.wire import protocol
from omerta.server.wire.places import Places
from tests.server.client import Person, Player, Refusal, table_of
from tests.server.house import Server
from tests.server.services import postgres_or_skip

HURRY = """
from omerta.server.wire import door
door.HEADERS_WITHIN = door.BODY_WITHIN = door.ANSWER_WITHIN = 1.0
from omerta.server.http import programs
programs.SILENCE = 0.3
"""
SLOWEST = 20.0


def call(server: Server, said: bytes = b"", source: str = "") -> socket.socket:
    """A connection over which something is said."""
    line = socket.create_connection(
        ("127.0.0.1", server.port), SLOWEST, source_address=(source, 0) if source else None
    )
    line.sendall(said)
    return line


def heard(line: socket.socket) -> bytes:
    """Everything that comes until the other side ends it."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def is_served(server: Server) -> bool:
    try:
        return httpx.get(f"{server.address}/healthz", timeout=SLOWEST).text == "ok\n"
    except httpx.HTTPError:
        return False


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose patience is a second."""
    with Server(tmp_path_factory.mktemp("hurried"), before=HURRY) as running:
        yield running


WHOLE = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
FORM = b"POST /api/people HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
LINGERING = {
    "says nothing": b"",
    "half a line": b"GET /heal",
    "half a header": WHOLE[:-2],
    "a blank line after an answer": WHOLE + b"\r\n",
    "half a header after an answer": WHOLE + WHOLE[:-2],
    "no body": FORM + b"content-length: 13\r\n\r\n",
    "half a body": FORM + b'content-length: 13\r\n\r\n{"name"',
    "a piece of a body": FORM + b"transfer-encoding: chunked\r\n\r\n3\r\n{}\n\r\n",
    "an upgrade to nothing": WHOLE[:-2] + b"connection: upgrade\r\nupgrade: tea\r\n\r\n",
}


@pytest.mark.parametrize("what", LINGERING)
def test_whoever_does_not_get_on_is_sent_away(hurried: Server, what: str) -> None:
    with closing(call(hurried, LINGERING[what])) as line:
        began = time.monotonic()
        heard(line)
        assert time.monotonic() - began < SLOWEST


def test_whoever_does_not_read_the_answer_is_sent_away(hurried: Server) -> None:
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        line.settimeout(SLOWEST)
        line.connect(("127.0.0.1", hurried.port))
        ask = b"GET /api/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        line.settimeout(0)
        ended = time.monotonic() + SLOWEST
        while time.monotonic() < ended:
            try:
                line.sendall(ask)
            except BlockingIOError:
                time.sleep(0.05)
            except ConnectionError:
                return
        pytest.fail("the connection is still there")


def test_a_stream_that_is_read_lasts(hurried: Server) -> None:
    """The stream of a program is an answer without end; it is read, so nobody waits for it."""

    async def read() -> None:
        person = await Person(hurried.address).come_in()
        form = {"game": "mafia-city", "seats": 3, "chairs": [{"kind": "me"}]}
        table = (await person.post("/api/tables", form))["id"]
        blank = 0
        async with person.http.stream("GET", f"/api/programs/tables/{table}/stream") as lines:
            async for text in lines.aiter_lines():
                blank += not text
                if blank == 8:  # patience has been over twice by now
                    break
        await person.close()
        assert blank == 8

    asyncio.run(read())


@pytest.mark.pure_only  # compiled code has its own patience, whatever is planted
def test_whoever_opens_a_socket_has_to_say_hello(tmp_path: Path) -> None:
    async def wait(server: Server) -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as line:
            await line.send('{"type":"ping"}')  # this is no hello
            assert "pong" in str(await line.recv())
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(line.recv(), SLOWEST)

    impatient = "from omerta.server.running import connection; connection.HELLO_WITHIN = 1.0"
    with Server(tmp_path, before=impatient) as server:
        asyncio.run(wait(server))


def test_headers_without_end_are_not_read_for_ever(hurried: Server) -> None:
    with closing(call(hurried, WHOLE[:-2])) as line, contextlib.suppress(ConnectionError):
        for number in range(20_000):  # more than the system keeps for a server that is busy
            line.sendall(b"x-%d: %b\r\n" % (number, b"y" * 1000))
        pytest.fail("twenty megabytes of headers were taken")


def test_a_table_outlives_a_crowd_that_says_nothing(tmp_path: Path) -> None:
    """More come than there are places; those inside play on, and the others get in later."""

    async def evening(server: Server) -> None:
        person = await Person(server.address).come_in()
        _, (player,) = await table_of([person], seats=3)
        crowd = [call(server, WHOLE[: number % 20]) for number in range(60)]
        await until_asked(player)
        assert await said(player, "Who are all these people?") == ""
        assert not await asyncio.to_thread(is_served, server)
        async with asyncio.timeout(SLOWEST):
            while not await asyncio.to_thread(is_served, server):
                await asyncio.sleep(0.2)
        for line in crowd:
            line.close()
        await player.close()
        await person.close()

    with Server(tmp_path, "--connections", "30", before=HURRY) as server:
        asyncio.run(evening(server))


async def until_asked(player: Player) -> None:
    await player.until(lambda: player.ask is not None)


FEW_FILES = f"""{HURRY}
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no such limit")
def test_a_shortage_of_files_is_survived(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        person = await Person(server.address).come_in()
        _, (player,) = await table_of([person], seats=3)
        crowd = [call(server) for _ in range(150)]
        try:
            await until_asked(player)
            assert await said(player, "There is not much room in here.") == ""
            async with asyncio.timeout(SLOWEST):
                while not await asyncio.to_thread(is_served, server):
                    await asyncio.sleep(0.2)
        finally:
            for line in crowd:
                line.close()
        await player.close()
        await person.close()

    with Server(tmp_path, before=FEW_FILES) as server:
        asyncio.run(evening(server))


def test_one_address_cannot_have_every_place(tmp_path: Path) -> None:
    with Server(tmp_path, rate=1000) as server:
        crowd = []
        try:
            for _ in range(MOST_OF_ONE_ADDRESS + 5):
                crowd.append(call(server, source="127.0.0.2"))
        except OSError:
            pytest.skip("this system has one address of its own only")
        try:
            assert heard(crowd[-1]).startswith(b"HTTP/1.1 503")
            with closing(call(server, WHOLE, source="127.0.0.3")) as other:
                assert other.recv(100).startswith(b"HTTP/1.1 200")
        finally:
            for line in crowd:
                line.close()


def test_one_address_behind_a_proxy_cannot_have_every_socket(tmp_path: Path) -> None:
    async def crowd(server: Server) -> None:
        url = f"ws://127.0.0.1:{server.port}/ws"
        async with contextlib.AsyncExitStack() as stack:

            async def come(address: str) -> None:
                header = {"x-forwarded-for": address}
                await stack.enter_async_context(connect(url, additional_headers=header))

            for _ in range(128):
                await come("192.0.2.1")
            with pytest.raises(InvalidStatus):
                await come("192.0.2.1")
            await come("192.0.2.2")

    with Server(tmp_path, rate=1000) as server:
        asyncio.run(crowd(server))


def test_a_place_is_given_back_once() -> None:
    places = Places(most=3, most_of_one=2)
    assert [places.take(who) for who in ("a", "a", "a", "b", "c")] == [
        True,
        True,
        False,
        True,
        False,
    ]
    places.give_back("a")
    assert places.take("c")
    assert not places.take("a")
    assert Places().take("") is True


# A database that does not answer.


async def said(player: Player, text: str) -> str:
    """Say something at the table: empty if it was said, or why not."""
    try:
        await player.request(protocol.Say(id="", text=text))
    except Refusal as refused:
        return refused.key
    return ""


async def play_through(server: Server, freeze: contextlib.AbstractContextManager[object]) -> None:
    person = await Person(server.address).come_in()
    table, (player,) = await table_of([person], seats=3)
    await until_asked(player)
    assert await said(player, "before") == ""
    with freeze:
        assert await said(player, "during") == "server.refused.trouble"
        health = await person.http.get("/healthz")
        assert health.status_code == 503
    async with asyncio.timeout(SLOWEST):
        while await said(player, "after"):
            await asyncio.sleep(1.5)
    assert (await person.http.get("/healthz")).status_code == 200
    # Nothing was told twice, and a newcomer hears what everybody has heard.
    again = await person.sit(table)
    await again.until(lambda: len(again.talk) >= len(player.talk))
    words = [line.text for line in again.talk]
    assert len(words) == len(set(words))
    assert words[0] == "before"
    assert words[-1] == "after"
    await again.close()
    await player.close()
    await person.close()


def test_a_frozen_database_is_not_waited_for(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = postgres_or_skip(request)
    with Server(tmp_path, "--database", postgres.new_database()) as server:
        asyncio.run(play_through(server, postgres.frozen()))


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Somebody else writes into the database and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


def test_a_locked_database_is_not_waited_for(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asyncio.run(play_through(server, locked(tmp_path / "omerta.sqlite")))
