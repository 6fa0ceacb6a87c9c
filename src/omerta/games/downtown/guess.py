"""A full game of Downtown that a seat cannot tell from the true one.

Everything that the seat has seen stays as it is. Cash follows from public transfers; informant
cards and fences lie in one of the ways that are still possible; drawn gangsters come from the
shuffle they were drawn from, and those that were shown since are among them.
"""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.downtown.gang import (
    NOBODY,
    Gang,
    gang_of,
    members,
    one,
    together,
    without,
)
from omerta.games.downtown.reckoning import (
    FENCE_TRIO,
    TRIOS,
    WAYS,
    Reckoned,
    owed_gang,
    shown,
    ways,
)
from omerta.games.downtown.table import FENCES, Box, Public, Secret
from omerta.games.downtown.town import HALF_FENCES, Town, back_of
from omerta.games.downtown.view import TownView

PATIENCE: Final = 2_000
"""So many tries, then what is owed is tried in another order."""


def guess(seen: TownView, rng: Random) -> Town:
    """Deal everything this seat cannot see anew, and stand where it stands."""
    public = seen.public.copy()
    secret = [seen.mine.copy() if s == seen.seat else Secret() for s in range(seen.seats)]
    box = Box()
    lie = [pick(ways(seen.mine.knows[trio]), rng) for trio in range(TRIOS)]
    lay_cards(public, box, lie)
    Dealer(public, secret, seen.seat, rng).deal(box)
    for seat in range(seen.seats):
        if seat != seen.seat:
            secret[seat].loot = tuple(sorted(box.backs[copy] for copy in public.loot[seat]))
            secret[seat].knows = remembered(public, seat, lie)
            add_money(public, secret[seat], seat, rng)
    town = Town(seen.seats, seen.options, seen.rules, public, secret, box)
    if seen.top is not None:
        if seen.seat >= 0:
            town.sealed[seen.seat] = seen.sealed
        town.resume(seen.top)
    return town


def pick(choices: list[int], rng: Random) -> int:
    """Any of them."""
    return choices[int(rng.random() * len(choices))]


# Informant cards and fences.


def lay_cards(public: Public, box: Box, lie: list[int]) -> None:
    """Give every card that has been seen from the front its back; the others are unseen."""
    backs = list(box.backs)
    for trio in range(TRIOS):
        for place in range(public.turned[trio]):
            copy = trio * 3 + place
            backs[copy] = back_of(copy, WAYS[lie[trio]][place])
    box.backs = tuple(backs)
    turned = set(backs[: FENCE_TRIO * 3])
    box.middles = tuple(
        [tuple([card for card in cards if card not in turned]) for cards in box.middles]
    )
    fences = {back for back in box.backs[FENCE_TRIO * 3 :] if back != NOTHING}
    fences.update(public.out)
    for stack in public.fences:
        fences.update(back_of(copy, 0) for copy in stack if copy >= HALF_FENCES)
    box.pool = tuple(fence for fence in range(len(FENCES)) if fence not in fences)


def remembered(public: Public, seat: Seat, lie: list[int]) -> tuple[int, ...]:
    """What another seat knows of the trios: what it has heard, looked at and holds."""
    knows = list(public.knows)
    for trio in range(TRIOS):
        for place in range(public.turned[trio]):
            if public.seen[seat] >> (trio * 3 + place) & 1:
                knows[trio] = shown(knows[trio], place, WAYS[lie[trio]][place])
    return tuple(knows)


# Money.


def add_money(public: Public, own: Secret, seat: Seat, rng: Random) -> None:
    """Cash is what the transfers have left, less what may lie face down (DT-R17)."""
    if public.added_money[seat]:
        own.added_money = 1 + int(rng.random() * public.purse[seat])
    own.cash = public.purse[seat] - own.added_money


# Gangsters.


class Dealer:
    """Deals the drawn gangsters of the other hands anew, each from its own shuffle."""

    def __init__(self, public: Public, secret: list[Secret], viewer: Seat, rng: Random) -> None:
        self.public = public
        self.secret = secret
        self.others = [seat for seat in range(len(secret)) if seat != viewer]
        self.rng = rng
        self.patience = PATIENCE
        self.unseen = [members(gang) for gang in public.unseen]
        if viewer >= 0:
            draws = public.hands[viewer].draws
            for place in range(len(draws)):
                for kind in members(secret[viewer].drawn[place]):
                    self.unseen[draws[place][0]].remove(kind)
        self.dealt: list[list[list[int]]] = [[[] for _ in hand.draws] for hand in public.hands]

    def deal(self, box: Box) -> None:
        """First what is owed, then anything; what is left of the last shuffle is the pile."""
        debts = [
            (seat, kind, limit)
            for seat in self.others
            for kind, limit in self.public.hands[seat].owed
        ]
        while not self.settle(debts, 0):
            self.patience = PATIENCE
            self.rng.shuffle(debts)
        for cards in self.unseen:
            self.rng.shuffle(cards)
        for seat in self.others:
            hand = self.public.hands[seat]
            for place, (shuffle, number) in enumerate(hand.draws):
                while len(self.dealt[seat][place]) < number:
                    self.dealt[seat][place].append(self.unseen[shuffle].pop())
            self.hold(seat, hand)
        box.draw = gang_of(self.unseen[-1])

    def settle(self, debts: list[tuple[Seat, int, int]], at: int) -> bool:
        """Find draws for all that is owed from here on; back out of what leads nowhere."""
        if at == len(debts):
            return True
        if self.patience == 0:
            return False
        self.patience -= 1
        seat, kind, limit = debts[at]
        draws = self.public.hands[seat].draws
        places = list(range(limit))
        self.rng.shuffle(places)
        for place in places:
            shuffle, number = draws[place]
            mine = self.dealt[seat][place]
            if len(mine) < number and kind in self.unseen[shuffle]:
                mine.append(kind)
                self.unseen[shuffle].remove(kind)
                if self.settle(debts, at + 1):
                    return True
                mine.remove(kind)
                self.unseen[shuffle].append(kind)
        return False

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
        """So many of a gang, any of them: they lie face down (DT-R17)."""
        some = NOBODY
        for kind in self.rng.sample(members(gang), number) if number else []:
            some = together(some, one(kind))
        return some
