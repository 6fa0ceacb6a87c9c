"""Clients that do as little as possible, so that it is the server that is measured.

They speak WebSocket themselves (a header, a mask of zeros) and look into a message only if it
asks them something. The echo is measured with the same ones.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import cast
from urllib.parse import urlsplit

import msgspec

UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A


class Line(asyncio.Protocol):
    """One WebSocket connection."""

    def __init__(self, host: str, path: str, opened: Callable[[Line], None]) -> None:
        self.host = host
        self.path = path
        self.opened = opened
        self.take: Callable[[bytes], None] = len
        """What is done with a message; whoever is told that the line is open says so."""
        self.rest = b""
        self.is_open = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to speak WebSocket."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(UPGRADE.format(host=self.host, path=self.path).encode())

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """Send a short message; a mask of zeros leaves it as it is."""
        assert self.transport is not None
        length = len(text)
        if length < 126:
            header = bytes((kind, 128 | length, 0, 0, 0, 0))
        else:
            header = bytes((kind, 128 | 126, length >> 8, length & 255, 0, 0, 0, 0))
        self.transport.write(header + text)

    def data_received(self, data: bytes) -> None:
        """Cut the stream into messages."""
        if self.rest:
            data = self.rest + data
        if not self.is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            assert b" 101 " in head, head
            self.is_open = True
            self.opened(self)
        start, size = 0, len(data)
        while size - start >= 2:
            length, begin = data[start + 1], start + 2
            if length == 126:
                begin += 2
                length = int.from_bytes(data[start + 2 : begin], "big")
            elif length == 127:
                begin += 8
                length = int.from_bytes(data[start + 2 : begin], "big")
            if begin + length > size:
                break
            kind = data[start]
            start = begin + length
            if kind in (TEXT, BINARY):
                self.take(data[begin:start])
            elif kind == PING:
                self.send(data[begin:start], PONG)
        self.rest = data[start:]

    def close(self) -> None:
        """Go."""
        if self.transport is not None:
            self.transport.abort()


async def open_line(address: str, opened: Callable[[Line], None], path: str = "/ws") -> Line:
    """Connect to a server."""
    parts = urlsplit(address)
    line = Line(parts.netloc, path, opened)
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: line, parts.hostname, parts.port)
    return line


class Choice(msgspec.Struct):
    """What may be chosen."""

    choice: int
    move: str = ""


class Ask(msgspec.Struct):
    """A question."""

    at: int
    choices: list[Choice]
    default: int | None = None


class Asking(msgspec.Struct):
    """The one field of an event that matters here."""

    ask: Ask


decode = msgspec.json.Decoder(Asking).decode


class Seat:
    """One connection that answers whatever it is asked."""

    line: Line

    def __init__(self, load: Load, number: int, table: str, place: int) -> None:
        self.load = load
        self.number = number
        self.table = table
        self.place = place
        """The chair, and whose token is shown."""
        self.sent_at = 0.0
        self.count = 0
        self.rng = Random(number)

    def take(self, text: bytes) -> None:
        """Answer a question, count a receipt."""
        load = self.load
        if text.startswith(b'{"type":"receipt"'):
            load.receipts.append(time.perf_counter() - self.sent_at)
        elif text.startswith(b'{"type":"event"'):
            load.bytes += len(text)
            if b'"ask":{' in text:
                self.asked(decode(text).ask)
            elif b'"outcome":{' in text:
                self.go_to(load.next_table(self.table))
        elif text.startswith(b'{"type":"welcome"'):
            load.welcomed += 1
        elif text.startswith(b'{"type":"refused"'):
            load.refused += 1

    def go_to(self, table: str) -> None:
        """Sit down where a game is going on."""
        self.table = table
        self.line.send(
            b'{"type":"hello","token":"%b","table":"%b","seat":%d}'
            % (self.load.tokens[self.place].encode(), table.encode(), self.place)
        )

    def asked(self, ask: Ask) -> None:
        """Place a chip if possible, else take the default: always a whole move."""
        load = self.load
        if not load.is_running:
            load.held.append((self, ask))
            return
        if load.rate:
            moment = time.perf_counter()
            load.next = max(load.next + 1 / load.rate, moment)
            load.loop.call_later(load.next - moment, self.answer, ask)
        else:
            self.answer(ask)

    def answer(self, ask: Ask) -> None:
        """Commit a move."""
        choice = ask.default
        if not self.load.calm and self.rng.random() < 0.8:
            places = [one.choice for one in ask.choices if one.move.startswith("place")]
            if places:
                choice = self.rng.choice(places)
        if choice is None:
            choice = ask.choices[0].choice
        self.count += 1
        self.sent_at = time.perf_counter()
        self.line.send(
            b'{"type":"commit","id":"%d-%d","at":%d,"answers":[%d]}'
            % (self.number, self.count, ask.at, choice)
        )


class Load:
    """Many tables, each with its persons connected."""

    def __init__(
        self,
        tokens: list[str],
        rate: float = 0.0,
        *,
        calm: bool = False,
        spare: Iterable[str] = (),
    ) -> None:
        self.tokens = tokens
        self.spare = iter(spare)
        self.followed: dict[str, str] = {}
        """Where those went whose game was over: a table that nobody plays at costs nothing."""
        self.rate = rate
        self.calm = calm
        self.loop = asyncio.get_running_loop()
        self.receipts: list[float] = []
        self.bytes = 0
        """Of all events."""
        self.welcomed = 0
        self.refused = 0
        self.is_running = False
        self.next = 0.0
        self.held: list[tuple[Seat, Ask]] = []
        self.seats: list[Seat] = []

    async def connect(self, addresses: list[str], tables: list[str]) -> None:
        """Connect everybody; the seats of a table go to the addresses in turn."""
        already = len(self.seats)
        for table in tables:
            for place in range(len(self.tokens)):
                await self._sit(addresses[place % len(addresses)], table, place)
            while self.welcomed < len(self.seats) - 40:
                await asyncio.sleep(0.005)
        while self.welcomed < len(self.seats):
            await asyncio.sleep(0.02)
        assert len(self.seats) - already == len(tables) * len(self.tokens)

    async def _sit(self, address: str, table: str, place: int) -> None:
        seat = Seat(self, len(self.seats), table, place)
        self.seats.append(seat)

        def hello(line: Line) -> None:
            seat.line = line
            line.take = seat.take
            seat.go_to(table)

        await open_line(address, hello)

    def next_table(self, table: str) -> str:
        """A table with a game for all four whose game is over."""
        if table not in self.followed:
            self.followed[table] = next(self.spare)
        return self.followed[table]

    def go(self) -> None:
        """Let everybody play."""
        self.is_running = True
        held, self.held = self.held, []
        for seat, ask in held:
            seat.asked(ask)

    def stop(self) -> None:
        """Let everybody go."""
        self.is_running = False
        for seat in self.seats:
            seat.line.close()


class Echoes:
    """Connections that send a command and wait until it comes back."""

    MESSAGE = b'{"type":"commit","id":"1-17","at":42,"answers":[17]}'

    def __init__(self) -> None:
        self.count = 0
        self.lines: list[Line] = []

    async def connect(self, address: str, connections: int) -> None:
        """Begin."""
        for _ in range(connections):
            self.lines.append(await open_line(address, self._begin))

    def _begin(self, line: Line) -> None:
        def take(text: bytes) -> None:
            self.count += 1
            line.send(self.MESSAGE)

        line.take = take
        line.send(self.MESSAGE)

    def stop(self) -> None:
        """End."""
        for line in self.lines:
            line.close()
