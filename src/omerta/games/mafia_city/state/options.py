"""The options of Mafia City, each with the ruling that leaves the choice open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from omerta import core
from omerta.core import Option
from omerta.games.mafia_city.state.components import TARGET

OPTION_TABLE: Final = (
    Option("level", ("experienced", "beginner"), "MC-R46"),
    Option("reshuffle_timing", ("on_demand", "on_empty"), "MC-R4"),
    Option("forced_pass", ("empty_only", "strict_note"), "MC-R7"),
    Option("complicity_on_own_jailing", ("no", "yes"), "MC-R18"),
    Option("complicity_per_transport", ("one", "any"), "MC-R19"),
    Option("cell_release", ("all", "earlier_rounds_only"), "MC-R23"),
    Option("location_effects_optional", ("no", "yes"), "MC-R24"),
    Option("fight_club_recruits", ("totals", "chips_only"), "MC-R25"),
    Option("agreement_needs_chip", ("yes", "no"), "MC-R29"),
    Option("skip_uncontested_bidding", ("yes", "no"), "MC-R31"),
    Option("discard_browsable", ("yes", "top_only"), "MC-R44"),
    Option("round_limit", ("none",), "MC-R47", low=1, high=999),
    Option("reaction_seconds", (), "MC-R45", low=1, high=86_400, default="12"),
    Option("turn_seconds", (), "MC-R45", low=1, high=604_800, default="90"),
)


class Options(core.Options):
    """What was chosen for one game, and the points that end it."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.target: Final = TARGET[self["level"]]
        """The points that end the game, by the number of players."""
