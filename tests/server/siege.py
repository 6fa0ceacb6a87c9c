"""Those who do not mean well: they talk nonsense by the thousand, or ask and do not read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from omerta.server.ops import schema
from omerta.server.wire import protocol
from tests.server.client import Person
from tests.server.house import Server
from tests.server.test_kill import Games

KINDS = [str(member.__struct_config__.tag) for member in schema.CLIENT]
FIELDS = sorted({field for member in schema.CLIENT for field in member.__struct_fields__})
ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**31, 2**62, 2**70, 1e308, "", "\0", "x" * 500, "\ud83d\ude00", [], {}),
    *([[]] * 50, {"a": {"b": {}}}, ["commit"] * 70, "../../etc/passwd", "'; drop table answers"),
)
MOST = 20
"""Messages of one connection: after twenty that cannot be read the server ends it."""

GONE = (OSError, TimeoutError, asyncio.IncompleteReadError, WebSocketException)


def nonsense(rng: Random) -> bytes:
    """A text that is no message, or one that makes no sense."""
    fields = {rng.choice(FIELDS): rng.choice(ODD) for _ in range(rng.randrange(6))}
    text = json.dumps({"type": rng.choice(KINDS), **fields}).encode()
    if text.startswith(b'{"type": "hello"'):
        text = text.replace(b"hello", b"hallo")
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return text[: rng.randrange(len(text))]
    if kind == 2:
        place = rng.randrange(len(text))
        return text[:place] + rng.randbytes(1) + text[place + 1 :]
    if kind == 3:
        return b"[" * rng.randrange(1, 5000)
    return text


def frame(text: bytes, rng: Random) -> bytes:
    """As it goes over the wire; now and then not even that is right."""
    first = 0x81
    if rng.random() < 0.05:
        first = rng.randrange(256)
    if len(text) < 126:
        return bytes((first, 0x80 | len(text), 0, 0, 0, 0)) + text
    return bytes((first, 0x80 | 126)) + len(text).to_bytes(2, "big") + bytes(4) + text


class Noise:
    """Nonsense from somebody who watches a table, or has not even said hello."""

    def __init__(self, server: Server, person: Person, games: Games, seed: int) -> None:
        self.server = server
        self.person = person
        self.games = games
        self.rng = Random(seed)
        self.sent = 0

    async def once(self) -> None:
        """Come in, talk nonsense until one is shown out, go."""
        with contextlib.suppress(*GONE):
            async with asyncio.timeout(20):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
                try:
                    await self._talk(reader, writer)
                finally:
                    writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(
            b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nconnection: upgrade\r\n"
            b"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % self.server.port
        )
        await reader.readuntil(b"\r\n\r\n")
        if self.rng.random() < 0.5:
            table, _ = self.rng.choice(self.games[-4:])
            hello = protocol.Hello(token=self.person.token, table=table, watch=True)
            writer.write(frame(protocol.encode(hello), Random(1)))
            await reader.read(65_536)
        for _ in range(MOST):
            writer.write(frame(nonsense(self.rng), self.rng))
            self.sent += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                while await reader.read(65_536):
                    pass


async def ask_and_not_read(server: Server, person: Person, table: str, seconds: float) -> None:
    """Ask for everything again and again, and read nothing."""
    # The socket is closed here even if the server is killed while it is being connected.
    with contextlib.closing(socket.socket()) as line, contextlib.suppress(*GONE):
        async with asyncio.timeout(seconds):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.setblocking(False)  # noqa: FBT003
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
            deaf = await connect(f"ws://127.0.0.1:{server.port}/ws", sock=line, max_queue=1)
            deaf.transport.pause_reading()
            hello = protocol.Hello(token=person.token, table=table, watch=True)
            try:
                while not deaf.transport.is_closing():
                    await deaf.send(protocol.encode(hello).decode())
                    await asyncio.sleep(0.02)
            finally:
                deaf.transport.abort()
