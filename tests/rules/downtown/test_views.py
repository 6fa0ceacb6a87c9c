"""What a seat sees (section 8, DT-17), what it remembers, and the worlds it can imagine."""

import json
from random import Random
from typing import Any, cast

import pytest

from omerta.core import EVERYBODY
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.guess import Dealer
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import NOBODY, includes
from omerta.games.downtown.state.kinds import DONE, LOOT_CARD
from omerta.games.downtown.state.reckoning import Reckoned, hand_of
from omerta.games.downtown.state.table import Box, Secret
from omerta.lab.playing import random_play
from tests.clauses import clause
from tests.rules.downtown.table import A, B, C, answer, dealt, play, town_of

WEST = """
    players 3 | turn A | phase 3 | next B collected
    cash A 5 | B 8 | C 9
    hand A S1 T2 L3 | B L2 | C T1
    at A west_side bank | B west_side east_side | C downtown east_side
    informants frankie: rest | luigi: luigi-art-52 luigi-art-40 then rest | joe: rest
"""


def seen(town: Town, seat: int) -> dict[str, Any]:
    """What a seat is sent."""
    return RULEBOOK.encode(RULEBOOK.view(town, seat))


def top_of(town: Town, seat: int, informant: str) -> dict[str, Any]:
    """What a seat is sent of the top card of an informant."""
    top: dict[str, Any] = seen(town, seat)["informants"][informant]["top"]
    return top


@clause("DT-17.1", "DT-17.2", "DT-17.4")
def test_of_another_player_only_the_counts_and_the_open_display_are_seen() -> None:
    town = town_of(WEST)
    for seat in (B, C, EVERYBODY):
        sent = json.dumps(seen(town, seat))
        assert seen(town, seat)["hands"][A] == {"gangsters": 6, "cards": 0, "fronts": []}
        assert '"cash"' not in json.dumps(seen(town, EVERYBODY))
        assert "luigi-art-52" not in sent
    assert seen(town, A)["mine"]["cash"] == 5
    assert seen(town, EVERYBODY)["mine"] is None


@clause("DT-R15")
def test_the_three_possible_values_stand_beside_every_front() -> None:
    top = top_of(town_of(WEST), B, "luigi")
    assert top["front"] == "luigi-art"
    assert top["claim"] == 60
    assert top["values"] == top["possible"] == [40, 52, 60]


@clause("DT-R15")
def test_with_the_option_the_values_are_not_shown() -> None:
    town = town_of(WEST + "options show_possible_values=no")
    assert top_of(town, A, "luigi")["values"] == top_of(town, A, "luigi")["possible"] == []
    play(town, (A, "look luigi"), (A, "top"))
    assert top_of(town, A, "luigi")["possible"] == [52]
    assert top_of(town, B, "luigi")["possible"] == []


@clause("DT-11.5", "DT-17.3")
def test_a_look_is_remembered_by_the_looker_alone() -> None:
    town = play(town_of(WEST), (A, "look luigi"), (A, "top"))
    assert top_of(town, A, "luigi")["possible"] == [52]
    assert top_of(town, B, "luigi")["possible"] == [40, 52, 60]


@clause("DT-11.6", "DT-17.3")
def test_a_card_that_was_put_under_is_known_again_when_it_comes_up() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 3 | next B collected
        hand A luigi-money-32 luigi-money-40 luigi-money-52 luigi-jewels-36 luigi-jewels-48 \
luigi-jewels-56 luigi-art-40 | B - | C -
        at A west_side bank | B west_side east_side | C downtown east_side
        informants luigi: luigi-art-52 luigi-art-60
        """
    )
    assert top_of(town, A, "luigi")["possible"] == [52, 60]
    play(town, (A, "look luigi"), (A, "bottom"))
    assert top_of(town, A, "luigi")["possible"] == [60]
    assert top_of(town, B, "luigi")["possible"] == [40, 52, 60]


@clause("DT-R16")
def test_a_sold_value_is_known_to_everybody() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 3 | next B collected
        hand A luigi-art-40 luigi-art-52 | B joe-art-40 | C -
        at A east_side bank | B west_side east_side | C downtown east_side
        fences 1: art-q1 art-q2 art-cop | 2: money-half | 3: money-q1
        """
    )
    assert seen(town, B)["fences"][0]["top"]["police"] == "maybe"
    play(town, (A, "sell 1 luigi-art-40"))
    assert seen(town, B)["out"][-1] == "art-q1"
    views = [RULEBOOK.view(town, seat) for seat in (B, C, EVERYBODY)]
    for view in views:
        worlds = [RULEBOOK.guess(view, Random(seed)) for seed in range(30)]
        under = {world.box.backs[world.public.bottoms[1][-1]] for world in worlds}
        held = {world.secret[A].loot for world in worlds}
        assert under == {15}
        assert held == {(16,), (17,)}


