"""How Mafia City behaves at a table of people."""

from __future__ import annotations

from omerta.core import NOTHING, Ask, Manners, Notice, Seat
from omerta.games.mafia_city import view as views
from omerta.games.mafia_city.rules.points import QUICK
from omerta.games.mafia_city.state.components import LOCATIONS
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.options import Options
from omerta.games.mafia_city.text.notices import WEIGHTS


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

    def standing(self, game: City) -> tuple[int, ...]:
        """Victory points."""
        return tuple(game.public.vp)

    def goal(self, game: City) -> int:
        """The points with which a Location Phase ends the game (MC-17.1)."""
        return game.options.target[game.seats]

    def gain(self, notice: Notice) -> tuple[Seat, str, int]:
        """A point comes from a location, or from a +1 (MC-7.22)."""
        if notice.key == "controls":
            return (notice.args[0], LOCATIONS[notice.args[1]], 1)
        if notice.key == "extra_point":
            return (notice.args[0], "plus_one", 1)
        return (NOTHING, "", 0)

    def weight(self, key: str) -> str:
        """From a card in the air down to a card that is put away."""
        return WEIGHTS[key]
