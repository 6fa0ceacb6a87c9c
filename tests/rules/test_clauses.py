"""Every clause has a test, every named clause exists, every rule is in the rulebook."""

from pathlib import Path
from typing import Any

import pytest

from omerta.core import Rulebook
from omerta.games import GAMES
from omerta.lab.clauses import UNTESTED, chapters_of, clauses_of, rulings_of, trace
from omerta.lab.places import rulebook_text

Book = Rulebook[Any, Any, Any]
TESTS = Path(__file__).parents[1]
every_rulebook = pytest.mark.parametrize("rulebook", GAMES.values(), ids=list(GAMES))


@every_rulebook
def test_every_clause_is_exercised_by_a_test(rulebook: Book) -> None:
    assert trace(rulebook, TESTS).missing == []


@every_rulebook
def test_tests_name_only_clauses_that_the_rulebook_has(rulebook: Book) -> None:
    assert trace(rulebook, TESTS).unknown == []


@every_rulebook
def test_every_clause_leads_to_its_code(rulebook: Book) -> None:
    assert trace(rulebook, TESTS).uncited == []


@every_rulebook
def test_the_sources_cite_only_clauses_that_the_rulebook_has(rulebook: Book) -> None:
    assert trace(rulebook, TESTS).misnamed == []


@every_rulebook
def test_what_no_code_can_carry_out_is_a_clause_and_cited_nowhere(rulebook: Book) -> None:
    tracing = trace(rulebook, TESTS)
    assert set(rulebook.uncited) - set(tracing.clauses) == set()
    assert set(rulebook.uncited) & set(tracing.places) == set()


@every_rulebook
def test_every_rule_is_in_the_rulebook(rulebook: Book) -> None:
    text = rulebook_text(rulebook.name)
    prefix = rulebook.clauses
    known = {*clauses_of(text, prefix), *rulings_of(text, prefix), *chapters_of(text, prefix)}
    rules = rulebook.rules(rulebook.options({}))
    assert {rule.clause for rule in rules} - known == set()


def test_what_needs_no_test_is_a_clause_all_the_same() -> None:
    known = {
        name
        for rulebook in GAMES.values()
        for name in clauses_of(rulebook_text(rulebook.name), rulebook.clauses)
    }
    assert set(UNTESTED) - known == set()
