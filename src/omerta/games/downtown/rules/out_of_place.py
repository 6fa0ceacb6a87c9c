"""Why a move that nobody asks for now cannot be made, before its own point is asked for reasons."""

from __future__ import annotations

from typing import Final

from omerta.games.downtown.rules.points import (
    EAST_AGAIN,
    EASTPUT,
    SHED,
    USE,
    WEST_AGAIN,
    WESTPUT,
)
from omerta.games.downtown.state.components import SETUP
from omerta.games.downtown.view import TownView

IN_ANY_TURN: Final = ("place", "open", "add", "stake", "draw", "decline")
"""The moves that are not only made in one's own turn."""

FIRST: Final = {WESTPUT: "put_card_first", EASTPUT: "put_fence_first", SHED: "shed_first"}
"""What must be answered before anything else is done (DT-11.6, DT-12.14, DT-15.3)."""


def out_of_place(seen: TownView, act: str) -> str:
    """Why this seat can make no such move, or none at all; nothing if its point knows better."""
    public = seen.public
    if seen.seat < 0:
        return "only_players"
    if public.winners:
        return "game_over"
    if public.phase == SETUP and act not in ("place", "open"):
        return "setup_first"
    if act in IN_ANY_TURN:
        return ""
    if public.turn != seen.seat:
        return "not_your_turn" if act else "not_asked"
    if seen.asked is None:
        return ""
    if seen.asked.point in (WEST_AGAIN, EAST_AGAIN) and act in USE.asks.acts():
        return "no_second_look" if act == "look" else "one_use"
    return FIRST.get(seen.asked.point, "")
