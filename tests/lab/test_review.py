"""Advice and reviews in the terminal: `omerta hint` and `omerta review`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from omerta import cli
from omerta.bots import advice, review
from omerta.bots.playing import play_out
from omerta.bots.roster import player
from omerta.core import Answer, Record
from omerta.games import GAMES
from omerta.lab.prose import advised
from omerta.lab.review import told
from omerta.text import LANGUAGES, Texts

pytestmark = pytest.mark.pure_only

NAMES = ["Ida", "Otto", "Nora", "Leo", "Mia", "Jan", "Eva", "Tom"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds: what is said does not hang on how many."""
    monkeypatch.setattr(advice.advise, "__defaults__", (6, 3))
    monkeypatch.setattr(review, "SELECTION", 4)
    monkeypatch.setattr(review, "WORLDS", 2)
    monkeypatch.setattr(review, "STANDING", 2)


def written(folder: Path, game: str, seats: int, **options: str) -> str:
    """The file of a game between computer players."""
    rulebook = GAMES[game]
    values = {**rulebook.simulation, **options}
    answers: list[Answer] = []
    deal = rulebook.deal(rulebook.options(values), seats)
    play_out(rulebook, deal, [player(game, "casual")] * seats, Random(1), None, answers)
    file = folder / f"{game}.md"
    names = {
        "names": json.dumps(["Ida", "Otto", "Nora", "Leo", "Mia", "Jan", "Eva", "Tom"][:seats])
    }
    file.write_text(Record(rulebook, values, seats, answers).text(names), "utf-8")
    return str(file)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints when it succeeds."""
    assert cli.main(list(words)) == 0
    return capsys.readouterr().out


def test_a_hint_names_moves_with_chances(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "downtown", 2, turn_cap="4")
    words = said(capsys, "hint", file, "--at", "2")
    assert words.startswith("Advice for ")
    assert "1. " in words
    found = json.loads(said(capsys, "hint", file, "--at", "2", "--json"))
    assert found["moves"]
    for move in found["moves"]:
        assert 0.0 <= move["low"] <= move["chance"] <= move["high"] <= 1.0
        assert move["move"] in words
    for language in LANGUAGES:
        assert "%" in "\n".join(advised(found, Texts(language, NAMES, 0)))


def test_a_hint_needs_somebody_who_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "downtown", 2, turn_cap="4")
    assert cli.main(["hint", file]) == 1
    assert "nobody is asked here" in capsys.readouterr().out
    assert cli.main(["hint", file, "--at", "100000"]) == 1
    assert cli.main(["hint", str(tmp_path / "none.md")]) == 1


def test_a_review_adds_up_and_is_told_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "downtown", 2, turn_cap="4")
    found = json.loads(said(capsys, "review", file, "--seat", "B", "--json"))
    changes = sum(found["columns"].values())
    assert changes == pytest.approx(found["result"] - found["start"], abs=0.01)
    assert found["decisions"]
    assert len(found["moments"]) <= 5
    for language in LANGUAGES:
        lines = list(told(found, Texts(language, NAMES, 1), whole=True))
        assert "Otto" in lines[0]
        assert not any("{" in line for line in lines)


def test_the_review_of_a_running_game_waits_for_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Path(written(tmp_path, "downtown", 2, turn_cap="4")).read_text("utf-8")
    head, moves = whole.split("```moves\n")
    cut = tmp_path / "cut.md"
    cut.write_text(head + "```moves\n" + "\n".join(moves.splitlines()[:3]) + "\n```\n", "utf-8")
    assert cli.main(["review", str(cut)]) == 1
    assert "not over" in capsys.readouterr().out


def test_palermo_is_reviewed_by_what_could_be_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "palermo", 8)
    found = json.loads(said(capsys, "review", file, "--seat", "3", "--json"))
    for language in LANGUAGES:
        lines = list(told(found, Texts(language, NAMES, 2), whole=True))
        assert "Nora" in lines[0]
        assert any("%" in line for line in lines)
        assert not any("{" in line for line in lines)
    assert "By what you could know" in said(capsys, "review", file, "--seat", "3")
    assert "To the others" in said(capsys, "review", file, "--seat", "1")
