"""OpenSpiel's own conformance tests, unchanged, on our games."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import omerta.interfaces.openspiel as ours
from omerta.interfaces.world import LOWEST, World

GOLDEN = Path(__file__).parent / "playthroughs"

SHORT = (
    "omerta_mafia_city(players=3,options=level:beginner,max_length=120)",
    "omerta_mafia_city(players=5,max_length=60)",
    "omerta_downtown(players=2,options=turn_cap:6)",
    "omerta_downtown(players=4,max_length=80)",
    "omerta_palermo(players=6,max_length=60)",
    "omerta_palermo(players=11,options=trial:nomination;reveal:side,max_length=40)",
)


@pytest.mark.parametrize("game", SHORT)
def test_random_simulation_with_serialisation(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_are_as_they_were(path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # OpenSpiel's own test does so on its command line
    expected, actual = generate_playthrough.replay(str(path))
    assert actual == expected


@pytest.mark.parametrize(
    "game", ["omerta_mafia_city(players=3)", "omerta_downtown", "omerta_palermo(players=6)"]
)
def test_is_mcts_finds_a_legal_move_at_every_turn_of_a_while(game: str) -> None:
    state = pyspiel.load_game(game).new_initial_state()
    rng = np.random.RandomState(1)
    searched = 0
    while not state.is_terminal() and searched < 4:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(actions, p=chances))
            continue
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply_action(legal[0])
            continue
        bot = ismcts.ISMCTSBot(
            game=state.get_game(),
            uct_c=1.0,
            max_simulations=3,
            evaluator=ShortRollouts(),
            random_state=rng,
        )
        action = bot.step(state)
        assert action in legal
        searched += 1
        state.apply_action(action)
    assert searched == 4


class ShortRollouts(mcts.Evaluator):
    """Nobody is ahead: a test is about worlds and moves, not about playing well."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> Any:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.parametrize("name", ours.TYPES)
def test_every_number_of_players_and_every_option_string_loads(name: str) -> None:
    kind = ours.TYPES[name]
    for players in range(kind.min_num_players, kind.max_num_players + 1):
        game = pyspiel.load_game(kind.short_name, {"players": players})
        assert game.num_players() == players
        assert game.new_initial_state().num_players() == players
    with pytest.raises(Exception, match="option"):
        ours.world_of(name, kind.min_num_players, "no_such:thing", 8)


@pytest.mark.parametrize(("name", "seats"), [("mafia-city", 5), ("downtown", 3), ("palermo", 21)])
def test_the_tensor_of_a_whole_game_holds_all_that_was_heard(name: str, seats: int) -> None:
    world = ours.world_of(name, seats, "", 0)
    rng = Random(7)
    turns = world.begin()
    while turns.ask is not None:
        turns.answer(turns.ask.choices[int(rng.random() * len(turns.ask.choices))])
    heard = turns.heard(1)
    number, rows = world.recall(turns, 1)
    assert len(heard) <= number <= world.recalled
    assert not rows[: -number or None].any()
    assert read_back(world, rows[-number:]) == [(told.key, told.args) for told in heard]


def read_back(world: World, rows: Any) -> list[tuple[str, tuple[int, ...]]]:
    """What was heard, from the rows of a tensor alone."""
    key_of = {number: key for key, number in world.keys.items()}
    told: list[tuple[str, tuple[int, ...]]] = []
    for number, _, *values in rows.astype(int).tolist():
        args = tuple(value + LOWEST - 1 for value in values if value)
        if number:
            told.append((key_of[number], args))
        else:
            key, before = told.pop()
            told.append((key, before + args))
    return told


def test_a_short_tensor_holds_the_latest_and_says_how_much_is_missing() -> None:
    game = pyspiel.load_game("omerta_mafia_city(players=3,recall=8)")
    state = game.new_initial_state()
    while len(state.turns.heard(0)) < 30:
        state.apply_action(state.legal_actions()[0])
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    observer = game.make_py_observer(kind)
    observer.set_from(state, 0)
    whole, rows = ours.world_of("mafia-city", 3, "", 0).recall(state.turns, 0)
    assert observer.dict["heard"][0] == whole >= 30
    assert (observer.dict["recall"] == rows[-8:]).all()


def test_nobody_but_the_mover_has_legal_actions() -> None:
    state = pyspiel.load_game("omerta_mafia_city(players=3)").new_initial_state()
    while state.is_chance_node():
        assert state.legal_actions() == [action for action, _ in state.chance_outcomes()]
        state.apply_action(state.legal_actions()[-1])
    assert [bool(state.legal_actions(seat)) for seat in range(3)] == [
        state.current_player() == seat for seat in range(3)
    ]


def test_a_world_from_the_information_state_reads_alike_and_has_no_history() -> None:
    game = pyspiel.load_game("omerta_mafia_city(players=4)")
    rng = np.random.RandomState(3)
    state = game.new_initial_state()
    seen = 0
    while not state.is_terminal() and seen < 20:
        if not state.is_chance_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, lambda: rng.uniform())
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == []
            seen += 1
        state.apply_action(rng.choice(state.legal_actions()))
