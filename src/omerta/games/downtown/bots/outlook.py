"""How Downtown is searched: four turns of one's own, and what counts at the beginning of a turn."""

from __future__ import annotations

from typing import Any, Final

from omerta.bots.outlook import PERCENT, Outlook, Told
from omerta.core import NOTHING, Player, Seat
from omerta.games.downtown.bots.player import ThumbPlayer
from omerta.games.downtown.state import queries
from omerta.games.downtown.state.components import (
    BANK,
    DOWNTOWN,
    EAST_SIDE,
    VILLA,
    WEST_SIDE,
    WIN_TOTAL,
)
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import size
from omerta.games.downtown.state.kinds import buyer_of, is_half
from omerta.games.downtown.state.queries import quarters_paid

HUNDRED: Final = 100.0
NEAR: Final = 30
"""Money below the sum that wins from which the end is in sight."""


class TownOutlook(Outlook):
    """Four own turns: enough to hire, rob and sell."""

    steps: int = 4
    doubt: float = 1.5
    most: int = 5
    unsearched: tuple[str, ...] = (
        "open",
        "add_money",
        "add_money/add_gang",
        "lay_money/lay_gang",
        "stake",
        "shed",
        "use/loot",
        "ghetto",
    )
    """Small change: many amounts to compare, and a difference that drowns in the luck of a game."""
    names: tuple[str, ...] = (
        "money",
        "money near the goal",
        "money beyond the richest other",
        "the same, by casinos that are open",
        "loot at the best fence in sight",
        "loot",
        "the same on the East Side",
        "best job with the crew in hand",
        "the same on the West Side",
        "best job by the share of its crew",
        "gangsters",
        "what lies in the display",
        "whose turn it is",
        "turn with loot that sells",
        "turn with a crew that is ready",
        "at Downtown",
        "on the West Side",
        "on the East Side",
        "at the Bank",
        "at the Villa",
        "one sale from the goal",
        "one sale from the goal, on the East Side",
        "one sale from the goal, on turn",
        "loot that no fence in sight takes",
    )
    told: tuple[Told, ...] = (
        Told("town_money", 0, HUNDRED),
        Told("town_money", 0, HUNDRED),
        Told("town_money", 0, HUNDRED),
        Told("town_money", 0, HUNDRED),
        Told("town_sale", 4, HUNDRED),
        Told("town_loot", 5, HUNDRED),
        Told("town_sale", 4, HUNDRED),
        Told("town_ready", 7, HUNDRED),
        Told("town_ready", 7, HUNDRED),
        Told("", 9, 1.0),
        Told("town_gangsters", 10, 5.0),
        Told("", 11, 1.0),
        Told("", 12, 1.0),
        Told("town_sale", 4, HUNDRED),
        Told("town_ready", 7, HUNDRED),
        Told("town_downtown", 15, PERCENT),
        Told("town_west_side", 16, PERCENT),
        Told("town_east_side", 17, PERCENT),
        Told("town_bank", 18, PERCENT),
        Told("town_villa", 19, PERCENT),
        Told("town_sale", 4, HUNDRED),
        Told("town_sale", 4, HUNDRED),
        Told("town_sale", 4, HUNDRED),
        Told("", 23, 1.0),
    )
    horizon: str = "town"

    def policy(self) -> Player:
        """Rules of thumb."""
        return ThumbPlayer()

    def step(self, game: Any, seat: Seat, last: int) -> int:
        """The turn, if it is one's own."""
        assert isinstance(game, Town), "plays Downtown"
        public = game.public
        return public.turns if seat < 0 or public.turn == seat or last < 0 else last

    def features(self, game: Any) -> list[list[float]]:
        """What speaks for each seat at the beginning of a turn."""
        assert isinstance(game, Town), "plays Downtown"
        public = game.public
        deck = game.options.deck
        casinos = public.casinos()
        totals = [public.total(seat) for seat in range(game.seats)]
        quarters = [leaves(game, stack) for stack in range(3)]
        jobs: list[int] = []
        for informant in range(3):
            top = public.tops[informant]
            jobs.append(0 if top == NOTHING else deck.value(game.box.backs[top]))
        rows: list[list[float]] = []
        for seat in range(game.seats):
            own = game.secret[seat]
            richest = 0
            for other in range(game.seats):
                if other != seat and totals[other] > richest:
                    richest = totals[other]
            lead = (totals[seat] - richest) / HUNDRED
            sale = 0.0
            taken = 0
            for stack in range(3):
                whole = 0
                for card in queries.fitting(public, own, stack):
                    whole += deck.value(card)
                sale = max(sale, whole * quarters[stack] / 400.0)
                taken = max(taken, whole)
            loot = 0
            for card in own.loot:
                loot += deck.value(card)
            ready = 0.0
            partly = 0.0
            for informant in range(3):
                if public.tops[informant] == NOTHING:
                    continue
                crew = queries.crew_of(public, deck, informant)
                short = 0
                for kind in range(3):
                    short += max(0, crew[kind] - own.gang[kind])
                if short == 0:
                    ready = max(ready, jobs[informant] / HUNDRED)
                partly = max(partly, jobs[informant] * (1.0 - short / size(crew)) / HUNDRED)
            turn = float(public.turn == seat)
            wins = float(totals[seat] + sale * HUNDRED >= WIN_TOTAL)
            east = float(public.has_piece(seat, EAST_SIDE))
            west = float(public.has_piece(seat, WEST_SIDE))
            rows.append(
                [
                    totals[seat] / HUNDRED,
                    max(0, totals[seat] - WIN_TOTAL + NEAR) / NEAR,
                    lead,
                    lead * casinos,
                    sale,
                    loot / HUNDRED,
                    sale * east,
                    ready,
                    ready * west,
                    partly,
                    public.gangsters[seat] / 5.0,
                    (public.money[seat] + size(public.display[seat])) / 5.0,
                    turn,
                    turn * sale,
                    turn * ready,
                    float(public.has_piece(seat, DOWNTOWN)),
                    west,
                    east,
                    float(public.has_piece(seat, BANK)),
                    float(public.has_piece(seat, VILLA)),
                    wins,
                    wins * east,
                    wins * turn,
                    (loot - taken) / HUNDRED,
                ]
            )
        return rows


def leaves(town: Town, stack: int) -> int:
    """How many quarters of a value the top fence of a stack leaves."""
    fences = town.public.fences[stack]
    if not fences:
        return 0
    if is_half(fences[0]):
        return 2
    return quarters_paid(buyer_of(town.box.backs[fences[0]]))
