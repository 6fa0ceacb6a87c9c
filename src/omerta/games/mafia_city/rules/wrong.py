"""What speaks against an answer, found in the seat's own view.

Each function gives the text key of a reason, or nothing if nothing speaks against the answer.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Frame, Seat, without_card
from omerta.core.point import Wrong
from omerta.games.mafia_city.state.components import (
    BULLET,
    COMPLICITY,
    FBI,
    FIST,
    GRAND_SCHEME,
    HAT,
    HITMAN,
    LOCATION_TEXTS,
    PLUS_ONE,
    POLICE_CHIEF,
    POLICE_RAID,
    REACTION_TEXTS,
    SECRET_AGREEMENT,
    SHADOW_GAMES,
    SNITCH,
    THIEF,
    TRADE,
)
from omerta.games.mafia_city.state.game import ReactionWindow
from omerta.games.mafia_city.state.kinds import (
    DECLINE,
    DISCARD,
    LEAVE,
    ONE_HAT,
    PASS,
    PLACE,
    TEXT,
    cards_of,
    has_position,
    is_pair,
    kind_of,
    location_of,
    positions_of,
    symbol_of,
    thing_of,
    way_of,
)
from omerta.games.mafia_city.state.queries import (
    are_adjacent,
    can_only_pass,
    can_raid,
    filled,
    has_chip_in_stacks,
    has_target,
    is_in_stack,
    is_lowest_alike,
    is_third,
    lowest_alike,
    owner_of,
    undecided,
)
from omerta.games.mafia_city.view import CityView, effect_of

ANSWERS: Final = {POLICE_CHIEF: (SNITCH, THIEF, POLICE_RAID), FBI: (HITMAN, TRADE, GRAND_SCHEME)}
"""The texts that each of the two answers, to tell of a card that is used for its symbol."""
REACTIONS: Final = ("fists", "police_chief", "fbi", "complicity")
SYMBOL_EFFECTS: Final = ("hat", "hats", "bullet", "plus_one")

NO_TARGET: Final = {
    SNITCH: "no_chip_in_stacks",
    GRAND_SCHEME: "no_chip_in_stacks",
    THIEF: "nobody_has_cards",
    POLICE_RAID: "raid_needs_two",
    SHADOW_GAMES: "needs_two_stacks",
    TRADE: "nothing_to_draw",
}
"""What is missing where the text of an Action card has no target."""


def unless_declined(wrong: Wrong) -> Wrong:
    """The same where one may decline."""

    def or_declined(seen: CityView, choice: int) -> str:
        return "" if choice == DECLINE else wrong(seen, choice)

    return or_declined


def asking(seen: CityView) -> Frame:
    """The place in the rules at which this seat is asked."""
    assert seen.top is not None, "somebody is asked"
    return seen.top


# Cards.


def not_held(seen: CityView, thing: int) -> str:
    """A card, or a pair, that is not in the hand."""
    hand = seen.mine.cards
    for card in cards_of(thing):
        if card not in hand:
            return "not_in_hand"
        hand = without_card(hand, card)
    return ""


def other_symbol(thing: int, symbol: int) -> bool:
    """Whether one of the cards has another symbol."""
    return any(symbol_of(card) != symbol for card in cards_of(thing))


def bullet(seen: CityView, card: int) -> str:
    """A card that is no Bullet (MC-4.13)."""
    return not_held(seen, card) or ("no_bullet" if symbol_of(card) != BULLET else "")


def plus_one(seen: CityView, card: int) -> str:
    """A card that is no +1 (MC-5.11)."""
    return not_held(seen, card) or ("no_plus_one" if symbol_of(card) != PLUS_ONE else "")


def complicity(seen: CityView, card: int) -> str:
    """A card that is no Complicity (MC-6.21)."""
    return not_held(seen, card) or ("not_a_complicity" if kind_of(card) != COMPLICITY else "")


def hitman(seen: CityView, card: int) -> str:
    """A card that is no Hitman (MC-6.1)."""
    return not_held(seen, card) or ("not_a_hitman" if kind_of(card) != HITMAN else "")


def agreement(seen: CityView, card: int) -> str:
    """A card that is no Secret Agreement (MC-6.31)."""
    return not_held(seen, card) or ("not_an_agreement" if kind_of(card) != SECRET_AGREEMENT else "")


def trade_discard(seen: CityView, card: int) -> str:
    """A card that was not drawn by this Trade (MC-6.29)."""
    return not_held(seen, card) or ("" if card in seen.mine.drawn else "only_drawn")


# Actions.


def turn(seen: CityView, choice: int) -> str:
    """Passing is always right (MC-4.9); the strict note may leave nothing else (MC-4.10)."""
    if choice == PASS:
        return ""
    speaks = action(seen, choice)
    if speaks or way_of(choice) != DISCARD or seen.options["forced_pass"] != "strict_note":
        return speaks
    return "must_pass" if can_only_pass(seen.public, seen.mine.cards, seen.seat) else ""


def action(seen: CityView, choice: int) -> str:
    """A way to act without what it needs."""
    public = seen.public
    way = way_of(choice)
    if way == PLACE:
        return "" if public.hand[seen.seat] > 0 else "no_chip_in_hand"
    thing = thing_of(choice)
    if not_held(seen, thing):
        return not_held(seen, thing)
    if way == TEXT:
        return text(seen, kind_of(thing))
    if way == DISCARD:
        return ""
    if other_symbol(thing, HAT):
        return "no_hat"
    if way == ONE_HAT:
        return "" if has_chip_in_stacks(public, seen.seat) else "no_own_chip"
    return "" if public.reserve[seen.seat] > 0 else "reserve_empty"


def text(seen: CityView, kind: int) -> str:
    """A text that is no Action (MC-4.8), or one without a target (MC-3.5)."""
    if kind in LOCATION_TEXTS:
        return "location_text"
    if kind in REACTION_TEXTS:
        return "reaction_text"
    return "" if has_target(seen.public, seen.seat, kind) else NO_TARGET[kind]


# Targets.


def chip(seen: CityView, chosen: int) -> str:
    """No chip, or one that lies above an equivalent one (MC-2.11)."""
    if not is_in_stack(seen.public, chosen):
        return "no_such_chip"
    return "" if is_lowest_alike(seen.public, chosen) else "lowest_chip"


def chip_of_action(seen: CityView, chosen: int) -> str:
    """A chip that the action cannot be aimed at: with a Hat another player's (MC-5.2)."""
    speaks = chip(seen, chosen)
    if not speaks and effect_of(asking(seen)) == "hat":
        return "" if owner_of(seen.public, chosen) == seen.seat else "not_own_chip"
    return speaks


