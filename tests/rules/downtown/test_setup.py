"""Setup (DT-2), placing and opening (DT-3), and the options that change them."""

import pytest

from omerta.core import CHANCE, BadOption
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.components import BANK, DOWNTOWN, EAST_SIDE, WEST_SIDE
from omerta.games.downtown.state.gang import ALL_GANGSTERS, size, without
from tests.clauses import clause
from tests.rules.downtown.table import answer, dealt

SEATS = (2, 3, 4)


@clause("DT-1.1")
@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_only_two_to_four_players_can_play(seats: int) -> None:
    with pytest.raises(BadOption, match=r"DT-1\.1"):
        RULEBOOK.deal(RULEBOOK.options({}), seats)


@clause("DT-2.1", "DT-2.2", "DT-2.3", "DT-2.4", "DT-2.6", "DT-2.9", "DT-2.10")
@pytest.mark.parametrize("seats", SEATS)
def test_everything_lies_at_its_starting_place(seats: int) -> None:
    town = dealt(seats)
    public = town.public
    assert [size(own.gang) for own in town.secret] == [5] * seats
    assert size(public.row) == 7
    assert public.draw == 48 - 7 - 5 * seats
    hands = ALL_GANGSTERS
    for own in town.secret:
        hands = without(hands, own.gang)
    assert without(hands, public.row) == town.box.draw
    assert [public.cards_in(informant) for informant in range(3)] == [9, 9, 9]
    assert [len(public.fences[stack]) + public.below[stack] for stack in range(3)] == [4, 4, 4]
    assert public.bank() == 515 - 10 * seats
    assert public.money == [0] * seats
    assert RULEBOOK.broken(town) == []


@clause("DT-2.5", "DT-2.7", "DT-2.8")
def test_only_the_tops_of_the_stacks_are_turned_up() -> None:
    public = dealt(3).public
    assert all(top >= 0 for top in public.tops)
    assert [len(fences) for fences in public.fences] == [1, 1, 1]
    assert sum(public.turned) + sum(1 for f in public.fences if f[0] >= 36) == 6
    assert public.casinos() == 0


@clause("DT-3.1", "DT-R1")
def test_chance_names_the_first_placer() -> None:
    assert {dealt(4, seed).public.first for seed in range(40)} == {0, 1, 2, 3}


@clause("DT-3.1", "DT-R1")
def test_an_option_names_the_first_placer() -> None:
    for seat in range(3):
        town = dealt(3, 5, {"first_placer": str(seat + 1)})
        assert town.public.first == seat
        assert [ask.seat for ask in town.asks] == [seat]


@clause("DT-R1")
def test_a_first_placer_who_is_not_there_is_refused() -> None:
    with pytest.raises(BadOption, match="first_placer=4: only 3 seats"):
        RULEBOOK.deal(RULEBOOK.options({"first_placer": "4"}), 3)
    with pytest.raises(BadOption, match="expected random or a number from 1 to 4"):
        RULEBOOK.options({"first_placer": "5"})


@clause("DT-3.2", "DT-3.3", "DT-3.4")
def test_each_player_places_both_pieces_before_the_next() -> None:
    town = dealt(3, values={"first_placer": "2"})
    order: list[tuple[int, str, list[int]]] = []
    for choice in (BANK, DOWNTOWN, WEST_SIDE, BANK, DOWNTOWN, WEST_SIDE):
        ask = town.asks[0]
        order.append((ask.seat, ask.point.name, list(ask.choices)))
        town.answer(ask.seat, choice)
    assert [seat for seat, _, _ in order] == [1, 1, 2, 2, 0, 0]
    assert order[0][2] == [0, 1, 2, 3, 4, 5]
    assert order[1][2] == [0, 1, 2]
    assert order[3][2] == [0, 2, 3, 4, 5]


@clause("DT-3.6", "DT-3.8", "DT-18.1", "DT-18.7")
@pytest.mark.parametrize("seats", SEATS)
def test_all_but_the_start_player_open_at_once(seats: int) -> None:
    town = dealt(seats, values={"first_placer": "1"})
    for seat in range(seats):
        second = EAST_SIDE if seat == seats - 1 else BANK
        answer(town, (seat, DOWNTOWN), (seat, second))
    start = 0 if seats == 2 else seats - 1
    assert town.public.turn == start
    assert sorted(ask.seat for ask in town.asks) == [s for s in range(seats) if s != start]
    assert all(list(ask.choices) == [1, 2, 3] for ask in town.asks)


def test_chance_is_asked_for_every_card_with_its_multiplicity() -> None:
    town = RULEBOOK.deal(RULEBOOK.options({}), 3)
    assert town.asks[0].seat == CHANCE
    assert list(town.asks[0].choices) == [0] * 11 + [1] * 11 + [2] * 26


@clause("DT-R23", "DT-2.9")
@pytest.mark.parametrize("seats", SEATS)
def test_whoever_does_not_start_can_be_compensated(seats: int) -> None:
    town = dealt(seats, values={"first_placer": "1", "start_compensation": "2"})
    town.notices = []
    while town.asks[0].point.name != "open":
        assert town.public.purse == [10] * seats
        town.answer(town.asks[0].seat, town.asks[0].choices[0])
    others = list(range(1, seats))
    assert town.public.turn == 0
    assert town.public.purse == [10, *[12] * (seats - 1)]
    assert [own.cash for own in town.secret] == town.public.purse
    assert town.public.bank() == 515 - 10 * seats - 2 * (seats - 1)
    told = [notice for notice in town.notices if notice.key == "compensated"]
    assert [notice.args for notice in told] == [(seat, 2) for seat in others]
    assert RULEBOOK.broken(town) == []


@clause("DT-R23")
def test_nobody_is_compensated_unless_it_was_chosen() -> None:
    town = dealt(3)
    town.notices = []
    while town.asks[0].point.name != "open":
        town.answer(town.asks[0].seat, town.asks[0].choices[0])
    assert town.public.purse == [10, 10, 10]
    assert not [notice for notice in town.notices if notice.key == "compensated"]
