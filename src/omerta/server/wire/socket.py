"""The socket: uvicorn's WebSocket connection with a short way in and out for our messages.

What is sent gathers in an outbox; what comes in is handed over at once. Nobody waits and no
task has to wake up.
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN, Protocol

from omerta.server.wire import frames
from omerta.server.wire.sending import Outbox

EXTENSION: Final = "omerta.socket"


class Socket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.outbox = Outbox(self.loop, self)
        self.on_slow: Callable[[], None] | None = None
        self.take: Callable[[bytes], None] | None = None
        """What is done with a message that comes in; until it is known uvicorn keeps them."""
        self.is_between = False
        """Whether what comes next is the beginning of a message."""

    def connection_made(self, transport: BaseTransport) -> None:
        """From now on something can be sent."""
        super().connection_made(transport)
        self.outbox.transport = self.transport

    def handle_connect(self, event: Request) -> None:
        """Let the application find its way back to this connection."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    # Out.

    def too_slow(self) -> None:
        """The client does not read."""
        if self.on_slow is not None:
            self.on_slow()
        self.drop()

    def drop(self) -> None:
        """End the connection without waiting for what is still to be sent."""
        self.transport.abort()

    # In.

    def data_received(self, data: bytes) -> None:
        """Most often this is one short message, whole; anything else goes through the parser."""
        if self.is_between and self.take is not None and not self.close_sent:
            text = frames.short_text(data)
            if text is not None:
                self.take(text)
                return
        super().data_received(data)
        self.is_between = is_between_messages(self.conn)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come in."""
        if self.take is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        parts, self.frames = self.frames, []
        self.take(parts[0] if len(parts) == 1 else b"".join(parts))

    def pause(self) -> None:
        """Read nothing more until `go_on`."""
        self.transport.pause_reading()

    def go_on(self) -> None:
        """Read again."""
        if not self.transport.is_closing():
            self.transport.resume_reading()


def socket_of(scope: Scope) -> Socket:
    """The connection that a request came by."""
    socket: Socket = scope["extensions"][EXTENSION]
    return socket


def is_between_messages(connection: Protocol) -> bool:
    """Whether the parser has nothing in hand: neither a part of a frame nor of a message."""
    if connection.state is not OPEN or connection.current_size is not None:
        return False
    parser: Any = connection.parser
    while parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    # Only there does it wait for the first byte of a frame.
    return bool(parser.__name__ == "at_eof") and not connection.reader.buffer
