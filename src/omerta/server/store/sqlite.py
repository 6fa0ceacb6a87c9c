"""SQLite: one writer thread that commits what has gathered while the last commit ran.

A second thread carries what is in the write-ahead log over into the database, so that no commit
has to wait for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from omerta.server.store.base import OnWritten, Store, StoreTrouble, Taken, read_body, resolve
from omerta.server.table.entries import Entry, Row, encode_body

SCHEMA: Final = """
create table if not exists answers (
    table_id text not null,
    seq integer not null,
    at integer not null,
    body blob not null,
    heard integer not null,
    command text,
    n integer not null,
    primary key (table_id, seq)
) without rowid;
create unique index if not exists commands on answers (table_id, command)
    where command is not null;
create table if not exists tables (
    id text primary key,
    code text not null unique,
    game text not null,
    phase text not null,
    public integer not null,
    seats integer not null,
    free integer not null,
    names text not null,
    made integer not null,
    due integer
) without rowid;
create index if not exists tables_due on tables (due) where due is not null;
create index if not exists tables_open on tables (made) where public = 1 and phase = 'lobby';
create table if not exists chairs (
    table_id text not null,
    person text not null,
    made integer not null,
    primary key (table_id, person)
) without rowid;
create index if not exists chairs_of on chairs (person, made);
create table if not exists people (id text primary key, name text not null) without rowid;
create table if not exists secrets (name text primary key, value blob not null) without rowid;
"""

LARGEST_BATCH: Final = 400
CARRY_AFTER: Final = 2_000
"""So many changes are written until they are carried over into the database."""

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

REST: Final = 100.0
"""So many times as long as a look through all pages took, none is taken again."""

T = TypeVar("T")


Line = tuple[Any, ...]


class Job:
    """Something to be written, and who waits for it; mostly a single line of a log."""

    __slots__ = ("done", "line", "write")

    def __init__(
        self,
        done: Callable[[Any], None],
        line: Line | None = None,
        write: Callable[[sqlite3.Connection], Any] | None = None,
    ) -> None:
        self.done = done
        self.line = line
        self.write = write


class SQLiteStore(Store):
    """WAL with synchronous=FULL: what is acknowledged survives a loss of power."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.gathered: list[Job] = []
        """What has come up since the loop went round; the writer is woken once for all of it."""
        self.jobs: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        """What was handed over to the writer; an empty list is the end."""
        self.threads: list[threading.Thread] = []
        self.uncarried = 0
        self.may_carry = threading.Event()
        self.is_stopping = False
        self.readers = ThreadPoolExecutor(2, "omerta-read")
        self.local = threading.local()
        self.connections: list[sqlite3.Connection] = []
        self.examine_at = 0.0
        """When it is time to look through all pages again."""

    async def open(self) -> None:
        """Make the file if it is not there yet, and start the writer."""
        self.loop = asyncio.get_running_loop()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.writer = self._connect()
            self.carrier = self._connect()
            self.writer.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise StoreTrouble(f"cannot open the database {self.path}: {error}") from error
        self.threads = [
            threading.Thread(target=self._write, name="omerta-write", daemon=True),
            threading.Thread(target=self._carry, name="omerta-carry", daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
        )
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma busy_timeout = 10000")
        connection.execute(f"pragma wal_autocheckpoint = {LARGEST_LOG}")
        self.connections.append(connection)
        return connection

    async def close(self) -> None:
        """Write what is waiting and let go of the file."""
        if self.threads:
            self.is_stopping = True
            self._hand_over()
            self.jobs.put([])
            self.may_carry.set()
            for thread in self.threads:
                await asyncio.to_thread(thread.join)
            self.threads = []
        self.readers.shutdown(wait=True)
        for connection in self.connections:
            connection.close()
        self.connections.clear()

    # Writing.

    def _write(self) -> None:
        """The writer thread: everything that has gathered goes into one commit."""
        while jobs := self.jobs.get():
            is_last = False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < LARGEST_BATCH and not is_last:
                    more = self.jobs.get_nowait()
                    jobs += more
                    is_last = not more
            for start in range(0, len(jobs), LARGEST_BATCH):
                self._write_together(jobs[start : start + LARGEST_BATCH])
            if is_last:
                return

    def _write_together(self, jobs: list[Job]) -> None:
        results = self._commit(jobs)
        self.loop.call_soon_threadsafe(self._settle, jobs, results)
        self.uncarried += len(jobs)
        if self.uncarried >= CARRY_AFTER:
            self.uncarried = 0
            self.may_carry.set()

    def _settle(self, jobs: list[Job], results: list[Any]) -> None:
        """Tell everybody whose writing is done."""
        for job, result in zip(jobs, results, strict=True):
            self.tell(job.done, result)

    def _carry(self) -> None:
        """The other thread: readers and the writer go on while it works."""
        while True:
            self.may_carry.wait()
            self.may_carry.clear()
            if self.is_stopping:
                return
            with contextlib.suppress(sqlite3.Error):  # the writer will say what is wrong
                self.carrier.execute("pragma wal_checkpoint(passive)").fetchall()

    def _commit(self, jobs: list[Job]) -> list[Any]:
        try:
            return self._commit_together(jobs)
        except Exception:
            self._roll_back()  # one of the lines is taken, or refused: see which
        return self._commit_one_by_one(jobs)

    def _commit_together(self, jobs: list[Job]) -> list[Any]:
        """All single lines in one statement, which gives way to the other threads only once."""
        lines = [job.line for job in jobs if job.line is not None]
        others = [job for job in jobs if job.line is None]
        if others:
            self.writer.execute("begin immediate")
        if lines:
            self.writer.execute(_insert(len(lines)), [field for line in lines for field in line])
        written = {id(job): _result_of(job, self.writer) for job in others}
        if others:
            self.writer.execute("commit")
        return [written.get(id(job)) for job in jobs]

    def _commit_one_by_one(self, jobs: list[Job]) -> list[Any]:
        try:
            self.writer.execute("begin immediate")
            results = [self._written_alone(job) for job in jobs]
            self.writer.execute("commit")
        except Exception as error:
            self._roll_back()
            return [self._trouble("cannot write to", error)] * len(jobs)
        return results

    def _written_alone(self, job: Job) -> Any:
        """What became of one job; if the database refuses it, the others do not suffer."""
        self.writer.execute("savepoint alone")
        try:
            result = _result_of(job, self.writer)
        except Exception as error:
            if not self.writer.in_transaction:
                raise  # nothing of it all is written
            self.writer.execute("rollback to alone")
            result = self._trouble("cannot write to", error)
        self.writer.execute("release alone")
        return result

    def _roll_back(self) -> None:
        if self.writer.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # what comes next will say what is wrong
                self.writer.execute("rollback")

    def _trouble(self, what: str, error: Exception) -> StoreTrouble:
        """What is wrong with the database, in words."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
        cause = CAUSES.get(code, "")
        self.is_failing = self.is_failing or bool(cause)
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self.damage = cause
        trouble = StoreTrouble(f"{what} {self.path}: {f'{cause}: ' if cause else ''}{error}")
        trouble.__cause__ = error
        return trouble

    def _give(self, job: Job) -> None:
        """Let the writer have a job when the loop has gone round."""
        if not self.gathered:
            self.loop.call_soon(self._hand_over)
        self.gathered.append(job)

    def _hand_over(self) -> None:
        if self.gathered:
            gathered, self.gathered = self.gathered, []
            self.jobs.put(gathered)

    def _later(self, write: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.loop.create_future()
        self._give(Job(partial(resolve, done), write=write))
        return done

    def append(self, entries: list[Entry], row: Row | None = None) -> asyncio.Future[int | None]:
        """Done when all the entries are on disk."""
        lines = [_line(entry) for entry in entries]
        return self._later(lambda writer: _append(writer, lines, row))

    def put(self, entry: Entry, row: Row | None, done: OnWritten) -> None:
        """The same for one entry and somebody who does not wait."""
        line = _line(entry)
        if row is None:
            self._give(Job(done, line))
        else:
            self._give(Job(done, write=partial(_append, lines=[line], row=row)))

    async def name(self, person: str, name: str) -> None:
        """Remember a person under this name."""
        await self._later(
            lambda writer: (
                writer.execute(
                    "insert into people values (?, ?) on conflict (id) do update set name = ?2",
                    (person, name),
                ).rowcount
            )
        )

    async def secret(self) -> bytes:
        """The key that signs tokens."""

        def write(writer: sqlite3.Connection) -> bytes:
            writer.execute(
                "insert or ignore into secrets values ('token', ?)", (secrets.token_bytes(32),)
            )
            value: bytes = writer.execute(
                "select value from secrets where name = 'token'"
            ).fetchone()[0]
            return value

        return await self._later(write)

    # Reading.

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            try:
                connection = getattr(self.local, "connection", None)
                if connection is None:
                    connection = self.local.connection = self._connect()
                return read(connection)
            except (OSError, sqlite3.Error) as error:
                raise self._trouble("cannot read", error) from error

        return await self.loop.run_in_executor(self.readers, run)

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

    async def tables_of(self, person: str, limit: int = 50) -> list[Row]:
        """Tables at which this person sits, newest first."""
        return await self._rows(
            "id in (select table_id from chairs where person = ? order by made desc limit 200)",
            (person,),
            limit,
        )

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

    async def probe(self) -> None:
        """Write something, and look through all pages unless that was done not long ago."""
        sample = self.sample()
        await self._later(
            lambda writer: (
                writer.execute(
                    "insert into secrets values ('probe', ?)"
                    " on conflict (name) do update set value = ?1",
                    (sample,),
                ).rowcount
            )
        )
        self.is_failing = False
        if self.loop.time() >= self.examine_at:
            began = self.loop.time()
            await self._read(self._examine)
            self.examine_at = self.loop.time() + REST * (self.loop.time() - began)
        if self.damage:
            raise StoreTrouble(f"cannot trust {self.path}: {self.damage}")

    def _examine(self, _: sqlite3.Connection) -> None:
        """Look through all pages as they are on the disk, not as a reader remembers them."""
        with contextlib.closing(sqlite3.connect(self.path)) as fresh:
            verdict = fresh.execute("pragma quick_check(1)").fetchone()[0]
        if verdict != "ok":
            self.damage = f"the database is damaged: {verdict}"


@cache
def _insert(lines: int) -> str:
    """The statement that writes so many lines."""
    return "insert into answers values " + ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * lines)


def _result_of(job: Job, writer: sqlite3.Connection) -> Any:
    try:
        if job.line is not None:
            return _append(writer, [job.line], None)
        return None if job.write is None else job.write(writer)
    except (Taken, StoreTrouble) as error:
        return error


def _append(writer: sqlite3.Connection, lines: list[Line], row: Row | None) -> int | None:
    """Write the lines of one table; all or none."""
    table, seq, *_, command, _ = lines[0]
    taken = writer.execute(
        "select 1 from answers where table_id = ? and seq >= ? limit 1", (table, seq)
    ).fetchone()
    if command is not None:
        found = writer.execute(
            "select n from answers where table_id = ? and command = ?", (table, command)
        ).fetchone()
        if found is not None:
            return int(found[0])
    if taken is not None:
        raise Taken(table)
    if row is not None:
        try:
            _write_row(writer, row)
        except sqlite3.IntegrityError:
            raise Taken(table) from None  # another table has this code
    writer.executemany("insert into answers values (?, ?, ?, ?, ?, ?, ?)", lines)
    return None


def _write_row(writer: sqlite3.Connection, row: Row) -> None:
    writer.execute(
        "insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " on conflict (id) do update set phase = ?4, public = ?5, seats = ?6, free = ?7,"
        " names = ?8, due = ?10",
        (
            row.id,
            row.code,
            row.game,
            row.phase,
            int(row.public),
            row.seats,
            row.free,
            msgspec.json.encode(row.names).decode(),
            row.made,
            row.due,
        ),
    )
    held = writer.execute("select person from chairs where table_id = ?", (row.id,)).fetchall()
    people = set(row.people)
    gone = {line[0] for line in held} - people
    writer.executemany(
        "delete from chairs where table_id = ? and person = ?", [(row.id, p) for p in gone]
    )
    writer.executemany(
        "insert or ignore into chairs values (?, ?, ?)", [(row.id, p, row.made) for p in people]
    )


def _line(entry: Entry) -> Line:
    """An entry as the database keeps it."""
    body = encode_body(entry.body)
    command = entry.command or None
    return (entry.table, entry.seq, entry.at, body, entry.heard, command, entry.n)
