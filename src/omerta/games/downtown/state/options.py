"""The options of Downtown: the choices of the rulings (section 6), and the deck that one names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from omerta import core
from omerta.core import Option, chosen_values
from omerta.games.downtown.state.deck import deck_named

OPTION_TABLE: Final = (
    Option("first_placer", ("random",), "DT-R1", low=1, high=4),
    Option("addition_window", ("always", "only_after_use"), "DT-R4"),
    Option("casino_visits", ("all", "first_only", "none"), "DT-R8"),
    Option("shed_loot", ("free", "only_without_gangsters"), "DT-R11"),
    Option("ghetto_draw", ("auto", "ask"), "DT-R12"),
    Option("show_possible_values", ("yes", "no"), "DT-R15"),
    Option("turn_cap", ("off",), "DT-R21", low=1, high=100_000),
    Option("informant_deck", ("default",), "DT-R22"),
    Option("start_compensation", ("off",), "DT-R23", low=1, high=10),
)


class Options(core.Options):
    """What was chosen for one game, and its informant deck."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.deck: Final = deck_named(values["informant_deck"])


def options_of(values: Mapping[str, str]) -> Options:
    """The options with these values; `BadOption` names what the table does not know.

    A custom deck goes by the name of its file; see `deck_named`.
    """
    listed = dict(values)
    name = listed.pop("informant_deck", "default")
    chosen = chosen_values(OPTION_TABLE, listed)
    chosen["informant_deck"] = name
    return Options(chosen)