@clause("DT-12.13", "DT-17.3")
def test_a_fence_that_was_looked_at_stays_known_wherever_it_is_put() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 3 | next B collected
        at A east_side bank | B west_side east_side | C downtown east_side
        fences 1: art-cop money-q2 | 2: money-half art-q1 | 3: money-q1 art-q2
        """
    )
    play(town, (A, "look 1"), (A, "put 3"))
    assert seen(town, A)["fences"][2]["top"]["police"] == "yes"
    assert seen(town, B)["fences"][2]["top"]["police"] == "maybe"
    assert seen(town, A)["fences"][1]["top"]["police"] == "no"


@clause("DT-15.5")
def test_of_two_cards_with_one_front_nobody_knows_which_was_shed() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 4 | next B collected
        hand A S2 T2 L2 luigi-art-52 luigi-art-40 | B - | C -
        at A east_side bank | B west_side east_side | C downtown east_side
        informants luigi: luigi-art-60 then rest | frankie: rest | joe: rest
        """
    )
    answer(town, (A, 0), (A, DONE))
    card = RULEBOOK.options({}).deck.card("luigi-art-52")
    answer(town, (A, LOOT_CARD + card))
    assert RULEBOOK.broken(town) == []
    shed = town.public.bottoms[1][-1]
    for seat, count in ((A, 1), (B, 3), (C, 3), (EVERYBODY, 3)):
        view = RULEBOOK.view(town, seat)
        backs = {RULEBOOK.guess(view, Random(seed)).box.backs[shed] for seed in range(60)}
        assert len(backs) == count


@clause("DT-7.5", "DT-R17")
def test_of_face_down_additions_others_see_a_number_and_whether_there_is_money() -> None:
    town = town_of(
        """
        players 4 | turn A | phase 3 | next B collected
        cash A 10 | B 10 | C 10 | D 10
        hand A - | B - | C S1 L2 | D T1
        at A bank villa | B bank villa | C bank villa | D bank villa
        """
    )
    play(town, (A, "done"), (C, "add 3 S1 L1"), (3, "add 0"))
    assert seen(town, A)["added"][C] == {"money": True, "gangsters": 2}
    assert seen(town, A)["added"][3] == {"money": False, "gangsters": 0}
    assert seen(town, C)["mine"]["added"]["money"] == 3
    worlds = [RULEBOOK.guess(RULEBOOK.view(town, A), Random(seed)) for seed in range(200)]
    assert {world.secret[C].added_money for world in worlds} == set(range(1, 11))
    assert all(world.secret[C].cash + world.secret[C].added_money == 10 for world in worlds)
    assert len({world.secret[C].added for world in worlds}) > 2


def test_an_addition_in_the_making_is_seen_by_nobody_else() -> None:
    town = town_of(
        """
        players 4 | turn A | phase 3 | next B collected
        hand A - | B - | C S1 L2 | D T1
        at A bank villa | B bank villa | C bank villa | D bank villa
        """
    )
    play(town, (A, "done"))
    before = {seat: json.dumps(seen(town, seat)) for seat in (A, B, 3, EVERYBODY)}
    answer(town, (C, 3), (C, 0))
    assert seen(town, C)["mine"]["adding"]["money"] == 3
    assert {seat: json.dumps(seen(town, seat)) for seat in before} == before
    world = RULEBOOK.guess(RULEBOOK.view(town, C), Random(1))
    asked = world.asked(C)
    assert asked is not None
    assert asked.point.name == "add_money/add_gang"
    answer(town, (C, DONE))
    world = RULEBOOK.guess(RULEBOOK.view(town, C), Random(1))
    assert [ask.seat for ask in world.asks] == [3]


