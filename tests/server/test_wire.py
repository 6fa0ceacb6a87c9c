"""The wire: frames as any client reads them, and clients that do not read."""

from __future__ import annotations

import asyncio
import tomllib
from importlib.metadata import version
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side, State
from websockets.server import ServerProtocol

from omerta.server.wire import frames, sending, socket
from omerta.server.wire.protocol import LARGEST_MESSAGE


def frame(text: bytes) -> bytes:
    return frames.header(len(text)) + text


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_read_as_the_text_that_was_sent(length: int) -> None:
    text = b"x" * length
    client = Protocol(Side.CLIENT, state=State.OPEN, max_size=None)
    client.receive_data(frame(text) + frame(b"next"))
    received: list[Any] = client.events_received()
    assert [one.opcode for one in received] == [Opcode.TEXT, Opcode.TEXT]
    assert [bytes(one.data) for one in received] == [text, b"next"]


EXTENDED = {"uvicorn": "0.54", "websockets": "17"}
"""Whose insides `Socket` extends and relies on, in the versions that were read for it."""


@pytest.mark.parametrize("name", EXTENDED)
def test_a_new_version_of_what_is_extended_has_to_be_read_first(name: str) -> None:
    tried = EXTENDED[name]
    assert version(name).startswith(f"{tried}."), (
        f"read what wire/socket.py extends in the new {name}, run the tests of the server,"
        " then change its bounds here and in pyproject.toml"
    )
    wanted: Any = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    found = [line for line in wanted["dependencies"] if line.startswith(name)]
    *front, last = tried.split(".")
    assert found == [f"{name}>={tried},<{'.'.join([*front, str(int(last) + 1)])}"]


def test_uvicorn_still_has_what_is_extended() -> None:
    for name in (
        "connection_made",
        "data_received",
        "handle_connect",
        "send_receive_event_to_app",
    ):
        ours, theirs = getattr(socket.Socket, name), getattr(WebSocketsSansIOProtocol, name)
        assert list(signature(ours).parameters) == list(signature(theirs).parameters)
    line, _ = asyncio.run(_made())
    for name in ("close_sent", "conn", "frames", "transport"):
        assert name in vars(line), f"uvicorn's connection has no {name} any more"


async def _made() -> tuple[socket.Socket, Pipe]:
    return connection(unread=0)


class Pipe(asyncio.Transport):
    """A transport whose other end reads so much and no more."""

    def __init__(self, unread: int) -> None:
        super().__init__()
        self.unread = unread
        self.writes: list[bytes] = []
        self.is_aborted = False

    def write(self, data: Any) -> None:
        self.writes.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.is_aborted

    def abort(self) -> None:
        self.is_aborted = True

    def close(self) -> None:
        self.is_aborted = True


def opened() -> tuple[socket.Socket, list[bytes]]:
    """A connection after its handshake, and the messages that it has handed over."""
    line, _ = connection(unread=0)
    line.conn = ServerProtocol(state=State.OPEN, max_size=LARGEST_MESSAGE)
    line.stream = frames.Stream()
    taken: list[bytes] = []
    line.take = taken.append
    return line, taken


def from_client(text: bytes, **fields: Any) -> bytes:
    """What a browser sends: the frame is masked."""
    return Frame(Opcode.TEXT, text, **fields).serialize(mask=True)


LONG = b"x" * 300
EVERY_KIND = [
    [from_client(b"one"), from_client(b"two"), from_client("drei \u00e4".encode())],
    [from_client(b"one"), from_client(LONG), from_client(b""), from_client(b"two")],
    [from_client(b"one") + from_client(b"two"), from_client(b"three")],
    [from_client(b"one"), from_client(b"be", fin=False), from_client(b"two")[:1]],
    [
        from_client(b"one"),
        from_client(b"be", fin=False),
        Frame(Opcode.CONT, b"gun").serialize(mask=True),
        from_client(b"two"),
    ],
    [from_client(b"one"), Frame(Opcode.PING, b"?").serialize(mask=True), from_client(b"two")],
]


