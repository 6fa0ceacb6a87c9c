"""A setup on paper: its cards, and everything that its game master reads aloud."""

from __future__ import annotations

from typing import Any

from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.text.notices import SAID_BY_MASTER
from tests.clauses import clause


def sheet(seats: int = 16, **options: str) -> dict[str, Any]:
    return RULEBOOK.manners.sheet(RULEBOOK.options(options), seats)


def script(seats: int = 16, **options: str) -> dict[str, list[str]]:
    parts = sheet(seats, **options)["parts"]
    return {part["name"]: [line["key"] for line in part["lines"]] for part in parts}


def test_every_line_is_one_that_the_game_master_says() -> None:
    for trial in ("accusation", "nomination", "forced"):
        for tie in ("runoff", "all", "last_dead"):
            for keys in script(distribution="extended", trial=trial, tie_rule=tie).values():
                assert keys
                assert set(keys) <= set(SAID_BY_MASTER)


@clause("PA-10.2")
def test_a_standard_game_calls_the_mafia_and_the_detectives_alone() -> None:
    found = script(8)
    assert found["first_night"][1:-1] == ["mafia_meet_now", "mafia_sleep"]
    assert found["night"] == [
        *("night_falls", "mafia_wake", "sign_of_dawn", "mafia_sleep"),
        *("detectives_wake", "detectives_sleep"),
    ]
    assert "bomb" not in found
    assert "couple_won" not in found["end"]


@clause("PA-10.11")
def test_paper_calls_one_role_after_the_other_whatever_the_phones_do() -> None:
    assert script(night_flow="waves") == script(night_flow="sequential")


@clause("PA-19.15")
def test_the_sleepwalker_is_not_called_but_noted() -> None:
    lines = [line for part in sheet(distribution="extended")["parts"] for line in part["lines"]]
    assert [line["key"] for line in lines if line["note"] == "peek"] == ["mafia_wake"]
    assert not any("walker" in line["key"] for line in lines)


@clause("PA-26.1")
def test_omniscient_detectives_wake_in_the_second_night_alone() -> None:
    found = script(8, detective_info="omniscient")
    assert "detectives_shown" in found["second_night"]
    assert "detectives_shown" not in found["later_nights"]


@clause("PA-25.2")
def test_a_blind_ballot_calls_every_code_name() -> None:
    parts = {part["name"]: part["lines"] for part in sheet(8, murder="blind")["parts"]}
    codes = [line["code"] for line in parts["night"] if line["key"] == "code_name_wakes"]
    assert len(codes) == len(set(codes)) == sheet(8)["cards"]["mafioso"]


@clause("PA-1.9")
def test_a_setup_against_the_rules_has_cards_and_no_script() -> None:
    found = sheet(8, mafioso="4", detective1="1")
    assert found["cards"]["mafioso"] == 4
    assert found["parts"] == []
