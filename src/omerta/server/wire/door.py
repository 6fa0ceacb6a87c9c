"""The door: a connection that gets in has to get on.

Uvicorn waits for ever for somebody who sends nothing, half a request, or does not read the
answer. Here each of these has its time, and there are only so many places.
"""

from __future__ import annotations

from asyncio import Transport
from asyncio.events import TimerHandle
from typing import Any, Final

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from omerta.server.wire.places import Places
from omerta.server.wire.socket import Socket

HEADERS_WITHIN: Final = 10.0
BODY_WITHIN: Final = 15.0
ANSWER_WITHIN: Final = 60.0
"""Seconds for the server to answer and for the client to read it."""

LARGEST_HEADERS: Final = 32_768


class Door(HttpToolsProtocol):
    """One HTTP connection."""

    places: Places = Places()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience: TimerHandle | None = None
        """Rings when the client, or the answer, has taken too long."""
        self.address = ""
        self.is_inside = False
        """Whether this connection has a place."""
        self.headers_read = 0
        """Bytes that have come in since the last request, unless its headers are complete."""

    # Coming and going.

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Let somebody in, if there is a place."""
        peer = transport.get_extra_info("peername")
        self.address = self._counted(str(peer[0]) if isinstance(peer, tuple) else "")
        if not self.places.take(self.address):
            self.transport = transport
            self._end(503)
            return
        self.is_inside = True
        super().connection_made(transport)
        self._within(HEADERS_WITHIN, 408)

    def _counted(self, address: str) -> str:
        """The address to count by; a proxy that is believed speaks for many."""
        return "" if address in _TrustedHosts(self.config.forwarded_allow_ips) else address

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._be_patient()
        if self.is_inside:
            self._leave()
            super().connection_lost(exc)

    def _leave(self) -> None:
        if self.is_inside:
            self.is_inside = False
            self.places.give_back(self.address)

    def handle_websocket_upgrade(self) -> None:
        """From now on this is a socket, which keeps the place."""
        self._be_patient()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, Socket)
        socket.on_gone = self._leave

    # Time.

    def _within(self, seconds: float, status: int) -> None:
        """What is awaited now has to come within this time."""
        self._be_patient()
        self.patience = self.loop.call_later(seconds, self._end, status)

    def _await_answer(self) -> None:
        """The answer has to come within its time, and to be read."""
        self._be_patient()
        self.patience = self.loop.call_later(ANSWER_WITHIN, self._look_at_answer)

    def _look_at_answer(self) -> None:
        """One without end, such as the stream of a program, lasts as long as it is read."""
        goes_on = self.cycle.response_started and not self.cycle.response_complete
        if goes_on and not self.transport.get_write_buffer_size():
            self._await_answer()
        else:
            self._end(0)

    def _be_patient(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def _end(self, status: int) -> None:
        """End the connection; one that may listen is told by a status."""
        if status:
            reason = {408: b"408 Request Timeout", 431: b"431 Request Header Fields Too Large"}
            line = reason.get(status, b"503 Service Unavailable")
            self.transport.write(
                b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % line
            )
            self.transport.close()
        else:
            self.transport.abort()

    # Requests.

    def data_received(self, data: bytes) -> None:
        """Something has come in; whoever begins a request has to go on."""
        if not self.is_inside or self.transport.is_closing():
            return
        if self.patience is None:
            self._within(HEADERS_WITHIN, 408)
        if self.headers_read >= 0:
            self.headers_read += len(data)
        super().data_received(data)
        if self.headers_read > LARGEST_HEADERS:
            self._end(431)

    def on_headers_complete(self) -> None:
        """Now the body is awaited."""
        self.headers_read = -1
        self._within(BODY_WITHIN, 408)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Now the answer is awaited."""
        super().on_message_complete()
        self._await_answer()

    def on_response_complete(self) -> None:
        """Now another request may begin, for a while."""
        self._be_patient()
        self.headers_read = 0
        super().on_response_complete()
        if self.pipeline or not self.cycle.response_complete:
            self._await_answer()


def door_to(places: Places) -> type[Door]:
    """A door to these places."""

    class ToThese(Door):
        pass

    ToThese.places = places
    return ToThese
