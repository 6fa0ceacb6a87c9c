"""Why a move is refused: every reason, its clause, and that a reason is always found."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import cast

import pytest

from omerta.core import EVERYBODY, Seat
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.components import BANK, DOWNTOWN, EAST_SIDE, WEST_SIDE
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.kinds import DONE, LOOK, PAY
from omerta.lab.playing import random_play
from tests.clauses import clause
from tests.rules.downtown.table import A, B, C, answer, dealt, play, town_of

REFUSALS = RULEBOOK.refusals

ROOT = Path(__file__).parents[3]

TABLE = """
    players {players} | turn A | phase {phase}{next}
    cash A 3 | B 8
    hand A T1 L3 luigi-art-52 luigi-money-32 | B L2
    display A 0 | B 4 S1
    row S1 T2 L4
    fences 1: art-q1 art-q2 | 2: jewels-half | 3: casino
    informants frankie: frankie-money-12 then rest | luigi: luigi-money-40 then rest | joe: rest
"""
THREE = "at A {at} | B west_side bank | C downtown east_side\ncash C 9\nhand C T1\ndisplay C 2\n"


def at(phase: int, places: str = "downtown villa", selected: str = "B collected") -> Town:
    """Three players, A on turn in this phase, with pieces at these places."""
    after = f" | next {selected}" if phase > 2 else ""
    text = TABLE.format(players=3, phase=phase, next=after)
    return town_of(text + THREE.format(at=places))


def of_two(phase: int, places: str, selected: str = "B paid") -> Town:
    """Two players, A on turn."""
    after = f" | next {selected}" if phase > 2 else ""
    text = TABLE.format(players=2, phase=phase, next=after)
    return town_of(f"{text}at A {places} | B west_side bank\n")


def refused(town: Town, seat: Seat, text: str, key: str) -> None:
    """This move is refused for this reason, and the reason has the clause of the table."""
    assert RULEBOOK.explain(town, seat, text) == (REFUSALS[key], key)


def not_open(town: Town, seat: Seat, choice: int, key: str) -> None:
    """The same for a single choice."""
    assert RULEBOOK.why(town, seat, choice) == (REFUSALS[key], key)


def test_every_reason_cites_a_clause_that_the_rulebook_has() -> None:
    rulebook = (ROOT / "docs/rules/downtown.md").read_text("utf-8")
    known = set(re.findall(r"\*\*(DT-R?[0-9.]+)", rulebook))
    assert {cited for cited in REFUSALS.values() if cited} <= known


@clause("DT-3.2", "DT-3.3", "DT-3.4", "DT-3.8", "DT-3.9", "DT-3.10")
def test_placing_and_opening() -> None:
    town = dealt(3, values={"first_placer": "1"})
    refused(town, A, "place bank villa", "core_place")
    refused(town, A, "place bank bank", "two_places")
    refused(town, A, "place bank moon", "unknown_place")
    refused(town, A, "place bank", "wrong_words")
    refused(town, B, "place bank downtown", "not_your_placing")
    refused(town, A, "collect B", "setup_first")
    refused(town, A, "open 1", "setup_first")
    refused(town, EVERYBODY, "place bank downtown", "only_players")
    answer(town, (A, BANK))
    not_open(town, A, BANK, "two_places")
    answer(town, (A, DOWNTOWN))
    play(town, (B, "place bank downtown"), (C, "place bank downtown"))
    refused(town, A, "open 1", "start_player_opens_nothing")
    refused(town, B, "open 4", "opening_amount")
    refused(town, B, "open x", "not_a_number")
    refused(town, B, "place bank downtown", "placing_is_over")
    play(town, (B, "open 1"), (C, "open 1"))
    refused(town, B, "open 1", "opening_is_over")


@clause("DT-4.1", "DT-4.4", "DT-5.1", "DT-5.2", "DT-5.3")
def test_phase_1() -> None:
    town = at(1)
    refused(town, A, "", "nothing_said")
    refused(town, A, "dance", "unknown_move")
    refused(town, A, "shift downtown bank", "place_occupied")
    refused(town, A, "shift west_side ghetto", "piece_not_there")
    refused(town, A, "shift downtown moon", "unknown_place")
    refused(town, A, "shift downtown", "wrong_words")
    refused(town, A, "buy L", "phase_order")
    refused(town, A, "collect B", "phase_order")
    refused(town, A, "visit", "no_casino")
    refused(town, A, "put 1", "nothing_looked_at")
    refused(town, B, "collect A", "not_your_turn")
    play(town, (A, "shift downtown ghetto"))
    refused(town, A, "shift ghetto downtown", "moved_already")
    not_open(town, A, 99, "unknown_choice")
    not_open(town, A, -7, "unknown_choice")
    assert RULEBOOK.why(town, A, DONE) == RULEBOOK.explain(town, A, "done") == ("", "allowed")


@clause("DT-6.1", "DT-6.8", "DT-6.12", "DT-6.13", "DT-6.14", "DT-6.16")
def test_phase_2() -> None:
    town = at(2)
    refused(town, A, "collect A", "not_oneself")
    refused(town, A, "collect D", "unknown_seat")
    refused(town, A, "pay B villa bank", "too_little_cash")
    refused(town, A, "pay C", "must_move")
    refused(town, A, "pay C villa bank", "not_at_paid")
    refused(town, A, "pay C villa downtown", "own_piece_there")
    refused(town, A, "pay C bank east_side", "piece_not_there")
    refused(town, A, "pay C villa moon", "unknown_place")
    refused(town, A, "buy L", "select_first")
    refused(town, A, "done", "select_first")
    refused(town, A, "shift villa ghetto", "phase_order")
    not_open(town, A, PAY + B, "too_little_cash")
    town.earn(A, 10)
    refused(town, A, "pay B villa bank", "gangsters_missing")
    answer(town, (A, PAY + C))
    not_open(town, A, DONE, "must_move")
    not_open(town, A, 5 * 6 + 4, "not_at_paid")
    answer(town, (A, 5 * 6 + 2))
    refused(town, A, "collect B", "selected_already")


@clause("DT-7.1", "DT-7.3", "DT-8.1", "DT-8.4", "DT-11.2", "DT-11.3", "DT-12.2", "DT-12.4")
def test_phase_3() -> None:
    town = at(3)
    refused(town, A, "buy", "buy_at_least_one")
    refused(town, A, "buy S", "too_expensive")
    refused(town, A, "buy L L L L L", "not_in_row")
    refused(town, A, "buy X", "unknown_gangster")
    refused(town, A, "rob luigi", "no_piece_there")
    refused(town, A, "look 1", "no_piece_there")
    refused(town, A, "lay 0", "phase_order")
    refused(town, A, "shed S", "nothing_to_shed")
    refused(town, A, "draw", "no_draw")
    refused(town, B, "stake 1", "no_visit")
    refused(town, C, "add 1", "may_not_add")
    not_open(town, A, 5, "never_used")
    not_open(town, A, WEST_SIDE, "no_piece_there")
    not_open(town, A, 77, "unknown_choice")
    answer(town, (A, DOWNTOWN))
    not_open(town, A, DONE, "buy_at_least_one")
    not_open(town, A, 0, "too_expensive")
    answer(town, (A, 2), (A, DONE))
    refused(town, A, "buy L", "one_use")
    refused(town, A, "done", "not_asked")
    not_open(town, A, 0, "not_asked")
    poor = TABLE.replace("cash A 3", "cash A 0").format(players=2, phase=3, next=" | next B paid")
    not_open(town_of(f"{poor}at A downtown villa | B bank villa"), A, DOWNTOWN, "too_expensive")


@clause("DT-11.2", "DT-11.3", "DT-11.6", "DT-14.4")
def test_west_side() -> None:
    town = at(3, "west_side villa")
    refused(town, A, "rob frankie", "crew_missing")
    refused(town, A, "rob vito", "unknown_informant")
    refused(town, A, "look", "wrong_words")
    answer(town, (A, WEST_SIDE))
    not_open(town, A, 0, "crew_missing")
    not_open(town, A, DONE, "one_use")
    answer(town, (A, LOOK))
    refused(town, A, "rob luigi", "put_card_first")
    play(town, (A, "top"))
    refused(town, A, "look luigi", "no_second_look")
    refused(town, A, "buy L", "one_use")
    not_open(town, A, 0, "crew_missing")
    bare = at(3, "west_side villa")
    bare.public.tops[0] = -1
    refused(bare, A, "look frankie", "informant_without_cards")


@clause("DT-12.2", "DT-12.3", "DT-12.4", "DT-12.14", "DT-14.4")
def test_east_side() -> None:
    town = at(3, "east_side villa")
    refused(town, A, "look 3", "stack_closed")
    refused(town, A, "look 4", "unknown_stack")
    refused(town, A, "sell 4 luigi-art-52", "unknown_stack")
    refused(town, A, "sell 1", "offer_at_least_one")
    refused(town, A, "sell 2", "wrong_loot")
    poor = town.copy()
    poor.secret[A].loot = ()
    refused(poor, A, "sell 2", "nothing_to_sell")
    refused(town, A, "sell 1 luigi-money-32", "wrong_loot")
    refused(town, A, "sell 1 joe-art-40", "card_not_in_hand")
    refused(town, A, "sell 1 joe-art-41", "unknown_card")
    refused(town, A, "sell 1 luigi-art-52 luigi-art-52", "offered_already")
    refused(town, A, "sell", "wrong_words")
    trial = town.copy()
    answer(trial, (A, EAST_SIDE), (A, 0))
    not_open(trial, A, DONE, "offer_at_least_one")
    answer(trial, (A, 5 * 3 + 1))
    not_open(trial, A, 5 * 3 + 1, "offered_already")
    not_open(trial, A, 0, "card_not_in_hand")
    not_open(trial, A, 3 * 3, "wrong_loot")
    play(town, (A, "look 1"))
    refused(town, A, "sell 1 luigi-art-52", "put_fence_first")
    refused(town, A, "put 3", "stack_closed")
    refused(town, A, "put 9", "unknown_stack")
    play(town, (A, "put 1"))
    refused(town, A, "look 1", "no_second_look")


@clause("DT-13.2", "DT-13.4", "DT-13.5", "DT-13.6")
def test_casino() -> None:
    town = at(3, "east_side villa")
    play(town, (A, "look 2"), (A, "put 1"), (A, "visit"))
    refused(town, A, "stake 3", "not_a_bill")
    refused(town, A, "stake 5", "bill_above_cash")
    refused(town, A, "stake much", "not_a_number")
    play(town, (B, "stake 1"))
    refused(town, B, "stake 2", "staked_already")


@clause("DT-7.4", "DT-7.5", "DT-7.7", "DT-7.8")
def test_additions() -> None:
    town = town_of(
        """
        players 4 | turn A | phase 3 | next B collected
        hand A - | B - | C L1 luigi-art-52 | D T1
        at A bank villa | B bank villa | C bank villa | D bank villa
        """
    )
    play(town, (A, "done"))
    refused(town, B, "add 1", "may_not_add")
    refused(town, C, "add 11", "not_so_much")
    refused(town, C, "add 0 S1", "gangster_not_in_hand")
    refused(town, C, "add 0 luigi-art-52", "no_loot_in_display")
    refused(town, C, "add 0 moon", "unknown_gangster")
    refused(town, C, "add some", "not_a_number")
    play(town, (C, "add 0 L"))
    refused(town, C, "add 1", "added_already")
    answer(town, (3, 0))
    not_open(town, 3, 0, "gangster_not_in_hand")
    answer(town, (3, DONE))
    refused(town, C, "add 1", "additions_are_over")


@clause("DT-15.1", "DT-15.3", "DT-15.5", "DT-R11")
def test_phase_4() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 4 | next B collected
        options shed_loot=only_without_gangsters
        cash A 3
        hand A S1 L5 luigi-art-52 luigi-art-40 | B - | C -
        at A bank east_side | B bank villa | C bank villa
        """
    )
    refused(town, A, "lay 4", "not_so_much")
    refused(town, A, "lay 0 T1", "gangster_not_in_hand")
    play(town, (A, "lay 0"))
    refused(town, A, "lay 0", "shed_first")
    refused(town, A, "shed T", "gangster_not_in_hand")
    refused(town, A, "shed luigi-art-52", "gangsters_first")
    refused(town, A, "shed luigi-art-60", "card_not_in_hand")
    refused(town, A, "shed moon", "unknown_card")


