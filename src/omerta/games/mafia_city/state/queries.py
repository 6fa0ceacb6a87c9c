"""What rules and players may ask of the table and of a hand: every condition stands here once."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.mafia_city.state.components import (
    ACTION_TEXTS,
    CITY_HALL,
    FIGHT_CLUB,
    GRAND_SCHEME,
    HAT,
    POLICE_RAID,
    SHADOW_GAMES,
    SNITCH,
    THIEF,
    TRADE,
)
from omerta.games.mafia_city.state.kinds import (
    DISCARD,
    LEAVE,
    ONE_HAT,
    PASS,
    PLACE,
    TEXT,
    TWO_HATS,
    action_of,
    chip_of,
    has_seat,
    kind_of,
    location_of,
    pair_of,
    position_of,
    symbol_of,
    with_position,
)
from omerta.games.mafia_city.state.table import Public

# Cards in a hand. Hands are sorted, so that equal cards lie side by side.


def different(cards: tuple[int, ...]) -> list[int]:
    """The cards of a hand, equal ones once."""
    found: list[int] = []
    for card in cards:
        if card not in found:
            found.append(card)
    return found


def with_symbol(hand: tuple[int, ...], symbol: int) -> list[int]:
    """The different cards with this symbol."""
    found: list[int] = []
    for card in hand:
        if symbol_of(card) == symbol and card not in found:
            found.append(card)
    return found


def with_text(hand: tuple[int, ...], kind: int) -> list[int]:
    """The different cards with this text."""
    found: list[int] = []
    for card in hand:
        if kind_of(card) == kind and card not in found:
            found.append(card)
    return found


def pairs_with_symbol(hand: tuple[int, ...], symbol: int) -> list[int]:
    """The different pairs of cards with this symbol, of any kinds (MC-5.7)."""
    cards: list[int] = []
    for card in hand:
        if symbol_of(card) == symbol:
            cards.append(card)
    found: list[int] = []
    for place in range(len(cards)):
        for other in range(place + 1, len(cards)):
            pair = pair_of(cards[place], cards[other])
            if pair not in found:
                found.append(pair)
    return found


# Chips in stacks.


def owner_of(public: Public, chip: int) -> Seat:
    """Whose chip it is."""
    return public.stacks[location_of(chip)][position_of(chip) - 1]


def is_in_stack(public: Public, chip: int) -> bool:
    """Whether there is a chip at this height of the stack."""
    return 1 <= position_of(chip) <= len(public.stacks[location_of(chip)])


def lowest_alike(stack: tuple[int, ...], position: int) -> int:
    """The lowest of the neighbouring chips of one owner: they are equivalent (MC-2.11)."""
    while position > 1 and stack[position - 2] == stack[position - 1]:
        position -= 1
    return position


def like_below(public: Public, location: int) -> list[int]:
    """The chips here that are equivalent to the one right below them (MC-2.11)."""
    stack = public.stacks[location]
    return [
        chip_of(location, place + 1)
        for place in range(1, len(stack))
        if stack[place] == stack[place - 1]
    ]


def is_lowest_alike(public: Public, chip: int) -> bool:
    """Whether no equivalent chip lies below this one (MC-2.11)."""
    position = position_of(chip)
    return lowest_alike(public.stacks[location_of(chip)], position) == position


def chips_at(public: Public, location: int) -> list[int]:
    """The choices of a chip here; of equivalent ones the lowest (MC-2.11)."""
    found: list[int] = []
    below = NOTHING
    for place, owner in enumerate(public.stacks[location]):
        if owner != below:
            found.append(chip_of(location, place + 1))
        below = owner
    return found


def all_chips(public: Public) -> list[int]:
    """The choices of a chip in any stack, of every player (MC-2.12), never in the cell (MC-2.9)."""
    found: list[int] = []
    for location in range(1, 8):
        found += chips_at(public, location)
    return found


def own_chips(public: Public, seat: Seat) -> list[int]:
    """The choices of an own chip in any stack (MC-5.2)."""
    return [chip for chip in all_chips(public) if owner_of(public, chip) == seat]


def is_third(public: Public, chip: int, causer: Seat, owner: Seat) -> bool:
    """Whether a chip is a third player's: not the causer's, nor the one sent (MC-6.22)."""
    return owner_of(public, chip) not in (causer, owner)


def third_chips(public: Public, causer: Seat, owner: Seat) -> list[int]:
    """The choices of a third player's chip; whoever began it all may be one (MC-6.24)."""
    return [chip for chip in all_chips(public) if is_third(public, chip, causer, owner)]


# Targets (MC-3.5, table 2.4).


def filled(public: Public) -> list[int]:
    """The locations with a chip in their stack."""
    return [location for location in range(1, 8) if public.stacks[location]]


def has_chip_in_stacks(public: Public, seat: Seat) -> bool:
    """Whether this seat has a chip in any stack."""
    return any(seat in stack for stack in public.stacks)


def can_raid(public: Public, seat: Seat, location: int) -> bool:
    """Whether a seat has at least two chips in a stack (MC-6.13); the cell is none (MC-6.15)."""
    return public.stacks[location].count(seat) >= 2


def raids(public: Public, seat: Seat) -> list[int]:
    """Where this seat can raid."""
    return [location for location in range(1, 8) if can_raid(public, seat, location)]


def victims(public: Public, thief: Seat) -> list[Seat]:
    """The other players who have a card (MC-6.6)."""
    cards = public.cards
    return [seat for seat in range(len(cards)) if seat != thief and cards[seat] > 0]


