"""A full game of Downtown that a seat cannot tell from the true one.

Everything that the seat has seen stays as it is. Cash follows from public transfers; informant
cards and fences lie in one of the ways that are still possible; drawn gangsters come from the
shuffle they were drawn from, and those that were shown since are among them.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from omerta.core import NOTHING, Seat
from omerta.games.downtown.state.components import CARDS, FENCES, HALF
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import (
    NOBODY,
    Gang,
    gang_of,
    members,
    one,
    together,
    without,
)
from omerta.games.downtown.state.kinds import back_of, copy_of, is_half
from omerta.games.downtown.state.reckoning import (
    TRIOS,
    WAYS,
    Reckoned,
    owed_gang,
    shown,
    ways,
)
from omerta.games.downtown.state.table import Box, Public, Secret
from omerta.games.downtown.view import TownView

MOST_ADDED: Final = 6
"""More than this seldom lies face down."""

TRIES: Final = 6
"""How many exchanges are compared; too many would always make the same one, back and forth."""


def guess(seen: TownView, rng: Random) -> Town:
    """Deal everything this seat cannot see anew, and stand where it stands."""
    public = seen.public.copy()
    secret = [seen.mine.copy() if s == seen.seat else Secret() for s in range(seen.seats)]
    box = Box()
    ways_chosen = [pick(ways(seen.mine.knows[trio]), rng) for trio in range(TRIOS)]
    lay_cards(public, box, ways_chosen)
    Dealer(public, secret, seen.seat, rng).deal(box)
    for seat in range(seen.seats):
        if seat != seen.seat:
            secret[seat].loot = tuple(sorted(box.backs[copy] for copy in public.loot[seat]))
            secret[seat].knows = remembered(public, seat, ways_chosen)
            add_money(public, secret[seat], seat, rng)
    town = Town(seen.options, seen.rules, public, secret, box)
    if seen.top is not None:
        if seen.seat >= 0:
            town.sealed[seen.seat] = seen.sealed
        town.resume(seen.top)
    return town


def pick(choices: tuple[int, ...], rng: Random) -> int:
    """Any of them."""
    return choices[int(rng.random() * len(choices))]


# Informant cards and fences.


def lay_cards(public: Public, box: Box, ways_chosen: list[int]) -> None:
    """Give every card that has been seen from the front its back; the others are unseen."""
    backs = list(box.backs)
    for trio in range(TRIOS):
        for place in range(public.turned[trio]):
            copy = copy_of(trio, place)
            backs[copy] = back_of(copy, WAYS[ways_chosen[trio]][place])
    box.backs = tuple(backs)
    turned = set(backs[:CARDS])
    box.middles = tuple(
        [tuple([card for card in cards if card not in turned]) for cards in box.middles]
    )
    fences = {back for back in box.backs[CARDS:] if back != NOTHING}
    fences.update(public.out)
    for stack in public.fences:
        fences.update(back_of(copy, HALF) for copy in stack if is_half(copy))
    box.pool = tuple(fence for fence in range(len(FENCES)) if fence not in fences)


def remembered(public: Public, seat: Seat, ways_chosen: list[int]) -> tuple[int, ...]:
    """What another seat knows of the trios: what it has heard, looked at and holds."""
    knows = list(public.knows)
    for trio in range(TRIOS):
        for place in range(public.turned[trio]):
            if copy_of(trio, place) in public.seen[seat]:
                knows[trio] = shown(knows[trio], place, WAYS[ways_chosen[trio]][place])
    return tuple(knows)


# Money.


def add_money(public: Public, own: Secret, seat: Seat, rng: Random) -> None:
    """Cash is what the transfers have left, less what may lie face down (DT-R17).

    Nobody lays out much more than a display needs, so small amounts are the likely ones.
    """
    if public.added_money[seat]:
        most = public.purse[seat]
        if rng.random() < 0.75:
            own.added_money = 1 + int(rng.random() ** 2 * min(most, MOST_ADDED))
        else:
            own.added_money = 1 + int(rng.random() * most)
    own.cash = public.purse[seat] - own.added_money


# Gangsters.


class Debt(NamedTuple):
    """Among the first draws of a seat there is one more of this kind than has been dealt."""

    seat: Seat
    kind: int
    limit: int


class Swap:
    """A card of this kind among one's own goes, one of those comes; both are of one shuffle."""

    def __init__(self, mine: list[int], kind: int, there: list[int]) -> None:
        self.mine: Final = mine
        self.kind: Final = kind
        self.there: Final = there

    def make(self, owed: int) -> None:
        """Exchange it for one that is owed."""
        self.mine.remove(self.kind)
        self.mine.append(owed)
        self.there.remove(owed)
        self.there.append(self.kind)

    def undo(self, owed: int) -> None:
        """Exchange them back."""
        Swap(self.there, self.kind, self.mine).make(owed)


