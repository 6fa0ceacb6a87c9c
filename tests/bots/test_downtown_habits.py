"""What the computer players of Downtown do, as people see it; each failed with those before."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from omerta.core import NOTHING, Seat
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.bots import ThumbPlayer
from omerta.games.downtown.bots.mind import Mind
from omerta.games.downtown.bots.player import stake
from omerta.games.downtown.guess import add_money
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.kinds import copy_of
from omerta.games.downtown.state.reckoning import FENCE_TRIO
from omerta.games.downtown.state.table import Secret
from omerta.lab.playing import play_out
from tests.positions import position_lines


class Habits:
    """What happens in games among equals, counted."""

    def __init__(self, games: int, seats: int) -> None:
        self.openings: Counter[frozenset[int]] = Counter()
        self.laid: Counter[int] = Counter()
        self.gangsters_added = 0
        self.longest_idle = 0
        for seed in range(games):
            town = RULEBOOK.deal(RULEBOOK.options({"turn_cap": "300"}), seats)
            town.notices = []
            play_out(RULEBOOK, town, [ThumbPlayer()] * seats, Random(seed))
            self.watch(town, seats)

    def watch(self, town: Town, seats: int) -> None:
        """Count what everybody heard."""
        pieces: list[list[int]] = [[] for _ in range(seats)]
        idle = [0] * seats
        turn = NOTHING
        has_used = True
        for notice in town.notices or []:
            if notice.key == "placed":
                pieces[notice.args[0]].append(notice.args[1])
            elif notice.key == "turn":
                if turn != NOTHING:
                    idle[turn] = 0 if has_used else idle[turn] + 1
                    self.longest_idle = max(self.longest_idle, idle[turn])
                turn = notice.args[0]
                has_used = False
            elif notice.key == "uses":
                has_used = True
            elif notice.key == "laid":
                self.laid[notice.args[1]] += 1
            elif notice.key == "added":
                self.gangsters_added += notice.args[1] >= 2  # gangsters twice, and one for money
        for places in pieces:
            self.openings[frozenset(places)] += 1


@pytest.fixture(scope="module")
def habits() -> Habits:
    return Habits(16, 3)


def test_the_first_places_differ(habits: Habits) -> None:
    assert len(habits.openings) >= 5


def test_displays_are_of_many_sizes(habits: Habits) -> None:
    assert len([amount for amount, times in habits.laid.items() if times >= 3]) >= 5


def test_gangsters_whom_nobody_needs_are_added_too(habits: Habits) -> None:
    assert habits.gangsters_added >= 3


def test_nobody_stands_idle_for_many_turns(habits: Habits) -> None:
    assert habits.longest_idle <= 3


def mind_at(lines: str, seat: Seat) -> Mind:
    """What a seat makes of a position."""
    stage = RULEBOOK.stage(position_lines(lines))
    return Mind(RULEBOOK.view(cast("Town", stage.game), seat))


def test_a_plan_is_made_once() -> None:
    mind = mind_at("players 3", 0)
    plan = mind.plan()
    mind.public.tops[:] = [NOTHING] * 3
    assert mind.plan() == plan
    assert mind.new_plan() != plan


def test_nobody_stakes_what_the_visitor_can_match_if_there_is_a_bill_that_comes_back() -> None:
    """A higher stake comes back (DT-13.10), and everybody can reckon the visitor's cash."""
    mind = mind_at("players 3", 1)
    mind.public.turn = 0
    mind.public.purse[0] = 7
    stakes = {stake(mind, [1, 2, 5, 10], Random(seed)) for seed in range(40)}
    assert stakes == {10}


def test_the_turn_does_not_go_to_whoever_can_win_by_it() -> None:
    """Late in a game B has sold nothing yet, C is about to reach the hundred."""
    mind = mind_at("players 3", 0)
    public = mind.public
    public.pieces[:] = [(0, 1), (0, 1), (2, 4)]
    public.purse[2] = 80
    public.loot[2] = (copy_of(0, 0),)
    public.fences[0] = (copy_of(FENCE_TRIO, 0),)
    assert mind.danger(2) > mind.danger(1) + 10
    public.turns = 300
    assert Mind(mind.seen).danger(2) < 1, "in a long game somebody has to dare"


def test_money_face_down_is_guessed_to_be_little() -> None:
    """It was guessed up to all that somebody has, where hardly more than a display lies there."""
    mind = mind_at("players 3", 0)
    public = mind.public
    public.purse[1] = 68
    public.added_money[1] = True
    guessed: list[int] = []
    for seed in range(200):
        own = Secret()
        add_money(public, own, 1, Random(seed))
        assert own.cash + own.added_money == 68
        guessed.append(own.added_money)
    assert min(guessed) == 1
    assert sorted(guessed)[100] <= 3
    assert sorted(guessed)[140] <= 6
