"""Two worlds in lock-step: the proof that nothing hidden leaks, the same for all games.

Take a position, let `guess` make another world that a seat cannot tell apart, give both the same
answers: every byte for that seat must stay equal until a step that is declared `reveals` runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from omerta.core import (
    EVERYBODY,
    Ask,
    Game,
    Rule,
    Rulebook,
    Seat,
    Step,
    Witness,
    encode_notice,
    encode_preview,
)
from omerta.core.turns import Turns

Received = Callable[[Turns, Seat], object]
"""All that an interface gives a seat at a moment; equal values are equal bytes."""
DRAFTS = 3
"""How many moves are drafted wherever the viewer is asked, to compare what is said of them."""


class Leak(AssertionError):
    """Something that differs between two worlds that a seat cannot tell apart."""


class RevealWatch(Witness):
    """Notices whether a step that is declared to reveal has run."""

    def __init__(self) -> None:
        self.revealed = False

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        """Note a step that reveals."""
        if step.reveals:
            self.revealed = True


class World:
    """One of the two games, with what its viewer hears and sees."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], game: Game, viewer: Seat) -> None:
        self.rulebook = rulebook
        self.game = game
        self.viewer = viewer
        self.watch = RevealWatch()
        game.notices = []
        game.witness = self.watch

    def received(self) -> str:
        """Every byte that the viewer gets: the view, what is told, and what is said of drafts."""
        view = self.rulebook.encode(self.rulebook.view(self.game, self.viewer))
        told = [
            encode_notice(self.rulebook, notice)
            for notice in self.game.notices or []
            if notice.only in (EVERYBODY, self.viewer)
        ]
        return json.dumps([view, told, self.previews()], sort_keys=True)

    def previews(self) -> list[Any]:
        """What the viewer would hear about some moves, part by part as they are drafted."""
        said: list[Any] = []
        ask = self.game.asked(self.viewer)
        if ask is None or ask.continues or self.viewer < 0:
            return said
        view = self.rulebook.view(self.game, self.viewer)
        for draft in range(DRAFTS):
            rng = Random(draft)
            trial: Game = self.rulebook.copy(self.game)
            answers: list[int] = []
            part: Ask | None = ask
            while part is not None and (part.continues or not answers):
                answers.append(part.choices[int(rng.random() * len(part.choices))])
                found = self.rulebook.preview(view, tuple(answers))
                said.append([answers[:], found and encode_preview(self.rulebook, found)])
                trial.answer(self.viewer, answers[-1])
                part = trial.asked(self.viewer)
        return said

    def asked(self) -> list[Seat]:
        """Who is asked now."""
        return sorted(ask.seat for ask in self.game.asks)


def compare(one: World, other: World) -> None:
    """Raise `Leak` if the viewer could tell the worlds apart."""
    if one.received() != other.received():
        raise Leak(difference(one.received(), other.received()))
    if one.asked() != other.asked():
        raise Leak(f"asked {one.asked()} in one world and {other.asked()} in the other")


def difference(one: str, other: str) -> str:
    """The first place where two texts differ."""
    place = next(
        (p for p, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    start = max(0, place - 60)
    return f"...{one[start : place + 40]} in one world, ...{other[start : place + 40]} in the other"


def give_sealed_answers(one: Game, other: Game) -> bool:
    """Who has answered in a sealed window gives the same answer in the guessed world, if it can."""
    answered = [ask.seat for ask in other.asks if ask.seat >= 0 and one.asked(ask.seat) is None]
    for seat in answered:
        ask = other.asked(seat)
        if ask is None or one.sealed[seat] not in ask.choices:
            return False
        other.answer(seat, one.sealed[seat])
    return True


def some_common(ask: Ask, same: Ask, rng: Random) -> list[int]:
    """Choices that are open in both worlds; of a long list a few drawn by lot."""
    choices = ask.choices
    if len(choices) > 300:
        choices = [choices[int(rng.random() * len(choices))] for _ in range(20)]
    return [choice for choice in choices if choice in same.choices]


def lock_step(
    rulebook: Rulebook[Any, Any, Any], game: Game, viewer: Seat, rng: Random, answers: int
) -> int:
    """Run a copy of the game beside a guessed world; how many answers both took alike.

    Nobody ever sees a game in the middle of a move, so there is nothing to compare there.
    """
    if any(ask.continues for ask in game.asks):
        return 0
    one = World(rulebook, rulebook.copy(game), viewer)
    guessed = rulebook.guess(rulebook.view(game, viewer), rng)
    other = World(rulebook, guessed, viewer)
    if not give_sealed_answers(one.game, other.game):
        return 0
    compare(one, other)
    for taken in range(answers):
        if not one.game.asks:
            return taken
        ask = one.game.asks[int(rng.random() * len(one.game.asks))]
        same = other.game.asked(ask.seat)
        if same is None:
            raise Leak(f"seat {ask.seat} is asked {ask.point.name} in one world only")
        common = some_common(ask, same, rng)
        if not common:
            return taken
        choice = common[int(rng.random() * len(common))]
        one.game.answer(ask.seat, choice)
        other.game.answer(ask.seat, choice)
        if one.watch.revealed or other.watch.revealed:
            return taken
        compare(one, other)
    return answers


def turns_in_lock_step(
    turns: Turns, viewer: Seat, rng: Random, answers: int, received: Received
) -> int:
    """The same for an interface that plays in turns; in the middle of a move too."""
    if turns.move:
        return 0
    one = turns.copy()
    other = turns.imagined(viewer, rng)
    if one.game.sealed != other.game.sealed:
        return 0
    watch = RevealWatch()
    one.game.witness = other.game.witness = watch
    compare_turns(one, other, viewer, received)
    for taken in range(answers):
        ask, same = one.ask, other.ask
        if ask is None or same is None:
            return taken
        common = some_common(ask, same, rng)
        if not common:
            return taken
        choice = common[int(rng.random() * len(common))]
        one.answer(choice)
        other.answer(choice)
        if watch.revealed:
            return taken
        compare_turns(one, other, viewer, received)
    return answers


def compare_turns(one: Turns, other: Turns, viewer: Seat, received: Received) -> None:
    """Raise `Leak` if the viewer, or whoever sees whose turn it is, could tell them apart."""
    if one.seat != other.seat:
        raise Leak(f"the turn is {one.seat}'s in one world and {other.seat}'s in the other")
    if received(one, viewer) != received(other, viewer):
        raise Leak(difference(str(received(one, viewer)), str(received(other, viewer))))
