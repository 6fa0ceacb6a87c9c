"""The review: mistakes are found, luck never is one, and everything adds up."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from omerta.bots import review as reviewing
from omerta.bots.playing import play_out
from omerta.bots.review import (
    LUCK,
    OTHERS,
    OWN,
    SIGHT,
    Segment,
    Task,
    Verdict,
    chosen_moments,
    is_mistake,
    judge,
    review,
    segments_of,
    steps_of,
    steps_written,
    tasks_of,
    turning_points,
)
from omerta.bots.roster import player
from omerta.bots.weighing import USUAL, Estimate, Scales
from omerta.core import CHANCE, Answer, Record, read_record
from omerta.games import GAMES
from tests.bots.test_search import moments

CITY = GAMES["mafia-city"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds: what is tested does not hang on how many."""
    monkeypatch.setattr(reviewing, "SELECTION", 6)
    monkeypatch.setattr(reviewing, "WORLDS", 3)
    monkeypatch.setattr(reviewing, "STANDING", 2)


def task_at(state: Any, seat: int, move: tuple[int, ...]) -> Task:
    """A decision in the middle of a game."""
    return Task(0, 1, CITY.view(state, seat), move, mixed=False, after="")


def test_a_blunder_is_found_and_what_was_better_is_none() -> None:
    answers: list[Answer] = []
    fresh = [CITY.deal(CITY.options(CITY.simulation), 3) for _ in range(2)]
    play_out(CITY, fresh[0], [player("mafia-city", "casual")] * 3, Random(1), None, answers)
    steps, _ = steps_of(CITY, fresh[1], answers)
    blunder = next(
        task
        for task in tasks_of(CITY, steps, 1)
        if task.round == 4 and task.move != USUAL and played(task).startswith("play thief")
    )
    verdict = judge(CITY, blunder)
    assert verdict is not None
    assert is_mistake(verdict.loss)
    assert verdict.better is not None
    assert verdict.why is not None
    mended = judge(CITY, blunder._replace(move=tuple(verdict.better["answers"])))
    assert mended is not None
    assert not is_mistake(mended.loss)


def played(task: Task) -> str:
    """The move that was made, in the notation."""
    return CITY.move_text(CITY.guess(task.view, Random(1)), task.view.seat, task.move)


def test_nothing_that_was_hidden_or_drawn_later_changes_a_judgement(quick: None) -> None:
    for number, (state, seat) in enumerate(moments("mafia-city", 3, 5, 13, 2)):
        view = CITY.view(state, seat)
        assert view.asked is not None
        move = Scales(CITY).candidates(view, [], Random(1))[0]
        other = CITY.guess(view, Random(number))
        verdicts = [judge(CITY, task_at(world, seat, move)) for world in (state, other)]
        assert verdicts[0] == verdicts[1]


def test_bad_luck_is_never_called_a_mistake(quick: None) -> None:
    """A seat that makes the move the review finds best, with every draw against it."""
    rng = Random(4)
    state = CITY.deal(CITY.options(CITY.simulation), 3)
    usual = player("mafia-city", "casual")
    answers: list[Answer] = []
    mine = 0
    while state.asks and mine < 3:
        ask = state.asks[0]
        if ask.seat == CHANCE:
            moved = [Answer(CHANCE, ask.choices[-1])]
        elif ask.seat == 0 and not ask.continues and len(ask.choices) > 1:
            move = best_of(state)
            mine += 1
            moved = [Answer(0, choice) for choice in move]
        else:
            moved = [Answer(ask.seat, usual.choose(CITY.view(state, ask.seat), rng))]
        for answer in moved:
            state.answer(*answer)
        answers += moved
    steps, _ = steps_of(CITY, CITY.deal(CITY.options(CITY.simulation), 3), answers)
    tasks = [task for task in tasks_of(CITY, steps, 0) if task.move != USUAL]
    assert len(tasks) == 3
    for task in tasks:
        verdict = judge(CITY, task)
        assert verdict is not None
        assert verdict.better is None
        assert not is_mistake(verdict.loss)


def best_of(state: Any) -> tuple[int, ...]:
    """The move that the review itself would find best, whatever was made."""
    view = CITY.view(state, 0)
    move = Scales(CITY).candidates(view, [], Random(1))[0]
    for _ in range(20):
        verdict = judge(CITY, task_at(state, 0, move))
        assert verdict is not None
        if verdict.better is None:
            return move
        move = tuple(verdict.better["answers"])
    raise AssertionError("expected a move that the review finds best")


def test_a_sealed_choice_is_never_a_mistake(quick: None) -> None:
    state, seat = moments("mafia-city", 3, 5, 9, 1)[0]
    view = CITY.view(state, seat)
    for move in Scales(CITY).candidates(view, [], Random(1))[:4]:
        verdict = judge(CITY, task_at(state, seat, move)._replace(mixed=True))
        assert verdict is not None
        assert verdict.better is None
        assert verdict.loss == Estimate(0.0, 0.0)


