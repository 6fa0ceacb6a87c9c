"""Two worlds in lock-step for programs at a table: over MCP, over JSON lines, over plain HTTP."""

from __future__ import annotations

import asyncio
import io
import json
import re
import socket
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn
from mcp import Client

from omerta.core import Game
from omerta.games import GAMES
from omerta.interfaces.chair import Chair
from omerta.interfaces.mcp import make_server
from omerta.interfaces.seat import Lines
from omerta.lab.secrecy import Leak, difference, give_sealed_answers
from omerta.server.http import programs
from omerta.server.http.app import make_app
from omerta.server.running import hushed_nights
from omerta.server.running.house import House
from omerta.server.running.room import Room
from omerta.server.table import play
from omerta.server.wire.socket import Socket
from tests.server.test_poker_face import is_quiet, middle_of_a_game, new_house, room_at

SEATS = {"mafia-city": 4, "downtown": 3, "palermo": 8}
ASKED = {
    "mafia-city": ("dance", "pass", "place 3", "play police_raid/hat 4"),
    "downtown": ("dance", "rob joe", "shed L", "add 0 S1 T1"),
    "palermo": ("dance", "kill 4", "ask 3", "say claim_role(killer)"),
}
"""Moves that a program asks about at every moment, possible or not."""
OF_THE_TABLE = re.compile(r'"(now|deadline|made|commit|silent_until)":("\w+"|\d+)')
"""What differs between any two tables: times, and what the deal is bound to."""
MOMENTS = 6
"""Moves after which everything is compared again."""
AN_HOUR = 3_600_000
"""No time of a game runs out before, however slow the machine is."""
DRAWS = 20
"""How often a move is drawn until it is one that tells nothing in either world."""


class Window(ABC):
    """A program's way to a seat; it writes down every byte that comes out of it."""

    def __init__(self, address: str, room: Room, viewer: int, token: str) -> None:
        self.address = address
        self.room = room
        self.viewer = viewer
        self.token = token
        self.told: list[str] = []
        self.asked = ASKED[room.table.rulebook.name]

    def write(self, text: str) -> None:
        for name in (self.room.table.id, self.room.table.code):
            text = text.replace(name, "TABLE")
        self.told.append(OF_THE_TABLE.sub("", text))

    @abstractmethod
    async def open(self, stack: AsyncExitStack) -> None:
        """Come to the seat."""

    @abstractmethod
    async def ask_everything(self) -> None:
        """Ask whatever may be asked without moving, once all that happened has arrived."""

    @abstractmethod
    async def play(self, move: str) -> None:
        """Make a move in the notation."""

    @property
    def newest(self) -> int:
        """The number of the last event of this seat."""
        return self.room.table.count[self.viewer]


class ByChair(Window):
    """Over a chair."""

    async def until_told(self, chair: Chair) -> None:
        assert await chair._until(lambda: chair.n >= self.newest and chair.view is not None)

    async def until_shown(self, played: Awaitable[None]) -> None:
        """A move is played when its event has come; in a hushed night the next tick brings it."""
        before, hush = self.newest, self.room.audience.hush
        playing = asyncio.ensure_future(played)
        while not playing.done():
            if hush.is_on and self.newest > before:
                hush.tick()
            await asyncio.sleep(0.01)
        await playing


