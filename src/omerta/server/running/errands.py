"""Errands: what waits in the inbox of a room to be carried out at its table."""

from __future__ import annotations

from asyncio import Future
from typing import Final

from omerta.server.store import resolve
from omerta.server.table.fold import Table
from omerta.server.table.plans import Make, Plan


class Errand:
    """Something to be carried out at the table; whoever sent it is told how it went."""

    def __init__(self, command: str, sender: int) -> None:
        self.command: Final = command
        self.sender: Final = sender

    def plan(self, table: Table) -> Plan:
        """What is to be written, for the table as it stands when its turn has come."""
        raise NotImplementedError

    def done(self, result: int | Exception) -> None:
        """All is on disk and has been told, or why not."""
        raise NotImplementedError


class Wish(Errand):
    """An errand that somebody waits for."""

    def __init__(self, make: Make, command: str, sender: int, answer: Future[int]) -> None:
        super().__init__(command, sender)
        self.make: Final = make
        self.answer: Final = answer

    def plan(self, table: Table) -> Plan:
        """What was wished for."""
        return self.make(table)

    def done(self, result: int | Exception) -> None:
        """Tell whoever still waits."""
        resolve(self.answer, result)
