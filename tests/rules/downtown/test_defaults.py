"""What happens for a seat that does not answer (section 7), and what always adds up."""

from random import Random
from typing import cast

import pytest

from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.components import BANK, DOWNTOWN, EAST_SIDE, WEST_SIDE
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import LOOKOUT, SAFECRACKER
from omerta.games.downtown.state.kinds import (
    DONE,
    DRAW,
    LOOK,
    LOOT_CARD,
    PAY,
    SKIP,
    TOP,
)
from omerta.lab.playing import random_play
from tests.clauses import clause
from tests.rules.downtown.table import A, B, C, answer, dealt, play, town_of


def default(town: Town, seat: int) -> int:
    """The default of the question that is open for this seat."""
    ask = town.asked(seat)
    assert ask is not None
    choice = RULEBOOK.default(town, ask)
    assert choice in ask.choices
    return choice


USE = """
    players {players} | turn A | phase 3 | next B paid
    cash A 9 | B 8
    hand A luigi-art-60 joe-art-40 frankie-art-48 | B L2
    at A {places} | B ghetto bank
    row S3 T4
    fences 1: casino | 2: art-q1 money-q1 | 3: art-half
"""


def test_the_defaults_of_the_setup() -> None:
    town = dealt(3, values={"first_placer": "1"})
    assert default(town, A) == DOWNTOWN
    answer(town, (A, DOWNTOWN))
    assert default(town, A) == BANK
    answer(town, (A, BANK), (B, BANK))
    assert default(town, B) == DOWNTOWN
    answer(town, (B, DOWNTOWN))
    play(town, (C, "place bank west_side"))
    assert default(town, B) == 1


def test_the_defaults_of_phases_1_and_2() -> None:
    text = """
        players {players} | turn A | phase {phase}
        display A 0 | B {money}
        at A bank villa | B downtown ghetto
        """
    assert default(town_of(text.format(players=2, phase=1, money=1)), A) == DONE
    assert default(town_of(text.format(players=2, phase=2, money=0)), A) == PAY + B
    assert default(town_of(text.format(players=2, phase=2, money=2)), A) == B
    three = text + "display C 3\nat C bank ghetto\n"
    town = town_of(three.format(players=3, phase=2, money=2))
    assert default(town, A) == C
    answer(town, (A, PAY + B))
    assert default(town, A) == BANK * 6 + DOWNTOWN
    two = town_of(text.format(players=2, phase=2, money=0))
    answer(two, (A, PAY + B))
    assert default(two, A) == DONE


def test_the_defaults_of_buying() -> None:
    town = town_of(USE.format(players=2, places="downtown villa"))
    assert default(town, A) == DONE
    answer(town, (A, DOWNTOWN))
    assert default(town, A) == SAFECRACKER
    answer(town, (A, SAFECRACKER))
    assert default(town, A) == DONE


def test_the_defaults_of_west_and_east_side() -> None:
    west = town_of(USE.format(players=2, places="west_side villa"))
    answer(west, (A, WEST_SIDE))
    assert default(west, A) == LOOK
    answer(west, (A, LOOK))
    assert default(west, A) == TOP
    answer(west, (A, TOP))
    assert default(west, A) == DONE
    east = town_of(USE.format(players=2, places="east_side villa"))
    answer(east, (A, EAST_SIDE))
    assert default(east, A) == LOOK + 1
    sale = east.copy()
    answer(sale, (A, 1))
    assert sale.options.deck.word(default(sale, A)) == "joe-art-40"
    answer(east, (A, LOOK + 2))
    assert default(east, A) == 2
    answer(east, (A, 1))
    assert default(east, A) == SKIP
    answer(east, (A, 1))
    assert default(east, A) == default(east, B) == 1


def test_the_defaults_of_additions_display_and_ghetto() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 3 | next B collected
        options ghetto_draw=ask
        at A downtown villa | B west_side villa | C ghetto east_side
        hand A L1 | B - | C -
        row L7
        """
    )
    play(town, (A, "buy L"))
    assert default(town, C) == DRAW
    answer(town, (C, DRAW))
    assert default(town, C) == 0
    answer(town, (C, 0))
    assert default(town, C) == DONE
    answer(town, (C, DONE))
    assert default(town, A) == 0
    answer(town, (A, 0))
    assert default(town, A) == DONE


@clause("DT-15.3")
def test_the_defaults_of_the_hand_limit() -> None:
    text = """
        players 3 | turn A | phase 4 | next B collected
        hand A {hand} | B - | C -
        at A downtown bank | B west_side villa | C ghetto east_side
        """
    town = play(town_of(text.format(hand="S3 T3 L3")), (A, "lay 0"))
    assert default(town, A) == LOOKOUT
    cards = "frankie-art-16 luigi-money-32 luigi-jewels-36 joe-jewels-20 joe-jewels-24 "
    town = town_of(text.format(hand=f"{cards} joe-art-40 joe-art-44 frankie-money-12"))
    play(town, (A, "lay 0"))
    card = default(town, A) - LOOT_CARD
    assert town.options.deck.word(card) == "frankie-money-12"


@clause("DT-1.2", "DT-1.3", "DT-1.4", "DT-1.5", "DT-1.6", "DT-1.7", "DT-17.1", "DT-17.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_adds_up_after_every_answer(seats: int) -> None:
    for seed in range(6):
        for game, _ in random_play(RULEBOOK, {"turn_cap": "60"}, seats, Random(seed)):
            assert RULEBOOK.broken(cast("Town", game)) == []


def test_what_does_not_add_up_is_named() -> None:
    town = dealt(3)
    town.secret[A].cash = -1
    town.public.pieces[B] = (BANK, BANK)
    town.public.row = (0, 0, 0)
    town.secret[C].loot = (3,)
    town.public.out = (3,)
    town.public.knows = (0,) * 12
    town.public.money[B] = 600
    found = " ".join(RULEBOOK.broken(town))
    for clause_id in ("DT-1.2", "DT-1.4", "DT-1.5", "DT-1.6", "DT-1.7", "DT-16.1", "DT-17.3"):
        assert f"{clause_id}:" in found
