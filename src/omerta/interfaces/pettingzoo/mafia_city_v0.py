"""Mafia City, three to five players."""

from __future__ import annotations

from typing import Any

from omerta.interfaces.pettingzoo.agents import Agents, AllAtOnce, guarded


def raw_env(players: int = 4, **settings: Any) -> Agents:
    """The environment as it is; `options`, `max_turns`, `tensors` and `render_mode` may be set."""
    return Agents("mafia-city", players, **settings)


def env(players: int = 4, **settings: Any) -> Any:
    """The environment with the usual guards of PettingZoo."""
    return guarded(raw_env(players, **settings))


def parallel_env(players: int = 4, **settings: Any) -> AllAtOnce:
    """Everybody at once, in cycles; `max_cycles` may be set."""
    return AllAtOnce("mafia-city", players, **settings)
