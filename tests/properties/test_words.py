"""Whatever anybody says or answers, the worst that can happen is that it is refused."""

from random import Random
from typing import Any

from omerta.core import EVERYBODY, Game, Refused, Rulebook
from omerta.lab.playing import random_play
from tests.games import every_game, values_for

Book = Rulebook[Any, Any, Any]
SHARE = {"palermo": 0.003}
"""How many moments are looked at, where there are very many."""

STRANGE = (
    *("A", "B", "C", "D", "E", "F", "Z", "a", "0", "1", "2", "3", "5", "8", "21", "22", "99"),
    *("-1", "-", "+1", "1:1", "9:9", ":", "/", "S", "S1", "L2", "S99", "L99999999999", "?", "!"),
    *("٣", "²", "9" * 5_000, "luigi-art-52", f"luigi-art-{'9' * 5_000}", "thief/hat", "moon"),
)
"""Words of all notations, half right and wrong, among them numbers that are none or too large."""

NUMBERS = (*range(-6, 40), 63, 64, 127, 255, 256, 1_000, 65_536, 10**6, 2**31, 2**63, 10**30)


def vocabulary(rulebook: Book, game: Any, rng: Random) -> list[str]:
    """Words that a game knows, and those that are said at the questions which are open."""
    words = [*rulebook.acts(), *STRANGE]
    words += [word for known in rulebook.words.values() for word in known]
    for ask in game.asks:
        if ask.seat >= 0:
            for choice in rng.choices(ask.choices, k=8):
                words += ask.point.describe(choice, game.options)["move"].split()
    return words


@every_game
def test_whatever_is_said_is_a_move_or_refused_for_a_reason(rulebook: Book, seats: int) -> None:
    for seed in range(2):
        rng = Random(f"{rulebook.name} {seats} {seed}")
        values = values_for(rulebook, seed, seats)
        for game, _ in random_play(rulebook, values, seats, rng):
            if rng.random() > SHARE.get(rulebook.name, 0.1):
                continue
            words = vocabulary(rulebook, game, rng)
            for seat in (*range(seats), EVERYBODY):
                ask = game.asked(seat)
                acts = rulebook.acts() if ask is None else ask.point.asks.acts()
                for _ in range(6):
                    said = rng.choices(words, k=rng.randrange(5))
                    if rng.random() < 0.7:
                        said.insert(0, rng.choice(acts or rulebook.acts()))
                    explained(rulebook, game, seat, " ".join(said))


def explained(rulebook: Book, game: Game, seat: int, text: str) -> None:
    """A move either can be read, or its reason is in the table."""
    key = rulebook.explain(game, seat, text)[1]
    assert key in rulebook.refusals, text
    try:
        answers = rulebook.read_move(game, seat, text)
    except Refused:
        assert key != "allowed", text
    else:
        assert key == "allowed", text
        trial = rulebook.copy(game)
        for choice in answers:
            trial.answer(seat, choice)


@every_game
def test_whatever_number_is_answered_is_a_choice_or_refused_for_a_reason(
    rulebook: Book, seats: int
) -> None:
    rng = Random(f"{rulebook.name} {seats}")
    for game, _ in random_play(rulebook, values_for(rulebook, 1, seats), seats, rng):
        if rng.random() > SHARE.get(rulebook.name, 0.1):
            continue
        for seat in (*range(seats), EVERYBODY):
            for choice in rng.choices(NUMBERS, k=12):
                key = rulebook.why(game, seat, choice)[1]
                assert key in rulebook.refusals, choice
                trial = rulebook.copy(game)
                try:
                    trial.answer(seat, choice)
                except Refused:
                    assert key != "allowed", choice
                else:
                    assert key == "allowed", choice
