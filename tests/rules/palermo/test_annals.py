"""What is on the record is found again without reading all of it."""

from random import Random

import pytest

from omerta.core.log import PAGE
from omerta.games.palermo.state.annals import (
    NO_SIGNS,
    Fact,
    Said,
    Sign,
    nothing_done,
    nothing_said,
)
from omerta.games.palermo.state.kinds import (
    ACTS,
    HINT,
    KEEP_WAITING,
    LAST_SIGN,
    POINT,
    REACT,
    TAP,
    choice_of,
    reaction,
)
from omerta.games.palermo.state.signing import Signing
from omerta.games.palermo.state.statements import RECORDS, SAID, AllBut, Floor, facts_left

SEATS = 5
DAYS = 6


def long_talk(rng: Random) -> list[Said]:
    """Many days, on some of which some seats say nothing."""
    return [
        Said(
            rng.randrange(SEATS), day, 16, rng.randrange(36), (rng.randrange(9),) * rng.randrange(4)
        )
        for day in range(1, DAYS + 1)
        for _ in range(rng.choice((0, 3, PAGE)))
    ]


def many_deeds(rng: Random) -> list[Fact]:
    return [
        Fact(rng.randrange(SAID), rng.randrange(SEATS), day, rng.randrange(SEATS))
        for day in range(1, DAYS + 1)
        for _ in range(rng.choice((0, 2, PAGE)))
    ]


def on_the_record(words: tuple[int, ...], talk: list[Said], deeds: list[Fact]) -> tuple[int, ...]:
    """What may follow these words, by reading everything."""
    spoken = [Fact(SAID, said.seat, said.day, number) for number, said in enumerate(talk, start=1)]
    following = {tuple(fact)[len(words)] for fact in deeds + spoken if fact[: len(words)] == words}
    return tuple(sorted(following))


@pytest.mark.parametrize("seed", range(20))
def test_a_citation_finds_what_reading_everything_finds(seed: int) -> None:
    rng = Random(seed)
    talk, deeds = long_talk(rng), many_deeds(rng)
    statements, facts = nothing_said(SEATS), nothing_done(SEATS)
    for said in talk:
        statements = statements.and_then(said)
    for deed in deeds:
        facts = facts.and_then(deed)
    assert list(statements) == talk
    assert list(facts) == deeds
    floor = Floor(SEATS, DAYS, (), statements, facts, ())
    assert facts_left((), floor) == on_the_record((), talk, deeds)
    for record in range(len(RECORDS)):
        for seat in range(SEATS):
            for day in range(1, DAYS + 1):
                for words in ((record,), (record, seat), (record, seat, day)):
                    assert facts_left(words, floor) == on_the_record(words, talk, deeds)


def test_signs_are_cut_off_at_the_night_of_a_death() -> None:
    signs = NO_SIGNS
    for number in range(2 * PAGE):
        signs = signs.and_then(Sign(1, 1 + number // 20, 26, number))
    for day in range(6):
        assert list(signs.until(day)) == [sign for sign in signs if sign.day <= day]
    assert signs[3:5] == [signs[3], signs[4]]


@pytest.mark.parametrize("left_out", [1, 4, 9])
def test_all_numbers_but_one(left_out: int) -> None:
    numbers = AllBut(9, left_out)
    listed = [number for number in range(1, 10) if number != left_out]
    assert list(numbers) == listed
    assert len(numbers) == len(listed)
    assert [number for number in range(-2, 12) if number in numbers] == listed
    assert numbers[2:4] == listed[2:4]
    with pytest.raises(IndexError):
        numbers[8]


@pytest.mark.parametrize("signs", [0, 1, 40, LAST_SIGN, LAST_SIGN + 9])
def test_reactions_stand_between_the_other_answers(signs: int) -> None:
    before, after = (choice_of(POINT, 3), choice_of(HINT, 4)), (TAP, KEEP_WAITING)
    numbers = range(1, min(signs, LAST_SIGN) + 1)
    reactions = [choice_of(REACT, reaction(number, yes)) for number in numbers for yes in (0, 1)]
    choices = Signing(before, signs, after)
    assert list(choices) == [*before, *reactions, *after]
    assert len(choices) == len(reactions) + 4
    assert choices[1:3] == list(choices)[1:3]
    everything = [choice_of(act, argument) for act in range(len(ACTS)) for argument in range(1024)]
    assert {choice for choice in everything if choice in choices} == {*choices}
    with pytest.raises(IndexError):
        choices[len(choices)]
