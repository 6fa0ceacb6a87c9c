"""The decision points of Downtown, in the order of section 7, with their time-out defaults."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import Ask, Point, Seat, always, if_possible
from omerta.games.downtown.rules import closed, wrong
from omerta.games.downtown.state import kinds
from omerta.games.downtown.state.components import BANK, DOWNTOWN
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import LOOKOUT, NOBODY, SAFECRACKER, SPY
from omerta.games.downtown.state.kinds import (
    DONE,
    card_shed,
    is_look,
    payment,
    shed_card,
)

# What happens for a seat that does not answer in time.


def richest_display(game: Town, ask: Ask) -> int:
    """Collect where most money lies; with two players pay, if it costs nothing."""
    public = game.public
    others = game.others(ask.seat)
    if game.seats == 2:
        other = others[0]
        is_free = public.money[other] == 0 and public.display[other] == NOBODY
        return payment(other) if is_free else other
    best: Seat = others[0]
    for other in others:
        if public.money[other] > public.money[best]:
            best = other
    return best


def cheapest_gangster(game: Town, ask: Ask) -> int:
    """No more; if nothing is bought yet, the cheapest gangster of the row."""
    if DONE in ask.choices:
        return DONE
    public = game.public
    found = LOOKOUT
    for kind in (LOOKOUT, SAFECRACKER, SPY):
        if public.row[kind] == 0:
            continue
        if public.row[found] == 0 or public.prices[kind] < public.prices[found]:
            found = kind
    return found


def first_look(game: Town, ask: Ask) -> int:
    """Look at the first stack that can be looked at."""
    return min(choice for choice in ask.choices if is_look(choice))


def origin(game: Town, ask: Ask) -> int:
    """Back to the stack it came from."""
    return ask.choices[0] if game.top is None else game.top.target


def cheapest_offer(game: Town, ask: Ask) -> int:
    """No more; if nothing is offered yet, the cheapest card."""
    return DONE if DONE in ask.choices else cheapest_card(game, list(ask.choices))


def cheapest_card(game: Town, cards: list[int]) -> int:
    """The card with the lowest true value; of equal ones the first in the table of 3.2."""
    deck = game.options.deck
    found = cards[0]
    for card in cards:
        if deck.value(card) < deck.value(found):
            found = card
    return found


def surplus(game: Town, ask: Ask) -> int:
    """The most numerous kind of gangster; without gangsters the cheapest card."""
    gang = game.secret[ask.seat].gang
    found = LOOKOUT
    for kind in (SAFECRACKER, SPY):
        if gang[kind] > gang[found]:
            found = kind
    if gang[found] > 0:
        return found
    return shed_card(cheapest_card(game, [card_shed(choice) for choice in ask.choices]))


# What a question is about.


def places_used_then(game: Town, ask: Ask) -> dict[str, Any]:
    """How many places may be used after collecting and after paying (DT-7.1, DT-18.2, DT-18.3)."""
    return {"collect": 1, "pay": 1} if game.seats > 2 else {"collect": 0, "pay": 2}


# What chance is asked.

DRAWN: Final = Point("draw")
TURNED_UP: Final = Point("informant")
FENCE: Final = Point("fence")
FIRST_PLACER: Final = Point("first_placer")

# DT-3 Placing, opening displays

PLACE_1: Final = Point(
    "place_1", asks=kinds.FIRST_PLACE, closed=closed.placing, default=always(DOWNTOWN)
)
PLACE_2: Final = Point(
    "place_1/place_2", asks=kinds.PLACE, wrong=wrong.second_place, default=if_possible(BANK)
)
OPEN: Final = Point("open", asks=kinds.OPENING_MONEY, wrong=wrong.opening, closed=closed.opening)

# DT-5, DT-6 Phases 1 and 2

MOVE: Final = Point(
    "move",
    asks=kinds.SHIFT_OR_DONE,
    wrong=wrong.shifting,
    closed=closed.phase_1,
    default=always(DONE),
    in_the_open=True,
)
SELECT: Final = Point(
    "select",
    asks=kinds.COLLECT_OR_PAY,
    wrong=wrong.selection,
    closed=closed.phase_2,
    default=richest_display,
    about=places_used_then,
)
PAYMOVE: Final = Point(
    "select/paymove", asks=kinds.PAID_MOVE, wrong=wrong.paid_move, default=if_possible(DONE)
)

# DT-7 to DT-12 Phase 3

USE: Final = Point(
    "use", asks=kinds.USED_PLACE, wrong=wrong.use, closed=closed.phase_3, default=always(DONE)
)
BUY: Final = Point(
    "use/buy",
    asks=kinds.PURCHASE,
    wrong=wrong.purchase,
    default=cheapest_gangster,
    in_any_order=True,
)
WEST: Final = Point("use/west", asks=kinds.ROB_OR_LOOK, wrong=wrong.job, default=first_look)
WEST_AGAIN: Final = Point(
    "west",
    asks=kinds.ROB_OR_STOP,
    wrong=wrong.job_after_look,
    closed=closed.phase_3,
    default=always(DONE),
)
WESTPUT: Final = Point(
    "westput", asks=kinds.TOP_OR_BOTTOM, closed=closed.put_back, default=always(kinds.TOP)
)
EAST: Final = Point("use/east", asks=kinds.SELL_OR_LOOK, wrong=wrong.deal, default=first_look)
EAST_AGAIN: Final = Point(
    "east",
    asks=kinds.SELL_OR_STOP,
    wrong=wrong.deal_after_look,
    closed=closed.phase_3,
    default=always(DONE),
)
EASTPUT: Final = Point(
    "eastput", asks=kinds.PUT, wrong=wrong.open_stack, closed=closed.put_back, default=origin
)
LOOT: Final = Point("use/loot", asks=kinds.OFFER, wrong=wrong.offer, default=cheapest_offer)

# DT-13 Casino

CASINO: Final = Point(
    "casino",
    asks=kinds.VISIT_OR_SKIP,
    closed=closed.visiting,
    default=always(kinds.SKIP),
    may_be_ordered=True,
)
STAKE: Final = Point("stake", asks=kinds.STAKED_BILL, wrong=wrong.stake, closed=closed.staking)

# DT-7, DT-15 Additions, renewing the display, hand limit

ADD_MONEY: Final = Point(
    "add_money",
    asks=kinds.ADDED_MONEY,
    wrong=wrong.display_money,
    closed=closed.adding,
    may_be_ordered=True,
)
ADD_GANG: Final = Point(
    "add_money/add_gang",
    asks=kinds.DISPLAYED,
    wrong=wrong.addition,
    default=always(DONE),
    in_any_order=True,
)
LAY_MONEY: Final = Point(
    "lay_money", asks=kinds.LAID_MONEY, wrong=wrong.display_money, closed=closed.phase_4
)
LAY_GANG: Final = Point(
    "lay_money/lay_gang",
    asks=kinds.DISPLAYED,
    wrong=wrong.laying,
    default=always(DONE),
    in_any_order=True,
)
SHED: Final = Point(
    "shed", asks=kinds.SHED, wrong=wrong.shedding, closed=closed.shedding, default=surplus
)

# DT-R12 Ghetto

GHETTO: Final = Point(
    "ghetto", asks=kinds.DRAW_OR_DECLINE, closed=closed.drawing, default=always(kinds.DRAW)
)

POINTS: Final = (
    DRAWN,
    TURNED_UP,
    FENCE,
    FIRST_PLACER,
    PLACE_1,
    PLACE_2,
    OPEN,
    MOVE,
    SELECT,
    PAYMOVE,
    USE,
    BUY,
    WEST,
    WEST_AGAIN,
    WESTPUT,
    EAST,
    EAST_AGAIN,
    EASTPUT,
    LOOT,
    CASINO,
    STAKE,
    ADD_MONEY,
    ADD_GANG,
    LAY_MONEY,
    LAY_GANG,
    SHED,
    GHETTO,
)
