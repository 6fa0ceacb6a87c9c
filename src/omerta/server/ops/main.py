"""The command that starts the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import ipaddress
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from typing import Final

import segno
import uvicorn
from fastapi import APIRouter

from omerta.server.http.app import make_app
from omerta.server.http.hosts import own_names
from omerta.server.ops import engine
from omerta.server.ops.admin_key import key_file, new_token
from omerta.server.ops.draining import DrainingServer
from omerta.server.ops.options import Serving, read
from omerta.server.ops.processes import (
    ADMIN_TOKEN,
    LISTENING,
    CannotShare,
    check_shared,
    serve_many,
)
from omerta.server.running.bus import NoBus, open_bus
from omerta.server.running.computer_players import Players
from omerta.server.running.house import House
from omerta.server.store import StoreTrouble, open_store
from omerta.server.watch.journal import Journal
from omerta.server.wire.door import door_to
from omerta.server.wire.limits import Limits
from omerta.server.wire.places import Places, room_for
from omerta.server.wire.protocol import LARGEST_MESSAGE
from omerta.server.wire.socket import Socket

YOUNG_OBJECTS: Final = 20_000
"""How many new objects there are before the garbage collector looks at them."""

MOST_OF_ONE_ADDRESS: Final = 256
"""Connections; a household or a school may share an address, and browsers open several."""

TURN: Final = 0.0002
"""Seconds after which a busy thread lets another one go on."""


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


def main(argv: list[str] | None = None) -> int:
    """Start the server and stay until it is stopped."""
    arguments = sys.argv[1:] if argv is None else argv
    chosen = read(arguments)
    if chosen.shared or chosen.processes > 1:
        try:
            check_shared(chosen.database, chosen.redis)
        except CannotShare as why:
            print(f"omerta: {why}", file=sys.stderr)
            return 2
    if chosen.processes > 1:
        return _serve_many(chosen, arguments)
    return serve(chosen)


def _serve_many(chosen: Serving, arguments: list[str]) -> int:
    """Listen once for all processes, and start them."""
    try:
        listening = _listen(chosen.host, chosen.port)
    except (OSError, OverflowError) as error:
        print(f"omerta: cannot listen on {chosen.host}:{chosen.port}: {error}", file=sys.stderr)
        return 1
    port = listening.getsockname()[1]
    shown = chosen.address.rstrip("/") or shown_address(chosen.host, port)
    print(f"Omerta is at {shown}   ({chosen.processes} processes; stop with Ctrl-C)", flush=True)
    share = max(1, ((os.cpu_count() or 2) - 1) // chosen.processes)
    workers = share if chosen.workers < 0 else chosen.workers
    each = [*arguments, "--processes", "1", "--no-browser", "--workers", str(workers)]
    each += ["--port", str(port), "--address", shown]
    return serve_many(each, listening, chosen.host, chosen.data, chosen.processes)


def serve(chosen: Serving, *, page: str = "", more: Sequence[APIRouter] = ()) -> int:
    """Serve until Ctrl-C, `page` being the one that is opened; 1 if it cannot start."""
    given = os.environ.get(LISTENING)
    try:
        listening = socket.socket(fileno=int(given)) if given else _listen(chosen.host, chosen.port)
    except (OSError, OverflowError) as error:
        print(f"omerta: cannot listen on {chosen.host}:{chosen.port}: {error}", file=sys.stderr)
        return 1
    port = listening.getsockname()[1]
    shown = chosen.address.rstrip("/") or shown_address(chosen.host, port)
    journal = Journal(quiet=sys.stderr.isatty())
    journal.adopt()
    limits = Limits(is_strict=chosen.rate > 0)
    token = os.environ.get(ADMIN_TOKEN) or new_token()
    try:
        store = open_store(chosen.database, chosen.data)
        players = Players(None if chosen.workers < 0 else chosen.workers)
        house = House(store, open_bus(chosen.redis), players, journal, limits, chosen.keep)
    except (StoreTrouble, NoBus) as trouble:
        print(f"omerta: {trouble}", file=sys.stderr)
        return 1
    app = make_app(
        house,
        shown,
        origins=frozenset({shown}),
        hosts=own_names(shown, f"{chosen.hosts},{chosen.host}"),
        per_second=chosen.rate,
        metrics_token=chosen.metrics_token,
        metrics_every=chosen.metrics_every,
        admin_token=token,
        more=more,
    )
    most = min(filter(None, (chosen.connections, room_for())), default=0)
    config = uvicorn.Config(
        app,
        http=door_to(Places(most, MOST_OF_ONE_ADDRESS if chosen.rate else 0)),
        ws=Socket,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = DrainingServer(config, house)
    _settle_down()
    # Whoever watches over several processes has left the key itself.
    key = contextlib.nullcontext() if given else key_file(chosen.data, chosen.host, port, token)
    try:
        with key, store.reserved(), asyncio.Runner(loop_factory=_loop_factory()) as runner:
            opens = not chosen.no_browser
            runner.run(_run(house, server, listening, shown, page, open_browser=opens))
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
    house: House,
    server: uvicorn.Server,
    listening: socket.socket,
    shown: str,
    page: str,
    *,
    open_browser: bool,
) -> None:
    await house.open()
    try:
        await _serve(server, listening, shown, page, open_browser=open_browser)
    finally:
        await house.close()


async def _serve(
    server: uvicorn.Server, listening: socket.socket, shown: str, page: str, *, open_browser: bool
) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started and LISTENING not in os.environ:
        _greet(shown + page)
        engine.show_progress()
        if open_browser:
            local = f"http://127.0.0.1:{listening.getsockname()[1]}{page}"
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
