"""One process per file: whoever serves or restores an SQLite database holds a lock beside it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from omerta.server.store.base import StoreTrouble
from omerta.server.store.private import FILE_FOR_OWNER, private_folder


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock of a database; `StoreTrouble` if another process has it.

    The system lets go of it when the process ends, however it ends. The file stays: whoever
    removed it could leave two processes with a lock each.
    """
    beside = Path(f"{path}.lock")
    try:
        private_folder(path.parent)
        file = os.open(beside, os.O_RDWR | os.O_CREAT, FILE_FOR_OWNER)
    except OSError as error:
        raise StoreTrouble(f"cannot lock the database {path}: {error}") from error
    try:
        try:
            _lock(file)
        except OSError:
            raise StoreTrouble(
                f"the database {path} is in use by {_holder(file)}; an SQLite database belongs to"
                " one process: stop that one first, or choose another place with --data"
            ) from None
        os.truncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(file)


def _holder(file: int) -> str:
    try:
        number = os.pread(file, 20, 0).decode().strip() if hasattr(os, "pread") else ""
    except (OSError, UnicodeError):
        number = ""
    return f"process {number}" if number.isdigit() else "another process"


if sys.platform == "win32":
    import msvcrt

    FAR: int = 1 << 30
    """What is locked is locked for readers, too: a place where nothing is written."""

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
