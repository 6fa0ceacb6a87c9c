"""What is wrong with the words of a move where such a move is asked for."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING
from omerta.games.downtown.deck import INFORMANTS, loot_of
from omerta.games.downtown.gang import Gang, gang_of, includes
from omerta.games.downtown.notation import LETTERS, SEATS, canonical, read_gang
from omerta.games.downtown.table import (
    CORE,
    DOWNTOWN,
    EAST_SIDE,
    OPENING,
    PLACES,
    STAKES,
    WEST_SIDE,
)
from omerta.games.downtown.town import fence_kind
from omerta.games.downtown.view import TownView

NUMBER_OF_WORDS: Final = {
    "place": (2,),
    "shift": (2,),
    "collect": (1,),
    "pay": (1, 3),
    "rob": (1,),
    "look": (1,),
    "put": (1,),
    "open": (1,),
    "stake": (1,),
    "shed": (1,),
    "done": (0,),
    "top": (0,),
    "bottom": (0,),
    "visit": (0,),
    "skip": (0,),
    "draw": (0,),
    "decline": (0,),
}
"""How many words may follow the first one; the others list as many things as one likes."""


def wrong_with(seen: TownView, point: str, said: list[str]) -> str:
    """The reason, or nothing if the words are right; a part of a move may begin in the middle."""
    if "/" in point:
        return wrong_part(seen, point, said)
    if not said:
        return "unknown_choice"
    act = said[0]
    rest = said[1:]
    if act in NUMBER_OF_WORDS and len(rest) not in NUMBER_OF_WORDS[act]:
        return "wrong_words"
    if act == "place":
        return wrong_placing(rest)
    if act == "shift":
        return wrong_shift(seen, rest)
    if act in ("collect", "pay"):
        return wrong_selection(seen, act, rest)
    if act == "buy":
        return wrong_purchase(seen, rest)
    if act in ("rob", "look") and (act == "rob" or not rest[0].isdecimal()):
        return wrong_at_west(seen, act, rest[0])
    if act in ("look", "sell"):
        return wrong_at_east(seen, act, rest)
    if act == "put":
        return wrong_stack(seen, rest[0])
    if act in ("open", "stake"):
        return wrong_amount(seen, act, rest[0])
    if act in ("add", "lay"):
        return wrong_display(seen, rest)
    return wrong_shedding(seen, rest[0]) if act == "shed" else ""


def wrong_part(seen: TownView, point: str, said: list[str]) -> str:
    """The same for a choice that continues a move."""
    public = seen.public
    if point == "place_1/place_2":
        if not said:
            return "unknown_choice"
        return wrong_placing([PLACES[public.pieces[seen.seat][0]], *said])
    if point == "select/paymove":
        return wrong_paymove(seen, SEATS[public.next], said) if said else "must_move"
    if point == "use/buy":
        return wrong_purchase(seen, said)
    if point == "use/west":
        return wrong_at_west(seen, said[0], said[1]) if said else "one_use"
    if point == "use/east":
        return wrong_at_east(seen, said[0], said[1:]) if said else "one_use"
    if point == "use/loot":
        return wrong_offer(seen, said)
    gang = gang_of(LETTERS.index(letter) for letter in said)
    return "" if includes(seen.mine.gang, gang) else "gangster_not_in_hand"


def wrong_placing(rest: list[str]) -> str:
    """Two different places, one of them a core place (DT-3.3, DT-3.4)."""
    if any(word not in PLACES for word in rest):
        return "unknown_place"
    if rest[0] == rest[1]:
        return "two_places"
    core = any(PLACES.index(word) in CORE for word in rest)
    return "" if core else "core_place"


def wrong_shift(seen: TownView, rest: list[str]) -> str:
    """From an own piece that has not moved yet to a place without any piece (DT-5)."""
    if any(word not in PLACES for word in rest):
        return "unknown_place"
    origin = PLACES.index(rest[0])
    if not seen.public.has_piece(seen.seat, origin):
        return "piece_not_there"
    if seen.top is not None and seen.top.target == origin:
        return "moved_already"
    return "" if seen.public.is_empty(PLACES.index(rest[1])) else "place_occupied"


def wrong_selection(seen: TownView, act: str, rest: list[str]) -> str:
    """Another player, and a price that can be handed over (DT-6.1, DT-6.8)."""
    if len(rest[0]) != 1 or rest[0] not in SEATS[: seen.seats]:
        return "unknown_seat"
    other = SEATS.index(rest[0])
    if other == seen.seat:
        return "not_oneself"
    if act == "collect":
        return ""
    public = seen.public
    if seen.mine.cash < public.money[other]:
        return "too_little_cash"
    if not includes(seen.mine.gang, public.display[other]):
        return "gangsters_missing"
    if len(rest) == 1:
        return "must_move" if seen.seats > 2 else ""
    return wrong_paymove(seen, rest[0], rest[1:])


def wrong_paymove(seen: TownView, other: str, rest: list[str]) -> str:
    """To a place of the paid player without an own piece (DT-6.12, DT-6.13)."""
    public = seen.public
    if any(word not in PLACES for word in rest):
        return "unknown_place"
    origin, to = PLACES.index(rest[0]), PLACES.index(rest[1])
    if not public.has_piece(seen.seat, origin):
        return "piece_not_there"
    if not public.has_piece(SEATS.index(other), to):
        return "not_at_paid"
    return "own_piece_there" if public.has_piece(seen.seat, to) else ""


def wrong_use(seen: TownView, place: int) -> str:
    """A core place with an own piece where something can be done, not used yet (DT-7.1)."""
    if not 0 <= place < len(PLACES):
        return "unknown_choice"
    if place not in CORE:
        return "never_used"
    if wrong_place(seen, place):
        return wrong_place(seen, place)
    if place == DOWNTOWN:
        return "too_expensive"
    return "informant_without_cards" if place == WEST_SIDE else "stack_closed"


def wrong_place(seen: TownView, place: int) -> str:
    """An own piece stands there, and the place has not been used before."""
    if not seen.public.has_piece(seen.seat, place):
        return "no_piece_there"
    begins = seen.asked is not None and seen.asked.point == "use"
    return "each_place_once" if begins and seen.public.used >> place & 1 else ""


def wrong_purchase(seen: TownView, rest: list[str]) -> str:
    """Gangsters of the row at prices that the cash covers (DT-8)."""
    public = seen.public
    if wrong_place(seen, DOWNTOWN):
        return wrong_place(seen, DOWNTOWN)
    if any(letter not in ("S", "T", "L") for letter in rest):
        return "unknown_gangster"
    gang = gang_of(LETTERS.index(letter) for letter in rest)
    if not rest:
        return "buy_at_least_one"
    if not includes(public.row, gang):
        return "not_in_row"
    return "too_expensive" if price(public.prices, gang) > seen.mine.cash else ""


def price(prices: Gang, gang: Gang) -> int:
    """What these gangsters cost together."""
    return prices[0] * gang[0] + prices[1] * gang[1] + prices[2] * gang[2]


def wrong_at_west(seen: TownView, act: str, name: str) -> str:
    """An informant with cards and, for a robbery, the crew in hand (DT-11)."""
    if name not in INFORMANTS:
        return "unknown_informant"
    if wrong_place(seen, WEST_SIDE):
        return wrong_place(seen, WEST_SIDE)
    top = seen.public.tops[INFORMANTS.index(name)]
    if top == NOTHING:
        return "informant_without_cards"
    if act == "look":
        return "no_second_look" if seen.asked is not None and seen.asked.point == "west" else ""
    return "" if includes(seen.mine.gang, seen.options.deck.crews[top // 3]) else "crew_missing"


def wrong_at_east(seen: TownView, act: str, rest: list[str]) -> str:
    """An open stack and, for a sale, cards that its top fence takes (DT-12)."""
    if not rest:
        return "wrong_words"
    if wrong_place(seen, EAST_SIDE):
        return wrong_place(seen, EAST_SIDE)
    if wrong_stack(seen, rest[0]):
        return wrong_stack(seen, rest[0])
    if act == "look":
        return "no_second_look" if seen.asked is not None and seen.asked.point == "east" else ""
    kind = fence_kind(seen.public.fences[int(rest[0]) - 1][0])
    for place, word in enumerate(rest[1:], start=1):
        card = seen.options.deck.card(word)
        if card < 0:
            return "unknown_card"
        if card not in seen.mine.loot:
            return "card_not_in_hand"
        if loot_of(card) != kind:
            return "wrong_loot"
        if word in rest[1:place]:
            return "offered_already"
    if len(rest) > 1:
        return ""
    fits = any(loot_of(card) == kind for card in seen.mine.loot)
    return "offer_at_least_one" if fits else "wrong_loot"


def wrong_stack(seen: TownView, word: str) -> str:
    """A fence stack that holds a fence (DT-12.2)."""
    if word not in ("1", "2", "3"):
        return "unknown_stack"
    return "" if seen.public.is_open(int(word) - 1) else "stack_closed"


def wrong_offer(seen: TownView, said: list[str]) -> str:
    """One more own card that fits, or the end of an offer of at least one (DT-12.3, DT-12.4)."""
    if not said:
        return "offer_at_least_one"
    card = seen.options.deck.card(said[0])
    if card in seen.mine.offer:
        return "offered_already"
    return "wrong_loot" if card in seen.mine.loot else "card_not_in_hand"


def wrong_amount(seen: TownView, act: str, word: str) -> str:
    """1k to 3k for an opening display, a bill that the cash covers for a stake."""
    if not word.isdecimal():
        return "not_a_number"
    if act == "open":
        return "" if int(word) in OPENING else "opening_amount"
    if int(word) not in STAKES:
        return "not_a_bill"
    return "bill_above_cash" if int(word) > seen.mine.cash else ""


def wrong_display(seen: TownView, rest: list[str]) -> str:
    """Money that the cash covers and gangsters of the hand, no informant cards (DT-7.7)."""
    if not rest or not rest[0].isdecimal():
        return "not_a_number"
    if int(rest[0]) > seen.mine.cash:
        return "not_so_much"
    if any(seen.options.deck.card(word) >= 0 for word in rest[1:]):
        return "no_loot_in_display"
    try:
        gang = read_gang(canonical(f"lay 0 {' '.join(rest[1:])}").split()[2:])
    except ValueError:
        return "unknown_gangster"
    return "" if includes(seen.mine.gang, gang) else "gangster_not_in_hand"


def wrong_shedding(seen: TownView, word: str) -> str:
    """A gangster or an informant card of the own hand (DT-15.5)."""
    if word in ("S", "T", "L"):
        held = seen.mine.gang[LETTERS.index(word)]
        return "" if held else "gangster_not_in_hand"
    card = seen.options.deck.card(word)
    if card < 0:
        return "unknown_card"
    return "gangsters_first" if card in seen.mine.loot else "card_not_in_hand"
