"""The arena: the same games for the same seed, stopped and continued, counted once."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.core import Ask, Chance, Seeded
from omerta.lab import arena
from omerta.lab.arena import lineup_of, main, play_one
from omerta.lab.ratings import Rating, rate, wilson

GUIDE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
PLAYER = GUIDE.split("```python\n")[1].split("```")[0]


def outcome(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main([*words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    for row in told["bots"].values():
        del row["ms_per_move"]
    return told


def test_one_sits_among_copies_on_every_seat_in_turn() -> None:
    lines = [lineup_of(["a", "b"], 3, 7, turn) for turn in range(3)]
    assert lines == [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]]
    four = [lineup_of(["a", "b", "c", "d", "e"], 4, 1, turn) for turn in range(4)]
    assert four[0] == ["b", "c", "d", "e"]
    assert {line[2] for line in four} == {"b", "c", "d", "e"}


def test_the_shape_of_what_comes_out(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("mafia-city", "--players", "4", "--bots", "casual,random", "--games", "10")
    told = outcome(capsys, *words)
    assert told["games"] == 12
    row = told["bots"]["casual"]
    assert set(row) == {"share", "low", "high", "games", "rating", "ms_per_move", "faults"}
    assert row["share"] == 1.0
    assert row["games"] == 12
    assert told["bots"]["random"]["games"] == 36
    assert 0.7 < row["low"] < row["high"] == 1.0
    assert row["rating"] > told["bots"]["random"]["rating"]
    assert row["faults"] == 0


def test_the_same_seed_gives_the_same_games_however_they_are_shared_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("downtown", "--players", "2", "--bots", "relaxed,casual", "--games", "6")
    one = without_times(outcome(capsys, *words))
    two = without_times(outcome(capsys, *words, "--jobs", "2"))
    assert one == two
    lineup = ["casual", "relaxed"]
    lengths = [play_one(("downtown", {}, lineup, seed, 0, 0))["moves"] for seed in (1, 2)]
    assert lengths[0] != lengths[1]


def test_players_who_count_their_simulations_play_the_same_game_again() -> None:
    short = {"round_limit": "1"}
    wish = ("mafia-city", short, ["sharp@6", "master@6", "casual"], 1, 0, 0)
    first, second = play_one(wish), play_one(wish)
    for result in (first, second):
        del result["ms"]
    assert first == second
    assert sum(first["faults"]) == 0


def test_a_block_has_one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[list[int]] = []

    class Listening(Chance):
        def __init__(self, rng: Random) -> None:
            self.seeded = Seeded(rng)
            self.first: list[int] = []
            dealt.append(self.first)

        def pick(self, ask: Ask) -> int:
            found = self.seeded.pick(ask)
            if len(self.first) < 12:
                self.first.append(found)
            return found

    monkeypatch.setattr(arena, "Seeded", Listening)
    for block in (0, 1):
        for turn in range(3):
            lineup = lineup_of(["casual", "random"], 3, block, turn)
            play_one(("mafia-city", {}, lineup, 1, block, turn))
    assert dealt[0] == dealt[1] == dealt[2] != dealt[3]
    assert dealt[3] == dealt[4] == dealt[5]


def test_a_run_that_was_cut_off_goes_on_and_counts_every_game_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("mafia-city", "--players", "3", "--bots", "relaxed,casual", "--games", "9")
    whole = without_times(outcome(capsys, *words))
    file = tmp_path / "games.jsonl"
    outcome(capsys, *words, "--resume", str(file))
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 10
    # Cut off in the middle of the fifth game, and one game was written twice.
    file.write_text("".join([*lines[:5], lines[2], lines[5][:20]]), "utf-8")
    assert without_times(outcome(capsys, *words, "--resume", str(file))) == whole
    assert main([*words[:4], "casual,random", "--resume", str(file)]) == 2
    assert "bots was" in capsys.readouterr().err


def test_nobody_plays_by_a_wrong_name(capsys: pytest.CaptureFixture[str]) -> None:
    for bots in ("grandmaster,casual", "casual,casual", "sharp@,casual", ""):
        with pytest.raises(SystemExit):
            main(["mafia-city", "--players", "4", "--bots", bots])
    assert "expected different names" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["mafia-city", "--players", "9", "--bots", "casual,random"])


def test_a_program_in_twenty_lines_plays_and_a_broken_one_hangs_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "mine.py"
    script.write_text(PLAYER, "utf-8")
    assert len(PLAYER.splitlines()) <= 20
    name = f"cmd:{sys.executable} {script}"
    words = ("mafia-city", "--players", "3", "--games", "3", "--bots")
    told = outcome(capsys, *words, f"{name},casual")
    assert told["bots"][name]["games"] == 3
    assert told["bots"][name]["faults"] == 0
    script.write_text("print('{\"choice\": 99999}')", "utf-8")
    told = outcome(capsys, *words, f"{name},casual")
    assert told["bots"][name]["faults"] > 3


def test_intervals_and_ratings_are_those_of_the_literature() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=0.0001)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=0.0001)
    # A game of two newcomers, as OpenSkill's Plackett-Luce model rates it.
    better, worse = Rating(), Rating()
    rate([better, worse], [0, 1])
    assert (better.mean, better.doubt) == pytest.approx((27.63523, 8.06551), abs=0.0001)
    assert (worse.mean, worse.doubt) == pytest.approx((22.36477, 8.06551), abs=0.0001)
