"""Options: the table of a rulebook, and what was chosen from it for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr


class Option:
    """One line of a rulebook's options table: a name, its values (default first), its ruling.

    Without values it takes a whole number from `low` to `high`; `none` stands for no number.
    """

    def __init__(
        self,
        name: str,
        values: tuple[str, ...],
        ruling: str,
        low: int = 0,
        high: int = 0,
        default: str = "",
    ) -> None:
        self.name: Final = name
        self.values: Final = values
        self.ruling: Final = ruling
        self.low: Final = low
        self.high: Final = high
        self.default: Final = default if default or not values else values[0]

    def check(self, value: str) -> None:
        """Raise `BadOption` if the rulebook has no such value."""
        if value in self.values or (not self.values and value == self.default):
            return
        if self.low < self.high:
            if is_whole_number(value) and self.low <= int(value) <= self.high:
                return
            words = " or ".join((*self.values, f"a number from {self.low} to {self.high}"))
        else:
            words = " or ".join(self.values)
        raise BadOption(f"option {self.name}={value}: expected {words}")


def is_whole_number(text: str) -> bool:
    """Whether a text is a number in plain digits, and not of a length that nobody means."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


class BadOption(ValueError):
    """An option, or a combination of options, that the rulebook does not know.

    Where a clause forbids it, the text key of the refusal and the clause are given too.
    """

    def __init__(self, message: str, key: str = "", clause: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.clause = clause


def chosen_values(table: tuple[Option, ...], values: Mapping[str, str]) -> dict[str, str]:
    """Every option of the table with its value or its default; `BadOption` says what is wrong."""
    chosen = {option.name: option.default for option in table}
    for name, value in values.items():
        if name not in chosen:
            raise BadOption(f"option {name}: expected one of {', '.join(chosen)}")
        chosen[name] = value
    for option in table:
        option.check(chosen[option.name])
    return chosen


@mypyc_attr(allow_interpreted_subclasses=True)
class Options:
    """What was chosen for one game: every option of the table by its name; never changes.

    A game may add values that it works out from these once.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values: Final = dict(values)
        self.numbers: Final[dict[str, int]] = {}
        """Those that were asked for as numbers."""

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (type(self), (self.values,))

    def is_on(self, name: str) -> bool:
        """Whether an option that is either on or off, yes or no, is chosen."""
        return self.values[name] in ("on", "yes")

    def number(self, name: str) -> int:
        """The number that was chosen; 0 where a word stands for none."""
        number = self.numbers.get(name)
        if number is None:
            value = self.values[name]
            number = self.numbers[name] = int(value) if is_whole_number(value) else 0
        return number

    def changed(self, table: tuple[Option, ...]) -> dict[str, str]:
        """Those that are not as the table would have them."""
        return {
            option.name: self.values[option.name]
            for option in table
            if self.values[option.name] != option.default
        }
