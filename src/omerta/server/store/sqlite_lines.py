"""How entries and tables are written down in SQLite."""

from __future__ import annotations

import sqlite3
from functools import cache
from typing import Any

import msgspec

from omerta.server.store.base import Taken
from omerta.server.table.entries import Entry, Row, encode_body

Line = tuple[Any, ...]
"""An entry as the database keeps it."""


@cache
def insertion(lines: int) -> str:
    """The statement that writes this many lines."""
    return "insert into answers values " + ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * lines)


def append_lines(writer: sqlite3.Connection, lines: list[Line], row: Row | None) -> int | None:
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
            write_row(writer, row)
        except sqlite3.IntegrityError:
            raise Taken(table) from None  # another table has this code
    writer.executemany("insert into answers values (?, ?, ?, ?, ?, ?, ?)", lines)
    return None


def write_row(writer: sqlite3.Connection, row: Row) -> None:
    """Keep what lists show of a table, and who belongs to it."""
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


def line_of(entry: Entry) -> Line:
    """An entry as the database keeps it."""
    body = encode_body(entry.body)
    command = entry.command or None
    return (entry.table, entry.seq, entry.at, body, entry.heard, command, entry.n)
