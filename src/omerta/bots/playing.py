"""Whole games between computer players, and how often each side wins them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from omerta.bots.roster import levels, player
from omerta.core import CHANCE, CLOCK, Chance, Frame, Game, Player, Rulebook, Seat, Seeded
from omerta.games import GAMES


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
        if game.asks[0].seat == CHANCE:
            game.answer(CHANCE, draws.pick(game.asks[0]))
            continue
        # Everybody who is asked gets a word in; then time is up for an open question.
        asked = [ask.seat for ask in game.asks if ask.seat >= 0]
        rng.shuffle(asked)
        before = game.top
        for seat in asked:
            make_move(rulebook, game, seat, players[seat], rng)
        clock = game.asked(CLOCK)
        if clock is not None and is_same_place(before, game.top):
            game.answer(CLOCK, rulebook.default(game, clock))
    return game


def make_move(
    rulebook: Rulebook[Any, Any, Any], game: Game, seat: Seat, player: Player, rng: Random
) -> None:
    """Let a player answer what its seat is asked, until the move is whole."""
    ask = game.asked(seat)
    while ask is not None:
        game.answer(seat, player.choose(rulebook.view(game, seat), rng))
        ask = game.asked(seat)
        if ask is None or not ask.continues:
            return


def is_same_place(before: Frame | None, after: Frame | None) -> bool:
    """Whether all answers have left the game where it was, so that only time can move it."""
    if before is None or after is None:
        return before is after
    return (
        before.rule is after.rule
        and before.step == after.step
        and before.actor == after.actor
        and before.target == after.target
        and before.thing == after.thing
    )


def sides_that_win(
    name: str, values: Mapping[str, str], seats: int, seconds: float, seed: int
) -> dict[str, int]:
    """How often each side wins among the usual computer players, as far as the time goes."""
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