class OverMCP(ByChair):
    """A client of the Model Context Protocol."""

    async def open(self, stack: AsyncExitStack) -> None:
        seated: list[Chair] = []

        async def come_back(chair: Chair) -> None:
            chair.token = self.token
            chair.reader = asyncio.create_task(chair._stay())
            seated.append(chair)
            await self.until_told(chair)

        self.client = await stack.enter_async_context(Client(make_server(self.address)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Chair, "sit_down", come_back)
            sat = await self.client.call_tool("sit_down", {"table": self.room.table.code})
        assert isinstance(sat.structured_content, dict)
        self.seat = sat.structured_content["seat"]
        (self.chair,) = seated
        stack.push_async_callback(self.chair.close)

    async def call(self, tool: str, **arguments: Any) -> None:
        result = await self.client.call_tool(tool, {"seat": self.seat, **arguments})
        assert not result.is_error, result.content
        self.write(json.dumps([part.model_dump(mode="json") for part in result.content]))

    async def ask_everything(self) -> None:
        await self.until_told(self.chair)
        await self.call("look")
        await self.call("moves")
        for move in self.asked:
            await self.call("moves", begun=move)
            await self.call("why_not", move=move)

    async def play(self, move: str) -> None:
        await self.until_shown(self.call("play", move=move))


class OverLines(ByChair):
    """JSON lines."""

    async def open(self, stack: AsyncExitStack) -> None:
        self.chair = Chair(self.address, self.room.table.code)
        self.chair.token = self.token
        self.chair.reader = asyncio.create_task(self.chair._stay())
        stack.push_async_callback(self.chair.close)
        self.out = io.StringIO()
        self.lines = Lines(self.chair, self.out)

    async def obey(self, **wish: str) -> None:
        assert await self.lines.obey(json.dumps(wish))
        self.write(self.out.getvalue())
        self.out.seek(0)
        self.out.truncate()

    async def ask_everything(self) -> None:
        await self.until_told(self.chair)
        await self.obey(look="")
        await self.obey(moves="")
        for move in self.asked:
            await self.obey(moves=move)
            await self.obey(why=move)

    async def play(self, move: str) -> None:
        await self.until_shown(self.obey(play=move))


class OverHTTP(Window):
    """Plain HTTP: a stream to read, forms to post."""

    async def open(self, stack: AsyncExitStack) -> None:
        self.heard = self.posted = 0
        self.ask: dict[str, Any] = {"at": 0, "choices": []}
        self.web = await stack.enter_async_context(
            httpx.AsyncClient(base_url=self.address, timeout=30)
        )
        self.web.headers["authorization"] = f"Bearer {self.token}"
        self.path = f"/api/programs/tables/{self.room.table.code}"
        stream = await stack.enter_async_context(self.web.stream("GET", f"{self.path}/stream"))
        assert stream.status_code == 200
        self.stream = stream.aiter_lines()

    async def read_on(self) -> None:
        while self.heard < self.newest:
            text = await asyncio.wait_for(anext(self.stream), 30)
            if not text.strip():
                continue  # a sign of life, which comes when the machine is slow
            self.write(text)
            message = json.loads(text)
            for event in message.get("events") or [message]:
                self.heard = max(self.heard, event.get("n", 0))
                self.ask = event.get("ask") or {"at": self.ask["at"], "choices": []}

    async def post(self, what: str, **form: Any) -> None:
        self.posted += 1
        answer = await self.web.post(f"{self.path}/{what}", json={"id": f"{self.posted}", **form})
        self.write(f"{answer.status_code} {answer.text}")

    async def ask_everything(self) -> None:
        await self.read_on()
        for choice in self.ask["choices"][:4]:
            await self.post("draft", at=self.ask["at"], answers=[choice["choice"]])
        for move in self.asked:
            await self.post("why", text=move)

    async def play(self, move: str) -> None:
        await self.post("move", at=self.ask["at"], move=move)


@asynccontextmanager
async def served(house: House) -> AsyncIterator[str]:
    """The real server, in this process, so that two worlds can be laid on its tables."""
    listening = socket.create_server(("127.0.0.1", 0))
    app = make_app(house, per_second=0)
    config = uvicorn.Config(app, ws=Socket, log_config=None, access_log=False)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


async def both(deed: Callable[[Window], Awaitable[None]], windows: list[Window]) -> None:
    """Do the same in both worlds; the program must be told the same."""
    for window in windows:
        await deed(window)
    one, other = windows
    if one.told != other.told:
        raise Leak(difference("\n".join(one.told), "\n".join(other.told)))


async def ask_everything(window: Window) -> None:
    """Ask in a world whatever may be asked; what a hushed night holds back is brought first."""
    if window.room.audience.hush.is_on:
        window.room.audience.hush.tick()
    await window.ask_everything()


def common_move(of: str, games: list[Game], seat: int, rng: Random) -> list[int]:
    """A move that both worlds allow and that tells nothing in either; empty if none is found."""
    for _ in range(DRAWS):
        trial: Game = GAMES[of].copy(games[0])
        move: list[int] = []
        while (ask := trial.asked(seat)) is not None and (ask.continues or not move):
            move.append(ask.choices[int(rng.random() * len(ask.choices))])
            trial.answer(seat, move[-1])
        if all(is_quiet(of, game, seat, move) for game in games):
            return move
    return []


async def compare(windows: list[Window], rng: Random) -> int:
    """Give both worlds the same moves; how many both took alike."""
    await both(ask_everything, windows)
    of, viewer = windows[0].room.table.rulebook.name, windows[0].viewer
    games: list[Game] = [window.room.table.game for window in windows]  # type: ignore[misc]
    for taken in range(MOMENTS):
        asked = [[ask.seat for ask in window.room.table.asks()] for window in windows]
        assert asked[0] == asked[1]
        people = [seat for seat in asked[0] if seat >= 0]
        if not people:
            return taken
        seat = viewer if viewer in people and rng.random() < 0.4 else rng.choice(people)
        chosen = common_move(of, games, seat, rng)
        if not chosen:
            return taken
        if seat == viewer:
            for window in windows:
                window.room.table.silent_until.clear()
            text = GAMES[of].move_text(games[0], seat, tuple(chosen))
            await both(lambda window, text=text: window.play(text), windows)  # type: ignore[misc]
        else:
            for window in windows:
                await window.room.act(
                    lambda table, chosen=chosen, seat=seat: (  # type: ignore[misc]
                        play.move(table, seat, chosen)
                    )
                )
        await both(ask_everything, windows)
        games = [window.room.table.game for window in windows]  # type: ignore[misc]
    return MOMENTS


async def evening(kind: type[Window], of: str, folder: Path, positions: int) -> int:
    """Positions from the middle of games, each beside another world that a seat may be in."""
    seats, book = SEATS[of], GAMES[of]
    house = await new_house(folder)
    rng = Random(11)
    compared = 0
    leak: Leak | None = None
    async with served(house) as address:
        for length in range(40, 40 + 60 * positions, 60):
            game = middle_of_a_game(length, length, of, seats)
            viewer = rng.randrange(seats)
            other: Game = book.guess(book.view(game, viewer), rng)
            if game.is_over or not give_sealed_answers(game, other):
                continue
            token = house.people.token(f"person {viewer}")
            async with AsyncExitStack() as stack:
                windows: list[Window] = []
                for world in (game, other):
                    room = await room_at(house, world, of=of)
                    room.table.floor = room.table.now() + AN_HOUR
                    window = kind(address, room, viewer, token)
                    await window.open(stack)
                    windows.append(window)
                try:
                    compared += await compare(windows, rng)
                except Leak as found:  # not through the contexts, which make groups of it
                    leak = found
                    break
    await house.close()
    if leak is not None:
        raise leak
    return compared


every_way = pytest.mark.parametrize("kind", [OverMCP, OverLines, OverHTTP])
every_game = pytest.mark.parametrize("of", list(SEATS))


@pytest.fixture(autouse=True)
def ticked_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hushed nights bring news when the test says so, whatever the machine does meanwhile."""
    monkeypatch.setattr(hushed_nights, "TICK", 600.0)


@every_way
@every_game
def test_a_program_is_told_the_same_in_worlds_it_cannot_tell_apart(
    kind: type[Window], of: str, tmp_path: Path
) -> None:
    assert asyncio.run(evening(kind, of, tmp_path, 4)) > 5


@every_way
@every_game
def test_a_planted_leak_is_found(
    kind: type[Window], of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chair tells what is not its seat's, and so does the address that explains moves."""
    tables: dict[str, Room] = {}
    honest_look, honest_seat = Chair.look, programs.seat_of
    honest_open = kind.open

    async def open_door(window: Window, stack: AsyncExitStack) -> None:
        tables[window.room.table.code] = window.room
        await honest_open(window, stack)

    def sly_look(chair: Chair) -> dict[str, Any]:
        game = tables[chair.code].table.game
        return {**honest_look(chair), "hands": repr(GAMES[of].position(game))}

    def sly_seat(table: Any, person: str) -> int:
        own = honest_seat(table, person)
        if of != "palermo":
            return (own + 1) % SEATS[of]
        # Most are citizens, who see the same: the place of the rarest card differs.
        others = [seat for seat in range(SEATS[of]) if seat != own]
        return min(others, key=lambda seat: table.game.secret[seat].role)

    monkeypatch.setattr(kind, "open", open_door)
    monkeypatch.setattr(Chair, "look", sly_look)
    monkeypatch.setattr(programs, "seat_of", sly_seat)
    with pytest.raises(Leak):
        asyncio.run(evening(kind, of, tmp_path, 4))