def can_draw(public: Public) -> bool:
    """Whether there is a card to draw, now or after a reshuffle (MC-2.20)."""
    return public.deck > 0 or len(public.discard) > 0


def has_target(public: Public, seat: Seat, kind: int) -> bool:
    """Whether the text of an Action card has a legal target now (MC-3.5, table 2.4).

    No other text can be played as an action (MC-4.8).
    """
    if kind in (SNITCH, GRAND_SCHEME):
        return any(public.stacks)
    if kind == THIEF:
        return len(victims(public, seat)) > 0
    if kind == POLICE_RAID:
        return any(can_raid(public, seat, location) for location in range(1, 8))
    if kind == SHADOW_GAMES:
        return len(filled(public)) >= 2
    if kind == TRADE:
        return can_draw(public)
    return False


def are_adjacent(layout: tuple[int, ...], location: int, other: int) -> bool:
    """Whether the tiles share an edge (MC-1.7); the layout is the centre, then the ring."""
    if location == other:
        return False
    if layout[0] in (location, other):
        return True
    apart = abs(layout.index(location) - layout.index(other))
    return apart == 1 or apart == 5


def neighbours(public: Public, here: int) -> list[int]:
    """The locations that are adjacent to this one."""
    return [place for place in range(1, 8) if are_adjacent(public.layout, here, place)]


# Turns.

PASS_OR_PLACE: Final = [PASS, *(action_of(PLACE, location) for location in range(1, 8))]


def turns(public: Public, hand: tuple[int, ...], seat: Seat) -> list[int]:
    """C, A and B: to pass, to place a chip from the hand (MC-4.4), to use a card as an action.

    Texts of the type Action (MC-4.5), one Hat or two (MC-4.6) while there is a chip in the
    reserve (MC-5.4), and any card to temporize (MC-4.7), a Fist for nothing else (MC-5.9).
    """
    choices = PASS_OR_PLACE[:] if public.hand[seat] > 0 else [PASS]
    last = NOTHING
    for card in hand:
        if card == last:
            continue
        last = card
        if has_target(public, seat, kind_of(card)):
            choices.append(action_of(TEXT, card))
        if symbol_of(card) == HAT and has_chip_in_stacks(public, seat):
            choices.append(action_of(ONE_HAT, card))
        choices.append(action_of(DISCARD, card))
    if public.reserve[seat] > 0:
        for pair in pairs_with_symbol(hand, HAT):
            choices.append(action_of(TWO_HATS, pair))
    return choices


def actions(public: Public, hand: tuple[int, ...], seat: Seat) -> list[int]:
    """A and B: what may follow a Bullet (MC-4.15)."""
    return turns(public, hand, seat)[1:]


def can_only_pass(public: Public, hand: tuple[int, ...], seat: Seat) -> bool:
    """By the strict note: no chip in hand, no Action text and no Hat (MC-R7)."""
    of_use = [symbol_of(card) == HAT or kind_of(card) in ACTION_TEXTS for card in hand]
    return public.hand[seat] == 0 and not any(of_use)


def may_use_bullet(public: Public, seat: Seat) -> bool:
    """Whether a passed player has something for a Bullet, as all can see (MC-4.14)."""
    cards = public.cards[seat]
    return cards >= 2 or (cards == 1 and public.hand[seat] > 0)


# Control.

NOBODY_ON_A_TIE: Final = (FIGHT_CLUB, CITY_HALL)
"""Where the lowest chip does not decide (MC-7.15)."""


def leaders(stack: tuple[int, ...], agreements: list[int], first: Seat) -> list[Seat]:
    """Who has the highest total, in the order of the tie-break; nobody at an empty stack.

    A total is own chips in the stack, never in the cell (MC-2.7), plus own standing Secret
    Agreements (MC-7.12). The lowest chip of the tied comes first (MC-7.14), a seat without a
    chip last, in the order of play (MC-R29).
    """
    if not stack:
        return []
    totals = agreements[:]
    highest = 0
    for owner in stack:
        totals[owner] += 1
    for total in totals:
        if total > highest:
            highest = total
    seats = len(totals)
    found: list[Seat] = []
    for seat in stack:
        if totals[seat] == highest and seat not in found:
            found.append(seat)
    for steps in range(seats):
        seat = (first + steps) % seats
        if totals[seat] == highest and seat not in found:
            found.append(seat)
    return found


def controller(location: int, leading: list[Seat]) -> Seat:
    """Who of the leaders controls a location.

    A single one does (MC-7.13); on a tie the first of them (MC-7.14), but nobody at the Fight
    Club and at City Hall (MC-7.15); without a chip there is none (MC-7.16).
    """
    if not leading or (len(leading) > 1 and location in NOBODY_ON_A_TIE):
        return NOTHING
    return leading[0]


# The Strategy Phase.


def undecided(public: Public, location: int, decided: int) -> list[Seat]:
    """Who has a chip in the stack (MC-15.9) and has not decided there, the first player first."""
    stack = public.stacks[location]
    seats = len(public.hand)
    found: list[Seat] = []
    for steps in range(seats):
        seat = (public.first + steps) % seats
        if seat in stack and not has_seat(decided, seat):
            found.append(seat)
    return found


def own_sets(stack: tuple[int, ...], seat: Seat) -> list[int]:
    """All sets of own chips; of equivalent ones the lowest are taken first (MC-2.11)."""
    found = [LEAVE]
    before_run = 1
    below = NOTHING
    for place, owner in enumerate(stack):
        if owner == seat:
            if below != seat:
                before_run = len(found)
            found += [with_position(chips, place + 1) for chips in found[-before_run:]]
        below = owner
    return found
