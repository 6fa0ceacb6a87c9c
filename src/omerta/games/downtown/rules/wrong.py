"""What speaks against an answer, from the view of the seat that is asked.

A reason is a text key; nothing speaks against an answer that is one of the choices.
"""

from __future__ import annotations

from omerta.core import NOTHING
from omerta.games.downtown.state.components import CORE, DOWNTOWN, OPENING, STAKES, WEST_SIDE
from omerta.games.downtown.state.gang import NOBODY, Gang, count, gang_of, includes, without
from omerta.games.downtown.state.kinds import (
    DONE,
    LETTERS,
    card_shed,
    destination_of,
    is_letter,
    is_look,
    is_payment,
    is_shed_card,
    origin_of,
    selected,
    stack_of,
)
from omerta.games.downtown.state.queries import (
    affordable,
    can_be_used,
    can_rob,
    fitting,
    informants_with_cards,
    may_stand_together,
    moves_to_paid,
)
from omerta.games.downtown.view import TownView

# DT-3 Placing and opening


def second_place(seen: TownView, place: int) -> str:
    """Two different places, one of them a core place (DT-3.3, DT-3.4)."""
    first = seen.public.pieces[seen.seat][0]
    if may_stand_together(first, place):
        return ""
    return "two_places" if place == first else "core_place"


def opening(seen: TownView, amount: int) -> str:
    """1k to 3k (DT-3.8)."""
    return "" if amount in OPENING else "opening_amount"


# DT-5, DT-6 Phases 1 and 2


def shifting(seen: TownView, move: int) -> str:
    """From an own piece that has not moved yet to a place without any piece (DT-5.2, DT-5.3)."""
    if move == DONE:
        return ""
    origin = origin_of(move)
    if not seen.public.has_piece(seen.seat, origin):
        return "piece_not_there"
    if seen.top is not None and seen.top.target == origin:
        return "moved_already"
    return "" if destination_of(move) in seen.public.empty_places() else "place_occupied"


def selection(seen: TownView, choice: int) -> str:
    """Another player, and a price that can be handed over (DT-6.1, DT-6.8)."""
    other = selected(choice)
    if other >= seen.seats:
        return "unknown_seat"
    if other == seen.seat:
        return "not_oneself"
    if not is_payment(choice):
        return ""
    public = seen.public
    if seen.mine.cash < public.money[other]:
        return "too_little_cash"
    if not includes(seen.mine.gang, public.display[other]):
        return "gangsters_missing"
    moves = moves_to_paid(public.places(seen.seat), public.places(other))
    return "" if moves or seen.seats == 2 else "must_move"


def paid_move(seen: TownView, move: int) -> str:
    """To a place of the paid player; only of two players one may stay (DT-6.14, DT-18.4)."""
    if move == DONE:
        return "" if seen.seats == 2 else "must_move"
    return move_to(seen, seen.public.next, move)


def move_to(seen: TownView, other: int, move: int) -> str:
    """To a place of this player without an own piece (DT-6.12, DT-6.13)."""
    public = seen.public
    to = destination_of(move)
    if not public.has_piece(seen.seat, origin_of(move)):
        return "piece_not_there"
    if not public.has_piece(other, to):
        return "not_at_paid"
    return "own_piece_there" if public.has_piece(seen.seat, to) else ""


# DT-7 to DT-12 Phase 3


def use(seen: TownView, place: int) -> str:
    """A core place with an own piece where something can be done, not used yet (DT-7.1)."""
    if place == DONE:
        return ""
    if place not in CORE:
        return "never_used"
    if not seen.public.has_piece(seen.seat, place):
        return "no_piece_there"
    if place in seen.public.used:
        return "each_place_once"
    if can_be_used(seen.public, seen.mine, place):
        return ""
    if place == DOWNTOWN:
        return "too_expensive"
    return "informant_without_cards" if place == WEST_SIDE else "stack_closed"


