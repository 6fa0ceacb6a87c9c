"""The scenario files run as they are."""

from pathlib import Path

import pytest

from omerta.core.scenario import Scenario, read_scenarios, run_scenario
from omerta.games import GAMES

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.md"))
STAGES = {name: rulebook.stage for name, rulebook in GAMES.items()}
SCENARIOS = [
    pytest.param(scenario, id=f"{file.stem}: {scenario.name}")
    for file in FILES
    for scenario in read_scenarios(file.read_text("utf-8"))
    if scenario.blocks[0].game in GAMES
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: Scenario) -> None:
    assert run_scenario(scenario, STAGES) == ""
