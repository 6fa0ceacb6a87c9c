"""What the operator has: health, metrics, doctor, backup, records."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest
import segno

from omerta.server.http import forms, records
from omerta.server.ops import backup, doctor, export, restore, verify
from omerta.server.watch.journal import LIBRARIES, Journal
from tests.server.client import Person, table_of
from tests.server.house import Server


async def whole_game(address: str) -> str:
    person = await Person(address, "Ada").come_in()
    table, (player,) = await table_of([person], seats=3)
    await player.play(Random(8))
    await player.close()
    await person.close()
    return table


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    return asyncio.run(whole_game(server.address))


def test_health_and_metrics_are_told(server: Server, finished: str) -> None:
    assert httpx.get(f"{server.address}/healthz").text == "ok\n"
    page = httpx.get(f"{server.address}/metrics").text
    assert 'omerta_entries_total{what="played"}' in page
    assert "omerta_commit_seconds_bucket" in page


def test_the_lobby_has_a_page_for_people(server: Server) -> None:
    page = httpx.get(f"{server.address}/api/docs").text
    assert "POST /api/tables" in page
    assert httpx.get(f"{server.address}/api/openapi.json").json()["paths"]


def test_rules_and_texts_are_served(server: Server) -> None:
    rules = httpx.get(f"{server.address}/api/rules/mafia-city").json()
    clauses = {clause["id"]: clause["text"] for clause in rules["clauses"] if clause["id"]}
    assert "MC-6.13" in clauses
    german = httpx.get(f"{server.address}/api/rules/mafia-city?language=de").json()
    assert german["clauses"] != rules["clauses"]
    assert httpx.get(f"{server.address}/api/rules/chess").status_code == 404
    assert httpx.get(f"{server.address}/api/rules/palermo?language=xx").status_code == 404
    texts = httpx.get(f"{server.address}/api/texts/cs").json()
    assert texts["server.refused.paused"] == "Hra je pozastavena."
    assert httpx.get(f"{server.address}/api/texts/xx").status_code == 404


def test_the_invitation_is_a_picture(server: Server, finished: str) -> None:
    answer = httpx.get(f"{server.address}/api/tables/{finished}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    link = httpx.get(f"{server.address}/api/tables/{finished}/link").json()["link"]
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    assert out.getvalue() == answer.content, "the link beside the picture is what it shows"


def test_a_record_can_be_read_back_and_checked(
    server: Server, finished: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = httpx.get(f"{server.address}/api/tables/{finished}/record")
    record = forms.GameRecord.model_validate(answer.json())
    text = httpx.get(f"{server.address}/api/tables/{finished}/record.txt").text
    again = records.read(text)
    assert [(a.seat, a.choice) for a in again.answers] == [
        (a.seat, a.choice) for a in record.answers
    ]
    assert again.model_copy(update={"answers": []}) == record.model_copy(update={"answers": []})
    honest = tmp_path / "honest.md"
    honest.write_text(text, "utf-8")
    assert verify.main([str(honest)]) == 0
    forged = tmp_path / "forged.json"
    data = answer.json()
    data["server_seed"] = "00" * 32
    forged.write_text(json.dumps(data))
    assert verify.main([str(forged), "--quiet"]) == 1
    broken = tmp_path / "broken.md"
    broken.write_text("no record")
    assert verify.main([str(broken)]) == 1
    told = capsys.readouterr().out
    assert "ok   commitment" in told
    assert "not the record" in told


def test_a_finished_game_can_be_exported_and_a_running_one_cannot(
    server: Server, finished: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(server.data)]
    assert export.main([finished, *data]) == 0
    assert "```position mafia-city" in capsys.readouterr().out
    assert export.main([finished, "--json", *data]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "mafia-city"

    async def running() -> str:
        person = await Person(server.address).come_in()
        table, (player,) = await table_of([person], seats=3)
        await player.close()
        await person.close()
        return table

    assert export.main([asyncio.run(running()), *data]) == 1
    assert "contains the deal" in capsys.readouterr().err
    assert export.main(["NOWHERE", *data]) == 1


def test_a_backup_of_a_running_server_can_be_restored(
    server: Server, finished: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.sqlite"
    assert backup.main([str(kept), "--data", str(server.data)]) == 0
    assert backup.main([str(kept), "--data", str(server.data)]) == 1
    elsewhere = tmp_path / "elsewhere"
    assert restore.main([str(kept), "--data", str(elsewhere)]) == 0
    assert restore.main([str(tmp_path / "nothing"), "--data", str(elsewhere), "--force"]) == 1
    assert backup.main([str(kept), "--database", "postgresql://x"]) == 2
    capsys.readouterr()
    assert restore.main([str(kept), "--data", str(elsewhere), "--force"]) == 0
    with Server(elsewhere) as again:
        record = httpx.get(f"{again.address}/api/tables/{finished}/record").json()
    assert record == httpx.get(f"{server.address}/api/tables/{finished}/record").json()


def test_the_doctor_finds_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.main(["--data", str(tmp_path)])
    report = capsys.readouterr().out
    assert "ok   Python" in report
    assert "SQLite" in report
    (tmp_path / "file").write_text("")
    status = doctor.main(["--data", str(tmp_path / "file"), "--redis", "redis://127.0.0.1:1/0"])
    assert status == 1
    assert "FAIL Redis does not answer" in capsys.readouterr().out


def test_the_journal_writes_lines_without_values() -> None:
    out = io.StringIO()
    journal = Journal(out)
    journal.info("started", port=8420)
    try:
        raise ValueError("the hand of seat 2 is a secret")
    except ValueError as error:
        journal.failure("broke", error, table="t")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines[0]["port"] == 8420
    assert lines[1]["error"] == "ValueError"
    assert "secret" not in out.getvalue()


def test_libraries_write_lines_like_ours() -> None:
    out = io.StringIO()
    libraries = [logging.getLogger(name) for name in LIBRARIES]
    before = [(one.handlers[:], one.level, one.propagate) for one in libraries]
    try:
        Journal(out).adopt()
        logging.getLogger("uvicorn.error").info("ordinary")
        try:
            raise ValueError("the hand of seat 2 is a secret")
        except ValueError:
            logging.getLogger("asyncio").exception("A callback failed\nand much more")
    finally:
        for one, (handlers, level, propagate) in zip(libraries, before, strict=True):
            one.handlers[:], one.propagate = handlers, propagate
            one.setLevel(level)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert not [line for line in lines if line["said"] == "ordinary"]
    # Whatever else is going on in this process may have been noted as well.
    (line,) = [line for line in lines if line["said"] == "A callback failed"]
    assert line["level"] == "error"
    assert (line["what"], line["name"]) == ("library", "asyncio")
    assert line["error"] == "ValueError"
    assert "test_libraries" in line["place"]
    assert "secret" not in out.getvalue()


def test_a_database_is_served_by_one_process(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        assert first.process is not None
        second = subprocess.run(
            Server(tmp_path).command, capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 1
        assert f"in use by process {first.process.pid}" in second.stderr
        assert "Traceback" not in second.stderr
        assert httpx.get(f"{first.address}/healthz").text == "ok\n"
        first.kill()
    with Server(tmp_path) as third:
        assert httpx.get(f"{third.address}/healthz").text == "ok\n"


def test_nothing_is_restored_under_a_running_server(
    server: Server, finished: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.sqlite"
    assert backup.main([str(kept), "--data", str(server.data)]) == 0
    assert restore.main([str(kept), "--data", str(server.data), "--force"]) == 1
    assert "in use by process" in capsys.readouterr().err
    assert httpx.get(f"{server.address}/api/tables/{finished}/record").status_code == 200


def damaged(path: Path, good: Path) -> None:
    pages = bytearray(good.read_bytes())
    for at in range(4096, len(pages), 4096):
        pages[at : at + 64] = b"\xff" * 64
    path.write_bytes(pages)


def cut_short(path: Path, good: Path) -> None:
    path.write_bytes(good.read_bytes()[: good.stat().st_size // 2])


def empty(path: Path, good: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path, good: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("create table answers (question text)")
        other.commit()


def prose(path: Path, good: Path) -> None:
    path.write_text("This is a letter to my aunt.\n" * 1000)


def folder(path: Path, good: Path) -> None:
    path.mkdir()


def missing(path: Path, good: Path) -> None:
    assert not path.exists()


def linked(path: Path, good: Path) -> None:
    path.symlink_to(good)


WRONG_SOURCES = [damaged, cut_short, empty, foreign, prose, folder, missing, linked]


@pytest.fixture(scope="module")
def good(server: Server, finished: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    kept = tmp_path_factory.mktemp("good") / "omerta.sqlite"
    assert backup.main([str(kept), "--data", str(server.data)]) == 0
    return kept


@pytest.mark.parametrize("spoil", WRONG_SOURCES)
@pytest.mark.parametrize("what", ["backup", "restore"])
def test_a_wrong_source_never_destroys_the_target(
    what: str,
    spoil: Callable[[Path, Path], None],
    good: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    kept = tmp_path / "kept.sqlite"
    target = data / "omerta.sqlite" if what == "restore" else kept
    source = kept if what == "restore" else data / "omerta.sqlite"
    shutil.copy(good, target)
    spoil(source, target)
    before = target.read_bytes()
    command = {"backup": backup.main, "restore": restore.main}[what]
    assert command([str(kept), "--data", str(data), "--force"]) == 1
    assert capsys.readouterr().err.startswith("omerta: ")
    assert target.read_bytes() == before
    assert not list(target.parent.glob(f".{target.name}.*")), "something was left behind"
    with contextlib.closing(sqlite3.connect(target)) as database:
        assert database.execute("pragma integrity_check").fetchone()[0] == "ok"


def test_what_lies_beside_an_old_database_is_not_taken_for_a_part_of_the_new_one(
    good: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with Server(data) as short_lived:
        httpx.post(f"{short_lived.address}/api/people", json={"name": "Nobody"})
        short_lived.kill()
    assert (data / "omerta.sqlite-wal").stat().st_size
    assert restore.main([str(good), "--data", str(data), "--force"]) == 0
    with contextlib.closing(sqlite3.connect(data / "omerta.sqlite")) as restored:
        assert restored.execute("pragma integrity_check").fetchone()[0] == "ok"
        assert not restored.execute("select 1 from people where name = 'Nobody'").fetchall()


def test_a_backup_of_nothing_is_an_error_and_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere"
    kept = tmp_path / "elsewhere" / "kept.sqlite"
    assert backup.main([str(kept), "--data", str(nowhere)]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not nowhere.exists()
    assert not kept.parent.exists()


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_a_copy_can_be_read_by_its_owner_alone(good: Path) -> None:
    assert good.stat().st_mode & 0o777 == 0o600
