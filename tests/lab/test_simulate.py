"""Plain statistics of many games: counted right, the same for the same seed, told to people."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from omerta.core import NOTHING, Rulebook
from omerta.core.tally import Deed, Fate, Tally, Word
from omerta.games import GAMES
from omerta.lab.simulate import main, play_one
from omerta.lab.statistics import Played, columns_of, spread_of, summary
from omerta.text import LANGUAGES

BANK = Word("place", "bank")
VILLA = Word("place", "villa")
SHORT = {
    "mafia-city": ("--players", "3", "--option", "round_limit=2"),
    "downtown": ("--players", "2", "--option", "turn_cap=12"),
    "palermo": ("--players", "6"),
}


def outcome(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main([*words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def played(number: int, winner: int, first: int, *deeds: Deed, rounds: int = 3) -> Played:
    """A game of three that one of them won."""
    credit = tuple(float(seat == winner) for seat in range(3))
    tally = Tally(first, Word("ending", "target"), (("rounds", rounds),), deeds)
    return Played(number, credit, tuple(10 + 5 * (seat == winner) for seat in range(3)), 7, tally)


def test_who_begins_is_told_apart_from_where_somebody_sits() -> None:
    told = summary([played(0, 2, 2), played(1, 0, 0), played(2, 1, 0), played(3, 1, 1)])
    assert told["games"] == 4
    assert told["par"] == 0.3333
    assert [row["share"] for row in told["seats"]] == [0.25, 0.5, 0.25]
    assert [row["share"] for row in told["order"]] == [0.75, 0.25, 0.0]
    assert all(row["low"] <= row["share"] <= row["high"] for row in told["order"])


def test_winners_are_compared_with_the_others_of_their_game() -> None:
    games = [
        played(0, 0, 0, Deed("place", BANK, 0, 3), Deed("place", BANK, 1), Deed("place", VILLA, 2)),
        played(1, 1, 0, Deed("place", BANK, 1), Deed("place", VILLA, 0, 2)),
        played(2, 2, 0),
    ]
    bank, villa = summary(games)["deeds"]["place"]
    assert bank["thing"] == ["place", "bank"]
    assert bank["winners"] == pytest.approx((3 + 1 + 0) / 3, abs=1e-4)
    assert bank["others"] == pytest.approx((0.5 + 0 + 0) / 3, abs=1e-4)
    assert bank["more"] == pytest.approx((2.5 + 1 + 0) / 3, abs=1e-4)
    assert bank["low"] < bank["more"] < bank["high"]
    assert villa["thing"] == ["place", "villa"]
    assert villa["winners"] == 0
    assert villa["more"] == pytest.approx(-(0.5 + 1) / 3, abs=1e-4)


def test_a_game_that_nobody_or_everybody_wins_compares_nobody() -> None:
    deed = Deed("place", BANK, 0)
    drawn = Played(0, (0.0, 0.0), (), 1, Tally(deeds=(deed,)))
    shared = Played(1, (0.5, 0.5), (), 1, Tally(deeds=(deed,)))
    told = summary([drawn, shared])
    assert told["deeds"] == {}
    assert told["order"] == told["endings"] == []
    assert told["points"] == {}
    assert told["par"] == 0.25


def test_fates_are_counted_by_card_and_days_in_their_order() -> None:
    fates = [Fate("hits", Word("number", day), happened=True) for day in ("10", "2")]
    fates += [Fate("lives", Word("role", "spy"), alive) for alive in (True, False, False, False)]
    told = summary([Played(0, (1.0,), (), 1, Tally(fates=tuple(fates)))])["fates"]
    assert [row["thing"][1] for row in told["hits"]] == ["2", "10"]
    assert (told["lives"][0]["share"], told["lives"][0]["games"]) == (0.25, 4)


def test_columns_hold_every_number_once() -> None:
    assert columns_of([3, 3, 5]) == [[3, 3, 2], [4, 4, 0], [5, 5, 1]]
    wide = columns_of(sorted([*range(0, 101, 5), 100]))
    assert len(wide) <= 24
    assert sum(count for _, _, count in wide) == 22
    assert wide[-1][1] == 100
    assert spread_of([4])["sd"] == 0
    spread = spread_of(list(range(1, 101)))
    assert (spread["tenth"], spread["median"], spread["ninth"]) == (11, 50.5, 91)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_counts_what_happened_in_it(game: str) -> None:
    options = dict(word.split("=") for word in SHORT[game][3::2])
    seats = int(SHORT[game][1])
    one = play_one((game, options, seats, "casual", 1, 0))
    tally = one.tally
    counted = {name for name, _ in tally.numbers} | {
        what.name for what in tally.deeds + tally.fates
    }
    rulebook = GAMES[game]
    assert counted <= set(rulebook.words["count"])
    for thing in [*(what.thing for what in tally.deeds + tally.fates), tally.ending]:
        assert thing is not None
        assert thing.kind == "number" or thing.id in rulebook.words[thing.kind]
    assert one.decisions > seats
    assert (tally.first == NOTHING) == (game == "palermo")
    if game == "mafia-city":
        points = [0] * seats
        for deed in tally.deeds:
            if deed.name == "control" or deed.thing.id == "plus_one":
                points[deed.seat] += deed.times
        assert tuple(points) == one.standing
        assert tally.numbers == (("rounds", 2),)
    if game == "downtown":
        turns = sum(deed.times for deed in tally.deeds if deed.name == "turns_taken")
        assert tally.numbers == (("turns", turns),)
    if game == "palermo":
        deaths = sum(fate.happened for fate in tally.fates if fate.name == "dies_of")
        living = sum(fate.happened for fate in tally.fates if fate.name == "lives")
        assert living + deaths == seats
        assert dict(tally.numbers)["survivors"] == living


def test_a_game_that_says_nothing_of_itself_counts_nothing() -> None:
    town = GAMES["downtown"]
    assert Rulebook.tally(town, town.deal(town.options({}), 2), []) == Tally()


def test_the_same_seed_gives_the_same_figures_however_games_are_shared_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("mafia-city", *SHORT["mafia-city"], "--games", "6")
    one = outcome(capsys, *words)
    assert one == outcome(capsys, *words, "--jobs", "2")
    other = outcome(capsys, *words, "--seed", "2")
    assert one["numbers"] != other["numbers"]
    assert one["options"] == {"round_limit": "2"}
    assert (one["game"], one["players"], one["bots"], one["games"]) == (
        "mafia-city",
        3,
        "casual",
        6,
    )
    assert one["endings"][0]["thing"] == ["ending", "limit"]


class Outline(HTMLParser):
    """What a page refers to, and whether its parts are closed in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.drawings = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object")
        assert not {"src", "href", "srcset"} & {name for name, _ in attrs}
        if tag == "svg":
            self.drawings += 1
            assert dict(attrs)["aria-label"]
        if tag not in ("meta", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag


@pytest.mark.parametrize("game", GAMES)
def test_the_page_stands_alone_and_speaks_every_language(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        path = tmp_path / f"{language}.html"
        words = (game, *SHORT[game], "--games", "2", "--html", str(path), "--lang", language)
        assert main(list(words)) == 0
        page = path.read_text("utf-8")
        outline = Outline(page)
        assert not outline.open
        assert outline.drawings > 8
        assert "url(" not in page
        assert "prefers-color-scheme: dark" in page
        assert f'<html lang="{language}">' in page
        shown = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
        assert not re.search(r"\w_\w|\bnan\b|\{", shown), "a name of the code is on the page"
        assert "━" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mafia-city", "--players", "9"), "expected 3 to 5 players, got 9"),
        (("mafia-city", "--bots", "nobody"), "nobody: expected one of"),
        (("downtown", "--option", "turn_cap=soon"), "turn_cap"),
        (("downtown", "--games", "0"), "expected at least one game and one process"),
        (("downtown", "--html", "/no/such/folder/page.html"), "there is no folder"),
    ],
)
def test_what_cannot_be_simulated_is_said_before_a_game_is_played(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    assert left.value.code == 2
    assert told in capsys.readouterr().err
