"""Why nothing can be done by a seat now, before the point of a move is asked for its reasons."""

from __future__ import annotations

from omerta.games.palermo.rules.closed import MASTERS
from omerta.games.palermo.state.table import OVER, SETUP
from omerta.games.palermo.view import VillageView


def out_of_place(seen: VillageView, act: str) -> str:
    """What speaks against doing anything now; nothing if nothing does."""
    public = seen.public
    if public.part == OVER:
        return "game_over"
    if act in MASTERS:
        return ""
    if seen.seat < 0:
        return "only_players"
    if public.part == SETUP:
        return "setup_first"
    if public.away[seen.seat]:
        return "you_have_left"
    if act == "":
        return "not_asked" if public.alive[seen.seat] else "you_are_dead"
    return ""
