"""How much a notice weighs on the stage of a page: shown, passing by, or only noted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SCENE: Final = "scene"
"""Takes the middle of the board for a while: a picture, who, whom, and what it means."""
BEAT: Final = "beat"
"""Moves on the board and passes through the headline."""
MURMUR: Final = "murmur"
"""Stands in the log; whatever one seat alone is told is never more, so that no time tells of it."""

WEIGHTS: Final = (SCENE, BEAT, MURMUR)


def weighed(**groups: str) -> Mapping[str, str]:
    """The weight of every notice from lists of keys: `scene="kill raid", beat=..., murmur=...`."""
    return {key: weight for weight, keys in groups.items() for key in keys.split()}
