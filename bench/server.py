"""How fast the table server is: every figure that is wanted of it, measured in one run.

    python bench/server.py                    all parts, about two minutes
    python bench/server.py moves latency      some of them
    python bench/server.py --json             for programs

Committed moves (Mafia City, four seats, a view and the notices to each, SQLite with FULL sync)
stand beside the raw echo of the same stack, measured with the same clients in the same run, so
their ratio means the same on a slow machine as on a fast one. docs/bench.md tells the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec
import uvloop
from clients import Echoes, Load
from tables import SEATS, prepare, tokens

from omerta.bots.roster import player as computer_player
from omerta.core import Game, Seeded, machine, settle
from omerta.games import GAMES
from omerta.server.store import open_store

SPARE: Final = 500
"""Tables for those whose game ends while it is measured: after some 300 moves it does."""

SMALL_SHARE: Final = 0.35
"""What a server gets of a core where it is measured what a second one adds."""

# Servers.


class Running:
    """A server in a process of its own."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
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
        return cpu_of(self.process.pid)

    def stop(self) -> None:
        """Ask it to stop, and wait."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        if self.process.poll() is None:
            self.process.kill()


def cpu_of(process: int) -> float:
    """Seconds of processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
listening.listen(400)
config = uvicorn.Config(Starlette(routes=[WebSocketRoute("/ws", echo)]),
    ws="websockets-sansio", ws_per_message_deflate=False, log_level="critical")
print(f"echo at http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
try:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve([listening]))
except KeyboardInterrupt:
    pass
"""


HOLD = """
import os, signal, sys, time
share, *servers = [float(word) for word in sys.argv[1:]]
running = dict.fromkeys(map(int, servers), True)
while True:
    turn = time.monotonic() / 0.02
    for place, server in enumerate(running):
        may_run = (turn + place / len(running)) % 1 < share
        if may_run != running[server]:
            os.kill(server, signal.SIGCONT if may_run else signal.SIGSTOP)
            running[server] = may_run
    time.sleep(0.0005)
"""


@contextlib.contextmanager
def held(servers: list[Running], share: float) -> Iterator[None]:
    """Let each server run for no more than a share of every 20 ms, in turns where that fits."""
    pids = [str(server.process.pid) for server in servers]
    holding = subprocess.Popen([sys.executable, "-c", HOLD, str(share), *pids])
    try:
        yield
    finally:
        holding.kill()
        holding.wait()
        for server in servers:
            server.process.send_signal(signal.SIGCONT)


# What it needs and what comes out.


class Bench:
    """What is measured, how long, and what came out."""

    def __init__(self, folder: Path, seconds: float, tables: int) -> None:
        self.folder = folder
        self.seconds = seconds
        self.tables = tables
        self.figures: dict[str, float] = {}

    def tell(self, name: str, value: float, unit: str, wanted: str = "") -> None:
        """One line of the report."""
        self.figures[f"{name}, {unit}" if unit else name] = round(value, 3)
        print(f"{name:<52} {value:>10,.2f} {unit:<10} {wanted}", file=sys.stderr, flush=True)

    async def tables_in(
        self, place: str, count: int, moves: int = 40, *, calm: bool = False, database: str = ""
    ) -> tuple[Path, list[str], list[str]]:
        """A data directory with tables in play; their ids, and the tokens of the persons."""
        folder = self.folder / place
        store = open_store(database, folder)
        await store.open()
        ids = await prepare(store, count, moves, calm=calm)
        signed = await tokens(store)
        await store.close()
        return folder, ids, signed


def share(values: list[float], part: float) -> float:
    """The value below which this part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Measured:
    """A span of time in which moves are counted."""

    def __init__(self, rate: float, cost: float, own_cost: float, times: list[float]) -> None:
        self.rate = rate
        self.cost = cost
        """Processor time of all servers per move, in seconds."""
        self.own_cost = own_cost
        """The same of the clients."""
        self.times = times


async def play(loads: list[Load], servers: list[Running], seconds: float) -> Measured:
    """Committed moves per second after a moment of warming up."""
    for load in loads:
        load.go()
    await asyncio.sleep(1.5)
    for load in loads:
        load.receipts.clear()
    cpu = sum(server.cpu() for server in servers)
    own = time.process_time()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    lasted = time.perf_counter() - began
    times = [each for load in loads for each in load.receipts]
    count = max(1, len(times))
    cost = (sum(server.cpu() for server in servers) - cpu) / count
    measured = Measured(count / lasted, cost, (time.process_time() - own) / count, times)
    for load in loads:
        assert load.refused == 0, f"{load.refused} moves were refused"
        load.stop()
    return measured