def debts(hand: Reckoned) -> list[tuple[int, int, int]]:
    """How many of a kind there are at least among the first draws of a hand, up to each limit."""
    return [
        (kind, limit, sum([1 for other, first in hand.owed if other == kind and first <= limit]))
        for kind, limit in sorted(set(hand.owed))
    ]


class Dealer:
    """Deals the drawn gangsters of the other hands anew, each from its own shuffle."""

    def __init__(self, public: Public, secret: list[Secret], viewer: Seat, rng: Random) -> None:
        self.public = public
        self.secret = secret
        self.others = [seat for seat in range(len(secret)) if seat != viewer]
        self.rng = rng
        self.unseen = [members(gang) for gang in public.unseen]
        if viewer >= 0:
            draws = public.hands[viewer].draws
            for place in range(len(draws)):
                for kind in members(secret[viewer].drawn[place]):
                    self.unseen[draws[place][0]].remove(kind)
        self.dealt: list[list[list[int]]] = [[[] for _ in hand.draws] for hand in public.hands]
        self.debts = [debts(hand) for hand in public.hands]

    def deal(self, box: Box) -> None:
        """Deal anything, then exchange until all debts are paid; the pile is what is left."""
        for cards in self.unseen:
            self.rng.shuffle(cards)
        for seat in self.others:
            for place, (shuffle, number) in enumerate(self.public.hands[seat].draws):
                for _ in range(number):
                    self.dealt[seat][place].append(self.unseen[shuffle].pop())
        unpaid = self.unpaid()
        while unpaid:
            self.pay(unpaid[int(self.rng.random() * len(unpaid))])
            unpaid = self.unpaid()
        for seat in self.others:
            self.hold(seat, self.public.hands[seat])
        box.draw = gang_of(self.unseen[-1])

    def unpaid(self) -> list[Debt]:
        """The debts that the draws do not cover, each as often as a card is missing."""
        return [
            Debt(seat, kind, limit)
            for seat in self.others
            for kind, limit, number in self.debts[seat]
            for _ in range(number - sum([c.count(kind) for c in self.dealt[seat][:limit]]))
        ]

    def pay(self, debt: Debt) -> None:
        """Exchange a card for one of the kind that is owed: of a few exchanges the best."""
        swaps = self.swaps(debt)
        best = swaps[0]
        least = NOTHING
        for _ in range(TRIES):
            swap = swaps[int(self.rng.random() * len(swaps))]
            swap.make(debt.kind)
            missing = len(self.unpaid())
            swap.undo(debt.kind)
            if least == NOTHING or missing < least:
                best = swap
                least = missing
        best.make(debt.kind)

    def swaps(self, debt: Debt) -> list[Swap]:
        """Every way to get a card of this kind into the draws up to then, shuffle by shuffle."""
        found: list[Swap] = []
        draws = self.public.hands[debt.seat].draws
        for place in range(debt.limit):
            mine = self.dealt[debt.seat][place]
            shuffle = draws[place][0]
            there = [self.unseen[shuffle]]
            for seat in self.others:
                first = debt.limit if seat == debt.seat else 0
                for other in range(first, len(self.dealt[seat])):
                    if self.public.hands[seat].draws[other][0] == shuffle:
                        there.append(self.dealt[seat][other])
            for cards in there:
                if debt.kind in cards:
                    kinds = set(mine) - {debt.kind}
                    found += [Swap(mine, kind, cards) for kind in sorted(kinds)]
        return found

    def hold(self, seat: Seat, hand: Reckoned) -> None:
        """The hand is what is sure and what was drawn, less what has been shown since."""
        own = self.secret[seat]
        own.drawn = tuple([gang_of(cards) for cards in self.dealt[seat]])
        whole = hand.sure
        for gang in own.drawn:
            whole = together(whole, gang)
        whole = without(whole, owed_gang(hand))
        own.added = self.some_of(whole, self.public.added[seat])
        own.gang = without(whole, own.added)

    def some_of(self, gang: Gang, number: int) -> Gang:
        """This many of a gang, any of them: they lie face down (DT-R17)."""
        some = NOBODY
        for kind in self.rng.sample(members(gang), number) if number else []:
            some = together(some, one(kind))
        return some
