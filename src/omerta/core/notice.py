"""Notices as plain JSON values, and as sentences of a catalogue."""

from __future__ import annotations

from typing import Any

from omerta.core.contract import Rulebook
from omerta.core.machine import Notice


def encode_notice(rulebook: Rulebook[Any, Any, Any], notice: Notice) -> dict[str, Any]:
    """The notice with named arguments: seats and numbers as numbers, all else as ids."""
    args: dict[str, int | str] = {}
    for name, value in zip(rulebook.notices[notice.key], notice.args, strict=True):
        kind = name.split("_")[0]
        args[name] = value if kind in ("seat", "number") else rulebook.word(kind, value)
    return {"key": notice.key, "args": args}
