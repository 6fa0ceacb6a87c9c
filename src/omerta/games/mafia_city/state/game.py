"""A game of Mafia City in progress: the table, the hands, and how things move between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from omerta.core import NOTHING, SEALED, Game, Seat, Step, with_card, without_card
from omerta.games.mafia_city.state.components import STARTING_HAND, STARTING_RESERVE
from omerta.games.mafia_city.state.kinds import cards_of, location_of, position_of
from omerta.games.mafia_city.state.options import Options
from omerta.games.mafia_city.state.table import DECK, Public, Secret, public_at_start

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

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        return (self.seats, self.options, self.rules, self.public, self.secret)

    def copy(self) -> City:
        """A game of its own that stands where this one stands."""
        secret = [Secret(own.cards, own.drawn, own.knows) for own in self.secret]
        city = City(self.seats, self.options, self.rules, self.public.copy(), secret)
        city.take_over(self)
        return city

    # Cards. A hand has no limit (MC-2.15).

    def hand(self, seat: Seat) -> tuple[int, ...]:
        """The cards that a seat holds."""
        return self.secret[seat].cards

    def gain(self, seat: Seat, card: int) -> None:
        """A card comes into a hand: by a draw or a Thief only (MC-2.16)."""
        own = self.secret[seat]
        own.cards = with_card(own.cards, card)
        self.public.cards[seat] += 1

    def lose(self, seat: Seat, thing: int) -> None:
        """A card, or a pair, leaves a hand, for all to see."""
        own = self.secret[seat]
        for card in cards_of(thing):
            own.cards = without_card(own.cards, card)
            self.public.cards[seat] -= 1
            for other in range(self.seats):
                known = self.known(other, seat)
                if card in known:
                    self.remember(other, seat, without_card(known, card))

    def steal(self, thief: Seat, victim: Seat, card: int) -> None:
        """A card goes from one hand to another; only these two know which (MC-18.4)."""
        for other in range(self.seats):
            known = self.known(other, victim)
            if other == victim:
                self.remember(other, thief, with_card(self.known(other, thief), card))
            elif other == thief:
                if card in known:
                    self.remember(other, victim, without_card(known, card))
            elif known:
                is_sure = len(known) == self.public.cards[victim] and known[0] == known[-1]
                self.remember(other, victim, but_one_of_each(known))
                if is_sure:
                    self.remember(other, thief, with_card(self.known(other, thief), card))
        own = self.secret[victim]
        own.cards = without_card(own.cards, card)
        self.public.cards[victim] -= 1
        self.gain(thief, card)

    # What a seat knows of the other hands (MC-18.3).

    def known(self, seat: Seat, other: Seat) -> tuple[int, ...]:
        """The cards of which a seat knows that they are in another hand."""
        knows = self.secret[seat].knows
        return knows[other] if knows else ()

    def remember(self, seat: Seat, other: Seat, cards: tuple[int, ...]) -> None:
        """This is what a seat knows of another hand from now on."""
        own = self.secret[seat]
        knows = own.knows if own.knows else ((),) * self.seats
        own.knows = (*knows[:other], cards, *knows[other + 1 :])

    def remember_all(self, seat: Seat) -> None:
        """A seat knows every hand as it is now."""
        for other in self.others(seat):
            self.remember(seat, other, self.secret[other].cards)

    def show(self, seat: Seat, thing: int) -> None:
        """A card, or a pair, goes from a hand to the table (MC-3.4)."""
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
        """The discard pile is the new deck; what lies on the table is not (MC-2.19)."""
        self.secret[self.seats].cards = self.public.discard
        self.public.deck = len(self.public.discard)
        self.public.discard = ()
        self.public.last_discard = NOTHING

    # Chips.

    def put(self, owner: Seat, location: int) -> None:
        """A chip comes on top of a stack (MC-2.3), by actions alone (MC-2.5)."""
        self.public.stacks[location] = (*self.public.stacks[location], owner)

    def lift(self, chip: int) -> Seat:
        """A chip leaves a stack; the others close the gap (MC-2.4)."""
        location = location_of(chip)
        place = position_of(chip) - 1
        stack = self.public.stacks[location]
        self.public.stacks[location] = stack[:place] + stack[place + 1 :]
        return stack[place]


def but_one_of_each(cards: tuple[int, ...]) -> tuple[int, ...]:
    """What is left for sure when one card has gone and nobody knows which."""
    left: list[int] = []
    for place in range(1, len(cards)):
        if cards[place] == cards[place - 1]:
            left.append(cards[place])
    return tuple(left)


def fresh_city(seats: int, options: Options, rules: Rules) -> City:
    """A table with everything at its starting place; all cards are in the deck (MC-1.11)."""
    secret = [Secret((), ()) for _ in range(seats)]
    secret.append(Secret(DECK, ()))
    return City(seats, options, rules, public_at_start(seats), secret)


@mypyc_attr(allow_interpreted_subclasses=True)
class ReactionWindow(Step[City]):
    """The sentence of an effect at which others may answer it.

    `listed` is the reaction card that names this effect (MC-3.10, MC-3.11), which it does for
    texts alone (MC-3.12). Fists answer texts and symbols (MC-3.8), never a location (MC-3.9).
    """

    shape: int = SEALED

    def __init__(self, listed: int = NOTHING, fists: str = "yes") -> None:
        self.listed: Final = listed
        self.fists: Final = fists == "yes"
        self.cards_needed: Final = 2 if listed == NOTHING else 1
        """With fewer cards in hand a seat is publicly unable to react (7.3)."""


def broken(city: City) -> list[str]:
    """What does not add up; a sound game has nothing.

    Every chip is in one place (MC-2.1) and their number stays (MC-2.2), so does every card
    (MC-1.11), and whatever is counted for all to see is counted right (MC-18.1).
    """
    public = city.public
    found: list[str] = []
    total = STARTING_HAND[city.seats] + STARTING_RESERVE
    for seat in range(city.seats):
        here = public.hand[seat] + public.reserve[seat] + public.cell[seat]
        here += sum(stack.count(seat) for stack in public.stacks)
        if here != total or min(public.hand[seat], public.reserve[seat]) < 0:
            found.append(f"MC-2.2: seat {seat} has {here} chips, not {total}")
        if public.cards[seat] != len(city.secret[seat].cards):
            found.append(f"MC-18.1: the count of seat {seat}'s cards is wrong")
        for other in range(city.seats):
            held = list(city.secret[other].cards)
            for card in city.known(seat, other):
                if card not in held:
                    found.append(f"MC-18.3: seat {seat} remembers what seat {other} has not")
                    break
                held.remove(card)
    if public.deck != len(city.secret[city.seats].cards):
        found.append("MC-18.1: the count of the deck is wrong")
    cards = [card for own in city.secret for card in own.cards]
    if sorted([*cards, *public.discard, *public.on_table]) != list(DECK):
        found.append("MC-1.11: the 49 cards are not all in one place each")
    if any(new > old for new, old in zip(public.cell_new, public.cell, strict=True)):
        found.append("MC-8.3: more new chips than chips in the cell")
    return found
