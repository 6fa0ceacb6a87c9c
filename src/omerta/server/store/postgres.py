"""PostgreSQL: what has gathered is written by one sorted multi-row insert per round trip."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any, Final

import asyncpg
import msgspec

from omerta.server.store.base import (
    Memo,
    OnWritten,
    Store,
    StoreTrouble,
    Taken,
    read_body,
    resolve,
)
from omerta.server.store.postgres_versions import bring_up
from omerta.server.table.entries import Entry, Row, encode_body

INSERT: Final = """
insert into answers (table_id, seq, at, body, heard, command, n)
select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[],
    $6::text[], $7::bigint[])
"""

INSERT_WHAT_IS_FREE: Final = f"""{INSERT}
on conflict do nothing
returning table_id, seq, command
"""

UPSERT: Final = """
insert into tables (id, code, game, phase, public, seats, free, names, made, due)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (id) do update set phase = $4, public = $5, seats = $6, free = $7, names = $8,
    due = $10
"""

COLUMNS: Final = "id, code, game, phase, public, seats, free, names, made, due"
LARGEST_BATCH: Final = 500

PATIENCE_AT_START: Final = 30.0
"""Seconds for connecting and for bringing the database up."""

ANSWER_WITHIN: Final = 8.0
"""Seconds after which a database that does not answer is given up, and the connection to it."""

TROUBLES: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

CAUSES: Final = {
    "53100": "the disk is full",
    "53200": "there is not enough memory",
    "XX001": "the database is damaged",
    "XX002": "the database is damaged",
    "25006": "the database may only be read",
    "58030": "the disk cannot be read or written",
}
"""What the database means by its errors; by the first two letters for whole classes of them."""

CLASSES: Final = {
    "08": "the database cannot be reached",
    "22": "the database does not take this",
    "28": "the database does not let us in",
    "53": "the database has too much to do",
    "57": "the database is being shut down",
}


async def _as_it_is(connection: Any) -> None:
    """Nothing is ever set on a connection, so that nothing has to be put back after its use."""


class Job:
    """An entry that waits for its turn, and who is told how it went."""

    __slots__ = ("done", "entry")

    def __init__(self, entry: Entry, done: OnWritten) -> None:
        self.entry = entry
        self.done = done


class PostgresStore(Store):
    """Any number of processes may write; the primary key decides who was first."""

    kind = "postgresql"

    def __init__(self, address: str) -> None:
        self.address = address
        self.jobs: list[Job] = []
        self.wanted = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None
        self.line: Any = None
        """The writer's own connection."""
        self.is_stopping = False

    async def open(self) -> None:
        """Connect, and make the tables if they are not there yet."""
        self.pool = asyncpg.create_pool(
            self.address, min_size=2, max_size=10, reset=_as_it_is, timeout=ANSWER_WITHIN
        )
        try:
            async with asyncio.timeout(PATIENCE_AT_START):
                await self.pool
                async with self.pool.acquire() as connection, connection.transaction():
                    await bring_up(connection)
        except (*TROUBLES, StoreTrouble, ValueError) as error:
            self.pool.terminate()
            told = str(error) or "it does not answer"
            raise StoreTrouble(f"cannot use the database: {told}") from error
        self.wanted = asyncio.Event()
        self.writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what is waiting and let go."""
        self.is_stopping = True
        self.wanted.set()
        if self.writer is not None:
            await self.writer
            if self.line is not None:
                self.line.terminate()
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    await self.pool.close()
            except TROUBLES:
                self.pool.terminate()

    # Writing.

    def append(self, entries: list[Entry], row: Row | None = None) -> asyncio.Future[int | None]:
        """Done when all the entries are on disk."""
        loop = asyncio.get_running_loop()
        if len(entries) > 1 or row is not None:
            return loop.create_task(self._append_with_row(entries, row))
        done: asyncio.Future[int | None] = loop.create_future()
        self._later(Job(entries[0], partial(resolve, done)))
        return done

    def put(self, entry: Entry, row: Row | None, done: OnWritten) -> None:
        """The same for one entry and somebody who does not wait."""
        if row is None:
            self._later(Job(entry, done))
        else:
            super().put(entry, row, done)

    def _later(self, job: Job) -> None:
        self.jobs.append(job)
        self.wanted.set()

    async def _write(self) -> None:
        """Insert what has gathered while the last round trip was under way."""
        loop = asyncio.get_running_loop()
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            while self.jobs:
                batch, self.jobs = self.jobs[:LARGEST_BATCH], self.jobs[LARGEST_BATCH:]
                # Always in the same order, so that two processes cannot wait for each other.
                batch.sort(key=lambda job: (job.entry.table, job.entry.seq))
                began = time.perf_counter()
                results = await self._insert([job.entry for job in batch])
                self.took(self.on_write, began)
                loop.call_soon(self._settle, batch, results)
            if self.is_stopping:
                return

    async def _insert(self, entries: list[Entry]) -> list[int | Exception | None]:
        """How it went with each of them: None for those that are on disk now."""
        try:
            async with self._in_time():
                if self.line is None or self.line.is_closed():
                    self.line = await asyncpg.connect(self.address)
                await self.line.execute(INSERT, *_columns(entries))
        except asyncpg.UniqueViolationError:
            return await self._insert_what_is_free(entries)
        except Exception as error:
            if len(entries) == 1 or self.line is None or self.line.is_closed():
                return [self._trouble("cannot write", error)] * len(entries)
            # One of the lines is refused: see which.
            return [(await self._insert([entry]))[0] for entry in entries]
        return [None] * len(entries)

    def _settle(self, jobs: list[Job], results: list[int | Exception | None]) -> None:
        """Tell everybody whose writing is done."""
        for job, result in zip(jobs, results, strict=True):
            self.tell(job.done, result)

    def _trouble(self, what: str, error: Exception) -> StoreTrouble:
        """What is wrong with the database, in words."""
        code = str(getattr(error, "sqlstate", None) or "")
        cause = CAUSES.get(code) or CLASSES.get(code[:2], "")
        if isinstance(error, OSError):
            cause = CLASSES["08"]
        self.is_failing = self.is_failing or bool(cause)
        if code in ("XX001", "XX002"):
            self.damage = cause
        if isinstance(error, TimeoutError):
            cause = "the database does not answer"
        told = ": ".join(filter(None, (what, cause, str(error))))
        trouble = StoreTrouble(told, cause)
        trouble.__cause__ = error
        return trouble

    @contextlib.asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """Let the writer's connection go if nothing comes of it in time.

        What was sent by it may still be carried out. The next to write there finds it.
        """
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                yield
        except TimeoutError:
            if self.line is not None:
                self.line.terminate()
            raise

    @contextlib.asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[Any]:
        """One of the other connections for a while; one that does not answer is not used again."""
        connection = await self.pool.acquire(timeout=ANSWER_WITHIN)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                yield connection
        except TimeoutError:
            connection.terminate()
            raise
        finally:
            await self.pool.release(connection, timeout=ANSWER_WITHIN)

    async def _execute(self, query: str, *args: Any) -> None:
        async with self._borrowed() as connection:
            await connection.execute(query, *args)

    @contextlib.contextmanager
    def _in_words(self, what: str) -> Iterator[None]:
        """What the driver complains about is trouble with the store."""
        began = time.perf_counter()
        try:
            yield
        except TROUBLES as error:
            raise self._trouble(what, error) from error
        finally:
            self.took(self.on_read if what == "cannot read" else self.on_write, began)

    async def _insert_what_is_free(self, entries: list[Entry]) -> list[int | Exception | None]:
        """The same where somebody else has written one of the lines first."""
        try:
            async with self._in_time():
                written = await self.line.fetch(INSERT_WHAT_IS_FREE, *_columns(entries))
        except Exception as error:
            if len(entries) == 1 or self.line.is_closed():
                return [self._trouble("cannot write", error)] * len(entries)
            return [(await self._insert_what_is_free([entry]))[0] for entry in entries]
        lines = {(table, seq): command or "" for table, seq, command in written}
        results: list[int | Exception | None] = [None] * len(entries)
        for place, entry in enumerate(entries):
            if not _claim(lines, entry):
                results[place] = await self._late(entry)
        return results

    async def _late(self, entry: Entry) -> int | Exception:
        """The receipt of a command that is in the log already, or that somebody was faster."""
        try:
            known = await self._known(entry)
        except StoreTrouble as trouble:
            return trouble
        return Taken(entry.table) if known is None else known

    async def _known(self, entry: Entry) -> int | None:
        return await self.receipt(entry.table, entry.command) if entry.command else None

    async def _append_with_row(self, entries: list[Entry], row: Row | None) -> int | None:
        """Entries that change what lists show, in a transaction of their own."""
        try:
            async with self._borrowed() as connection, connection.transaction():
                written = await connection.fetch(INSERT_WHAT_IS_FREE, *_columns(entries))
                if len(written) < len(entries):
                    raise Taken(entries[0].table)
                if row is not None:
                    await _write_row(connection, row)
        except Taken:
            known = await self._known(entries[0])
            if known is None:
                raise
            return known
        except asyncpg.UniqueViolationError:
            raise Taken(entries[0].table) from None
        except TROUBLES as error:
            raise self._trouble("cannot write", error) from error
        return None

    async def name(self, person: str, name: str) -> None:
        """Remember a person under this name."""
        with self._in_words("cannot write"):
            await self._execute(
                "insert into people values ($1, $2) on conflict (id) do update set name = $2",
                person,
                name,
            )

    async def remove(self, table: str) -> None:
        """Forget a table and its log."""
        with self._in_words("cannot write"):
            async with self._borrowed() as connection, connection.transaction():
                await connection.execute("delete from answers where table_id = $1", table)
                await connection.execute("delete from chairs where table_id = $1", table)
                await connection.execute("delete from tables where id = $1", table)

    async def remember(self, kind: str, key: str, value: bytes, at: int) -> None:
        """Keep a memo; one of the same kind and key is written over."""
        with self._in_words("cannot write"):
            await self._execute(
                "insert into memos values ($1, $2, $3, $4)"
                " on conflict (kind, key) do update set value = $3, at = $4",
                kind,
                key,
                value,
                at,
            )

    async def forget(self, kind: str, key: str) -> Memo | None:
        """Throw a memo away; of several who do so at once only one is given it."""
        with self._in_words("cannot write"):
            async with self._borrowed() as connection:
                line = await connection.fetchrow(
                    "delete from memos where kind = $1 and key = $2 returning key, value, at",
                    kind,
                    key,
                )
        return None if line is None else Memo(*line)

    async def secret(self) -> bytes:
        """The key that signs tokens."""
        with self._in_words("cannot write"):
            await self._execute(
                "insert into secrets values ('token', $1) on conflict do nothing",
                secrets.token_bytes(32),
            )
        value: bytes = await self._value("select value from secrets where name = 'token'")
        return value

    # Reading.

    async def _lines(self, query: str, *args: Any) -> list[Any]:
        with self._in_words("cannot read"):
            async with self._borrowed() as connection:
                lines: list[Any] = await connection.fetch(query, *args)
        return lines

    async def _value(self, query: str, *args: Any) -> Any:
        with self._in_words("cannot read"):
            async with self._borrowed() as connection:
                return await connection.fetchval(query, *args)

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table whose number is greater than `after`."""
        lines = await self._lines(
            "select seq, at, body, heard, command, n from answers"
            " where table_id = $1 and seq > $2 order by seq",
            table,
            after,
        )
        return [
            Entry(table, seq, at, read_body(table, seq, body), heard, command or "", n)
            for seq, at, body, heard, command, n in lines
        ]

    async def newest(self, tables: list[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        lines = await self._lines(
            "select wanted.id, (select max(seq) from answers where table_id = wanted.id) as seq"
            " from unnest($1::text[]) as wanted (id)",
            tables,
        )
        return {line["id"]: line["seq"] or 0 for line in lines}

    async def receipt(self, table: str, command: str) -> int | None:
        """The event number in the receipt of a command that has been carried out."""
        found: int | None = await self._value(
            "select n from answers where table_id = $1 and command = $2", table, command
        )
        return found

    async def find(self, table_or_code: str) -> Row | None:
        """The table with this id or this code."""
        if "\0" in table_or_code:
            return None
        rows = await self._rows("id = $1 or code = $1", table_or_code, limit=1)
        return rows[0] if rows else None

    async def open_tables(self, limit: int = 50) -> list[Row]:
        """Public tables with a free chair that have not started, newest first."""
        return await self._rows("public and phase = 'lobby' and free > 0", limit=limit)

    async def running_tables(self, limit: int = 50) -> list[Row]:
        """Public tables at which a game is going on, newest first."""
        return await self._rows("public and phase = 'playing'", limit=limit)

    async def tables_of(self, person: str, limit: int = 50) -> list[Row]:
        """Tables at which this person sits, newest first."""
        return await self._rows(
            "id in (select table_id from chairs where person = $1 order by made desc limit 200)",
            person,
            limit=limit,
        )

    async def unfinished_of(self, person: str) -> list[Row]:
        """Tables of this person that are not over, with everybody there, longest waiting first."""
        rows = await self._rows(
            "id in (select table_id from chairs where person = $1)"
            " and phase in ('lobby', 'seeds', 'playing')",
            person,
            limit=1000,
        )
        return await self._peopled(rows[::-1])

    async def newest_tables(self, limit: int = 100) -> list[Row]:
        """The newest tables that are not over, with everybody there."""
        rows = await self._rows("phase in ('lobby', 'seeds', 'playing')", limit=limit)
        return await self._peopled(rows)

    async def _peopled(self, rows: list[Row]) -> list[Row]:
        lines = await self._lines(
            "select table_id, person from chairs where table_id = any($1::text[]) order by person",
            [row.id for row in rows],
        )
        for row in rows:
            row.people = [line["person"] for line in lines if line["table_id"] == row.id]
        return rows

    async def stale(self, phases: list[str], before: int, limit: int = 50) -> list[str]:
        """Tables in these phases at which nothing has happened since then."""
        lines = await self._lines(
            "select id from tables where phase = any($1::text[]) and made < $2 and (select at"
            " from answers where table_id = id order by seq desc limit 1) < $2 limit $3",
            phases,
            before,
            limit,
        )
        return [line["id"] for line in lines]

    async def people_called(self, text: str, limit: int = 50) -> list[tuple[str, str]]:
        """Id and name of people by their id, or by a part of their name."""
        lines = await self._lines(
            "select id, name from people where id = $1 or strpos(name, $1) > 0"
            " order by name limit $2",
            text,
            limit,
        )
        return [(line["id"], line["name"]) for line in lines]

    async def recall(self, kind: str, key: str) -> Memo | None:
        """The memo of this kind and key."""
        lines = await self._lines(
            "select key, value, at from memos where kind = $1 and key = $2", kind, key
        )
        return Memo(*lines[0]) if lines else None

    async def recall_all(self, kind: str, limit: int = 1000) -> list[Memo]:
        """All memos of a kind, newest first."""
        lines = await self._lines(
            "select key, value, at from memos where kind = $1 order by at desc limit $2",
            kind,
            limit,
        )
        return [Memo(*line) for line in lines]

    async def _rows(self, where: str, *args: Any, limit: int) -> list[Row]:
        lines = await self._lines(
            f"select {COLUMNS} from tables where {where} order by made desc limit {limit}", *args
        )
        return [
            Row(
                id=line["id"],
                code=line["code"],
                game=line["game"],
                phase=line["phase"],
                public=line["public"],
                seats=line["seats"],
                free=line["free"],
                names=msgspec.json.decode(line["names"]),
                people=[],
                made=line["made"],
                due=line["due"],
            )
            for line in lines
        ]

    async def due(self, before: int, limit: int = 100) -> list[str]:
        """Tables where something should have happened by then."""
        lines = await self._lines(
            "select id from tables where due is not null and due <= $1 order by due limit $2",
            before,
            limit,
        )
        return [line["id"] for line in lines]

    async def name_of(self, person: str) -> str | None:
        """The name of a person."""
        found: str | None = await self._value("select name from people where id = $1", person)
        return found

    async def check(self) -> str:
        """A line about the database; `StoreTrouble` if it is not well."""
        version = await self._value("show server_version")
        tables = await self._value("select count(*) from tables")
        answers = await self._value("select count(*) from answers")
        return f"PostgreSQL {version}: {tables} tables, {answers} log entries"

    async def probe(self) -> None:
        """Write something and see that it was taken."""
        with self._in_words("cannot write"):
            await self._execute(
                "insert into secrets values ('probe', $1)"
                " on conflict (name) do update set value = $1",
                self.sample(),
            )
        self.is_failing = False
        if self.damage:
            raise StoreTrouble(f"cannot trust the database: {self.damage}")


def _claim(lines: dict[tuple[str, int], str], entry: Entry) -> bool:
    """Whether this entry is the one that was written; each line is claimed once."""
    place = (entry.table, entry.seq)
    if lines.get(place) != entry.command:
        return False
    del lines[place]
    return True


def _columns(entries: list[Entry]) -> tuple[list[Any], ...]:
    return (
        [entry.table for entry in entries],
        [entry.seq for entry in entries],
        [entry.at for entry in entries],
        [encode_body(entry.body) for entry in entries],
        [entry.heard for entry in entries],
        [entry.command or None for entry in entries],
        [entry.n for entry in entries],
    )


async def _write_row(connection: Any, row: Row) -> None:
    await connection.execute(
        UPSERT,
        row.id,
        row.code,
        row.game,
        row.phase,
        row.public,
        row.seats,
        row.free,
        msgspec.json.encode(row.names).decode(),
        row.made,
        row.due,
    )
    await connection.execute(
        "delete from chairs where table_id = $1 and not person = any($2::text[])",
        row.id,
        row.people,
    )
    await connection.executemany(
        "insert into chairs values ($1, $2, $3) on conflict do nothing",
        [(row.id, person, row.made) for person in row.people],
    )
