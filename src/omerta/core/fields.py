"""The fields of dataclasses: how plain games are copied, shown and written down."""

from __future__ import annotations

import dataclasses
from typing import Any


def values_of(thing: Any) -> dict[str, Any]:
    """The fields of a dataclass by their names."""
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}


def copied(thing: Any) -> Any:
    """The same values, to be changed on their own."""
    return type(thing)(**values_of(thing))