def purchase(seen: TownView, kind: int) -> str:
    """A gangster of the row at a price that the cash covers; one at least (DT-8.1, DT-8.4)."""
    if kind == DONE:
        return "" if seen.top is not None and seen.top.thing > 0 else "buy_at_least_one"
    if count(seen.public.row, kind) == 0:
        return "not_in_row"
    return "" if kind in affordable(seen.public, seen.mine) else "too_expensive"


def whole_purchase(seen: TownView, letters: list[str]) -> str:
    """Nobody can buy more gangsters than lie in the row (DT-8.1)."""
    gang = gang_of([LETTERS.index(letter) for letter in letters if is_letter(letter)])
    return "" if includes(seen.public.row, gang) else "not_in_row"


def job(seen: TownView, action: int) -> str:
    """An informant with cards and, for a robbery, the crew in hand (DT-11.2, DT-11.3, DT-11.5)."""
    if action == DONE:
        return "one_use"
    informant = stack_of(action)
    if informant not in informants_with_cards(seen.public):
        return "informant_without_cards"
    if is_look(action) or can_rob(seen.public, seen.mine, seen.options.deck, informant):
        return ""
    return "crew_missing"


def job_after_look(seen: TownView, action: int) -> str:
    """A robbery at any stack, or none (DT-14.2)."""
    return "" if action == DONE else job(seen, action)


def deal(seen: TownView, action: int) -> str:
    """An open stack and, for a sale, a card that its top fence takes (DT-12.2, DT-12.4)."""
    if action == DONE:
        return "one_use"
    stack = stack_of(action)
    if not seen.public.is_open(stack):
        return "stack_closed"
    if is_look(action) or fitting(seen.public, seen.mine, stack):
        return ""
    return "wrong_loot" if seen.mine.loot else "nothing_to_sell"


def deal_after_look(seen: TownView, action: int) -> str:
    """A sale at any stack, or none (DT-14.3)."""
    return "" if action == DONE else deal(seen, action)


def open_stack(seen: TownView, stack: int) -> str:
    """A fence stack that holds a fence (DT-12.2)."""
    return "" if seen.public.is_open(stack) else "stack_closed"


def offer(seen: TownView, card: int) -> str:
    """One more own card that fits, or the end of an offer of at least one (DT-12.3, DT-12.4)."""
    if card == DONE:
        return "" if seen.mine.offer else "offer_at_least_one"
    if card in seen.mine.offer:
        return "offered_already"
    if card not in seen.mine.loot:
        return "card_not_in_hand"
    stack = NOTHING if seen.top is None else seen.top.target
    return "" if card in fitting(seen.public, seen.mine, stack) else "wrong_loot"


# DT-13 Casino


def stake(seen: TownView, bill: int) -> str:
    """A bill that the cash covers (DT-13.5)."""
    if bill not in STAKES:
        return "not_a_bill"
    return "" if bill <= seen.mine.cash else "bill_above_cash"


# DT-7, DT-15 Displays


def display_money(seen: TownView, amount: int) -> str:
    """No more than the cash (DT-1.2)."""
    return "" if amount <= seen.mine.cash else "not_so_much"


def addition(seen: TownView, kind: int) -> str:
    """A gangster of the hand that is not added yet (DT-7.4)."""
    return in_gang(without(seen.mine.gang, seen.mine.adding_gang), kind)


def laying(seen: TownView, kind: int) -> str:
    """A gangster of the hand (DT-15.1)."""
    return in_gang(seen.mine.gang, kind)


def in_gang(gang: Gang, kind: int) -> str:
    """One of these, or no more."""
    return "" if kind == DONE or count(gang, kind) > 0 else "gangster_not_in_hand"


def shedding(seen: TownView, held: int) -> str:
    """A gangster or an informant card of one's own hand (DT-15.5, DT-R11)."""
    if not is_shed_card(held):
        return in_gang(seen.mine.gang, held)
    if card_shed(held) not in seen.mine.loot:
        return "card_not_in_hand"
    must_be_gangster = seen.options["shed_loot"] == "only_without_gangsters"
    return "gangsters_first" if must_be_gangster and seen.mine.gang != NOBODY else ""
