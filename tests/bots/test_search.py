"""Players who search: from their view alone, repeatable, and the better answer is found."""

from __future__ import annotations

import json
from math import log
from random import Random
from typing import Any

import pytest

from omerta.bots.outlook import Outlook
from omerta.bots.playing import make_move
from omerta.bots.roster import SEARCHED, player, search_player, values_file
from omerta.bots.search import Budget, SearchPlayer, Twig
from omerta.bots.value import Sample, Value, fitted, loss
from omerta.core import CHANCE, NoWorld, Player, View
from omerta.games import GAMES

FEW = Budget(0.0, 12)
TABLES = [("mafia-city", 3), ("downtown", 2)]


def moments(game: str, seats: int, seed: int, apart: int, number: int) -> list[tuple[Any, int]]:
    """Games in the middle, each with a seat that has a choice."""
    rulebook = GAMES[game]
    rng = Random(seed)
    state: Any = rulebook.deal(rulebook.options(rulebook.simulation), seats)
    usual = player(game, "casual")
    found: list[tuple[Any, int]] = []
    count = 0
    while state.asks and len(found) < number:
        ask = state.asks[0]
        if ask.seat == CHANCE:
            state.answer(CHANCE, rng.choice(list(ask.choices)))
            continue
        if len(ask.choices) > 1:
            count += 1
            if count % apart == 0:
                found.append((rulebook.copy(state), ask.seat))
        state.answer(ask.seat, usual.choose(rulebook.view(state, ask.seat), rng))
    assert len(found) == number
    return found


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("deep", [False, True])
def test_another_world_that_looks_the_same_gets_the_same_answer(
    game: str, seats: int, *, deep: bool
) -> None:
    rulebook = GAMES[game]
    for number, (state, seat) in enumerate(moments(game, seats, 5, 13, 3)):
        view = rulebook.view(state, seat)
        other = rulebook.view(rulebook.guess(view, Random(number)), seat)
        answers = {
            search_player(game, FEW, deep=deep).choose(seen, Random(number))
            for seen in (view, other, view)
        }
        assert len(answers) == 1
        assert answers <= set(state.asked(seat).choices)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_whole_moves_by_the_clock_are_legal(game: str, seats: int) -> None:
    rulebook = GAMES[game]
    for state, seat in moments(game, seats, 6, 11, 3):
        make_move(rulebook, state, seat, search_player(game, Budget(0.002), deep=True), Random(1))


class Ladder(SearchPlayer):
    """Its answers are worth what they are called, in worlds that are good or bad for all."""

    def simulate(
        self, world: Any, seat: int, choice: int, value: Value, twig: Twig | None, luck: int
    ) -> float:
        common = Random(luck).random()
        own = Random(luck * 31 + choice).random()
        return 0.8 * common + 0.02 * choice + 0.1 * own


@pytest.mark.parametrize("number", [2, 3, 8, 13])
def test_the_best_answer_is_found_under_luck_that_all_share(number: int) -> None:
    state, seat = moments("mafia-city", 3, 5, 9, 1)[0]
    view: View = GAMES["mafia-city"].view(state, seat)
    outlook = SEARCHED["mafia-city"]()
    budget = Budget(0.0, 200 * number)
    ladder = Ladder(GAMES["mafia-city"], outlook, {}, budget)
    worths = ladder.compare(view, Value([]), list(range(number)), Random(3))
    assert max(range(number), key=lambda place: worths[place]) == number - 1
    assert ladder.simulated == 200 * number


class Lottery(SearchPlayer):
    """All answers are worth the same, but for luck and for one that is better by so much."""

    better = 0.0

    def simulate(
        self, world: Any, seat: int, choice: int, value: Value, twig: Twig | None, luck: int
    ) -> float:
        return 0.5 + 0.2 * Random(luck * 31 + choice).random() + self.better * (choice == 7)


def lots_drawn(doubt: float, better: float) -> float:
    """How often an answer beats the usual one of nine, by luck or because one is better."""
    state, seat = moments("downtown", 2, 5, 9, 1)[0]
    view: View = GAMES["downtown"].view(state, seat)
    outlook = SEARCHED["downtown"]()
    outlook.doubt = doubt
    lottery = Lottery(GAMES["downtown"], outlook, {}, Budget(0.0, 40))
    lottery.better = better
    others = 0
    for seed in range(40):
        worths = lottery.compare(view, Value([]), list(range(9)), Random(seed))
        others += max(range(9), key=lambda place: worths[place]) != 0
    return others / 40


