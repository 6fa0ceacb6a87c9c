"""Padding: in a hushed night every message to a seat has one size, whatever it says."""

from __future__ import annotations

from typing import Final

from omerta.server.table import views
from omerta.server.table.fold import Table

STEP: Final = 4096
OWN: Final = 1_200
"""A size is a multiple of `STEP` with room for what is public and for this many bytes per seat."""


ANSWER: Final = 900
"""Bytes per seat that an answer has room for: a question names all seats."""


def answer(table: Table, text: bytes) -> bytes:
    """An answer of the size that every answer to a seat has."""
    size = -(-ANSWER * table.seats // STEP) * STEP
    return text.ljust(-(-len(text) // size) * size)


def padded(table: Table, text: bytes) -> bytes:
    """A message of the size that every seat's messages have; only public things decide it."""
    if table.game is None:
        return text
    whole = len(views.opening(views.public(table, table.game))) + OWN * table.seats
    size = -(-whole // STEP) * STEP
    return text.ljust(-(-len(text) // size) * size)