@clause("DT-17.4")
def test_cash_follows_from_public_transfers_in_every_imagined_world() -> None:
    for seed in range(3):
        rng = Random(seed)
        for game, _ in random_play(RULEBOOK, {"turn_cap": "40"}, 4, rng):
            if rng.random() > 0.05:
                continue
            town = cast("Town", game)
            viewer = rng.choice([*range(4), EVERYBODY])
            world = RULEBOOK.guess(RULEBOOK.view(town, viewer), rng)
            for seat in range(4):
                owned = [t.secret[seat].cash + t.secret[seat].added_money for t in (town, world)]
                assert owned[0] == owned[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_world_is_sound_and_looks_the_same(seats: int) -> None:
    for seed in range(4):
        rng = Random(seed)
        for game, _ in random_play(RULEBOOK, {"turn_cap": "80"}, seats, rng):
            if rng.random() > 0.04:
                continue
            viewer = rng.choice([*range(seats), EVERYBODY])
            view = RULEBOOK.view(cast("Town", game), viewer)
            world = RULEBOOK.guess(view, rng)
            assert RULEBOOK.broken(world) == []
            again = RULEBOOK.encode(RULEBOOK.view(world, viewer))
            assert json.dumps(again) == json.dumps(RULEBOOK.encode(view))


@clause("DT-9.5", "DT-17.2")
def test_drawn_gangsters_are_imagined_from_the_shuffle_they_came_from() -> None:
    """The pile was reshuffled from lookouts only, so B can have drawn nothing else from it."""
    town = town_of(
        """
        players 3 | turn A | phase 3 | next C collected
        cash A 10 | B 0 | C 0
        hand A S1 | B S5 T5 | C S4 T6
        display A 0 | B 0 | C 0
        at A downtown bank | B ghetto west_side | C bank west_side
        row S1 L6
        draw L L L
        discard L17
        """
    )
    play(town, (A, "buy L"))
    assert len(town.public.unseen) == 2
    for seed in range(40):
        world = RULEBOOK.guess(RULEBOOK.view(town, A), Random(seed))
        assert world.secret[B].gang[2] == 2
        assert includes(world.secret[B].gang, (0, 0, 2))
        assert world.secret[C].gang[2] == 0


@clause("DT-17.2")
def test_a_shown_gangster_of_unclear_origin_stays_owed() -> None:
    """B shows a spy that came from the first shuffle or from the second: both stay possible."""
    town = town_of(
        """
        players 3 | turn A | phase 3 | next C collected
        cash A 10 | B 0 | C 0
        hand A S1 | B S1 T1 | C S4 T10
        display A 0 | B 0 | C 0
        at A downtown bank | B ghetto west_side | C bank west_side
        row S2 L6
        draw L L L
        discard S3 L17
        """
    )
    play(town, (A, "buy L"), seed=3)
    assert [draw[1] for draw in town.public.hands[B].draws] == [2, 2]
    town.lay(B, 0)
    assert town.public.hands[B].owed == ((0, 2),)
    assert RULEBOOK.broken(town) == []
    firsts = set()
    for seed in range(80):
        world = RULEBOOK.guess(RULEBOOK.view(town, A), Random(seed))
        assert RULEBOOK.broken(world) == []
        firsts.add(world.secret[B].drawn[0][0] > 0)
    assert firsts == {True, False}


@clause("DT-17.2")
def test_debts_of_a_long_game_are_all_paid() -> None:
    """Twelve shuffles, and nearly everything that was drawn has been shown: few worlds are left."""
    town = dealt(3)
    town.public.unseen = (
        (0, 0, 2), (1, 0, 3), (2, 1, 1), (2, 0, 2), (1, 1, 2), (0, 0, 0),
        (0, 0, 0), (0, 0, 2), (1, 0, 0), (1, 0, 3), (4, 1, 7), (6, 3, 6),
    )  # fmt: skip
    first = Reckoned(
        NOBODY,
        ((0, 2), (1, 4), (2, 2), (2, 2), (3, 2), (3, 2), (4, 2), (4, 2),
         (10, 6), (10, 2), (11, 2), (11, 2), (11, 2)),
        ((0, 2), (1, 3), (0, 3), (0, 4), (0, 5), (2, 5), (0, 7), (2, 7), (0, 7), (2, 7),
         (2, 7), (2, 7), (2, 7), (2, 8), (2, 8), (2, 8), (1, 8), (2, 8), (0, 9), (0, 9),
         (1, 11), (0, 11), (2, 12), (2, 12), (0, 13), (2, 13), (2, 13), (2, 13), (0, 13)),
    )  # fmt: skip
    third = Reckoned(
        (0, 0, 1),
        ((7, 2), (8, 1), (9, 2), (9, 2), (10, 2), (10, 2)),
        ((0, 2), (2, 2), (2, 2), (0, 3), (2, 3), (0, 5), (0, 6), (2, 6), (2, 6), (2, 6), (2, 6)),
    )
    town.public.hands = [first, hand_of((5, 6, 11)), third]
    for seed in range(5):
        secret = [Secret(), Secret(), Secret()]
        Dealer(town.public, secret, B, Random(seed)).deal(Box())
        for seat, hand in ((A, first), (C, third)):
            for kind, limit in hand.owed:
                drawn = sum(gang[kind] for gang in secret[seat].drawn[:limit])
                assert drawn >= sum(k == kind and up_to <= limit for k, up_to in hand.owed)
        assert min(*secret[A].gang, *secret[C].gang) >= 0


def test_notices_of_backs_go_to_the_one_who_looked() -> None:
    town = town_of(WEST)
    town.notices = []
    play(town, (A, "look luigi"))
    backs = [notice for notice in town.notices if notice.key == "saw_back"]
    assert [notice.only for notice in backs] == [A]
