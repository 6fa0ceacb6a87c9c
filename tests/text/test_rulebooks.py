"""The rulebooks in every language: the same clauses, tables and identifiers in the same places."""

import re

import pytest

from omerta.games import GAMES
from omerta.server.http.forms import Clause
from omerta.server.http.rules_and_texts import LANGUAGES, rules

pytestmark = pytest.mark.pure_only

TRANSLATED = [(game, language) for game in GAMES for language in LANGUAGES if language != "en"]


def place(clause: Clause) -> str:
    """Where a paragraph stands, for people who mend it."""
    return f"{clause.id or 'paragraph'}: {clause.text[:60]}"


def identifiers(text: str) -> list[str]:
    """What is written as code within sentences: options, values, notation."""
    sentences = re.sub(r"```.*?(```|$)", "", text, flags=re.S)
    return sorted(set(re.findall(r"`[^`]+`", sentences)))


def rows(text: str) -> list[int]:
    """The tables in a paragraph, as the numbers of their columns, row by row."""
    return [line.count("|") for line in text.splitlines() if line.startswith("|")]


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_a_translated_rulebook_has_every_clause_in_its_place(game: str, language: str) -> None:
    there = [(clause.heading, clause.id) for clause in rules(game, language)]
    assert there == [(clause.heading, clause.id) for clause in rules(game, "en")]


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_a_translated_clause_keeps_its_identifiers_and_tables(game: str, language: str) -> None:
    for ours, theirs in zip(rules(game, language), rules(game, "en"), strict=True):
        assert identifiers(ours.text) == identifiers(theirs.text), place(theirs)
        assert rows(ours.text) == rows(theirs.text), place(theirs)


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_no_long_paragraph_is_left_in_english(game: str, language: str) -> None:
    for ours, theirs in zip(rules(game, language), rules(game, "en"), strict=True):
        prose = re.sub(r"`[^`]*`|\*\*[^*]*\*\*", "", theirs.text)
        if len(re.findall(r"\b[a-z]{2,}\b", prose)) > 8:
            assert ours.text != theirs.text, place(theirs)
