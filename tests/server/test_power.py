"""The power goes and takes along what was not synced: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from omerta.server.store import sqlite
from omerta.server.store.sqlite import SQLiteStore
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry, Row
from tests.server.power import Disk, can_note

LOSSES = int(os.environ.get("OMERTA_POWER_LOSSES", "200"))
"""A campaign may set more."""

TABLES = 6
MOVES = 40
"""Of each table."""


if os.name != "posix" or not can_note():
    pytest.skip(
        "SQLITE CANNOT BE REACHED HERE: nothing is known about losses of power on this machine",
        allow_module_level=True,
    )


def entry(table: int, seq: int) -> Entry:
    text = f"Line {seq} " + "x" * (seq * 37 % 300)
    body = log.Told(name="A", text=text)
    return Entry(f"table-{table}", seq, 1000 + seq, body, 5, f"p:{table}-{seq}", seq)


def row(table: int, seq: int) -> Row:
    return Row(
        id=f"table-{table}",
        code=f"CODE{table}",
        game="mafia-city",
        phase="playing",
        public=True,
        seats=3,
        free=0,
        names=["Ada"],
        people=["p"],
        made=5,
        due=seq,
    )


async def play(store: SQLiteStore, disk: Disk) -> None:
    """Several tables at once; a move follows when the one before was acknowledged."""
    await store.open()

    async def one(table: int) -> None:
        for seq in range(1, MOVES + 1):
            with_row = seq == 1 or seq % 7 == 0
            line = entry(table, seq)
            await store.append([line], row(table, seq) if with_row else None)
            disk.say(line.command)

    await asyncio.gather(*map(one, range(TABLES)))
    await store.close()


def an_evening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """What was done to the disk while tables were played."""
    folder.mkdir()
    # So that what is written is carried over again and again meanwhile.
    monkeypatch.setattr(sqlite, "CARRY_AFTER", 20)
    disk = Disk(folder)
    with disk.noting():
        asyncio.run(play(SQLiteStore(folder / "omerta.sqlite"), disk))
    return disk


def found_after(disk: Disk, moment: int, folder: Path, rng: Random) -> set[str]:
    """The commands that a server finds that starts after the loss; its logs are whole."""
    folder.mkdir()
    disk.after_a_loss(moment, folder, rng)

    async def start() -> set[str]:
        store = SQLiteStore(folder / "omerta.sqlite")
        await store.open()
        found: set[str] = set()
        for table in range(TABLES):
            entries = await store.load(f"table-{table}")
            assert entries == [entry(table, seq) for seq in range(1, len(entries) + 1)]
            found.update(line.command for line in entries)
            await store.append([entry(table, len(entries) + 1)])
        await store.close()
        return found

    found = asyncio.run(start())
    with closing(sqlite3.connect(folder / "omerta.sqlite")) as database:
        assert database.execute("pragma integrity_check").fetchone()[0] == "ok"
    return found


def moments(disk: Disk, rng: Random) -> list[int]:
    """Before and after every sync; as many as were asked for, if those are not enough."""
    about = [near for sync in disk.syncs for near in (sync, sync + 1)]
    if len(about) > LOSSES:
        return sorted(rng.sample(about, LOSSES))
    return sorted(about + rng.choices(range(len(disk.notes) + 1), k=LOSSES - len(about)))


def lost(disk: Disk, tmp_path: Path) -> dict[int, set[str]]:
    """What was acknowledged before a loss of power and is gone after it, by the moment."""
    rng = Random(11)
    missing = {}
    for number, moment in enumerate(moments(disk, rng)):
        said = set(disk.said_before(moment))
        gone = said - found_after(disk, moment, tmp_path / f"after-{number}", rng)
        if gone:
            missing[moment] = gone
    return missing


def test_no_loss_of_power_takes_what_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = an_evening(tmp_path / "disk", monkeypatch)
    assert len(disk.said_before(len(disk.notes))) == TABLES * MOVES
    synced = {disk.notes[moment].file for moment in disk.syncs}
    assert synced >= {"omerta.sqlite", "omerta.sqlite-wal"}, "nothing was carried over"
    assert lost(disk, tmp_path) == {}


@pytest.mark.parametrize("level", ["off", "normal"])
def test_a_store_that_does_not_sync_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    connect = SQLiteStore._connect

    def careless(self: SQLiteStore) -> sqlite3.Connection:
        connection = connect(self)
        connection.execute(f"pragma synchronous = {level}")
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(SQLiteStore, "_connect", careless)
        disk = an_evening(tmp_path / "disk", monkeypatch)
    rng = Random(11)
    for number in range(30):
        moment = rng.randrange(len(disk.notes))
        said = set(disk.said_before(moment))
        try:
            found = found_after(disk, moment, tmp_path / f"after-{number}", rng)
        except Exception:  # the database is damaged, or a log is not whole
            return
        if said - found:
            return
    pytest.fail(f"with synchronous = {level} nothing was lost")
