"""`omerta backup FILE` and `omerta restore FILE`: copies of the embedded database."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from omerta.server.ops.export import add_store_options
from omerta.server.store import StoreTrouble
from omerta.server.store.lock import held
from omerta.server.store.private import private_folder

OURS: Final = {"answers", "tables", "chairs", "people", "secrets"}
"""What a database of ours has at least."""


class NoDatabase(Exception):
    """Something that cannot be copied, and why."""


def main(argv: list[str] | None = None) -> int:
    """Copy the database to a file while the server runs."""
    return _run("backup", argv)


def restore(argv: list[str] | None = None) -> int:
    """Copy a file back in the place of the database; the server must be stopped."""
    return _run("restore", argv)


def _run(what: str, argv: list[str] | None) -> int:
    parser = argparse.ArgumentParser(prog=f"omerta {what}", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--force", action="store_true", help="write over what is there")
    add_store_options(parser)
    chosen = parser.parse_args(argv)
    if chosen.database.startswith("postgres"):
        print(f"omerta: use pg_dump and pg_restore to {what} PostgreSQL", file=sys.stderr)
        return 2
    database = Path(chosen.database.removeprefix("sqlite:///") or chosen.data / "omerta.sqlite")
    source, target = (database, chosen.file) if what == "backup" else (chosen.file, database)
    try:
        if not source.is_file():
            raise FileNotFoundError(f"there is no database {source}")
        if target.exists() and not chosen.force:
            raise FileExistsError(f"{target} exists; --force writes over it")
        with held(database) if what == "restore" else contextlib.nullcontext():
            print(f"{target}: {copy(source, target)} log entries")
    except (OSError, sqlite3.Error, StoreTrouble, NoDatabase) as error:
        print(f"omerta: {error}", file=sys.stderr)
        return 1
    return 0


def copy(source: Path, target: Path) -> int:
    """A consistent copy, also while the source is written to; returns its number of entries.

    The target is touched when the copy lies beside it, whole and examined, and not before.
    """
    if target.exists() and source.samefile(target):
        raise NoDatabase(f"{source} and {target} are the same file")
    target = target.resolve()
    private_folder(target.parent)
    with _beside(target) as fresh:
        entries = _copy(source, fresh)
        _replace(target, fresh)
    return entries


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file that only its owner can read, gone afterwards unless it was put elsewhere."""
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield fresh
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(f"{fresh}{ending}").unlink(missing_ok=True)


def _copy(source: Path, fresh: Path) -> int:
    with (
        contextlib.closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
        ) as old,
        contextlib.closing(sqlite3.connect(fresh)) as new,
    ):
        try:
            old.backup(new)
            # The copy is one file and no more.
            new.execute("pragma journal_mode = delete")
            verdict = new.execute("pragma integrity_check(1)").fetchone()[0]
            found = {name for (name,) in new.execute("select name from sqlite_schema")}
        except sqlite3.DatabaseError as error:
            raise NoDatabase(f"{source} is damaged or no database: {error}") from None
        if verdict != "ok":
            raise NoDatabase(f"{source} is damaged: {verdict}")
        if not found >= OURS:
            raise NoDatabase(f"{source} is no database of Omerta")
        count: int = new.execute("select count(*) from answers").fetchone()[0]
    return count


def _replace(target: Path, fresh: Path) -> None:
    """Put a file in the place of a database and of what belongs to it."""
    _sync(fresh)
    if target.exists():
        # What was written last may lie beside the old database. It must be gone before the
        # new one is there, or it would be taken for a part of that; carried over, nothing is
        # lost if we get no further.
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(target)) as old:
            old.execute("pragma wal_checkpoint(truncate)")
    for ending in ("-wal", "-shm", "-journal"):
        Path(f"{target}{ending}").unlink(missing_ok=True)
    fresh.replace(target)
    if os.name == "posix":
        _sync(target.parent)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


if __name__ == "__main__":
    sys.exit(main())
