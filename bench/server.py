"""How fast the table server is, as ratios measured in one run.

    python bench/server.py [moves] [latency] [memory] [restart] [growth] [cluster] [waiting]

Every part prints one line per number. `moves` compares committed moves (four seats, a view to
each, SQLite with FULL sync) with the raw echo of the same stack on the same machine in the
same run, so the ratio means the same on a slow machine as on a fast one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from omerta.bots.roster import player as computer_player
from omerta.core import Game, Seeded, settle
from omerta.games import GAMES

SEATS = 4


# Servers.


class Running:
    """A server in a process of its own."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http"))

    def memory(self) -> int:
        """Bytes that the process holds in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Ask it to stop, and wait."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        if self.process.poll() is None:
            self.process.kill()


def omerta(data: Path, *options: str) -> Running:
    """The table server."""
    return Running(
        "-m", "omerta.server.main", "--host", "127.0.0.1", "--port", "0", "--data", str(data),
        "--no-browser", "--workers", "0", "--rate", "0", *options,
    )  # fmt: skip


ECHO = """
import asyncio, socket, uvicorn, uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(websocket):
    await websocket.accept()
    while True:
        await websocket.send_text(await websocket.receive_text())
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
config = uvicorn.Config(Starlette(routes=[WebSocketRoute("/ws", echo)]),
    ws="websockets-sansio", ws_per_message_deflate=False, log_level="critical")
print(f"echo at http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
try:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve([listening]))
except KeyboardInterrupt:
    pass
"""


# Clients that do as little as possible.


class Choice(msgspec.Struct):
    """What may be chosen."""

    choice: int
    parts: dict[str, Any] = {}


class Ask(msgspec.Struct):
    """A question."""

    at: int
    choices: list[Choice]
    default: int | None = None


class Heard(msgspec.Struct):
    """The fields of the server's messages that matter here."""

    type: str
    ask: Ask | None = None
    id: str = ""
    phase: str = ""
    outcome: Any = None
    view: msgspec.Raw = msgspec.Raw()
    key: str = ""


decode = msgspec.json.Decoder(Heard).decode


class Seat:
    """One connection that answers whatever it is asked."""

    def __init__(self, client: Load, token: str, table: str, number: int) -> None:
        self.client = client
        self.token = token
        self.table = table
        self.number = number
        self.sent: dict[str, float] = {}
        self.count = 0
        self.rng = Random(number)
        self.socket: ClientConnection | None = None

    async def run(self) -> None:
        """Connect and play until the measurement is over."""
        address = self.client.address.replace("http", "ws") + "/ws"
        async with connect(address, compression=None, max_size=None, ping_interval=None) as socket:
            self.socket = socket
            hello = {"type": "hello", "token": self.token, "table": self.table, "seat": self.number}
            await socket.send(json.dumps(hello))
            ready = {"type": "ready", "id": f"r{self.number}", "seat": self.number}
            ready["hash"] = HASHES[self.number]
            await socket.send(json.dumps(ready))
            async for text in socket:
                await self.take(decode(text))

    async def take(self, message: Heard) -> None:
        """Answer a question, count a receipt."""
        if message.type == "receipt":
            began = self.sent.pop(message.id, None)
            if began is not None:
                self.client.receipts.append(time.perf_counter() - began)
            elif message.id.startswith("r"):
                self.client.ready += 1
        elif message.type == "table" and message.phase == "seeds":
            seed = {
                "type": "seed",
                "id": f"s{self.number}",
                "seed": SEEDS[self.number],
                "seat": self.number,
            }
            await self.send(seed)
        elif message.type == "event":
            if message.outcome is not None:
                self.client.over += 1
            if message.ask is not None:
                await self.client.pace()
                await self.answer(message.ask)

    async def answer(self, ask: Ask) -> None:
        """Place a chip if possible, else take the default: always a whole move."""
        if not self.client.running:
            return
        places = [c.choice for c in ask.choices if c.parts.get("act") == "place"]
        choice = ask.default
        if places and self.rng.random() < 0.8:
            choice = self.rng.choice(places)
        if choice is None:
            choice = ask.choices[0].choice
        self.count += 1
        identity = f"{self.number}-{self.count}"
        self.sent[identity] = time.perf_counter()
        await self.send({"type": "commit", "id": identity, "at": ask.at, "answers": [choice]})

    async def send(self, message: dict[str, Any]) -> None:
        """Put a message on the wire."""
        assert self.socket is not None
        with contextlib.suppress(Exception):
            await self.socket.send(msgspec.json.encode(message).decode())


