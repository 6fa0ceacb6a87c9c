"""Positions as text: both ways, and what is refused."""

from random import Random
from typing import cast

import pytest

from omerta.core.scenario import BadNotation, Line
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.text.position import position
from omerta.games.mafia_city.text.reading import Reader
from omerta.lab.playing import random_play
from tests.games import values_for
from tests.positions import position_lines


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_position_reads_back_as_the_same_position(seats: int) -> None:
    for seed in range(4):
        for game, _ in random_play(
            RULEBOOK, values_for(RULEBOOK, seed, seats), seats, Random(seed)
        ):
            city = cast("City", game)
            whole = len(city.public.layout) == 7 and not city.public.on_table
            if whole and city.public.first >= 0:
                lines = position(city)
                read = Reader([Line(n, text) for n, text in enumerate(lines, start=1)])
                assert position(read.city) == lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players 6", "line 1: players: expected a number from 3 to 5, got '6'"),
        ("players 3\nphase dusk", "line 2: phase: expected one of setup, action"),
        ("colour A", "line 1: expected one of players, first"),
        ("players 3\nfirst D", "line 2: first: expected a seat A-C, got 'D'"),
        ("chips A 8+5", "line 1: chips: A has 13 chips, expected 12 .MC-2.2."),
        ("stacks 8: A", "line 1: stacks: expected a location from 1 to 7, got '8'"),
        ("stacks 1 A", "line 1: stacks: expected"),
        ("cards A: trade", "line 1: cards: expected a card as kind/symbol, got 'trade'"),
        ("cards A: trade/hat trade/hat", "line 1: cards: there are not so many trade/hat"),
        ("deck rest .50 cards.", "deck: expected a card"),
        ("deck rest (50 cards)", "deck: the rest is 49 cards, not 50 .MC-1.11."),
        ("deck trade/hat", "deck: 48 cards are missing"),
        ("deck rest\ndiscard rest", "the rest can be in one place only"),
        ("layout centre 5, ring 1 2 3 4 6 6", "layout: expected 'centre N, ring"),
        ("figures sheriff 2", "figures: expected hitman, policeman or mayor, got 'sheriff'"),
        ("figures hitman A", "figures: expected a location from 1 to 7, got 'A'"),
        ("vp A many", "vp: expected a number of points, got 'many'"),
        ("chips A many", "chips: expected HAND.RESERVE, got 'many'"),
        ("options level", "options: expected name=value, got 'level'"),
        ("options level=expert", "option level=expert: expected experienced or beginner"),
        ("deck rest (many cards)", "deck: expected '.N cards.', got"),
    ],
)
def test_a_position_that_contradicts_itself_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        Reader(position_lines(text))
