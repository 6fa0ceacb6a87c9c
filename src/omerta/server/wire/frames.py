"""Frames of text on the wire (RFC 6455, 5.2), as far as our messages need them."""

from __future__ import annotations

from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there is no C compiler
    from websockets.utils import apply_mask

WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""

MASKED: Final = 0x80
"""The bit of the second byte that a client has to set; the others are the length."""

SHORT: Final = 126
"""A text of fewer bytes has its length in the second byte."""

LONG: Final = 65_536
"""One of fewer bytes has it in the two bytes after the second, any other in eight."""


def header(length: int) -> bytes:
    """What the server sends before a text message of so many bytes."""
    if length < SHORT:
        return (WHOLE_TEXT << 8 | length).to_bytes(2, "big")
    if length < LONG:
        return (WHOLE_TEXT << 24 | 126 << 16 | length).to_bytes(4, "big")
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


def short_text(data: bytes) -> bytes | None:
    """The text, if this is exactly one frame of a client: two bytes, the mask, a short text."""
    size = len(data) - 6
    if 0 <= size < SHORT and data[0] == WHOLE_TEXT and data[1] == MASKED | size:
        return apply_mask(data[6:], data[2:6])
    return None
