"""Every decision point of Palermo's rulebook has a place on the page, its acts and its words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from omerta.core import CHANCE, CLOCK
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.text.notices import PRIVATE, SAID_BY_MASTER, WEIGHTS
from omerta.lab.playing import random_options, random_play
from omerta.text import LANGUAGES, folder

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src" / "games" / "palermo"
SOURCE = (PAGE / "points.ts").read_text("utf-8")

WHERE = {
    "night": ("Night.svelte", "touch.find("),
    "square": ("Court.svelte", "touch.seats.get("),
    "builder": ("Builder.svelte", "touch.statements"),
    "signs": ("Signs.svelte", "touch.sign("),
    "pocket": ("Pocket.svelte", "touch.bombs"),
    "desk": ("Master.svelte", "MasterNight"),
    "table": ("../../pages/table/Lobby.svelte", "api.leave("),
}
"""What offers a question at each place, and a word by which one can tell."""

AT_NIGHT = {"decline", "point", "react", "hint"}
"""Acts of the night that a game master need not write down."""


def listed(words: str) -> list[str]:
    talk = re.search(r"DAY_TALK = \[(.*?)\]", SOURCE)
    assert talk is not None
    return re.findall(r"'([\w-]+)'", words.replace("...DAY_TALK", talk.group(1)))


POINTS = {
    name: {"rules": listed(rules), "places": listed(places), "acts": listed(acts)}
    for name, rules, places, acts in re.findall(
        r"^  (\w+): \{\s+rules: \[([^]]*)\],\s+places: \[([^]]*)\],\s+acts: \[([^]]*)\],?\s+\},$",
        SOURCE,
        re.M,
    )
}
AT_TABLE = dict(re.findall(r"'(DP-\d\d)': '(\w+)'", SOURCE))


def test_the_page_names_every_decision_point_of_the_rulebook() -> None:
    rulebook = (ROOT / "docs" / "rules" / "palermo.md").read_text("utf-8")
    wanted = set(re.findall(r"^\| (DP-\d\d) \|", rulebook, re.M))
    assert len(wanted) == 36
    offered = {rule for point in POINTS.values() for rule in point["rules"]} | set(AT_TABLE)
    assert offered == wanted


def test_every_place_that_is_named_offers_it() -> None:
    named = {place for point in POINTS.values() for place in point["places"]}
    assert named | set(AT_TABLE.values()) == set(WHERE)
    for file, word in WHERE.values():
        assert word in (PAGE / file).read_text("utf-8"), file


@pytest.mark.parametrize("seats", [6, 9, 13, 17])
def test_whatever_the_rules_ask_stands_there_with_all_its_acts(seats: int) -> None:
    unknown: set[tuple[str, str]] = set()
    for seed in range(12):
        rng = Random(f"{seats} {seed}")
        options = random_options(RULEBOOK, rng, seats)
        for game, _ in random_play(RULEBOOK, options, seats, rng):
            assert isinstance(game, Village)
            for ask in game.asks:
                if ask.seat in (CHANCE, CLOCK) or ask.continues:
                    continue
                master = ask.seat < 0
                acts = {one["parts"]["act"] for one in RULEBOOK.describe(game, ask)} - {"wait"}
                known = set(POINTS.get(ask.point.name, {"acts": []})["acts"])
                known |= {"next", "show"} if master else set()
                unknown |= {(ask.point.name, act) for act in acts - known}
    assert not unknown


def test_every_question_and_act_has_its_words_in_every_language() -> None:
    for language in LANGUAGES:
        path = folder() / language
        game = json.loads((path / "palermo.json").read_text("utf-8"))
        page = json.loads((path / "web.json").read_text("utf-8"))
        for name, point in POINTS.items():
            assert f"palermo.point.{name}" in game
            for act in point["acts"]:
                assert f"palermo.act.{act}" in game
            if {"night", "desk"} <= set(point["places"]) and set(point["acts"]) - AT_NIGHT:
                assert f"web.master.note.{name}" in page


def test_the_page_knows_what_one_seat_alone_is_told() -> None:
    source = (PAGE / "secret.ts").read_text("utf-8")
    found = re.search(r"PRIVATE = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    assert found is not None
    assert set(listed(found.group(1))) == set(PRIVATE)


def test_the_device_tells_only_what_a_game_master_says() -> None:
    source = (PAGE / "narration.ts").read_text("utf-8")
    told = {
        name: set(listed(keys))
        for name, keys in re.findall(r"const (\w+) = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    }
    assert set().union(*told.values()) <= set(SAID_BY_MASTER)
    assert not told["NEWS"] & told["CALLS"]
    # Nightfall calls, and the accused are called to speak one after the other.
    no_news = {"accused", "list_closed", "first_night_falls", "night_falls"}
    assert all(WEIGHTS[key] != "scene" for key in set(SAID_BY_MASTER) - told["NEWS"] - no_news)
