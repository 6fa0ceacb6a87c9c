"""The wire: frames as any client reads them, and clients that do not read."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Opcode
from websockets.protocol import Protocol, Side, State

from omerta.server import wire


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_read_as_the_text_that_was_sent(length: int) -> None:
    text = b"x" * length
    client = Protocol(Side.CLIENT, state=State.OPEN, max_size=None)
    client.receive_data(wire.frame(text) + wire.frame(b"next"))
    frames: list[Any] = client.events_received()
    assert [frame.opcode for frame in frames] == [Opcode.TEXT, Opcode.TEXT]
    assert [bytes(frame.data) for frame in frames] == [text, b"next"]


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

    def abort(self) -> None:
        self.is_aborted = True


def connection(unread: int) -> tuple[wire.Wire, Pipe]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Not asked."""

    config = uvicorn.Config(app)
    line = wire.Wire(config, ServerState(), {})
    pipe = Pipe(unread)
    line.transport = pipe
    return line, pipe


def test_what_gathers_in_one_turn_of_the_loop_goes_out_at_once() -> None:
    async def run() -> list[bytes]:
        line, pipe = connection(unread=0)
        line.post(b"one")
        line.post(b"two")
        assert pipe.writes == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return pipe.writes

    assert asyncio.run(run()) == [wire.frame(b"one") + wire.frame(b"two")]


@pytest.mark.parametrize(("unread", "is_slow"), [(wire.LARGEST_BACKLOG, 0), (10_000_000, 1)])
def test_a_client_that_does_not_read_is_dropped(unread: int, is_slow: int) -> None:
    async def run() -> tuple[bool, int]:
        line, pipe = connection(unread)
        calls: list[None] = []
        line.on_slow = lambda: calls.append(None)
        line.post(b"news")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return pipe.is_aborted, len(calls)

    assert asyncio.run(run()) == (bool(is_slow), is_slow)
