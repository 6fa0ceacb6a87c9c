"""Outboxes: what is sent in one turn of the event loop goes out together.

A message of ours is one whole frame of text, the same for everybody who gets it.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Final

WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message (RFC 6455, 5.2)."""

SHORT: Final = 126
"""A text of fewer bytes has its length in the second byte."""

LONG: Final = 65_536
"""One of fewer bytes has it in the two bytes after the second, any other in eight."""


class Outbox:
    """What has gathered for one connection since the loop went round."""

    def __init__(self, loop: AbstractEventLoop, flush: Callable[[bytes], None]) -> None:
        self.loop = loop
        self.flush = flush
        """How bytes are put on their way; never waits."""
        self.frames: list[bytes] = []

    def post(self, text: bytes) -> None:
        """Put a text message on its way."""
        if not self.frames:
            if not WAITING:
                self.loop.call_soon(send_all)
            WAITING.append(self)
        self.frames.append(frame(text))

    def empty(self) -> None:
        """Send what has gathered."""
        frames, self.frames = self.frames, []
        self.flush(frames[0] if len(frames) == 1 else b"".join(frames))


WAITING: Final[list[Outbox]] = []
"""Where something has gathered since the loop went round."""


def send_all() -> None:
    """Send whatever has gathered."""
    waiting = WAITING[:]
    WAITING.clear()
    for outbox in waiting:
        outbox.empty()


def frame(text: bytes) -> bytes:
    """A text message as the server sends it: a header and the bytes as they are."""
    length = len(text)
    if length < SHORT:
        return bytes((WHOLE_TEXT, length)) + text
    if length < LONG:
        return bytes((WHOLE_TEXT, 126, length >> 8, length & 255)) + text
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big") + text
