"""What the operator has said to the whole house: a message for everybody, or that it closes."""

from __future__ import annotations

from typing import Final

from omerta.server.store import Store
from omerta.server.table.clock import now

KIND: Final = "standing"
ANNOUNCEMENT, DRAIN = "announcement", "drain"


class Standing:
    """What this process knows of it; all processes read it again every few seconds."""

    def __init__(self) -> None:
        self.announcement = ""
        self.is_draining = False

    async def read(self, store: Store) -> bool:
        """Learn how it stands; whether there is something new to announce."""
        memos = {memo.key: memo.value.decode() for memo in await store.recall_all(KIND)}
        before = self.announcement
        self.announcement = memos.get(ANNOUNCEMENT, "")
        self.is_draining = DRAIN in memos
        return self.announcement != before


async def announce(store: Store, text: str) -> None:
    """Tell everybody something, until it is taken back with an empty text."""
    if text:
        await store.remember(KIND, ANNOUNCEMENT, text.encode(), now())
    else:
        await store.forget(KIND, ANNOUNCEMENT)


async def drain(store: Store, *, wish: bool) -> None:
    """Make no new tables in the whole house, or make them again."""
    if wish:
        await store.remember(KIND, DRAIN, b"", now())
    else:
        await store.forget(KIND, DRAIN)
