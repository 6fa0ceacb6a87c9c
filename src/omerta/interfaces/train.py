"""A small policy for Mafia City, learned from computer players: an example to start from.

    python -m omerta.interfaces.train --games 120 --arena 100

plays games between the usual computer players, fits one linear layer with a softmax over the
legal actions to their moves (NumPy alone, a minute or two), and lets the policy play against
players that move at random. It is imitation, not mastery; what it shows is where everything is.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import numpy as np

from omerta.bots.roster import levels
from omerta.core.turns import Turns
from omerta.interfaces.dataset import self_play
from omerta.interfaces.world import World, settled


class Policy:
    """Scores every action by a weighted sum of what the seat sees."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.weights: Any = np.zeros((world.size + 1, world.actions.size), np.float32)
        self.scale: Any = np.ones(world.size, np.float32)

    def features(self, observation: Any) -> Any:
        """An observation, scaled to what was seen in training, and a one."""
        return np.append(np.asarray(observation, np.float32) / self.scale, np.float32(1))

    def chances(self, features: Any, legal: list[int]) -> Any:
        """How likely each legal action is."""
        scores = features @ self.weights[:, legal]
        odds = np.exp(scores - scores.max())
        return odds / odds.sum()

    def choose(self, turns: Turns) -> int:
        """The likeliest action."""
        assert turns.ask is not None, "a policy chooses only when asked"
        legal = self.world.actions.legal(turns.ask)
        features = self.features(self.world.observation(turns, turns.seat))
        return legal[int(self.chances(features, legal).argmax())]

    def learn(self, rows: list[dict[str, Any]], epochs: int, rate: float, rng: Random) -> float:
        """Fit the moves of these rows; the share of them that is predicted in the last epoch."""
        seen = np.array([line["observation"] for line in rows], np.float32)
        self.scale = np.maximum(np.abs(seen).max(axis=0), 1)
        order = list(range(len(rows)))
        right = 0
        for _ in range(epochs):
            rng.shuffle(order)
            right = 0
            for place in order:
                line = rows[place]
                legal = line["legal"]
                features = self.features(seen[place])
                chances = self.chances(features, legal)
                wanted = legal.index(line["action"])
                right += int(chances.argmax()) == wanted
                chances[wanted] -= 1
                used = np.flatnonzero(features)
                step = rate * np.outer(features[used], chances)
                self.weights[np.ix_(used, legal)] -= step
        return right / len(rows)


def arena(world: World, policy: Policy, games: int, seed: int) -> float:
    """How often the policy wins in the first seat against players that move at random."""
    won = 0
    for number in range(games):
        rng = Random(f"arena {seed} {number}")
        turns = world.begin()
        settled(turns, rng)
        while turns.ask is not None:
            if turns.seat == 0:
                action = policy.choose(turns)
            else:
                action = rng.choice(world.actions.legal(turns.ask))
            turns.answer(world.actions.choice(turns.ask, action))
            settled(turns, rng)
        won += world.returns(turns)[0] > 0
    return won / games


def main(argv: list[str] | None = None) -> int:
    """Play, learn, play again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=120, help="games to learn from")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--arena", type=int, default=100, help="games against random players")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(argv)
    began = time.perf_counter()
    world = World("mafia-city", chosen.players)
    teachers = levels("mafia-city")[:1]
    rows = list(self_play(world, chosen.games, teachers, chosen.seed))
    policy = Policy(world)
    before = arena(world, policy, chosen.arena, chosen.seed)
    known = policy.learn(rows, chosen.epochs, chosen.rate, Random(chosen.seed))
    after = arena(world, policy, chosen.arena, chosen.seed)
    print(f"{len(rows)} decisions of {chosen.games} games, {known:.0%} of them predicted")
    print(f"wins against random players: {before:.0%} before, {after:.0%} after")
    print(f"{time.perf_counter() - began:.0f} seconds")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
