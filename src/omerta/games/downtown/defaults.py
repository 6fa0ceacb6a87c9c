"""What happens for a seat that does not answer in time (section 7)."""

from __future__ import annotations

from omerta.core import Ask, Seat
from omerta.games.downtown.gang import LOOKOUT, NOBODY, SAFECRACKER, SPY
from omerta.games.downtown.table import (
    BANK,
    DECLINE,
    DONE,
    DOWNTOWN,
    DRAW,
    LOOK,
    LOOT_CARD,
    PAY,
    SKIP,
    TOP,
)
from omerta.games.downtown.town import Town


def default(town: Town, ask: Ask) -> int:
    """The default of a decision point."""
    point = ask.point
    choices = ask.choices
    if point == "place_1":
        return DOWNTOWN
    if point == "place_1/place_2":
        return BANK if BANK in choices else DOWNTOWN
    if point == "select":
        return selection(town, ask)
    if DONE in choices:
        return DONE
    if point == "use/buy":
        return cheapest(town)
    if point in ("use/west", "use/east"):
        return min(choice for choice in choices if choice >= LOOK)
    if point == "use/loot":
        return cheapest_card(town, list(choices))
    if point == "westput":
        return TOP
    if point == "eastput":
        return choices[0] if town.top is None else town.top.target
    if point == "casino":
        return SKIP
    if point == "ghetto":
        return DRAW if DRAW in choices else DECLINE
    if point == "shed":
        return surplus(town, ask)
    return choices[0]


def selection(town: Town, ask: Ask) -> int:
    """Collect where most money lies; with two players pay, if it costs nothing."""
    public = town.public
    others = town.clockwise(ask.seat)
    if town.seats == 2:
        other = others[0]
        is_free = public.money[other] == 0 and public.display[other] == NOBODY
        return PAY + other if is_free else other
    best: Seat = others[0]
    for other in others:
        if public.money[other] > public.money[best]:
            best = other
    return best


def cheapest(town: Town) -> int:
    """The cheapest gangster of the row."""
    public = town.public
    found = LOOKOUT
    for kind in (LOOKOUT, SAFECRACKER, SPY):
        if public.row[kind] == 0:
            continue
        if public.row[found] == 0 or public.prices[kind] < public.prices[found]:
            found = kind
    return found


def cheapest_card(town: Town, cards: list[int]) -> int:
    """The card with the lowest true value; of equal ones the first in the table of 3.2."""
    deck = town.options.deck
    found = cards[0]
    for card in cards:
        if deck.value(card) < deck.value(found):
            found = card
    return found


def surplus(town: Town, ask: Ask) -> int:
    """The most numerous kind of gangster; without gangsters the cheapest card."""
    gang = town.secret[ask.seat].gang
    found = LOOKOUT
    for kind in (SAFECRACKER, SPY):
        if gang[kind] > gang[found]:
            found = kind
    if gang[found] > 0:
        return found
    return LOOT_CARD + cheapest_card(town, [choice - LOOT_CARD for choice in ask.choices])
