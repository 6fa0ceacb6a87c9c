"""What the PostgreSQL database looks like, version by version."""

from __future__ import annotations

from typing import Any, Final

from omerta.server.store.base import StoreTrouble

VERSIONS: Final = [
    # 1: databases without a number look like this, too.
    """
create table if not exists answers (
    table_id text not null,
    seq bigint not null,
    at bigint not null,
    body bytea not null,
    heard bigint not null,
    command text,
    n bigint not null,
    primary key (table_id, seq)
);
create unique index if not exists commands on answers (table_id, command)
    where command is not null;
create table if not exists tables (
    id text primary key,
    code text not null unique,
    game text not null,
    phase text not null,
    public boolean not null,
    seats bigint not null,
    free bigint not null,
    names text not null,
    made bigint not null,
    due bigint
);
create index if not exists tables_due on tables (due) where due is not null;
create index if not exists tables_open on tables (made) where public and phase = 'lobby';
create table if not exists chairs (
    table_id text not null,
    person text not null,
    made bigint not null,
    primary key (table_id, person)
);
create index if not exists chairs_of on chairs (person, made);
create table if not exists people (id text primary key, name text not null);
create table if not exists secrets (name text primary key, value bytea not null);
""",
    # 2: memos, and tables by their phase.
    """
create index if not exists tables_by_phase on tables (phase, made);
create table if not exists memos (
    kind text not null,
    key text not null,
    value bytea not null,
    at bigint not null,
    primary key (kind, key)
);
""",
]
"""Each makes a database of the one before into the next; none is ever changed once it was used.

A version takes nothing away that the one before needs: processes of both may run at once.
"""

LOCK: Final = 0x0E127A


async def bring_up(connection: Any) -> None:
    """Make a database of any version, or an empty one, into one of the newest.

    Called within a transaction; of several processes the others wait until it is done.
    """
    await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
    await connection.execute("create table if not exists schema_version (version bigint not null)")
    found: int = await connection.fetchval("select max(version) from schema_version") or 0
    if found > len(VERSIONS):
        raise StoreTrouble(
            f"the database is of version {found}, and this program knows {len(VERSIONS)}:"
            " it was used by a newer one"
        )
    for number, script in enumerate(VERSIONS[found:], found + 1):
        await connection.execute(script)
        await connection.execute("insert into schema_version values ($1)", number)
