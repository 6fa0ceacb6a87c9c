"""What a computer player makes of the table: what things are worth to its seat, in points."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from omerta.core import NOTHING, Frame, Seat
from omerta.games.mafia_city.state.components import (
    ACTION,
    FIGHT_CLUB,
    GENTLEMENS_CLUB,
    GRAND_SCHEME,
    HARBOR,
    HITMAN,
    LOCATION,
    PLUS_ONE,
    POLICE_RAID,
    SHADOW_GAMES,
    SNITCH,
    THIEF,
    TRADE,
)
from omerta.games.mafia_city.state.kinds import (
    DISCARD,
    ONE_HAT,
    PASS,
    PLACE,
    TEXT,
    cards_of,
    kind_of,
    location_of,
    place_of,
    position_of,
    symbol_of,
    thing_of,
    way_of,
    without_place,
)
from omerta.games.mafia_city.state.queries import (
    NOBODY_ON_A_TIE,
    all_chips,
    chips_at,
    filled,
    own_chips,
    owner_of,
    raids,
    victims,
)
from omerta.games.mafia_city.view import CityView

TEXT_WORTH: Final[tuple[float, ...]] = (
    *(0.30, 0.45, 0.35, 0.30, 0.25, 0.20),
    *(0.30, 0.45, 0.15, 0.40, 0.35),
)
"""What it is worth to keep a card for its text, in points; in the order of the kinds."""

SYMBOL_WORTH: Final[tuple[float, ...]] = (0.12, 0.15, 0.08, 0.25)
"""The same for hat, fist, bullet and +1."""

USUAL_CARD: Final = 0.45
"""What a card is worth of which nothing is known."""

ENVY: Final = 0.3
"""How much of what all others gain is my loss."""

FEAR: Final = 0.1
"""How much more of what the leader gains."""

ALARM: Final = 0.3
"""And how much more of what somebody gains who may soon have won."""

CHIP_WORTH: Final = 0.6
"""What a chip more or less for the rest of the game is worth."""

THRIFT: Final = 0.6
"""How much of what a card may bring later is held against using it now."""

CALM: Final = 0.022
"""How far chances are from certain when nobody can place a chip any more."""

UNREST: Final = 0.015
"""How much further with every chip that somebody can still place."""

HOT: Final = 1.0
"""How much more of that unrest there is for every chip that the second there has."""

FOOTHOLD: Final = 0.2
"""What the first own chip in a stack is worth by itself: one may bid there, and come back."""

REACH: Final = 0.08
"""What a chip in a hand counts at every location, as long as its owner can place it."""

LOWER: Final = 0.2
"""What it counts to lie lower than another player, if their totals are equal (MC-7.14)."""

TIED: Final = 0.25
"""How much weight a tie has where it gives control to nobody (MC-7.15)."""

LATER: Final[tuple[float, ...]] = (0.0, 0.2, 0.1, 2.0, 0.12, 0.5, 0.05, 0.1)
"""What the effect of each location brings beside the point, while the game is young."""

LAST_CHIPS: Final = 2
"""With this many chips in hand it may be worth waiting for what others do."""

LAST_WORD: Final = 0.8
"""How likely it is that what could be decided now can be decided a turn later."""


def text_worth(card: int) -> float:
    """What a card is worth for its text."""
    return TEXT_WORTH[kind_of(card)]


def card_worth(card: int) -> float:
    """What it is worth to keep a card."""
    return TEXT_WORTH[kind_of(card)] + SYMBOL_WORTH[symbol_of(card)]


def with_chip(stack: tuple[int, ...], owner: Seat) -> tuple[int, ...]:
    """The stack with one more chip on top."""
    return (*stack, owner)


def without_chip(stack: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The stack without the chip at this place."""
    return stack[:place] + stack[place + 1 :]


