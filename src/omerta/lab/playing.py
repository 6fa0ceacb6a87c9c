"""Whole games played by chance and players: what properties, campaigns and arenas stand on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from omerta.core import (
    CHANCE,
    Answer,
    Chance,
    Game,
    Player,
    Record,
    Rulebook,
    Seeded,
)


def persons_asked(game: Game) -> list[int]:
    """The places of the open questions that persons (not chance, not the clock) must answer."""
    return [place for place, ask in enumerate(game.asks) if ask.seat >= 0]


def random_answer(game: Game, rng: Random) -> Answer:
    """Any answer to any open question; the clock answers only where nobody else is asked."""
    open_places = persons_asked(game) or list(range(len(game.asks)))
    ask = game.asks[open_places[int(rng.random() * len(open_places))]]
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


def play_out(
    rulebook: Rulebook[Any, Any, Any],
    game: Game,
    players: Sequence[Player],
    rng: Random,
    chance: Chance | None = None,
) -> Game:
    """Let players finish a game, each from its own view alone."""
    draws = Seeded(rng) if chance is None else chance
    while game.asks:
        ask = game.asks[0]
        if ask.seat == CHANCE:
            game.answer(CHANCE, draws.pick(ask))
            continue
        places = persons_asked(game)
        ask = game.asks[places[0]] if places else ask
        if ask.seat < 0:
            game.answer(ask.seat, ask.choices[0])
        else:
            view = rulebook.view(game, ask.seat)
            game.answer(ask.seat, players[ask.seat].choose(view, rng))
    return game


def random_options(rulebook: Rulebook[Any, Any, Any], rng: Random) -> dict[str, str]:
    """A value for every option of the table that has a list of values; such a game ends."""
    listed = [option for option in rulebook.option_table if option.values]
    return {option.name: rng.choice(option.values) for option in listed} | {**rulebook.simulation}
