"""What a finished game of Downtown counts: turns, places, robberies and where money came from."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Notice
from omerta.core.tally import Deed, Tally, Word
from omerta.games.downtown.state.components import INFORMANTS, LOOT, PLACES
from omerta.games.downtown.state.game import Town

ENDINGS: Final = ("ended_by_total", "ended_by_casino", "ended_by_cap")
"""DT-16.1, DT-16.2, DT-R21"""
COUNTS: Final = ("turns", "turns_taken", "place", "informant", "loot", "income")
INCOME: Final = ("proceeds", "bank_share", "won_stake")
"""Notices of money that does not come out of a display."""


def tally(town: Town, notices: list[Notice]) -> Tally:
    """Who had how many turns, used and robbed what, and lived on what."""
    first = NOTHING
    ending: Word | None = None
    deeds: list[Deed] = []
    for notice in notices:
        key, args = notice.key, notice.args
        if key == "start_player":
            first = args[0]
        elif key in ENDINGS:
            ending = Word("ending", key)
        elif key == "turn":
            deeds.append(Deed("turns_taken", Word("count", "turns"), args[0]))
        elif key == "uses":
            deeds.append(Deed("place", Word("place", PLACES[args[1]]), args[0]))
        elif key == "robbed":
            deeds.append(Deed("informant", Word("informant", INFORMANTS[args[1]]), args[0]))
        elif key == "sold_card":
            deeds.append(Deed("loot", Word("loot", LOOT[args[2]]), args[0]))
        elif key in INCOME:
            deeds.append(Deed("income", Word("income", key), args[0], args[-1]))
    return Tally(first, ending, (("turns", town.public.turns),), tuple(deeds))
