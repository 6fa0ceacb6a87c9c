"""What the tests of Downtown share: positions in the middle of a test, and moves as text."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from omerta.core import Seat, Seeded, settle
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.game import Town
from tests.positions import position_lines

A, B, C, D = range(4)


def dealt(seats: int, seed: int = 1, values: Mapping[str, str] | None = None) -> Town:
    """A game after all chance of the setup."""
    town = RULEBOOK.deal(RULEBOOK.options(values or {}), seats)
    settle(town, Seeded(Random(seed)))
    return town


def town_of(text: str) -> Town:
    """The game at this position."""
    game = RULEBOOK.stage(position_lines(text)).game
    assert isinstance(game, Town)
    return game


def play(town: Town, *moves: tuple[Seat, str], seed: int = 1) -> Town:
    """Make these moves; chance takes what a seeded generator says."""
    for seat, text in moves:
        for choice in RULEBOOK.read_move(town, seat, text):
            town.answer(seat, choice)
        settle(town, Seeded(Random(seed)))
    return town


def answer(town: Town, *answers: tuple[Seat, int], seed: int = 1) -> Town:
    """Give these small answers."""
    for seat, choice in answers:
        town.answer(seat, choice)
        settle(town, Seeded(Random(seed)))
    return town
