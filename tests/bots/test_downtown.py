"""The computer player by rules of thumb: it wins, and its games come to an end."""

from random import Random

import pytest

from omerta.core import Player, RandomPlayer
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.bots import ThumbPlayer
from omerta.lab.playing import play_out

CAPPED = {"turn_cap": "300"}


def test_it_beats_two_who_play_at_random() -> None:
    won = 0
    for seed in range(30):
        thumb = seed % 3
        players: list[Player] = [RandomPlayer(), RandomPlayer(), RandomPlayer()]
        players[thumb] = ThumbPlayer()
        town = RULEBOOK.deal(RULEBOOK.options(CAPPED), 3)
        play_out(RULEBOOK, town, players, Random(seed))
        won += town.public.winners == (thumb,)
    assert won >= 24


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_among_its_like_end_long_before_the_cap(seats: int) -> None:
    players = [ThumbPlayer()] * seats
    for seed in range(12):
        town = RULEBOOK.deal(RULEBOOK.options(CAPPED), seats)
        play_out(RULEBOOK, town, players, Random(seed))
        assert town.public.turns < 300


def test_it_can_play_with_every_option() -> None:
    for option in RULEBOOK.option_table:
        for value in option.values:
            town = RULEBOOK.deal(RULEBOOK.options({**CAPPED, option.name: value}), 3)
            play_out(RULEBOOK, town, [ThumbPlayer()] * 3, Random(5))
            assert town.is_over
