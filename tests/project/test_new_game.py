"""A game of one's own, as docs/add-a-game.md tells it: written, tested, played everywhere."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.project.own_game import Copy, with_high_card
from tests.server.evening import Evening, evening
from tests.server.house import Server

GUIDE = Path(__file__).parents[2] / "docs" / "add-a-game.md"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return with_high_card(tmp_path_factory.mktemp("copy"))


def test_every_file_that_the_guide_names_is_written(copy: Copy) -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", GUIDE.read_text("utf-8"), re.M)
    assert len(rows) > 8
    for place in rows:
        assert (copy.folder / place).exists(), place


def test_the_guide_counts_the_lines_right(copy: Copy) -> None:
    files = (copy.folder / "src/omerta/games/high_card").rglob("*.py")
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in files)
    assert f"({lines}) in nine files" in GUIDE.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("High_Card", "'High_Card': expected small letters, digits and hyphens, such as high-card"),
        ("high--card", "expected small letters"),
        ("import", "'import' is a word of Python"),
        ("high-card", "there is a game called high-card already"),
        ("palermo", "there is a game called palermo already"),
        ("hearts-club", "the clauses of another game begin with HC: use --prefix"),
        ("hearts-club --prefix hcl", "'hcl': expected two capital letters"),
        ("web", "text/cs/web.json is there already: call the game otherwise"),
    ],
)
def test_what_no_game_can_be_called_is_refused_in_words(copy: Copy, words: str, said: str) -> None:
    refused = copy.omerta("new-game", *words.split())
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert said in refused.stderr


def test_the_general_tests_know_the_new_game(copy: Copy) -> None:
    folders = ["tests/properties", "tests/rules", "tests/text/test_catalogues.py"]
    words = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "high_card or high-card"]
    tested = copy.python("-m", "pytest", *words, *folders)
    assert tested.returncode == 0, tested.stdout
    passed = re.search(r"(\d+) passed", tested.stdout)
    assert passed is not None
    assert int(passed[1]) > 80


def test_it_is_laid_out_and_typed_as_everything_else(copy: Copy) -> None:
    game, lists = "src/omerta/games/high_card", "src/omerta/games/__init__.py"
    for check in (
        ["ruff", "check", game, lists, "src/omerta/bots/roster.py"],
        ["ruff", "format", "--check", game, lists, "src/omerta/bots/roster.py"],
    ):
        checked = copy.python("-m", *check)
        assert checked.returncode == 0, checked.stdout


def test_it_is_played_in_the_terminal(copy: Copy) -> None:
    played = copy.omerta("play", "high-card", "--seed", "1", typed="stay\nauto all\n")
    assert played.returncode == 0, played.stderr
    assert "Points: Alba 0, Bruno 0, Carla 0, Dino 0\n\nCard: 9" in played.stdout
    assert "Alba: Do you stay?" in played.stdout
    assert "The game is over." in played.stdout


def test_it_is_played_over_the_protocol(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        _, (ida, otto) = await tonight.table(seats=3, game="high-card", options={"rounds": "2"})
        games = await tonight.people[0].get("/api/games")
        assert games[-1]["name"] == "high-card"
        assert (games[-1]["seats_low"], games[-1]["seats_high"]) == (2, 6)
        await ida.until(lambda: ida.ask is not None)
        assert ida.view["mine"]["card"] in range(1, 10)
        rng = Random(1)
        for player in (ida, otto):
            await player.until(lambda player=player: player.ask is not None)
        while ida.outcome is None:
            for player in (ida, otto):
                if player.ask is not None:
                    asked = player.ask
                    await player.commit(await player.random_move(rng))
                    await player.until(
                        lambda player=player, asked=asked: player.ask is not asked or player.outcome
                    )
            await ida.until(lambda: ida.ask or otto.ask or ida.outcome)
        assert ida.outcome.winners
        assert [notice.key for notice in ida.log].count("high_card.notice.your_card") == 2

    monkeypatch.setenv("PYTHONPATH", copy.variables["PYTHONPATH"])
    with Server(tmp_path) as server:
        evening(server, story)


def test_there_is_room_for_more_than_one(tmp_path: Path) -> None:
    copy = with_high_card(tmp_path)
    for name in ("low-card", "the-widow-of-palermo"):
        written = copy.omerta("new-game", name)
        assert written.returncode == 0, written.stderr
    listed = copy.omerta("play", "--help").stdout
    assert "high-card, low-card, the-widow-of-palermo" in " ".join(listed.split())
    for name in ("high-card", "low-card", "the-widow-of-palermo"):
        played = copy.omerta("play", name, "--level", "casual", typed="auto all\n")
        assert "The game is over." in played.stdout, played.stderr
