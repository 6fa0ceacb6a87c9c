"""What the numbers stand for: cards, chips, places and answers, and the words for them.

Whatever is chosen or aimed at is one whole number, so that frames and answers stay plain. This is
the only place that puts such numbers together and takes them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from omerta.core import NOTHING, Act, Kind, Parts, Reading, Seat, Single, SomeSeat, Unread
from omerta.games.mafia_city.state.components import (
    FIST,
    HAT,
    KINDS,
    STARTING_HAND,
    STARTING_RESERVE,
    SYMBOLS,
)

# Cards: equal ones are interchangeable.

CARDS: Final = 44
"""Distinct cards; two of them together (two Hats, two Fists) are numbered from here on."""


def card_of(kind: int, symbol: int) -> int:
    """The card with this text and this symbol."""
    return kind * 4 + symbol


def kind_of(card: int) -> int:
    """What the text of a card is."""
    return card >> 2


def symbol_of(card: int) -> int:
    """What the symbol of a card is; it is printed twice and counts once (MC-2.14)."""
    return card & 3


def pair_of(card: int, other: int) -> int:
    """Two cards used as one, whatever their order."""
    if card > other:
        return CARDS + other * CARDS + card
    return CARDS + card * CARDS + other


def is_pair(thing: int) -> bool:
    """Whether it is two cards."""
    return thing >= CARDS


def cards_of(thing: int) -> tuple[int, ...]:
    """The card, or the two cards, that an effect was announced with."""
    if thing == NOTHING:
        return ()
    if thing < CARDS:
        return (thing,)
    thing -= CARDS
    return (thing // CARDS, thing % CARDS)


# Chips: a location and a position in its stack, counted from the bottom, from 1 (MC-2.11).


def chip_of(location: int, position: int) -> int:
    """The chip at this height of the stack."""
    return location * 64 + position


def location_of(chip: int) -> int:
    """Where a chip lies."""
    return chip >> 6


def position_of(chip: int) -> int:
    """How high a chip lies."""
    return chip & 63


# Targets that are two things: a chip or a location, and a location.


def with_place(thing: int, location: int) -> int:
    """A chip or a location together with a location."""
    return thing * 8 + location


def without_place(target: int) -> int:
    """The chip, or the first location, of such a target."""
    return target // 8


def place_of(target: int) -> int:
    """The location of such a target."""
    return target % 8


# Sets: of chips in a stack by their positions, and of seats.


def with_position(chips: int, position: int) -> int:
    """The set with the chip at this position too."""
    return chips | 1 << position - 1


def has_position(chips: int, position: int) -> bool:
    """Whether the chip at this position is in the set."""
    return chips >> position - 1 & 1 == 1


def positions_of(chips: int) -> list[int]:
    """The positions of a set, the lowest first."""
    return [
        position for position in range(1, chips.bit_length() + 1) if has_position(chips, position)
    ]


def with_seat(seats: int, seat: Seat) -> int:
    """The set with this seat too."""
    return seats | 1 << seat


def has_seat(seats: int, seat: Seat) -> bool:
    """Whether this seat is in the set."""
    return seats >> seat & 1 == 1


NOBODY: Final = 0
"""No seat in a set of seats."""

# Answers that name nothing. An action is a way to act, and what it is done with or where.

DECLINE: Final = -2
DONE: Final = -2
KEEP: Final = 0
EXCHANGE: Final = 1
ACCEPT: Final = 1
FORFEIT: Final = 0
LEAVE: Final = 0
PASS: Final = 0

PLACE: Final = 0
TEXT: Final = 100
ONE_HAT: Final = 200
DISCARD: Final = 300
TWO_HATS: Final = 400


def action_of(way: int, thing: int) -> int:
    """To place at a location, or to use a card or a pair in this way."""
    return way + thing


def way_of(action: int) -> int:
    """In which way it acts."""
    if action < TEXT:
        return PLACE
    if action < ONE_HAT:
        return TEXT
    if action < DISCARD:
        return ONE_HAT
    return DISCARD if action < TWO_HATS else TWO_HATS


def thing_of(action: int) -> int:
    """The location, the card or the pair of an action."""
    return action - way_of(action)


# The words.

SEATS: Final = "ABCDE"
CARD_TEXTS: Final = [f"{kind}/{symbol}" for kind in KINDS for symbol in SYMBOLS]
PLACES: Final = "1234567"
CELL: Final = "cell"


def seat_text(seat: Seat) -> str:
    """A seat as its letter."""
    return SEATS[seat]


def card_text(card: int) -> str:
    """A card as `kind/symbol`."""
    return CARD_TEXTS[card]


def read_card(text: str) -> int:
    """The card that `kind/symbol` names; ValueError says what is wrong."""
    if text not in CARD_TEXTS:
        raise ValueError(f"expected a card as kind/symbol, got {text!r}")
    return CARD_TEXTS.index(text)


def chip_text(chip: int) -> str:
    """A chip as `location:position`."""
    return f"{location_of(chip)}:{position_of(chip)}"


def is_number(word: str) -> bool:
    """Whether a word is a small number, in plain digits."""
    return word.isascii() and word.isdecimal() and len(word) <= 2


# The kinds.


class Card(Single):
    """One card, as `kind/symbol`."""

    def __init__(self) -> None:
        self.field = "cards"
        self.missing = "wrong_words"
        self.unknown = "unknown_card"

    def parts(self, value: int, options: Any) -> Parts:
        """The card, in a list as where there are two."""
        return {self.field: [self.words(value, options)]}

    def words(self, value: int, options: Any) -> str:
        """Its text."""
        if value < 0:
            raise IndexError(value)
        return card_text(value)

    def read_word(self, word: str, options: Any) -> int:
        """The card of a text."""
        if word not in CARD_TEXTS:
            raise Unread(self.unknown)
        return read_card(word)

    def candidates(self, seen: Any) -> Sequence[int]:
        """Any card."""
        return range(CARDS)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Any card."""
        return range(CARDS)


