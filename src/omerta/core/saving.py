"""How the things of a game are written down and set up again, compiled or not.

Rules, points and rule tables are values of the rulebook: a pickle names them and carries only what
belongs to one game. Every class of a game says with `__reduce__` what it is made of; from that come
pickles, copies and marks.
"""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Mapping
from typing import Any

from omerta.core.fields import values_of
from omerta.core.machine import Rule
from omerta.core.point import Point
from omerta.core.rule_table import RuleTable


def fields_of(thing: Any) -> dict[str, Any]:
    """Every field that is set, by its name; a compiled class keeps no dictionary of them."""
    names = getattr(type(thing), "__mypyc_attrs__", None)
    if names is None:
        return dict(vars(thing))
    return {name: getattr(thing, name) for name in names if hasattr(thing, name)}


def restored(kind: Any, made_with: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """A thing of this kind with these fields."""
    thing = kind(*made_with)
    for name, value in fields.items():
        setattr(thing, name, value)
    return thing


Reduced = tuple[Any, tuple[Any, ...]]
"""What `__reduce__` gives: what makes the thing again, and from what."""


def by_fields(thing: Any, *made_with: Any) -> Reduced:
    """How a thing is written down that is made with these and then has its fields set."""
    return (restored, (type(thing), made_with, fields_of(thing)))


def mark_of(thing: Any) -> Any:
    """Equal marks mean equal things, such as two games that stand alike; a mark can be hashed."""
    if thing is None or isinstance(thing, (int, str, float)):
        return thing
    if isinstance(thing, (tuple, list)):
        return tuple([mark_of(each) for each in thing])
    if isinstance(thing, (frozenset, set)):
        return frozenset(thing)
    if isinstance(thing, array):
        return tuple(thing)
    if isinstance(thing, Mapping):
        return tuple([(name, mark_of(value)) for name, value in sorted(thing.items())])
    if isinstance(thing, Rule):
        return thing.number
    if isinstance(thing, Point):
        return thing.name
    if isinstance(thing, (RuleTable, type)):
        return None  # a game's options say which, and its fields
    if dataclasses.is_dataclass(thing):
        return mark_of(values_of(thing))
    return mark_of(thing.__reduce__()[1])
