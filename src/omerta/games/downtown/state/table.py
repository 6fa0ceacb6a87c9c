"""Downtown on the table: what is public and what is secret."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from omerta.core import NOTHING, Seat
from omerta.core.saving import Reduced, by_fields
from omerta.games.downtown.state.components import (
    BANK_TOTAL,
    CARDS,
    CARDS_EACH,
    FENCES,
    INFORMANTS,
    PLACES,
    SETUP,
    STACK_START,
    START_CASH,
)
from omerta.games.downtown.state.gang import ALL_GANGSTERS, NOBODY, Gang
from omerta.games.downtown.state.kinds import informant_of
from omerta.games.downtown.state.reckoning import COPIES, NOTHING_KNOWN, TRIOS, Reckoned, hand_of

NONE_TURNED: Final[tuple[int, ...]] = (0,) * TRIOS
ALL_CARDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    [
        tuple([card for card in range(CARDS) if informant_of(card) == informant])
        for informant in range(len(INFORMANTS))
    ]
)
"""The nine cards of each informant, who has a stack of his own (DT-1.6, DT-2.4)."""
ALL_FENCES: Final[tuple[int, ...]] = tuple(range(len(FENCES)))
"""The fences, in three stacks or out of the game (DT-1.7)."""
NO_BACKS: Final[tuple[int, ...]] = (NOTHING,) * COPIES


@mypyc_attr(acyclic=True, free_list_len=1)
class Public:
    """Everything that everybody may know, and what follows from it (section 8).

    Informant cards and fences that have been seen from the front go by their place in their
    trio (see `reckoning`): it says which card is where, not what stands on its back.
    """

    pieces: list[tuple[int, int]]
    """Where the two pieces of each seat stand (DT-1.4)."""
    purse: list[int]
    """Cash and face-down money together: it follows from public transfers.

    Money is an amount, never bills (DT-1.2, DT-17.5)."""
    money: list[int]
    display: list[Gang]
    added_money: list[bool]
    added: list[int]
    gangsters: list[int]
    hands: list[Reckoned]
    loot: list[tuple[int, ...]]
    tops: list[int]
    middles: list[int]
    bottoms: list[tuple[int, ...]]
    fences: list[tuple[int, ...]]
    below: list[int]
    casino: list[bool]
    seen: list[frozenset[int]]
    """Which of the cards that have been seen from the front each seat has looked at."""

    def __init__(self) -> None:
        self.first: Seat = NOTHING
        self.turns = 0
        self.phase: int = SETUP
        self.turn: Seat = NOTHING
        self.next: Seat = NOTHING
        self.paid = False
        self.used: tuple[int, ...] = ()
        """The core places used in this turn."""
        self.row: Gang = NOBODY
        self.prices: Gang = NOBODY
        self.draw = 48
        self.discard: Gang = NOBODY
        self.unseen: tuple[Gang, ...] = (ALL_GANGSTERS,)
        """Of each shuffle of the draw pile the gangsters that nobody has shown since."""
        self.out: tuple[int, ...] = ()
        self.turned: tuple[int, ...] = NONE_TURNED
        """How many cards of each trio have been seen from the front."""
        self.knows: tuple[int, ...] = NOTHING_KNOWN
        """What the backs of each trio can be for somebody who has heard everything."""
        self.totals: tuple[int, ...] = ()
        self.winners: tuple[Seat, ...] = ()

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def copy(self) -> Public:
        """The same, to be changed on its own."""
        public = Public()
        public.first = self.first
        public.turns = self.turns
        public.phase = self.phase
        public.turn = self.turn
        public.next = self.next
        public.paid = self.paid
        public.used = self.used
        public.pieces = self.pieces[:]
        public.purse = self.purse[:]
        public.money = self.money[:]
        public.display = self.display[:]
        public.added_money = self.added_money[:]
        public.added = self.added[:]
        public.gangsters = self.gangsters[:]
        public.hands = self.hands[:]
        public.loot = self.loot[:]
        public.row = self.row
        public.prices = self.prices
        public.draw = self.draw
        public.discard = self.discard
        public.unseen = self.unseen
        public.tops = self.tops[:]
        public.middles = self.middles[:]
        public.bottoms = self.bottoms[:]
        public.fences = self.fences[:]
        public.below = self.below[:]
        public.casino = self.casino[:]
        public.out = self.out
        public.turned = self.turned
        public.knows = self.knows
        public.seen = self.seen[:]
        public.totals = self.totals
        public.winners = self.winners
        return public

    def has_piece(self, seat: Seat, place: int) -> bool:
        """Whether one of the seat's two pieces stands there."""
        first, second = self.pieces[seat]
        return place in (first, second)

    def places(self, seat: Seat) -> tuple[int, int]:
        """Where the seat's two pieces stand, in the order of the places."""
        first, second = self.pieces[seat]
        return (min(first, second), max(first, second))

    def empty_places(self) -> list[int]:
        """The places where no piece at all stands (DT-5.3)."""
        taken = [False] * (len(PLACES) + 1)  # the last one stands for nowhere yet
        for first, second in self.pieces:
            taken[first] = True
            taken[second] = True
        return [place for place in range(len(PLACES)) if not taken[place]]

    def players_at(self, place: int) -> list[Seat]:
        """The seats with a piece there."""
        return [seat for seat in range(len(self.pieces)) if self.has_piece(seat, place)]

    def total(self, seat: Seat) -> int:
        """Cash, display money, own face-down additions; cards count nothing (DT-1.3, DT-16.6)."""
        return self.purse[seat] + self.money[seat]

    def is_open(self, stack: int) -> bool:
        """Whether a fence stack holds at least one fence (DT-12.2)."""
        return len(self.fences[stack]) + self.below[stack] > 0

    def casinos(self) -> int:
        """How many casino cards have appeared."""
        return self.casino.count(True)

    def cards_in(self, informant: int) -> int:
        """The size of an informant stack."""
        return (
            (self.tops[informant] != NOTHING)
            + self.middles[informant]
            + len(self.bottoms[informant])
        )

    def bank(self) -> int:
        """What the bank holds: everything that the players do not own (DT-2.9, DT-17.6)."""
        return BANK_TOTAL - sum(self.purse) - sum(self.money)


