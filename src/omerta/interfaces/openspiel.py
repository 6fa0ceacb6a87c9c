"""Omerta's games for OpenSpiel: importing this registers them.

    import pyspiel
    import omerta.interfaces.openspiel

    game = pyspiel.load_game("omerta_palermo(players=9,options=reveal:side;murder:blind)")

`max_length` is the number of answers after which a game counts as drawn. `recall` is the number of
rows that an information state tensor has for what was heard and answered; 0, the default, stands
for as many as a game of this kind takes.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from omerta.core import CHANCE
from omerta.core.chance import odds
from omerta.core.turns import Turns
from omerta.games import GAMES
from omerta.interfaces.world import ARGUMENTS, World, is_chance, read_options

LONGEST: Final = {"mafia-city": 10_000, "downtown": 40_000, "palermo": 20_000}
"""Answers after which a game counts as drawn, unless another number is given: many times those of
a random game."""
CHANCES: Final = 128
"""The numbers that chance answers with are below this: cards, tiles, seats, percents."""
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
BY_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)


@lru_cache(64)
def world_of(name: str, players: int, options: str, recall: int) -> World:
    """The game of these parameters, made once."""
    return World(name, players, read_options(options), recall)


def type_of(name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    rulebook = GAMES[name]
    return pyspiel.GameType(
        short_name=f"omerta_{name.replace('-', '_')}",
        long_name=f"Omerta: {name.replace('-', ' ').title()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rulebook.seats[-1],
        min_num_players=rulebook.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": rulebook.seats[0],
            "options": "",
            "max_length": LONGEST[name],
            "recall": 0,
        },
    )


TYPES: Final = {name: type_of(name) for name in LONGEST}


class OmertaGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game with its number of players and its options."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = int(given.get("players", GAMES[self.name].seats[0]))
        self.longest = int(given.get("max_length", LONGEST[self.name]))
        recall = int(given.get("recall", 0))
        self.world = world_of(self.name, players, str(given.get("options", "")), recall)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.world.actions.size,
            max_chance_outcomes=CHANCES,
            num_players=players,
            min_utility=-1.0,
            max_utility=float(players - 1),
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(TYPES[self.name], info, given)

    def new_initial_state(self) -> OmertaState:
        """A fresh game."""
        return OmertaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """At most all answers are chance's."""
        return self.longest

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> OmertaObserver:
        """What tells a seat's observation; see `OmertaObserver`."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return OmertaObserver(self.world, kind, params)


class OmertaState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A moment of a game, turn by turn."""

    def __init__(self, game: OmertaGame) -> None:
        super().__init__(game)
        self.world = game.world
        self.longest = game.longest
        self.turns: Turns = game.world.begin()

    def current_player(self) -> int:
        """Whose turn it is."""
        turns = self.turns
        if turns.ask is None or turns.answers >= self.longest:
            return TERMINAL
        seat = turns.seat
        return seat if seat >= 0 else BY_CHANCE

    def is_chance_node(self) -> bool:
        """Whether chance has the turn."""
        turns = self.turns
        return turns.seat == CHANCE and turns.answers < self.longest

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of whoever has the turn; of somebody else, none.

        OpenSpiel's own way to `_legal_actions` asks four times whose turn it is.
        """
        turns = self.turns
        ask = turns.ask
        if ask is None or turns.answers >= self.longest:
            return []
        if turns.seat == CHANCE:
            return sorted(set(ask.choices))
        if player is not None and player != turns.seat:
            return []
        return self.world.actions.legal(ask)

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, with probabilities."""
        ask = self.turns.ask
        assert ask is not None, "a chance node asks chance"
        return odds(ask)

    def _apply_action(self, action: int) -> None:
        turns = self.turns
        ask = turns.ask
        assert ask is not None, "nobody has a turn when the game is over"
        turns.answer(action if turns.seat < 0 else self.world.actions.choice(ask, action))

    def _action_to_string(self, player: int, action: int) -> str:
        ask = self.turns.ask
        if ask is None:
            return self.world.actions.text(action)
        if is_chance(self.turns):
            return f"{ask.point.name}: {action}"
        return self.world.actions.answer_text(ask, action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or has lasted too long."""
        turns = self.turns
        return turns.ask is None or turns.answers >= self.longest

    def returns(self) -> list[float]:
        """What each seat gains; 0 before the end and in a draw."""
        return self.world.returns(self.turns)

    def resample_from_infostate(self, player: int, sampler: Any) -> OmertaState:
        """Another world that this player cannot tell from the true one; its history is unknown."""
        world = self.turns.imagined(player, Random(int(sampler() * 2**53)))
        state = self.get_game().new_initial_state()
        state.turns = world
        return state

    def __str__(self) -> str:
        lines = self.world.rulebook.position(self.turns.game)
        return "\n".join([*lines, f"answers: {self.turns.answers}"])


class OmertaObserver:
    """Observations of a kind; with perfect recall all that a seat heard and answered, and sees.

    The parts of the tensor have names (`dict`); docs/research.md lists what they mean.
    """

    def __init__(self, world: World, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters, got {params}")
        self.kind = kind
        sees_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not sees_own or not kind.public_info:
            return  # as text alone
        shape = (world.recalled, 2 + ARGUMENTS)
        remembered = 1 + shape[0] * shape[1] if kind.perfect_recall else 0
        self.tensor = np.zeros(world.size + remembered, np.float32)
        for part in world.parts:
            self.dict[part.name] = self.tensor[part.first : part.first + part.size]
        if kind.perfect_recall:
            self.dict["heard"] = self.tensor[world.size : world.size + 1]
            self.dict["recall"] = self.tensor[world.size + 1 :].reshape(shape)

    def set_from(self, state: OmertaState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        if self.tensor is None:
            return
        world = state.world
        self.tensor[: world.size] = world.observation(state.turns, player)
        if self.kind.perfect_recall:
            self.dict["heard"][0], self.dict["recall"][:] = world.recall(state.turns, player)

    def string_from(self, state: OmertaState, player: int) -> str:
        """What the player sees, as text."""
        world, turns = state.world, state.turns
        if self.kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return world.public_text(turns) if self.kind.public_info else ""
        if not self.kind.public_info:
            return world.private_text(turns, player)
        if self.kind.perfect_recall:
            return world.recall_text(turns, player)
        return world.observation_text(turns, player)


class MafiaCityGame(OmertaGame):
    """Mafia City."""

    name = "mafia-city"


class DowntownGame(OmertaGame):
    """Downtown."""

    name = "downtown"


class PalermoGame(OmertaGame):
    """Palermo."""

    name = "palermo"


for made in (MafiaCityGame, DowntownGame, PalermoGame):
    pyspiel.register_game(TYPES[made.name], made)
