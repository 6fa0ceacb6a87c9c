"""Why a move is refused: the clause and the words for it. It explains; it decides nothing.

Everything here is found in the seat's own view, so that a reason tells nobody anything new.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Refused, Seat
from omerta.games.downtown import notation
from omerta.games.downtown.mistakes import wrong_use, wrong_with
from omerta.games.downtown.notation import MOVES
from omerta.games.downtown.table import DONE, MOVE, RENEW, SELECT, SETUP, USE
from omerta.games.downtown.town import Town
from omerta.games.downtown.view import TownView, view

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

ACTS: Final = tuple(dict.fromkeys(act for acts in MOVES.values() for act in acts))
"""The first words of all moves."""


def refusal(key: str) -> tuple[str, str]:
    """A reason with its clause."""
    return (REFUSALS[key], key)


def why(town: Town, seat: Seat, choice: int) -> tuple[str, str]:
    """The clause and the text key that explain why this choice is not open."""
    seen = view(town, seat)
    ask = seen.asked
    if ask is None:
        return refusal(out_of_place(seen, ""))
    if choice in ask.choices:
        return refusal("allowed")
    if choice < 0 and choice != DONE:
        return refusal("unknown_choice")
    if ask.point == "use":
        return refusal(wrong_use(seen, choice))
    try:
        said = notation.words(town.options.deck, ask.point, choice).split()
    except (IndexError, KeyError):
        return refusal("unknown_choice")
    return refusal(wrong_with(seen, ask.point, said) or "not_a_choice")


def explain(town: Town, seat: Seat, text: str) -> tuple[str, str]:
    """The clause and the text key that explain why a move is refused; `allowed` if it is not."""
    said = text.split()
    if not said:
        return refusal("nothing_said")
    try:
        notation.read_move(town, seat, text)
    except Refused:
        return refusal(reason(view(town, seat), said))
    return refusal("allowed")


def reason(seen: TownView, said: list[str]) -> str:
    """What is wrong with a move that is written in these words."""
    ask = seen.asked
    if said[0] not in ACTS:
        return "unknown_move"
    if ask is None or said[0] not in MOVES.get(ask.point, ()):
        return out_of_place(seen, said[0])
    return wrong_with(seen, ask.point, said) or "not_a_choice"


# Moves at a moment that does not ask for them.


def out_of_place(seen: TownView, act: str) -> str:
    """Why such a move cannot be made by this seat at this moment."""
    public = seen.public
    if seen.seat < 0:
        return "only_players"
    if public.winners:
        return "game_over"
    if act in ("place", "open"):
        return no_setup(seen, act)
    if public.phase == SETUP:
        return "setup_first"
    if act == "add":
        return no_addition(seen)
    if act == "stake":
        return "staked_already" if seen.sealed != NOTHING else "no_visit"
    if act in ("draw", "decline"):
        return "no_draw"
    if public.turn != seen.seat:
        return "not_your_turn" if act else "not_asked"
    return no_turn(seen, act)


def no_setup(seen: TownView, act: str) -> str:
    """Why no piece can be placed and no display opened."""
    public = seen.public
    if act == "place":
        return "placing_is_over" if public.turn != NOTHING else "not_your_placing"
    if public.phase != SETUP:
        return "opening_is_over"
    return "start_player_opens_nothing" if public.turn == seen.seat else "setup_first"


def no_addition(seen: TownView) -> str:
    """Why nothing can be added to the own display."""
    public = seen.public
    if public.phase == RENEW:
        return "additions_are_over"
    if seen.sealed != NOTHING:
        return "added_already"
    return "may_not_add"


def no_turn(seen: TownView, act: str) -> str:
    """Why the player on turn cannot do this now."""
    point = "" if seen.asked is None else seen.asked.point
    phase = seen.public.phase
    if point == "westput":
        return "put_card_first"
    if point == "eastput":
        return "put_fence_first"
    if point == "shed":
        return "shed_first"
    if act == "shift":
        return "phase_order"
    if act in ("collect", "pay"):
        return "selected_already" if phase > SELECT else "phase_order"
    if act in ("buy", "rob", "look", "sell"):
        return no_use(seen, act, point)
    if act in ("visit", "skip"):
        return "no_casino"
    if act in ("top", "bottom", "put"):
        return "nothing_looked_at"
    if act == "shed":
        return "nothing_to_shed"
    if act == "lay":
        return "phase_order"
    return "select_first" if phase == SELECT else "not_asked"


def no_use(seen: TownView, act: str, point: str) -> str:
    """Why no place can be used now, or not in this way."""
    public = seen.public
    if public.phase == MOVE:
        return "phase_order"
    if public.phase == SELECT:
        return "select_first"
    if point in ("west", "east"):
        return "no_second_look" if act == "look" else "one_use"
    if seen.seats == 2 and not public.paid:
        return "collected_no_use"
    return "one_use" if public.phase == USE else "phase_order"
