"""Downtown in words: the drawing of a view, notices in four languages, moves as text."""

from random import Random

import pytest

from omerta.core import EVERYBODY, Refused, encode_notice, moves
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.text.drawing import draw
from omerta.games.downtown.text.spelling import spelt_out, written
from omerta.lab.playing import random_answer
from omerta.text import LANGUAGES, Texts
from tests.clauses import clause
from tests.rules.downtown.table import A, B, dealt, play, town_of

NAMES = ("Ada", "Bea", "Cyd", "Dan")

ROBBERY = """
    players 3 | turn A | phase 3 | next B collected
    hand A S1 T2 L3 joe-jewels-20 joe-jewels-24 joe-jewels-28 | B joe-money-60 joe-money-64 | C -
    at A west_side bank | B west_side east_side | C downtown east_side
    informants joe: joe-art-40 then rest (0 cards) then joe-art-44 joe-money-68 joe-art-48
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_view_is_drawn_and_every_notice_is_a_sentence(language: str) -> None:
    texts = Texts(language, NAMES)
    for seed in range(3):
        town = dealt(4, seed, {"turn_cap": "40", "ghetto_draw": "ask"})
        town.notices = []
        rng = Random(seed)
        while town.asks:
            if rng.random() < 0.02:
                for seat in (A, B, EVERYBODY):
                    assert "Frankie" in draw(RULEBOOK.view(town, seat), texts)
            town.answer(*random_answer(town, rng))
        assert draw(RULEBOOK.view(town, A), texts)
        for notice in town.notices:
            assert "{" not in texts.notice("downtown", encode_notice(RULEBOOK, notice))


def test_a_known_policeman_is_drawn_as_one() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 3 | next B collected
        at A east_side bank | B west_side east_side | C downtown east_side
        fences 1: art-cop money-q2 | 2: money-half art-q1 | 3: casino
        """
    )
    texts = Texts("en", NAMES)
    play(town, (A, "look 1"), (A, "put 1"))
    assert "art buyer (keeps 1/4) · undercover police" in draw(RULEBOOK.view(town, A), texts)
    assert "3 casino" in draw(RULEBOOK.view(town, B), texts)


@clause("DT-R15")
def test_with_the_option_only_who_has_seen_a_value_finds_it_drawn() -> None:
    """That the third art card follows from the two in hand, the table does not tell A."""
    town = town_of(
        """
        players 3 | turn A | phase 3 | next B collected
        options show_possible_values=no
        hand A luigi-art-40 luigi-art-60 joe-money-64 | B - | C -
        at A west_side bank | B west_side east_side | C downtown east_side
        informants luigi: luigi-art-52 then rest
        """
    )
    texts = Texts("en", NAMES)
    assert "worth" not in draw(RULEBOOK.view(town, A), texts)
    play(town, (A, "look luigi"), (A, "top"))
    assert "worth 52" in draw(RULEBOOK.view(town, A), texts)
    assert "worth" not in draw(RULEBOOK.view(town, B), texts)


@clause("DT-11.2", "DT-12.10")
def test_cards_that_came_back_come_up_again_in_their_order() -> None:
    town = play(town_of(ROBBERY), (A, "rob joe"))
    deck = town.options.deck
    assert deck.word(town.box.backs[town.public.tops[2]]) == "joe-art-44"
    assert town.public.cards_in(2) == 3
    assert RULEBOOK.broken(town) == []


@clause("DT-11.6")
def test_the_only_card_of_a_stack_is_its_own_bottom() -> None:
    text = ROBBERY.replace("joe-art-44 joe-money-68 joe-art-48", "-")
    text = text.replace("then rest (0 cards) then -", "")
    text = text.replace("C -", "C joe-art-44 joe-money-68 joe-art-48")
    town = play(town_of(text), (A, "look joe"), (A, "bottom"))
    assert town.options.deck.word(town.box.backs[town.public.tops[2]]) == "joe-art-40"
    assert town.public.cards_in(2) == 1


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("buy L S T", "buy S T L"),
        ("add 2 L S L", "add 2 S1 L2"),
        ("lay 0 L2 S1", "lay 0 S1 L2"),
        ("lay 0 moon", "lay 0 moon"),
        ("sell 1 luigi-art-52  joe-art-40", "sell 1 luigi-art-52 joe-art-40"),
    ],
)
def test_a_move_has_one_form(text: str, form: str) -> None:
    assert written(spelt_out(text)) == form


@pytest.mark.parametrize("text", ["", "dance", "rob", "rob vito", "sell 9", "look 4", "done now"])
def test_words_that_are_no_move_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        RULEBOOK.read_move(town_of(ROBBERY), A, text)
    with pytest.raises(Refused, match="not_asked"):
        RULEBOOK.read_move(town_of(ROBBERY), B, text)


@clause("DT-6.12", "DT-16.1")
def test_a_payment_that_ends_the_game_must_still_name_a_legal_move() -> None:
    town = town_of(
        """
        players 3 | turn A | phase 2
        cash A 10 | B 92 | C 9
        display A 0 | B 4 | C 6
        hand A - | B - | C -
        at A downtown ghetto | B west_side bank | C east_side villa
        """
    )
    with pytest.raises(Refused, match=r"DT-6\.12"):
        RULEBOOK.read_move(town, A, "pay B ghetto villa")
    play(town, (A, "pay B ghetto west_side"))
    assert town.public.winners == (B,)


def test_a_move_that_a_seat_cannot_make_has_no_text() -> None:
    with pytest.raises(Refused, match="not_asked"):
        RULEBOOK.move_text(town_of(ROBBERY), B, (1,))


def test_a_list_of_moves_has_every_purchase_once_whatever_the_order() -> None:
    town = town_of("""
        players 3 | turn A | phase 3 | next B collected | cash A 9 | B 10 | C 10
        at A downtown bank | B west_side east_side | C downtown east_side
        row S2 T1 L2
    """)
    listed = [RULEBOOK.move_text(town, A, answers) for answers in moves(RULEBOOK, town, A)]
    assert sorted(listed) == sorted(
        [
            *("buy S", "buy S S", "buy S T", "buy S S L", "buy S L", "buy S L L", "buy T"),
            *("buy T L", "buy L", "buy L L", "done"),
        ]
    )
