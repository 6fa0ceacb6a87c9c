"""What was written by an older version: databases are brought up, tables keep their rules."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import asyncpg
import httpx
import pytest

from omerta import games
from omerta.games.mafia_city.rulebook import MafiaCity
from omerta.lab import records as lab
from omerta.server.http import records
from omerta.server.http.check import check
from omerta.server.store import Store, StoreTrouble, open_store, postgres_versions, sqlite_versions
from omerta.server.table.entries import Entry, Made
from omerta.server.table.fold import fold
from tests.server.client import Person, begin, lobby_of, table_of
from tests.server.house import Server
from tests.server.services import postgres_or_skip, redis_or_skip
from tests.server.test_cluster import go
from tests.server.test_kill import Stubborn, check_log

DATABASES = Path(__file__).parent / "databases"
"""How databases looked, and what was in one: a game of Mafia City and one of Downtown."""

NEWEST = "2026-11"


def lines() -> list[tuple[str, list[Any]]]:
    """What was in the database: tables of it, and the values of a line."""
    found = []
    for line in (DATABASES / f"{NEWEST}.jsonl").read_text("utf-8").splitlines():
        table, *values = json.loads(line)
        if table == "answers":
            values[3] = values[3].encode()
        if table == "secrets":
            values[1] = bytes.fromhex(values[1])
        found.append((table, values))
    return found


def schema(kind: str) -> str:
    return (DATABASES / f"{NEWEST}.{kind}.sql").read_text("utf-8")


def old_sqlite(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(schema("sqlite"))
        for table, values in lines():
            database.execute(f"insert into {table} values ({', '.join('?' * len(values))})", values)
        database.commit()
    return str(path)


async def _old_postgres(address: str) -> None:
    database = await asyncpg.connect(address)
    await database.execute(schema("postgresql"))
    for table, values in lines():
        places = ", ".join(f"${number}" for number in range(1, len(values) + 1))
        await database.execute(f"insert into {table} values ({places})", *values)
    await database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database as it was in November 2026."""
    if request.param == "sqlite":
        return old_sqlite(tmp_path / "omerta.sqlite")
    address = postgres_or_skip(request).new_database()
    asyncio.run(_old_postgres(address))
    return address


def module(database: str) -> ModuleType:
    return postgres_versions if database.startswith("postgres") else sqlite_versions


def versions(database: str) -> list[str]:
    steps: list[str] = module(database).VERSIONS
    return steps


def ask(database: str, query: str) -> list[Any]:
    """What the database itself answers."""

    async def look() -> list[Any]:
        connection = await asyncpg.connect(database)
        found = await connection.fetch(query)
        await connection.close()
        return [tuple(line) for line in found]

    if database.startswith("postgres"):
        return asyncio.run(look())
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def version_of(database: str) -> int:
    is_postgres = database.startswith("postgres")
    query = "select max(version) from schema_version" if is_postgres else "pragma user_version"
    return int(ask(database, query)[0][0])


