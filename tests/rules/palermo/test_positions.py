"""Positions and moves as text: what is refused, and statements both ways."""

import pytest

from omerta.core.scenario import BadNotation, Line, Mismatch
from omerta.games.palermo.state.speaking import FIELDS, statement_text
from omerta.games.palermo.state.statements import NAMES, STATEMENTS, field_name
from omerta.games.palermo.text.reading import Reader
from omerta.games.palermo.text.spelling import spelt_out
from tests.positions import position_lines
from tests.rules.palermo.towns import eight, holds, play

SIX = "roles 1 mafioso | 2 detective1 | 3-6 citizen"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players 6", "expected a clock: setup, night N, dawn N, day N or vote N"),
        ("night 2", "expected 'players NUMBER'"),
        ("weather rain", "line 1: expected one of players, roles"),
        ("players 6 | night 2\nroles 1-5 citizen", "seat 6 has no card .PA-1.6."),
        ("players 6 | night 2\nroles 1-6 citizen | 2 spy", "seat 2 has two cards .PA-1.6."),
        ("players 6 | night 2\nroles 1-6 wizard", "line 2: expected 'SEAT ROLE'"),
        ("players 6 | night 2\nroles 1-7 citizen", "expected a seat from 1 to 6, got '7'"),
        ("players 6 | setup\ncards mafioso two", "expected 'ROLE NUMBER'"),
        (f"players 6 | day 2\n{SIX}\noptions weather=rain", "expected an option of 5.2"),
        (f"players 6 | day 2\n{SIX}\noptions reveal=all", "option reveal=all: expected card"),
        (f"players 6 | day 2\n{SIX}\noptions reveal", "expected OPTION=VALUE"),
        (f"players 6 | day 2\n{SIX}\ncouple 3 3", "expected two different seats .PA-2.7."),
        (f"players 6 | day 2\n{SIX}\nused 3 heal", "expected what 3 has used"),
        (f"players 6 | day 2\n{SIX}\ncounter many", "expected 'counter NUMBER'"),
        (f"players 6 | vote 2\n{SIX}\noptions trial=forced", "a trial with a court vote"),
    ],
)
def test_a_position_that_contradicts_itself_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        Reader(position_lines(text))


@pytest.mark.parametrize(
    "text",
    [
        "claim_role(guardian)",
        "claim_side(citizens)",
        "claim_result(2, 5, mafia)",
        "claim_act(hid_with, 3, 1)",
        "claim_glimpse(4, 1 5 7 8)",
        "claim_glimpse(4, 1 2 3 4 5 6)",
        "vouch(3, freemason)",
        "suspect(3, 2, quiet)",
        "suspect_pair(1, 5, alike)",
        "ask(2, role)",
        "ask(2, believe(#3))",
        "ask_all(believe(#1))",
        "answer(#2, rather_not)",
        "cite(voted, 5, 1, 4)",
        "cite(said, 5, 1, #3)",
        "death_hint(3, 1)",
        "contradiction(#7, #19)",
        "motion(close_list)",
        "request(guardian, 3)",
        "stakes(2)",
        "if_then(1, mafia, 3, citizens)",
        "stand()",
        "mood(hurry)",
    ],
)
def test_a_statement_has_one_form_and_reads_back(text: str) -> None:
    _, name, *fields = spelt_out(f"say {text}")
    words: tuple[int, ...] = ()
    for field in fields:
        kind = FIELDS[field_name(NAMES.index(name), words)]
        words = (*words, kind.read([field], None).value)
    assert statement_text(NAMES.index(name), words) == text


def test_there_are_forty_one_statements() -> None:
    assert len(STATEMENTS) == 41
    assert STATEMENTS[0].id == "T-01"
    assert STATEMENTS[-1].id == "T-44"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("9: vote 1", "expected a seat, got '9'"),
        ("1: whistle", "expected a move, got 'whistle'"),
        ("... nowhere", "expected a part, got 'nowhere'"),
        ("A> 3", "expected '.> ...'"),
    ],
)
def test_a_line_that_means_nothing_is_an_error(moves: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        eight("day 2", moves)


def test_what_does_not_hold_is_said_in_the_words_of_the_notation() -> None:
    stage = eight("day 2")
    with pytest.raises(Mismatch, match="expected phase list 2, got phase discussion 2"):
        holds(stage, "phase list 2")
    with pytest.raises(Mismatch, match="expected the part 'forced'"):
        play(stage, "... forced")
    lots = eight("day 2", "*> .5")
    with pytest.raises(Mismatch, match="expected chance to be used up"):
        holds(lots, "over no")
    with pytest.raises(BadNotation, match="expected a fact"):
        stage.check(Line(1, "weather rain"))


def test_only_what_is_on_the_record_can_be_cited() -> None:
    stage = eight(
        "vote 1", "1 2 3: vote 4\n4 5 6 7 8: vote 1\n... dusk", more="list 4 by 1, 1 by 4"
    )
    play(stage, "5: say cite(voted, 2, 1, 4)\n5: !say cite(voted, 2, 1, 3)\n5: !say agree(#9)")
    play(stage, "6: say cite(said, 5, 1, #1)")
    holds(stage, "said 5 cite(voted, 2, 1, 4) | 6 cite(said, 5, 1, #1)")
