"""Padding: in a hushed night every message to a seat has one size, whatever it says."""

from __future__ import annotations

from typing import Final

from omerta.server.table import views
from omerta.server.table.fold import Table

STEP: Final = 4096
OWN: Final = 1_200
"""Sizes are multiples of `STEP` that hold what is public and so many bytes per seat."""


def padded(table: Table, text: bytes) -> bytes:
    """A message of the size that every seat's messages have; only public things decide it."""
    if table.game is None:
        return text
    whole = len(views.public(table, table.game)) + OWN * table.seats
    size = -(-whole // STEP) * STEP
    return text.ljust(-(-len(text) // size) * size)
