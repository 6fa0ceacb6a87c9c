"""A game of Mafia City in progress: the table, the hands, and how things move between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omerta.core import NOTHING, Game, Seat
from omerta.games.mafia_city.table import (
    DECK,
    Options,
    Public,
    Secret,
    cards_of,
    chip_of,
    location_of,
    position_of,
    public_at_start,
    with_card,
    without_card,
)

if TYPE_CHECKING:
    from omerta.games.mafia_city.rules.book import Rules


class City(Game):
    """One game: its options and rules, what is public, and one secret per seat and the box."""

    def __init__(
        self, seats: int, options: Options, rules: Rules, public: Public, secret: list[Secret]
    ) -> None:
        super().__init__(seats)
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.secret: Final = secret

    def copy(self) -> City:
        """A game of its own that stands where this one stands."""
        secret = [Secret(own.cards, own.drawn) for own in self.secret]
        city = City(self.seats, self.options, self.rules, self.public.copy(), secret)
        city.take_over(self)
        return city

    def clockwise(self, seat: Seat) -> list[Seat]:
        """All seats, this one first."""
        return [(seat + steps) % self.seats for steps in range(self.seats)]

    def next(self, seat: Seat) -> Seat:
        """The seat to the left."""
        return (seat + 1) % self.seats

    # Cards.

    def gain(self, seat: Seat, card: int) -> None:
        """A card comes into a hand."""
        own = self.secret[seat]
        own.cards = with_card(own.cards, card)
        self.public.cards[seat] += 1

    def lose(self, seat: Seat, thing: int) -> None:
        """A card, or a pair, leaves a hand."""
        own = self.secret[seat]
        for card in cards_of(thing):
            own.cards = without_card(own.cards, card)
            self.public.cards[seat] -= 1

    def show(self, seat: Seat, thing: int) -> None:
        """A card, or a pair, goes from a hand to the table."""
        self.lose(seat, thing)
        for card in cards_of(thing):
            self.public.on_table = with_card(self.public.on_table, card)

    def put_away(self, thing: int) -> None:
        """A card, or a pair, goes from the table to the discard pile."""
        for card in cards_of(thing):
            self.public.on_table = without_card(self.public.on_table, card)
        self.discard(thing)

    def discard(self, thing: int) -> None:
        """A card, or a pair, comes face up to the discard pile."""
        for card in cards_of(thing):
            self.public.discard = with_card(self.public.discard, card)
            self.public.last_discard = card

    def reshuffle(self) -> None:
        """The discard pile is the new deck (MC-2.17); the order is chance's."""
        self.secret[self.seats].cards = self.public.discard
        self.public.deck = len(self.public.discard)
        self.public.discard = ()
        self.public.last_discard = NOTHING

    # Chips.

    def owner(self, chip: int) -> Seat:
        """Whose chip it is."""
        return self.public.stacks[location_of(chip)][position_of(chip) - 1]

    def put(self, owner: Seat, location: int) -> None:
        """A chip comes on top of a stack (MC-2.3)."""
        self.public.stacks[location] = (*self.public.stacks[location], owner)

    def lift(self, chip: int) -> Seat:
        """A chip leaves a stack; the others close the gap (MC-2.4)."""
        location = location_of(chip)
        place = position_of(chip) - 1
        stack = self.public.stacks[location]
        self.public.stacks[location] = stack[:place] + stack[place + 1 :]
        return stack[place]

    def chips(self, location: int) -> list[int]:
        """The choices of a chip here; neighbours of one owner are one choice (MC-2.11)."""
        found: list[int] = []
        below = NOTHING
        for place, owner in enumerate(self.public.stacks[location]):
            if owner != below:
                found.append(chip_of(location, place + 1))
            below = owner
        return found

    def all_chips(self) -> list[int]:
        """The choices of a chip in any stack."""
        found: list[int] = []
        for location in range(1, 8):
            found += self.chips(location)
        return found


def fresh_city(seats: int, options: Options, rules: Rules) -> City:
    """A table with everything at its starting place (MC-1.4, MC-1.8, MC-1.9, MC-1.11)."""
    secret = [Secret((), ()) for _ in range(seats)]
    secret.append(Secret(DECK, ()))
    return City(seats, options, rules, public_at_start(seats), secret)