class CardAlone(Card):
    """One card and no other (MC-4.7)."""

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """The only word."""
        if len(said) > 1:
            raise Unread("discard_one")
        return super().read(said, options)


class TwoCards(Kind):
    """Two cards, whatever their order; their number is counted from `CARDS`."""

    def __init__(self, wanted: str, symbol: int, *, alone: bool) -> None:
        self.wanted: Final = wanted
        """The text key for another number of cards."""
        self.symbol: Final = symbol
        """What is printed on both."""
        self.alone: Final = alone
        """Whether nothing more belongs to the move."""

    def parts(self, value: int, options: Any) -> Parts:
        """Both cards."""
        return {"cards": [card_text(card) for card in cards_of(CARDS + value)]}

    def words(self, value: int, options: Any) -> str:
        """Both texts."""
        return " ".join(card_text(card) for card in cards_of(CARDS + value))

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """One card and then another."""
        first = CARD.read(said, options).value
        if len(said) < 2 or said[1] not in CARD_TEXTS or (self.alone and len(said) > 2):
            raise Unread(self.wanted)
        return Reading(pair_of(first, read_card(said[1])) - CARDS, 2)

    def candidates(self, seen: Any) -> Sequence[int]:
        """Any two cards, also twice the same."""
        return [
            pair_of(card, other) - CARDS for card in range(CARDS) for other in range(card, CARDS)
        ]

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Any two cards with the symbol, also twice the same."""
        cards = [card for card in range(CARDS) if symbol_of(card) == self.symbol]
        return [
            pair_of(card, other) - CARDS
            for place, card in enumerate(cards)
            for other in cards[place:]
        ]


class Location(Single):
    """A location by its number."""

    def __init__(self, missing: str) -> None:
        self.field = "location"
        self.missing = missing
        self.unknown = "unknown_location"

    def parts(self, value: int, options: Any) -> Parts:
        """The number itself."""
        return {self.field: value}

    def words(self, value: int, options: Any) -> str:
        """Its digit."""
        return str(value)

    def read_word(self, word: str, options: Any) -> int:
        """The location; the cell is none (MC-2.6)."""
        if len(word) != 1 or word not in PLACES:
            raise Unread("in_cell" if CELL in word else self.unknown)
        return int(word)

    def candidates(self, seen: Any) -> Sequence[int]:
        """All seven."""
        return range(1, 8)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """All seven."""
        return range(1, 8)


class Chip(Single):
    """A chip in a stack as `location:position`, the position from the bottom (MC-2.11)."""

    def __init__(self) -> None:
        self.field = "chip"
        self.unknown = "unknown_chip"

    def words(self, value: int, options: Any) -> str:
        """Where it lies and how high."""
        return chip_text(value)

    def read_word(self, word: str, options: Any) -> int:
        """The chip; one in the cell cannot be chosen (MC-2.9)."""
        if CELL in word:
            raise Unread("in_cell")
        location, _, position = word.partition(":")
        if len(location) != 1 or location not in PLACES or not is_number(position):
            raise Unread(self.unknown)
        if not 1 <= int(position) < 64:
            raise Unread(self.unknown)
        return chip_of(int(location), int(position))

    def candidates(self, seen: Any) -> Sequence[int]:
        """Every chip that lies in a stack."""
        stacks = seen.public.stacks
        return [
            chip_of(location, position)
            for location in range(1, 8)
            for position in range(1, len(stacks[location]) + 1)
        ]

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Every place that a chip can have if all chips lie in one stack."""
        most = seats * (STARTING_HAND[seats] + STARTING_RESERVE)
        return [
            chip_of(location, position)
            for location in range(1, 8)
            for position in range(1, most + 1)
        ]


