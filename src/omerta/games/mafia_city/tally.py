"""What a finished game of Mafia City counts: rounds, places and cards."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Notice
from omerta.core.tally import Deed, Tally, Word
from omerta.games.mafia_city.state.components import KINDS, LOCATIONS
from omerta.games.mafia_city.state.game import City

ENDINGS: Final = ("target", "limit")
"""MC-17.1, MC-R47"""
COUNTS: Final = ("rounds", "control", "card", "symbol")

PLAYED: Final = {
    **{kind: Word("card", kind) for kind in KINDS if kind != "secret_agreement"},
    "agreement": Word("card", "secret_agreement"),
    "hat": Word("symbol", "hat"),
    "hats": Word("symbol", "hat"),
    "fists": Word("symbol", "fist"),
    "bullet": Word("symbol", "bullet"),
    "extra_point": Word("symbol", "plus_one"),
}
"""By notice what was played of a card: its text, or its symbol; who did it comes first."""


def tally(city: City, notices: list[Notice]) -> Tally:
    """Who controlled what how often, and which cards were played."""
    first = NOTHING
    deeds: list[Deed] = []
    for notice in notices:
        key, args = notice.key, notice.args
        if key == "first_player":
            first = args[0]
        elif key == "controls":
            deeds.append(Deed("control", Word("location", LOCATIONS[args[1]]), args[0]))
        elif key in PLAYED:
            deeds.append(Deed(PLAYED[key].kind, PLAYED[key], args[0]))
    is_reached = max(city.public.vp) >= city.options.target[city.seats]
    ending = Word("ending", "target" if is_reached else "limit")
    return Tally(first, ending, (("rounds", city.public.round),), tuple(deeds))
