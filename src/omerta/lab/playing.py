"""Whole games played by chance and players: what properties, campaigns and arenas stand on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from omerta.bots.playing import make_move as make_move
from omerta.bots.playing import play_out as play_out
from omerta.core import CLOCK, Answer, BadOption, Game, Record, Rulebook

TIME_PASSES: Final = 0.2
"""How often the clock answers where it is asked, mostly with its first choice: time is up."""


def random_answer(game: Game, rng: Random) -> Answer:
    """Any answer to any open question; where many may speak, time passes all the same."""
    ask = game.asks[int(rng.random() * len(game.asks))]
    clock = game.asked(CLOCK)
    if clock is not None and rng.random() < TIME_PASSES:
        ask = clock
    if ask is clock and rng.random() < 1 - TIME_PASSES:
        return Answer(CLOCK, ask.choices[0])
    return Answer(ask.seat, ask.choices[int(rng.random() * len(ask.choices))])


def random_play(
    rulebook: Rulebook[Any, Any, Any], values: Mapping[str, str], seats: int, rng: Random
) -> Iterator[tuple[Game, Answer]]:
    """A random game from the deal to the end: the game before each answer, and the answer."""
    game = rulebook.deal(rulebook.options(values), seats)
    while game.asks:
        answer = random_answer(game, rng)
        yield game, answer
        game.answer(*answer)


def random_record(
    rulebook: Rulebook[Any, Any, Any], values: Mapping[str, str], seats: int, rng: Random
) -> Record:
    """A whole random game as its answers."""
    answers = [answer for _, answer in random_play(rulebook, values, seats, rng)]
    return Record(rulebook, values, seats, answers)


def random_options(
    rulebook: Rulebook[Any, Any, Any], rng: Random, seats: int | None = None
) -> dict[str, str]:
    """Any values that the rulebook allows together; such a game ends."""
    values = {**rulebook.simulation}
    for option in rulebook.option_table:
        if option.values and option.name not in values and rng.random() < 0.5:
            tried = {**values, option.name: rng.choice(option.values)}
            if are_allowed(rulebook, tried, seats):
                values = tried
    return values


def are_allowed(
    rulebook: Rulebook[Any, Any, Any], values: Mapping[str, str], seats: int | None
) -> bool:
    """Whether a game can be dealt with these options."""
    try:
        options = rulebook.options(values)
        if seats is not None:
            rulebook.deal(options, seats)
    except BadOption:
        return False
    return True
