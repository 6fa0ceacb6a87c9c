"""Why a move is refused: the clause and the words for it. It explains; it decides nothing.

Everything here is found in the seat's own view, so that a reason tells nobody anything new.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Refused, Seat
from omerta.games.mafia_city import notation
from omerta.games.mafia_city.city import City
from omerta.games.mafia_city.mistakes import top_effect, wrong_rest, wrong_with
from omerta.games.mafia_city.notation import MOVES
from omerta.games.mafia_city.table import (
    ACTION,
    DECLINE,
    HARBOR,
    LOCATION,
    OVER,
    SETUP,
    STRATEGY,
)
from omerta.games.mafia_city.view import CityView, view

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

ACTS: Final = tuple(dict.fromkeys(act for acts in MOVES.values() for act in acts))
"""The first words of all moves."""

TURN_ACTS: Final = ("place", "play", "hat", "hats", "discard", "pass", "bullet")
CARD_ACTS: Final = (
    *("play", "hat", "hats", "discard", "bullet", "fists", "react"),
    *("complicity", "agree", "kill", "plus"),
)
CHIP_POINTS: Final = (*notation.ANSWERED_BY_CHIP, "take_back")
LARGEST_CHOICE: Final = 1 << 60


def refusal(key: str) -> tuple[str, str]:
    """A reason with its clause."""
    return (REFUSALS[key], key)


def why(city: City, seat: Seat, choice: int) -> tuple[str, str]:
    """The clause and the text key that explain why this choice is not open."""
    seen = view(city, seat)
    ask = seen.asked
    if ask is None:
        return refusal(out_of_place(seen, ""))
    if choice in ask.choices:
        return refusal("allowed")
    if (choice < 0 and choice != DECLINE) or choice > LARGEST_CHOICE:
        return refusal("unknown_choice")
    try:
        said = notation.words(ask.point, choice).split()
    except (IndexError, KeyError):
        return refusal("unknown_choice")
    key = reason(seen, said)
    if key == "not_a_choice":
        key = "lowest_chip" if ask.point in CHIP_POINTS else "unknown_choice"
    return refusal(key)


def explain(city: City, seat: Seat, text: str) -> tuple[str, str]:
    """The clause and the text key that explain why a move is refused; `allowed` if it is not."""
    said = text.split()
    if not said:
        return refusal("nothing_said")
    try:
        notation.read_move(city, seat, text)
    except Refused:
        return refusal(reason(view(city, seat), said))
    return refusal("allowed")


def reason(seen: CityView, said: list[str]) -> str:
    """What is wrong with a move that is written in these words."""
    ask = seen.asked
    if ask is not None and ask.continues:
        return wrong_rest(seen, ask.point, said)
    act = said[0] if said else ""
    if act not in ACTS:
        return "unknown_move"
    if ask is None or act not in MOVES[ask.point]:
        return out_of_place(seen, act)
    return wrong_with(seen, ask.point, act, said[1:]) or "not_a_choice"


# Moves at a moment that does not ask for them.


def out_of_place(seen: CityView, act: str) -> str:
    """Why such a move cannot be made by this seat at this moment."""
    phase = seen.public.phase
    if seen.seat < 0:
        return "only_players"
    if phase == OVER:
        return "game_over"
    if act in ("keep", "exchange"):
        return "not_your_exchange" if phase == SETUP else "only_at_start"
    if phase == SETUP:
        return "setup_first"
    if phase == STRATEGY and act in CARD_ACTS:
        return "no_cards_in_strategy"
    if act in ("fists", "react"):
        return no_reaction(seen)
    if act in ("decline", "done"):
        return no_decline(seen)
    if act in TURN_ACTS:
        return no_turn(seen, act)
    if act in ("complicity", "agree", "kill"):
        return no_card_now(seen, act)
    if act in ("take", "leave"):
        return "not_your_take" if phase == STRATEGY else "only_in_strategy"
    return NOT_NOW.get(act, "") or not_asked(seen)


NOT_NOW: Final = {
    "plus": "only_at_club",
    "jail": "only_jail_controller",
    "move": "only_harbor_controller",
    "pick": "only_mayor_picks",
    "name": "only_mayor_names",
    "accept": "nothing_to_accept",
}
"""Moves that belong to one person at one moment."""


def not_asked(seen: CityView) -> str:
    """Why this seat has nothing to say at all."""
    phase = seen.public.phase
    if top_effect(seen):
        return no_reaction(seen)
    if phase == ACTION:
        return no_turn(seen, "pass")
    return "not_your_take" if phase == STRATEGY else "not_asked"


def no_reaction(seen: CityView) -> str:
    """Why there is nothing to react to, or not for this seat."""
    if not top_effect(seen):
        return "no_window"
    assert seen.top is not None, "a window is open"
    if seen.top.actor == seen.seat:
        return "own_effect"
    return "already_answered" if seen.sealed != NOTHING else "too_few_cards"


def no_decline(seen: CityView) -> str:
    """Why there is nothing to decline, or why an answer is needed."""
    point = "" if seen.asked is None else seen.asked.point
    if point in ("take_turn", "bullet_action"):
        return "must_act"
    if point == "trade_discard":
        return "only_drawn"
    if point == "district_discard":
        return "must_discard"
    return "nothing_to_decline"


def no_turn(seen: CityView, act: str) -> str:
    """Why this seat cannot act, pass or use a Bullet now."""
    public = seen.public
    point = "" if seen.asked is None else seen.asked.point
    if point == "trade_discard":
        return "only_drawn"
    if public.phase != ACTION:
        return "must_discard" if point == "district_discard" else "only_in_action_phase"
    if point == "take_turn":
        return "not_passed"
    if point == "bullet_action":
        return "no_second_bullet" if act == "bullet" else "no_pass_after_bullet"
    if point in ("react", "complicity"):
        return "answer_first"
    if public.passed[seen.seat] and act != "bullet":
        return "has_passed"
    if public.turn != seen.seat:
        return "not_your_turn"
    return "wait_for_others" if top_effect(seen) else "bullet_needs_more"


def no_card_now(seen: CityView, act: str) -> str:
    """Why a Complicity, a Secret Agreement or a Hitman has no place here."""
    public = seen.public
    if act == "complicity":
        return "nobody_sent"
    if act == "kill":
        empty = not public.stacks[public.hitman]
        return "nobody_at_hitman" if empty and public.at == HARBOR else "only_at_harbor"
    if public.phase != LOCATION or public.at == 0 or public.marked[public.at]:
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
