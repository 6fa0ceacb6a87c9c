"""Why a move that nobody asks for now cannot be made, before its own point is asked for reasons."""

from __future__ import annotations

from typing import Final

from omerta.games.mafia_city.rules.closed import no_reaction, no_turn
from omerta.games.mafia_city.rules.points import (
    BULLET_ACTION,
    BULLET_TURN,
    COMPLICITY,
    DISTRICT_DISCARD,
    MULLIGAN,
    REACT,
    TAKE_TURN,
    TRADE_DISCARD,
)
from omerta.games.mafia_city.state.components import ACTION, OVER, SETUP, STRATEGY
from omerta.games.mafia_city.view import CityView, effect_to_answer

CARD_ACTS: Final = (
    *("play", "hat", "hats", "discard", "bullet", "fists", "react"),
    *("complicity", "agree", "kill", "plus"),
)
"""The moves that use a card; there are none in the Strategy Phase (MC-15.14)."""

TURN_ACTS: Final = (*TAKE_TURN.asks.acts(), *BULLET_TURN.asks.acts())
"""The moves of a turn, and to decline."""

INSTEAD: Final = {
    TAKE_TURN: {"decline": "must_act", "bullet": "not_passed"},
    BULLET_ACTION: {
        "decline": "must_act",
        "pass": "no_pass_after_bullet",
        "bullet": "no_second_bullet",
    },
    REACT: dict.fromkeys(TAKE_TURN.asks.acts(), "answer_first"),
    COMPLICITY: dict.fromkeys(TAKE_TURN.asks.acts(), "answer_first"),
    TRADE_DISCARD: dict.fromkeys(TURN_ACTS, "only_drawn"),
    DISTRICT_DISCARD: dict.fromkeys(TURN_ACTS, "must_discard"),
}
"""What somebody is told who is asked one thing and wants to do another, by act."""


def out_of_place(seen: CityView, act: str) -> str:
    """Why this seat can make no such move, or none at all; nothing if its point knows better."""
    phase = seen.public.phase
    if seen.seat < 0:
        return "only_players"
    if phase == OVER:
        return "game_over"
    if phase == SETUP:
        return "" if act in MULLIGAN.asks.acts() else "setup_first"
    if phase == STRATEGY and act in CARD_ACTS:
        return "no_cards_in_strategy"
    if not act:
        return not_asked(seen)
    if seen.asked is not None and act in INSTEAD.get(seen.asked.point, {}):
        return INSTEAD[seen.asked.point][act]
    return "nothing_to_decline" if act == "decline" else ""


def not_asked(seen: CityView) -> str:
    """Why this seat has nothing to say at all."""
    phase = seen.public.phase
    if effect_to_answer(seen.top):
        return no_reaction(seen, "")
    if phase == ACTION:
        return no_turn(seen, "")
    return "not_your_take" if phase == STRATEGY else "not_asked"
