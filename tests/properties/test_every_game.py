"""What holds for every game, option and number of players."""

import json
from random import Random
from typing import Any

import pytest

from omerta.core import (
    CHANCE,
    Answer,
    Draft,
    Game,
    RandomPlayer,
    Record,
    Refused,
    Rulebook,
    Seat,
    moves,
)
from omerta.lab.playing import play_out, random_answer, random_play, random_record
from tests.games import every_game, everything, values_for

Book = Rulebook[Any, Any, Any]
SEEDS = range(6)


@every_game
def test_a_random_game_ends_and_everything_adds_up_on_the_way(rulebook: Book, seats: int) -> None:
    for seed in SEEDS:
        for game, _ in random_play(
            rulebook, values_for(rulebook, seed, seats), seats, Random(seed)
        ):
            assert rulebook.broken(game) == []
            assert rulebook.outcome(game) is None
        assert game.is_over
        assert rulebook.broken(game) == []
        assert rulebook.outcome(game) is not None


@every_game
def test_a_copy_and_its_original_do_not_touch_each_other(rulebook: Book, seats: int) -> None:
    for seed in SEEDS:
        rng = Random(seed)
        for game, _ in random_play(rulebook, values_for(rulebook, seed, seats), seats, rng):
            if rng.random() < 0.02:
                before = everything(rulebook, game)
                copy = rulebook.copy(game)
                assert everything(rulebook, copy) == before
                for _ in range(20):
                    if copy.asks:
                        copy.answer(*random_answer(copy, rng))
                assert everything(rulebook, game) == before


@every_game
def test_a_replay_is_the_same_game(rulebook: Book, seats: int) -> None:
    for seed in SEEDS:
        record = random_record(rulebook, values_for(rulebook, seed, seats), seats, Random(seed))
        one, other = record.replay(), record.replay()
        assert one.is_over
        assert everything(rulebook, one) == everything(rulebook, other)


@every_game
def test_a_game_saved_in_the_middle_of_anything_goes_on_the_same(
    rulebook: Book, seats: int
) -> None:
    for seed in SEEDS:
        rng = Random(seed)
        values = values_for(rulebook, seed, seats)
        answers: list[Answer] = []
        for game, answer in random_play(rulebook, values, seats, rng):
            if rng.random() < 0.01:
                saved = json.dumps(answers)
                loaded = [Answer(*pair) for pair in json.loads(saved)]
                again = Record(rulebook, values, seats, loaded).replay()
                assert everything(rulebook, again) == everything(rulebook, game)
            answers.append(answer)


@every_game
def test_an_answer_that_is_not_a_choice_is_refused_and_changes_nothing(
    rulebook: Book, seats: int
) -> None:
    rng = Random(7)
    for game, _ in random_play(rulebook, values_for(rulebook, 0, seats), seats, rng):
        if rng.random() < 0.1:
            before = everything(rulebook, game)
            for seat in range(-2, seats):
                ask = game.asked(seat)
                wrong = -12_345
                with pytest.raises(Refused) as refused:
                    game.answer(seat, wrong)
                assert refused.value.key == ("not_asked" if ask is None else "not_a_choice")
            assert everything(rulebook, game) == before


@every_game
def test_every_legal_move_has_a_text_that_reads_back_as_the_same_move(
    rulebook: Book, seats: int
) -> None:
    for seed in SEEDS:
        rng = Random(seed)
        for game, _ in random_play(rulebook, values_for(rulebook, seed, seats), seats, rng):
            if rng.random() < 0.01:
                for ask in game.asks:
                    if ask.seat >= 0 and not ask.continues:
                        answers = random_move(rulebook, game, ask.seat, rng)
                        text = rulebook.move_text(game, ask.seat, answers)
                        read = rulebook.read_move(game, ask.seat, text)
                        assert rulebook.move_text(game, ask.seat, read) == text
                        assert played(rulebook, game, ask.seat, read) == played(
                            rulebook, game, ask.seat, answers
                        )


def random_move(rulebook: Book, game: Game, seat: Seat, rng: Random) -> tuple[int, ...]:
    """Any whole move of this seat, as its small answers."""
    draft = Draft(rulebook, game, seat)
    while draft.ask is not None:
        choices = draft.ask.choices
        draft.add(choices[int(rng.random() * len(choices))])
    return tuple(draft.answers)


def played(rulebook: Book, game: Game, seat: Seat, answers: tuple[int, ...]) -> str:
    """Everything after a move, tried on a copy."""
    trial = rulebook.copy(game)
    for choice in answers:
        trial.answer(seat, choice)
    return everything(rulebook, trial)


@every_game
def test_a_list_of_moves_has_each_different_move_once(rulebook: Book, seats: int) -> None:
    rng = Random(seats)
    for game, _ in random_play(rulebook, {**rulebook.simulation}, seats, rng):
        if rng.random() < 0.02:
            for ask in game.asks:
                if ask.seat >= 0 and not ask.continues:
                    found = moves(rulebook, game, ask.seat, most=40)
                    assert found
                    assert len(found) <= 40
                    texts = {rulebook.move_text(game, ask.seat, answers) for answers in found}
                    assert len(texts) == len(found)


@every_game
def test_nothing_hidden_is_decided_between_the_small_answers_of_one_move(
    rulebook: Book, seats: int
) -> None:
    """A question for the rest of a move follows the seat's own answer; chance is not between."""
    for seed in SEEDS:
        rng = Random(seed)
        may_continue: set[Seat] = set()
        for game, answer in random_play(rulebook, values_for(rulebook, seed, seats), seats, rng):
            going_on = {ask.seat for ask in game.asks if ask.continues}
            assert going_on <= may_continue
            may_continue = set() if answer.seat == CHANCE else may_continue | {answer.seat}


@every_game
def test_computer_players_finish_a_game_from_their_views(rulebook: Book, seats: int) -> None:
    rng = Random(3)
    game = rulebook.deal(rulebook.options(values_for(rulebook, 0, seats)), seats)
    play_out(rulebook, game, [RandomPlayer()] * seats, rng)
    assert game.is_over
