"""Positions as text: both ways, and what is refused."""

from random import Random
from typing import cast

import pytest

from omerta.core import NOTHING, Game
from omerta.core.scenario import BadNotation, Line, Mismatch
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.rules.points import (
    BID_AGREEMENT,
    BULLET_TURN,
    MULLIGAN,
    PICK_LOCATION,
    PICK_STRATEGY_LOCATION,
    PICK_STRATEGY_SEAT,
    TAKE_BACK,
    TAKE_TURN,
)
from omerta.games.mafia_city.state.components import SECRET_AGREEMENT
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import NOBODY, kind_of
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


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_position_read_back_asks_the_same_question(seats: int) -> None:
    """Of what the notation can say: turns, and locations before anything is done there."""
    asked: set[str] = set()
    for seed in range(6):
        for game, _ in random_play(
            RULEBOOK, values_for(RULEBOOK, seed, seats), seats, Random(seed)
        ):
            city = cast("City", game)
            if is_a_beginning(city):
                lines = [Line(n, text) for n, text in enumerate(position(city), start=1)]
                stage = RULEBOOK.stage(lines)
                assert told(stage.game) == told(city), lines
                asked.add(city.asks[0].point.name)
    assert asked >= {
        *("mulligan", "take_turn", "bullet_turn", "bid_agreement", "take_back"),
        *("pick_location", "pick_strategy_location", "pick_strategy_seat"),
    }


def is_a_beginning(city: City) -> bool:
    """Whether a position can say where the game stands."""
    point = city.asks[0].point
    frame = city.top
    assert frame is not None
    if point is MULLIGAN:
        return city.asks[0].seat == city.public.first
    if point is BID_AGREEMENT:
        participants = [s for s in city.clockwise(city.public.first) if s in stack_at(city)]
        return frame.actor == participants[0] and not any_agreement(city)
    if point is TAKE_BACK and city.public.mayor != NOTHING and len(set(stack_at(city))) > 1:
        return False  # the holder has named somebody
    if point in (TAKE_BACK, PICK_STRATEGY_SEAT):
        return frame.thing == NOBODY
    return point in (TAKE_TURN, BULLET_TURN, PICK_LOCATION, PICK_STRATEGY_LOCATION)


def stack_at(city: City) -> tuple[int, ...]:
    return city.public.stacks[city.public.at]


def any_agreement(city: City) -> bool:
    """Whether the bidding has brought anything to the table or to the pile."""
    discarded = [kind_of(card) for card in city.public.discard]
    return any(city.public.agreements) or SECRET_AGREEMENT in discarded


def told(game: Game) -> list[tuple[int, str, list[int]]]:
    """Everything that is asked."""
    return [(ask.seat, ask.point.name, list(ask.choices)) for ask in game.asks]


@pytest.mark.parametrize(
    "line",
    [
        "discard rest (44 cards)",
        "discard trade/bullet then rest (45 cards)",
        "discard trade/hat then rest",
        "discard trade/bullet",
        "discard -",
        "deck hitman/hat then rest",
        "deck rest (2 cards)",
    ],
)
def test_a_pile_with_other_cards_or_another_number_of_them_is_told(line: str) -> None:
    stage = RULEBOOK.stage(
        position_lines("""
        players 3 | first A | phase action | turn A
        cards A: trade/hat
        deck snitch/hat hitman/hat thief/fist
        discard rest (45 cards)
        """)
    )
    with pytest.raises(Mismatch, match=line.split()[0]):
        stage.check(Line(1, line))
    with pytest.raises(BadNotation, match="kind/symbol"):
        stage.check(Line(1, "discard trade"))


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
        ("cards A: trade/hat trade/hat", "line 1: cards: there are not that many trade/hat"),
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