def public_at_start(seats: int) -> Public:
    """The table before anything is dealt: no discards, empty displays (DT-2.9, DT-2.10).

    Four fences lie in each stack, a casino card below them (DT-2.6, DT-2.8).
    """
    public = Public()
    public.pieces = [(NOTHING, NOTHING)] * seats
    public.purse = [START_CASH] * seats
    public.money = [0] * seats
    public.display = [NOBODY] * seats
    public.added_money = [False] * seats
    public.added = [0] * seats
    public.gangsters = [0] * seats
    public.hands = [hand_of(NOBODY)] * seats
    public.loot = [()] * seats
    public.tops = [NOTHING] * 3
    public.middles = [CARDS_EACH] * 3
    public.bottoms = [()] * 3
    public.fences = [()] * 3
    public.below = [STACK_START] * 3
    public.casino = [False] * 3
    public.seen = [frozenset()] * seats
    return public


@mypyc_attr(acyclic=True, free_list_len=1)
class Secret:
    """What only one seat knows: cash, hand, face-down additions, what it remembers (DT-17.4)."""

    def __init__(self) -> None:
        self.cash: int = START_CASH
        self.gang: Gang = NOBODY
        self.loot: tuple[int, ...] = ()
        self.offer: tuple[int, ...] = ()
        """Informant cards offered in a sale that is not fixed yet, in the order offered."""
        self.adding: int = NOTHING
        """Money of an addition that is not complete yet."""
        self.adding_gang: Gang = NOBODY
        self.added_money = 0
        self.added: Gang = NOBODY
        self.drawn: tuple[Gang, ...] = ()
        """The kinds behind the draws that others reckon with (`Reckoned.draws`)."""
        self.knows: tuple[int, ...] = NOTHING_KNOWN

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def copy(self) -> Secret:
        """The same, to be changed on its own."""
        secret = Secret()
        secret.cash = self.cash
        secret.gang = self.gang
        secret.loot = self.loot
        secret.offer = self.offer
        secret.adding = self.adding
        secret.adding_gang = self.adding_gang
        secret.added_money = self.added_money
        secret.added = self.added
        secret.drawn = self.drawn
        secret.knows = self.knows
        return secret


@mypyc_attr(acyclic=True, free_list_len=1)
class Box:
    """What nobody sees: piles without an order, and the backs of the cards in the stacks."""

    def __init__(self) -> None:
        self.draw: Gang = ALL_GANGSTERS
        self.middles: tuple[tuple[int, ...], ...] = ALL_CARDS
        self.pool: tuple[int, ...] = ALL_FENCES
        self.backs: tuple[int, ...] = NO_BACKS
        """What each card of each trio that has been turned up really is."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def copy(self) -> Box:
        """The same, to be changed on its own."""
        box = Box()
        box.draw = self.draw
        box.middles = self.middles
        box.pool = self.pool
        box.backs = self.backs
        return box
