"""How Mafia City is searched: to the end of the round, and what counts at the next one's start."""

from __future__ import annotations

from typing import Any, Final

from omerta.bots.outlook import PERCENT, Outlook, Told
from omerta.core import NOTHING, Player, Seat
from omerta.games.mafia_city.bots.mind import card_worth
from omerta.games.mafia_city.bots.player import ThumbPlayer
from omerta.games.mafia_city.state.components import HITMAN, PLUS_ONE, SECRET_AGREEMENT
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import kind_of, symbol_of
from omerta.games.mafia_city.view import controllers

NEAR: Final = 4
"""Points below the target from which the end is in sight: so much a good round brings."""


class CityOutlook(Outlook):
    """One round at a time."""

    steps: int = 1
    names: tuple[str, ...] = (
        "points",
        "points near the target",
        "points beyond the best other",
        "chips in hand",
        "chips in reserve",
        "chips in the cell",
        "chips in stacks",
        "places under control",
        "cards",
        "worth of the cards",
        "Hitmen",
        "+1 symbols",
        "Secret Agreements",
        "first player",
        "seats behind the first player",
        "Policeman",
        "Mayor",
    )
    told: tuple[Told, ...] = (
        Told("city_points", 0, 4.0),
        Told("city_points", 0, 4.0),
        Told("city_points", 0, 4.0),
        Told("city_hand", 3, 4.0),
        Told("city_reserve", 4, 4.0, -1),
        Told("city_cell", 5, 4.0, -1),
        Told("city_stacks", 6, 4.0),
        Told("city_places", 7, 2.0),
        Told("city_cards", 8, 4.0),
        Told("city_cards", 8, 4.0),
        Told("city_hitmen", 10, 2.0),
        Told("city_plus", 11, 2.0),
        Told("city_agreements", 12, 2.0),
        Told("city_first", 13, PERCENT),
        Told("", 14, 1.0),
        Told("city_policeman", 15, PERCENT),
        Told("city_mayor", 16, PERCENT),
    )
    horizon: str = "city"

    def policy(self) -> Player:
        """Rules of thumb."""
        return ThumbPlayer()

    def step(self, game: Any, seat: Seat, last: int) -> int:
        """The round."""
        assert isinstance(game, City), "plays Mafia City"
        return game.public.round

    def features(self, game: Any) -> list[list[float]]:
        """What speaks for each seat at the beginning of a round."""
        assert isinstance(game, City), "plays Mafia City"
        public = game.public
        seats = game.seats
        target = game.options.target[seats]
        places = [0] * seats
        for who in controllers(public):
            if who != NOTHING:
                places[who] += 1
        chips = [0] * seats
        for stack in public.stacks:
            for owner in stack:
                chips[owner] += 1
        rows: list[list[float]] = []
        for seat in range(seats):
            points = public.vp[seat]
            best = 0
            for other in range(seats):
                if other != seat and public.vp[other] > best:
                    best = public.vp[other]
            worth = 0.0
            hitmen = 0
            plus = 0
            agreements = 0
            for card in game.secret[seat].cards:
                worth += card_worth(card)
                kind = kind_of(card)
                hitmen += kind == HITMAN
                agreements += kind == SECRET_AGREEMENT
                plus += symbol_of(card) == PLUS_ONE
            rows.append(
                [
                    points / 4.0,
                    max(0, points - target + NEAR) / 4.0,
                    max(0, points - best) / 4.0,
                    public.hand[seat] / 4.0,
                    public.reserve[seat] / 4.0,
                    public.cell[seat] / 4.0,
                    chips[seat] / 4.0,
                    places[seat] / 2.0,
                    public.cards[seat] / 4.0,
                    worth,
                    hitmen / 2.0,
                    plus / 2.0,
                    agreements / 2.0,
                    float(public.first == seat),
                    (seat - public.first) % seats / seats,
                    float(public.policeman == seat),
                    float(public.mayor == seat),
                ]
            )
        return rows
