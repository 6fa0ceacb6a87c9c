"""Playing in the terminal: whole games, every command, and input that makes no sense."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from omerta.core import Rulebook, read_record
from omerta.games import GAMES
from omerta.games.mafia_city.rulebook import MafiaCity
from omerta.lab import terminal
from omerta.text import LANGUAGES, Texts

PLAY = [sys.executable, "-m", "omerta", "play", "mafia-city", "--seed", "3"]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sayer:
    """A person who types these lines and then closes the terminal."""
    return Sayer(monkeypatch, capsys)


class Sayer:
    """Types lines and reads what is printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.status = -1

    def __call__(self, *lines: str, argv: str = "mafia-city --seed 3") -> str:
        typed: Iterator[str] = iter(lines)

        def next_line(prompt: str) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        self.monkeypatch.setattr("builtins.input", next_line)
        self.status = terminal.main(argv.split())
        return self.capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game_goes_through_in_every_language(say: Sayer, game: str, language: str) -> None:
    printed = say("auto all", argv=f"{game} --seed 5 --lang {language}")
    assert say.status == 0
    assert Texts(language).say("cli.play.over") in printed
    assert "\n  1. " in printed


@pytest.mark.parametrize("level", ["random", "thumb", "relaxed"])
def test_every_move_can_be_left_to_the_computer_one_by_one(say: Sayer, level: str) -> None:
    printed = say(*["auto"] * 900, argv=f"mafia-city --players 5 --seat C --level {level} --seed 1")
    assert "The game is over." in printed
    assert printed.count("»C Carla") > 20


def test_a_move_is_given_by_number_or_in_the_notation(say: Sayer) -> None:
    printed = say("1", "place 2", "moves")
    assert "You keep the opening hand." in printed
    assert "You place a Mafioso at the Harbor." in printed
    assert "There is no move" not in printed
    assert say.status == 0


def test_a_refusal_is_explained_with_its_clause(say: Sayer) -> None:
    printed = say("keep", "why play police_raid/hat 1", "why place 3", "place 9", "why", "77")
    assert "MC-2.16: You do not have this card." in printed
    assert "This move is possible." in printed
    assert "A location is a number from 1 to 7." in printed
    assert "Say which move you mean" in printed
    assert "There is no move with this number." in printed


def test_the_rulebook_is_at_hand(say: Sayer) -> None:
    printed = say("rules MC-6.13", "rules mc-13", "rules MC-R7", "rules", "rules MC-99")
    assert "MC-6.13  Police Raid (Action) names a location" in printed
    assert "MC-13.4  Once one +1 card has stood" in printed
    assert "MC-R7  Must a player without Action cards pass?" in printed
    assert "MC-6 Action cards (text)" in printed
    assert "The rulebook has no clause MC-99." in printed
    assert "[en" not in printed


def test_everything_else_that_can_be_said(say: Sayer, tmp_path: Path) -> None:
    file = tmp_path / "game.md"
    printed = say(
        *(
            "help",
            "log",
            "board",
            "hint",
            "wait",
            "keep",
            "auto",
            "",
            "   ",
            "save",
            f"save {file}",
        ),
        *(f"save {tmp_path}", "quit", "never read"),
    )
    assert "quit: stop playing" in printed
    assert "Nothing is waiting for time to run out." in printed
    assert "Say where, for example" in printed
    assert "could not be saved" in printed
    assert printed.endswith("Goodbye.\n")
    record = read_record(file.read_text("utf-8"))
    assert record.replay(GAMES["mafia-city"]).game.asks


def test_the_clock_can_run_out_after_a_bullet(say: Sayer) -> None:
    for seed in range(40):
        argv = f"mafia-city --players 3 --seed {seed} --level random"
        printed = say(*["pass", "bullet x", "2", "wait"] * 60, argv=argv)
        if "let the action after the Bullet lapse" in printed:
            return
    pytest.fail("no game with a Bullet was found")


