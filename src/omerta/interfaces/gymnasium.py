"""One seat of a game for Gymnasium; computer players of any level have the others.

    import gymnasium
    import omerta.interfaces.gymnasium

    env = gymnasium.make("omerta/MafiaCity-v0", players=4, others="casual")

The mask of legal actions is in the observation and in `info["action_mask"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from omerta.bots.roster import player
from omerta.core.turns import Turns
from omerta.interfaces.world import World, settled

LONGEST: Final = 100_000
"""Turns of the seat after which a game is cut off, unless another number is given."""


class OneSeat(gymnasium.Env[dict[str, Any], np.int64]):
    """A game as one seat plays it; an action that is not open is answered by the default."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, str] | None = None,
        seat: int = 0,
        others: str = "casual",
        max_turns: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        self.world: Final = World(game, players, options)
        self.seat: Final = seat
        self.others: Final = others
        self.max_turns: Final = max_turns
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.world.actions.size)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1e6, 1e6, (self.world.size,), np.float32),
                "action_mask": spaces.MultiBinary(self.world.actions.size),
            }
        )
        self.turns: Turns = self.world.begin()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a fresh game and play to the seat's first turn."""
        super().reset(seed=seed)
        self.rng = Random(int(self.np_random.integers(2**62)))
        self.minds = [player(self.world.name, self.others) for _ in range(self.world.seats)]
        self.turns = self.world.begin()
        self.taken = 0
        self._to_own_turn()
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act, and play to the seat's next turn."""
        turns = self.turns
        ask = turns.ask
        if ask is not None:
            legal = int(action) in self.world.actions.legal(ask)
            default = self.world.rulebook.default(turns.game, ask)
            turns.answer(self.world.actions.choice(ask, int(action)) if legal else default)
        self.taken += 1
        self._to_own_turn()
        seen, info = self._seen()
        gain = self.world.returns(turns)[self.seat]
        return seen, gain, turns.is_over, self.taken >= self.max_turns, info

    def _to_own_turn(self) -> None:
        """The others move, each from its own view alone."""
        turns = self.turns
        settled(turns, self.rng)
        while not turns.is_over and turns.seat != self.seat:
            turns.answer(self.minds[turns.seat].choose(turns.view(turns.seat), self.rng))
            settled(turns, self.rng)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        mask = self.world.mask(self.turns) if self.turns.seat == self.seat else self.world.no_mask()
        row = self.world.observation(self.turns, self.seat)
        return {"observation": row, "action_mask": mask}, {"action_mask": mask}

    def render(self) -> Any:
        """What the seat sees, as text."""
        return self.world.observation_text(self.turns, self.seat)


for name, game, players in (
    ("MafiaCity", "mafia-city", 4),
    ("Downtown", "downtown", 3),
    ("Palermo", "palermo", 9),
):
    gymnasium.register(
        id=f"omerta/{name}-v0",
        entry_point=OneSeat,
        kwargs={"game": game, "players": players},
    )
