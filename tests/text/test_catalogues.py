"""All texts in all languages: complete, used, with the same placeholders and right plurals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

from omerta.core import Rulebook
from omerta.games import GAMES
from omerta.text import (
    LANGUAGES,
    PLACEHOLDER,
    PLAIN,
    Entry,
    area_of,
    folder,
    kind_of,
    placeholders,
    plural_form,
)
from tests.text.vocabularies import expected_keys

ROOT = Path(__file__).parents[2]
AREAS = sorted({path.stem for path in folder().glob("*/*.json")})
PAGE = ("web/src/**/*.ts", "web/src/**/*.svelte", "web/*.html")
SOURCES = {
    "advice": ("src/omerta/**/*.py", *PAGE),
    "server": ("src/omerta/**/*.py", *PAGE),
    "cli": ("src/omerta/**/*.py",),
    "web": PAGE,
}
"""Where the keys of an area that is no game are spoken of."""

FORMAL = {
    "cs": r"(?i)\b(?:vy|vás|vámi?|váš|vaš\w+|(?:ne)?jste|\w+(?:[jďňšžř]te|ěte|íte|áte|[ei]te))\b",
    "sk": r"(?i)\b(?:vy|vás|v[áa]mi?|váš|vaš\w+|ste|\w+(?:[jďň]te|íte|áte|iete|píšte|berte))\b",
    "de": r"(?<=[a-zäöüß,] )(?:Sie|Ihnen|Ihr\w*)\b",
}
"""What would address one player formally, as the page never does."""

TO_SEVERAL = re.compile(
    r"palermo\.(?:query\..*|notice\.(?:lovers_sign|say_(?:ask_all_believe|death_hint|last_wish))"
    r"|point\.say/bond)|web\.play\.hold"
)
"""Texts that speak to more than one person: the town, the table, a pair."""

CASES = [pytest.param(rulebook, id=name) for name, rulebook in GAMES.items()]

every_area = pytest.mark.parametrize("area", AREAS)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("rulebook", CASES)


def read(language: str, area: str) -> dict[str, Entry]:
    """A catalogue from its file; a key that stands there twice is an error."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        assert len(found) == len(pairs), f"{language}/{area}.json names a key twice"
        return found

    path = folder() / language / f"{area}.json"
    texts: dict[str, Entry] = json.loads(path.read_text("utf-8"), object_pairs_hook=once)
    return texts


@every_area
def test_every_language_has_every_text(area: str) -> None:
    english = set(read("en", area))
    for language in LANGUAGES:
        keys = set(read(language, area))
        assert keys == english, f"{language}: {sorted(keys ^ english)}"


@every_area
def test_every_language_fills_in_the_same_placeholders(area: str) -> None:
    english = {key: placeholders(entry) for key, entry in read("en", area).items()}
    for language in LANGUAGES:
        for key, entry in read(language, area).items():
            assert placeholders(entry) == english[key], f"{language}: {key}"


@every_area
@every_language
def test_a_text_says_something_and_its_key_begins_with_its_area(area: str, language: str) -> None:
    for key, entry in read(language, area).items():
        assert re.fullmatch(rf"{area}(\.[a-z0-9_/]+)+", key), key
        for text in [entry] if isinstance(entry, str) else entry.values():
            assert text.strip(), key
            assert not re.search(r"[{}]", PLACEHOLDER.sub("", text)), key
            assert "  " not in text, key


@every_area
@every_language
def test_plural_forms_are_those_of_the_language(area: str, language: str) -> None:
    forms = {*Locale.parse(language).plural_form.tags, "other"}
    for key, entry in read(language, area).items():
        if not isinstance(entry, str):
            assert set(entry) - {"0"} == forms, key
            assert "number" in placeholders(entry), key


@every_area
@pytest.mark.parametrize("language", FORMAL)
def test_a_player_is_addressed_informally(area: str, language: str) -> None:
    for key, entry in read(language, area).items():
        for text in [entry] if isinstance(entry, str) else entry.values():
            formal = re.search(FORMAL[language], text)
            assert not formal or TO_SEVERAL.fullmatch(key), f"{key}: {formal} in {text}"


@every_language
def test_our_plural_rule_is_that_of_cldr(language: str) -> None:
    rule = Locale.parse(language).plural_form
    assert [plural_form(language, n) for n in range(1_200)] == [rule(n) for n in range(1_200)]


@every_game
def test_a_game_has_all_the_texts_it_needs_and_no_other(
    rulebook: Rulebook[Any, Any, Any],
) -> None:
    keys = set(read("en", area_of(rulebook.name)))
    expected = expected_keys(rulebook)
    assert not expected - keys, f"missing: {sorted(expected - keys)}"
    assert not keys - expected, f"unused: {sorted(keys - expected)}"


@every_game
def test_a_notice_uses_only_what_it_is_told(rulebook: Rulebook[Any, Any, Any]) -> None:
    area = area_of(rulebook.name)
    for key, entry in read("en", area).items():
        kind, name = key.split(".")[1:3]
        allowed = set(rulebook.notices[name]) if kind == "notice" else set()
        allowed |= set(rulebook.previews[name]) if kind == "preview" else set()
        allowed |= {"number"} if "empty" in rulebook.words.get(kind, ()) else set()
        allowed |= set(rulebook.words) if name == "whole" else set()
        assert placeholders(entry) <= allowed, key
        for placeholder in placeholders(entry):
            what = kind_of(placeholder)
            assert what in ("seat", *PLAIN) or what in rulebook.words, key


def mentioned(area: str) -> tuple[set[str], set[str]]:
    """The whole keys of an area in the sources, and the beginnings of keys made up there."""
    keys: set[str] = set()
    beginnings: set[str] = set()
    for pattern in SOURCES[area]:
        for path in ROOT.glob(pattern):
            for found in re.finditer(rf"[\"'`]({area}\.[a-z0-9_./]*)(\$?\{{)?", path.read_text()):
                if found.group(2):
                    beginnings.add(found.group(1))
                elif not found.group(1).endswith((".", ".py", ".json")):
                    keys.add(found.group(1))
    return keys, beginnings


@pytest.mark.parametrize("area", [area for area in AREAS if area in SOURCES])
def test_every_text_is_spoken_of_and_every_key_spoken_of_has_a_text(area: str) -> None:
    texts = set(read("en", area))
    keys, beginnings = mentioned(area)
    assert not keys - texts, f"missing: {sorted(keys - texts)}"
    unused = {key for key in texts - keys if not key.startswith(tuple(beginnings))}
    assert not unused, f"unused: {sorted(unused)}"


def test_every_catalogue_belongs_to_a_game_or_to_a_part_of_the_house() -> None:
    games = {path.parent.name for path in ROOT.glob("src/omerta/games/*/__init__.py")}
    assert set(AREAS) <= {*SOURCES, *games}
