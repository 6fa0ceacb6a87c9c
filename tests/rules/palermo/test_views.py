"""Who sees what (8), who hears whom, and the end of the game."""

from random import Random

import pytest

from omerta.core import CLOCK, EVERYBODY, MASTER, NoWorld, Refused
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.manners import hears
from omerta.games.palermo.rules.closed import REFUSALS
from omerta.games.palermo.state.kinds import ACTS, TIME_IS_UP
from omerta.games.palermo.state.roles import MAFIA
from omerta.games.palermo.state.table import Note
from omerta.games.palermo.text.reading import Reader
from tests.clauses import clause
from tests.positions import position_lines
from tests.rules.palermo.towns import FULL, eight, fourteen, holds, play, said, village


@clause("PA-9.8", "PA-9.9")
def test_the_dead_talk_to_each_other_and_to_nobody_else() -> None:
    stage = eight("day 3", more="dead 7 8")
    assert hears(stage.village, 6, "table") is None
    assert hears(stage.village, 6, "dead") == (6, 7)
    assert hears(stage.village, 0, "dead") is None
    assert hears(stage.village, 0, "table") == (EVERYBODY,)
    silent = eight("day 3", options="dead_chat=off", more="dead 7 8")
    assert hears(silent.village, 6, "dead") is None
    talking = eight("day 3", options="talking_dead=all", more="dead 7 8")
    assert hears(talking.village, 6, "table") == (EVERYBODY,)
    assert hears(talking.village, 6, "dead") is None


def test_free_talk_at_night_is_for_the_mafia_and_the_freemasons_alone() -> None:
    stage = fourteen("night 2", "... mafia", options="mafia_chat=free masons_chat=free")
    assert hears(stage.village, 0, "mafia") == (0, 1, 2, 3)
    assert hears(stage.village, 4, "mafia") is None
    assert hears(stage.village, 0, "table") is None
    play(stage, "... freemasons")
    assert hears(stage.village, 10, "freemasons") == (10, 11)
    assert hears(stage.village, 0, "mafia") is None
    signs = fourteen("night 2", "... mafia")
    assert hears(signs.village, 0, "mafia") is None


@clause("PA-9.7", "PA-9.8", "PA-18.6")
def test_whoever_has_just_died_hears_the_dead_only_from_nightfall_on() -> None:
    roles = "roles 1-2 mafioso | 3 desperado | 4 matchmaker | 5 detective1 | 6-9 citizen"
    stage = village(f"players 9 | vote 3\n{roles}\ncouple 3 6\ndead 8 9\nlist 6 by 1, 2 by 5")
    play(stage, "1 2 3 4 5 7: vote 6\n6: vote 2")
    holds(stage, "phase grief 3", "died 6 3")
    assert hears(stage.village, 7, "dead") == (7, 8)
    assert hears(stage.village, 2, "dead") is None
    play(stage, "... night 4")
    assert hears(stage.village, 2, "dead") == (7, 8, 5, 2)


@clause("PA-14.2", "PA-21.2")
def test_in_the_second_wave_mafia_and_freemasons_are_asleep() -> None:
    lines = "flow waves\noptions mafia_chat=free masons_chat=free"
    game = Reader(position_lines(f"players 14 | night 2\n{FULL}\n{lines}")).village
    game.run()
    assert hears(game, 3, "mafia") == (0, 1, 2, 3)
    assert hears(game, 10, "freemasons") == (10, 11)
    game.answer(CLOCK, TIME_IS_UP)
    asked = game.asked(3)
    assert asked is not None
    assert asked.point.name == "listen"
    assert hears(game, 3, "mafia") is None
    assert hears(game, 10, "freemasons") is None


@clause("PA-3.3")
def test_a_limit_of_statements_does_not_take_away_free_words() -> None:
    stage = eight("day 2", "... list\n1: accuse 4\n2: accuse 5\n3: accuse 6\n... pleas")
    play(stage, "\n".join(["1: say pass()"] * 6))
    assert RULEBOOK.explain(stage.village, 0, "say pass()")[1] != "allowed"
    assert hears(stage.village, 0, "table") == (EVERYBODY,)
    assert hears(stage.village, 3, "table") is None


@clause("PA-23.7", "PA-29.1", "PA-29.4")
def test_a_talking_dead_player_who_is_game_master_only_announces() -> None:
    stage = eight(
        "night 3", "... day 3", options="gm=provisional talking_dead=all", more="dead 7 8"
    )
    holds(stage, "master 7", "view 7 all | 8 public")
    play(stage, "7: !say pass()\n8: say pass()")
    holds(stage, "said 8 pass()")
    assert hears(stage.village, 6, "table") is None
    assert hears(stage.village, 7, "table") == (EVERYBODY,)


