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
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from omerta.server.store.base import (
    Memo,
    OnWritten,
    StoreTrouble,
    Taken,
    resolve,
)
from omerta.server.store.lock import held
from omerta.server.store.private import private_file, private_folder
from omerta.server.store.sqlite_lines import Line, append_lines, insertion, line_of
from omerta.server.store.sqlite_reading import SQLiteReader
from omerta.server.store.sqlite_versions import bring_up
from omerta.server.table.entries import Entry, Row

LARGEST_BATCH: Final = 400
CARRY_AFTER: Final = 2_000
"""How many changes are written before they are carried over into the database."""

REST: Final = 100.0
"""After a look through all pages, the next one waits this many times as long as it took."""

T = TypeVar("T")


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


class SQLiteStore(SQLiteReader):
    """WAL with synchronous=FULL: what is acknowledged survives a loss of power."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gathered: list[Job] = []
        """What has come up since the loop went round; the writer is woken once for all of it."""
        self.jobs: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        """What was handed over to the writer; an empty list is the end."""
        self.threads: list[threading.Thread] = []
        self.uncarried = 0
        self.may_carry = threading.Event()
        self.is_stopping = False
        self.examine_at = 0.0
        """When it is time to look through all pages again."""

    async def open(self) -> None:
        """Make the file if it is not there yet, and start the writer."""
        self.loop = asyncio.get_running_loop()
        try:
            private_folder(self.path.parent)
            private_file(self.path)
            self.writer = self._connect()
            self.carrier = self._connect()
            bring_up(self.writer)
        except (OSError, sqlite3.Error, StoreTrouble) as error:
            for connection in self.connections:
                connection.close()
            raise StoreTrouble(f"cannot open the database {self.path}: {error}") from error
        self.threads = [
            threading.Thread(target=self._write, name="omerta-write", daemon=True),
            threading.Thread(target=self._carry, name="omerta-carry", daemon=True),
        ]
        for thread in self.threads:
            thread.start()

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

    def reserved(self) -> contextlib.AbstractContextManager[None]:
        """Hold the lock of the file."""
        return held(self.path)

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
        began = time.perf_counter()
        results = self._commit(jobs)
        self.took(self.on_write, began)
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
        except Exception as error:
            self._roll_back()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                return [self._trouble("cannot write to", error)] * len(jobs)
        # One of the lines is taken, or refused: see which.
        return self._commit_one_by_one(jobs)

    def _commit_together(self, jobs: list[Job]) -> list[Any]:
        """All single lines in one statement, which gives way to the other threads only once."""
        lines = [job.line for job in jobs if job.line is not None]
        fields = [field for line in lines for field in line]
        if len(lines) == len(jobs):
            self.writer.execute(insertion(len(lines)), fields)
            return [None] * len(jobs)
        self.writer.execute("begin immediate")
        if lines:
            self.writer.execute(insertion(len(lines)), fields)
        written = {id(job): _result_of(job, self.writer) for job in jobs if job.line is None}
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
        lines = [line_of(entry) for entry in entries]
        return self._later(lambda writer: append_lines(writer, lines, row))

    def put(self, entry: Entry, row: Row | None, done: OnWritten) -> None:
        """The same for one entry and somebody who does not wait."""
        line = line_of(entry)
        if row is None:
            self._give(Job(done, line))
        else:
            self._give(Job(done, write=partial(append_lines, lines=[line], row=row)))

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

    async def remove(self, table: str) -> None:
        """Forget a table and its log."""

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("delete from answers where table_id = ?", (table,))
            writer.execute("delete from chairs where table_id = ?", (table,))
            writer.execute("delete from tables where id = ?", (table,))

        await self._later(write)

    async def remember(self, kind: str, key: str, value: bytes, at: int) -> None:
        """Keep a memo; one of the same kind and key is written over."""
        await self._later(
            lambda writer: (
                writer.execute(
                    "insert or replace into memos values (?, ?, ?, ?)", (kind, key, value, at)
                ).rowcount
            )
        )

    async def forget(self, kind: str, key: str) -> Memo | None:
        """Throw a memo away; of several who do so at once only one is given it."""
        found = await self._later(
            lambda writer: writer.execute(
                "delete from memos where kind = ? and key = ? returning key, value, at",
                (kind, key),
            ).fetchone()
        )
        return None if found is None else Memo(*found)

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

    # Its health.

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


def _result_of(job: Job, writer: sqlite3.Connection) -> Any:
    try:
        if job.line is not None:
            return append_lines(writer, [job.line], None)
        return None if job.write is None else job.write(writer)
    except (Taken, StoreTrouble) as error:
        return error
