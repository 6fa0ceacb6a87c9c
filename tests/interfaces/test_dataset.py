"""Rows to learn from, the example that learns from them, and what the commands say."""

import io
import json
from pathlib import Path
from random import Random

import pytest
from pyarrow import parquet

from omerta.cli import main
from omerta.games import GAMES
from omerta.interfaces import train
from omerta.interfaces.dataset import of_record, self_play, write_jsonl, write_parquet
from omerta.interfaces.world import World
from omerta.lab.playing import random_record

SEATS = {"mafia-city": 3, "downtown": 2, "palermo": 6}
every_kind = pytest.mark.parametrize("game", SEATS)


@every_kind
def test_self_play_gives_a_row_for_every_decision(game: str, tmp_path: Path) -> None:
    world = World(game, SEATS[game], {"turn_cap": "8"} if game == "downtown" else {})
    rows = list(self_play(world, 1, ["random"], seed=3))
    assert len(rows) > 20
    for line in rows:
        assert len(line["observation"]) == world.size
        assert line["action"] in line["legal"]
        assert json.loads(line["view"])["seat"] == line["seat"]
    gains = {line["seat"]: line["gain"] for line in rows}
    assert len(gains) == world.seats
    assert sum(gains.values()) == pytest.approx(0)
    assert rows == list(self_play(world, 1, ["random"], seed=3))
    path = tmp_path / "rows.parquet"
    assert write_parquet(rows, path) == len(rows)
    read = parquet.read_table(path).to_pylist()
    assert [line["action"] for line in read] == [line["action"] for line in rows]
    out = io.StringIO()
    assert write_jsonl(rows, out) == len(rows)
    assert json.loads(out.getvalue().splitlines()[-1]) == rows[-1]


@every_kind
def test_the_rows_of_a_record_are_what_was_answered(game: str) -> None:
    book = GAMES[game]
    played = random_record(book, {**book.simulation}, SEATS[game], Random(2))
    answers = [{"seat": seat, "choice": choice} for seat, choice in played.answers]
    names = [str(seat) for seat in range(SEATS[game])]
    record = {"id": "r", "game": game, "options": {**book.simulation}, "names": names}
    rows = list(of_record({**record, "answers": answers}))
    assert len(rows) > 20
    assert all(line["action"] in line["legal"] for line in rows)


def test_the_command_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rows.jsonl"
    words = ["--game", "mafia-city", "--games", "1", "--levels", "random", "--out", str(path)]
    assert main(["export", "--format", "jsonl", *words]) == 0
    assert len(path.read_text("utf-8").splitlines()) > 50
    assert "rows" in capsys.readouterr().err
    assert main(["export", "--format", "jsonl", "--game", "downtown", "--options", "no:thing"]) == 1
    assert "option no" in capsys.readouterr().err


def test_the_example_learns(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--players", "3", "--games", "6", "--arena", "6", "--epochs", "2"]
    assert train.main(words) == 0
    out = capsys.readouterr().out
    assert "predicted" in out
    after = int(out.split(" before, ")[1].split("%")[0])
    assert after >= 30