SEEDS = [f"seed {seat}" for seat in range(SEATS)]
HASHES = [hashlib.sha256(seed.encode()).hexdigest() for seed in SEEDS]


class Load:
    """Many tables, each with four connected persons."""

    def __init__(self, address: str, tables: int, rate: float = 0.0) -> None:
        self.address = address
        self.tables = tables
        self.rate = rate
        self.receipts: list[float] = []
        self.ready = 0
        self.over = 0
        self.running = False
        self.next = 0.0
        self.ids: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def pace(self) -> None:
        """Hold the rate of all moves together."""
        if self.rate:
            moment = time.perf_counter()
            self.next = max(self.next + 1 / self.rate, moment)
            await asyncio.sleep(self.next - moment)

    async def set_up(self, *, play: bool = True) -> None:
        """Make the tables and connect everybody."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as http:
            tokens = [
                (await http.post("/api/people", json={})).json()["token"] for _ in range(SEATS)
            ]
            people = [{"authorization": f"Bearer {token}"} for token in tokens]
            form = {"game": "mafia-city", "seats": SEATS, "settings": {"clock": "off"}}
            gate = asyncio.Semaphore(20)

            async def make() -> None:
                async with gate:
                    made = await http.post("/api/tables", json=form, headers=people[0])
                    table = made.json()["id"]
                    for person in people[1:]:
                        await http.post(f"/api/tables/{table}/join", json={}, headers=person)
                    self.ids.append(table)

            await asyncio.gather(*(make() for _ in range(self.tables)))
            if not play:
                return
            for table in self.ids:
                for number in range(SEATS):
                    seat = Seat(self, tokens[number], table, number)
                    self.tasks.append(asyncio.create_task(seat.run()))
                if len(self.tasks) % 100 == 0:
                    await asyncio.sleep(0.05)
            while self.ready < self.tables * SEATS:
                await asyncio.sleep(0.05)
            self.running = True

            async def start(table: str) -> None:
                async with gate:
                    await http.post(f"/api/tables/{table}/start", headers=people[0])

            await asyncio.gather(*(start(table) for table in self.ids))

    async def measure(self, seconds: float) -> float:
        """Committed moves per second after a moment of warming up."""
        await asyncio.sleep(1.0)
        self.receipts.clear()
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        return len(self.receipts) / (time.perf_counter() - began)

    async def stop(self) -> None:
        """Let everybody go."""
        self.running = False
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def echo_rate(server: Running, connections: int, seconds: float) -> tuple[float, float]:
    """Messages per second that come back from the raw echo, and the processor time of each."""
    count = 0
    address = server.address

    async def one() -> None:
        nonlocal count
        async with connect(
            address.replace("http", "ws") + "/ws", compression=None, ping_interval=None
        ) as socket:
            while True:
                await socket.send('{"type":"commit","id":"1-17","at":42,"answers":[17]}')
                await socket.recv()
                count += 1

    tasks = [asyncio.create_task(one()) for _ in range(connections)]
    await asyncio.sleep(1.0)
    count = 0
    before = server.cpu()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    rate = count / (time.perf_counter() - began)
    cost = (server.cpu() - before) / max(1, count)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return rate, cost


def share(values: list[float], part: float) -> float:
    """The value below which this part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


# The measurements.


def tell(name: str, value: float, unit: str, wanted: str = "") -> None:
    """One line of the report."""
    print(f"{name:<48} {value:>10.2f} {unit:<10} {wanted}", flush=True)


