"""Texts are said with their placeholders filled in, in any of the four languages."""

from random import Random
from typing import Any

import pytest

from omerta.core import EVERYBODY, Rulebook, encode_notice
from omerta.games import GAMES
from omerta.games.mafia_city import RULEBOOK
from omerta.lab.playing import random_answer
from omerta.text import LANGUAGES, NoSuchText, Texts

NAMES = ("Ida", "Otto", "Nora", "Emil")


def test_seats_are_names_and_ids_are_words() -> None:
    texts = Texts("cs", NAMES)
    said = texts.say("mafia_city.notice.placed", seat=1, location="harbor")
    assert said == "Otto umisťuje Mafiána na lokaci Přístav."


def test_a_card_is_its_text_and_behind_it_its_symbol() -> None:
    texts = Texts("de", NAMES)
    said = texts.say("mafia_city.notice.discarded", seat=0, card="snitch/hat")
    assert said == "Ida legt diese Karte ab: Informant (Hut)."


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        ("en", 1, "Ida gets 1 Mafioso back from the cell."),
        ("en", 2, "Ida gets 2 Mafiosi back from the cell."),
        ("cs", 1, "Ida dostává z Cely zpět 1 Mafiána."),
        ("cs", 3, "Ida dostává z Cely zpět 3 Mafiány."),
        ("cs", 5, "Ida dostává z Cely zpět 5 Mafiánů."),
        ("sk", 5, "Ida dostáva z Cely späť 5 Mafiánov."),
    ],
)
def test_the_number_chooses_the_plural_form(language: str, number: int, expected: str) -> None:
    texts = Texts(language, NAMES)
    said = texts.say("mafia_city.notice.released", seat=0, number=number)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == expected


def test_none_is_said_in_words_of_its_own() -> None:
    texts = Texts("en", NAMES)
    said = texts.say("mafia_city.notice.took_back", seat=0, number=0, location="harbor")
    assert said == "Ida takes no Mafioso back from the Harbor."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_with_a_full_stop_ends_a_sentence_by_itself(language: str) -> None:
    said = Texts(language, NAMES).say("mafia_city.notice.trade", seat=0, card="fbi")
    assert said.endswith("F.B.I.")
    assert not said.endswith("..")


def test_without_names_seats_are_numbered() -> None:
    assert Texts("en").say("mafia_city.notice.passed", seat=2) == "3 passes."


def test_what_is_not_there_is_named() -> None:
    texts = Texts("en")
    with pytest.raises(NoSuchText, match="'xx'"):
        Texts("xx")
    with pytest.raises(NoSuchText, match=r"mafia_city\.card\.joker"):
        texts.say("mafia_city.card.joker")
    with pytest.raises(NoSuchText, match=r"\{seat\}"):
        texts.say("mafia_city.notice.passed")
    assert texts.has("mafia_city.card.snitch")
    assert not texts.has("nothing.at.all")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "rulebook", [pytest.param(rulebook, id=name) for name, rulebook in GAMES.items()]
)
def test_a_whole_game_can_be_told(rulebook: Rulebook[Any, Any, Any], language: str) -> None:
    rng = Random(5)
    seats = max(4, rulebook.seats[0])
    texts = Texts(language, [f"P{seat}" for seat in range(seats)])
    game = rulebook.deal(rulebook.options({}), seats)
    game.notices = []
    for _ in range(2_000):
        if game.is_over:
            break
        game.answer(*random_answer(game, rng))
    told = [texts.notice(rulebook.name, encode_notice(rulebook, one)) for one in game.notices]
    assert all(told)
    assert len(told) == len(game.notices)
    assert not any("{" in sentence for sentence in told)
    assert any(notice.only != EVERYBODY for notice in game.notices)


def test_every_refusal_and_every_question_can_be_said_without_arguments() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        for option in RULEBOOK.option_table:
            assert texts.say(f"mafia_city.option.{option.name}")
        assert texts.say("mafia_city.point.action/chip")
        assert texts.say("mafia_city.refusal.raid_needs_two")
