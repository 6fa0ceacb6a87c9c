"""Sending: what gathers in an outbox in one turn of the event loop goes out together."""

from __future__ import annotations

from asyncio import AbstractEventLoop, Transport
from typing import TYPE_CHECKING, Final

from omerta.server.wire import frames

if TYPE_CHECKING:
    from omerta.server.wire.socket import Socket

LARGEST_BACKLOG: Final = 1_000_000
"""A client that leaves more bytes than this unread is dropped; it can catch up later."""


class Outbox:
    """What has gathered for one connection since the loop went round."""

    def __init__(self, loop: AbstractEventLoop, socket: Socket) -> None:
        self.loop: Final = loop
        self.socket: Final = socket
        self.transport: Transport | None = None
        self.is_shut = False
        """Whether nothing more may be sent: the end of the connection has been announced."""
        self.gathered: list[bytes] = []
        """Headers and texts in turn."""

    def post(self, text: bytes) -> None:
        """Put a text message on its way; never waits."""
        if not self.gathered:
            if not WAITING:
                self.loop.call_soon(send_all)
            WAITING.append(self)
        self.gathered.append(frames.header(len(text)))
        self.gathered.append(text)

    def empty(self) -> None:
        """Send what has gathered; a client that leaves too much unread is dropped."""
        gathered, self.gathered = self.gathered, []
        transport = self.transport
        if transport is None or self.is_shut or transport.is_closing():
            return
        transport.write(b"".join(gathered))
        if transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self.socket.too_slow()

    def fail(self, error: Exception) -> None:
        """Something could not be sent here: this connection ends, and no other suffers."""
        context = {"message": "an outbox could not be emptied", "exception": error}
        self.loop.call_exception_handler(context)
        self.is_shut = True
        self.socket.drop()


WAITING: Final[list[Outbox]] = []
"""Where something has gathered since the loop went round."""


def send_all() -> None:
    """Send whatever has gathered."""
    waiting = WAITING[:]
    WAITING.clear()
    for outbox in waiting:
        try:
            outbox.empty()
        except Exception as error:
            outbox.fail(error)
