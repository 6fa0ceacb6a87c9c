"""The wire: uvicorn's WebSocket connection with a short way out for what is sent.

A message of ours is one whole frame of text. It goes straight to the transport, which sends
what has gathered in a moment at once; nobody waits, no task has to wake up.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message (RFC 6455, 5.2)."""

EXTENSION: Final = "omerta.wire"


class Wire(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    def handle_connect(self, event: Request) -> None:
        """Let the application find its way back to this connection."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def post(self, text: bytes) -> None:
        """Put a text message on its way."""
        if not (self.close_sent or self.disconnected):
            self.transport.write(frame(text))

    @property
    def backlog(self) -> int:
        """Bytes that the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def drop(self) -> None:
        """End the connection without waiting for what is still to be sent."""
        self.transport.abort()


def wire_of(scope: Scope) -> Wire:
    """The connection that a request came by."""
    wire: Wire = scope["extensions"][EXTENSION]
    return wire


def frame(text: bytes) -> bytes:
    """A text message as the server sends it: a header and the bytes as they are."""
    length = len(text)
    if length < 126:
        return b"%c%c%b" % (WHOLE_TEXT, length, text)
    if length < 65_536:
        return struct.pack("!BBH", WHOLE_TEXT, 126, length) + text
    return struct.pack("!BBQ", WHOLE_TEXT, 127, length) + text
