"""A rule is a list of sentences: one more that does nothing changes nothing, wherever it stands."""

from collections import defaultdict
from typing import Any

import pytest

from omerta.core import Rule, Rulebook, Step, Witness
from omerta.core.scenario import Line, Scenario, Stage, run_scenario
from omerta.core.steps import Nothing
from omerta.games import GAMES
from tests.properties.test_reach import scenarios_of

Book = Rulebook[Any, Any, Any]


class Played(Witness):
    """Remembers which rules were carried out."""

    def __init__(self) -> None:
        self.rules: set[Rule] = set()

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        self.rules.add(rule)


def rules_by_scenario(rulebook: Book) -> dict[Rule, list[Scenario]]:
    """Every rule of every rule table, with the scenarios that carry it out."""
    found: dict[Rule, list[Scenario]] = defaultdict(list)
    for scenario in scenarios_of(rulebook.name):
        played = Played()

        def watched(lines: list[Line], played: Played = played) -> Stage:
            stage = rulebook.stage(lines)
            stage.game.witness = played
            frame = stage.game.top
            while frame is not None:
                played.rules.add(frame.rule)
                frame = frame.below
            return stage

        assert run_scenario(scenario, {rulebook.name: watched}) == ""
        for rule in played.rules:
            found[rule].append(scenario)
    return found


@pytest.mark.parametrize("rulebook", GAMES.values(), ids=list(GAMES))
def test_a_sentence_that_does_nothing_changes_nothing_wherever_it_stands(rulebook: Book) -> None:
    broken: list[str] = []
    for rule, scenarios in rules_by_scenario(rulebook).items():
        for place in range(len(rule.steps) + 1):
            rule.steps.insert(place, Nothing())
            rule.find_places()
            for scenario in scenarios:
                told = run_scenario(scenario, {rulebook.name: rulebook.stage})
                if told:
                    broken.append(f"{rule.clause} before sentence {place}: {scenario.name}: {told}")
            del rule.steps[place]
            rule.find_places()
    assert broken == []