# What it adds up to.


def judged(before: float, gain: float = 0.0, loss: float = 0.0, nearer: float = -1.0) -> Verdict:
    """A verdict without any doubt."""
    old = None if nearer < 0 else Estimate(nearer, 0.0)
    sure = Estimate(loss, 0.0)
    return Verdict(Estimate(before, 0.0), Estimate(gain, 0.0), old, {}, {}, sure, None)


def moment(step: int, move: tuple[int, ...], after: str, *, mixed: bool = False) -> Task:
    view = CITY.view(CITY.deal(CITY.options({}), 3), 0)
    return Task(step, 1, view, move, mixed, after)


def test_own_decisions_chance_and_the_others_add_up_to_what_came() -> None:
    tasks = [
        moment(0, (1,), OTHERS),
        moment(4, USUAL, LUCK),
        moment(5, (2,), ""),
        moment(6, (3,), OTHERS),
        moment(9, USUAL, LUCK),
    ]
    verdicts = [
        judged(0.3, 0.05),
        judged(0.25),
        judged(0.4, -0.1),
        judged(0.35, 0.02),
        judged(0.7, nearer=0.5),
    ]
    pieces = segments_of(tasks, verdicts, 12, 1.0)
    changes = dict.fromkeys((OWN, LUCK, OTHERS, SIGHT), 0.0)
    for one, other in pairwise(pieces):
        assert one.end == other.start
    for piece in pieces:
        changes[piece.by] += piece.change
    assert sum(changes.values()) == pytest.approx(1.0 - 0.3)
    assert changes[OWN] == pytest.approx(0.05 - 0.1 + 0.02)
    assert changes[SIGHT] == pytest.approx(0.2)
    assert changes[LUCK] == pytest.approx((0.4 - 0.25) + (1.0 - 0.7))


def test_five_moments_at_most_and_mistakes_do_not_crowd_out_the_rest() -> None:
    tasks = [moment(2 * number, (1,), OTHERS) for number in range(9)]
    verdicts = [judged(0.1 * number, 0.0, 0.06 + 0.01 * number) for number in range(9)]
    pieces = segments_of(tasks, verdicts, 18, 1.0)
    told = chosen_moments(tasks, verdicts, pieces)
    assert len(told) == 5
    assert told == sorted(told)
    kinds = [pieces[place].by for place in told]
    assert kinds.count(OWN) == 3
    hidden = [task._replace(mixed=True) for task in tasks]
    assert all(pieces[place].by != OWN for place in chosen_moments(hidden, verdicts, pieces))


def test_turning_points_are_two_and_sure() -> None:
    def piece(by: str, start: float, end: float, error: float) -> Segment:
        return Segment(by, 0, 0, 1, 1, start, end, error)

    pieces = [
        piece(OTHERS, 0.3, 0.5, 0.02),
        piece(SIGHT, 0.5, 0.9, 0.02),
        piece(LUCK, 0.9, 0.5, 0.3),
        piece(OWN, 0.5, 0.4, 0.01),
    ]
    assert turning_points(pieces) == [0]


@pytest.mark.parametrize(("game", "seats"), [("mafia-city", 3), ("downtown", 2)])
def test_a_written_record_has_the_same_decisions_as_the_game(game: str, seats: int) -> None:
    rulebook = GAMES[game]
    options = {**rulebook.simulation, **({"turn_cap": "6"} if game == "downtown" else {})}
    answers: list[Answer] = []
    minds = [player(game, "casual")] * seats
    play_out(
        rulebook, rulebook.deal(rulebook.options(options), seats), minds, Random(2), None, answers
    )
    steps, end = steps_of(rulebook, rulebook.deal(rulebook.options(options), seats), answers)
    written = read_record(Record(rulebook, options, seats, answers).text({}))
    others, same = steps_written(rulebook, written)
    assert rulebook.position(end) == rulebook.position(same)
    moves = [[(one.seat, one.move) for one in each if one.seat >= 0] for each in (steps, others)]
    assert moves[0] == moves[1]


def test_the_review_of_palermo_tells_what_could_be_known_and_who_deceived() -> None:
    rulebook = GAMES["palermo"]
    answers: list[Answer] = []
    fresh = [rulebook.deal(rulebook.options(rulebook.simulation), 8) for _ in range(2)]
    play_out(rulebook, fresh[0], [player("palermo", "casual")] * 8, Random(1), None, answers)
    steps, end = steps_of(rulebook, fresh[1], answers)
    found = review(rulebook, steps, end, 2)
    assert found["votes"]
    mafia = set(found["mafia"])
    assert found["deceived"]
    for one in found["deceived"]:
        assert one["by"] in mafia
        assert not {one["whom"], one["about"]} & mafia
    for one in found["moved"]:
        assert one["points"] >= 0.03
    for vote in found["votes"]:
        assert vote["mafioso"] == (vote["about"] in mafia)
        assert 2 not in [one["seat"] for one in vote["known"]]
