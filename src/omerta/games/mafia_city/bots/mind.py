"""What a computer player makes of the table: what things are worth to its seat, in points."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Frame, Seat
from omerta.games.mafia_city.state.components import (
    ACTION,
    BUSINESS_DISTRICT,
    FIGHT_CLUB,
    GENTLEMENS_CLUB,
    GRAND_SCHEME,
    HARBOR,
    HITMAN,
    JAIL,
    LOCATION,
    PLUS_ONE,
    POLICE_RAID,
    POLICE_STATION,
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

SURE: Final[tuple[float, ...]] = (0.52, 0.70, 0.86, 0.94, 1.0)
"""How sure control is while others can still act, by the lead in chips (0: by the tie-break)."""

HOPE: Final[tuple[float, ...]] = (0.34, 0.18, 0.08, 0.03, 0.0)
"""How likely it is to win a location yet, by the chips that are missing for a tie."""

NO_AGREEMENTS: Final = [0, 0, 0, 0, 0]
"""At all locations but the one that is being solved."""

LOST_FREEDOM: Final = 0.04
"""What it costs to have a chip lie on the board instead of in the hand."""


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
        self.heat: Final = self.heat_now()
        self.worths: list[float] = [0.0] * 8
        self.gains: Final = [0.0] * 8
        for location in range(1, 8):
            self.gains[location] = self.gain_of(location)
        for location in range(1, 8):
            self.worths[location] = self.worth(location, public.stacks[location])

    # What things are worth.

    def threat(self, seat: Seat, target: int) -> float:
        """How much of another player's gain is my loss: more for who leads or is close."""
        public = self.public
        if seat == self.me:
            return 0.0
        share = 0.6 / (self.view.seats - 1)
        if public.vp[seat] == max(public.vp):
            share += 0.2
        if public.vp[seat] >= target - 3:
            share += 0.3
        return share

    def heat_now(self) -> float:
        """How much the stacks can still change: chips of others who have not passed."""
        public = self.public
        if public.phase == LOCATION:
            return 0.0
        if public.phase != ACTION:
            return 1.0
        chips = 0
        for seat in range(self.view.seats):
            if seat != self.me and not public.passed[seat]:
                chips += 1 + public.hand[seat]
        return min(1.0, chips / 8)

    def gain_of(self, location: int) -> float:
        """What control of a location would bring me: the point and its effect."""
        public = self.public
        if public.phase == LOCATION and public.marked[location]:
            return 0.3
        later = 0.4 if self.late else 1.0
        if location == JAIL:
            return 1.4
        if location == HARBOR:
            return 1.15 + (0.35 if self.holds_text(HITMAN) else 0.0)
        if location == FIGHT_CLUB:
            return 1.0 + (0.35 * later if public.reserve[self.me] > 0 else 0.0)
        if location == POLICE_STATION:
            return 1.0 + 0.12 * later
        if location == BUSINESS_DISTRICT:
            return 1.0 + 0.5 * later
        if location == GENTLEMENS_CLUB:
            return 1.05 + (0.85 if self.holds_symbol(PLUS_ONE) else 0.0)
        return 1.0 + 0.3 * later

    def holds_text(self, kind: int) -> bool:
        """Whether I hold a card with this text."""
        return any(kind_of(card) == kind for card in self.cards)

    def holds_symbol(self, symbol: int) -> bool:
        """Whether I hold a card with this symbol."""
        return any(symbol_of(card) == symbol for card in self.cards)

    def worth(self, location: int, stack: tuple[int, ...]) -> float:
        """What a location is worth to me with this stack."""
        return self.worth_of(location, stack, self.chips, self.public.agreements)

    def worth_of(
        self, location: int, stack: tuple[int, ...], chips: int, agreements: list[int]
    ) -> float:
        """The same with so many chips in my hand and these agreements, where they count."""
        if not stack:
            return 0.0
        seats = self.view.seats
        if self.public.at != location:
            agreements = NO_AGREEMENTS
        best = 0
        second = 0
        leader = NOTHING
        tied = False
        mine = 0
        for seat in range(seats):
            total = stack.count(seat) + agreements[seat]
            if seat == self.me:
                mine = total
            if total > best:
                second = best
                best = total
                leader = seat
                tied = False
            elif total == best and total > 0:
                second = best
                tied = True
            elif total > second:
                second = total
        if tied:
            leader = self.first_of_tied(location, stack, best, agreements)
        gain = self.gains[location]
        if leader == self.me:
            return gain * self.sure(best - second)
        hope = gain * self.hope(best - mine, chips)
        if leader == NOTHING:
            return hope
        return hope - self.threats[leader] * self.sure(best - second)

    def first_of_tied(
        self, location: int, stack: tuple[int, ...], best: int, agreements: list[int]
    ) -> Seat:
        """Who is ahead on a tie: the lowest chip of the tied, or nobody at 3 and 7."""
        if location in NOBODY_ON_A_TIE:
            return NOTHING
        for seat in stack:
            if stack.count(seat) + agreements[seat] == best:
                return seat
        return NOTHING

    def sure(self, lead: int) -> float:
        """How sure control is with this lead."""
        return 1.0 - self.heat * (1.0 - SURE[min(lead, 4)])

    def hope(self, missing: int, chips: int) -> float:
        """How likely I am to win it yet; without chips in hand there is little hope."""
        if chips > missing and self.public.phase != LOCATION:
            return HOPE[min(missing, 4)]
        return HOPE[min(missing, 4)] * 0.3 * self.heat

    # What changes are worth.

    def placing(self, location: int, owner: Seat) -> float:
        """One chip more on top of a stack."""
        stack = with_chip(self.public.stacks[location], owner)
        if owner == self.me:
            after = self.worth_of(location, stack, self.chips - 1, self.public.agreements)
        else:
            after = self.worth(location, stack)
        return after - self.worths[location]

    def lifting(self, chip: int) -> float:
        """One chip less in a stack."""
        location = location_of(chip)
        stack = without_chip(self.public.stacks[location], position_of(chip) - 1)
        return self.worth(location, stack) - self.worths[location]

    def jailing(self, chip: int) -> float:
        """A chip goes to the cell."""
        owner = owner_of(self.public, chip)
        loss = -0.15 if owner == self.me else 0.1 * self.threats[owner]
        return self.lifting(chip) + loss

    def killing(self, chip: int) -> float:
        """A chip goes to its owner's reserve."""
        owner = owner_of(self.public, chip)
        loss = -0.4 if owner == self.me else 0.5 * self.threats[owner]
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
        """The player who shall lose a card."""
        best = (-9.0, NOTHING)
        for seat in victims(self.public, self.me):
            gain = self.stealing(self.me, seat) + 0.01 * self.public.cards[seat]
            best = max(best, (gain, seat))
        return best

    def best_taking_back(self) -> tuple[float, int]:
        """The own chip that is of least use on the board."""
        best = (-9.0, NOTHING)
        for chip in own_chips(self.public, self.me):
            best = max(best, (self.lifting(chip) + 2 * LOST_FREEDOM, chip))
        return best

    def best_place(self) -> tuple[float, int]:
        """Where my next chip does most."""
        best = (-9.0, NOTHING)
        for location in range(1, 8):
            best = max(best, (self.placing(location, self.me) - LOST_FREEDOM, location))
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
        return card_worth(card) * (0.3 if self.late else 0.6)

    def acting(self, choice: int) -> float:
        """What an action brings."""
        if choice == PASS:
            return 0.0
        way = way_of(choice)
        thing = thing_of(choice)
        if way == PLACE:
            return self.placing(thing, self.me) - LOST_FREEDOM
        if way == TEXT:
            return self.playing(thing)
        if way == ONE_HAT:
            return self.best_taking_back()[0] - self.cost(thing)
        if way == DISCARD:
            return -self.cost(thing) - 0.05
        return self.two_hats(thing)

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
            best = max(best, (self.placing_moved(self.me, location) + 0.3, location))
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
        """So many agreements more for a seat."""
        agreements = self.public.agreements[:]
        agreements[seat] += number
        stack = self.public.stacks[location]
        after = self.worth_of(location, stack, self.chips, agreements)
        return after - self.worths[location]