class Mind:
    """What one seat makes of the table at one moment."""

    def __init__(self, view: CityView) -> None:
        public = view.public
        self.view: Final = view
        self.public: Final = public
        self.me: Final = view.seat
        self.cards: Final = view.mine.cards
        self.chips: Final = public.hand[view.seat]
        target = view.options.target[view.seats]
        self.late: Final = max(public.vp) >= target - 4
        self.threats: Final = [self.threat(seat, target) for seat in range(view.seats)]
        self.active: Final = public.phase != LOCATION and not (
            public.phase == ACTION and public.passed[view.seat]
        )
        self.reach: Final = [self.reach_of(seat) for seat in range(view.seats)]
        self.others_reach: Final = float(sum(self.reach) - self.reach[view.seat])
        self.gains: Final = [0.0] * 8
        for location in range(1, 8):
            self.gains[location] = self.gain_of(location)
        self.worths: Final = self.worths_with(self.chips)
        self.placed: list[float] = []
        """What the locations are worth with a chip less in my hand, once that is asked."""

    # What things are worth.

    def threat(self, seat: Seat, target: int) -> float:
        """How much of another player's gain is my loss: more for who leads or is close."""
        public = self.public
        if seat == self.me:
            return 0.0
        share = ENVY / (self.view.seats - 1)
        if public.vp[seat] == max(public.vp):
            share += FEAR
        if public.vp[seat] >= target - 3:
            share += ALARM
        return share

    def reach_of(self, seat: Seat) -> int:
        """How many chips a seat can still place before control is determined."""
        public = self.public
        if public.phase == LOCATION or (public.phase == ACTION and public.passed[seat]):
            return 0
        return public.hand[seat]

    def gain_of(self, location: int) -> float:
        """What control of a location would bring me: the point and its effect."""
        public = self.public
        if public.phase == LOCATION and public.marked[location]:
            return 0.3
        gain = 1.0 + LATER[location] * (0.4 if self.late else 1.0)
        if location == FIGHT_CLUB and public.reserve[self.me] == 0:
            return 1.0
        if location == HARBOR and self.holds_text(HITMAN):
            gain += 0.35
        if location == GENTLEMENS_CLUB and self.holds_symbol(PLUS_ONE):
            gain += 0.85
        return gain

    def holds_text(self, kind: int) -> bool:
        """Whether I hold a card with this text."""
        return any(kind_of(card) == kind for card in self.cards)

    def holds_symbol(self, symbol: int) -> bool:
        """Whether I hold a card with this symbol."""
        return any(symbol_of(card) == symbol for card in self.cards)

    def worths_with(self, chips: int) -> list[float]:
        """What every location is worth to me with this many chips in my hand."""
        found = [0.0] * 8
        for location in range(1, 8):
            stack = self.public.stacks[location]
            found[location] = self.worth_of(location, stack, chips, self.public.agreements)
        return found

    def worth(self, location: int, stack: tuple[int, ...]) -> float:
        """What a location is worth to me with this stack."""
        return self.worth_of(location, stack, self.chips, self.public.agreements)

    def worth_of(
        self, location: int, stack: tuple[int, ...], chips: int, agreements: list[int]
    ) -> float:
        """The same with this many chips in my hand and these agreements, where they count.

        Everybody's chance grows with their total, as in a race whose end is uncertain.
        """
        seats = self.view.seats
        me = self.me
        mine = chips if self.active and chips > 0 else 0
        totals = [0.0] * seats
        for seat in stack:
            totals[seat] += 1.0
        if self.public.at == location:
            for seat in range(seats):
                totals[seat] += agreements[seat]
        best = 0.0
        second = 0.0
        for total in totals:
            if total > best:
                second = best
                best = total
            elif total > second:
                second = total
        # Where two fight already, both go on: what one chip changes there is soon undone.
        fought = 1.0 + HOT * second
        spread = sqrt(CALM + UNREST * (self.others_reach + mine) * fought)
        nobody = 0.0
        if location in NOBODY_ON_A_TIE:
            nobody = TIED * exp((second + 0.5 - best) / spread)
        else:
            lower = LOWER * (seats - 1)
            counted = 0
            for seat in stack:
                if counted >> seat & 1 == 0:
                    counted |= 1 << seat
                    totals[seat] += lower
                    lower -= LOWER
        if best == 0.0:
            nobody = 1.0
        whole = nobody
        own = 0.0
        worth = 0.0
        for seat in range(seats):
            reach = mine if seat == me else self.reach[seat]
            if totals[seat] == 0.0 and reach == 0:
                continue
            chance = exp((totals[seat] + REACH * reach - best) / spread)
            whole += chance
            if seat == me:
                own = chance
            else:
                worth -= self.threats[seat] * chance
        return 0.0 if whole == 0.0 else (worth + self.gains[location] * own) / whole

    # What changes are worth.

    def placing(self, location: int) -> float:
        """One chip of mine more on top of a stack."""
        stack = with_chip(self.public.stacks[location], self.me)
        after = self.worth_of(location, stack, self.chips - 1, self.public.agreements)
        if not self.placed:
            self.placed = self.worths_with(self.chips - 1)
        if stack.count(self.me) == 1:
            after += FOOTHOLD
        return sum(self.placed, 0.0) - sum(self.worths, 0.0) - self.placed[location] + after

    def lifting(self, chip: int) -> float:
        """One chip less in a stack."""
        location = location_of(chip)
        stack = without_chip(self.public.stacks[location], position_of(chip) - 1)
        return self.worth(location, stack) - self.worths[location]

    def taking_back(self, chip: int) -> float:
        """A chip of mine goes back to the hand, to be placed elsewhere."""
        location = location_of(chip)
        stack = without_chip(self.public.stacks[location], position_of(chip) - 1)
        more = self.worths_with(self.chips + 1)
        after = self.worth_of(location, stack, self.chips + 1, self.public.agreements)
        return sum(more, 0.0) - more[location] + after - sum(self.worths, 0.0)

    def jailing(self, chip: int) -> float:
        """A chip goes to the cell."""
        owner = owner_of(self.public, chip)
        loss = -0.15 if owner == self.me else 0.1 * self.threats[owner]
        return self.lifting(chip) + loss

    def killing(self, chip: int) -> float:
        """A chip goes to its owner's reserve."""
        owner = owner_of(self.public, chip)
        loss = -CHIP_WORTH if owner == self.me else CHIP_WORTH * self.threats[owner]
        return self.lifting(chip) + loss

    def moving(self, chip: int, location: int) -> float:
        """A chip goes to another stack; two different stacks change."""
        return self.lifting(chip) + self.placing_moved(owner_of(self.public, chip), location)

    def placing_moved(self, owner: Seat, location: int) -> float:
        """A chip that was on the board comes on top of this stack."""
        stack = with_chip(self.public.stacks[location], owner)
        return self.worth(location, stack) - self.worths[location]

    def swapping(self, first: int, second: int) -> float:
        """The bottom chips of two stacks change places."""
        one = self.public.stacks[first]
        other = self.public.stacks[second]
        if not one or not other or one[0] == other[0]:
            return 0.0
        gain = self.worth(first, (other[0], *one[1:])) - self.worths[first]
        return gain + self.worth(second, (one[0], *other[1:])) - self.worths[second]

    def raiding(self, location: int) -> float:
        """A whole stack goes back to the hands."""
        return -self.worths[location] - 0.1

    def stealing(self, thief: Seat, victim: Seat) -> float:
        """A card goes from one hand to another."""
        gain = 0.4 if thief == self.me else -0.3 * self.threats[thief]
        return gain + (-0.5 if victim == self.me else 0.4 * self.threats[victim])

    def extra_point(self, seat: Seat) -> float:
        """Somebody's extra point."""
        return 1.0 if seat == self.me else -self.threats[seat] * 1.2

    # The best targets. Each gives the target and what it brings.

    def best_jailing(self, chips: list[int]) -> tuple[float, int]:
        """The chip that I like best in the cell."""
        best = (-9.0, NOTHING)
        for chip in chips:
            best = max(best, (self.jailing(chip), chip))
        return best

    def best_killing(self, location: int) -> tuple[float, int]:
        """The chip of a stack that I like best in a reserve."""
        best = (-9.0, NOTHING)
        for chip in chips_at(self.public, location):
            best = max(best, (self.killing(chip), chip))
        return best

    def best_moving(self) -> tuple[float, int]:
        """The chip that I like best elsewhere."""
        best = (-9.0, NOTHING)
        cached: dict[tuple[Seat, int], float] = {}
        for chip in all_chips(self.public):
            owner = owner_of(self.public, chip)
            lifted = self.lifting(chip)
            for location in range(1, 8):
                if location != location_of(chip):
                    key = (owner, location)
                    if key not in cached:
                        cached[key] = self.placing_moved(owner, location)
                    best = max(best, (lifted + cached[key], chip))
        return best

    def best_landing(self, chip: int) -> tuple[float, int]:
        """Where I like this chip best."""
        best = (-9.0, NOTHING)
        for location in range(1, 8):
            if location != location_of(chip):
                best = max(best, (self.moving(chip, location), location))
        return best

    def best_swap(self, first: int) -> tuple[float, int]:
        """The best partner for a swap with the first location, or the first of the best two."""
        best = (-9.0, NOTHING)
        stacks = filled(self.public)
        for one in stacks if first == NOTHING else [first]:
            for other in stacks:
                if other > one:
                    chosen = one if first == NOTHING else other
                    best = max(best, (self.swapping(one, other), chosen))
        return best

    def best_raid(self) -> tuple[float, int]:
        """The stack that I like best empty."""
        best = (-9.0, NOTHING)
        for location in raids(self.public, self.me):
            best = max(best, (self.raiding(location), location))
        return best

    def best_victim(self) -> tuple[float, int]:
        """The player who is to lose a card."""
        best = (-9.0, NOTHING)
        for seat in victims(self.public, self.me):
            gain = self.stealing(self.me, seat) + self.pick_worth(seat)
            best = max(best, (gain, seat))
        return best

    def pick_worth(self, victim: Seat) -> float:
        """What a card out of this hand is worth more than any other, as far as I know the hand."""
        known = self.view.known(victim)
        worth = 0.0
        for card in known:
            worth += card_worth(card) - USUAL_CARD
        return 0.01 * self.public.cards[victim] + worth / self.public.cards[victim]

    def best_taking_back(self) -> tuple[float, int]:
        """My chip that is of least use on the board."""
        best = (-9.0, NOTHING)
        for chip in own_chips(self.public, self.me):
            best = max(best, (self.taking_back(chip), chip))
        return best

    def best_place(self) -> tuple[float, int]:
        """Where my next chip does most."""
        best = (-9.0, NOTHING)
        for location in range(1, 8):
            best = max(best, (self.placing(location), location))
        return best

    # Actions.

    def playing(self, card: int) -> float:
        """What the text of a card brings now, less what the card is worth later."""
        kind = kind_of(card)
        if kind == TRADE:
            return 0.3
        best = (-9.0, NOTHING)
        if kind == SNITCH:
            best = self.best_jailing(all_chips(self.public))
        elif kind == GRAND_SCHEME:
            best = self.best_moving()
        elif kind == SHADOW_GAMES:
            best = self.best_swap(NOTHING)
        elif kind == POLICE_RAID:
            best = self.best_raid()
        elif kind == THIEF:
            best = self.best_victim()
        return best[0] - self.cost(card)

    def cost(self, card: int) -> float:
        """What a card might be worth later; little when the game may soon be over."""
        return card_worth(card) * (THRIFT / 2 if self.late else THRIFT)

    def acting(self, choice: int) -> float:
        """What an action brings."""
        if choice == PASS:
            return sum(self.worths_with(0), 0.0) - sum(self.worths, 0.0)
        way = way_of(choice)
        thing = thing_of(choice)
        if way == PLACE:
            return self.placing(thing)
        if way == TEXT:
            return self.playing(thing)
        if way == ONE_HAT:
            return self.best_taking_back()[0] - self.cost(thing)
        if way == DISCARD:
            return self.patience() - self.cost(thing)
        return self.two_hats(thing)

    def patience(self) -> float:
        """What it is worth to place my last chips later: others show theirs, mine decide."""
        if self.chips == 0 or self.chips > LAST_CHIPS or self.others_reach == 0:
            return -0.05
        if self.others_reach > LAST_CHIPS * (len(self.cards) - 1):
            return -0.05
        most = 0.0
        for location in range(1, 8):
            most = max(most, self.last_word(location))
        return LAST_WORD * most - max(0.0, self.best_place()[0])

    def last_word(self, location: int) -> float:
        """What my chip would bring here if nobody could answer it."""
        stack = self.public.stacks[location]
        if self.leader(location, stack) == self.me:
            return 0.0
        if self.leader(location, with_chip(stack, self.me)) != self.me:
            return 0.0
        return self.gains[location]

    def leader(self, location: int, stack: tuple[int, ...]) -> Seat:
        """Who would control a location with this stack."""
        best = 0
        found = NOTHING
        for seat in stack:
            total = stack.count(seat)
            if total > best:
                best = total
                found = seat
            elif total == best and seat != found and location in NOBODY_ON_A_TIE:
                return NOTHING
        return found

    def two_hats(self, pair: int) -> float:
        """A chip from the reserve, for two cards."""
        gain = self.best_reserve_place()[0]
        for card in cards_of(pair):
            gain -= self.cost(card)
        return gain

    def best_reserve_place(self) -> tuple[float, int]:
        """Where a chip from the reserve does most; the chip itself is a gain."""
        best = (-9.0, NOTHING)
        for location in range(1, 8):
            best = max(best, (self.placing_moved(self.me, location) + CHIP_WORTH, location))
        return best

    # What an effect in the air would do.

    def doing(self, effect: str, frame: Frame) -> float:
        """What an effect brings me if it stands."""
        target = frame.target
        if effect in ("snitch", "jail_effect", "complicity"):
            return self.jailing(target)
        if effect == "hitman":
            return self.killing(target)
        if effect == "thief":
            return self.stealing(frame.actor, target)
        if effect == "grand_scheme":
            return self.moving(without_place(target), place_of(target))
        if effect == "shadow_games":
            return self.swapping(without_place(target), place_of(target))
        if effect == "police_raid":
            return self.raiding(target)
        if effect == "hats":
            return self.placing_moved(frame.actor, target)
        if effect == "hat":
            return self.lifting(target)
        if effect == "plus_one":
            return self.extra_point(frame.actor)
        if effect == "secret_agreement":
            return self.agreeing(frame.actor, target, 1)
        if effect == "hitman_move":
            return 0.3 * self.best_killing(target)[0] if frame.actor == self.me else 0.0
        own = 0.3 if effect == "trade" else 0.15
        return own if frame.actor == self.me else -own * self.threats[frame.actor]

    def agreeing(self, seat: Seat, location: int, number: int) -> float:
        """A seat gets this many agreements more."""
        agreements = self.public.agreements[:]
        agreements[seat] += number
        stack = self.public.stacks[location]
        after = self.worth_of(location, stack, self.chips, agreements)
        return after - self.worths[location]
