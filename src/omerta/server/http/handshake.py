"""The handshake: who may open a WebSocket, and what is done with it from beginning to end."""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from omerta.server.http.hosts import is_ours
from omerta.server.running.connection import Connection
from omerta.server.running.house import House
from omerta.server.wire.places import Places
from omerta.server.wire.socket import socket_of

NOT_ALLOWED: Final = 1008
TRY_AGAIN_LATER: Final = 1013


async def serve_socket(
    house: House,
    allowed: frozenset[str],
    hosts: frozenset[str],
    places: Places,
    scope: Scope,
    receive: Receive,
    put: Send,
) -> None:
    """Serve one connection from its beginning to its end."""
    await receive()
    address = address_of(scope)
    if not is_welcome(scope, allowed, hosts) or not places.take(address):
        await put({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    house.metrics.connections.inc()
    try:
        await put({"type": "websocket.accept"})
        await Connection(house, socket_of(scope), address).run(receive)
    finally:
        places.give_back(address)
        house.metrics.connections.dec()
        await _close(put)


def address_of(scope: Scope) -> str:
    """Where a request comes from; empty if that is not known."""
    return str(scope["client"][0]) if scope.get("client") else ""


def is_welcome(scope: Scope, allowed: frozenset[str], hosts: frozenset[str]) -> bool:
    """Whether this server is meant, and the page that opens this connection is one of ours.

    A browser always says where a page comes from; other programs need not.
    """
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not is_ours(host, hosts):
        return False
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


async def _close(put: Send) -> None:
    """End a connection from this side, if the client has not done so."""
    try:
        await asyncio.wait_for(put({"type": "websocket.close", "code": TRY_AGAIN_LATER}), 1.0)
    except (RuntimeError, TimeoutError, OSError):
        return
