"""What a finished game of Palermo counts: days, deaths, and which cards live."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Notice
from omerta.core.tally import Fate, Tally, Word
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import ROLE_NAMES
from omerta.games.palermo.state.table import (
    BOMBED,
    CAUSES,
    GRIEVING,
    HEART_ATTACK,
    VERDICT,
    WINNERS,
)

COUNTS: Final = ("nights", "survivors", "lives", "dies_of", "by_night", "verdict_hits")

BY_DAY: Final = (VERDICT, BOMBED, GRIEVING, HEART_ATTACK)
"""What everybody sees somebody die of; what kills by night is told only with `announce_causes`."""
NIGHTFALL: Final = ("first_night_falls", "night_falls")


def tally(village: Village, notices: list[Notice]) -> Tally:
    """Which side won after how many nights, who lived, and whom the verdicts hit."""
    public = village.public
    fates: list[Fate] = []
    for seat in range(village.seats):
        role = Word("role", ROLE_NAMES[village.secret[seat].role])
        fates.append(Fate("lives", role, public.alive[seat]))
        cause = public.causes[seat]
        by_night = not public.alive[seat] and cause not in BY_DAY
        fates.append(Fate("dies_of", Word("count", "by_night"), by_night))
        for one in BY_DAY:
            dies = not public.alive[seat] and cause == one
            fates.append(Fate("dies_of", Word("cause", CAUSES[one]), dies))
        if not public.alive[seat] and public.causes[seat] == VERDICT:
            day = Word("number", str(public.died_on[seat]))
            fates.append(Fate("verdict_hits", day, village.is_mafioso(seat)))
    nights = sum([notice.key in NIGHTFALL for notice in notices])
    numbers = (("nights", nights), ("survivors", public.living))
    return Tally(NOTHING, Word("winner", WINNERS[public.winner]), numbers, (), tuple(fates))
