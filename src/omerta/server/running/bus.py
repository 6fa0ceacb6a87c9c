"""Hints between server processes. The log in the database is the truth; a lost hint costs
a moment, never a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

OnHint = Callable[[str, int], None]
OnPresence = Callable[[str, str, list[int], int], None]
OnTrouble = Callable[[Exception | None], None]
"""Told of every failure, and with nothing when all is well again."""


class Bus(ABC):
    """Carries hints to the other processes."""

    has_others: bool = True
    process: str = ""
    """How the others know this process."""
    on_trouble: OnTrouble | None = None

    @abstractmethod
    async def open(self, on_hint: OnHint, on_presence: OnPresence) -> None:
        """Begin to listen."""

    @abstractmethod
    async def close(self) -> None:
        """Stop listening."""

    @abstractmethod
    def hint(self, table: str, seq: int) -> None:
        """The log of a table has grown."""

    @abstractmethod
    def presence(self, table: str, seats: list[int], watchers: int) -> None:
        """Who is connected to this process at a table."""

    @abstractmethod
    def listen(self, table: str) -> None:
        """This process has the table in memory now."""

    @abstractmethod
    def forget(self, table: str) -> None:
        """This process has let go of the table."""

    @abstractmethod
    async def check(self) -> str:
        """A line about the bus for `omerta doctor`."""


class NoBus(Exception):
    """There is no bus for this address, and why, for people."""


class OneProcess(Bus):
    """Nobody else is there."""

    has_others = False

    async def open(self, on_hint: OnHint, on_presence: OnPresence) -> None:
        """Nothing to listen to."""

    async def close(self) -> None:
        """Nothing to stop."""

    def hint(self, table: str, seq: int) -> None:
        """Nobody to tell."""

    def presence(self, table: str, seats: list[int], watchers: int) -> None:
        """Nobody to tell."""

    def listen(self, table: str) -> None:
        """Nobody speaks."""

    def forget(self, table: str) -> None:
        """Nobody speaks."""

    async def check(self) -> str:
        """One process needs no bus."""
        return "one process, no Redis"


def open_bus(redis: str) -> Bus:
    """The bus for a Redis address; without one this process is alone.

    `NoBus` says why there is none for it.
    """
    if not redis:
        return OneProcess()
    try:
        from omerta.server.running.redis_bus import RedisBus
    except ModuleNotFoundError as missing:
        raise NoBus(
            f"Redis needs the module {missing.name}: pip install 'omerta[cluster]'"
        ) from None
    try:
        return RedisBus(redis)
    except ValueError as error:
        raise NoBus(f"{redis!r} is no address of a Redis: {error}") from None