def test_input_that_makes_no_sense_changes_nothing(say: Sayer) -> None:
    nonsense = [
        *("place", "place place", "play", "play /", "hats", "hat a/b 1:1:1", "fists \x00", "take"),
        *("why why", "why fists", "rules (", "rules *", "save \x00", "save ~nobody/x"),
        *("999999999999", "-1", "٣", "²", "agree", "kill", "jail 9:9", "name Z", "🎩", "a" * 5_000),
    ]
    printed = say("keep", *nonsense, "log")
    assert say.status == 0
    assert "You place" not in printed
    assert printed.endswith("Goodbye.\n")


def test_tab_completes_commands_and_moves() -> None:
    sitting = terminal.Sitting(terminal.wish_of(["mafia-city", "--seed", "3"]), Texts("en"))
    assert sitting.go_on()
    sitting.show()
    assert terminal.completions(sitting, "ke") == ["keep"]
    assert terminal.completions(sitting, "why ex") == ["exchange"]
    assert terminal.completions(sitting, "sa") == ["save"]
    sitting.obey("keep")
    sitting.go_on()
    sitting.show()
    assert terminal.completions(sitting, "place ") == ["1", "2", "3", "4", "5", "6", "7"]
    assert terminal.completions(sitting, "nothing ") == []


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        ("chess", "invalid choice"),
        ("mafia-city --players 2", "expected 3 to 5 players"),
        ("mafia-city --players 3 --seat D", "only 3 seats"),
        ("mafia-city --seat 1x", "expected a seat"),
        ("mafia-city --level grandmaster", "expected one of"),
        ("mafia-city --option level", "expected name=value"),
        ("mafia-city --option level=expert", "expected experienced or beginner"),
        ("downtown --players 3 --option first_placer=4", "only 3 seats"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(
    capsys: pytest.CaptureFixture[str], argv: str, reason: str
) -> None:
    with pytest.raises(SystemExit):
        terminal.main(argv.split())
    assert reason in capsys.readouterr().err


def test_options_and_seats_are_taken_from_the_command_line(say: Sayer) -> None:
    printed = say(argv="mafia-city --players 3 --seat 2 --option level=beginner --pause 0")
    assert "You are Bruno, seat B." in printed
    assert "Goal 10" in printed


def test_a_game_without_a_drawing_is_listed() -> None:
    class Undrawn(MafiaCity):
        draw = Rulebook.draw

    rulebook = Undrawn()
    game = rulebook.deal(rulebook.options({}), 3)
    lines = rulebook.draw(rulebook.view(game, 0), Texts("en")).splitlines()
    assert "round: 1" in lines
    assert "vp: [0, 0, 0]" in lines
    assert not any(line.startswith("asked") for line in lines)


def test_lines_may_come_from_a_pipe_with_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        PLAY, input=b"\xff\xfe\nkeep\nauto all\n", capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0
    assert b"The game is over." in done.stdout
    assert done.stderr == b""


def read_until(terminal_end: int, wanted: bytes) -> bytes:
    """What a program prints on its terminal until these words have come, for half a minute."""
    printed = b""
    deadline = time.monotonic() + 30
    while wanted not in printed:
        ready, _, _ = select.select([terminal_end], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, printed.decode(errors="replace")
        printed += os.read(terminal_end, 4096)
    return printed


def test_in_a_real_terminal_tab_completes_and_control_c_leaves_politely() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "dumb"}
    process = subprocess.Popen(
        PLAY,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        # Whoever runs the tests in the background may have taught them to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        os.close(theirs)
        read_until(ours, b"\r\n> ")
        os.write(ours, b"kee\t\n")
        assert b"You keep the opening hand." in read_until(ours, b"\r\n> ")
        process.send_signal(signal.SIGINT)
        # Wakes a prompt that was not yet waiting when the signal came.
        os.write(ours, b"\n")
        read_until(ours, b"Goodbye.")
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)
