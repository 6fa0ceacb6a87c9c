"""How well a computer player of Palermo plays: what it notices, and how well it lies."""

from __future__ import annotations

from typing import Final


class Level:
    """What sets one strength apart from another."""

    def __init__(
        self,
        name: str,
        *,
        reads_deeds: bool,
        reads_styles: bool,
        slips: float,
        guile: float,
        sacrifice: float,
        largest: int,
    ) -> None:
        self.name: Final = name
        self.reads_deeds: Final = reads_deeds
        """Whether it remembers votes and accusations, or only what is said and found out."""
        self.reads_styles: Final = reads_styles
        """Whether it also asks itself how careful this mafia is."""
        self.slips: Final = slips
        """How far its suspicions stray, in log-odds."""
        self.guile: Final = guile
        """How often as a mafioso it lies where an honest player would speak."""
        self.sacrifice: Final = sacrifice
        """How readily as a mafioso it treats a fellow as anybody else."""
        self.largest: Final = largest
        """How many sets of mafiosi it thinks through one by one."""


RELAXED: Final = Level(
    "relaxed",
    reads_deeds=False,
    reads_styles=False,
    slips=1.5,
    guile=0.0,
    sacrifice=0.0,
    largest=400,
)
CASUAL: Final = Level(
    "casual",
    reads_deeds=True,
    reads_styles=False,
    slips=0.5,
    guile=0.5,
    sacrifice=1.0,
    largest=400,
)
SHARP: Final = Level(
    "sharp",
    reads_deeds=True,
    reads_styles=True,
    slips=0.0,
    guile=0.8,
    sacrifice=1.8,
    largest=2002,
)
MASTER: Final = Level(
    "master",
    reads_deeds=True,
    reads_styles=True,
    slips=0.0,
    guile=1.0,
    sacrifice=1.8,
    largest=60000,
)

LEVELS: Final = {level.name: level for level in (CASUAL, RELAXED, SHARP, MASTER)}
"""By name, the usual one first."""
