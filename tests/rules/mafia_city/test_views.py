"""What the view of Mafia City works out for everybody to see."""

from typing import cast

from omerta.core import EVERYBODY, NOTHING
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.state.components import CITY_HALL, HARBOR
from omerta.games.mafia_city.state.game import City
from omerta.text import Texts
from tests.clauses import clause
from tests.positions import position_lines


@clause("MC-7.13", "MC-7.14", "MC-7.15")
def test_the_view_says_who_would_control_each_place() -> None:
    city = RULEBOOK.deal(RULEBOOK.options({}), 3)
    city.public.stacks[HARBOR] = (2, 1)
    city.public.stacks[CITY_HALL] = (2, 1)

    control = RULEBOOK.encode(RULEBOOK.view(city, EVERYBODY))["control"]

    assert control == [NOTHING, 2, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]


CHAIN = """
    players 4 | first A | phase action | turn D
    stacks 2: A B | 5: C
    chips A 6+4 | B 6+4 | C 6+4
    cards A: hitman/fist snitch/fist thief/bullet fbi/bullet
    cards B: fbi/fist complicity/fist complicity/hat
    cards C: trade/fist thief/fist fbi/hat | D: snitch/hat police_chief/hat
"""


def seen_chain(moves: list[tuple[str, str]]) -> list[str]:
    """The effects in the air after these moves, as everybody sees them."""
    stage = RULEBOOK.stage(position_lines(CHAIN))
    for label, text in moves:
        stage.move(label, text)
    encoded = RULEBOOK.encode(RULEBOOK.view(cast("City", stage.game), EVERYBODY))
    return [effect["effect"] for effect in encoded["chain"]]


@clause("MC-3.17", "MC-3.20")
def test_every_effect_of_a_chain_is_seen_until_it_is_over() -> None:
    moves = [("D", "play snitch/hat 2:2")]
    assert seen_chain(moves) == ["snitch"]
    moves += [("A", "fists hitman/fist snitch/fist"), ("B", "decline"), ("C", "decline")]
    assert seen_chain(moves) == ["snitch", "fists"]
    moves += [("B", "fists fbi/fist complicity/fist"), ("C", "decline")]
    assert seen_chain(moves) == ["snitch", "fists", "fists"]
    moves += [("A", "decline"), ("C", "fists trade/fist thief/fist")]
    assert seen_chain(moves) == ["snitch", "fists", "fists", "fists"]


@clause("MC-3.22", "MC-6.21")
def test_an_effect_is_seen_while_it_resolves() -> None:
    moves = [("D", "play snitch/hat 2:2"), ("A", "decline"), ("B", "decline"), ("C", "decline")]
    assert seen_chain(moves) == ["snitch"]
    moves += [("B", "complicity complicity/hat 5:1")]
    assert seen_chain(moves) == ["snitch", "complicity"]


@clause("MC-R51", "MC-R44", "MC-3.22")
def test_the_card_that_began_it_all_comes_to_the_pile_last() -> None:
    lines = """
        players 3 | first A | phase action | turn A
        stacks 2: A B | 5: C
        chips A 7+4 | B 7+4 | C 7+4
        cards A: snitch/hat | B: complicity/hat | C: thief/hat
        options discard_browsable=top_only
    """
    stage = RULEBOOK.stage(position_lines(lines))
    stage.move("A", "play snitch/hat 2:2")
    stage.move("B", "complicity complicity/hat 5:1")
    assert RULEBOOK.shown(cast("City", stage.game))["discard"] == []
    stage.move("C", "decline")
    assert RULEBOOK.shown(cast("City", stage.game))["discard"] == ["snitch/hat"]


def test_a_view_is_drawn_with_the_names_of_cards_and_players() -> None:
    stage = RULEBOOK.stage(position_lines(CHAIN))
    drawn = RULEBOOK.draw(
        RULEBOOK.view(cast("City", stage.game), 3), Texts("en", ("Ida", "Otto", "Nora", "Emil"))
    )
    assert "»D Emil" in drawn
    assert "Snitch (Hat)" in drawn


ALIKE = """
players 3 | first A | phase {phase}
stacks 1: B B | 2: - | 3: A A B A A A | 4: - | 5: - | 6: - | 7: -
chips A 3+4 | B 5+4 | C 8+4
cards A: snitch/hat | B: - | C: -
"""


@clause("MC-2.11")
def test_a_question_for_chips_says_which_are_as_good_as_the_one_below() -> None:
    city = cast("City", RULEBOOK.stage(position_lines(ALIKE.format(phase="action | turn A"))).game)
    play = city.asked(0)
    assert play is not None
    assert "alike" not in RULEBOOK.about(city, play)
    snitch = [one for one in RULEBOOK.describe(city, play) if one["parts"]["act"] == "play"]
    city.answer(0, snitch[0]["choice"])
    target = city.asked(0)
    assert target is not None
    assert RULEBOOK.about(city, target) == {"alike": ["1:2", "3:2", "3:5", "3:6"]}

    city = cast("City", RULEBOOK.stage(position_lines(ALIKE.format(phase="strategy | at 3"))).game)
    take = city.asked(0)
    assert take is not None
    assert RULEBOOK.about(city, take) == {
        "location": 3,
        "stack": [0, 0, 1, 0, 0, 0],
        "alike": ["3:2", "3:5", "3:6"],
    }
