"""How Mafia City behaves at a table of people."""

from __future__ import annotations

from omerta.core import Ask, Manners, Seat
from omerta.games.mafia_city import view as views
from omerta.games.mafia_city.rules.points import QUICK
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.options import Options


class CityManners(Manners[City, Options]):
    """Its times, its rounds, and whom an effect concerns."""

    def seconds(self, game: City, ask: Ask) -> int:
        """Short for reactions, longer for a turn, whatever anybody holds (MC-18.7, MC-R45)."""
        time = "reaction_seconds" if ask.point.time == QUICK else "turn_seconds"
        return game.options.number(time)

    def round_of(self, game: City) -> int:
        """The number of the round."""
        return game.public.round

    def concerns(self, game: City, seat: Seat) -> bool:
        """Whether an effect in the air is this seat's own or aims at it or its chips."""
        return views.concerns(game, seat)
