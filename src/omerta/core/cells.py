"""Positions as text: lines of cells, `KEY what it says | KEY ...`, and how they are read."""

from __future__ import annotations

from typing import Final, NamedTuple

from omerta.core.machine import Seat
from omerta.core.options import is_whole_number
from omerta.core.scenario import BadNotation, Line


class Cell(NamedTuple):
    """One cell of a line: what it is about, what it says, and in which line it stands."""

    key: str
    text: str
    number: int


def cells_of(lines: list[Line], keys: tuple[str, ...]) -> list[Cell]:
    """The cells of the lines; one without a key of its own goes on with the last one."""
    found: list[Cell] = []
    for number, text in lines:
        key = ""
        for cell in text.split("|"):
            word, _, rest = cell.strip().partition(" ")
            if word in keys:
                key = word
                found.append(Cell(key, rest.strip(), number))
            elif key:
                found.append(Cell(key, cell.strip(), number))
            else:
                raise BadNotation(number, f"expected one of {', '.join(keys)}, got {word!r}")
    return found


class CellReader:
    """Reads what the cells of a position say; seats go by letters."""

    def __init__(self, lines: list[Line], keys: tuple[str, ...], letters: str) -> None:
        self.cells: Final = cells_of(lines, keys)
        self.number: Final = lines[0].number if lines else 0
        self.seat_letters: Final = letters
        self.seats = len(letters)

    def line_of(self, key: str) -> int:
        """Where a key stands, for messages."""
        for cell in self.cells:
            if cell.key == key:
                return cell.number
        return self.number

    def bad(self, key: str, message: str) -> BadNotation:
        """An error at the line of a key."""
        return BadNotation(self.line_of(key), f"{key}: {message}")

    def texts(self, key: str) -> list[str]:
        """What all cells of a key say."""
        return [cell.text for cell in self.cells if cell.key == key]

    def text(self, key: str, default: str) -> str:
        """What the only cell of a key says."""
        found = self.texts(key)
        return found[0] if found else default

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number."""
        text = self.text(key, str(default))
        if not is_whole_number(text) or not low <= int(text) <= high:
            raise self.bad(key, f"expected a number from {low} to {high}, got {text!r}")
        return int(text)

    def seat(self, key: str, text: str) -> Seat:
        """A seat by its letter."""
        letters = self.seat_letters[: self.seats]
        if len(text) != 1 or text not in letters:
            raise self.bad(key, f"expected a seat {letters[0]}-{letters[-1]}, got {text!r}")
        return letters.index(text)

    def named_values(self, key: str) -> dict[str, str]:
        """Words like `name=value`."""
        values: dict[str, str] = {}
        for text in self.texts(key):
            for word in text.split():
                name, sign, value = word.partition("=")
                if not sign:
                    raise self.bad(key, f"expected name=value, got {word!r}")
                values[name] = value
        return values
