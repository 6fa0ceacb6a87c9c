"""The scenario runner: whatever is wrong with one file or one scenario, the others are played."""

from pathlib import Path
from typing import NoReturn

import pytest

from omerta.core.scenario import Line, Stage, read_scenarios, run_scenario
from omerta.games.downtown import RULEBOOK
from omerta.lab.scenarios import main

GOOD = """
## A turn
```position downtown
players 2 | turn A | phase 1
at A downtown bank | B west_side villa
```
```moves
A? shift downtown east_side; shift downtown ghetto; shift bank east_side; shift bank ghetto; done
```
"""


class Faulty(Stage):
    """A stage whose rules fail at the first line."""

    def move(self, label: str, text: str) -> NoReturn:
        raise IndexError("list index out of range")


def faulty(lines: list[Line]) -> Stage:
    """Any position becomes a faulty one."""
    return Faulty()


def test_rules_that_fail_are_a_failure_of_that_scenario_alone() -> None:
    (scenario,) = read_scenarios(GOOD.replace("A? shift", "A: done\nA? shift"))
    told = run_scenario(scenario, {"downtown": faulty})
    assert told == "the rules fail here: IndexError: list index out of range (line 8)"
    (good,) = read_scenarios(GOOD)
    assert run_scenario(good, {"downtown": RULEBOOK.stage}) == ""


def test_a_file_without_a_block_is_a_failure_and_the_other_files_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "a.md"
    empty.write_text("# Nothing here\n", "utf-8")
    good = tmp_path / "b.md"
    good.write_text(GOOD, "utf-8")
    assert main([str(empty), str(good)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("FAIL a.md: expected a block")
    assert told[1:] == ["ok A turn", "1 passed, 1 failed"]
