"""Legality once: the choices of a question are the candidates that nothing speaks against."""

from random import Random
from typing import Any

from omerta.core import Rulebook
from omerta.lab.playing import random_play
from tests.games import every_game, values_for

Book = Rulebook[Any, Any, Any]
SHARE = {"palermo": 0.01}
"""How many questions are looked at, where there are very many."""


@every_game
def test_the_choices_are_the_candidates_with_nothing_wrong(rulebook: Book, seats: int) -> None:
    looked_at = 0
    for seed in range(4):
        rng = Random(f"{rulebook.name} {seats} {seed}")
        values = values_for(rulebook, seed, seats)
        for game, _ in random_play(rulebook, values, seats, rng):
            for ask in game.asks:
                if ask.seat < 0 or rng.random() > SHARE.get(rulebook.name, 0.2):
                    continue
                seen = rulebook.view(game, ask.seat)
                point = ask.point
                candidates = point.asks.candidates(seen)
                fit = {choice for choice in candidates if not point.wrong(seen, choice)}
                assert fit == set(ask.choices), point
                looked_at += 1
    assert looked_at


@every_game
def test_every_reason_has_its_place_in_the_table(rulebook: Book, seats: int) -> None:
    rng = Random(seats)
    for game, _ in random_play(rulebook, values_for(rulebook, 1, seats), seats, rng):
        for ask in game.asks:
            if ask.seat < 0 or rng.random() > SHARE.get(rulebook.name, 0.2):
                continue
            seen = rulebook.view(game, ask.seat)
            for choice in ask.point.asks.candidates(seen):
                key = ask.point.wrong(seen, choice)
                assert not key or key in rulebook.refusals


@every_game
def test_every_question_is_a_point_of_the_rulebook(rulebook: Book, seats: int) -> None:
    rng = Random(seats)
    asked = {
        ask.point
        for game, _ in random_play(rulebook, values_for(rulebook, 1, seats), seats, rng)
        for ask in game.asks
    }
    assert asked <= set(rulebook.points)
    names = [point.name for point in rulebook.points]
    assert len(names) == len(set(names))
