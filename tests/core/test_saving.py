"""Games and views as pickles and copies, and marks of positions; interpreted and compiled alike."""

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from omerta.core import CLOCK, EVERYBODY, MASTER, Game, Rule, Rulebook
from omerta.core.saving import mark_of
from omerta.games import GAMES
from omerta.lab.playing import random_answer, random_play
from tests.games import every_game, everything, values_for

Book = Rulebook[Any, Any, Any]


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def positions(book: Book, seats: int, seed: int, most: int) -> Iterator[Game]:
    """Some positions of a random game, early and late."""
    rng = Random(seed)
    values = values_for(book, seed, seats)
    taken, wait = 0, 0
    for game, _ in random_play(book, values, seats, rng):
        wait -= 1
        if wait <= 0:
            taken += 1
            wait = rng.randrange(10, 60)
            yield game
            if taken == most:
                return


@every_game
def test_a_game_comes_out_of_a_pickle_as_it_went_in(rulebook: Book, seats: int) -> None:
    for seed in range(2):
        for game in positions(rulebook, seats, seed, 4):
            loaded = again(game)
            assert type(loaded) is type(game)
            assert everything(rulebook, loaded) == everything(rulebook, game)
            assert rulebook.position(loaded) == rulebook.position(game)
            assert repr(loaded.top) == repr(game.top)
            assert mark_of(loaded) == mark_of(game)
            assert all(ask.point in rulebook.points for ask in loaded.asks)


@every_game
def test_a_loaded_game_goes_on_like_the_other_and_touches_nothing_of_it(
    rulebook: Book, seats: int
) -> None:
    for how in (again, copy.deepcopy, copy.copy):
        rng = Random(7)
        for game in positions(rulebook, seats, 2, 2):
            before = mark_of(game)
            loaded, same = how(game), rulebook.copy(game)
            for _ in range(40):
                if not same.asks:
                    break
                answer = random_answer(same, rng)
                same.answer(*answer)
                loaded.answer(*answer)
            assert mark_of(loaded) == mark_of(same)
            assert mark_of(game) == before


@every_game
def test_a_view_comes_out_of_a_pickle_as_it_went_in(rulebook: Book, seats: int) -> None:
    for game in positions(rulebook, seats, 4, 3):
        for seat in (0, seats - 1, EVERYBODY, MASTER):
            view = rulebook.view(game, seat)
            for loaded in (again(view), copy.deepcopy(view)):
                assert rulebook.encode(loaded) == rulebook.encode(view)
                assert mark_of(loaded) == mark_of(view)
                if view.asked is not None:
                    assert loaded.asked.point is view.asked.point


@every_game
def test_marks_are_equal_where_games_stand_alike_and_nowhere_else(
    rulebook: Book, seats: int
) -> None:
    marks: set[object] = set()
    different: set[str] = set()
    for game in positions(rulebook, seats, 0, 12):
        assert mark_of(game) == mark_of(rulebook.copy(game))
        marks.add(mark_of(game))
        different.add(everything(rulebook, game))
    assert len(marks) >= len(different)
    first = rulebook.deal(rulebook.options(values_for(rulebook, 0, seats)), seats)
    assert mark_of(first) in marks


def test_two_ways_to_one_position_have_one_mark() -> None:
    city = GAMES["mafia-city"]
    games = []
    for answers in ((0, 1), (1, 0)):  # two seats keep their hands in a window: any order
        game = city.deal(city.options({}), 3)
        rng = Random(1)
        while True:
            sealed = [ask for ask in game.asks if ask.point.name == "react"]
            if len(sealed) == 2:
                break
            ask = game.asks[0]
            game.answer(ask.seat, ask.choices[int(rng.random() * len(ask.choices))])
        seats = [sealed[place].seat for place in answers]
        for seat in seats:
            game.answer(seat, -2)
        games.append(game)
    assert mark_of(games[0]) == mark_of(games[1])


def test_an_outcome_and_a_notice_pickle() -> None:
    village = GAMES["palermo"]
    game = village.deal(village.options({**village.simulation}), 6)
    game.notices = []
    rng = Random(1)
    while game.asks:
        clock = game.asked(CLOCK)
        game.answer(*(random_answer(game, rng) if clock is None else (CLOCK, clock.choices[0])))
    outcome = village.outcome(game)
    assert outcome is not None
    assert again(outcome).winners == outcome.winners
    assert again(outcome).side == outcome.side
    assert [repr(notice) for notice in again(game.notices)] == [repr(n) for n in game.notices]


def test_a_rule_outside_every_table_says_that_nothing_can_name_it() -> None:
    with pytest.raises(TypeError, match="stands in no rule table"):
        pickle.dumps(Rule("XX-1"))
