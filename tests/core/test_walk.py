"""Walks through games: every step with what it carried out."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.bots.playing import play_out
from omerta.bots.roster import levels, player
from omerta.core import Answer, Refused, Rulebook
from omerta.core.scenario import Scenario, read_scenarios
from omerta.core.walk import Walk, walk_answers, walk_scenario
from omerta.games import GAMES

SCENARIOS = Path(__file__).parent.parent / "scenarios"

every_game = pytest.mark.parametrize("rulebook", GAMES.values(), ids=list(GAMES))


def scenarios_of(rulebook: Rulebook[Any, Any, Any]) -> list[Scenario]:
    return read_scenarios((SCENARIOS / f"{rulebook.name}.md").read_text("utf-8"))


def a_walk(rulebook: Rulebook[Any, Any, Any], seed: int = 3) -> Walk:
    options, seats = rulebook.options(dict(rulebook.simulation)), rulebook.seats.start
    answers: list[Answer] = []
    minds = [player(rulebook.name, levels(rulebook.name)[0]) for _ in range(seats)]
    play_out(rulebook, rulebook.deal(options, seats), minds, Random(seed), answers=answers)
    return walk_answers(rulebook, rulebook.deal(options, seats), answers)


@every_game
def test_every_scenario_can_be_walked_to_its_end(rulebook: Rulebook[Any, Any, Any]) -> None:
    for scenario in scenarios_of(rulebook):
        walk = walk_scenario(rulebook, scenario)
        assert [one.problem for one in walk.moments if one.problem] == [], scenario.name
        lines = [line for block in scenario.blocks if block.kind == "moves" for line in block.lines]
        assert [one.number for one in walk.moments if one.number] == [line.number for line in lines]


@every_game
def test_a_played_game_is_walked_to_its_end(rulebook: Rulebook[Any, Any, Any]) -> None:
    walk = a_walk(rulebook)
    assert walk.moments[-1].game.is_over
    assert rulebook.outcome(walk.moments[-1].game) is not None
    assert walk.moments[-1].carried_out
    clauses = {done.clause for one in walk.moments for done in one.carried_out}
    assert all(clause.startswith(f"{rulebook.clauses}-") for clause in clauses)
    assert len(clauses) > 10


@every_game
def test_what_is_told_is_told_once(rulebook: Rulebook[Any, Any, Any]) -> None:
    walk = a_walk(rulebook)
    options, seats = rulebook.options(dict(rulebook.simulation)), rulebook.seats.start
    game = rulebook.deal(options, seats)
    game.notices = []
    for before, after in zip(walk.moments, walk.moments[1:], strict=False):
        heard = len(game.notices)
        choices = [c for ask in before.game.asks if ask.seat == after.seat for c in ask.choices]
        said = [c for c in choices if walk_says(rulebook, before.game, after.seat, c) == after.said]
        game.answer(after.seat, said[0])
        if len(set(said)) > 1:
            return
        told = [(one.key, one.args) for one in game.notices[heard:]]
        assert [(one.key, one.args) for one in after.told] == told


def walk_says(rulebook: Rulebook[Any, Any, Any], game: Any, seat: int, choice: int) -> str:
    return game.asked(seat).point.asks.words(choice, game.options) or str(choice)


def test_a_scenario_that_does_not_hold_ends_where_it_fails() -> None:
    text = (SCENARIOS / "mafia-city.md").read_text("utf-8")
    scenario = next(one for one in read_scenarios(text) if one.name.startswith("W1"))
    number = next(n for n, line in enumerate(text.splitlines(), 1) if line == "A: keep")
    wrong = read_scenarios(text.replace("A: keep", "A: sing", 1))
    walk = walk_scenario(GAMES["mafia-city"], next(s for s in wrong if s.name == scenario.name))
    assert walk.moments[-1].number == number
    assert "sing" in walk.moments[-1].problem


def test_an_answer_can_be_tried_anywhere_and_ends_the_walk() -> None:
    book = GAMES["mafia-city"]
    walk = a_walk(book)
    at = next(n for n, one in enumerate(walk.moments) if one.game.asked(0) is not None)
    ask = walk.moments[at].game.asked(0)
    assert ask is not None
    before = book.position(walk.moments[at].game)
    assert walk.answer(at, 0, ask.choices[-1]) == at + 1
    assert len(walk.moments) == at + 2
    assert book.position(walk.moments[at].game) == before
    assert book.position(walk.moments[-1].game) != before
    assert walk.moments[-1].seat == 0


def test_a_refused_answer_leaves_the_walk_as_it_is() -> None:
    walk = a_walk(GAMES["downtown"])
    length = len(walk.moments)
    with pytest.raises(Refused):
        walk.answer(5, 0, 999_999)
    assert len(walk.moments) == length