def opened(database: str, look: Callable[[Store], Any] | None = None) -> Any:
    async def run() -> Any:
        store = open_store(database, Path())
        await store.open()
        try:
            return None if look is None else await look(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_a_database_of_the_first_version_is_brought_up(old: str) -> None:
    async def look(store: Store) -> list[tuple[str, int, int]]:
        assert await store.secret() == dict(v for t, v in lines() if t == "secrets")["token"]
        (person,) = [v for t, v in lines() if t == "people"]
        assert await store.name_of(person[0]) == "Ada"
        found = []
        for row in await store.tables_of(person[0]):
            entries = await store.load(row.id)
            table = fold(entries)
            assert table.game is not None
            assert not table.rulebook.broken(table.game)
            found.append((row.game, len(entries), len(table.answers)))
        return found

    tables = opened(old, look)
    assert [(game, entries) for game, entries, _ in tables] == [
        ("downtown", 47),
        ("mafia-city", 24),
    ]
    assert all(answers for *_, answers in tables)
    assert version_of(old) == len(versions(old))
    assert opened(old, look) == tables


def test_people_play_on_in_a_database_of_the_first_version(tmp_path: Path) -> None:
    old_sqlite(tmp_path / "omerta.sqlite")
    with Server(tmp_path) as server:
        tables = [values[0] for table, values in lines() if table == "tables"]
        for table in tables:
            state = httpx.get(f"{server.address}/api/tables/{table}")
            assert state.json()["phase"] == "playing"


def test_versions_are_made_one_after_the_other(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = versions(old)
    opened(old)
    more = [
        "alter table people add column language text not null default ''",
        "update people set language = 'sk'; create index people_by_name on people (name)",
    ]
    for step in more:
        monkeypatch.setattr(module(old), "VERSIONS", [*versions(old), step])
        opened(old)
    assert version_of(old) == len(steps) + 2
    assert ask(old, "select name, language from people") == [("Ada", "sk")]


def test_a_step_that_fails_changes_nothing(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(old)
    before = version_of(old)
    wrong = ["update people set name = 'Nobody'; alter table nowhere add column x text"]
    monkeypatch.setattr(module(old), "VERSIONS", versions(old) + wrong)
    with pytest.raises(StoreTrouble):
        opened(old)
    monkeypatch.undo()
    assert version_of(old) == before
    assert ask(old, "select name from people") == [("Ada",)]
    opened(old)


def test_a_database_of_a_newer_version_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = old_sqlite(tmp_path / "omerta.sqlite")
    monkeypatch.setattr(sqlite_versions, "VERSIONS", [*versions(database), "create table x (y)"])
    opened(database)
    monkeypatch.undo()
    ended = subprocess.run(
        Server(tmp_path).command, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert "it was used by a newer one" in ended.stderr
    assert "Traceback" not in ended.stderr


# The rules.


class Second(MafiaCity):
    """Mafia City with other rules: whatever was played by the first cannot be played by them."""

    version = 2

    def deal(self, options: Any, seats: int) -> Any:
        raise AssertionError("a game of the first edition was dealt by the second")


def with_a_second_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    second = Second()
    monkeypatch.setitem(games.GAMES, "mafia-city", second)
    monkeypatch.setitem(games.EDITIONS, ("mafia-city", 2), second)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A database with a whole game in it, and the game's table."""
    data = tmp_path_factory.mktemp("finished")

    async def play(address: str) -> str:
        person = await Person(address, "Ada").come_in()
        table, (player,) = await table_of([person], seats=3)
        await player.play(Random(8))
        await player.close()
        await person.close()
        return table

    with Server(data) as server:
        return str(data / "omerta.sqlite"), asyncio.run(play(server.address))


@pytest.fixture
def entries(finished: tuple[str, str]) -> list[Entry]:
    """The log of a whole game."""
    database, table = finished

    async def load(store: Store) -> list[Entry]:
        return await store.load(table)

    log: list[Entry] = opened(database, load)
    return log


@pytest.mark.pure_only  # a class of the compiled package has no subclass here
def test_a_table_and_its_record_keep_the_rules_they_began_with(
    entries: list[Entry],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with_a_second_edition(monkeypatch)
    table = fold(entries)
    assert table.rulebook.version == 1
    record = records.record_of(entries)
    assert record.version == 1
    assert check(record).holds
    again = records.read(records.write(record))
    assert check(again).holds
    kept = tmp_path / "record.md"
    kept.write_text(records.write(record), "utf-8")
    assert lab.main([str(kept), "--quiet"]) == 0
    assert "END" in capsys.readouterr().out


def test_rules_that_are_not_here_are_named(
    entries: list[Entry], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = records.record_of(entries)
    text = records.write(record)
    made = entries[0].body
    assert isinstance(made, Made)
    made.version = 7
    with pytest.raises(games.UnknownEdition, match="version 7"):
        fold(entries)
    with pytest.raises(records.BadRecord, match="version 7"):
        records.read(text.replace("version: 1", "version: 7"))
    with pytest.raises(records.BadRecord, match="version 7"):
        records.read(record.model_copy(update={"version": 7}).model_dump_json())
    strange = tmp_path / "strange.md"
    strange.write_text(text.replace("version: 1", "version: 7"), "utf-8")
    assert lab.main([str(strange), "--quiet"]) == 1
    assert "version 7 are not here" in capsys.readouterr().out


NEXT = """
from omerta import games
from omerta.games.mafia_city.rulebook import MafiaCity
from omerta.server.store import postgres_versions

class Second(MafiaCity):
    version = 2

second = Second()
games.GAMES["mafia-city"] = games.EDITIONS["mafia-city", 2] = second
postgres_versions.VERSIONS.append(
    "alter table people add column language text not null default 'sk'"
)
"""
"""A process of the next version: other rules for new tables, and one more step of the database."""


@pytest.mark.pure_only  # a class of the compiled package has no subclass here
def test_processes_are_changed_one_after_the_other(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = postgres_or_skip(request).new_database()
    options = ("--database", database, "--redis", redis_or_skip(request).address)

    async def made_by(address: str) -> str:
        person = await Person(address).come_in()
        table, players = await lobby_of([person], seats=3)
        for player in players:
            await player.close()
        await person.close()
        return table

    async def evening(first: Server, second: Server, third: Server) -> list[Any]:
        people = [await Person(server.address).come_in() for server in (first, second)]
        table, players = await lobby_of(people, seats=3)
        await begin(people[0], table, players)
        both = [Stubborn(player, Random(3)) for player in players]
        playing = [asyncio.create_task(one.play()) for one in both]
        # The first is changed while the game goes on at both.
        await asyncio.to_thread(first.stop)
        await asyncio.to_thread(third.start)
        both[0].player.person.address = third.address
        assert httpx.get(f"{second.address}/healthz").status_code == 200
        new = await asyncio.wait_for(made_by(third.address), 30)
        answer = httpx.get(f"{second.address}/api/tables/{new}")
        assert answer.json()["key"] == "server.problem.unreadable"
        old = await asyncio.wait_for(made_by(second.address), 30)
        assert httpx.get(f"{third.address}/api/tables/{old}").status_code == 200
        await asyncio.to_thread(second.stop)
        both[1].player.person.address = third.address
        before = [len(one.acknowledged) for one in both]
        async with asyncio.timeout(60):
            while any(
                len(one.acknowledged) < count + 3 and not one.player.outcome
                for one, count in zip(both, before, strict=True)
            ):
                await asyncio.sleep(0.05)
        for one in both:
            await one.rest()
        await asyncio.gather(*playing)
        await go(both)
        return [(table, both)]

    third = Server(tmp_path / "c", *options, before=NEXT)
    with Server(tmp_path / "a", *options) as first, Server(tmp_path / "b", *options) as second:
        try:
            played = asyncio.run(evening(first, second, third))
        finally:
            if third.process is not None:
                third.stop()
    monkeypatch.setattr(postgres_versions, "VERSIONS", [*postgres_versions.VERSIONS, "-- done"])
    assert check_log(tmp_path, played, database) >= sum(
        len(one.acknowledged) for one in played[0][1]
    )
    assert version_of(database) == len(postgres_versions.VERSIONS)
    # Whoever comes back with the old version is told so, and changes nothing.
    late = Server(tmp_path / "a", *options).command
    ended = subprocess.run(late, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "it was used by a newer one" in ended.stderr
