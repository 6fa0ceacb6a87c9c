"""The socket: uvicorn's WebSocket connection with a short way in and out for our messages.

What is sent gathers in an outbox; what comes in is handed over at once. Nobody waits and no
task has to wake up. The class that is extended here is uvicorn's own affair: pyproject.toml says
up to which version, and a test fails with any other.
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from omerta.server.wire.frames import Stream
from omerta.server.wire.sending import Outbox

EXTENSION: Final = "omerta.socket"


class Socket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.outbox = Outbox(self.loop, self)
        self.on_slow: Callable[[], None] | None = None
        self.on_gone: Callable[[], None] | None = None
        self.take: Callable[[bytes], None] | None = None
        """What is done with a message that comes in; until it is known uvicorn keeps them."""
        self.stream: Stream | None = None
        """Where the frames of the client begin; None until the client may send some."""

    def connection_made(self, transport: BaseTransport) -> None:
        """From now on something can be sent."""
        super().connection_made(transport)
        self.outbox.transport = self.transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        super().connection_lost(exc)
        if self.on_gone is not None:
            self.on_gone()

    def handle_connect(self, event: Request) -> None:
        """Let the application find its way back to this connection."""
        super().handle_connect(event)
        self.stream = Stream()
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
        """Most often this is one short message, whole; the library reads anything else."""
        stream = self.stream
        if stream is not None:
            if self.take is not None and not self.close_sent and self.conn.state is State.OPEN:
                text = stream.whole_text(data)
                if text is not None:
                    self.take(text)
                    return
            stream.follow(data)
        super().data_received(data)

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
