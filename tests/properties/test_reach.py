"""Every step of every rule is reached by random games and scenarios."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.core import Rule, Rulebook, Step, Witness
from omerta.core.scenario import Line, Scenario, Stage, read_scenarios, run_scenario
from omerta.games import GAMES
from omerta.lab.playing import random_answer
from tests.games import SEATS

Book = Rulebook[Any, Any, Any]
FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.md"))


class Reached(Witness):
    """Remembers every sentence that was carried out."""

    def __init__(self) -> None:
        self.steps: set[tuple[str, str]] = set()

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        self.steps.add((rule.clause, type(step).__name__))


def scenarios_of(name: str) -> list[Scenario]:
    """The scenarios of one game."""
    found = [scenario for file in FILES for scenario in read_scenarios(file.read_text("utf-8"))]
    return [scenario for scenario in found if scenario.blocks[0].game == name]


@pytest.mark.parametrize("rulebook", GAMES.values(), ids=list(GAMES))
def test_every_step_of_every_rule_is_reached(rulebook: Book) -> None:
    reached = Reached()

    def watched(lines: list[Line]) -> Stage:
        stage = rulebook.stage(lines)
        stage.game.witness = reached
        return stage

    for scenario in scenarios_of(rulebook.name):
        run_scenario(scenario, {rulebook.name: watched})
    for seed in range(12):
        counts = SEATS.get(rulebook.name, tuple(rulebook.seats))
        game = rulebook.deal(rulebook.options(rulebook.simulation), counts[seed % len(counts)])
        game.witness = reached
        frame = game.top
        while frame is not None:
            for step in frame.rule.steps[: frame.step]:
                reached.saw(frame.rule, step)
            frame = frame.below
        rng = Random(seed)
        while game.asks:
            game.answer(*random_answer(game, rng))
    expected = {
        (rule.clause, type(step).__name__)
        for rule in rulebook.rules(rulebook.options(rulebook.simulation))
        for step in rule.steps
    }
    assert expected - reached.steps == set()
