"""Whole games between computer players, and how often each side wins them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from omerta.bots.roster import levels, player
from omerta.core import CHANCE, CLOCK, Answer, Chance, Game, Player, Rulebook, Seat, Seeded
from omerta.core.turns import is_same_place
from omerta.games import GAMES


def play_out(
    rulebook: Rulebook[Any, Any, Any],
    game: Game,
    players: Sequence[Player],
    rng: Random,
    chance: Chance | None = None,
    answers: list[Answer] | None = None,
) -> Game:
    """Let players finish a game, each from its own view alone; a list is given all answers."""
    draws = Seeded(rng) if chance is None else chance
    given: list[Answer] = [] if answers is None else answers
    while game.asks:
        if game.asks[0].seat == CHANCE:
            given.append(Answer(CHANCE, draws.pick(game.asks[0])))
            game.answer(*given[-1])
            continue
        # Everybody who is asked gets a word in; then time is up for an open question.
        asked = [ask.seat for ask in game.asks if ask.seat >= 0]
        rng.shuffle(asked)
        before = game.top
        for seat in asked:
            given += make_move(rulebook, game, seat, players[seat], rng)
        clock = game.asked(CLOCK)
        if clock is not None and is_same_place(before, game.top):
            given.append(Answer(CLOCK, rulebook.default(game, clock)))
            game.answer(*given[-1])
    return game


def make_move(
    rulebook: Rulebook[Any, Any, Any], game: Game, seat: Seat, player: Player, rng: Random
) -> list[Answer]:
    """Let a player answer what its seat is asked, until the move is whole."""
    answers: list[Answer] = []
    ask = game.asked(seat)
    while ask is not None:
        answers.append(Answer(seat, player.choose(rulebook.view(game, seat), rng)))
        game.answer(*answers[-1])
        ask = game.asked(seat)
        if ask is None or not ask.continues:
            break
    return answers


def sides_that_win(
    name: str, values: Mapping[str, str], seats: int, seconds: float, seed: int
) -> dict[str, int]:
    """How often each side wins among the usual computer players, in the games time allows."""
    rulebook = GAMES[name]
    options = rulebook.options(values)
    rng = Random(seed)
    won: Counter[str] = Counter()
    until = time.monotonic() + seconds
    while not won or time.monotonic() < until:
        minds = [player(name, levels(name)[0]) for _ in range(seats)]
        game = play_out(rulebook, rulebook.deal(options, seats), minds, rng)
        outcome = rulebook.outcome(game)
        won["" if outcome is None else outcome.side] += 1
    return dict(won)
