"""Why a move is refused: every reason with its clause, and why something is not asked now.

Everything here is found in the seat's own view, so that a reason tells nobody anything new.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING
from omerta.core.point import Closed
from omerta.games.mafia_city.state.components import ACTION, HARBOR, LOCATION, SETUP, STRATEGY
from omerta.games.mafia_city.view import CityView, effect_to_answer

REFUSALS: Final = {
    # Words.
    "allowed": "",
    "nothing_said": "",
    "unknown_move": "",
    "unknown_choice": "",
    "unknown_card": "",
    "unknown_location": "",
    "unknown_chip": "",
    "unknown_seat": "",
    "wrong_words": "",
    "not_a_choice": "",
    "only_players": "",
    "not_asked": "",
    "nothing_to_decline": "",
    # Setup.
    "only_at_start": "MC-1.14",
    "not_your_exchange": "MC-1.14",
    "one_card_only": "MC-1.15",
    "setup_first": "MC-1.17",
    # Zones, chips, cards.
    "only_in_action_phase": "MC-2.5",
    "in_cell": "MC-2.9",
    "no_such_chip": "MC-2.11",
    "lowest_chip": "MC-2.11",
    "not_in_hand": "MC-2.16",
    # Effects and reactions.
    "target_missing": "MC-3.4",
    "no_chip_in_stacks": "MC-3.5",
    "nobody_has_cards": "MC-3.5",
    "no_window": "MC-3.6",
    "not_a_reaction": "MC-3.8",
    "fists_never_at_location": "MC-3.9",
    "not_on_chief_list": "MC-3.10",
    "not_on_fbi_list": "MC-3.11",
    "only_text": "MC-3.12",
    "own_effect": "MC-3.14",
    "already_answered": "MC-3.15",
    "only_fists": "MC-3.17",
    "answer_first": "MC-3.18",
    "wait_for_others": "MC-3.18",
    "too_few_cards": "MC-18.8",
    # Action Phase.
    "not_your_turn": "MC-4.2",
    "must_act": "MC-4.3",
    "no_chip_in_hand": "MC-4.4",
    "no_hat": "MC-4.6",
    "discard_one": "MC-4.7",
    "location_text": "MC-4.8",
    "reaction_text": "MC-4.8",
    "must_pass": "MC-4.10",
    "has_passed": "MC-4.11",
    "no_bullet": "MC-4.13",
    "bullet_needs_more": "MC-4.14",
    "no_pass_after_bullet": "MC-4.15",
    "no_second_bullet": "MC-4.15",
    "not_passed": "MC-4.23",
    # Symbols.
    "no_own_chip": "MC-5.1",
    "not_own_chip": "MC-5.2",
    "two_hats": "MC-5.3",
    "reserve_empty": "MC-5.4",
    "two_fists": "MC-5.7",
    "no_plus_one": "MC-5.11",
    "only_at_club": "MC-5.11",
    # Action cards.
    "only_at_harbor": "MC-6.1",
    "not_a_hitman": "MC-6.1",
    "not_at_hitman": "MC-6.2",
    "nobody_at_hitman": "MC-6.3",
    "not_oneself": "MC-6.6",
    "victim_without_cards": "MC-6.6",
    "raid_needs_two": "MC-6.13",
    "needs_two_stacks": "MC-6.17",
    "two_different": "MC-6.17",
    "stack_empty": "MC-6.17",
    "lower_first": "MC-6.17",
    "same_location": "MC-6.20",
    "nobody_sent": "MC-6.21",
    "not_a_complicity": "MC-6.21",
    "not_third_player": "MC-6.22",
    "only_drawn": "MC-6.29",
    "nothing_to_draw": "MC-6.30",
    "only_in_bidding": "MC-6.31",
    "not_an_agreement": "MC-6.31",
    "no_chip_here": "MC-6.32",
    # Location Phase.
    "only_mayor_picks": "MC-7.4",
    "not_your_bid": "MC-7.8",
    "no_rivals": "MC-7.11",
    "nothing_to_accept": "MC-7.19",
    "already_marked": "MC-7.20",
    "only_jail_controller": "MC-8.5",
    "only_harbor_controller": "MC-9.2",
    "not_adjacent": "MC-9.2",
    "must_discard": "MC-12.2",
    # Strategy Phase.
    "no_cube": "MC-15.3",
    "only_mayor_names": "MC-15.5",
    "not_undecided": "MC-15.5",
    "not_your_take": "MC-15.7",
    "only_in_strategy": "MC-15.8",
    "not_own_here": "MC-15.8",
    "no_cards_in_strategy": "MC-15.14",
    # Game end.
    "game_over": "MC-17.1",
}
"""Every reason with the clause it comes from."""


def because(key: str) -> Closed:
    """What belongs to one person at one moment is closed for the same reason at all others."""

    def closed(seen: CityView, act: str) -> str:
        return key

    return closed


def no_exchange(seen: CityView, act: str) -> str:
    """Why the opening hand cannot be exchanged or kept now (MC-1.14)."""
    return "not_your_exchange" if seen.public.phase == SETUP else "only_at_start"


def no_reaction(seen: CityView, act: str) -> str:
    """Why there is nothing to react to, or not for this seat."""
    if not effect_to_answer(seen.top):
        return "no_window"
    assert seen.top is not None, "a window is open"
    if seen.top.actor == seen.seat:
        return "own_effect"
    return "already_answered" if seen.sealed != NOTHING else "too_few_cards"


def no_turn(seen: CityView, act: str) -> str:
    """Why this seat cannot act, pass or use a Bullet now."""
    public = seen.public
    if public.phase != ACTION:
        return "only_in_action_phase"
    if public.passed[seen.seat] and act != "bullet":
        return "has_passed"
    if public.turn != seen.seat:
        return "not_your_turn"
    return "wait_for_others" if effect_to_answer(seen.top) else "bullet_needs_more"


def no_hitman(seen: CityView, act: str) -> str:
    """Why a Hitman has no place here (MC-6.1, MC-6.3)."""
    public = seen.public
    empty = not public.stacks[public.hitman]
    return "nobody_at_hitman" if empty and public.at == HARBOR else "only_at_harbor"


def no_agreement(seen: CityView, act: str) -> str:
    """Why a Secret Agreement has no place here (MC-6.31, MC-6.32)."""
    public = seen.public
    if public.phase != LOCATION or public.at == 0:
        return "only_in_bidding"
    stack = public.stacks[public.at]
    if seen.seat not in stack:
        return "no_chip_here"
    if len(set(stack)) < 2:
        return "no_rivals"
    frame = seen.top
    while frame is not None and frame.rule is not seen.rules.BIDDING:
        frame = frame.below
    return "only_in_bidding" if frame is None else "not_your_bid"


def no_take_back(seen: CityView, act: str) -> str:
    """Why no chips are taken back now (MC-15.7, MC-15.8)."""
    return "not_your_take" if seen.public.phase == STRATEGY else "only_in_strategy"
