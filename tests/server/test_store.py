"""The log on disk: what is acknowledged is there, once, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from omerta.server.store import Memo, Store, StoreTrouble, Taken, Unreadable, open_store
from omerta.server.store.sqlite import SQLiteStore
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry, Row
from tests.server.services import Postgres, postgres_or_skip

Check = Callable[[Store], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "omerta.sqlite")
    server: Postgres = postgres_or_skip(request)
    return server.new_database()


def with_store(database: str, check: Check) -> None:
    async def run() -> None:
        store = open_store(database, Path())
        await store.open()
        try:
            await check(store)
        finally:
            await store.close()

    asyncio.run(run())


def told(seq: int, text: str = "", command: str = "", n: int = 0) -> Entry:
    return Entry("t", seq, 1000 + seq, log.Told(name="A", text=text), 1 << 32 | 5, command, n)


def row(**changes: object) -> Row:
    fields: dict[str, object] = {
        "id": "t",
        "code": "ABCDEF",
        "game": "mafia-city",
        "phase": "lobby",
        "public": True,
        "seats": 3,
        "free": 1,
        "names": ["Ada", "Bo"],
        "people": ["p1", "p2"],
        "made": 5,
        "due": None,
    }
    return Row(**{**fields, **changes})  # type: ignore[arg-type]


def test_entries_come_back_as_they_were_written(database: str) -> None:
    async def check(store: Store) -> None:
        assert await store.append([told(1), told(2, "ciao", "p:1", 7)]) is None
        assert await store.load("t") == [told(1), told(2, "ciao", "p:1", 7)]
        assert await store.load("t", after=1) == [told(2, "ciao", "p:1", 7)]
        assert await store.load("u") == []
        assert await store.newest(["t", "u"]) == {"t": 2, "u": 0}

    with_store(database, check)


def test_a_line_of_the_log_is_written_once(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1, "first")])
        with pytest.raises(Taken):
            await store.append([told(1, "second")])
        assert [entry.body.text for entry in await store.load("t")] == ["first"]  # type: ignore[union-attr]

    with_store(database, check)


def test_of_many_writers_exactly_one_gets_a_line(database: str) -> None:
    async def check(store: Store) -> None:
        tries = [store.append([told(1, str(i), f"p:{i}")]) for i in range(50)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, Taken) for result in results) == 49
        assert len(await store.load("t")) == 1

    with_store(database, check)


def test_a_repeated_command_gets_its_receipt(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1, "once", "p:1", 7)])
        assert await store.append([told(2, "twice", "p:1", 9)]) == 7
        assert await store.append([told(2, "twice", "p:1", 9)], row=row()) == 7
        assert await store.receipt("t", "p:1") == 7
        assert await store.receipt("t", "p:2") is None
        assert len(await store.load("t")) == 1

    with_store(database, check)


async def put_all(store: Store, entries: list[Entry]) -> list[int | Exception | None]:
    """Put entries at the same time, without waiting for each; what became of them."""
    results: list[int | Exception | None] = []
    for entry in entries:
        store.put(entry, None, results.append)
    while len(results) < len(entries):
        await asyncio.sleep(0.001)
    return results


def test_what_is_put_together_is_judged_one_by_one(database: str) -> None:
    """A line that is taken, or a command that is known, spoils nothing for the others."""

    def line(table: str, seq: int, command: str, n: int = 0) -> Entry:
        return Entry(table, seq, 5, log.Told(name="A", text=command), 1, command, n)

    async def check(store: Store) -> None:
        assert await put_all(store, [line("t", 1, "p:1", 7)]) == [None]
        good = [line(f"t{number}", 1, "p:1") for number in range(30)]
        bad = [line("t", 1, "p:2"), line("t", 2, "p:1")]
        results = await put_all(store, [*good[:15], *bad, *good[15:]])
        assert results.count(None) == 30
        assert sum(isinstance(result, Taken) for result in results) == 1
        assert results.count(7) == 1
        assert len(await store.load("t")) == 1
        assert set((await store.newest([entry.table for entry in good])).values()) == {1}

    with_store(database, check)


def test_whoever_cannot_bear_the_answer_leaves_the_others_of_the_batch_alone(
    database: str,
) -> None:
    async def check(store: Store) -> None:
        failures: list[Exception] = []
        store.on_failure = failures.append
        results: list[int | Exception | None] = []

        def burst(result: int | Exception | None) -> None:
            raise ZeroDivisionError

        for number in range(9):
            entry = Entry(f"t{number}", 1, 5, log.Told(name="A"))
            store.put(entry, row(id=f"t{number}", code=str(number)) if number > 6 else None,
                      burst if number in (3, 7) else results.append)  # fmt: skip
        for _ in range(500):
            if len(results) == 7 and len(failures) == 2:
                break
            await asyncio.sleep(0.01)
        assert results == [None] * 7
        assert [type(error) for error in failures] == [ZeroDivisionError] * 2

    with_store(database, check)


def refused_by_the_database(database: str) -> Entry:
    """A line that the database does not take, whatever the server thinks of it."""
    if database.startswith("postgresql"):
        return Entry("bad", 1, 5, log.Told(name="A"), 1, "p:\0")
    return Entry("bad", 2**70, 5, log.Told(name="A"), 1, "p:1")


def test_a_line_that_the_database_refuses_hurts_only_itself(database: str) -> None:
    async def check(store: Store) -> None:
        good = [Entry(f"t{number}", 1, 5, log.Told(name="A"), 1, "p:1") for number in range(20)]
        bad = refused_by_the_database(database)
        results = await put_all(store, [*good[:10], bad, *good[10:]])
        assert results.count(None) == 20
        assert sum(isinstance(result, StoreTrouble) for result in results) == 1
        assert await store.load("bad") == []
        assert set((await store.newest([entry.table for entry in good])).values()) == {1}
        again = await put_all(store, [bad, *good, told(1)])
        assert sum(isinstance(result, StoreTrouble) for result in again) == 1
        assert again.count(0) == 20
        assert again.count(None) == 1

    with_store(database, check)


def test_a_row_that_the_database_refuses_takes_its_lines_with_it(tmp_path: Path) -> None:
    """All of one table or nothing, also when others are written with it."""

    async def check(store: Store) -> None:
        bad = store.append([told(1)], row=row(made=2**70))
        good = store.append([Entry("u", 1, 5, log.Told(name="A"))], row=row(id="u", code="UUUUUU"))
        results = await asyncio.gather(bad, good, return_exceptions=True)
        assert isinstance(results[0], StoreTrouble)
        assert results[1] is None
        assert await store.load("t") == []
        assert await store.find("t") is None
        assert len(await store.load("u")) == 1

    with_store(str(tmp_path / "omerta.sqlite"), check)


def test_a_full_disk_is_called_so_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    async def check(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        await store.probe()
        pages = store.writer.execute("pragma page_count").fetchone()[0]
        store.writer.execute(f"pragma max_page_count = {pages}")
        results = await put_all(store, [told(seq, "x" * 9000) for seq in range(1, 9)])
        assert all(isinstance(result, StoreTrouble) for result in results)
        assert "the disk is full" in str(results[0])
        assert await store.load("t") == []
        with pytest.raises(StoreTrouble, match="the disk is full"):
            await store.probe()
        store.writer.execute(f"pragma max_page_count = {pages + 100}")
        await store.probe()
        assert await put_all(store, [told(1, "x" * 9000)]) == [None]

    with_store(str(tmp_path / "omerta.sqlite"), check)


def spoil(path: Path) -> None:
    """Write over all pages but the first, as a dying disk does."""
    whole = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (whole - 4096))


def test_damage_is_called_so_by_whoever_reads_and_by_the_probe(tmp_path: Path) -> None:
    path = tmp_path / "omerta.sqlite"

    async def fill(store: Store) -> None:
        for seq in range(1, 40):
            await store.append([told(seq, "x" * 500)])
        await store.probe()

    async def check(store: Store) -> None:
        with pytest.raises(StoreTrouble, match="damaged"):
            await store.load("t")
        with pytest.raises(StoreTrouble, match="damaged"):
            await store.probe()

    with_store(str(path), fill)
    spoil(path)
    with_store(str(path), check)


def test_the_probe_finds_damage_that_nobody_has_read_yet(tmp_path: Path) -> None:
    path = tmp_path / "omerta.sqlite"

    async def check(store: Store) -> None:
        assert isinstance(store, SQLiteStore)
        for seq in range(1, 40):
            await store.append([told(seq, "x" * 500)])
        await store.probe()
        store.carrier.execute("pragma wal_checkpoint(truncate)").fetchall()
        spoil(path)
        await asyncio.sleep(store.examine_at - store.loop.time())
        with pytest.raises(StoreTrouble, match="damaged"):
            await store.probe()

    with_store(str(path), check)


def test_a_database_that_has_gone_is_called_so(request: pytest.FixtureRequest) -> None:
    """Every way to read and to write says what is wrong in words."""

    async def check(store: Store) -> None:
        await store.name("p", "Ada")
        await store.pool.close()  # type: ignore[attr-defined]
        for ask in (
            store.load("t"),
            store.newest(["t"]),
            store.receipt("t", "c"),
            store.find("t"),
            store.open_tables(),
            store.tables_of("p"),
            store.due(5),
            store.name_of("p"),
            store.name("p", "Bo"),
            store.probe(),
            store.check(),
            store.append([told(1)], row=row()),
        ):
            with pytest.raises(StoreTrouble, match=r"cannot (read|write)"):
                await ask

    with_store(postgres_or_skip(request).new_database(), check)


def test_a_line_that_nobody_can_read_is_named(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1), told(2)])
        spoilt = "update answers set body = {} where seq = 2"
        if isinstance(store, SQLiteStore):
            store.writer.execute(spoilt.format("x'7b'"))
        else:
            await store.pool.execute(spoilt.format("'{'"))  # type: ignore[attr-defined]
        with pytest.raises(Unreadable, match="line 2"):
            await store.load("t")

    with_store(database, check)


def test_what_is_written_is_carried_over_into_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omerta.server.store.sqlite.CARRY_AFTER", 10)
    path = tmp_path / "omerta.sqlite"

    async def check(store: Store) -> None:
        before = path.stat().st_size
        for seq in range(1, 200):
            assert await put_all(store, [told(seq, "x" * 400)]) == [None]
            if path.stat().st_size > before:
                break
        assert path.stat().st_size > before
        assert len(await store.load("t")) == seq

    with_store(str(path), check)


def test_a_table_is_found_by_id_and_code_and_by_its_people(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1)], row=row())
        for name in ("t", "ABCDEF"):
            found = await store.find(name)
            assert found is not None
            assert (found.id, found.names, found.free) == ("t", ["Ada", "Bo"], 1)
        assert await store.find("nowhere") is None
        assert [found.id for found in await store.tables_of("p1")] == ["t"]
        assert [found.id for found in await store.open_tables()] == ["t"]
        await store.append([told(2)], row=row(people=["p2"], phase="playing"))
        assert await store.tables_of("p1") == []
        assert await store.open_tables() == []

    with_store(database, check)


def test_a_code_is_given_once(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1)], row=row())
        other = Entry("u", 1, 1, log.Told(name="A"))
        with pytest.raises(Taken):
            await store.append([other], row=row(id="u"))
        assert await store.load("u") == []

    with_store(database, check)


def test_what_is_due_is_found(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1)], row=row(due=100))
        assert await store.due(99) == []
        assert await store.due(100) == ["t"]
        await store.append([told(2)], row=row(due=200))
        assert await store.due(199) == []
        assert await store.due(200) == ["t"]
        await store.append([told(3)], row=row(due=None))
        assert await store.due(10**15) == []

    with_store(database, check)


def test_people_are_remembered_and_the_key_stays(database: str) -> None:
    keys: list[bytes] = []

    async def check(store: Store) -> None:
        await store.name("p", "Ada")
        await store.name("p", "Adele")
        assert await store.name_of("p") == "Adele"
        assert await store.name_of("q") is None
        keys.append(await store.secret())
        assert "tables" in await store.check()

    with_store(database, check)
    with_store(database, check)
    assert keys[0] == keys[1]
    assert len(keys[0]) == 32


def test_memos_are_kept_written_over_and_given_away_once(database: str) -> None:
    async def check(store: Store) -> None:
        await store.remember("ban", "p", b"first", 1)
        await store.remember("ban", "p", b"second", 2)
        await store.remember("ban", "q", b"third", 3)
        await store.remember("block", "p", b"other", 4)
        found = await store.recall("ban", "p")
        assert found == Memo("p", b"second", 2)
        assert await store.recall("ban", "nobody") is None
        assert [memo.key for memo in await store.recall_all("ban")] == ["q", "p"]
        taken = await asyncio.gather(*(store.forget("ban", "p") for _ in range(5)))
        assert [memo for memo in taken if memo is not None] == [found]
        assert [memo.key for memo in await store.recall_all("ban")] == ["q"]
        assert [memo.key for memo in await store.recall_all("block")] == ["p"]

    with_store(database, check)


def test_stale_tables_are_found_and_can_be_removed(database: str) -> None:
    async def check(store: Store) -> None:
        await store.append([told(1), told(2)], row=row())
        entry = Entry("u", 1, 5000, log.Told(name="A"))
        await store.append([entry], row=row(id="u", code="FEDCBA", phase="playing", made=6))
        assert await store.stale(["lobby"], 1002) == []
        assert await store.stale(["lobby"], 1003) == ["t"], "the last entry counts"
        assert await store.stale(["lobby", "playing"], 5001) == ["t", "u"]
        assert [found.id for found in await store.unfinished_of("p1")] == ["t", "u"]
        assert [found.people for found in await store.newest_tables(1)] == [["p1", "p2"]]
        await store.remove("t")
        assert await store.find("t") is None
        assert await store.load("t") == []
        assert [found.id for found in await store.unfinished_of("p1")] == ["u"]

    with_store(database, check)


def test_people_are_found_by_id_and_by_a_part_of_their_name(database: str) -> None:
    async def check(store: Store) -> None:
        await store.name("p", "Ada Bo")
        await store.name("q", "Bo")
        assert await store.people_called("p") == [("p", "Ada Bo")]
        assert await store.people_called("Bo") == [("p", "Ada Bo"), ("q", "Bo")]
        assert await store.people_called("%") == []

    with_store(database, check)


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")

    async def check(store: Store) -> None:
        raise AssertionError

    with pytest.raises(StoreTrouble, match="file"):
        with_store(str(blocked / "omerta.sqlite"), check)
