"""Why a move is not asked for now, from the view of the seat that would make it; and the table
of all reasons with their clauses."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING
from omerta.games.downtown.state.components import MOVE, RENEW, SELECT, SETUP, USE
from omerta.games.downtown.view import TownView

REFUSALS: Final = {
    # Words.
    "allowed": "",
    "nothing_said": "",
    "unknown_move": "",
    "unknown_choice": "",
    "unknown_place": "",
    "unknown_seat": "",
    "unknown_gangster": "",
    "unknown_card": "",
    "unknown_informant": "",
    "unknown_stack": "",
    "not_a_number": "",
    "wrong_words": "",
    "not_a_choice": "",
    "only_players": "",
    "not_asked": "",
    # Money, placing, opening.
    "not_so_much": "DT-1.2",
    "not_your_placing": "DT-3.2",
    "placing_is_over": "DT-3.2",
    "two_places": "DT-3.3",
    "core_place": "DT-3.4",
    "opening_amount": "DT-3.8",
    "opening_is_over": "DT-3.9",
    "start_player_opens_nothing": "DT-3.10",
    "setup_first": "DT-3.2",
    # The turn.
    "phase_order": "DT-4.1",
    "not_your_turn": "DT-4.4",
    "moved_already": "DT-5.2",
    "place_occupied": "DT-5.3",
    "piece_not_there": "DT-5.1",
    "not_oneself": "DT-6.1",
    "select_first": "DT-6.1",
    "too_little_cash": "DT-6.8",
    "gangsters_missing": "DT-6.8",
    "not_at_paid": "DT-6.12",
    "own_piece_there": "DT-6.13",
    "must_move": "DT-6.14",
    "selected_already": "DT-6.16",
    "no_piece_there": "DT-7.1",
    "one_use": "DT-7.1",
    "never_used": "DT-7.3",
    "may_not_add": "DT-7.4",
    "added_already": "DT-7.5",
    "no_loot_in_display": "DT-7.7",
    "additions_are_over": "DT-7.8",
    "each_place_once": "DT-18.2",
    "collected_no_use": "DT-18.3",
    # Downtown and Ghetto.
    "buy_at_least_one": "DT-8.1",
    "not_in_row": "DT-8.1",
    "too_expensive": "DT-8.4",
    "no_draw": "DT-9.5",
    # West Side, East Side, Villa.
    "informant_without_cards": "DT-11.2",
    "crew_missing": "DT-11.3",
    "put_card_first": "DT-11.6",
    "nothing_looked_at": "DT-11.6",
    "stack_closed": "DT-12.2",
    "offer_at_least_one": "DT-12.3",
    "card_not_in_hand": "DT-12.3",
    "offered_already": "DT-12.3",
    "wrong_loot": "DT-12.4",
    "nothing_to_sell": "DT-12.4",
    "put_fence_first": "DT-12.14",
    "no_second_look": "DT-14.4",
    # Casino.
    "no_casino": "DT-13.2",
    "no_visit": "DT-13.4",
    "not_a_bill": "DT-13.5",
    "bill_above_cash": "DT-13.5",
    "staked_already": "DT-13.6",
    # Renewing the display, hand limit, end.
    "gangster_not_in_hand": "DT-15.1",
    "nothing_to_shed": "DT-15.3",
    "shed_first": "DT-15.3",
    "gangsters_first": "DT-R11",
    "game_over": "DT-16.1",
}
"""Every reason with the clause it comes from."""


# DT-3 Placing and opening


def placing(seen: TownView, act: str) -> str:
    """Everybody places once, in turn (DT-3.2)."""
    return "placing_is_over" if seen.public.turn != NOTHING else "not_your_placing"


def opening(seen: TownView, act: str) -> str:
    """Everybody but the start player opens, once (DT-3.8, DT-3.10)."""
    if seen.public.phase != SETUP:
        return "opening_is_over"
    return "start_player_opens_nothing" if seen.public.turn == seen.seat else "setup_first"


# DT-4 to DT-15 The turn


def phase_1(seen: TownView, act: str) -> str:
    """Pieces move in phase 1; nothing else ends with this word now (DT-4.1)."""
    if act != "done":
        return "phase_order"
    return "select_first" if seen.public.phase == SELECT else "not_asked"


def phase_2(seen: TownView, act: str) -> str:
    """One player is selected, once in a turn (DT-6.1, DT-6.16)."""
    return "selected_already" if seen.public.phase > SELECT else "phase_order"


def phase_3(seen: TownView, act: str) -> str:
    """A place is used after the selection, once; of two, only after paying (DT-7.1, DT-18.3)."""
    phase = seen.public.phase
    if phase == MOVE:
        return "phase_order"
    if phase == SELECT:
        return "select_first"
    if seen.seats == 2 and not seen.public.paid:
        return "collected_no_use"
    return "one_use" if phase == USE else "phase_order"


def phase_4(seen: TownView, act: str) -> str:
    """The display is renewed in phase 4 (DT-4.1)."""
    return "phase_order"


def put_back(seen: TownView, act: str) -> str:
    """Only what was looked at is put back (DT-11.6, DT-12.14)."""
    return "nothing_looked_at"


def shedding(seen: TownView, act: str) -> str:
    """A hand within its limit sheds nothing (DT-15.3)."""
    return "nothing_to_shed"


def drawing(seen: TownView, act: str) -> str:
    """Only players in the Ghetto draw, when somebody has bought (DT-9.5)."""
    return "no_draw"


def visiting(seen: TownView, act: str) -> str:
    """The casino is visited when its card appears (DT-13.2)."""
    return "no_casino"


def staking(seen: TownView, act: str) -> str:
    """Stakes belong to a visit, one each (DT-13.4, DT-13.6)."""
    return "staked_already" if seen.sealed != NOTHING else "no_visit"


def adding(seen: TownView, act: str) -> str:
    """All but the active and the next player add, once, before phase 4 (DT-7.4, DT-7.5, DT-7.8)."""
    if seen.public.phase == RENEW:
        return "additions_are_over"
    return "added_already" if seen.sealed != NOTHING else "may_not_add"
