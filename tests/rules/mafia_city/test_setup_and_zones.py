"""Setup (MC-1), zones (MC-2), kinds of effects (MC-3, MC-4) and what is public (MC-18)."""

from collections import Counter
from random import Random
from typing import cast

import pytest

from omerta.core import CHANCE, EVERYBODY, Ask, BadOption, Seeded, settle
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.rules.book import TABLES
from omerta.games.mafia_city.rules.points import BULLET_ACTION, DRAW, REACT, TAKE_TURN
from omerta.games.mafia_city.rules.rounds import ranking
from omerta.games.mafia_city.state.components import KINDS, SYMBOLS
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import card_text, kind_of, symbol_of
from omerta.games.mafia_city.state.table import DECK
from omerta.lab.playing import random_play
from tests.clauses import clause
from tests.positions import position_lines

OPTIONS = RULEBOOK.options({})
SEATS = (3, 4, 5)


def dealt(seats: int, seed: int = 1) -> City:
    """A game after all chance of the setup."""
    city = RULEBOOK.deal(OPTIONS, seats)
    settle(city, Seeded(Random(seed)))
    return city


@clause("MC-1.1")
@pytest.mark.parametrize("seats", [0, 1, 2, 6, 7])
def test_only_three_to_five_players_can_play(seats: int) -> None:
    with pytest.raises(BadOption, match=r"MC-1\.1"):
        RULEBOOK.deal(OPTIONS, seats)


@clause("MC-1.2")
def test_chance_chooses_the_first_player_and_turns_go_clockwise() -> None:
    firsts = set()
    for seed in range(40):
        city = dealt(4, seed)
        firsts.add(city.public.first)
        order: list[int] = []
        while len(order) < 4:
            ask = city.asks[0]
            order.append(ask.seat)
            city.answer(ask.seat, 0)
        assert order == city.clockwise(city.public.first)
    assert firsts == {0, 1, 2, 3}


