"""Work: what waits in the inbox of a room to be carried out at its table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan

NOBODY: Final = -1
"""Stands for the sender of work that no viewer has asked for."""


class Work:
    """One thing that a room has to do, and who is told how it went."""

    def __init__(
        self,
        plan: Callable[[Table], Plan],
        done: Callable[[int | Exception], None],
        command: str = "",
        sender: int = NOBODY,
    ) -> None:
        self.plan: Final = plan
        """What is to be written, for the table as it stands when its turn has come."""
        self.done: Final = done
        """Told the number of the sender's event (0 for none) when all is on disk, or why not."""
        self.command: Final = command
        """The client's name for it, if it has one: a repeated command is answered, not repeated."""
        self.sender: Final = sender
        """The viewer who has asked for it."""
        self.races = 0
        """How often another process was faster."""
