"""`omerta backup FILE` and `omerta restore FILE`: copies of the embedded database."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import sys
from pathlib import Path

from omerta.server.ops.export import add_store_options


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
        if target.exists() and not chosen.force:
            raise FileExistsError(f"{target} exists; --force writes over it")
        print(f"{target}: {copy(source, target)} log entries")
    except (OSError, sqlite3.Error) as error:
        print(f"omerta: {error}", file=sys.stderr)
        return 1
    return 0


def copy(source: Path, target: Path) -> int:
    """A consistent copy, also while the source is written to; returns its number of entries."""
    if not source.is_file():
        raise FileNotFoundError(f"there is no database {source}")
    target.parent.mkdir(parents=True, exist_ok=True)
    for ending in ("", "-wal", "-shm"):
        Path(f"{target}{ending}").unlink(missing_ok=True)
    with (
        contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        verdict = new.execute("pragma quick_check").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {verdict}")
        count: int = new.execute("select count(*) from answers").fetchone()[0]
        return count


if __name__ == "__main__":
    sys.exit(main())
