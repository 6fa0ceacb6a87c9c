"""How strong computer players are, by name, and what names from before mean today."""

from __future__ import annotations

from typing import Final

RELAXED: Final = "relaxed"
CASUAL: Final = "casual"
SHARP: Final = "sharp"
MASTER: Final = "master"
RANDOM: Final = "random"

ALIASES: Final = {"thumb": CASUAL}
"""Names that old tables, records and programs use."""

THINKING_SECONDS: Final = {SHARP: 0.1, MASTER: 1.2}
"""What a whole move of those who search may take at a table, whatever is on their mind."""


def present_name(level: str) -> str:
    """What a level is called today."""
    return ALIASES.get(level, level)


def thinking_seconds(level: str) -> float:
    """How long everybody waits for a move of this level: it depends on the level alone."""
    return THINKING_SECONDS.get(level, 0.0)
