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
    WEST_SIDE,
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

UNKNOWN_FENCE: Final = 0.56
"""What a sale leaves on average where nothing is known of the fence."""

STIR_WORTH: Final = 1.0
"""What it is worth to buy anything when the row holds nobody whom the plan needs."""

LONG_GAME: Final = 60
"""From so many turns on everybody gets restless and wants to see the casinos."""

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
        """The own cards that the top fence of a stack takes."""
        return queries.fitting(self.public, self.seen.mine, stack)

    def sale(self, stack: int) -> float:
        """What selling everything that fits would bring."""
        return self.share(stack) * sum(self.deck.value(card) for card in self.fitting(stack))

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
        front = trio_of(copy)
        values = self.deck.values[front]
        known = backs(self.seen.mine.knows[front], place_of(copy))
        mean = sum(values[back] for back in known) / len(known)
        return mean * self.outlook(loot_of(copy))

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
            return 0.0
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
            look = LOOK_WORTH * 2 if self.loot else 0.2
            return max(self.best_sale()[0], look + self.restlessness())
        return 0.0

    def curiosity(self) -> float:
        """What a look at a top card is worth: nothing if all of them are known."""
        return 0.0 if all(self.is_known(informant) for informant in range(3)) else LOOK_WORTH

    def is_known(self, informant: int) -> bool:
        """Whether a look at the top card of an informant would tell nothing new."""
        copy = self.public.tops[informant]
        if copy == NOTHING:
            return True
        return len(backs(self.seen.mine.knows[trio_of(copy)], place_of(copy))) == 1

    def restlessness(self) -> float:
        """How much a long game makes one want its end."""
        return max(0.0, (self.public.turns - LONG_GAME) / 10.0)

    def standing(self, pieces: tuple[int, int]) -> float:
        """What two pieces are worth: the best use of one of them, and that they stand there."""
        uses = [self.use(place) for place in pieces if place in CORE]
        here = sum((STANDING[place] for place in pieces), 0.0)
        if len(self.public.pieces) == 2:
            return here + sum(uses, 0.0)
        return here + max(uses, default=0.0)

    def shown(self, seat: Seat) -> float:
        """What lies in a display."""
        return self.public.money[seat] + worth(self.public.display[seat])

    def moved(self, pieces: tuple[int, int], move: int) -> tuple[int, int]:
        """The pieces after a move."""
        return queries.moved(pieces, origin_of(move), destination_of(move))

    def selection(self, pieces: tuple[int, int]) -> float:
        """What the best selection brings when the own pieces stand like this."""
        others = [seat for seat in range(self.seen.seats) if seat != self.seat]
        best = max(self.collecting(seat, pieces) for seat in others)
        for seat in others:
            if queries.can_pay(self.public, self.seen.mine, seat):
                best = max(best, self.paying(seat, pieces))
        return best

    def collecting(self, seat: Seat, pieces: tuple[int, int]) -> float:
        """What collecting from a player brings; with two players no place is used then."""
        gain = self.shown(seat) * 0.9 - self.danger(seat)
        if self.seen.seats == 2:
            return gain + sum((STANDING[place] for place in pieces), 0.0)
        return gain + self.standing(pieces)

    def paying(self, seat: Seat, pieces: tuple[int, int]) -> float:
        """What paying a player brings, with the best move that follows."""
        stays = self.standing(pieces) if self.seen.seats == 2 else -100.0
        theirs = self.public.pieces[seat]
        moves = queries.moves_to_paid(pieces, theirs)
        gains = [self.standing(self.moved(pieces, move)) for move in moves]
        return max([stays, *gains]) - self.shown(seat) * 1.1 - self.danger(seat)

    def danger(self, seat: Seat) -> float:
        """What it costs to give this player the next turn: the rich ones are feared."""
        return self.public.total(seat) / 50.0 + len(self.public.loot[seat]) * 0.5


def worth(gang: Gang) -> float:
    """What gangsters are worth."""
    return gang[0] * GANGSTER_WORTH[0] + gang[1] * GANGSTER_WORTH[1] + gang[2] * GANGSTER_WORTH[2]
