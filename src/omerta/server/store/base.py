"""What a store offers, whatever database is behind it."""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final

import msgspec

from omerta.server.store.private import close_folder
from omerta.server.table.entries import AnyBody, Entry, Row, decode_body

SMALL_SAMPLE: Final = 32
LARGE_SAMPLE: Final = 65_536


class Taken(Exception):
    """Another process has written this line of the log first: read it and try again."""


class StoreTrouble(Exception):
    """The database cannot be used, and why, for people."""

    def __init__(self, told: str, cause: str = "") -> None:
        super().__init__(told)
        self.cause: Final = cause
        """What is wrong with the database in plain words, without anything that was in it."""


class Unreadable(Exception):
    """A log is there and cannot be read: it is damaged, or of a kind that nobody knows here."""


OnWritten = Callable[[int | Exception | None], None]

OnTime = Callable[[float], None]

OnFailure = Callable[[Exception], None]
"""Told of an error that is nobody's who waits."""


class Memo(msgspec.Struct):
    """Something the house remembers beside its tables: a ban, a block, a report, a device."""

    key: str
    value: bytes
    at: int


class Store(ABC):
    """An append-only log per table. The key (table, seq) is the only lock there is."""

    kind: str

    on_failure: OnFailure | None = None
    """Told when somebody could not bear to hear how the writing went."""

    on_write: OnTime | None = None
    on_read: OnTime | None = None
    """Told how long the database took, in seconds."""

    is_failing = False
    """Whether something could not be written since the last probe that was well."""

    damage = ""
    """What was found to be damaged; this does not heal while the server runs."""

    @abstractmethod
    async def open(self) -> None:
        """Connect, and make the tables if they are not there yet."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is waiting and let go."""

    def reserved(self) -> AbstractContextManager[None]:
        """Keep other servers away for a while, where only one may be; `StoreTrouble` if one is."""
        return nullcontext()

    @abstractmethod
    def append(self, entries: list[Entry], row: Row | None = None) -> Future[int | None]:
        """Done when all the entries are on disk: None, or for a repeated command its receipt.

        All entries belong to one table and are written together or not at all, with the
        table's row if one is given.
        `Taken` says that somebody else has written there first.
        """

    def put(self, entry: Entry, row: Row | None, done: OnWritten) -> None:
        """The same for one entry and somebody who does not wait: `done` is told how it went."""

        def settle(written: Future[int | None]) -> None:
            if written.cancelled():
                self.tell(done, StoreTrouble("the store was closed"))
            else:
                problem = written.exception()
                result = problem if isinstance(problem, Exception) else written.result()
                self.tell(done, result)

        self.append([entry], row).add_done_callback(settle)

    @abstractmethod
    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table whose number is greater than `after`."""

    @abstractmethod
    async def newest(self, tables: list[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""

    @abstractmethod
    async def receipt(self, table: str, command: str) -> int | None:
        """The event number in the receipt of a command that has been carried out."""

    @abstractmethod
    async def find(self, table_or_code: str) -> Row | None:
        """The table with this id or this code."""

    @abstractmethod
    async def open_tables(self, limit: int = 50) -> list[Row]:
        """Public tables with a free chair that have not started, newest first."""

    @abstractmethod
    async def running_tables(self, limit: int = 50) -> list[Row]:
        """Public tables at which a game is going on, newest first."""

    @abstractmethod
    async def tables_of(self, person: str, limit: int = 50) -> list[Row]:
        """Tables at which this person sits, newest first."""

    @abstractmethod
    async def unfinished_of(self, person: str) -> list[Row]:
        """Tables of this person that are not over, with everybody there, longest waiting first."""

    @abstractmethod
    async def stale(self, phases: list[str], before: int, limit: int = 50) -> list[str]:
        """Tables in these phases at which nothing has happened since then."""

    @abstractmethod
    async def remove(self, table: str) -> None:
        """Forget a table and its log."""

    @abstractmethod
    async def newest_tables(self, limit: int = 100) -> list[Row]:
        """The newest tables that are not over, with everybody there."""

    @abstractmethod
    async def people_called(self, text: str, limit: int = 50) -> list[tuple[str, str]]:
        """Id and name of people by their id, or by a part of their name."""

    @abstractmethod
    async def remember(self, kind: str, key: str, value: bytes, at: int) -> None:
        """Keep a memo; one of the same kind and key is written over."""

    @abstractmethod
    async def recall(self, kind: str, key: str) -> Memo | None:
        """The memo of this kind and key."""

    @abstractmethod
    async def recall_all(self, kind: str, limit: int = 1000) -> list[Memo]:
        """All memos of a kind, newest first."""

    @abstractmethod
    async def forget(self, kind: str, key: str) -> Memo | None:
        """Throw a memo away; of several who do so at once only one is given it."""

    @abstractmethod
    async def due(self, before: int, limit: int = 100) -> list[str]:
        """Tables where something should have happened by then."""

    @abstractmethod
    async def name_of(self, person: str) -> str | None:
        """The name of a person; None if there is no such person."""

    @abstractmethod
    async def name(self, person: str, name: str) -> None:
        """Remember a person under this name."""

    @abstractmethod
    async def secret(self) -> bytes:
        """The key that signs tokens; made at the first use, the same for all processes."""

    @abstractmethod
    async def probe(self) -> None:
        """Write something and look at what is there; `StoreTrouble` says what is wrong."""

    def sample(self) -> bytes:
        """What a probe writes: after a failure so much that there must really be room for it."""
        return secrets.token_bytes(LARGE_SAMPLE if self.is_failing else SMALL_SAMPLE)

    def tell(self, done: Callable[[Any], None], result: Any) -> None:
        """Tell somebody how the writing went; whoever cannot bear it harms nobody else."""
        try:
            done(result)
        except Exception as error:
            if self.on_failure is not None:
                self.on_failure(error)

    def took(self, on_time: OnTime | None, since: float) -> None:
        """Tell whoever wants to know how long something took that began then."""
        if on_time is not None:
            on_time(time.perf_counter() - since)

    @abstractmethod
    async def check(self) -> str:
        """A line about the database for `omerta doctor`; `StoreTrouble` if it is not well."""


def read_body(table: str, seq: int, body: bytes) -> AnyBody:
    """What a line of a log says; `Unreadable` names the line."""
    try:
        return decode_body(body)
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        raise Unreadable(f"line {seq} of the table {table} cannot be read") from error


def resolve(done: Future[Any], result: Any) -> None:
    """Tell somebody who waits for a future how it went."""
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


def open_store(database: str, data: Path) -> Store:
    """The store for a database address; without one, SQLite in the data directory.

    `StoreTrouble` says that there is no store for it.
    """
    if database.startswith(("postgresql://", "postgres://")):
        try:
            from omerta.server.store.postgres import PostgresStore
        except ModuleNotFoundError as missing:
            raise StoreTrouble(
                f"PostgreSQL needs the module {missing.name}: pip install 'omerta[cluster]'"
            ) from None
        return PostgresStore(database)
    path = Path(database.removeprefix("sqlite:///")) if database else data / "omerta.sqlite"
    if "://" in str(database.removeprefix("sqlite:///")):
        raise StoreTrouble(
            f"{database.partition('://')[0]}:// is no database that is known here: expected"
            " postgresql://user@host/name or the path of an SQLite file"
        )
    from omerta.server.store.sqlite import SQLiteStore

    if not database:
        close_data(data)
    return SQLiteStore(path)


def close_data(data: Path) -> None:
    """The data directory is for its owner alone."""
    try:
        close_folder(data)
    except OSError as error:
        raise StoreTrouble(f"cannot use the data directory {data}: {error}") from error
