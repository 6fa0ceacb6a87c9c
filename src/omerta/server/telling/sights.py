"""Sights: what somebody was last shown of a game, and what of it is not so any more.

An event brings changes where the view before is known, and the whole view where it is not. Changes
are worked out from two views of the same person and from nothing else, so they tell nothing
that the views do not.
"""

from __future__ import annotations

from typing import Any, Final

from omerta.core import Game
from omerta.server.table import views
from omerta.server.table.fold import Table
from omerta.server.table.state import Shown
from omerta.server.table.viewers import seat_of


class Sight:
    """What a viewer sees of a game at one moment, without the question that goes with it."""

    def __init__(self, shown: Shown, own: dict[str, Any], fingerprint: object) -> None:
        self.shown: Final = shown
        self.own: Final = own
        self.fingerprint: Final = fingerprint
        """What promises that `own` is the same, if anything does."""

    def text(self) -> bytes:
        """The whole view in bytes."""
        return views.opening(self.shown) + views.encode(self.own)[1:]


def look(table: Table, game: Game, viewer: int, before: Sight | None) -> tuple[Sight, object]:
    """What a viewer sees now, and the question as it was described on the way, if it was.

    Most moves change nothing of what most viewers alone see, so that is kept from before.
    """
    shown = views.public(table, game)
    fingerprint = table.rulebook.own_fingerprint(game, seat_of(viewer))
    if fingerprint is not None and before is not None and before.fingerprint == fingerprint:
        return Sight(shown, before.own, fingerprint), None
    own = views.own(table, game, viewer)
    asked = own.pop("asked", None)
    return Sight(shown, own, fingerprint), asked


class Changes:
    """The fields of an object that have other values than before."""

    def __init__(
        self, before: dict[str, Any], after: dict[str, Any], touched: dict[str, Any] | None = None
    ) -> None:
        """Compare all fields, or those alone that may have been touched."""
        self.changed: Final[dict[str, Any]] = {}
        self.grown: Final[dict[str, list[Any]]] = {}
        """Lists that go on after what they held before: what has been added."""
        self.is_whole: Final = (
            touched is not None or list(before) == list(after)
        ) and self._compare(before, after if touched is None else touched)
        """Whether this is all that has changed; fields that have come or gone cannot be told."""

    def _compare(self, before: dict[str, Any], after: dict[str, Any]) -> bool:
        for name, value in after.items():
            old = before[name]
            if old is value or old == value:
                continue
            if isinstance(value, list) and has_grown(old, value):
                self.grown[name] = value[len(old) :]
            elif isinstance(value, dict) and isinstance(old, dict):
                inner = difference(old, value)
                if inner is None:
                    return False
                self.changed[name] = inner
            else:
                self.changed[name] = value
        return True


def has_grown(before: object, after: list[Any]) -> bool:
    """Whether a list begins with all that it was before, and that was something."""
    if not isinstance(before, list):
        return False
    length = len(before)
    return 0 < length < len(after) and after[:length] == before


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any] | None:
    """What has to be merged into an object; None if that would not give the other one."""
    if list(after)[: len(before)] != list(before):
        return None
    found: dict[str, Any] = {}
    for name, value in after.items():
        old = before.get(name)
        if name in before and old == value:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            inner = difference(old, value)
            if inner is None:
                return None
            found[name] = inner
        else:
            found[name] = value
    return found


def written(fields: dict[str, Any]) -> bytes:
    """An object in bytes; most often there is nothing in it."""
    return views.encode(fields) if fields else b"{}"


def joined(one: bytes, other: bytes) -> bytes:
    """Two objects in bytes as one."""
    if len(one) == 2:
        return other
    return one if len(other) == 2 else one[:-1] + b"," + other[1:]
