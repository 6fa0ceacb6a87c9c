"""How a computer player of Downtown judges its view: jobs, fences, places, displays.

Everything is counted in thousands: a plan is worth what it brings in, less what it costs.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.downtown.state import queries
from omerta.games.downtown.state.components import (
    CORE,
    DOWNTOWN,
    EAST_SIDE,
    HAND_LIMIT,
    POLICE,
    STAKES,
    VILLA,
    WEST_SIDE,
    WIN_TOTAL,
)
from omerta.games.downtown.state.gang import NOBODY, Gang, kinds, without
from omerta.games.downtown.state.kinds import (
    back_of,
    buyer_of,
    destination_of,
    is_half,
    loot_bought,
    loot_of,
    loot_of_fence,
    origin_of,
    place_of,
    trio_of,
)
from omerta.games.downtown.state.reckoning import backs
from omerta.games.downtown.view import TownView

GANGSTER_WORTH: Final[tuple[float, ...]] = (2.0, 2.0, 1.0)
"""What a gangster in hand saves later."""

STANDING: Final[tuple[float, ...]] = (0.4, 0.5, 0.6, 0.5, 0.9, 0.3)
"""What a piece brings by standing on a place: a chance to use it, shares, draws, a larger hand."""

PATIENCE: Final = 0.3
"""How much is left of a sale to the police if one can wait for another fence."""

OPENING_WORTH: Final[tuple[float, ...]] = (1.2, 1.0, 0.6, 0.6, 0.8, 0.3)
"""What it is worth to begin at each place."""

UNKNOWN_FENCE: Final = 0.56
"""What a sale leaves on average where nothing is known of the fence."""

STIR_WORTH: Final = 1.0
"""What it is worth to buy anything when the row holds nobody whom the plan needs."""

TRIUMPH: Final = 60.0
"""What it is worth to end the game as its winner."""

DREAD: Final = 40.0
"""What it costs if somebody else can win by the next turn."""

ENVY: Final = 0.1
"""How much of what another player gains is my loss."""

FULL_CREW: Final = 4
READY_CREW: Final = 0.5
"""With this many gangsters a player may be ready for a job; what that costs me."""

USUAL_DISPLAY: Final = 2.0
"""What whoever has the turn will lay out."""

JOB_WORTH: Final = 8.0
"""What a job brings that somebody with many gangsters may do."""

SMALL_GANG: Final = 3
"""With no more gangsters than this all of them are kept."""

LONG_GAME: Final = 60
"""The turn from which whoever leads wants to see the casinos."""

IDLE: Final = 0.3
"""What it is worth to do anything at all: a row, a card, a fence may change."""

LOOK_WORTH: Final = 0.6
"""What it is worth to look instead of doing nothing."""


class Mind:
    """A view and what follows from it for the seat that has it."""

    def __init__(self, seen: TownView) -> None:
        self.seen = seen
        self.seat: Seat = seen.seat
        self.public = seen.public
        self.deck = seen.options.deck
        self.cash = seen.mine.cash
        self.gang: Gang = seen.mine.gang
        self.loot = [card for card in seen.mine.loot if card not in seen.mine.offer]
        self.caution = min(1.0, max(0.0, (LONG_GAME - seen.public.turns) / 20.0))
        """Fear of others' turns; it goes when a game gets long, or nobody would ever dare."""
        self.planned = False
        self.plan_made = (0.0, NOTHING)
        self.menaces = [-1.0] * seen.seats

    # Selling.

    def share(self, stack: int) -> float:
        """What the top fence of a stack leaves of a true value, on average."""
        fences = self.public.fences[stack]
        if not fences:
            return 0.0
        copy = fences[0]
        if is_half(copy):
            return 0.5
        known = backs(self.seen.mine.knows[trio_of(copy)], place_of(copy))
        police = sum(1 for back in known if buyer_of(back_of(copy, back)) == POLICE)
        return 0.75 - 0.5 * police / len(known)

    def fitting(self, stack: int) -> list[int]:
        """My cards that the top fence of a stack takes."""
        return queries.fitting(self.public, self.seen.mine, stack)

    def sale(self, stack: int) -> float:
        """What selling everything that fits would bring, and what follows if that ends the game."""
        true = sum([self.deck.value(card) for card in self.fitting(stack)])
        proceeds = self.share(stack) * true
        if true == 0:
            return 0.0
        total = self.public.total(self.seat) + proceeds
        if total >= WIN_TOTAL:
            return proceeds + TRIUMPH
        if self.is_last_fence(stack):
            return proceeds + (TRIUMPH if total > self.best_rival() else -TRIUMPH)
        return proceeds * PATIENCE if self.share(stack) < 0.3 else proceeds

    def is_last_fence(self, stack: int) -> bool:
        """Whether the game is over when the top fence of a stack has gone (DT-16.4)."""
        public = self.public
        return public.casinos() == 1 and len(public.fences[stack]) + public.below[stack] == 1

    def best_rival(self) -> int:
        """The highest total of the others."""
        totals = [self.public.total(seat) for seat in range(self.seen.seats) if seat != self.seat]
        return max(totals)

    def best_sale(self) -> tuple[float, int]:
        """The best stack to sell at and what it brings."""
        found = max((self.sale(stack), stack) for stack in range(3))
        return (found[0], found[1])

    # Robbing.

    def promise(self, informant: int) -> float:
        """What the top card of an informant will bring at a fence, on average."""
        copy = self.public.tops[informant]
        if copy == NOTHING:
            return 0.0
        return self.mean(copy) * self.outlook(loot_of(copy))

    def outlook(self, loot: int) -> float:
        """What a fence for this kind of loot will leave: one that is in sight, or any."""
        seen = [
            self.share(stack)
            for stack in range(3)
            if self.public.fences[stack] and loot_bought(self.public.fences[stack][0]) == loot
        ]
        if seen:
            return max(seen)
        gone = sum(1 for fence in self.public.out if loot_of_fence(fence) == loot)
        return UNKNOWN_FENCE * 0.8 if gone < 4 else 0.0

    def crew(self, informant: int) -> Gang:
        """The crew of the top card."""
        return queries.crew_of(self.public, self.deck, informant)

    def robbery(self, informant: int) -> float:
        """What a robbery brings, the crew paid for; nothing if it is short."""
        if not queries.can_rob(self.public, self.seen.mine, self.deck, informant):
            return 0.0
        return self.promise(informant) - worth(self.crew(informant))

    def best_robbery(self) -> tuple[float, int]:
        """The best job whose crew is in hand."""
        found = max((self.robbery(informant), -informant) for informant in range(3))
        return (found[0], -found[1])

    def missing(self, informant: int) -> Gang:
        """The gangsters that are short for a job."""
        crew = self.crew(informant)
        gang = self.gang
        return (
            max(crew[0] - gang[0], 0),
            max(crew[1] - gang[1], 0),
            max(crew[2] - gang[2], 0),
        )

    def plan(self) -> tuple[float, int]:
        """The job to hire for: what it is worth, and whose it is (NOTHING: no job pays)."""
        if not self.planned:
            self.plan_made = self.new_plan()
            self.planned = True
        return self.plan_made

    def new_plan(self) -> tuple[float, int]:
        """The same, thought out anew."""
        best = 0.0
        whose = NOTHING
        for informant in range(3):
            if self.public.tops[informant] == NOTHING:
                continue
            short = self.missing(informant)
            own = without(self.crew(informant), short)
            gain = self.promise(informant) - worth(own) - self.price(short)
            if gain > best:
                best = gain
                whose = informant
        return (best, whose)

    def whom_to_hire(self) -> Gang:
        """Whom the plan needs and the hand lacks."""
        _, whose = self.plan()
        return NOBODY if whose == NOTHING else self.missing(whose)

    def spare(self, kind: int) -> int:
        """How many of a kind the plan does not need."""
        _, whose = self.plan()
        return self.gang[kind] - (0 if whose == NOTHING else self.crew(whose)[kind])

    # Buying.

    def price(self, gang: Gang) -> float:
        """What gangsters cost now; those that are not in the row cost a wait."""
        total = 0.0
        for kind in range(3):
            here = min(gang[kind], self.public.row[kind])
            total += here * self.public.prices[kind] + (gang[kind] - here) * 5.0
        return total

    def wants(self, kind: int) -> bool:
        """Whether to buy one of these: the plan needs it, or it is cheap and there is room."""
        if self.whom_to_hire()[kind] > 0:
            return True
        room = HAND_LIMIT - sum(self.gang) - len(self.loot)
        return self.public.prices[kind] == 1 and self.gang[kind] < 3 and room > 2 and self.cash > 4

    def hiring(self) -> float:
        """What a purchase brings closer."""
        gain, _ = self.plan()
        whom = self.whom_to_hire()
        if whom == NOBODY:
            return IDLE if self.cheapest() == 1 and self.cash > 4 else 0.0
        here = (
            min(whom[0], self.public.row[0]),
            min(whom[1], self.public.row[1]),
            min(whom[2], self.public.row[2]),
        )
        if here == NOBODY:
            return STIR_WORTH if self.cheapest() <= min(self.cash, 2) else 0.0
        if self.price(here) > self.cash:
            return 0.3 if self.cash > 2 else 0.0
        return 0.5 * gain * sum(here) / sum(whom)

    def cheapest(self) -> int:
        """The lowest price of the row."""
        return min((self.public.prices[kind] for kind in kinds(self.public.row)), default=99)

    # Places and displays.

    def use(self, place: int) -> float:
        """What using a core place brings."""
        if place in self.public.used:
            return 0.0
        if place == DOWNTOWN:
            return self.hiring()
        if place == WEST_SIDE:
            return max(self.best_robbery()[0] * 0.9, self.curiosity())
        if place == EAST_SIDE:
            look = LOOK_WORTH * 2 if self.loot else IDLE
            return max(self.best_sale()[0], look + self.restlessness())
        return 0.0

    def curiosity(self) -> float:
        """What a look at a top card is worth: nothing if all of them are known."""
        return IDLE if all(self.is_known(informant) for informant in range(3)) else LOOK_WORTH

    def is_known(self, informant: int) -> bool:
        """Whether a look at the top card of an informant would tell nothing new."""
        copy = self.public.tops[informant]
        if copy == NOTHING:
            return True
        return len(backs(self.seen.mine.knows[trio_of(copy)], place_of(copy))) == 1

    def restlessness(self) -> float:
        """How much a long game makes one want its end: not at all if somebody else would win."""
        if self.public.turns <= LONG_GAME or self.public.total(self.seat) <= self.best_rival():
            return 0.0
        return min(2.0, (self.public.turns - LONG_GAME) / 10.0)

    def standing(self, pieces: tuple[int, int]) -> float:
        """What two pieces are worth: the best use of one of them, and that they stand there."""
        uses = [self.use(place) for place in pieces if place in CORE]
        here = self.ground(pieces)
        if len(self.public.pieces) == 2:
            return here + sum(uses, 0.0)
        return here + max(uses, default=0.0)

    def has_villa(self) -> bool:
        """Whether I may look and then rob or sell (DT-14.2, DT-14.3)."""
        return self.public.has_piece(self.seat, VILLA)

    def is_doubtful(self, stack: int) -> bool:
        """Whether the top fence of a stack may be the police or not."""
        copy = self.public.fences[stack][0]
        if is_half(copy):
            return False
        return len(backs(self.seen.mine.knows[trio_of(copy)], place_of(copy))) > 1

    def opening(self, place: int) -> float:
        """What it is worth to begin at a place."""
        gain = OPENING_WORTH[place] - 0.15 * len(self.public.players_at(place))
        if place == WEST_SIDE and self.best_robbery()[0] > 0:
            gain += 0.6
        if place == EAST_SIDE and self.seen.seats > 2 and not self.public.players_at(place):
            gain += 0.3  # who is there first begins (DT-3.6)
        return gain

    def ground(self, pieces: tuple[int, int]) -> float:
        """What it is worth that two pieces stand where they do; the Villa has room for many."""
        here = STANDING[pieces[0]] + STANDING[pieces[1]]
        if VILLA in pieces:
            here += 0.5 * max(0, sum(self.gang) + len(self.loot) - HAND_LIMIT)
        return here

    # The casino.

    def best_stake(self) -> tuple[float, int]:
        """The bill that most others may stake too, and what it brings on average."""
        best = (-9.0, STAKES[0])
        for bill in STAKES:
            if bill > self.cash:
                break
            missed = 1.0
            gain = 0.0
            for seat in range(self.seen.seats):
                if seat != self.seat and self.highest_bill(seat) == bill:
                    gain += 0.5 * bill
                    missed *= 0.5
            best = max(best, (gain - bill * missed, bill))
        return best

    def highest_bill(self, seat: Seat) -> int:
        """The highest bill that a player can stake."""
        found = 0
        for bill in STAKES:
            if bill <= self.public.purse[seat]:
                found = bill
        return found

    # My display.

    def turn_worth(self) -> float:
        """What my next turn would bring in, as things are."""
        gain = 0.0
        if self.loot and self.can_come(self.seat, EAST_SIDE):
            gain = self.best_sale()[0]
        if self.can_come(self.seat, WEST_SIDE):
            gain = max(gain, self.best_robbery()[0] * 0.6)
        return gain

    def attraction(self) -> float:
        """What my display has to be worth so that the next player collects from me."""
        best = 0.0
        for seat in range(self.seen.seats):
            if seat not in (self.seat, self.public.next):
                expected = USUAL_DISPLAY if seat == self.public.turn else 0.0
                best = max(best, self.shown(seat), expected)
        return best

    def hindrance(self) -> float:
        """With two players: what makes the other one's turn dear; half of what it would bring."""
        other = 1 - self.seat
        gain = self.sale_of(other)[0]
        if self.public.gangsters[other] >= FULL_CREW and self.can_come(other, WEST_SIDE):
            gain += JOB_WORTH
        return min(gain * 0.45, float(self.public.purse[other])) * self.caution

    def spares(self) -> Gang:
        """The gangsters that no plan needs: they make a display worth a visit at little cost."""
        if sum(self.gang) <= SMALL_GANG:
            return NOBODY
        return (max(self.spare(0), 0), max(self.spare(1), 0), max(self.spare(2), 0))

    def shown(self, seat: Seat) -> float:
        """What lies in a display."""
        return self.public.money[seat] + worth(self.public.display[seat])

    def moved(self, pieces: tuple[int, int], move: int) -> tuple[int, int]:
        """The pieces after a move."""
        return queries.moved(pieces, origin_of(move), destination_of(move))

    def selection(self, pieces: tuple[int, int]) -> float:
        """What the best selection brings when my pieces stand like this."""
        others = [seat for seat in range(self.seen.seats) if seat != self.seat]
        best = max(self.collecting(seat, pieces) for seat in others)
        for seat in others:
            if queries.can_pay(self.public, self.seen.mine, seat):
                best = max(best, self.paying(seat, pieces))
        return best

    def haul(self, seat: Seat) -> float:
        """What a display is worth to me: gangsters beyond the hand limit are none."""
        gang = self.public.display[seat]
        number = sum(gang)
        if number == 0:
            return float(self.public.money[seat])
        limit = queries.hand_limit(self.public, self.seat)
        room = max(0, limit - sum(self.gang) - len(self.loot))
        return self.public.money[seat] + worth(gang) * min(1.0, room / number)

    def collecting(self, seat: Seat, pieces: tuple[int, int]) -> float:
        """What collecting from a player brings; with two players no place is used then."""
        gain = self.haul(seat) * 0.9 - self.danger(seat)
        if self.seen.seats == 2:
            return gain + self.ground(pieces)
        return gain + self.standing(pieces)

    def paying(self, seat: Seat, pieces: tuple[int, int]) -> float:
        """What paying a player brings, with the best move that follows."""
        stays = self.standing(pieces) if self.seen.seats == 2 else -100.0
        theirs = self.public.pieces[seat]
        moves = queries.moves_to_paid(pieces, theirs)
        gains = [self.standing(self.moved(pieces, move)) for move in moves]
        return max([stays, *gains]) - self.shown(seat) * 1.1 - self.danger(seat)

    def danger(self, seat: Seat) -> float:
        """What it costs to give this player the next turn: whoever can sell or rob is feared."""
        if self.menaces[seat] < 0:
            self.menaces[seat] = self.menace(seat)
        return self.menaces[seat]

    def menace(self, seat: Seat) -> float:
        """What this player is likely to make of a turn, as far as it is my loss."""
        total = self.public.total(seat)
        fear = total / 50.0 * self.caution
        if self.public.gangsters[seat] >= FULL_CREW:
            fear += READY_CREW
        gain, hoped = self.sale_of(seat)
        if gain > 0:
            fear += ENVY * gain * self.caution
            if total + gain >= WIN_TOTAL:
                fear += DREAD * self.caution
            elif total + hoped >= WIN_TOTAL:
                fear += DREAD / 2 * self.caution
        return fear

    def sale_of(self, seat: Seat) -> tuple[float, float]:
        """What another player would get for the loot in hand, on average and with luck."""
        if not self.can_come(seat, EAST_SIDE):
            return (0.0, 0.0)
        best = 0.0
        hoped = 0.0
        for stack in range(3):
            if self.public.fences[stack]:
                loot = loot_bought(self.public.fences[stack][0])
                worth = 0.0
                for copy in self.public.loot[seat]:
                    if loot_of(copy) == loot:
                        worth += self.mean(copy)
                best = max(best, worth * self.share(stack))
                hoped = max(hoped, worth * 0.85)
        return (best, hoped)

    def can_come(self, seat: Seat, place: int) -> bool:
        """Whether a player can be at a place in their own turn: is there, or moves, or pays."""
        public = self.public
        if public.has_piece(seat, place):
            return True
        there = [other for other in public.players_at(place) if other != seat]
        return not there or any(public.money[other] <= public.purse[seat] for other in there)

    def mean(self, copy: int) -> float:
        """The true value of an informant card, as far as I know it."""
        front = trio_of(copy)
        known = backs(self.seen.mine.knows[front], place_of(copy))
        values = self.deck.values[front]
        return sum([values[back] for back in known]) / len(known)


def worth(gang: Gang) -> float:
    """What gangsters are worth."""
    return gang[0] * GANGSTER_WORTH[0] + gang[1] * GANGSTER_WORTH[1] + gang[2] * GANGSTER_WORTH[2]
