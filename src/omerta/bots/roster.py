"""Who plays what: the computer players of every game by their level, the usual one first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from omerta.core import Player, RandomPlayer
from omerta.games.downtown.bots import ThumbPlayer as DowntownThumb
from omerta.games.mafia_city.bots import ThumbPlayer as MafiaCityThumb
from omerta.games.palermo.bots import ThumbPlayer as PalermoThumb

Maker = Callable[[], Player]

ROSTER: Final[dict[str, dict[str, Maker]]] = {
    "mafia-city": {"thumb": MafiaCityThumb},
    "downtown": {"thumb": DowntownThumb},
    "palermo": {"thumb": PalermoThumb},
}


def levels(game: str) -> list[str]:
    """The levels of a game's computer players, the usual one first."""
    return [*ROSTER.get(game, {}), "random"]


def player(game: str, level: str) -> Player:
    """A computer player of this level; one that plays at random if there is none."""
    maker = ROSTER.get(game, {}).get(level)
    return RandomPlayer() if maker is None else maker()
