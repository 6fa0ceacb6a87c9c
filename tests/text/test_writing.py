"""The rules for writers that a machine can check, in the catalogues and in the rulebooks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from omerta.games import GAMES
from omerta.server.http.rules_and_texts import rules
from omerta.text import LANGUAGES, PLACEHOLDER, area_of, folder

pytestmark = pytest.mark.pure_only

AREAS = sorted(path.stem for path in (folder() / "en").glob("*.json"))
NO_BREAK = "\N{NO-BREAK SPACE}"
UNITS = (
    r"%|ms|s|min|Min\.|seconds?|minutes?|percent|Sekunden?|Minuten?|Prozent\w*"
    r"|sekund\w*|sekúnd|minut\w*|minút\w*"
)

ONE_LETTER = re.compile(r"(?<![\w’#./}-])[AaIiKkOoSsUuVvZz] (?=[^\s|)])")
"""A Czech or Slovak word of one letter that may be left alone at the end of a line."""

UNIT = re.compile(rf"(?:\d|\{{(?:number|share|error|range)\w*\}}) (?:{UNITS})(?!\w)")
"""A number that may be parted from its unit."""

QUOTES = {"en": ("“", "”"), "de": ("„", "“"), "cs": ("„", "“"), "sk": ("„", "“")}
"""How a quotation opens and closes."""

CODE = re.compile(r"`|\b[^\W\d]\w*_\w+|\w=\w|[\[{]\s*\"|\"\s*:|</?\w")
"""A code span, an identifier or a constant, a setting, JSON, a tag."""

TYPED = {
    "cli": ("help", "play"),
    "downtown": ("refusal.unknown_card",),
    "mafia_city": ("refusal.unknown_card",),
}
"""Texts about what is typed in the terminal, word for word."""


def readings(text: str) -> set[str]:
    """A text as the one it speaks of reads it, and as everybody else does."""

    def read(which: int) -> str:
        return PLACEHOLDER.sub(
            lambda found: found[0] if found[2] is None else found[which].replace("~", "{seat}"),
            text,
        )

    return {read(2), read(3)}


def faults(text: str, language: str, area: str = "web") -> Iterator[str]:
    """What a machine finds wrong with a text."""
    plain = re.sub(r"\{\w+\}", "{}", text)
    if language in ("cs", "sk"):
        for found in ONE_LETTER.finditer(text):
            yield f"a space that may break after one letter: {around(text, found)}"
    for found in UNIT.finditer(text):
        yield f"a space that may break before a unit: {around(text, found)}"
    for found in re.finditer("['`\N{ACUTE ACCENT}]", plain):
        yield f"not the apostrophe ’: {around(plain, found)}"
    if '"' in plain:
        yield f"straight quotes: {plain}"
    opening, closing = QUOTES[language]
    if plain.count(opening) != plain.count(closing):
        yield f"a quotation of another language: {plain}"
    if set(plain) & set("«»„“”") - set(QUOTES[language]):
        yield f"quotes of another language: {plain}"
    for found in CODE.finditer(plain):
        yield f"code: {around(plain, found)}"
    for found in re.finditer(r"[.,;:!?]*(?:\.\.|,,|;;|::|!!|\?\?)|[,;:]\.|  ", plain):
        yield f"doubled: {around(plain, found)}"
    for term, variant in forbidden(language, area):
        if re.search(rf"(?<!\w){re.escape(variant)}", text.replace(NO_BREAK, " ")):
            yield f"{variant!r} is not our word for {term!r}: {text}"


def around(text: str, found: re.Match[str]) -> str:
    """A little of a text on both sides of a fault."""
    return text[max(0, found.start() - 25) : found.end() + 25]


@cache
def glossary() -> dict[str, dict[str, dict[str, Any]]]:
    """Our words by area and concept."""
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(
        (folder() / "glossary.json").read_text("utf-8")
    )
    return found


@cache
def forbidden(language: str, area: str) -> tuple[tuple[str, str], ...]:
    """Concepts with a word that is not used for them: those of a game, or in the house all."""
    return tuple(
        (concept, variant)
        for owner, concepts in glossary().items()
        if area not in glossary() or owner in (area, "everywhere")
        for concept, words in concepts.items()
        for variant in words.get("not", {}).get(language, ())
    )


def texts(language: str, area: str) -> Iterator[tuple[str, str]]:
    """The texts of a catalogue with their keys, every plural form by itself."""
    catalogue = json.loads((folder() / language / f"{area}.json").read_text("utf-8"))
    for key, entry in catalogue.items():
        typed = key.removeprefix(f"{area}.").startswith(TYPED.get(area, ()))
        if not typed and key != "web.hyphens":
            for text in [entry] if isinstance(entry, str) else entry.values():
                yield key, text


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_keeps_the_rules_for_writers(language: str, area: str) -> None:
    found = [
        f"{key}: {fault}"
        for key, text in texts(language, area)
        for reading in readings(text)
        for fault in faults(reading, language, area)
    ]
    assert not found, "\n".join(found)


def paragraphs(game: str, language: str) -> Iterator[str]:
    """The prose of a rulebook: without tables, which name words of all languages, without marks."""
    for clause in rules(game, language):
        lines = [line for line in clause.text.splitlines() if not line.startswith("|")]
        text = re.sub(r"\*\*[A-Z]\*\* |\*\*|(?<=\S)\*|\*(?=\S)", "", "\n".join(lines))
        if text:
            yield text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prose_of_a_rulebook_keeps_the_rules_for_writers(game: str, language: str) -> None:
    found = [
        fault
        for text in paragraphs(game, language)
        for fault in faults(text, language, area_of(game))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_table_of_a_rulebook_has_code_in_it(game: str, language: str) -> None:
    for clause in rules(game, language):
        assert not CODE.search(clause.text), clause.text


def test_the_glossary_has_one_term_for_a_concept_in_every_language() -> None:
    concepts = [pair for area in glossary().values() for pair in area.items()]
    for concept, words in concepts:
        assert set(words) - {"not"} == set(LANGUAGES), concept
        for language, variants in words.get("not", {}).items():
            assert not set(variants) & {words[language]}, concept


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "Nikdo není v Cele."),
        ("sk", "Ida a Otto hrajú."),
        ("de", "Noch 5 Sekunden."),
        ("cs", "Zbývá {number} sekund."),
        ("en", "Otto's turn."),
        ("en", 'They call it "the lot".'),
        ("de", "Sie nennen es “das Los”."),
        ("cs", "Říká tomu „los”."),
        ("en", "Set tie_rule first."),
        ("en", "With reveal=none nothing is shown."),
        ("en", "The limit is HAND_LIMIT."),
        ("en", "Write `keep` here."),
        ("en", 'The card is {"loot": 4}.'),
        ("en", "Ida plays F.B.I.."),
        ("de", "Ida passt,, Otto spielt."),
        ("en", "Ida  plays."),
        ("de", "Der Ort wird ausgewertet."),
        ("en", "The night walker peeps."),
        ("cs", f"Umísti Mafiána do{NO_BREAK}lokace."),
        ("sk", f"Späť do{NO_BREAK}ruky."),
    ],
)
def test_a_planted_fault_is_found(language: str, text: str) -> None:
    assert list(faults(text, language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", f"V{NO_BREAK}Cele je {{number}}{NO_BREAK}Mafián: „Ida“."),
        ("en", f"Otto’s “F.B.I.” counts for {{number}}{NO_BREAK}seconds, 20% and 7 + 4 … more."),
        ("de", f"„Ida“ hat 5{NO_BREAK}Sekunden."),
    ],
)
def test_a_text_without_fault_passes(language: str, text: str) -> None:
    assert not list(faults(text, language))
