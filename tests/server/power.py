"""A disk that forgets what was not synced when the power goes.

Every write and every sync of SQLite is noted, in the library that the server itself uses: the
methods of each file it opens are replaced by ours, which note and hand on. From the notes the
disk can be made as it may be found after a loss of power at any moment: what was synced is
there, of what was written later some sectors are and some are not.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

SECTOR = 512
"""Bytes that are written whole or not at all."""

POINTERS = ctypes.sizeof(c_void_p)
METHODS = 19
"""A version and eighteen functions (sqlite3_io_methods, version 3)."""
X_WRITE, X_TRUNCATE, X_SYNC = 3, 4, 5
"""Their places in words, the version being the first."""


class Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3."""

    _fields_ = [
        ("version", c_int),
        ("size_of_file", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    ]


OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


def library() -> ctypes.CDLL:
    """The library that Python's module was linked with, and none beside it."""
    import _sqlite3

    return ctypes.CDLL(_sqlite3.__file__)


def can_note() -> bool:
    """Whether the library can be reached: a Python may have it built in."""
    try:
        return hasattr(library(), "sqlite3_vfs_register")
    except (AttributeError, ImportError, OSError):
        return False


class Note(NamedTuple):
    """Something that was done to a file, or `said` to somebody."""

    what: str
    file: str
    at: int = 0
    data: bytes = b""


class Disk:
    """Notes what is done to the files of one folder, in its order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes: list[Note] = []
        self.names: dict[int, str] = {}
        self.kept: list[Any] = []
        """What must not be thrown away while the library may call it."""
        self.tables: dict[int, int] = {}
        """The methods of the library, and ours instead of them."""

    def say(self, command: str) -> None:
        """Somebody was told that this is on disk."""
        self.notes.append(Note("said", command))

    # The methods.

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Every file that is opened meanwhile is one of ours."""
        sqlite = library()
        find = sqlite.sqlite3_vfs_find
        find.restype = POINTER(Vfs)
        found = find(None)
        own = Vfs.from_buffer_copy(found.contents)
        own.name = b"noting"
        self._open = OPEN(found.contents.open)
        self._delete = DELETE(found.contents.delete)
        ours = (OPEN(self._on_open), DELETE(self._on_delete))
        own.open, own.delete = (ctypes.cast(one, c_void_p).value for one in ours)
        self.kept += [own, *ours]
        assert sqlite.sqlite3_vfs_register(ctypes.byref(own), 1) == 0
        try:
            yield
        finally:
            assert sqlite.sqlite3_vfs_unregister(ctypes.byref(own)) == 0

    def _on_open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        result: int = self._open(vfs, name, file, flags, out)
        path = Path(os.fsdecode(ctypes.string_at(name))) if name else Path()
        if result == 0 and path.parent == self.folder:
            self.names[file] = path.name
            methods = c_void_p.from_address(file)
            assert methods.value is not None
            methods.value = self._replaced(methods.value)
        return result

    def _replaced(self, methods: int) -> int:
        """The same methods, of which three are noted."""
        if methods not in self.tables:
            words = (c_void_p * METHODS).from_buffer_copy(
                ctypes.string_at(methods, METHODS * POINTERS)
            )
            write, truncate = WRITE(words[X_WRITE] or 0), TRUNCATE(words[X_TRUNCATE] or 0)

            def on_write(file: int, data: int, size: int, at: int) -> int:
                name = self.names[file]
                self.notes.append(Note("write", name, at, ctypes.string_at(data, size)))
                result: int = write(file, data, size, at)
                return result

            def on_truncate(file: int, size: int) -> int:
                self.notes.append(Note("truncate", self.names[file], size))
                result: int = truncate(file, size)
                return result

            def on_sync(file: int, flags: int) -> int:
                self.notes.append(Note("sync", self.names[file]))
                return 0

            ours = (WRITE(on_write), TRUNCATE(on_truncate), SYNC(on_sync))
            for place, one in zip((X_WRITE, X_TRUNCATE, X_SYNC), ours, strict=True):
                words[place] = ctypes.cast(one, c_void_p).value
            self.kept += [words, *ours]
            self.tables[methods] = ctypes.addressof(words)
        return self.tables[methods]

    def _on_delete(self, vfs: int, name: bytes, flags: int) -> int:
        path = Path(os.fsdecode(name))
        if path.parent == self.folder:
            self.notes.append(Note("delete", path.name))
        result: int = self._delete(vfs, name, flags)
        return result

    # The loss of power.

    @property
    def syncs(self) -> list[int]:
        """The moments at which something was synced."""
        return [moment for moment, note in enumerate(self.notes) if note.what == "sync"]

    def said_before(self, moment: int) -> list[str]:
        """What was told to be on disk."""
        return [note.file for note in self.notes[:moment] if note.what == "said"]

    def after_a_loss(self, moment: int, folder: Path, rng: Random) -> None:
        """The files as they may be found if the power goes at this moment."""
        safe: dict[str, bytearray] = {}
        late: dict[str, list[Note]] = {}
        for note in self.notes[:moment]:
            if note.what == "sync":
                file = safe.setdefault(note.file, bytearray())
                for done in late.pop(note.file, []):
                    change(file, done)
            elif note.what == "delete":
                safe.pop(note.file, None)
                late.pop(note.file, None)
            elif note.what != "said":
                late.setdefault(note.file, []).append(note)
        # Some disks lose everything that was not synced, some nothing, most a part.
        share = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for name, changes in late.items():
            file = safe.setdefault(name, bytearray())
            for done in changes:
                for part in torn(done, share, rng):
                    change(file, part)
        for name, data in safe.items():
            (folder / name).write_bytes(data)


def torn(note: Note, share: float, rng: Random) -> Iterator[Note]:
    """What of a change that was not synced has reached the disk."""
    if note.what != "write":
        if rng.random() < share:
            yield note
        return
    at = 0
    while at < len(note.data):
        size = SECTOR - (note.at + at) % SECTOR
        if rng.random() < share:
            yield Note("write", note.file, note.at + at, note.data[at : at + size])
        at += size


def change(file: bytearray, note: Note) -> None:
    """Do to a file what was noted."""
    if note.what == "truncate":
        del file[note.at :]
        return
    if len(file) < note.at:
        file.extend(bytes(note.at - len(file)))
    file[note.at : note.at + len(note.data)] = note.data
