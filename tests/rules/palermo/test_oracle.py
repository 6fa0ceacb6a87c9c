"""The engine beside the exact figures for a town that judges by lot; a small sample."""

import json

import pytest

from omerta.lab.oracle import FIGURES, Cell, Result, cells_of, main, measure, starts_open


def test_every_open_start_of_the_figures_is_a_cell() -> None:
    cells = cells_of(FIGURES)
    assert len(cells) == 179
    assert {cell.players for cell in cells} == set(range(6, 22))
    assert all(starts_open(cell.rule, cell.players, cell.mafiosi) for cell in cells)


@pytest.mark.parametrize(
    "cell",
    [cell for cell in cells_of(FIGURES) if (cell.players + cell.mafiosi) % 9 == 0],
    ids=lambda cell: f"{cell.rule}-{cell.players}-{cell.mafiosi}",
)
def test_a_sample_of_games_agrees_with_the_exact_figure(cell: Cell) -> None:
    assert abs(measure(cell, 120, seed=3).z) < 4.3


def test_a_cell_is_judged_by_its_standard_deviation() -> None:
    cell = Cell("majority", 6, 2, 0.5)
    assert Result(cell, 400, 210).z == pytest.approx(1.0)
    assert Result(Cell("parity", 6, 2, 1.0), 10, 10).z == 0
    assert Result(Cell("parity", 6, 2, 1.0), 10, 9).z == float("inf")


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--json", "--workers", "1"]) in (0, 1)
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == 179
    assert set(rows[0]) == {"rule", "n", "m", "games", "mafia_wins"}
