"""The handshake: who may open a WebSocket, and what is done with it from beginning to end."""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from omerta.server.running.connection import Connection
from omerta.server.running.house import House
from omerta.server.wire.socket import socket_of

NOT_ALLOWED: Final = 1008
TRY_AGAIN_LATER: Final = 1013


async def serve_socket(
    house: House, allowed: frozenset[str], scope: Scope, receive: Receive, put: Send
) -> None:
    """Serve one connection from its beginning to its end."""
    await receive()
    if not is_welcome(scope, allowed):
        await put({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    await put({"type": "websocket.accept"})
    house.metrics.connections.inc()
    try:
        await Connection(house, socket_of(scope)).run(receive)
    finally:
        house.metrics.connections.dec()
        await _close(put)


def is_welcome(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether the page that opens this connection is one of ours.

    A browser always says where a page comes from; other programs need not.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return urlsplit(origin).netloc == headers.get("host", "")


async def _close(put: Send) -> None:
    """End a connection from this side, if the client has not done so."""
    try:
        await asyncio.wait_for(put({"type": "websocket.close", "code": TRY_AGAIN_LATER}), 1.0)
    except (RuntimeError, TimeoutError, OSError):
        return