def whole_messages(chunks: list[bytes]) -> list[bytes]:
    """What the parser of the library makes of it, fragments put together."""
    server = ServerProtocol(state=State.OPEN, max_size=LARGEST_MESSAGE)
    found: list[bytes] = []
    gathered = b""
    for chunk in chunks:
        server.receive_data(chunk)
        for event in server.events_received():
            if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT):
                gathered += bytes(event.data)
                if event.fin:
                    found.append(gathered)
                    gathered = b""
    return found


@pytest.mark.parametrize("chunks", EVERY_KIND)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 0])
def test_however_it_arrives_a_message_is_taken_as_it_was_sent(
    chunks: list[bytes], size: int
) -> None:
    stream = b"".join(chunks)
    if size:
        chunks = [stream[start : start + size] for start in range(0, len(stream), size)]

    async def run() -> list[bytes]:
        line, taken = opened()
        for chunk in chunks:
            line.data_received(chunk)
        return taken

    taken = asyncio.run(run())
    assert taken == whole_messages([stream])
    assert {type(message) for message in taken} <= {bytes}


def test_a_frame_that_looks_whole_in_the_middle_of_another_is_a_part_of_it() -> None:
    inside = from_client(b"a forged move")
    text = inside + b"!" * (120 - len(inside))
    outside = Frame(Opcode.TEXT, text).serialize(mask=False)
    outside = bytes((outside[0], outside[1] | 0x80)) + bytes(4) + outside[2:]

    async def run() -> list[bytes]:
        line, taken = opened()
        line.data_received(from_client(b"one"))
        for chunk in (outside[:6], inside, outside[6 + len(inside) :]):
            line.data_received(chunk)
        return taken

    assert asyncio.run(run()) == [b"one", text]


@pytest.mark.parametrize(
    "bad", [b"\x81\x03one", b"\xc1\x83\0\0\0\0one", from_client(b"x" * (LARGEST_MESSAGE + 1))]
)
def test_what_no_client_may_send_is_not_taken(bad: bytes) -> None:
    async def run() -> list[bytes]:
        line, taken = opened()
        line.data_received(from_client(b"one"))
        line.data_received(bad)
        line.data_received(from_client(b"two"))
        return taken

    assert asyncio.run(run()) == [b"one"]


def connection(unread: int) -> tuple[socket.Socket, Pipe]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Not asked."""

    config = uvicorn.Config(app)
    line = socket.Socket(config, ServerState(), {})
    pipe = Pipe(unread)
    line.connection_made(pipe)
    return line, pipe


def test_what_gathers_in_one_turn_of_the_loop_goes_out_at_once() -> None:
    async def run() -> list[bytes]:
        line, pipe = connection(unread=0)
        line.outbox.post(b"one")
        line.outbox.post(b"two")
        assert pipe.writes == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return pipe.writes

    assert asyncio.run(run()) == [frame(b"one") + frame(b"two")]


@pytest.mark.parametrize(("unread", "is_slow"), [(sending.LARGEST_BACKLOG, 0), (10_000_000, 1)])
def test_a_client_that_does_not_read_is_dropped(unread: int, is_slow: int) -> None:
    async def run() -> tuple[bool, int]:
        line, pipe = connection(unread)
        calls: list[None] = []
        line.on_slow = lambda: calls.append(None)
        line.outbox.post(b"news")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return pipe.is_aborted, len(calls)

    assert asyncio.run(run()) == (bool(is_slow), is_slow)


@pytest.mark.parametrize("end", ["shut", "closing"])
def test_nothing_is_sent_after_the_end(end: str) -> None:
    async def run() -> list[bytes]:
        line, pipe = connection(unread=0)
        line.outbox.post(b"too late")
        if end == "shut":
            line.outbox.is_shut = True
        else:
            pipe.close()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return pipe.writes

    assert asyncio.run(run()) == []
