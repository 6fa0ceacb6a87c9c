"""Positions as text: both ways, what is refused, and whole games written down."""

import json
from random import Random
from typing import cast

import pytest

from omerta.core.scenario import BadNotation, Line, play_line
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.text.position import position
from omerta.games.downtown.text.reading import Reader
from omerta.lab.playing import random_play, random_record
from tests.positions import position_lines

CAPPED = {"turn_cap": "60"}
WHOLE = ("move", "select", "use", "lay_money")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_position_reads_back_as_the_same_position(seats: int) -> None:
    for seed in range(4):
        for game, _ in random_play(RULEBOOK, CAPPED, seats, Random(seed)):
            town = cast("Town", game)
            if town.asks[0].point.name in WHOLE and not town.public.used:
                lines = position(town)
                read = Reader([Line(n, text) for n, text in enumerate(lines, start=1)])
                assert position(read.town) == lines
                assert RULEBOOK.broken(read.town) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_played_again_from_its_position_and_moves(seats: int) -> None:
    for seed in range(3):
        record = random_record(RULEBOOK, CAPPED, seats, Random(seed))
        played = cast("Town", record.replay())
        script = RULEBOOK.script(CAPPED, seats, record.answers)
        stage = RULEBOOK.stage([Line(n, text) for n, text in enumerate(script.position, start=1)])
        for number, text in enumerate(script.moves, start=1):
            play_line(stage, Line(number, text))
        again = cast("Town", stage.game)
        assert again.is_over
        assert position(again) == position(played)
        for seat in range(seats):
            seen = [RULEBOOK.encode(RULEBOOK.view(town, seat)) for town in (again, played)]
            assert json.dumps(seen[0]) == json.dumps(seen[1])


PHASE_3 = """
    players 3 | turn A | phase 3 | next B collected
    at A downtown bank | B west_side villa | C downtown east_side
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players 5", "line 1: players: expected a number from 2 to 4, got '5'"),
        ("players 3 | phase 7", "phase: expected a number from 0 to 4, got '7'"),
        ("colour A", "line 1: expected one of players, turn"),
        ("players 3 | phase 0 | first D", "first: expected a seat A-C, got 'D'"),
        ("players 3 | phase 0\nat A bank villa", "line 2: at: pieces are placed by moves"),
        ("players 3 | phase 1 | turn A", "at: A has no pieces .DT-1.4."),
        ("phase 1\nat A bank bank", "line 2: at: expected two different places"),
        ("phase 1\nat A bank", "line 2: at: expected two different places"),
        ("phase 1\nat A bank moon", "line 2: at: expected a place, got 'moon'"),
        ("cash A many", "cash: expected an amount, got 'many' .DT-1.2."),
        ("cash A -3", "cash: expected an amount, got '-3' .DT-1.2."),
        (f"cash A {'9' * 5_000}", "cash: expected an amount, got '999"),
        (f"players {'9' * 5_000}", "players: expected a number from 2 to 4, got '999"),
        ("hand A S999999999999", "hand: expected gangsters as S1 T2 L3, got 'S999"),
        ("display A 3 X1", "display: expected gangsters as S1 T2 L3, got 'X1'"),
        ("hand A S12", "hand: there are not that many of S12 .DT-1.5."),
        ("hand A S6 | B S6", "hand: there are not that many of S6"),
        ("hand A luigi-art-53", "hand: expected an informant card, got 'luigi-art-53'"),
        ("hand A luigi-art-52 | B luigi-art-52", "luigi-art-52 is in two places .DT-1.6."),
        ("draw S L X then rest", "draw: expected S, T or L, got 'X'"),
        ("draw S L", "draw: 24 gangsters are missing"),
        ("draw rest (20 cards)", "draw: the rest is 26 cards, not 20 .DT-1.5."),
        ("draw rest then rest", "'rest' may stand once in a pile"),
        ("informants vito: rest", "informants: expected one of frankie, luigi, joe"),
        ("informants joe: luigi-art-52 then rest", "luigi-art-52 cannot be here .DT-1.6."),
        ("informants joe: joe-art-40", "informants: 8 cards are missing"),
        ("informants joe: rest (8 cards)", "informants: the rest is 9 cards, not 8"),
        ("fences 4: rest", "fences: expected one of 1, 2, 3"),
        ("fences 1: art-q3", "fences: there is no 'art-q3' left .DT-1.7."),
        ("fences 1: art-q1 | 2: art-q1", "fences: there is no 'art-q1' left .DT-1.7."),
        ("fences 1: rest (9 cards) | 2: rest", "fences: only 3 fences are left|only"),
        ("casinos 2\nfences 1: casino", "1 stacks show a casino, not 2 .DT-13.1."),
        ("options turn_cap", "options: expected name=value, got 'turn_cap'"),
        ("options turn_cap=never", "option turn_cap=never: expected off or a number"),
        (f"options turn_cap={'9' * 5_000}", "expected off or a number from 1 to 100000"),
        ("options first_placer=4", "options: expected a seat A-C, got 'D'"),
        ("first C\noptions first_placer=2", "first: the option first_placer names B .DT-R1."),
        (PHASE_3.replace("next B collected", "next B"), "next: expected 'next SEAT paid'"),
        (PHASE_3.replace("next B", "next A"), "next: a player selects another one .DT-6.1."),
    ],
)
def test_a_position_that_contradicts_itself_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        Reader(position_lines(text))


def test_what_a_position_leaves_out_has_its_standard_value() -> None:
    town = Reader(position_lines(PHASE_3)).town
    assert [own.cash for own in town.secret] == [10, 10, 10]
    assert town.public.gangsters == [5, 5, 5]
    assert town.public.casinos() == 0
    closed = Reader(position_lines(PHASE_3.replace("collected", "collected | casinos 1"))).town
    assert closed.public.casino == [True, False, False]
    assert len(closed.public.out) == 4


def test_a_rest_may_stand_below_above_or_in_the_discards() -> None:
    text = PHASE_3 + "discard rest\ndraw S T L\nfences 1: rest then art-cop | 2: - | 3: -\n"
    town = Reader(position_lines(text + "casinos 0")).town
    assert town.public.draw == 3
    assert sum(town.public.discard) == 48 - 3 - 7 - 15
    assert len(town.public.fences[0]) + town.public.below[0] == 12
