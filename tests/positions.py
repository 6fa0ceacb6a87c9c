"""Positions written in the middle of a test."""

from omerta.core.scenario import Line


def position_lines(text: str) -> list[Line]:
    """The lines of a position, numbered from 1."""
    rows = [row.strip() for row in text.strip().splitlines()]
    return [Line(number, row) for number, row in enumerate(rows, start=1)]
