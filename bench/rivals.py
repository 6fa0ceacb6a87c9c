"""The servers that people would take instead, measured beside ours in the same rounds.

boardgame.io and Colyseus serve tables of four with a state as large as a view of Mafia City; a move
places a chip and everybody is told. The clients are the bare ones that ours is measured with: the
seat whose turn it is moves as soon as it is told of the move before.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
from clients import Load
from measuring import SPARE, Bench, Measured, play, share
from rival_clients import Round, boardgame_round, colyseus_round
from running import Running, omerta
from tables import SEATS, begun

from omerta.server.table.fold import fold
from omerta.server.telling.events import newest

TABLES: Final = 50
SERVERS: Final = Path(__file__).parent / "peers" / "servers"


class Unavailable(Exception):
    """Why the peers cannot take part."""


# Their environment.


def environment() -> Path:
    """A folder in the user's cache with the peers of `package-lock.json` and their scripts."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Unavailable("there is no Node.js with npm here")
    lock = SERVERS / "package-lock.json"
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    mark = hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    folder = cache / "omerta" / "bench" / f"servers-{mark}"
    folder.mkdir(parents=True, exist_ok=True)
    for path in SERVERS.iterdir():
        shutil.copy2(path, folder)
    if not (folder / "node_modules" / ".package-lock.json").is_file():
        quiet = ("--no-audit", "--no-fund", "--ignore-scripts")
        words = [npm, "install", "--omit=dev", "--omit=optional", *quiet]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            shutil.rmtree(folder)
            last = (done.stderr.strip() or "npm ended").splitlines()[-1]
            raise Unavailable(f"they could not be installed: {last}")
    return folder


def written_views(folder: Path) -> Path:
    """What four seats see of a game of Mafia City, as the state that the peers begin with."""
    table = fold(begun(0, 5, calm=False))
    seen = [json.loads(newest(table, seat)[0])["view"] for seat in range(SEATS)]
    path = folder / "views.json"
    path.write_text(json.dumps(seen), encoding="utf-8")
    return path


# The measurement.


class Sample:
    """What one server did in one round."""

    def __init__(self, measured: Measured, bytes_each: float) -> None:
        self.measured = measured
        self.bytes = bytes_each
        """Bytes to each seat for a move."""


Joining = Callable[[httpx.AsyncClient, str, int], Any]


async def rival(server: Running, join: Joining, seconds: float) -> Sample:
    """Moves a second of a peer after a moment of warming up."""
    async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
        tables: list[Round] = [await join(http, server.address, one) for one in range(TABLES)]
    for table in tables:
        table.is_running = True
        table.move()
    await asyncio.sleep(1.5)
    for table in tables:
        table.times.clear()
        table.bytes = 0
    cpu, own, began = server.cpu(), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    lasted = time.perf_counter() - began
    times = [each for table in tables for each in table.times]
    count = max(1, len(times))
    measured = Measured(
        count / lasted,
        (server.cpu() - cpu) / count,
        (time.process_time() - own) / count,
        times,
    )
    each = sum(table.bytes for table in tables) / count / SEATS
    for table in tables:
        for line in table.lines:
            line.close()
    server.stop()
    return Sample(measured, each)


async def ours(bench: Bench, prepared: tuple[Path, list[str], list[str]], number: int) -> Sample:
    """Committed moves of our own server."""
    folder, ids, signed = prepared
    server = omerta(shutil.copytree(folder, bench.folder / f"peers-{number}"))
    load = Load(signed, spare=ids[TABLES:])
    await load.connect([server.address], ids[:TABLES])
    measured = await play([load], [server], bench.seconds)
    server.stop()
    return Sample(measured, load.bytes / max(1, len(load.receipts)) / SEATS)


async def peers(bench: Bench) -> None:
    """Committed moves beside boardgame.io and Colyseus, 50 tables of four, in turns."""
    try:
        folder = environment()
    except Unavailable as why:
        print(f"the peers cannot take part: {why}", file=sys.stderr)
        return
    views = str(written_views(bench.folder))
    prepared = await bench.tables_in("peers", TABLES + SPARE, 5)

    def node(*words: str) -> Running:
        return Running(*words, program="node", folder=folder)

    def flat_file(number: int) -> Running:
        return node("boardgame.js", views, str(bench.folder / f"flat-{number}"))

    contestants: dict[str, Callable[[int], Any]] = {
        "ours, on disk": lambda number: ours(bench, prepared, number),
        "boardgame.io, memory": lambda _: rival(
            node("boardgame.js", views), boardgame_round, bench.seconds
        ),
        "boardgame.io, FlatFile": lambda number: rival(
            flat_file(number), boardgame_round, bench.seconds
        ),
        "Colyseus, whole views": lambda _: rival(
            node("colyseus.js", views, "whole"), colyseus_round, bench.seconds
        ),
        "Colyseus, a StateView each": lambda _: rival(
            node("colyseus.js", views, "views"), colyseus_round, bench.seconds
        ),
        "Colyseus, one state for all": lambda _: rival(
            node("colyseus.js", views, "shared"), colyseus_round, bench.seconds
        ),
    }
    samples: dict[str, list[Sample]] = {name: [] for name in contestants}
    for number in range(bench.rounds):
        for name, measure in contestants.items():
            samples[name].append(await measure(number))
    own = samples["ours, on disk"]
    for name, found in samples.items():
        rates = [sample.measured.rate for sample in found]
        bench.tell_rounds(name, rates, "moves/s")
        bench.tell_rounds(f"  {name}: processor time", cost(found), "us")
        bench.tell_rounds(f"  {name}: to each seat", [one.bytes for one in found], "bytes")
        late = [1000 * share(one.measured.times, 0.99) for one in found]
        bench.tell_rounds(f"  {name}: p99", late, "ms")
        if found is not own:
            both = list(zip(own, found, strict=True))
            ratios = [mine.measured.rate / theirs.measured.rate for mine, theirs in both]
            bench.tell_rounds(f"  ours against {name}", ratios, "times")


def cost(samples: list[Sample]) -> list[float]:
    """The server's processor time for a move, in microseconds."""
    return [1e6 * sample.measured.cost for sample in samples]
