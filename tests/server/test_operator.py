"""What the operator has: health, metrics, doctor, backup, records."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from random import Random

import httpx
import pytest

from omerta.server.http import forms, records
from omerta.server.ops import backup, doctor, export, restore, verify
from omerta.server.watch.journal import Journal
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
