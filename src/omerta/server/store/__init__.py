"""Where tables are kept: an append-only log and what is needed to find a table again."""

from omerta.server.store.base import (
    Memo,
    Store,
    StoreTrouble,
    Taken,
    Unreadable,
    open_store,
    resolve,
)

__all__ = ["Memo", "Store", "StoreTrouble", "Taken", "Unreadable", "open_store", "resolve"]
