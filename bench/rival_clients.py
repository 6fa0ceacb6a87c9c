"""Bare clients of the peers: four at a table, of whom one after the other moves."""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from random import Random
from typing import Final

import httpx
from clients import BINARY, TEXT, Line, open_line
from tables import SEATS

PLACES: Final = 7


class Round(ABC):
    """One table of a peer: four lines, of which one after the other moves."""

    def __init__(self, number: int) -> None:
        self.rng = Random(number)
        self.lines: list[Line] = []
        self.is_running = False
        self.count = 0
        """Moves so far; the seats make them in turn."""
        self.told = [0] * SEATS
        """Moves that each seat has been told of."""
        self.sent_at = [0.0] * SEATS
        self.times: list[float] = []
        self.bytes = 0

    @abstractmethod
    def is_told(self, message: bytes) -> bool:
        """Whether this message tells of a move."""

    @abstractmethod
    def command(self, seat: int) -> bytes:
        """How a seat places a chip somewhere."""

    def take(self, seat: int, message: bytes) -> None:
        """To the mover it is the receipt; to the next one it is the question."""
        if not self.is_told(message):
            return
        self.bytes += len(message)
        self.told[seat] += 1
        told = self.told[seat]
        assert told <= self.count, "a seat is told once of every move"
        if seat == (told - 1) % SEATS:
            self.times.append(time.perf_counter() - self.sent_at[seat])
        if seat == told % SEATS:
            self.move()

    def move(self) -> None:
        """Let whoever is at it move."""
        if self.is_running:
            seat = self.count % SEATS
            self.sent_at[seat] = time.perf_counter()
            self.lines[seat].send(self.command(seat), self.kind)
            self.count += 1

    kind: int = TEXT


class ColyseusRound(Round):
    """A room of Colyseus: binary messages, whose first byte says what they are."""

    kind = BINARY

    def is_told(self, message: bytes) -> bool:
        """Whether it is a message to the room's clients, or a change of its state."""
        return message[0] in (13, 15)

    def command(self, seat: int) -> bytes:
        """The message `place` with a number."""
        return b"\x0d\xa5place" + bytes([self.rng.randrange(PLACES)])


class BoardgameRound(Round):
    """A match of boardgame.io over socket.io."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.match = f"match-{number}"

    def is_told(self, message: bytes) -> bool:
        """Whether it brings a new state."""
        return message.startswith(b'42/city,["update"')

    def command(self, seat: int) -> bytes:
        """The move `place` with a number."""
        place = {"type": "place", "args": [self.rng.randrange(PLACES)], "playerID": str(seat)}
        action = {"type": "MAKE_MOVE", "payload": place}
        words = ["update", action, self.count, self.match, str(seat)]
        return b"42/city," + json.dumps(words, separators=(",", ":")).encode()


async def colyseus_round(http: httpx.AsyncClient, address: str, number: int) -> Round:
    """Four clients in a room of Colyseus."""
    room = ColyseusRound(number)
    for _ in range(SEATS):
        found = await http.post("/matchmake/joinOrCreate/city", json={})
        reserved = found.raise_for_status().json()
        path = f"/{reserved['processId']}/{reserved['roomId']}?sessionId={reserved['sessionId']}"
        joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def opened(line: Line, joined: asyncio.Future[None] = joined) -> None:
            def first(message: bytes) -> None:
                if message[0] == 10:
                    line.send(b"\x0a", BINARY)
                    line.take = len
                    joined.set_result(None)

            line.take = first

        room.lines.append(await open_line(address, opened, path))
        await joined
    listen(room)
    return room


async def boardgame_round(http: httpx.AsyncClient, address: str, number: int) -> Round:
    """Four clients in a match of boardgame.io, made by the first who asks for it."""
    match = BoardgameRound(number)
    for seat in range(SEATS):
        synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def opened(line: Line, seat: int = seat, synced: asyncio.Future[None] = synced) -> None:
            def first(message: bytes) -> None:
                if message.startswith(b"0{"):
                    line.send(b"40/city,")
                elif message.startswith(b"40/city"):
                    words = ["sync", match.match, str(seat), None, SEATS]
                    line.send(b"42/city," + json.dumps(words).encode())
                elif message.startswith(b'42/city,["sync"') and not synced.done():
                    synced.set_result(None)

            line.take = first

        path = "/socket.io/?EIO=4&transport=websocket"
        match.lines.append(await open_line(address, opened, path))
        await synced
    listen(match)
    return match


def listen(table: Round) -> None:
    """From now on the lines of a table play; what socket.io asks is answered."""
    for seat, line in enumerate(table.lines):

        def take(message: bytes, seat: int = seat, line: Line = line) -> None:
            if message == b"2":
                line.send(b"3")
            else:
                table.take(seat, message)

        line.take = take