# The measurements.


async def moves(bench: Bench) -> None:
    """Committed moves against the raw echo, 200 connections each."""
    echo = Running("-c", ECHO)
    echoes = Echoes()
    await echoes.connect(echo.address, 200)
    await asyncio.sleep(1.0)
    echoes.count, cpu, began = 0, echo.cpu(), time.perf_counter()
    await asyncio.sleep(bench.seconds)
    raw = echoes.count / (time.perf_counter() - began)
    raw_cost = (echo.cpu() - cpu) / max(1, echoes.count)
    echoes.stop()
    echo.stop()
    folder, ids, signed = await bench.tables_in("moves", 50 + SPARE, 5)
    server = omerta(folder)
    load = Load(signed, spare=ids[50:])
    await load.connect([server.address], ids[:50])
    played = await play([load], [server], bench.seconds)
    server.stop()
    bench.tell("raw echo, 200 connections", raw, "messages/s")
    bench.tell("committed moves, 200 connections", played.rate, "moves/s")
    bench.tell("moves as a share of echo", 100 * played.rate / raw, "%", "wanted 20, better 35")
    bench.tell("server's processor time per echo", 1e6 * raw_cost, "us")
    bench.tell("server's processor time per move", 1e6 * played.cost, "us")
    bench.tell("clients' processor time per move", 1e6 * played.own_cost, "us")
    bench.tell("the same share by processor time", 100 * raw_cost / played.cost, "%")


async def latency(bench: Bench) -> None:
    """From command to receipt at 1,000 moves a second over 2,000 connections."""
    folder, ids, signed = await bench.tables_in("latency", 500, 5)
    server = omerta(folder)
    load = Load(signed, rate=1000.0)
    await load.connect([server.address], ids)
    played = await play([load], [server], bench.seconds)
    server.stop()
    bench.tell("moves over 2,000 connections", played.rate, "moves/s", "wanted 1,000")
    bench.tell("command to receipt, median", 1000 * share(played.times, 0.5), "ms")
    bench.tell("command to receipt, p99", 1000 * share(played.times, 0.99), "ms", "wanted < 50")
    bench.tell("cores busy with it", played.rate * (played.cost + played.own_cost), "cores")