async def moves(folder: Path, seconds: float) -> None:
    """Committed moves against the raw echo, 200 connections each."""
    echo = Running("-c", ECHO)
    raw, raw_cost = await echo_rate(echo, 200, seconds)
    echo.stop()
    server = omerta(folder / "moves")
    load = Load(server.address, 50)
    await load.set_up()
    await asyncio.sleep(1.0)
    before = server.cpu()
    began = time.perf_counter()
    load.receipts.clear()
    await asyncio.sleep(seconds)
    cost = (server.cpu() - before) / max(1, len(load.receipts))
    rate = len(load.receipts) / (time.perf_counter() - began)
    await load.stop()
    server.stop()
    tell("raw echo, 200 connections", raw, "messages/s")
    tell("committed moves, 200 connections", rate, "moves/s")
    tell("moves as a share of echo", 100 * rate / raw, "%", "wanted 20, better 35")
    tell("server's processor time per echo", 1e6 * raw_cost, "us")
    tell("server's processor time per move", 1e6 * cost, "us")
    tell("the same share by processor time", 100 * raw_cost / cost, "%")


async def latency(folder: Path, seconds: float) -> None:
    """From command to receipt at 1,000 moves a second over 2,000 connections."""
    server = omerta(folder / "latency")
    load = Load(server.address, 500, rate=1000.0)
    await load.set_up()
    rate = await load.measure(seconds)
    times = list(load.receipts)
    await load.stop()
    server.stop()
    tell("moves per second over 2,000 connections", rate, "moves/s", "wanted 1,000")
    tell("command to receipt, median", 1000 * share(times, 0.5), "ms")
    tell("command to receipt, p99", 1000 * share(times, 0.99), "ms", "wanted below 50")


async def memory(folder: Path, seconds: float) -> None:
    """Memory of idle tables and of idle connections."""
    server = omerta(folder / "memory")
    empty = server.memory()
    load = Load(server.address, 300)
    await load.set_up()
    await load.measure(seconds)
    load.running = False
    await asyncio.sleep(1.0)
    full = server.memory()
    await load.stop()
    server.stop()
    server = omerta(folder / "memory")
    before = server.memory()
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        for table in load.ids:
            await http.get(f"/api/tables/{table}")
    tables = server.memory() - before
    server.stop()
    each = tables / len(load.ids)
    rest = (full - empty - tables) / (len(load.ids) * SEATS)
    tell("memory per idle table in play", each / 1000, "kB", "wanted below 100")
    tell("memory per connection", rest / 1000, "kB", "wanted below 50")


async def restart(folder: Path, tables: int) -> None:
    """How soon a server with many idle tables serves again."""
    server = omerta(folder / "restart")
    load = Load(server.address, tables)
    await load.set_up(play=False)
    server.stop()
    began = time.perf_counter()
    server = omerta(folder / "restart")
    async with httpx.AsyncClient(base_url=server.address) as http:
        assert (await http.get(f"/api/tables/{load.ids[0]}")).status_code == 200
    tell(f"start with {tables} idle tables", time.perf_counter() - began, "s", "wanted below 5")
    server.stop()


async def growth(folder: Path) -> None:
    """The cost of late moves against early ones at one table."""
    server = omerta(folder / "growth")
    load = Load(server.address, 1)
    await load.set_up()
    while len(load.receipts) < 1100 and not load.over:
        await asyncio.sleep(0.05)
    times = load.receipts
    early, late = times[10:110], times[-100:]
    await load.stop()
    server.stop()
    tell("moves played", len(times), "moves")
    tell("late moves against early ones", share(late, 0.5) / share(early, 0.5), "times", "wanted 1")