@clause("MC-1.3", "MC-2.1", "MC-2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_nobody_ever_has_more_or_fewer_than_the_own_chips(seats: int) -> None:
    total = {3: 12, 4: 11, 5: 10}[seats]
    for game, _ in random_play(RULEBOOK, {}, seats, Random(seats)):
        public = cast("City", game).public
        for seat in range(seats):
            in_stacks = sum(stack.count(seat) for stack in public.stacks)
            zones = (public.hand[seat], public.reserve[seat], public.cell[seat], in_stacks)
            assert min(zones) >= 0
            assert sum(zones) == total


@clause("MC-1.5")
@pytest.mark.parametrize(("seats", "out"), [(3, 0), (4, 1), (5, 2)])
def test_chips_beyond_the_starting_ones_are_out_of_the_game(seats: int, out: int) -> None:
    public = dealt(seats).public
    assert [12 - out] * seats == [public.hand[s] + public.reserve[s] for s in range(seats)]


@clause("MC-1.6")
def test_the_tiles_are_laid_out_at_random() -> None:
    layouts = {dealt(3, seed).public.layout for seed in range(60)}
    assert len(layouts) > 50
    assert {layout[0] for layout in layouts} == {1, 2, 3, 4, 5, 6, 7}
    assert all(sorted(layout) == [1, 2, 3, 4, 5, 6, 7] for layout in layouts)


@clause("MC-1.11", "MC-1.12")
def test_the_deck_is_the_forty_nine_action_cards_and_the_pile_is_empty() -> None:
    kinds = Counter(KINDS[kind_of(card)] for card in DECK)
    symbols = Counter(SYMBOLS[symbol_of(card)] for card in DECK)
    assert symbols == {"hat": 12, "fist": 11, "bullet": 11, "plus_one": 15}
    fives = {"hitman", "snitch", "thief", "police_chief", "fbi"}
    assert kinds == {kind: 5 if kind in fives else 4 for kind in KINDS}
    city = RULEBOOK.deal(OPTIONS, 3)
    assert city.secret[3].cards == DECK
    assert city.public.discard == ()
    extra = Counter(card_text(card) for card in DECK)
    assert {card for card, number in extra.items() if number == 2} == {
        "hitman/plus_one",
        "snitch/plus_one",
        "police_chief/plus_one",
        "fbi/plus_one",
        "thief/hat",
    }


@clause("MC-2.5", "MC-2.16", "MC-2.21", "MC-2.22", "MC-7.22")
@pytest.mark.parametrize("seats", SEATS)
def test_chips_cards_and_points_move_only_as_the_rules_say(seats: int) -> None:
    """Chips come into stacks in the Action Phase only, cards never by gift, points never go."""
    drawing = {"draw", "thief"}
    before: tuple[int, int, list[int], int] | None = None
    point = ""
    for game, answer in random_play(RULEBOOK, {}, seats, Random(10 + seats)):
        city = cast("City", game)
        public = city.public
        lying = sum(len(stack) for stack in public.stacks)
        if before is not None:
            phase, chips, points, cards = before
            assert all(new >= old for new, old in zip(public.vp, points, strict=True))
            if phase != 1:
                assert lying <= chips
            if sum(public.cards) > cards:
                assert point in drawing
            if public.vp != points:
                assert public.phase in (2, 3, 4, 5) or phase == 2
        before = (public.phase, lying, public.vp[:], sum(public.cards))
        ask = city.asked(answer.seat)
        assert ask is not None
        point = ask.point.name


@clause("MC-3.1", "MC-3.2", "MC-4.5", "MC-4.6", "MC-4.8")
def test_as_an_action_only_action_texts_hats_and_discards_can_be_used() -> None:
    texts = {"snitch", "thief", "police_raid", "shadow_games", "grand_scheme", "trade"}
    seen: set[str] = set()
    for game, _ in random_play(RULEBOOK, {}, 4, Random(5)):
        for ask in game.asks:
            if ask.point in (TAKE_TURN, BULLET_ACTION) and ask.seat >= 0:
                for choice in ask.choices:
                    named = ask.point.asks.parts(choice, OPTIONS)
                    kinds = [card.split("/")[0] for card in named.get("cards", [])]
                    symbols = [card.split("/")[1] for card in named.get("cards", [])]
                    if named["act"] == "play":
                        seen.update(kinds)
                        assert set(kinds) <= texts
                    elif named["act"] in ("hat", "hats"):
                        assert set(symbols) == {"hat"}
                        assert len(symbols) == (1 if named["act"] == "hat" else 2)
    assert seen == texts


@clause("MC-3.4")
def test_announced_cards_have_left_the_hand_and_lie_on_the_table() -> None:
    found = 0
    for game, _ in random_play(RULEBOOK, {}, 4, Random(8)):
        city = cast("City", game)
        if any(ask.point is REACT for ask in city.asks):
            chain = RULEBOOK.encode(RULEBOOK.view(city, EVERYBODY))["chain"]
            cards = [card for effect in chain for card in effect["cards"]]
            assert Counter(cards) <= Counter(card_text(card) for card in city.public.on_table)
            assert RULEBOOK.broken(city) == []
            found += bool(cards)
    assert found > 5


@clause("MC-17.8")
def test_the_ranking_compares_points_reserve_cards_mayor_and_distance() -> None:
    city = dealt(5)
    public = city.public
    public.first = 0
    public.vp[:] = [11, 11, 11, 11, 12]
    public.reserve[:] = [4, 3, 3, 3, 4]
    public.cards[:] = [9, 2, 2, 3, 0]
    public.mayor = 2
    assert ranking(city) == (4, 3, 2, 1, 0)
    public.mayor = -1
    assert ranking(city) == (4, 3, 1, 2, 0)


@clause("MC-18.1")
def test_a_spectator_sees_all_that_is_public() -> None:
    encoded = RULEBOOK.encode(RULEBOOK.view(dealt(3), EVERYBODY))
    public = {"stacks", "cell", "chips", "reserve", "vp", "hitman", "policeman", "mayor", "marked"}
    public |= {"first", "passed", "cards", "deck", "discard"}
    assert public <= set(encoded)
    assert encoded["cards"] == [2, 2, 2]
    assert encoded["deck"] == 43


@clause("MC-18.5")
def test_a_drawn_card_is_told_to_the_drawer_only() -> None:
    city = RULEBOOK.deal(OPTIONS, 3)
    city.notices = []
    settle(city, Seeded(Random(2)))
    drawn = [notice for notice in city.notices if notice.key == "drew_card"]
    twice = [seat for seat in city.clockwise(city.public.first) for _ in range(2)]
    assert [notice.only for notice in drawn] == twice
    assert all(n.only == EVERYBODY and len(n.args) == 1 for n in city.notices if n.key == "drew")


@clause("MC-18.6")
def test_the_deck_has_no_order_that_anybody_could_know() -> None:
    """The deck is a sorted multiset; which card comes next is asked of chance."""
    for game, _ in random_play(RULEBOOK, {}, 3, Random(3)):
        city = cast("City", game)
        deck = city.secret[3].cards
        assert list(deck) == sorted(deck)
        ask = city.asked(CHANCE)
        if ask is not None and ask.point is DRAW:
            assert tuple(ask.choices) == deck


@clause("MC-3.16", "MC-18.9")
def test_a_wish_to_react_that_lost_on_priority_is_not_shown() -> None:
    lines = """
    players 3 | first A | phase action | turn A
    stacks 2: C
    chips C 7+4
    cards A: snitch/hat | B: police_chief/hat | C: police_chief/fist
    """
    stage = RULEBOOK.stage(position_lines(lines))
    stage.move("A", "play snitch/hat 2:1")
    city = cast("City", stage.game)
    city.notices = []
    stage.move("C", "react police_chief/fist")
    before = RULEBOOK.encode(RULEBOOK.view(city, 0))
    assert not before["answered"]
    stage.move("B", "react police_chief/hat")
    told = [notice for notice in city.notices if notice.only in (EVERYBODY, 0)]
    assert [notice.key for notice in told][:1] == ["police_chief"]
    assert all(notice.args[0] != 2 for notice in told if notice.key == "police_chief")
    assert city.public.cards == [0, 0, 1]


@clause("MC-R46")
def test_the_rule_table_is_built_once_for_the_same_options() -> None:
    assert TABLES.of(RULEBOOK.options({})) is TABLES.of(RULEBOOK.options({}))
    assert TABLES.of(RULEBOOK.options({})) is not TABLES.of(RULEBOOK.options({"level": "beginner"}))


@clause("MC-R44")
def test_only_the_top_of_the_pile_is_shown_where_the_option_says_so() -> None:
    lines = """
    players 3 | first A | phase action | turn A
    cards A: trade/hat
    discard thief/hat fbi/hat
    options discard_browsable=top_only
    """
    stage = RULEBOOK.stage(position_lines(lines))
    stage.move("A", "discard trade/hat")
    encoded = RULEBOOK.encode(RULEBOOK.view(cast("City", stage.game), 1))
    assert encoded["discard"] == ["trade/hat"]
    assert encoded["discards"] == 3


@clause("MC-R45")
def test_the_time_settings_are_the_options() -> None:
    city = RULEBOOK.deal(RULEBOOK.options({"reaction_seconds": "5", "turn_seconds": "40"}), 3)
    settle(city, Seeded(Random(1)))
    assert RULEBOOK.manners.seconds(city, city.asks[0]) == 40
    assert RULEBOOK.manners.seconds(city, Ask(0, REACT, (0,))) == 5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"level": "expert"}, "level=expert: expected experienced or beginner"),
        ({"colour": "red"}, "option colour: expected one of level"),
        ({"round_limit": "0"}, "round_limit=0: expected none or a number from 1 to 999"),
        ({"turn_seconds": "soon"}, "turn_seconds=soon: expected a number from 1"),
    ],
)
def test_an_unknown_option_or_value_is_refused_with_what_is_expected(
    values: dict[str, str], message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        RULEBOOK.options(values)
