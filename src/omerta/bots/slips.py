"""A player with a person's slips: it forgets, it hurries, and otherwise plays like another."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from omerta.core import Ask, Player, ThinkingPlayer, View

FORGETS: Final = "forgets"
"""The first choice, which in most questions is to do nothing."""
HURRIES: Final = "hurries"
"""Whatever comes to hand first: any of the choices."""

Slips = Mapping[str, tuple[float, str]]
"""By decision point how often a slip happens, and which."""


class SlippingPlayer(ThinkingPlayer):
    """Plays like another player, but for slips."""

    def __init__(self, player: Player, slips: Slips) -> None:
        self.player: Final = player
        self.slips: Final = slips

    def think(self, view: View, ask: Ask, choices: list[int], rng: Random) -> int:
        """What the other player would answer, or a slip."""
        often, slip = self.slips.get(ask.point.name, (0.0, FORGETS))
        if rng.random() >= often:
            return self.player.choose(view, rng)
        return choices[0] if slip == FORGETS else choices[int(rng.random() * len(choices))]
