"""Gangsters are interchangeable within a kind, so a gang is three numbers (2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

GANGSTERS: Final = ("spy", "safecracker", "lookout")
SPY: Final = 0
SAFECRACKER: Final = 1
LOOKOUT: Final = 2

Gang = tuple[int, int, int]
"""How many spies, safecrackers and lookouts."""

NOBODY: Final = (0, 0, 0)
ALL_GANGSTERS: Final = (11, 11, 26)
"""The 48 cards, each in one place at any time (DT-1.5)."""

SPIES: Final = [SPY] * 11
SAFECRACKERS: Final = [SAFECRACKER] * 11
LOOKOUTS: Final = [LOOKOUT] * 26


def size(gang: Gang) -> int:
    """How many gangsters there are."""
    return gang[0] + gang[1] + gang[2]


def count(gang: Gang, kind: int) -> int:
    """How many gangsters of a kind there are."""
    if kind == SPY:
        return gang[SPY]
    return gang[SAFECRACKER] if kind == SAFECRACKER else gang[LOOKOUT]


def one(kind: int) -> Gang:
    """A single gangster."""
    if kind == SPY:
        return (1, 0, 0)
    return (0, 1, 0) if kind == SAFECRACKER else (0, 0, 1)


def together(gang: Gang, other: Gang) -> Gang:
    """Both gangs."""
    return (gang[0] + other[0], gang[1] + other[1], gang[2] + other[2])


def without(gang: Gang, other: Gang) -> Gang:
    """What is left of a gang when the other leaves it."""
    return (gang[0] - other[0], gang[1] - other[1], gang[2] - other[2])


def includes(gang: Gang, other: Gang) -> bool:
    """Whether the other gang can be taken out of this one; no kind replaces another."""
    return gang[0] >= other[0] and gang[1] >= other[1] and gang[2] >= other[2]


def members(gang: Gang) -> list[int]:
    """The kinds, each as often as it is there."""
    return SPIES[: gang[0]] + SAFECRACKERS[: gang[1]] + LOOKOUTS[: gang[2]]


def kinds(gang: Gang) -> list[int]:
    """The kinds that are there."""
    there: list[int] = []
    if gang[SPY] > 0:
        there.append(SPY)
    if gang[SAFECRACKER] > 0:
        there.append(SAFECRACKER)
    if gang[LOOKOUT] > 0:
        there.append(LOOKOUT)
    return there


def gang_of(listed: Iterable[int]) -> Gang:
    """The gang with these members."""
    counts = [0, 0, 0]
    for kind in listed:
        counts[kind] += 1
    return (counts[0], counts[1], counts[2])
