"""A record is text that plays the same game again."""

from random import Random
from typing import Any

import pytest

from omerta.core import Rulebook, read_record
from omerta.core.scenario import BadNotation
from omerta.lab.playing import random_record
from tests.games import every_game, values_for

Book = Rulebook[Any, Any, Any]


@every_game
def test_a_written_record_replays_to_the_same_end(rulebook: Book, seats: int) -> None:
    for seed in range(4):
        record = random_record(rulebook, values_for(rulebook, seed, seats), seats, Random(seed))
        text = record.text({"result": "known"})
        read = read_record(text)
        assert read.header["game"] == rulebook.name
        assert read.header["result"] == "known"
        stage = read.replay(rulebook)
        end = record.replay()
        assert rulebook.position(stage.game) == rulebook.position(end)
        got, expected = rulebook.outcome(stage.game), rulebook.outcome(end)
        assert got is not None
        assert expected is not None
        assert (got.winners, got.ranking) == (expected.winners, expected.ranking)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no colon here", "line 1: expected 'key: value'"),
        ("game: mafia-city", "expected one position and its moves"),
        ("game: mafia-city\n```position\n```", "line 2: expected ```position GAME"),
        ("game: mafia-city\n```position mafia-city\n", "not closed"),
    ],
)
def test_a_record_that_cannot_be_read_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        read_record(text)
