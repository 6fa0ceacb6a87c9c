"""The record of a game, told in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from omerta import cli
from omerta.games import GAMES
from omerta.lab.playing import random_record

pytestmark = pytest.mark.pure_only

COMMANDS = (
    *("serve", "export", "doctor", "backup", "restore", "verify", "show", "look"),
    *("hint", "review"),
)


def written(folder: Path, header: dict[str, str]) -> str:
    """The file of a short game of Downtown."""
    record = random_record(GAMES["downtown"], {"turn_cap": "2"}, 3, Random(4))
    file = folder / "game.md"
    file.write_text(record.text(header), "utf-8")
    return str(file)


def test_show_names_the_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {"names": '["Ida", "Otto", "Nora"]'}
    assert cli.main(["show", written(tmp_path, names)]) == 0
    told = capsys.readouterr().out
    assert "Ida" in told.split("```")[0]
    assert any(line.strip().startswith(("Ida ", "Otto ", "Nora ")) for line in told.splitlines())
    assert not any(line.strip().startswith("1 ") for line in told.splitlines())


def test_without_names_they_go_by_the_letters_of_their_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["show", written(tmp_path, {})]) == 0
    assert "    A places a piece: " in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_says_what_it_is_for(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    lines = capsys.readouterr().out.splitlines()
    for number, line in enumerate(lines):
        words = line.split("  ")
        if line.startswith("  -") and len([word for word in words if word.strip()]) == 1:
            assert lines[number + 1 :][:1], line
            assert lines[number + 1].startswith("      "), f"{command}: {line.strip()} has no help"
