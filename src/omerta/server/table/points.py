"""Decision points: what the server asks of the point of a question, all of it here."""

from __future__ import annotations

from typing import Any

from omerta.core import Ask, Rulebook

Book = Rulebook[Any, Any, Any]
"""A rulebook, whatever its game."""


def point_of(ask: Ask) -> str:
    """The name of a question's point, as clients, orders and the labels of draws know it."""
    return ask.point


def goes_round(book: Book, ask: Ask) -> bool:
    """Whether a question is put to one after the other, so that it can be answered ahead."""
    return ask.point in book.goes_round


def may_be_held(book: Book, ask: Ask) -> bool:
    """Whether somebody may ask for more time for all who are asked this."""
    return ask.point in book.may_be_held


def may_be_ordered(book: Book, point: str) -> bool:
    """Whether a standing order may answer the point of this name."""
    return point in book.may_be_ordered
