"""Environments of PettingZoo: one agent after the other, or all at once."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from omerta.core import CHANCE, EVERYBODY
from omerta.core.turns import Turns
from omerta.interfaces.world import World, settled

LONGEST: Final = 100_000
"""Turns after which a game is cut off, unless another number is given."""


class Agents(AECEnv, EzPickle):  # type: ignore[misc, type-arg, unused-ignore]
    """A game turn by turn. An observation is `observation` and `action_mask`.

    Without `tensors` the observation is the decision point alone, and costs next to nothing.
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, str] | None = None,
        max_turns: int = LONGEST,
        *,
        tensors: bool = True,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, players, options, max_turns, tensors=tensors, render_mode=render_mode
        )
        super().__init__()
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.world: Final = World(game, players, options)
        self.tensors: Final = tensors
        self.max_turns: Final = max_turns
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.seat_of: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        size = self.world.size if tensors else len(self.world.asked)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-1e6, 1e6, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.world.actions.size,), np.int8),
            }
        )
        self.observation_spaces = {agent: space_like(seen) for agent in self.agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.world.actions.size) for agent in self.agents
        }
        self.rng = Random()
        self.turns: Turns = self.world.begin()

    def observation_space(self, agent: str) -> Any:
        """What this agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Every action of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a fresh game."""
        if seed is not None:
            self.rng = Random(seed)
        self.turns = self.world.begin()
        settled(self.turns, self.rng)
        self.taken = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.turns.seat, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent sees; a mask for whoever has the turn, none for the others."""
        seat = self.seat_of[agent]
        turns = self.turns
        world = self.world
        row = world.observation(turns, seat) if self.tensors else world.question(turns, seat)
        mask = world.mask(turns) if turns.seat == seat else world.no_mask()
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Whoever has the turn acts; chance follows at once."""
        agent = self.agent_selection
        turns = self.turns
        ask = turns.ask
        if ask is None or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        turns.answer(self.world.actions.choice(ask, int(action or 0)))
        if turns.seat == CHANCE:
            settled(turns, self.rng)
        self.taken += 1
        if turns.seat == EVERYBODY:
            gains = self.world.returns(turns)
            self.rewards = dict(zip(self.possible_agents, gains, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            for each, gain in self.rewards.items():
                self._cumulative_rewards[each] += gain
            return
        if self.taken >= self.max_turns:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[turns.seat]

    def render(self) -> str | None:
        """What everybody sees, as text."""
        return self.world.public_text(self.turns) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class AllAtOnce(ParallelEnv, EzPickle):  # type: ignore[misc, type-arg, unused-ignore]
    """A game in cycles: everybody acts, but only the answers of those who are asked are taken.

    Who is asked and gives an answer that is not open gives the default answer of the question.
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, str] | None = None,
        max_cycles: int = LONGEST,
        *,
        tensors: bool = True,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, players, options, max_cycles, tensors=tensors, render_mode=render_mode
        )
        self.inner: Final = Agents(game, players, options, tensors=tensors, render_mode=render_mode)
        self.metadata = {**self.inner.metadata, "is_parallelizable": True}
        self.render_mode = render_mode
        self.max_cycles: Final = max_cycles
        self.possible_agents = self.inner.possible_agents
        self.agents = self.possible_agents[:]
        self.observation_spaces = self.inner.observation_spaces
        self.action_spaces = self.inner.action_spaces

    def observation_space(self, agent: str) -> Any:
        """What this agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Every action of the game."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a fresh game."""
        self.inner.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Everybody whose turn comes in this cycle acts once."""
        turns = self.inner.turns
        had_a_turn: list[int] = []
        while not turns.is_over and turns.seat not in had_a_turn:
            seat = turns.seat
            had_a_turn.append(seat)
            self._act(turns, actions.get(self.possible_agents[seat]))
            settled(turns, self.inner.rng)
        self.cycles += 1
        gains = self.inner.world.returns(turns)
        over, cut = turns.is_over, self.cycles >= self.max_cycles
        agents = self.agents
        seen = self._seen()
        if over or cut:
            self.agents = []
        return (
            seen,
            {agent: gains[self.possible_agents.index(agent)] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _act(self, turns: Turns, action: Any) -> None:
        ask = turns.ask
        assert ask is not None, "somebody has the turn"
        world = self.inner.world
        if action is not None and int(action) in world.actions.legal(ask):
            turns.answer(world.actions.choice(ask, int(action)))
        else:
            turns.answer(world.rulebook.default(turns.game, ask))

    def _seen(self) -> dict[str, Any]:
        return {agent: self.inner.observe(agent) for agent in self.agents}

    def render(self) -> str | None:
        """What everybody sees, as text."""
        return self.inner.render()

    def close(self) -> None:
        """Nothing is held open."""


def space_like(space: spaces.Dict) -> spaces.Dict:
    """A space of its own, so that each agent's can be seeded."""
    return spaces.Dict(dict(space.spaces))


def guarded(raw: Agents) -> Any:
    """The environment with the usual guards: an illegal action ends the game and loses."""
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))
