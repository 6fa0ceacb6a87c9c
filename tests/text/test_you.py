"""Sentences of the log about the reader say "you", in every language and every game."""

from __future__ import annotations

import pytest

from omerta.games import GAMES
from omerta.text import LANGUAGES, PLACEHOLDER, Texts, area_of, catalogue

IN_WORDS = {
    "en": ("You place a Mafioso at the Harbor.", "Bea steals a card from you."),
    "de": ("Du platzierst einen Mafioso hier: Hafen.", "Bea stiehlt dir eine Karte."),
    "cs": ("Umisťuješ Mafiána na lokaci Přístav.", "Bea krade kartu tobě."),
    "sk": ("Umiestňuješ Mafiána na lokáciu Prístav.", "Bea kradne kartu tebe."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_i_do_and_what_is_done_to_me(language: str) -> None:
    mine = Texts(language, ["Ada", "Bea"], reader=0)
    placed, stolen = IN_WORDS[language]
    assert mine.say("mafia_city.notice.placed", seat=0, location="harbor") == placed
    assert mine.say("mafia_city.notice.stole", seat=1, seat_victim=0) == stolen
    others = Texts(language, ["Ada", "Bea"], reader=1)
    assert "Ada" in others.say("mafia_city.notice.placed", seat=0, location="harbor")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_who_acts_is_you(game: str, language: str) -> None:
    """A sentence that begins with who acts has words for the reader."""
    area = area_of(game)
    private = ("lost_card", "say_", "sign_", "fellow", "freemason", "lover", "partner", "asked_")
    for key, entry in catalogue(language, area).items():
        name = key.removeprefix(f"{area}.notice.")
        if name == key or name.startswith(private):
            continue
        for form in [entry] if isinstance(entry, str) else entry.values():
            found = PLACEHOLDER.match(form)
            assert found is None or found[1] != "seat" or found[2], f"{language} {key}: {form}"