def third_chip(seen: CityView, chosen: int) -> str:
    """A chip of the causer or of oneself (MC-6.22); the causer is the target so far."""
    speaks = chip(seen, chosen)
    if speaks or is_third(seen.public, chosen, asking(seen).target, seen.seat):
        return speaks
    return "not_third_player"


def chip_at_hitman(seen: CityView, chosen: int) -> str:
    """A chip at another location than the Hitman's (MC-6.2)."""
    speaks = chip(seen, chosen)
    if speaks or location_of(chosen) == seen.public.hitman:
        return speaks
    return "not_at_hitman"


def location_of_action(seen: CityView, location: int) -> str:
    """A location that the action cannot be aimed at."""
    frame = asking(seen)
    effect = effect_of(frame)
    if effect == "police_raid":
        return "" if can_raid(seen.public, seen.seat, location) else "raid_needs_two"
    if effect == "shadow_games":
        return stack(seen, frame.target, location)
    if effect == "grand_scheme":
        return "same_location" if location == location_of(frame.target) else ""
    return ""


def stack(seen: CityView, first: int, location: int) -> str:
    """A stack that cannot be swapped; the one with the lower number is named first (MC-6.17)."""
    places = filled(seen.public)
    if location == first:
        return "two_different"
    if location not in places:
        return "stack_empty"
    if first == NOTHING:
        return "lower_first" if location == places[-1] else ""
    return "lower_first" if location < first else ""


def victim(seen: CityView, seat: Seat) -> str:
    """Nobody, oneself, or a player without cards (MC-6.6)."""
    if seat >= seen.seats:
        return "unknown_seat"
    if seat == seen.seat:
        return "not_oneself"
    return "" if seen.public.cards[seat] else "victim_without_cards"


# Reactions.


def reaction(seen: CityView, thing: int) -> str:
    """Cards that cannot answer the effect whose window is open."""
    frame = asking(seen)
    window = frame.asking
    assert isinstance(window, ReactionWindow), "a window is open"
    if not_held(seen, thing):
        return not_held(seen, thing)
    if is_pair(thing):
        if not window.fists:
            return "fists_never_at_location"
        return "two_fists" if other_symbol(thing, FIST) else ""
    kind = kind_of(thing)
    if kind not in ANSWERS:
        return "not_a_reaction"
    if kind == window.listed:
        return ""
    effect = effect_of(frame)
    if effect in REACTIONS:
        return "only_fists"
    used = [kind_of(card) for card in cards_of(frame.thing)]
    if effect in SYMBOL_EFFECTS and any(one in ANSWERS[kind] for one in used):
        return "only_text"
    return "not_on_chief_list" if kind == POLICE_CHIEF else "not_on_fbi_list"


# Locations.


def pick_location(seen: CityView, location: int) -> str:
    """A location that is solved (MC-7.20)."""
    return "already_marked" if seen.public.marked[location] else ""


def hitman_move(seen: CityView, location: int) -> str:
    """A location that is not adjacent to the Hitman's (MC-9.2)."""
    public = seen.public
    return "" if are_adjacent(public.layout, public.hitman, location) else "not_adjacent"


# The Strategy Phase.


def pick_strategy_location(seen: CityView, location: int) -> str:
    """A location without its cube (MC-15.3)."""
    return "" if seen.public.marked[location] else "no_cube"


def strategy_seat(seen: CityView, seat: Seat) -> str:
    """A player who has no chip there or has decided (MC-15.5)."""
    if seat >= seen.seats:
        return "unknown_seat"
    frame = asking(seen)
    left = undecided(seen.public, frame.target, frame.thing)
    return "" if seat in left else "not_undecided"


def take_back(seen: CityView, chips: int) -> str:
    """Chips that are not there, not one's own (MC-15.8), or above equivalent ones (MC-2.11)."""
    if chips == LEAVE:
        return ""
    here = seen.public.stacks[seen.public.at]
    for position in positions_of(chips):
        if position > len(here):
            return "no_such_chip"
        if here[position - 1] != seen.seat:
            return "not_own_here"
        if lowest_alike(here, position) < position and not has_position(chips, position - 1):
            return "lowest_chip"
    return ""
