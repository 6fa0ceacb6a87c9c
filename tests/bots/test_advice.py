"""Advice: from the view alone, and the reason it gives is the one that makes the difference."""

from __future__ import annotations

import json
from random import Random

import pytest

from omerta.bots.advice import advise, feature_key, reason
from omerta.bots.outlook import PERCENT, Outlook, Told
from omerta.bots.playing import make_move
from omerta.bots.roster import SEARCHED, player
from omerta.bots.value import Value
from omerta.bots.weighing import Trial, estimate, gap
from omerta.core import CHANCE, CLOCK
from omerta.games import GAMES
from omerta.games.palermo.bots.known import known_of
from omerta.text import LANGUAGES, Texts
from tests.bots.test_search import TABLES, moments

FEW = {"selection": 12, "worlds": 3}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_two_worlds_that_look_the_same_get_the_same_advice(game: str, seats: int) -> None:
    rulebook = GAMES[game]
    found = 0
    for number, (state, seat) in enumerate(moments(game, seats, 5, 13, 3)):
        view = rulebook.view(state, seat)
        other = rulebook.view(rulebook.guess(view, Random(number)), seat)
        said = [json.dumps(advise(rulebook, seen, **FEW).plain()) for seen in (view, other)]
        assert said[0] == said[1]
        found += len(json.loads(said[0])["moves"])
    assert found


def town(day: int, seed: int) -> tuple[object, int]:
    """A game of Palermo at the first vote of a day, and a citizen who is asked to vote."""
    rulebook = GAMES["palermo"]
    rng = Random(seed)
    mind = player("palermo", "casual")
    state = rulebook.deal(rulebook.options(rulebook.simulation), 8)
    while state.asks:
        ask = state.asks[0]
        if ask.seat == CHANCE:
            state.answer(CHANCE, rng.choice(list(ask.choices)))
            continue
        for ask in [one for one in state.asks if one.seat >= 0]:
            if ask.point.name == "vote" and state.public.day >= day:
                if not state.is_mafioso(ask.seat):
                    return state, ask.seat
                continue
            if state.asked(ask.seat) is ask:
                make_move(rulebook, state, ask.seat, mind, rng)
        clock = state.asked(CLOCK)
        if clock is not None:
            state.answer(CLOCK, rulebook.default(state, clock))
    raise AssertionError("expected a vote on that day")


def test_in_palermo_it_tells_what_can_be_known_and_never_what_the_cards_say() -> None:
    rulebook = GAMES["palermo"]
    state, seat = town(2, 3)
    view = rulebook.view(state, seat)
    said = {
        json.dumps(advise(rulebook, seen).plain())
        for seen in (
            view,
            *(rulebook.view(rulebook.guess(view, Random(seed)), seat) for seed in range(4)),
        )
    }
    assert len(said) == 1
    known = json.loads(said.pop())["known"]
    assert known
    assert all(len(one["facts"]) <= 3 for one in known)
    for one in known:
        weights = [abs(fact["points"]) for fact in one["facts"]]
        assert weights == sorted(weights, reverse=True)
        for fact in one["facts"]:
            for language in LANGUAGES:
                assert Texts(language, list("ABCDEFGH")).say(fact["key"], **fact["args"])


def test_a_fact_weighs_what_the_chance_would_be_without_it() -> None:
    rulebook = GAMES["palermo"]
    state, seat = town(2, 3)
    known = known_of(rulebook, rulebook.view(state, seat))
    open_ones = [one for one in known if not one.certain]
    assert any(one.facts for one in open_ones)
    # Evidence that all points one way would be no evidence: somebody gains what others lose.
    points = [fact.points for one in open_ones for fact in one.facts]
    assert min(points) < 0.0 < max(points)


class Plain(Outlook):
    """Points, which count, and luck, which does not."""

    names = ("points", "luck", "crown")
    told = (Told("city_points", 0, 4.0), Told("city_cards", 1, 1.0), Told("city_mayor", 2, PERCENT))
    horizon = "city"


def trials(rows: list[list[float]], number: int = 4) -> list[Trial]:
    """The same in every world."""
    value = Value([1.0, 0.1, 0.5])
    return [Trial(value.chances(rows)[0], rows) for _ in range(number)]


def test_the_reason_is_what_makes_the_greatest_difference() -> None:
    value = Value([1.0, 0.1, 0.5])
    better = trials([[2.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    worse = trials([[1.0, 5.0, 0.0], [1.0, 0.0, 0.0]])
    told = reason(Plain(), value, 0, better, worse)
    assert told is not None
    assert told["key"] == "advice.why.city_sum"
    assert told["args"]["feature"] == "city_points"
    assert (told["args"]["text_with"], told["args"]["text_without"]) == (8.0, 4.0)


def test_another_seat_that_has_less_is_a_reason_too() -> None:
    better = trials([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    worse = trials([[1.0, 0.0, 0.0], [1.0, 0.0, 1.0]])
    told = reason(Plain(), Value([1.0, 0.1, 0.5]), 0, better, worse)
    assert told is not None
    assert told["key"] == "advice.why.city_share"
    assert told["args"]["seat"] == 1
    assert (told["args"]["text_with"], told["args"]["text_without"]) == (0, 100)


def test_what_speaks_against_good_sense_is_no_reason() -> None:
    better = trials([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    worse = trials([[1.0, 4.0, 0.0], [1.0, 0.0, 0.0]])
    assert reason(Plain(), Value([1.0, -0.9, 0.5]), 0, better, worse) is None


def test_a_game_that_is_won_at_once_needs_no_other_reason() -> None:
    won = [Trial(1.0, []) for _ in range(4)]
    told = reason(Plain(), Value([1.0, 0.1, 0.5]), 0, won, trials([[1.0, 0.0, 0.0]] * 2))
    assert told == {"key": "advice.why.won", "args": {"text_with": 100, "text_without": 0}}


def test_differences_are_taken_world_by_world() -> None:
    luck = [0.1, 0.9, 0.4, 0.6]
    one = [Trial(chance + 0.05, []) for chance in luck]
    other = [Trial(chance, []) for chance in luck]
    assert gap(one, other).mean == pytest.approx(0.05)
    assert gap(one, other).error < 1e-9 < estimate(luck).error


@pytest.mark.parametrize("game", list(SEARCHED))
def test_every_feature_that_people_are_told_of_has_words(game: str) -> None:
    outlook = SEARCHED[game]()
    assert len(outlook.told) == len(outlook.names)
    for told in outlook.told:
        assert 0 <= told.place < len(outlook.names)
        for language in LANGUAGES if told.word else ():
            assert Texts(language).has(feature_key(told.word))
    for language in LANGUAGES:
        for kind in ("sum", "share"):
            assert Texts(language).has(f"advice.why.{outlook.horizon}_{kind}")
