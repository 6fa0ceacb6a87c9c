"""Towns in the middle of a game, as tests write them down."""

from __future__ import annotations

from omerta.core import EVERYBODY, Seat
from omerta.core.scenario import Line, play_line
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.text.stage import VillageStage
from tests.positions import position_lines

STANDARD = "roles 1-2 mafioso | 3 detective1 | 4-8 citizen"
"""Eight players with the leaflet's own distribution."""

FULL = (
    "roles 1-2 mafioso | 3 killer | 4 spy | 5 detective1 | 6 detective2 | 7 guardian"
    " | 8 pharmacist | 9 coward | 10 matchmaker | 11-12 freemason | 13 desperado | 14 citizen"
)
"""Fourteen players with nearly everything."""


def village(position: str, moves: str = "") -> VillageStage:
    """A position that is being played."""
    stage = VillageStage(RULEBOOK, position_lines(position))
    play(stage, moves)
    return stage


def eight(clock: str, moves: str = "", options: str = "", more: str = "") -> VillageStage:
    """The standard game with eight players at this clock."""
    given = f"\noptions {options}" if options else ""
    return village(f"players 8 | {clock}\n{STANDARD}{given}\n{more}", moves)


def fourteen(clock: str, moves: str = "", options: str = "", more: str = "") -> VillageStage:
    """Nearly every role at this clock."""
    given = f"\noptions {options}" if options else ""
    return village(f"players 14 | {clock}\n{FULL}{given}\n{more}", moves)


def play(stage: VillageStage, moves: str) -> VillageStage:
    """Play more lines."""
    for number, row in enumerate(moves.strip().splitlines(), start=1):
        if row.strip():
            play_line(stage, Line(number, row.strip()))
    return stage


def holds(stage: VillageStage, *facts: str) -> None:
    """Check facts in the words of the notation."""
    stage.after([Line(1, fact) for fact in facts])


def said(stage: VillageStage, seat: Seat = EVERYBODY) -> list[str]:
    """The keys of what everybody, or one seat alone, has heard so far."""
    notices = stage.village.notices or []
    return [notice.key for notice in notices if notice.only == seat]
