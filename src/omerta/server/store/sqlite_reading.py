"""SQLite: its connections, and everything that is read through them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from omerta.server.store.base import Memo, Store, StoreTrouble, read_body
from omerta.server.table.entries import Entry, Row

LOCKED_FOR: Final = 5_000
"""Milliseconds for which is waited while somebody else holds the database."""

LARGEST_LOG: Final = 16_000
"""Pages of the write-ahead log at which the writer carries over the rest itself."""

STATEMENTS: Final = 500
"""Prepared statements that are kept: one for every size of a batch, and the others."""

COLUMNS: Final = "id, code, game, phase, public, seats, free, names, made, due"

CAUSES: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_NOTADB: "the database is damaged",
    sqlite3.SQLITE_READONLY: "the database may only be read",
    sqlite3.SQLITE_BUSY: "another process holds the database",
    sqlite3.SQLITE_LOCKED: "another process holds the database",
    sqlite3.SQLITE_CANTOPEN: "the database cannot be opened",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
}
"""What the database means by its errors."""

T = TypeVar("T")


class SQLiteReader(Store):
    """The half of the store that reads; threads of its own do it, each with a connection."""

    loop: asyncio.AbstractEventLoop

    def __init__(self, path: Path) -> None:
        self.path = path
        self.readers = ThreadPoolExecutor(2, "omerta-read")
        self.local = threading.local()
        self.connections: list[sqlite3.Connection] = []

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
        )
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute(f"pragma busy_timeout = {LOCKED_FOR}")
        connection.execute(f"pragma wal_autocheckpoint = {LARGEST_LOG}")
        self.connections.append(connection)
        return connection

    def _trouble(self, what: str, error: Exception) -> StoreTrouble:
        """What is wrong with the database, in words."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
        cause = CAUSES.get(code, "")
        self.is_failing = self.is_failing or bool(cause)
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self.damage = cause
        told = f"{what} {self.path}: {f'{cause}: ' if cause else ''}{error}"
        trouble = StoreTrouble(told, cause)
        trouble.__cause__ = error
        return trouble

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            try:
                connection = getattr(self.local, "connection", None)
                if connection is None:
                    connection = self.local.connection = self._connect()
                return read(connection)
            except (OSError, sqlite3.Error) as error:
                raise self._trouble("cannot read", error) from error

        began = time.perf_counter()
        try:
            return await self.loop.run_in_executor(self.readers, run)
        finally:
            self.took(self.on_read, began)

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table whose number is greater than `after`."""
        lines = await self._read(
            lambda reader: reader.execute(
                "select seq, at, body, heard, command, n from answers"
                " where table_id = ? and seq > ? order by seq",
                (table, after),
            ).fetchall()
        )
        return [
            Entry(table, seq, at, read_body(table, seq, body), heard, command or "", n)
            for seq, at, body, heard, command, n in lines
        ]

    async def newest(self, tables: list[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""

        def look(reader: sqlite3.Connection) -> dict[str, int]:
            query = "select max(seq) from answers where table_id = ?"
            return {table: reader.execute(query, (table,)).fetchone()[0] or 0 for table in tables}

        return await self._read(look)

    async def receipt(self, table: str, command: str) -> int | None:
        """The event number in the receipt of a command that has been carried out."""
        found = await self._read(
            lambda reader: reader.execute(
                "select n from answers where table_id = ? and command = ?", (table, command)
            ).fetchone()
        )
        return None if found is None else int(found[0])

    async def find(self, table_or_code: str) -> Row | None:
        """The table with this id or this code."""
        rows = await self._rows("id = ?1 or code = ?1", (table_or_code,), 1)
        return rows[0] if rows else None

    async def open_tables(self, limit: int = 50) -> list[Row]:
        """Public tables with a free chair that have not started, newest first."""
        return await self._rows("public = 1 and phase = 'lobby' and free > 0", (), limit)

    async def running_tables(self, limit: int = 50) -> list[Row]:
        """Public tables at which a game is going on, newest first."""
        return await self._rows("public = 1 and phase = 'playing'", (), limit)

    async def tables_of(self, person: str, limit: int = 50) -> list[Row]:
        """Tables at which this person sits, newest first."""
        return await self._rows(
            "id in (select table_id from chairs where person = ? order by made desc limit 200)",
            (person,),
            limit,
        )

    async def unfinished_of(self, person: str) -> list[Row]:
        """Tables of this person that are not over, with everybody there, longest waiting first."""
        rows = await self._rows(
            "id in (select table_id from chairs where person = ?)"
            " and phase in ('lobby', 'seeds', 'playing')",
            (person,),
            1000,
        )
        return await self._peopled(rows[::-1])

    async def newest_tables(self, limit: int = 100) -> list[Row]:
        """The newest tables that are not over, with everybody there."""
        rows = await self._rows("phase in ('lobby', 'seeds', 'playing')", (), limit)
        return await self._peopled(rows)

    async def _peopled(self, rows: list[Row]) -> list[Row]:
        def look(reader: sqlite3.Connection) -> None:
            query = "select person from chairs where table_id = ? order by person"
            for row in rows:
                row.people = [line[0] for line in reader.execute(query, (row.id,)).fetchall()]

        await self._read(look)
        return rows

    async def stale(self, phases: list[str], before: int, limit: int = 50) -> list[str]:
        """Tables in these phases at which nothing has happened since then."""
        places = ", ".join("?" * len(phases))
        lines = await self._read(
            lambda reader: reader.execute(
                f"select id from tables where phase in ({places}) and made < ? and (select at"
                " from answers where table_id = id order by seq desc limit 1) < ? limit ?",
                (*phases, before, before, limit),
            ).fetchall()
        )
        return [line[0] for line in lines]

    async def people_called(self, text: str, limit: int = 50) -> list[tuple[str, str]]:
        """Id and name of people by their id, or by a part of their name."""
        return await self._read(
            lambda reader: reader.execute(
                "select id, name from people where id = ?1 or instr(name, ?1) > 0"
                " order by name limit ?2",
                (text, limit),
            ).fetchall()
        )

    async def recall(self, kind: str, key: str) -> Memo | None:
        """The memo of this kind and key."""
        found = await self._read(
            lambda reader: reader.execute(
                "select key, value, at from memos where kind = ? and key = ?", (kind, key)
            ).fetchone()
        )
        return None if found is None else Memo(*found)

    async def recall_all(self, kind: str, limit: int = 1000) -> list[Memo]:
        """All memos of a kind, newest first."""
        lines = await self._read(
            lambda reader: reader.execute(
                "select key, value, at from memos where kind = ? order by at desc limit ?",
                (kind, limit),
            ).fetchall()
        )
        return [Memo(*line) for line in lines]

    async def _rows(self, where: str, args: tuple[Any, ...], limit: int) -> list[Row]:
        text = f"select {COLUMNS} from tables where {where} order by made desc limit {limit}"
        lines = await self._read(lambda reader: reader.execute(text, args).fetchall())
        return [
            Row(
                id=line[0],
                code=line[1],
                game=line[2],
                phase=line[3],
                public=bool(line[4]),
                seats=line[5],
                free=line[6],
                names=msgspec.json.decode(line[7]),
                people=[],
                made=line[8],
                due=line[9],
            )
            for line in lines
        ]

    async def due(self, before: int, limit: int = 100) -> list[str]:
        """Tables where something should have happened by then."""
        lines = await self._read(
            lambda reader: reader.execute(
                "select id from tables where due is not null and due <= ? order by due limit ?",
                (before, limit),
            ).fetchall()
        )
        return [line[0] for line in lines]

    async def name_of(self, person: str) -> str | None:
        """The name of a person."""
        found = await self._read(
            lambda reader: reader.execute(
                "select name from people where id = ?", (person,)
            ).fetchone()
        )
        return None if found is None else str(found[0])

    async def check(self) -> str:
        """A line about the database; `StoreTrouble` if it is not well."""

        def look(reader: sqlite3.Connection) -> str:
            verdict = reader.execute("pragma quick_check").fetchone()[0]
            if verdict != "ok":
                raise StoreTrouble(f"the database {self.path} is damaged: {verdict}")
            tables, answers = reader.execute(
                "select (select count(*) from tables), (select count(*) from answers)"
            ).fetchone()
            return (
                f"SQLite {sqlite3.sqlite_version} at {self.path}: "
                f"{tables} tables, {answers} log entries"
            )

        return await self._read(look)
