"""A game of Downtown in progress: the table, the hands, and how things move between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omerta.core import NOTHING, Game, Seat, with_card, without_card
from omerta.games.downtown.state.components import HALF
from omerta.games.downtown.state.gang import NOBODY, Gang, members, one, together, without
from omerta.games.downtown.state.kinds import (
    back_of,
    back_on,
    buyer_of,
    copy_of,
    front_of,
    half_of,
    informant_of,
    is_half,
    loot_of_fence,
    place_of,
    place_of_back,
    trio_of,
    trio_of_fences,
)
from omerta.games.downtown.state.options import Options
from omerta.games.downtown.state.reckoning import (
    is_from_one_draw,
    joins_last,
    mixed,
    shown,
    shown_of,
    with_draw,
    with_gang,
    with_value,
    without_shown,
)
from omerta.games.downtown.state.table import Box, Public, Secret, public_at_start

if TYPE_CHECKING:
    from omerta.games.downtown.rules.book import Rules


class Town(Game):
    """One game: options and rules, what is public, one secret per seat, and the box."""

    def __init__(
        self, options: Options, rules: Rules, public: Public, secret: list[Secret], box: Box
    ) -> None:
        super().__init__(len(secret))
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.secret: Final = secret
        self.box: Final = box

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        return (self.options, self.rules, self.public, self.secret, self.box)

    def copy(self) -> Town:
        """A game of its own that stands where this one stands."""
        secret = [own.copy() for own in self.secret]
        town = Town(self.options, self.rules, self.public.copy(), secret, self.box.copy())
        town.take_over(self)
        return town

    # Money.

    def earn(self, seat: Seat, amount: int) -> None:
        """Money comes to the cash of a player."""
        self.secret[seat].cash += amount
        self.public.purse[seat] += amount

    def spend(self, seat: Seat, amount: int) -> None:
        """Money leaves the cash of a player."""
        self.earn(seat, -amount)

    def lay_money(self, seat: Seat, amount: int) -> None:
        """Money goes from a player's cash into the display."""
        self.spend(seat, amount)
        self.public.money[seat] += amount

    # Gangsters.

    def gain(self, seat: Seat, gang: Gang) -> None:
        """Gangsters come openly to a hand."""
        if gang == NOBODY:
            return
        own = self.secret[seat]
        own.gang = together(own.gang, gang)
        public = self.public
        public.gangsters[seat] += gang[0] + gang[1] + gang[2]
        public.hands[seat] = with_gang(public.hands[seat], gang)

    def lose(self, seat: Seat, gang: Gang) -> None:
        """Gangsters leave a hand openly."""
        for kind in members(gang):
            self.lose_one(seat, kind)

    def lose_one(self, seat: Seat, kind: int) -> None:
        """A gangster leaves a hand openly."""
        own = self.secret[seat]
        own.gang = without(own.gang, one(kind))
        self.public.gangsters[seat] -= 1
        self.show(seat, kind)

    def show(self, seat: Seat, kind: int) -> None:
        """Everybody sees a gangster that was in a hand and reckons with it."""
        public = self.public
        hand = public.hands[seat]
        if is_from_one_draw(hand, kind):
            shuffle = hand.draws[0][0]
            unseen = public.unseen
            left = without(unseen[shuffle], one(kind))
            public.unseen = (*unseen[:shuffle], left, *unseen[shuffle + 1 :])
            own = self.secret[seat]
            rest = without(own.drawn[0], one(kind))
            own.drawn = (rest,) if hand.draws[0][1] > 1 else ()
        public.hands[seat] = without_shown(hand, kind)

    def lay(self, seat: Seat, kind: int) -> None:
        """A gangster goes from a player's hand into the display."""
        self.lose_one(seat, kind)
        self.public.display[seat] = together(self.public.display[seat], one(kind))

    # The draw pile: its order is chance's.

    def leave_pile(self, kind: int) -> None:
        """A card is taken; with the last one the discards become the pile (DT-8.9)."""
        self.box.draw = without(self.box.draw, one(kind))
        self.public.draw -= 1
        self.shuffle_discards()

    def shuffle_discards(self) -> None:
        """If the draw pile has run out and there are discards, they are the pile (DT-8.9)."""
        public = self.public
        if public.draw == 0 and public.discard != NOBODY:
            self.box.draw = public.discard
            public.draw = sum(public.discard)
            public.unseen = (*public.unseen, public.discard)
            public.discard = NOBODY
            self.tell("reshuffled", (public.draw,))

    def draw(self, seat: Seat, kind: int) -> None:
        """A gangster is drawn unseen by others (DT-9.5)."""
        own = self.secret[seat]
        own.gang = together(own.gang, one(kind))
        public = self.public
        public.gangsters[seat] += 1
        hand = public.hands[seat]
        shuffle = len(public.unseen) - 1
        if joins_last(hand, shuffle):
            own.drawn = (*own.drawn[:-1], together(own.drawn[-1], one(kind)))
        else:
            own.drawn = (*own.drawn, one(kind))
        public.hands[seat] = with_draw(hand, shuffle)
        self.leave_pile(kind)

    def turn_up(self, kind: int) -> None:
        """A gangster is turned up from the pile into the row."""
        public = self.public
        public.row = together(public.row, one(kind))
        last = len(public.unseen) - 1
        public.unseen = (*public.unseen[:last], without(public.unseen[last], one(kind)))
        self.leave_pile(kind)

    # Cards that look alike: what everybody sees of them, and what some remember.

    def new_copy(self, trio: int, back: int) -> int:
        """A card is seen from the front for the first time."""
        number = self.public.turned[trio]
        copy = copy_of(trio, number)
        self.public.turned = with_value(self.public.turned, trio, number + 1)
        self.box.backs = with_value(self.box.backs, copy, back)
        return copy

    def look(self, seat: Seat, copy: int) -> int:
        """One seat sees the back of a card."""
        if is_half(copy):
            return back_of(copy, HALF)
        card = self.box.backs[copy]
        own = self.secret[seat]
        trio = trio_of(copy)
        known = shown(own.knows[trio], place_of(copy), place_of_back(card, copy))
        own.knows = with_value(own.knows, trio, known)
        self.public.seen[seat] |= {copy}
        return card

    def show_back(self, copy: int) -> int:
        """Everybody sees the back of a card."""
        if is_half(copy):
            return back_of(copy, HALF)
        card = self.box.backs[copy]
        trio = trio_of(copy)
        back = place_of_back(card, copy)
        known = shown(self.public.knows[trio], place_of(copy), back)
        self.public.knows = with_value(self.public.knows, trio, known)
        for seat in range(self.seats):
            self.look(seat, copy)
        return card

    # Informant cards.

    def turn_up_card(self, card: int) -> None:
        """A card comes from the unseen middle of its stack to the top."""
        informant = informant_of(card)
        middles = self.box.middles
        left = without_card(middles[informant], card)
        self.box.middles = (*middles[:informant], left, *middles[informant + 1 :])
        self.public.middles[informant] -= 1
        self.public.tops[informant] = self.new_copy(front_of(card), card)

    def put_under(self, copy: int) -> None:
        """A card goes to the bottom of the stack of its informant (DT-12.10)."""
        public = self.public
        informant = informant_of(copy)
        if public.cards_in(informant) == 0:
            public.tops[informant] = copy
        else:
            public.bottoms[informant] = (*public.bottoms[informant], copy)

    def take_card(self, seat: Seat, copy: int) -> int:
        """A card comes to a hand; its owner sees the back (DT-11.4)."""
        card = self.look(seat, copy)
        own = self.secret[seat]
        own.loot = with_card(own.loot, card)
        self.public.loot[seat] = with_card(self.public.loot[seat], copy)
        return card

    def give_card(self, seat: Seat, card: int, *, is_shown: bool) -> int:
        """A card leaves a hand; which of several with one front it is only its back can tell.

        It goes by the first of their copies from now on, so that the copy tells nothing.
        """
        own = self.secret[seat]
        own.loot = without_card(own.loot, card)
        trio = front_of(card)
        alike = [copy for copy in self.public.loot[seat] if trio_of(copy) == trio]
        self.public.loot[seat] = without_card(self.public.loot[seat], alike[0])
        backs = self.box.backs
        true = next(copy for copy in alike if backs[copy] == card)
        backs = with_value(backs, true, backs[alike[0]])
        self.box.backs = with_value(backs, alike[0], card)
        places = [place_of(copy) for copy in alike]
        for other in range(self.seats):
            own = self.secret[other]
            sees = is_shown or other == seat
            own.knows = given(own.knows, trio, places, back_on(card) if sees else NOTHING)
        public = self.public
        public.knows = given(public.knows, trio, places, back_on(card) if is_shown else NOTHING)
        self.forget_mixed(seat, alike, is_shown=is_shown)
        return alike[0]

    def forget_mixed(self, owner: Seat, alike: list[int], *, is_shown: bool) -> None:
        """Who has seen some of these cards, not all, cannot be said to have seen which."""
        public = self.public
        for seat in range(self.seats):
            if seat != owner and not public.seen[seat].issuperset(alike):
                public.seen[seat] -= set(alike)
            if is_shown:
                public.seen[seat] |= {alike[0]}

    # Fences.

    def turn_up_fence(self, stack: int, fence: int) -> None:
        """A fence comes from the unseen part of its stack to the top."""
        self.box.pool = without_card(self.box.pool, fence)
        self.public.below[stack] -= 1
        loot = loot_of_fence(fence)
        half = buyer_of(fence) == HALF
        copy = half_of(loot) if half else self.new_copy(trio_of_fences(loot), fence)
        self.public.fences[stack] = (copy, *self.public.fences[stack])


def given(knows: tuple[int, ...], trio: int, places: list[int], back: int) -> tuple[int, ...]:
    """What is known when one of these cards was given away, with its back seen or not."""
    if back == NOTHING:
        known = mixed(knows[trio], places[0], places)
    else:
        known = shown_of(knows[trio], places[0], places, back)
    return with_value(knows, trio, known)


def fence_of(town: Town, copy: int) -> int:
    """The fence that a card seen from the front really is."""
    return back_of(copy, HALF) if is_half(copy) else town.box.backs[copy]


def fresh_town(seats: int, options: Options, rules: Rules) -> Town:
    """A table with everything at its starting place (DT-2)."""
    secret = [Secret() for _ in range(seats)]
    return Town(options, rules, public_at_start(seats), secret, Box())