async def memory(bench: Bench) -> None:
    """Many idle tables: the start of a server with them, and what it holds for each."""
    folder, ids, signed = await bench.tables_in("memory", bench.tables)
    began = time.perf_counter()
    server = omerta(folder)
    listening = time.perf_counter() - began
    load = Load(signed)
    await load.connect([server.address], ids[:1])
    serving = time.perf_counter() - began
    bench.tell(f"start with {bench.tables:,} idle tables: listening", listening, "s")
    bench.tell("the same: four persons see their game", serving, "s", "wanted < 5")
    bench.tell("the same: processor time until then", server.cpu(), "s")
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        (await http.get(f"/api/tables/{ids[1]}")).raise_for_status()
        before = server.memory()
        some = ids[1:1001]
        for table in some:
            (await http.get(f"/api/tables/{table}")).raise_for_status()
    tables = server.memory() - before
    bench.tell("memory per idle table in play", tables / len(some) / 1000, "kB", "wanted < 100")
    before = server.memory()
    visited = some[: max(50, bench.tables // 20)]
    await load.connect([server.address], visited)
    each = (server.memory() - before) / (len(visited) * SEATS)
    bench.tell("memory per connection", each / 1000, "kB", "wanted < 50")
    load.stop()
    server.stop()


async def growth(bench: Bench) -> None:
    """The cost of a move after ten moves and after a thousand."""
    costs: list[float] = []
    for depth in (10, 1000):
        folder, ids, signed = await bench.tables_in(f"growth-{depth}", 20, depth, calm=True)
        server = omerta(folder)
        load = Load(signed, calm=True)
        await load.connect([server.address], ids)
        played = await play([load], [server], bench.seconds / 2)
        costs.append(played.cost)
        server.stop()
    bench.tell("server's processor time per move, early", 1e6 * costs[0], "us")
    bench.tell("server's processor time per move, late", 1e6 * costs[1], "us")
    bench.tell("the thousandth move against the tenth", costs[1] / costs[0], "times", "wanted 1")


async def cluster(bench: Bench) -> None:
    """Two processes on PostgreSQL and Redis against one."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.server.services import Postgres, Redis

    postgres, redis = Postgres(), Redis()
    try:
        one = await _on_postgres(bench, postgres, redis, 1)
        two = await _on_postgres(bench, postgres, redis, 2)
        one_held = await _on_postgres(bench, postgres, redis, 1, share=SMALL_SHARE)
        two_held = await _on_postgres(bench, postgres, redis, 2, share=SMALL_SHARE)
    finally:
        postgres.stop()
        redis.stop()
    bench.tell("one process on PostgreSQL", one.rate, "moves/s")
    bench.tell("two processes on PostgreSQL", two.rate, "moves/s")
    bench.tell("two against one", two.rate / one.rate, "times", "wanted 1.5")
    bench.tell("servers' processor time per move, one", 1e6 * one.cost, "us")
    bench.tell("servers' processor time per move, two", 1e6 * two.cost, "us")
    # Where there are fewer cores than programs, a process that may use only a part of one leaves
    # the others what they need, as they would have it on a larger machine.
    bench.tell(f"one process held to {SMALL_SHARE:.0%} of a core", one_held.rate, "moves/s")
    bench.tell(f"two, each held to {SMALL_SHARE:.0%} of a core", two_held.rate, "moves/s")
    bench.tell("two against one, held", two_held.rate / one_held.rate, "times", "wanted 1.5")
    # So many cores are busy with two: the machine is the limit where it has no more.
    busy = two.rate * (two.cost + two.own_cost)
    bench.tell("cores busy with two, without PostgreSQL", busy, "cores", f"of {os.cpu_count()}")


async def _on_postgres(
    bench: Bench, postgres: Any, redis: Any, processes: int, share: float = 1.0
) -> Measured:
    database = postgres.new_database()
    name = f"cluster-{processes}-{share:.0%}"
    folder, ids, signed = await bench.tables_in(name, 50 + SPARE, 5, database=database)
    options = ("--database", database, "--redis", redis.address)
    servers = [omerta(folder, *options) for _ in range(processes)]
    spare = iter(ids[50:])
    loads = [Load(signed, spare=spare) for _ in servers]
    for place, (load, server) in enumerate(zip(loads, servers, strict=True)):
        await load.connect([server.address], ids[place:50:processes])
    with held(servers, share) if share < 1 else contextlib.nullcontext():
        played = await play(loads, servers, bench.seconds)
    for server in servers:
        server.stop()
    return played


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


async def waiting(bench: Bench) -> None:
    """Prompts per person and round, and pauses per round, with and without help."""
    counted = Waiting()
    for seed in range(20):
        counted.add_game(seed)
    rounds = counted.rounds
    bench.tell("prompts per person and round", counted.prompts / rounds / SEATS, "")
    bench.tell(
        "the same, reactions only when concerned",
        counted.prompts_with_orders / rounds / SEATS,
        "",
    )
    bench.tell("pauses per round, everybody asked in turn", counted.pauses / rounds, "")
    bench.tell(
        "pauses per round, answers given ahead", counted.pauses_with_answers_ahead / rounds, ""
    )


PARTS: dict[str, Callable[[Bench], Coroutine[None, None, None]]] = {
    "moves": moves,
    "latency": latency,
    "memory": memory,
    "growth": growth,
    "cluster": cluster,
    "waiting": waiting,
}


def main() -> None:
    """Run the parts that are named, or all."""
    lines = [f"  {name:<8} {part.__doc__}" for name, part in PARTS.items()]
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="parts:\n" + "\n".join(lines),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", help="what to measure; everything if none is named")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of one measurement")
    parser.add_argument("--tables", type=int, default=10_000, help="idle tables of `memory`")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"expected {', '.join(PARTS)}, got {', '.join(sorted(unknown))}")
    folder = Path(tempfile.mkdtemp(prefix="omerta-bench-"))
    bench = Bench(folder, options.seconds, options.tables)
    kind = "compiled" if (machine.__file__ or "").endswith((".so", ".pyd")) else "pure"
    print(
        f"{kind} games, CPython {platform.python_version()}, {os.cpu_count()} cores",
        file=sys.stderr,
    )
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for name in options.parts or PARTS:
                runner.run(PARTS[name](bench))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.json:
        print(json.dumps({"games": kind, "figures": bench.figures}, indent=2))


if __name__ == "__main__":
    main()
