"""What the SQLite database looks like, version by version."""

from __future__ import annotations

import sqlite3
from typing import Final

from omerta.server.store.base import StoreTrouble

VERSIONS: Final = [
    # 1: databases without a number look like this, too.
    """
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
""",
    # 2: memos, and tables by their phase.
    """
create index if not exists tables_by_phase on tables (phase, made);
create table if not exists memos (
    kind text not null,
    key text not null,
    value blob not null,
    at integer not null,
    primary key (kind, key)
) without rowid;
""",
]
"""Each makes a database of the one before into the next; none is ever changed once it was used.

A version takes nothing away that the one before needs: see docs/server.md.
"""


def bring_up(connection: sqlite3.Connection) -> None:
    """Make a database of any version, or an empty one, into one of the newest."""
    if _version(connection) == len(VERSIONS):
        return
    connection.execute("begin immediate")
    try:
        found = _version(connection)
        if found > len(VERSIONS):
            raise StoreTrouble(
                f"the database is of version {found}, and this program knows {len(VERSIONS)}:"
                " it was used by a newer one"
            )
        for script in VERSIONS[found:]:
            for statement in filter(str.strip, script.split(";")):
                connection.execute(statement)
        connection.execute(f"pragma user_version = {len(VERSIONS)}")
        connection.execute("commit")
    except BaseException:
        if connection.in_transaction:
            connection.execute("rollback")
        raise


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("pragma user_version").fetchone()[0]
    return version
