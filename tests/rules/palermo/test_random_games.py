"""Random games with random options: they end, add up, copy, replay, and keep their secrets."""

from __future__ import annotations

from random import Random
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from omerta.core import (
    CLOCK,
    EVERYBODY,
    MASTER,
    Answer,
    BadOption,
    Record,
    encode_notice,
    read_record,
)
from omerta.core.scenario import Line
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import SAY, act_of
from omerta.games.palermo.state.options import OPTION_TABLE
from omerta.games.palermo.state.table import OVER, SETUP
from omerta.games.palermo.text.position import position
from omerta.games.palermo.text.reading import Reader
from omerta.lab.secrecy import lock_step
from tests.clauses import clause

SEATS = (6, 8, 12, 16, 21)


def any_options(rng: Random) -> dict[str, str]:
    """Values for all options that go together."""
    while True:
        values = {
            option.name: rng.choice(option.values) for option in OPTION_TABLE if option.values
        }
        for option in OPTION_TABLE:
            if not option.values:
                values[option.name] = str(rng.randint(option.low, option.high))
        if values["deadlock_rounds"] == "off":
            values["deadlock_rounds"] = "2"
        try:
            RULEBOOK.options(values)
        except BadOption:
            continue
        return values


def any_answer(game: Village, rng: Random) -> Answer:
    """Something that somebody might do; talk is kept short and few leave."""
    ask = game.asks[int(rng.random() * len(game.asks))]
    if ask.seat == MASTER and ask.point.name == "setup":
        return Answer(MASTER, RULEBOOK.default(game, ask))
    if ask.seat == CLOCK and rng.random() < 0.95:
        return Answer(CLOCK, ask.choices[0])
    choices = ask.choices
    if not ask.continues and rng.random() < 0.7:
        choices = [choice for choice in choices if act_of(choice) != SAY] or choices
    return Answer(ask.seat, choices[int(rng.random() * len(choices))])


def whole_game(seed: int) -> tuple[dict[str, str], int, list[Answer], Village]:
    """A game from the deal to its end."""
    rng = Random(seed)
    values = any_options(rng)
    seats = SEATS[seed % len(SEATS)]
    game = RULEBOOK.deal(RULEBOOK.options(values), seats)
    game.notices = []
    answers: list[Answer] = []
    while game.asks:
        answer = any_answer(game, rng)
        game.answer(*answer)
        answers.append(answer)
        assert RULEBOOK.broken(game) == []
    return values, seats, answers, game


@settings(max_examples=20, deadline=None)
@given(st.integers(min_value=0, max_value=10**6))
def test_a_random_game_ends_and_everything_adds_up_on_the_way(seed: int) -> None:
    *_, game = whole_game(seed)
    outcome = RULEBOOK.outcome(game)
    assert game.is_over
    assert outcome is not None
    assert outcome.side in ("mafia", "citizens", "couple", "draw")
    assert bool(outcome.winners) == (outcome.side != "draw")
    for notice in game.notices or []:
        encode_notice(RULEBOOK, notice)


@settings(max_examples=5, deadline=None)
@given(st.integers(min_value=0, max_value=10**6))
def test_a_written_record_replays_to_the_same_end(seed: int) -> None:
    values, seats, answers, game = whole_game(seed)
    read = read_record(Record(RULEBOOK, values, seats, answers).text({}))
    again = cast("Village", read.replay(RULEBOOK).game)
    assert RULEBOOK.position(again) == RULEBOOK.position(game)


def test_a_position_reads_back_as_the_same_position() -> None:
    for seed in range(8):
        rng = Random(seed)
        game = RULEBOOK.deal(RULEBOOK.options(any_options(rng)), SEATS[seed % len(SEATS)])
        while game.asks:
            if game.public.part not in (SETUP, OVER) and rng.random() < 0.05:
                lines = position(game)
                read = Reader([Line(number, text) for number, text in enumerate(lines, start=1)])
                read.village.run()
                assert position(read.village) == lines
            game.answer(*any_answer(game, rng))


def test_a_world_is_found_for_everybody_at_any_moment() -> None:
    guessed = 0
    for seed in range(25):
        rng = Random(seed)
        seats = SEATS[seed % len(SEATS)]
        game = RULEBOOK.deal(RULEBOOK.options(any_options(rng)), seats)
        while game.asks:
            if rng.random() < 0.05 and game.public.part != SETUP:
                viewer = rng.choice([*range(seats), EVERYBODY])
                view = RULEBOOK.view(game, viewer)
                world = RULEBOOK.view(RULEBOOK.guess(view, rng), viewer)  # else `NoWorld`
                if not any(ask.continues for ask in game.asks):
                    assert RULEBOOK.encode(world) == RULEBOOK.encode(view)
                guessed += 1
            game.answer(*any_answer(game, rng))
    assert guessed > 500


@clause("PA-31.6", "PA-31.5")
def test_nobody_can_tell_a_guessed_world_from_the_true_one() -> None:
    compared = 0
    for seed in range(10):
        rng = Random(seed)
        seats = SEATS[seed % len(SEATS)]
        values = any_options(rng) if seed % 2 else {"distribution": "extended"}
        game = RULEBOOK.deal(RULEBOOK.options(values), seats)
        for _ in range(500):
            if not game.asks:
                break
            if rng.random() < 0.05:
                viewer = rng.choice([*range(seats), EVERYBODY])
                compared += lock_step(RULEBOOK, game, viewer, rng, 12)
            game.answer(*any_answer(game, rng))
            seconds = {RULEBOOK.manners.seconds(game, ask) for ask in game.asks if ask.seat >= 0}
            assert len(seconds) <= 1
    assert compared > 500
