"""How fast the table server is: every figure that is wanted of it, measured in one run.

    python bench/server.py                    all parts but the peers, some minutes
    python bench/server.py moves latency      some of them
    python bench/server.py peers              beside boardgame.io and Colyseus, fetched from npm
    python bench/server.py --json             for programs

Committed moves (Mafia City, four seats, a view and the notices to each, SQLite with FULL sync)
stand beside the raw echo of the same stack, measured with the same clients in the same run, so
their ratio means the same on a slow machine as on a fast one. docs/bench.md tells the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop
from clients import Echoes, Load
from cluster import cluster
from measuring import SPARE, Bench, Measured, play, share
from rivals import peers
from running import ECHO, Running, omerta
from tables import SEATS

from omerta.bots.roster import player as computer_player
from omerta.core import Game, Seeded, machine, settle
from omerta.games import GAMES

# The measurements.


async def moves(bench: Bench) -> None:
    """Committed moves against the raw echo, 200 connections each, in turns."""
    folder, ids, signed = await bench.tables_in("moves", 50 + SPARE, 5)
    echoed, played, sizes = [], [], []
    for number in range(bench.rounds):
        echoed.append(await echo(bench))
        server = omerta(shutil.copytree(folder, bench.folder / f"moves-{number}"))
        load = Load(signed, spare=ids[50:])
        await load.connect([server.address], ids[:50])
        played.append(await play([load], [server], bench.seconds))
        sizes.append(load.bytes / max(1, len(load.receipts)) / SEATS)
        server.stop()
    both = list(zip(echoed, played, strict=True))
    bench.tell_rounds("raw echo, 200 connections", [e.rate for e in echoed], "messages/s")
    bench.tell_rounds("committed moves, 200 connections", [p.rate for p in played], "moves/s")
    shares = [100 * p.rate / e.rate for e, p in both]
    bench.tell_rounds("moves as a share of echo", shares, "%", "wanted 20, better 35")
    bench.tell_rounds("server's processor time per echo", [1e6 * e.cost for e in echoed], "us")
    bench.tell_rounds("server's processor time per move", [1e6 * p.cost for p in played], "us")
    bench.tell_rounds("clients' processor time per move", [1e6 * p.own_cost for p in played], "us")
    bench.tell_rounds("event of a move to each seat", sizes, "bytes")
    by_processor = [100 * e.cost / p.cost for e, p in both]
    bench.tell_rounds("the same share by processor time", by_processor, "%")


async def echo(bench: Bench) -> Measured:
    """What comes back from a server that does nothing else."""
    server = Running("-c", ECHO)
    echoes = Echoes()
    await echoes.connect(server.address, 200)
    await asyncio.sleep(1.0)
    echoes.count, cpu, own, began = 0, server.cpu(), time.process_time(), time.perf_counter()
    await asyncio.sleep(bench.seconds)
    count = max(1, echoes.count)
    rate = count / (time.perf_counter() - began)
    cost, own_cost = (server.cpu() - cpu) / count, (time.process_time() - own) / count
    echoes.stop()
    server.stop()
    return Measured(rate, cost, own_cost, [])


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
        minds = [computer_player(book.name, "casual") for _ in range(SEATS)]
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
        self.rounds += book.manners.round_of(game)

    def _count(self, book: Any, game: Game, foreseen: dict[int, bytes]) -> None:
        self.prompts += len(game.asks)
        self.pauses += 1
        self.prompts_with_orders += sum(
            not (ask.point.may_be_ordered and not book.manners.concerns(game, ask.seat))
            for ask in game.asks
        )
        first = game.asks[0]
        sight = msgspec.json.encode(book.encode(book.view(game, first.seat)))
        if len(game.asks) == 1 and foreseen.get(first.seat) == sight:
            return  # answered ahead while the table waited for somebody before
        self.pauses_with_answers_ahead += 1
        foreseen.clear()
        trial: Game = book.copy(game)
        goes_round = first.point.goes_round
        while goes_round and len(trial.asks) == 1 and trial.asks[0].point is first.point:
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
    "peers": peers,
}


def main() -> None:
    """Run the parts that are named, or all."""
    lines = [f"  {name:<8} {part.__doc__}" for name, part in PARTS.items()]
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="parts:\n" + "\n".join(lines),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "parts", nargs="*", help="what to measure; all but the peers if none is named"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="length of one measurement")
    parser.add_argument(
        "--rounds", type=int, default=3, help="how often what is compared is measured in turns"
    )
    parser.add_argument("--tables", type=int, default=10_000, help="idle tables of `memory`")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"expected {', '.join(PARTS)}, got {', '.join(sorted(unknown))}")
    folder = Path(tempfile.mkdtemp(prefix="omerta-bench-"))
    bench = Bench(folder, options.seconds, options.rounds, options.tables)
    kind = "compiled" if (machine.__file__ or "").endswith((".so", ".pyd")) else "pure"
    print(
        f"{kind} games, CPython {platform.python_version()}, {os.cpu_count()} cores",
        file=sys.stderr,
    )
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for name in options.parts or [part for part in PARTS if part != "peers"]:
                runner.run(PARTS[name](bench))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.json:
        print(json.dumps({"games": kind, "figures": bench.figures}, indent=2))


if __name__ == "__main__":
    main()