async def cluster(folder: Path, seconds: float) -> None:
    """Two processes on PostgreSQL and Redis against one."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.server.services import Postgres, Redis

    postgres, redis = Postgres(), Redis()
    rates: list[float] = []
    for processes in (1, 2):
        options = ("--database", postgres.new_database(), "--redis", redis.address)
        servers = [omerta(folder / "cluster", *options) for _ in range(processes)]
        loads = [Load(server.address, 50 // processes) for server in servers]
        await asyncio.gather(*(load.set_up() for load in loads))
        rates.append(sum(await asyncio.gather(*(load.measure(seconds) for load in loads))))
        for load in loads:
            await load.stop()
        for server in servers:
            server.stop()
    postgres.stop()
    redis.stop()
    tell("one process on PostgreSQL", rates[0], "moves/s")
    tell("two processes on PostgreSQL", rates[1], "moves/s")
    tell("two against one", rates[1] / rates[0], "times", "wanted 1.5")


class Waiting:
    """How often people are asked, and how often the table waits for somebody."""

    def __init__(self) -> None:
        self.rounds = 0
        self.prompts = 0
        self.pauses = 0
        self.pauses_with_answers_ahead = 0
        self.prompts_with_orders = 0

    def add_game(self, seed: int) -> None:
        """Play a game of Mafia City by rules of thumb and count its questions."""
        book = GAMES["mafia-city"]
        rng = Random(seed)
        chance = Seeded(rng)
        minds = [computer_player(book.name, "thumb") for _ in range(SEATS)]
        game: Game = book.deal(book.options({}), SEATS)
        settle(game, chance)
        foreseen: dict[int, bytes] = {}
        while not game.is_over:
            if not any(ask.continues for ask in game.asks):
                self._count(book, game, foreseen)
            for ask in list(game.asks):
                game.answer(ask.seat, minds[ask.seat].choose(book.view(game, ask.seat), rng))
                if game.asked(ask.seat) is not None:
                    break
            settle(game, chance)
        self.rounds += book.round_of(game)

    def _count(self, book: Any, game: Game, foreseen: dict[int, bytes]) -> None:
        self.prompts += len(game.asks)
        self.pauses += 1
        self.prompts_with_orders += sum(
            not (ask.point in book.may_be_ordered and not book.concerns(game, ask.seat))
            for ask in game.asks
        )
        first = game.asks[0]
        sight = msgspec.json.encode(book.encode(book.view(game, first.seat)))
        if len(game.asks) == 1 and foreseen.get(first.seat) == sight:
            return  # answered ahead while the table waited for somebody before
        self.pauses_with_answers_ahead += 1
        foreseen.clear()
        trial: Game = book.copy(game)
        while len(trial.asks) == 1 and trial.asks[0].point == first.point in book.goes_round:
            ask = trial.asks[0]
            if ask.seat in foreseen:
                break
            foreseen[ask.seat] = msgspec.json.encode(book.encode(book.view(trial, ask.seat)))
            trial.answer(ask.seat, book.default(trial, ask))


async def waiting(folder: Path, seconds: float) -> None:
    """Prompts per person and round, and pauses per round, with and without help."""
    counted = Waiting()
    for seed in range(60):
        counted.add_game(seed)
    rounds = counted.rounds
    tell("prompts per person and round", counted.prompts / rounds / SEATS, "")
    tell(
        "the same, reactions only when concerned",
        counted.prompts_with_orders / rounds / SEATS,
        "",
    )
    tell("pauses per round, everybody asked in turn", counted.pauses / rounds, "")
    tell("pauses per round, answers given ahead", counted.pauses_with_answers_ahead / rounds, "")


def main() -> None:
    """Run the parts that are named, or all."""
    parts = ("moves", "latency", "memory", "restart", "growth", "cluster", "waiting")
    chosen = argparse.ArgumentParser(description=__doc__)
    chosen.add_argument("parts", nargs="*", default=["moves", "latency", "memory", "growth"])
    chosen.add_argument("--seconds", type=float, default=5.0)
    chosen.add_argument("--tables", type=int, default=10_000, help="idle tables of `restart`")
    options = chosen.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="omerta-bench-"))
    try:
        for part in options.parts:
            if part not in parts:
                chosen.error(f"expected {', '.join(parts)}, got {part}")
            if part == "restart":
                asyncio.run(restart(folder, options.tables))
            elif part == "growth":
                asyncio.run(growth(folder))
            else:
                asyncio.run(globals()[part](folder, options.seconds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
