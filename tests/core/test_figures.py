"""What a seat sees as figures: the same rows at every moment, and nothing that is hidden."""

from random import Random
from typing import Any

from omerta.core import Rulebook
from omerta.core.turns import Turns, in_turns
from omerta.lab.playing import random_play
from omerta.lab.secrecy import turns_in_lock_step
from tests.games import every_game, values_for

Book = Rulebook[Any, Any, Any]


@every_game
def test_the_rows_of_a_game_are_the_same_at_every_moment(rulebook: Book, seats: int) -> None:
    layouts = set()
    rng = Random(seats)
    for game, _ in random_play(rulebook, values_for(rulebook, 0, seats), seats, rng):
        if rng.random() < 0.05:
            rows = rulebook.figures(rulebook.view(game, rng.randrange(seats)))
            layouts.add(tuple((row.name, row.means, len(row.values)) for row in rows))
            assert all(isinstance(value, float) for row in rows for value in row.values)
    (layout,) = layouts
    names = [name for name, _, _ in layout]
    assert len(set(names)) == len(names) > 20
    assert all(means for _, means, _ in layout)


def received(turns: Turns, seat: int) -> object:
    return turns.rulebook.figures(turns.view(seat))


@every_game
def test_figures_tell_nothing_that_is_hidden(rulebook: Book, seats: int) -> None:
    taken = 0
    for seed in range(20):
        rng = Random(seed)
        options = rulebook.options(values_for(rulebook, seed, seats))
        turns = in_turns(rulebook, rulebook.deal(options, seats))
        while turns.ask is not None:
            if rng.random() < 0.05:
                taken += turns_in_lock_step(turns, rng.randrange(seats), rng, 8, received)
            if taken > 40:
                return
            choices = turns.ask.choices
            turns.answer(choices[int(rng.random() * len(choices))])
    raise AssertionError(f"only {taken} answers were compared")
