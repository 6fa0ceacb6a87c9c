"""Games turn by turn, and their answers as numbered actions."""

import copy
import pickle
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from omerta.core import CHANCE, EVERYBODY, Outcome, Refused, Rulebook
from omerta.core.actions import Actions
from omerta.core.chance import odds
from omerta.core.saving import mark_of
from omerta.core.turns import Turns, in_turns
from omerta.games import GAMES
from omerta.lab.secrecy import Leak, turns_in_lock_step
from tests.games import every_game, values_for

Book = Rulebook[Any, Any, Any]


def played(book: Book, seats: int, seed: int, rng: Random) -> Iterator[Turns]:
    """A random game, before every answer."""
    options = book.options(values_for(book, seed, seats))
    turns = in_turns(book, book.deal(options, seats))
    while turns.ask is not None:
        yield turns
        choices = turns.ask.choices
        turns.answer(choices[int(rng.random() * len(choices))])
    assert turns.seat == EVERYBODY
    assert turns.outcome() is not None


def some(book: Book, seats: int, share: float, seed: int = 0) -> Iterator[Turns]:
    rng = Random(seed)
    for turns in played(book, seats, seed, rng):
        if rng.random() < share:
            yield turns


@every_game
def test_a_random_game_ends_turn_by_turn_and_every_answer_is_an_action(
    rulebook: Book, seats: int
) -> None:
    rng = Random(seats)
    actions: Actions | None = None
    for turns in played(rulebook, seats, seats, rng):
        ask = turns.ask
        assert ask is not None
        if actions is None:
            actions = Actions(rulebook, turns.game.options, seats)
        if turns.seat == CHANCE:
            chances = odds(ask)
            assert sum(chance for _, chance in chances) == pytest.approx(1)
            assert [choice for choice, _ in chances] == sorted(set(ask.choices))
            continue
        legal = actions.legal(ask)
        assert legal == sorted(set(legal))
        if not ask.point.listed:
            assert {actions.choice(ask, action) for action in legal} == set(ask.choices)
        action = rng.choice(legal)
        assert actions.action(ask, actions.choice(ask, action)) == action
        assert actions.answer_text(ask, action).startswith(ask.point.name)


@every_game
def test_actions_are_numbered_without_a_gap_and_read_differently(
    rulebook: Book, seats: int
) -> None:
    actions = Actions(rulebook, rulebook.options({**rulebook.simulation}), seats)
    texts = [actions.text(action) for action in range(actions.size)]
    assert len(set(texts)) == len(texts)
    assert actions.first[actions.points[0].name] == 0


def test_an_action_of_another_question_is_no_answer() -> None:
    city = GAMES["mafia-city"]
    turns = next(t for t in some(city, 3, 1) if t.ask is not None and t.seat >= 0)
    actions = Actions(city, turns.game.options, 3)
    assert turns.ask is not None
    with pytest.raises(LookupError):
        actions.choice(turns.ask, actions.first["take_back"])
    with pytest.raises(LookupError):
        actions.choice(turns.ask, actions.size)
    with pytest.raises(Refused):
        turns.answer(999)


@every_game
def test_copies_and_pickles_of_turns_go_on_alike(rulebook: Book, seats: int) -> None:
    for turns in islice(some(rulebook, seats, 0.02), 6):
        rng = Random(1)
        same = [turns.copy(), pickle.loads(pickle.dumps(turns)), copy.deepcopy(turns)]
        for _ in range(30):
            if same[0].ask is None:
                break
            choices = same[0].ask.choices
            choice = choices[int(rng.random() * len(choices))]
            for each in same:
                each.answer(choice)
            assert len({each.seat for each in same}) == 1
            assert len({mark_of(each.game) for each in same}) == 1
        assert len({tuple(map(repr, each.told)) for each in same}) == 1


@every_game
def test_others_see_a_move_when_it_is_whole(rulebook: Book, seats: int) -> None:
    seen: dict[int, object] = {}
    begun = 0
    for turns in played(rulebook, seats, 0, Random(5)):
        if turns.move:
            begun += 1
            for seat in (0, seats - 1):
                if seat in seen and seat != turns.seat:
                    assert received(turns, seat) == seen[seat]
            if begun > 40:
                break
        elif turns.seat >= 0:
            for seat in (0, seats - 1):
                seen[seat] = received(turns, seat)
    assert begun


def received(turns: Turns, seat: int) -> object:
    return (turns.rulebook.encode(turns.view(seat)), [repr(told) for told in turns.heard(seat)])


@every_game
def test_nobody_can_tell_an_imagined_world_from_the_true_one(rulebook: Book, seats: int) -> None:
    taken = 0
    for seed in range(20):
        rng = Random(seed)
        for turns in some(rulebook, seats, 0.05, seed):
            taken += turns_in_lock_step(turns, rng.randrange(seats), rng, 12, received)
            if taken > 60:
                return
    raise AssertionError(f"only {taken} answers were compared")


def test_an_interface_that_shows_half_a_move_is_caught() -> None:
    def careless(turns: Turns, seat: int) -> object:
        return [len(own.cards) and own.cards[0] for own in turns.game.secret]

    def compare() -> None:
        for turns in some(GAMES["mafia-city"], 4, 0.2):
            turns_in_lock_step(turns, 0, Random(1), 12, careless)

    with pytest.raises(Leak):
        compare()


@pytest.mark.parametrize("name", GAMES)
def test_a_world_can_be_imagined_in_the_middle_of_ones_own_move(name: str) -> None:
    met = 0
    for turns in played(GAMES[name], GAMES[name].seats[1], 0, Random(2)):
        if not turns.move:
            continue
        met += 1
        if met == 30:
            break
        world = turns.imagined(turns.seat, Random(met))
        assert world.seat == turns.seat
        assert world.ask is not None
        assert turns.ask is not None
        assert world.ask.point is turns.ask.point
        assert list(world.ask.choices) == list(turns.ask.choices)
        assert received(world, world.seat) == received(turns, turns.seat)
    assert met > 5


def test_everybody_stakes_one_and_the_winners_share_it() -> None:
    assert Outcome((2,), (2, 0, 1)).returns(3) == [-1, -1, 2]
    assert Outcome((0, 1), (), "mafia").returns(6) == [2, 2, -1, -1, -1, -1]
    assert Outcome((), ()).returns(2) == [0, 0]
