"""Folding: how a client written in Python comes from one view to the next."""

from __future__ import annotations

from typing import Any
from zlib import adler32

import msgspec

from omerta.server.wire import protocol


def folded(view: Any, event: protocol.Event) -> Any:
    """The view after an event; the one before stays as it is."""
    if event.view is not None:
        return event.view
    if event.changed is None:
        return view
    after = merged(view, event.changed)
    for name, more in event.grown.items():
        after[name] = after[name] + more
    return after


def merged(before: Any, changed: Any) -> Any:
    """A value with its changes: objects member by member, anything else is replaced."""
    if not (isinstance(before, dict) and isinstance(changed, dict)):
        return changed
    after = dict(before)
    for name, value in changed.items():
        after[name] = merged(before.get(name), value)
    return after


def is_right(view: Any, event: protocol.Event) -> bool:
    """Whether the view after an event has the sum that the event names, if it names one."""
    return event.check < 0 or adler32(msgspec.json.encode(view)) == event.check
