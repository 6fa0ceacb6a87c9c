"""What can be said of a setup before the start: cards, remarks, chances."""

from __future__ import annotations

from pathlib import Path

import pytest

from omerta.bots.playing import sides_that_win
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.rules.closed import REFUSALS
from omerta.games.palermo.state.balance import share_by_lot
from omerta.lab import oracle
from tests.clauses import clause

CELLS = oracle.cells_of(Path(oracle.__file__).with_name("mafia_exact.csv"))


def test_the_share_by_lot_is_that_of_the_exact_table() -> None:
    assert len(CELLS) > 100
    for cell in CELLS:
        share = share_by_lot(cell.rule, cell.players, cell.mafiosi)
        assert share == pytest.approx(cell.share, abs=1e-9), cell


@clause("PA-1.9", "PA-1.23")
def test_a_setup_that_cannot_be_dealt_says_why_and_has_no_chances() -> None:
    found = RULEBOOK.manners.setup(RULEBOOK.options({"mafioso": "4", "detective1": "1"}), 8)
    assert found["faults"] == [{"clause": "PA-1.9", "key": "mafiosi"}]
    assert found["by_lot"] is None
    assert {fault["key"] for fault in found["faults"]} <= set(REFUSALS)


@clause("PA-1.8", "PA-1.14", "PA-1.23")
def test_a_setup_is_shown_with_its_warnings() -> None:
    found = RULEBOOK.manners.setup(RULEBOOK.options({"mafioso": "1", "spy": "1"}), 16)
    assert found["cards"]["citizen"] == 14
    clauses = {remark["clause"] for remark in found["warnings"]}
    assert {"PA-1.8", "PA-1.10", "PA-1.14"} <= clauses
    assert not found["faults"]


@clause("PA-1.23", "PA-R53")
def test_a_group_is_advised_before_it_chooses() -> None:
    def advice(seats: int, **options: str) -> list[str]:
        found = RULEBOOK.manners.setup(RULEBOOK.options(options), seats)["advice"]
        return [remark["key"] for remark in found]

    assert advice(8) == []
    assert advice(9) == ["gentle_start"]
    assert advice(12, distribution="extended") == []
    assert advice(8, mafioso="1", killer="1", detective1="1") == ["helpers"]
    assert advice(8, mafioso="1", spy="1", detective1="1", pharmacist="1") == []
    assert advice(12, mafioso="3", detective1="1", coward="1") == ["experienced"]
    assert advice(13) == ["one_accusation_each"]
    assert advice(13, one_accusation_each="on") == advice(13, trial="forced") == []


def test_computer_players_try_a_setup_whoever_runs_it_and_however() -> None:
    options = RULEBOOK.options({"gm": "human", "mode": "table", "deadlock_rounds": "off"})
    rehearsal = RULEBOOK.manners.setup(options, 8)["rehearsal"]
    won = sides_that_win("palermo", rehearsal, 8, 0.0, 1)
    assert sum(won.values()) == 1
    assert set(won) <= {"mafia", "citizens", "couple", "draw"}