class Chips(Kind):
    """A set of chips in the stack at which one decides, by their positions."""

    def parts(self, value: int, options: Any) -> Parts:
        """The positions."""
        return {"positions": positions_of(value)}

    def words(self, value: int, options: Any) -> str:
        """The positions."""
        return " ".join(str(position) for position in positions_of(value))

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """All that is said is a position."""
        if not said:
            raise Unread("wrong_words")
        chips = 0
        for word in said:
            if CELL in word:
                raise Unread("in_cell")
            if not is_number(word) or int(word) == 0:
                raise Unread("unknown_chip")
            chips = with_position(chips, int(word))
        return Reading(chips, len(said))

    def candidates(self, seen: Any) -> Sequence[int]:
        """Every set of own chips, and every other chip alone."""
        stack = seen.public.stacks[seen.public.at]
        own = [0]
        other: list[int] = []
        for position, owner in enumerate(stack, start=1):
            if owner == seen.seat:
                own += [with_position(chips, position) for chips in own]
            else:
                other.append(with_position(0, position))
        return own[1:] + other

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Too many to be listed: they go by their place in the question."""
        return ()


class Exchange(Act):
    """To exchange the opening hand, both cards of it (MC-1.15)."""

    def __init__(self) -> None:
        super().__init__("exchange", base=EXCHANGE)

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """Nothing may follow."""
        if len(said) > 1:
            raise Unread("one_card_only")
        return super().read(said, options)


class NamedSeat(SomeSeat):
    """A seat by its letter."""

    def __init__(self, missing: str) -> None:
        super().__init__(SEATS)
        self.missing = missing


CARD: Final = Card()
CARD_ALONE: Final = CardAlone()
LOCATION: Final = Location(missing="wrong_words")
TARGET_LOCATION: Final = Location(missing="target_missing")
CHIP: Final = Chip()
CHIPS: Final = Chips()
SEAT: Final = NamedSeat(missing="wrong_words")
TARGET_SEAT: Final = NamedSeat(missing="target_missing")

DECLINING: Final = Act("decline", base=DECLINE)
ACTIONS: Final = (
    Act("place", LOCATION, base=PLACE),
    Act("play", CARD, base=TEXT),
    Act("hat", CARD, base=ONE_HAT),
    Act("discard", CARD_ALONE, base=DISCARD),
    Act("hats", TwoCards("two_hats", HAT, alone=False), base=TWO_HATS + CARDS),
)
FISTS: Final = Act("fists", TwoCards("two_fists", FIST, alone=True), base=CARDS)
