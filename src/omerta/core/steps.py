"""Sentences that the rules of every game have: follow another rule, go round, begin again."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from omerta.core.machine import Frame, G, Game, Rule, Seat, Sentence, Step


@mypyc_attr(allow_interpreted_subclasses=True)
class Follow(Step[Game]):
    """Carry out another rule for the same seat, then go on."""

    def __init__(self, rule: Rule) -> None:
        self.rule: Final = rule
        self.follows = rule

    def do(self, game: Game, frame: Frame) -> None:
        game.call(self.rule, frame.actor)


@mypyc_attr(allow_interpreted_subclasses=True)
class OnceRound(Step[G]):
    """Everybody carries out a rule, one after the other: who begins says the game."""

    def __init__(self, rule: Rule) -> None:
        self.rule: Final = rule
        self.follows = rule

    def first(self, game: G, frame: Frame) -> Seat:
        """Who begins: whoever acts."""
        return frame.actor

    def do(self, game: G, frame: Frame) -> None:
        """Call it for all of them, the last one first, as the last call is carried out first."""
        for seat in reversed(game.clockwise(self.first(game, frame))):
            game.call(self.rule, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Repeat(Step[G]):
    """The rule goes on from an earlier sentence, until it is done."""

    def __init__(self, since: Sentence) -> None:
        self.since: Final = since

    def is_done(self, game: G, frame: Frame) -> bool:
        """Whether to go on behind this sentence instead."""
        return False

    def again(self, game: G, frame: Frame) -> Frame:
        """For whom and with what it begins again."""
        return frame

    def do(self, game: G, frame: Frame) -> None:
        if not self.is_done(game, frame):
            game.become(self.again(game, frame).to(self.since))


class Nothing(Step[Any]):
    """A sentence that changes nothing; wherever it stands, the rule must mean the same."""

    def do(self, game: Any, frame: Frame) -> None:
        """Do nothing."""
