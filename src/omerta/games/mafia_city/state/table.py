"""Mafia City on the table: what is public and what is secret."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from omerta.core import NOTHING, Seat
from omerta.core.saving import Reduced, by_fields
from omerta.games.mafia_city.state.components import (
    FBI,
    HARBOR,
    HAT,
    HITMAN,
    PLUS_ONE,
    POLICE_CHIEF,
    SETUP,
    SNITCH,
    STARTING_HAND,
    STARTING_RESERVE,
    THIEF,
)
from omerta.games.mafia_city.state.kinds import CARDS, card_of

EXTRA_COPIES: Final = (
    card_of(HITMAN, PLUS_ONE),
    card_of(SNITCH, PLUS_ONE),
    card_of(POLICE_CHIEF, PLUS_ONE),
    card_of(FBI, PLUS_ONE),
    card_of(THIEF, HAT),
)
DECK: Final = tuple(sorted((*range(CARDS), *EXTRA_COPIES)))
"""The 49 action cards (MC-1.11)."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Public:
    """Everything that everybody may know (MC-18.1)."""

    stacks: list[tuple[int, ...]]
    """The owners of the chips at every location, from the bottom to the top (MC-2.10)."""
    cell: list[int]
    """How many chips of each seat are in the cell, which has no order (MC-2.6)."""
    cell_new: list[int]
    hand: list[int]
    reserve: list[int]
    vp: list[int]
    cards: list[int]
    passed: list[bool]
    marked: list[bool]
    agreements: list[int]

    def __init__(self) -> None:
        self.first: Seat = NOTHING
        self.round = 1
        self.phase: int = SETUP
        self.turn: Seat = NOTHING
        self.at = 0
        self.layout: tuple[int, ...] = ()
        self.hitman: int = HARBOR
        self.policeman: Seat = NOTHING
        self.mayor: Seat = NOTHING
        self.deck = len(DECK)
        self.discard: tuple[int, ...] = ()
        self.last_discard: int = NOTHING
        self.drawn = 0
        self.on_table: tuple[int, ...] = ()
        self.announced: tuple[int, ...] = ()
        self.ranking: tuple[Seat, ...] = ()

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def copy(self) -> Public:
        """The same, to be changed on its own."""
        public = Public()
        public.first = self.first
        public.round = self.round
        public.phase = self.phase
        public.turn = self.turn
        public.at = self.at
        public.layout = self.layout
        public.stacks = self.stacks[:]
        public.cell = self.cell[:]
        public.cell_new = self.cell_new[:]
        public.hand = self.hand[:]
        public.reserve = self.reserve[:]
        public.vp = self.vp[:]
        public.cards = self.cards[:]
        public.passed = self.passed[:]
        public.marked = self.marked[:]
        public.hitman = self.hitman
        public.policeman = self.policeman
        public.mayor = self.mayor
        public.deck = self.deck
        public.discard = self.discard
        public.last_discard = self.last_discard
        public.drawn = self.drawn
        public.on_table = self.on_table
        public.announced = self.announced
        public.agreements = self.agreements[:]
        public.ranking = self.ranking
        return public


def public_at_start(seats: int) -> Public:
    """The table before anything is dealt.

    Everybody has chips in hand and reserve (MC-1.4) of their own colour, which is the seat
    (MC-1.3); nobody has a point, no stack a chip, no location a cube (MC-1.9); the figures are
    at their places (MC-1.8) and the discard pile is empty (MC-1.12).
    """
    public = Public()
    public.stacks = [()] * 8
    public.cell = [0] * seats
    public.cell_new = [0] * seats
    public.hand = [STARTING_HAND[seats]] * seats
    public.reserve = [STARTING_RESERVE] * seats
    public.vp = [0] * seats
    public.cards = [0] * seats
    public.passed = [False] * seats
    public.marked = [False] * 8
    public.agreements = [0] * seats
    return public


@mypyc_attr(acyclic=True, free_list_len=1)
class Secret:
    """What one seat holds, what its last draw brought, and what it knows of other hands.

    As the box, it is the deck in no order: nobody can know one (MC-18.6).
    """

    def __init__(
        self,
        cards: tuple[int, ...],
        drawn: tuple[int, ...],
        knows: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.cards = cards
        self.drawn = drawn
        self.knows = knows
        """Seat by seat the cards that must still be in that hand (MC-18.3); empty for none."""

    def __reduce__(self) -> Reduced:
        return (Secret, (self.cards, self.drawn, self.knows))