@clause("DT-18.2", "DT-18.3")
def test_two_players() -> None:
    town = of_two(3, "downtown east_side")
    play(town, (A, "buy L"))
    refused(town, A, "buy L", "each_place_once")
    not_open(town, A, DOWNTOWN, "each_place_once")
    refused(of_two(3, "downtown east_side", "B collected"), A, "buy L", "collected_no_use")


@clause("DT-16.1")
def test_nothing_is_possible_when_the_game_is_over() -> None:
    town = at(2)
    town.earn(A, 96)
    play(town, (A, "collect B"))
    assert town.is_over
    refused(town, A, "lay 0", "game_over")
    not_open(town, B, 0, "game_over")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_reason_is_always_found(seats: int) -> None:
    for seed in range(2):
        rng = Random(seed)
        for game, _ in random_play(RULEBOOK, {"turn_cap": "25"}, seats, rng):
            if rng.random() > 0.1:
                continue
            town = cast("Town", game)
            for seat in range(-3, seats):
                for choice in (-2, -1, 0, 1, 2, 5, 11, 17, 33, 40, 1000):
                    assert RULEBOOK.why(town, seat, choice)[1] in REFUSALS
                for act in RULEBOOK.acts():
                    for rest in ("", "B", "1", "downtown", "downtown bank", "2 S1", "luigi-art-52"):
                        assert RULEBOOK.explain(town, seat, f"{act} {rest}")[1] in REFUSALS


def test_every_reason_is_given_in_one_of_these_tests() -> None:
    tests = Path(__file__).read_text("utf-8")
    assert [key for key in REFUSALS if f'"{key}")' not in tests] == ["not_a_choice"]
