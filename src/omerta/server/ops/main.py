"""The command that starts the server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import io
import ipaddress
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import segno
import uvicorn

from omerta.server.http.app import make_app
from omerta.server.ops import engine
from omerta.server.running.bus import open_bus
from omerta.server.running.computer_players import Players
from omerta.server.running.house import House
from omerta.server.store import StoreTrouble, open_store
from omerta.server.watch.journal import Journal
from omerta.server.wire.protocol import LARGEST_MESSAGE
from omerta.server.wire.socket import Socket

PORT: Final = 8420
YOUNG_OBJECTS: Final = 20_000
"""So many new objects are there before the garbage collector looks at them."""

TURN: Final = 0.0002
"""Seconds after which a busy thread lets another one go on."""


def data_directory() -> Path:
    """Where this system keeps what programs store for their user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "omerta"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "omerta"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "omerta"


def lan_address() -> str:
    """The address of this machine in its network; asks the routing table, sends nothing."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def shown_address(host: str, port: int) -> str:
    """What phones in the same network have to open."""
    if host in ("", "0.0.0.0", "::"):
        host = lan_address()
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host).version == 6:
            host = f"[{host}]"
    return f"http://{host}:{port}"


def parser() -> argparse.ArgumentParser:
    """The options of the server; each has an environment variable of the same name."""
    env = os.environ.get
    options = argparse.ArgumentParser(prog="omerta serve", description="Start the table server.")
    options.add_argument("--host", default=env("OMERTA_HOST", "0.0.0.0"))
    options.add_argument("--port", type=int, default=int(env("OMERTA_PORT", str(PORT))))
    options.add_argument("--data", type=Path, default=Path(env("OMERTA_DATA") or data_directory()))
    options.add_argument(
        "--database",
        default=env("OMERTA_DATABASE", ""),
        help="postgresql://... instead of SQLite in the data directory",
    )
    options.add_argument(
        "--redis",
        default=env("OMERTA_REDIS", ""),
        help="redis://... when several processes share the database",
    )
    options.add_argument(
        "--address",
        default=env("OMERTA_ADDRESS", ""),
        help="the address that invitations show, for example https://play.example.org",
    )
    options.add_argument(
        "--workers",
        type=int,
        default=int(env("OMERTA_WORKERS", "-1")),
        help="processes for computer players; 0 uses threads",
    )
    options.add_argument(
        "--no-browser", action="store_true", default=bool(env("OMERTA_NO_BROWSER"))
    )
    options.add_argument(
        "--rate",
        type=float,
        default=float(env("OMERTA_RATE", "50")),
        help="requests per second and address; 0 for no limit",
    )
    return options


def main(argv: list[str] | None = None) -> int:
    """Start the server and stay until it is stopped."""
    chosen = parser().parse_args(argv)
    return serve(
        chosen.host,
        chosen.port,
        chosen.data,
        database=chosen.database,
        redis=chosen.redis,
        address=chosen.address,
        workers=None if chosen.workers < 0 else chosen.workers,
        rate=chosen.rate,
        open_browser=not chosen.no_browser,
    )


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    database: str = "",
    redis: str = "",
    address: str = "",
    workers: int | None = None,
    rate: float = 50.0,
    open_browser: bool = False,
) -> int:
    """Serve until Ctrl-C; 1 if it cannot start."""
    try:
        listening = _listen(host, port)
    except OSError as error:
        print(f"omerta: cannot listen on {host}:{port}: {error}", file=sys.stderr)
        return 1
    port = listening.getsockname()[1]
    shown = address.rstrip("/") or shown_address(host, port)
    journal = Journal(quiet=sys.stderr.isatty())
    house = House(open_store(database, data), open_bus(redis), Players(workers), journal)
    origins = frozenset({shown})
    app = make_app(house, shown, origins=origins, per_second=rate)
    config = uvicorn.Config(
        app,
        ws=Socket,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = uvicorn.Server(config)
    _settle_down()
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_run(server, listening, shown, open_browser=open_browser))
    except KeyboardInterrupt:
        pass
    except StoreTrouble as trouble:
        print(f"omerta: {trouble}", file=sys.stderr)
        return 1
    return 0 if server.started else 1


def _settle_down() -> None:
    """Keep what is loaded by now out of the way of the garbage collector, and let the thread
    that writes to disk have its turn soon when the others are busy."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 50)
    sys.setswitchinterval(TURN)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fast event loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket, so that the port is known before anything starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


async def _run(
    server: uvicorn.Server, listening: socket.socket, shown: str, *, open_browser: bool
) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        _greet(shown)
        engine.show_progress()
        if open_browser:
            local = f"http://127.0.0.1:{listening.getsockname()[1]}"
            await asyncio.to_thread(webbrowser.open, local)
    await serving


def _greet(shown: str) -> None:
    """Tell where to go, also as a QR code for phones in the same network."""
    print(f"Omerta is at {shown}   (stop with Ctrl-C)", flush=True)
    if sys.stdout.isatty():
        out = io.StringIO()
        segno.make(shown, error="l").terminal(out, compact=True)
        print(out.getvalue(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
