"""Every game at the numbers of players that the general properties are checked with."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from omerta.core import Game, Rulebook
from omerta.games import GAMES
from omerta.lab.playing import random_options

SEATS = {"palermo": (6, 8, 12, 16, 21)}

CASES = [
    pytest.param(rulebook, seats, id=f"{name}-{seats}")
    for name, rulebook in GAMES.items()
    for seats in SEATS.get(name, tuple(rulebook.seats))
]

every_game = pytest.mark.parametrize(("rulebook", "seats"), CASES)


def values_for(rulebook: Rulebook[Any, Any, Any], seed: int, seats: int) -> dict[str, str]:
    """The default options for every second seed, else any that go together."""
    return random_options(rulebook, Random(seed), seats) if seed % 2 else {**rulebook.simulation}


def sample(choices: Sequence[int]) -> list[int]:
    """Some choices of a long list, all of a short one."""
    return [choices[place] for place in range(0, len(choices), 1 + len(choices) // 300)]


def everything(rulebook: Rulebook[Any, Any, Any], game: Game) -> str:
    """All that can be said of a game: what every seat sees, and every open question."""
    seen = [rulebook.encode(rulebook.view(game, seat)) for seat in range(-3, game.seats)]
    asks = [(ask.seat, ask.point.name, len(ask.choices), sample(ask.choices)) for ask in game.asks]
    return json.dumps([seen, asks, game.sealed, repr(game.top)])
