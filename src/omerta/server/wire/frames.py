"""Frames (RFC 6455, 5.2): what the server sends, and where those of a client begin and end."""

from __future__ import annotations

from typing import Final

WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""

SHORT: Final = 126
"""A text of fewer bytes has its length in the second byte."""

LONG: Final = 65_536
"""One of fewer bytes has it in the two bytes after the second, any other in eight."""

MASKED: Final = 0x80
"""The bit of the second byte that a client has to set; the others are the length."""

FINAL: Final = 0x80
"""The bit of the first byte of the last frame of a message; the lowest four say what it is."""

CONTROL: Final = 0x08
"""From this kind on a frame is none of a message; this one is the end of the connection."""


def header(length: int) -> bytes:
    """What the server sends before a text message of this many bytes."""
    if length < SHORT:
        return (WHOLE_TEXT << 8 | length).to_bytes(2, "big")
    if length < LONG:
        return (WHOLE_TEXT << 24 | 126 << 16 | length).to_bytes(4, "big")
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


class Stream:
    """What a client sends, as far as it has to be known where a frame begins.

    A frame is taken out whole where it is a short text by itself, which nearly all are. Everything
    else is the library's to read, and is only followed here.
    """

    def __init__(self) -> None:
        self.head = b""
        """What has come of the header of a frame that is not complete."""
        self.missing = 0
        """Bytes of a frame that are still to come after its header."""
        self.is_within = False
        """Whether a message goes on in the next frame."""
        self.has_ended = False
        """Whether the client has ended the connection: whatever follows means nothing."""

    def whole_text(self, data: bytes) -> bytes | None:
        """The text, if this is one short message and nothing else; None if it has to be read."""
        size = len(data) - 6
        if not 0 <= size < SHORT or data[0] != WHOLE_TEXT or data[1] != MASKED | size:
            return None
        if self.missing or self.head or self.is_within or self.has_ended:
            return None
        mask = data[2:6] * (size // 4 + 1)
        text = int.from_bytes(data[6:], "big") ^ int.from_bytes(mask[:size], "big")
        return text.to_bytes(size, "big")

    def follow(self, data: bytes) -> None:
        """Go on to where the next frame begins; what is read by the library is not looked at."""
        start = 0
        while start < len(data):
            if self.missing:
                step = min(self.missing, len(data) - start)
                self.missing -= step
                start += step
            else:
                self.head += data[start : start + 1]
                start += 1
                if len(self.head) == header_length(self.head):
                    self._begin(self.head)
                    self.head = b""

    def _begin(self, head: bytes) -> None:
        """The header of a frame is complete."""
        kind = head[0] & 0x0F
        if kind < CONTROL:
            self.is_within = not head[0] & FINAL
        elif kind == CONTROL:
            self.has_ended = True
        length = head[1] & ~MASKED
        if length >= SHORT:
            length = int.from_bytes(head[2 : 4 if length == SHORT else 10], "big")
        self.missing = length


def header_length(head: bytes) -> int:
    """How long the header of a frame is that begins so, as far as that can be told."""
    if len(head) < 2:
        return 2
    length = head[1] & ~MASKED
    mask = 4 if head[1] & MASKED else 0
    return 2 + (0 if length < SHORT else 2 if length == SHORT else 8) + mask