def test_who_doubts_takes_luck_for_no_reason_but_sees_a_better_answer() -> None:
    doubt = SEARCHED["downtown"]().doubt
    assert lots_drawn(0.0, 0.0) > 0.8
    assert lots_drawn(doubt, 0.0) < 0.5
    assert lots_drawn(doubt, 0.3) > 0.7


def test_one_world_is_no_evidence() -> None:
    state, seat = moments("downtown", 2, 5, 9, 1)[0]
    view: View = GAMES["downtown"].view(state, seat)
    lottery = Lottery(GAMES["downtown"], SEARCHED["downtown"](), {}, Budget(0.0, 9))
    lottery.better = 0.4
    assert lottery.compare(view, Value([]), list(range(9)), Random(1))[1:] == [-1.0] * 8


def test_small_change_is_left_to_the_rules_of_thumb() -> None:
    names = {point.name for point in GAMES["downtown"].points}
    outlook = SEARCHED["downtown"]()
    assert set(outlook.unsearched) <= names
    book = GAMES["downtown"]
    for state, seat in moments("downtown", 2, 5, 1, 40):
        if state.asked(seat).point.name in outlook.unsearched:
            searching = search_player("downtown", FEW)
            usual = player("downtown", "casual").choose(book.view(state, seat), Random(4))
            assert searching.choose(book.view(state, seat), Random(4)) == usual
            assert searching.simulated == 0
            break
    else:
        raise AssertionError("there was no such question")


def test_where_no_world_fits_the_rules_of_thumb_answer() -> None:
    class Lost(SearchPlayer):
        def compare(
            self, view: View, value: Value, candidates: list[int], rng: Random
        ) -> list[float]:
            raise NoWorld(0, 1, "a test")

    state, seat = moments("mafia-city", 3, 5, 9, 1)[0]
    book = GAMES["mafia-city"]
    outlook = SEARCHED["mafia-city"]()
    lost = Lost(book, outlook, {3: Value([0.0] * len(outlook.names))}, FEW)
    usual = player("mafia-city", "casual").choose(book.view(state, seat), Random(4))
    assert lost.choose(book.view(state, seat), Random(4)) == usual


def test_later_answers_are_tried_more_often_the_better_they_do() -> None:
    twig = Twig([10, 20, 30])
    rng = Random(2)
    for _ in range(400):
        place = twig.pick()
        twig.learn(place, 0.3 + 0.1 * place + 0.05 * rng.random())
    assert twig.tried[3] > sum(twig.tried[:3])
    assert sum(twig.tried) == twig.visits == 400


def test_weights_are_found_again_from_games_that_they_decided() -> None:
    rng = Random(8)
    true = Value([1.5, -0.8])
    samples = []
    for _ in range(3000):
        features = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(4)]
        winner = rng.choices(range(4), true.chances(features))[0]
        samples.append(Sample(features, winner))
    weights = fitted(samples, 1.0, 8)
    assert weights == pytest.approx(true.weights, abs=0.15)
    assert loss(weights, samples) < loss([0.0, 0.0], samples) == pytest.approx(log(4))


@pytest.mark.parametrize("game", list(SEARCHED))
def test_the_fitted_weights_fit_the_features_and_tell_how_they_came_about(game: str) -> None:
    outlook: Outlook = SEARCHED[game]()
    data = json.loads(values_file(game).read_text("utf-8"))
    assert data["features"] == list(outlook.names)
    assert [int(seats) for seats in data["weights"]] == list(GAMES[game].seats)
    for seats, weights in data["weights"].items():
        state, _ = moments(game, int(seats), 1, 12, 1)[0]
        assert [len(row) for row in outlook.features(state)] == [len(weights)] * int(seats)
        record = data["record"][seats]
        assert record["rounds"][-1]["loss"] < record["uniform_loss"]
        assert record["command"].startswith(f"omerta fit {game}")


def test_a_policy_of_the_search_is_the_casual_player() -> None:
    for game in SEARCHED:
        policy: Player = SEARCHED[game]().policy()
        assert type(policy) is type(player(game, "casual"))
