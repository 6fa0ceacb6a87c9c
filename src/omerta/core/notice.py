"""Notices as plain JSON values, and as sentences of a catalogue."""

from __future__ import annotations

from typing import Any

from omerta.core.contract import Rulebook
from omerta.core.machine import Notice


def encode_notice(rulebook: Rulebook[Any, Any, Any], notice: Notice) -> dict[str, Any]:
    """The notice with named arguments."""
    args = rulebook.named_args(rulebook.notices[notice.key], notice.args)
    return {"key": notice.key, "args": args}
