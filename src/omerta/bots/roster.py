"""Who plays what: the computer players of every game by their level, the usual one first."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from omerta import games
from omerta.bots.levels import RANDOM, present_name
from omerta.bots.outlook import Outlook
from omerta.bots.search import Budget, SearchPlayer
from omerta.bots.slips import SlippingPlayer
from omerta.bots.value import Value
from omerta.core import Player, RandomPlayer
from omerta.games.downtown.bots import ThumbPlayer as DowntownThumb
from omerta.games.downtown.bots.outlook import TownOutlook
from omerta.games.downtown.bots.slips import SLIPS as DOWNTOWN_SLIPS
from omerta.games.mafia_city.bots import ThumbPlayer as MafiaCityThumb
from omerta.games.mafia_city.bots.outlook import CityOutlook
from omerta.games.mafia_city.bots.slips import SLIPS as MAFIA_CITY_SLIPS
from omerta.games.palermo.bots import MAKERS as PALERMO
from omerta.text import area_of

Maker = Callable[[], Player]

SHARP_BUDGET: Final = Budget(0.02)
MASTER_BUDGET: Final = Budget(0.5)

SEARCHED: Final[dict[str, type[Outlook]]] = {"mafia-city": CityOutlook, "downtown": TownOutlook}
"""The games that are searched."""


def values_file(game: str) -> Path:
    """Where the weights of a game's value are, which `omerta fit` writes."""
    return Path(games.__file__).parent / area_of(game) / "bots" / "value.json"


@cache
def values_of(path: Path) -> dict[int, Value]:
    """The fitted values in such a file, by the number of players."""
    weights = json.loads(path.read_text("utf-8"))["weights"]
    return {int(seats): Value(listed) for seats, listed in weights.items()}


def search_player(
    game: str, budget: Budget, *, deep: bool = False, values: dict[int, Value] | None = None
) -> SearchPlayer:
    """A player who searches, with the value that was fitted for the game or another one."""
    known = values_of(values_file(game)) if values is None else values
    return SearchPlayer(games.GAMES[game], SEARCHED[game](), known, budget, deep=deep)


ROSTER: Final[dict[str, dict[str, Maker]]] = {
    "mafia-city": {
        "casual": MafiaCityThumb,
        "relaxed": lambda: SlippingPlayer(MafiaCityThumb(), MAFIA_CITY_SLIPS),
        "sharp": lambda: search_player("mafia-city", SHARP_BUDGET),
        "master": lambda: search_player("mafia-city", MASTER_BUDGET, deep=True),
    },
    "downtown": {
        "casual": DowntownThumb,
        "relaxed": lambda: SlippingPlayer(DowntownThumb(), DOWNTOWN_SLIPS),
        "sharp": lambda: search_player("downtown", SHARP_BUDGET),
        "master": lambda: search_player("downtown", MASTER_BUDGET, deep=True),
    },
    "palermo": {**PALERMO},
}


def levels(game: str) -> list[str]:
    """The levels of a game's computer players, the usual one first."""
    return [*ROSTER.get(game, {}), RANDOM]


def player(game: str, level: str) -> Player:
    """A computer player of this level; one that plays at random if there is none."""
    maker = ROSTER.get(game, {}).get(present_name(level))
    return RandomPlayer() if maker is None else maker()