def test_every_sign_of_a_channel_can_be_answered() -> None:
    signs = "\n".join(["1: say point(4)"] * 40)
    stage = eight("night 2", f"{signs}\n2: say react(#40, yes)\n2: say react(#3, no)")
    told = RULEBOOK.encode(RULEBOOK.view(stage.village, 0))["signs"]
    assert [sign["text"] for sign in told[-2:]] == ["react(#40, yes)", "react(#3, no)"]
    assert said(stage, 0)[-2:] == ["sign_yes", "sign_no"]
    assert (stage.village.notices or [])[-4].args == (41, 1, 40)


@clause("PA-23.7", "PA-23.3")
def test_the_first_dead_as_game_master_sees_all_and_has_no_voice_of_his_own() -> None:
    stage = eight(
        "night 3", "... day 3", options="gm=provisional dead_view=public", more="dead 7 8"
    )
    holds(stage, "master 7", "view 7 all | 8 public")
    assert RULEBOOK.encode(RULEBOOK.view(stage.village, 6))["all"] != {}
    play(stage, "7: !say pass()\n7: !vote 1")
    assert stage.village.has_master
    play(stage, "gm: next")
    holds(stage, "phase list 3")


@clause("PA-9.11")
def test_at_the_end_everybody_sees_all() -> None:
    stage = eight("night 4", "mafia: kill 8\n... day 4", more="dead 4 5 6 7")
    for seat in (0, 3, 7):
        encoded = RULEBOOK.encode(RULEBOOK.view(stage.village, seat))
        assert encoded["all"]["roles"][:3] == ["mafioso", "mafioso", "detective1"]
        assert encoded["shown"][0] == "mafioso"
    assert hears(stage.village, 7, "table") == (EVERYBODY,)


@clause("PA-31.5")
def test_a_computer_player_gets_exactly_the_view_of_its_seat() -> None:
    stage = fourteen("night 2", "9: hide 14\n7: protect 9\n1: kill 14")
    for seat in range(14):
        encoded = str(RULEBOOK.encode(RULEBOOK.view(stage.village, seat)))
        assert ("'host': 13" in encoded) == (seat == 8)
        assert ("'guard': 8" in encoded) == (seat == 6)
        assert ("'pointing': [13" in encoded) == (seat < 4)


@clause("PA-29.4")
def test_talking_dead_see_no_more_than_the_living() -> None:
    stage = eight("night 3", "... day 3", options="talking_dead=all", more="dead 7 8")
    assert RULEBOOK.encode(RULEBOOK.view(stage.village, 6))["all"] == {}


def test_a_human_game_master_sees_everything_and_a_spectator_nothing_hidden() -> None:
    stage = fourteen("night 2", "9: hide 14", options="gm=human")
    assert RULEBOOK.encode(RULEBOOK.view(stage.village, MASTER))["all"]["host"] == 13
    for seat in (EVERYBODY, MASTER):
        encoded = RULEBOOK.encode(RULEBOOK.view(fourteen("night 2").village, seat))
        assert encoded["all"] == encoded["mine"] == {}
        assert encoded["signs"] == []


def test_the_counter_is_shown_one_round_before_it_ends_the_game() -> None:
    for counter, seen in ((1, -1), (2, 2)):
        stage = eight("day 4", more=f"counter {counter}")
        assert RULEBOOK.encode(RULEBOOK.view(stage.village, 5))["counter"] == seen


def test_a_guessed_world_agrees_with_everything_a_seat_knows() -> None:
    stage = fourteen(
        "night 1", "*> .4\n... day 1\n... night 2\nmafia: kill 14\n5 6: ask 3\n... day 2"
    )
    rng = Random(5)
    for seat in range(14):
        view = RULEBOOK.view(stage.village, seat)
        encoded = RULEBOOK.encode(view)
        for _ in range(5):
            other = RULEBOOK.guess(view, rng)
            assert RULEBOOK.encode(RULEBOOK.view(other, seat)) == encoded
            assert RULEBOOK.broken(other) == []
            if seat < 4:
                assert other.mafiosi() == [0, 1, 2, 3]
            if seat in (4, 5):
                assert other.is_mafioso(2)


def test_a_seat_that_knows_what_cannot_be_is_told_so() -> None:
    stage = eight("day 2")
    detective = stage.village.secret[2]
    lies = tuple(Note(2, "answer", seat, MAFIA) for seat in (3, 4, 5))
    stage.village.secret[2] = detective.with_changes(notes=lies)
    with pytest.raises(NoWorld, match="seat 2: no world fits after 300 tries: the card of seat"):
        RULEBOOK.guess(RULEBOOK.view(stage.village, 2), Random(1))


