"""What rules and players may ask of the table and of one's own hand."""

from __future__ import annotations

from omerta.core import NOTHING, Seat
from omerta.games.downtown.state.components import (
    CORE,
    DOWNTOWN,
    HALF,
    HAND_LIMIT,
    HAND_LIMIT_VILLA,
    POLICE,
    PRICES,
    VILLA,
    WEST_SIDE,
)
from omerta.games.downtown.state.deck import Deck
from omerta.games.downtown.state.gang import Gang, count, includes, kinds
from omerta.games.downtown.state.kinds import loot_bought, loot_of, shift, trio_of
from omerta.games.downtown.state.table import Public, Secret

# Placing (DT-3)


def may_stand_together(first: int, second: int) -> bool:
    """Whether one of two different places is a core place (DT-3.3, DT-3.4)."""
    return first != second and (first in CORE or second in CORE)


# Phase 1 (DT-5)


def moves_to_empty(public: Public, seat: Seat, moved: int) -> list[int]:
    """The moves to places without any piece, but for the piece that stands on `moved` (DT-5.3)."""
    empty = public.empty_places()
    return [shift(place, to) for place in public.places(seat) if place != moved for to in empty]


def moved(pieces: tuple[int, int], origin: int, to: int) -> tuple[int, int]:
    """Two pieces when the one on `origin` has moved."""
    return (to, pieces[1]) if pieces[0] == origin else (pieces[0], to)


# Phase 2 (DT-6)


def can_pay(public: Public, own: Secret, other: Seat) -> bool:
    """Whether the whole price can be handed over from cash and hand (DT-6.7, DT-6.8).

    The price of an empty display is nothing (DT-6.11).
    """
    return own.cash >= public.money[other] and includes(own.gang, public.display[other])


def moves_to_paid(pieces: tuple[int, int], theirs: tuple[int, int]) -> list[int]:
    """The moves of these pieces to a place of the paid player (DT-6.12).

    A place with an own piece is none of them (DT-6.13); a piece that moved in phase 1 may move
    again (DT-6.17).
    """
    first, second = pieces
    return [shift(place, to) for place in pieces for to in theirs if to not in (first, second)]


# Phase 3 (DT-7 to DT-12)


def prices_of(row: Gang) -> Gang:
    """The price of each kind by its number in the row (DT-8.2)."""
    return (PRICES[min(row[0], 4)], PRICES[min(row[1], 4)], PRICES[min(row[2], 4)])


def affordable(public: Public, own: Secret) -> list[int]:
    """The kinds in the row whose price fits the cash (DT-8.4)."""
    return [kind for kind in kinds(public.row) if count(public.prices, kind) <= own.cash]


def can_be_used(public: Public, own: Secret, place: int) -> bool:
    """Whether at least one action is possible at a core place."""
    if place == DOWNTOWN:
        return bool(affordable(public, own))
    return bool(informants_with_cards(public) if place == WEST_SIDE else open_stacks(public))


def usable(public: Public, own: Secret, seat: Seat) -> list[int]:
    """The core places with an own piece where something can be done, each once (DT-7.1).

    A place just moved to is one of them (DT-7.2); Ghetto, Bank and Villa never are (DT-7.3).
    """
    return [
        place
        for place in CORE
        if public.has_piece(seat, place)
        and place not in public.used
        and can_be_used(public, own, place)
    ]


def informants_with_cards(public: Public) -> list[int]:
    """The informants whose stacks are not empty (DT-11.2, DT-11.5)."""
    return [informant for informant in range(3) if public.tops[informant] != NOTHING]


def crew_of(public: Public, deck: Deck, informant: int) -> Gang:
    """The crew that the top card of an informant shows."""
    return deck.crews[trio_of(public.tops[informant])]


def can_rob(public: Public, own: Secret, deck: Deck, informant: int) -> bool:
    """Whether there is a top card and exactly its crew in the hand, no substitutes (DT-11.3)."""
    return public.tops[informant] != NOTHING and includes(
        own.gang, crew_of(public, deck, informant)
    )


def robberies(public: Public, own: Secret, deck: Deck) -> list[int]:
    """The informants who can be robbed."""
    return [informant for informant in range(3) if can_rob(public, own, deck, informant)]


def fitting(public: Public, own: Secret, stack: int) -> list[int]:
    """One's own cards, but for those on offer, of the kind that the top fence handles (DT-12.4)."""
    fences = public.fences[stack]
    if not fences:
        return []
    loot = loot_bought(fences[0])
    return [card for card in own.loot if loot_of(card) == loot and card not in own.offer]


def sales(public: Public, own: Secret) -> list[int]:
    """The stacks whose top fence takes at least one own card."""
    return [stack for stack in range(3) if fitting(public, own, stack)]


def quarters_paid(buyer: int) -> int:
    """What a seller gets: two quarters from a half fence, one from the police, else three.

    So DT-12.7; the police leaves a quarter of all cards (DT-12.8).
    """
    if buyer == HALF:
        return 2
    return 1 if buyer == POLICE else 3


def open_stacks(public: Public) -> list[int]:
    """The fence stacks that hold a fence (DT-12.2)."""
    return [stack for stack in range(3) if public.is_open(stack)]


# Phase 4 (DT-15)


def hand_limit(public: Public, seat: Seat) -> int:
    """How many cards may stay in the hand: more with an own piece at the Villa (DT-14.1)."""
    return HAND_LIMIT_VILLA if public.has_piece(seat, VILLA) else HAND_LIMIT