@pytest.mark.parametrize(
    ("clock", "more", "seat", "move", "expected"),
    [
        ("vote 2", "list 1 by 3, 4 by 1", 4, "vote 4", "vote_against_oneself"),
        ("vote 2", "list 1 by 3, 4 by 1", 5, "vote 6", "not_accused"),
        ("vote 2", "list 1 by 3, 4 by 1", 5, "decline", "must_vote"),
        ("vote 2", "list 1 by 3, 4 by 1", 5, "say pass()", "nobody_speaks"),
        ("day 2", "", 5, "vote 6", "no_vote_now"),
        ("day 2", "", 5, "accuse 6", "list_not_open"),
        ("day 2", "", 5, "bomb 6", "no_bomb"),
        ("day 2", "", 5, "kill 6", "only_at_night"),
        ("day 2", "", 5, "elect 6", "no_election"),
        ("day 2", "", 5, "yes", "no_question"),
        ("day 2", "", 5, "early 4", "no_early_votes"),
        ("day 2", "", 5, "close", "list_not_open"),
        ("day 2", "", 5, "choose 4", "not_yours_to_choose"),
        ("day 2", "", 5, "next", "only_master"),
        ("day 2", "", 5, "whistle", "unknown_move"),
        ("day 2", "dead 5", 5, "vote 6", "you_are_dead"),
        ("day 2", "dead 5", 5, "say pass()", "dead_are_silent"),
        ("day 2", "", 5, "ready", "allowed"),
        ("night 2", "", 1, "kill 2", "only_citizens"),
        ("night 2", "dead 5", 1, "kill 5", "target_dead"),
        ("night 2", "", 4, "kill 5", "only_mafia"),
        ("night 2", "", 4, "protect 5", "only_guardian"),
        ("night 2", "", 3, "ask 1", "not_called"),
        ("night 1", "", 3, "ask 1", "not_first_night"),
        ("night 2", "", 1, "catch 5", "not_noticed"),
        ("night 2", "", 4, "say pass()", "nobody_speaks"),
    ],
)
def test_a_refusal_is_explained_by_its_clause(
    clock: str, more: str, seat: int, move: str, expected: str
) -> None:
    stage = eight(clock, more=more)
    assert RULEBOOK.explain(stage.village, seat - 1, move) == (REFUSALS[expected], expected)


@pytest.mark.parametrize(
    ("moves", "seat", "move", "expected"),
    [
        ("... coward", 9, "hide 9", "hide_with_other"),
        ("... guardian", 7, "protect 14", "allowed"),
        ("... pharmacist", 8, "heal", "nothing_to_heal"),
        ("mafia: kill 14\n... pharmacist", 8, "poison 14", "poison_not_this"),
        ("... detectives", 5, "ask 5", "ask_oneself"),
        ("9: hide 3", 9, "hide 4", "not_called"),
    ],
)
def test_a_refusal_at_night_tells_the_sender_alone(
    moves: str, seat: int, move: str, expected: str
) -> None:
    stage = fourteen("night 2", moves)
    assert RULEBOOK.explain(stage.village, seat - 1, move) == (REFUSALS[expected], expected)


@pytest.mark.parametrize(
    ("moves", "seat", "move", "expected"),
    [
        ("", 1, "accuse 1", "accuse_oneself"),
        ("2: accuse 4", 1, "accuse 4", "already_listed"),
        ("2: accuse 4", 1, "withdraw 4", "not_your_accusation"),
        ("2: close", 2, "close", "already_asked_to_close"),
        ("", 1, "say stand()", "not_said_here"),
    ],
)
def test_a_refusal_at_the_list_is_explained(
    moves: str, seat: int, move: str, expected: str
) -> None:
    stage = eight("day 2", f"... list\n{moves}")
    assert RULEBOOK.explain(stage.village, seat - 1, move) == (REFUSALS[expected], expected)


def test_every_choice_that_is_not_open_has_a_reason() -> None:
    for clock in ("night 2", "day 2", "vote 2"):
        stage = eight(clock, more="list 1 by 3, 4 by 1" if clock == "vote 2" else "")
        for seat in (-3, MASTER, 0, 2, 5):
            for act in range(len(ACTS)):
                for argument in (0, 3, 31):
                    clause_id, key = RULEBOOK.why(stage.village, seat, act << 10 | argument)
                    assert REFUSALS[key] == clause_id


def test_a_refused_setup_names_its_reason() -> None:
    stage = village("players 8 | setup\ncards mafioso 4 | detective1 1 | citizen 3")
    assert RULEBOOK.explain(stage.village, MASTER, "start") == ("PA-1.9", "mafiosi")
    with pytest.raises(Refused):
        stage.village.answer(MASTER, ACTS.index("start") << 10)
