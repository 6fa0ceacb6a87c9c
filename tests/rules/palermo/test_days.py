"""Days (PA-3), trials (PA-4 to PA-8, PA-28), the mayor (PA-22) and what follows."""

import pytest

from omerta.core import CLOCK
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.kinds import TAP
from omerta.games.palermo.state.table import PLEAS
from omerta.games.palermo.state.timers import SECONDS
from omerta.games.palermo.text.stage import VillageStage
from tests.clauses import clause
from tests.rules.palermo.towns import eight, holds, play, said, village

NINE = "roles 1-2 mafioso | 3 killer | 4 detective1 | 5 desperado | 6-9 citizen"


def nine(clock: str, moves: str = "", options: str = "", more: str = "") -> VillageStage:
    """Nine players with both bombers."""
    given = f"\noptions {options}" if options else ""
    return village(f"players 9 | {clock}\n{NINE}{given}\n{more}", moves)


@clause("PA-3.1", "PA-3.7")
def test_a_day_runs_from_election_to_dusk_and_then_night_falls() -> None:
    stage = eight("day 1", options="mayor=on")
    parts: list[str] = []
    while stage.village.public.day == 1:
        phase = stage.assertions.phase()
        if not parts or parts[-1] != phase:
            parts.append(phase)
        if phase == "list 1" and not stage.village.public.accused:
            play(stage, "3: accuse 1\n1: accuse 4")
        else:
            stage.lapse()
    assert parts == [
        f"{part} 1" for part in ("election", "discussion", "list", "pleas", "vote", "dusk")
    ]
    assert SECONDS["t_dusk"] == 10


@clause("PA-3.5", "PA-6.6", "PA-28.6")
@pytest.mark.parametrize(
    ("trial", "part"), [("accusation", "list"), ("nomination", "nominate"), ("forced", "forced")]
)
def test_one_trial_procedure_is_used_for_the_whole_game(trial: str, part: str) -> None:
    stage = eight("day 2", f"... {part}", options=f"trial={trial}")
    play(stage, f"... night 3\n... day 3\n... {part}\n... dusk")
    holds(stage, "speeches -")
    convicted = eight("day 2", "2 3 4 5: early 1\n6 7 8: vote 1\n1: vote 2", "trial=forced")
    holds(convicted, "verdict 1", "died 1", "speeches -", "phase dusk 2")


@clause("PA-3.6")
def test_a_day_has_at_most_one_verdict() -> None:
    stage = eight("vote 2", more="list 1 by 3, 4 by 1")
    play(stage, "3 4 5 6 7 8: vote 1\n1 2: vote 4")
    holds(stage, "verdict 1", "phase dusk 2")
    play(stage, "3: !accuse 2\n3: !vote 2\n... night 3")


@clause("PA-3.8", "PA-4.1", "PA-4.2", "PA-4.14")
def test_accusations_are_open_and_the_list_is_seen_by_everybody() -> None:
    stage = eight("day 1", "... list\n2: accuse 1\n8: accuse 2\n1: accuse 8")
    for seat in (-3, 0, 4):
        seen = RULEBOOK.encode(RULEBOOK.view(stage.village, seat))
        assert seen["accused"] == [0, 1, 7]
        assert seen["accusers"] == [1, 7, 0]
    play(stage, "... pleas")
    assert RULEBOOK.encode(RULEBOOK.view(stage.village, -3))["accused"] == [0, 1, 7]


@clause("PA-4.1")
def test_the_dead_neither_accuse_nor_are_accused() -> None:
    stage = eight("day 3", "... list", more="dead 8")
    play(stage, "8: !accuse 1\n1: !accuse 8")


@clause("PA-5.4", "PA-5.13", "PA-5.14")
def test_one_first_and_one_second_are_the_accused_and_the_mayor_counts_once() -> None:
    stage = eight(
        "day 1",
        "1: nominate 2 3\n2: nominate 3\n3: nominate 2\n4: nominate 2\n5 6 7 8: decline\n... pleas",
        options="trial=nomination mayor=on",
        more="mayor 1",
    )
    holds(stage, "votes 2 3 | 3 2", "list 2, 3")
    assert len(stage.village.public.count) == 2


@clause("PA-6.2", "PA-6.7")
def test_a_speech_lasts_thirty_seconds_and_may_be_waived() -> None:
    stage = eight("day 3", "3: accuse 1\n1: accuse 4\n... pleas")
    clock = stage.village.asked(CLOCK)
    assert clock is not None
    assert clock.point.name == "t_plea"
    assert RULEBOOK.manners.seconds(stage.village, clock) == 30
    play(stage, "3: ready\n1: ready\n1: ready\n4: ready")
    holds(stage, "speeches 30: 3 1 1 4", "phase vote 3")


@clause("PA-7.1", "PA-7.2", "PA-7.6")
def test_the_vote_is_announced_and_the_accused_are_called_in_list_order() -> None:
    stage = eight("day 1", "3: accuse 1\n1: accuse 4\n2: accuse 5\n... vote")
    notices = stage.village.notices or []
    assert "vote_opens" in said(stage)
    stage.lapse()
    stage.lapse()
    called = [notice.args[0] for notice in notices if notice.key == "hands_up"]
    assert called == [0, 3, 4]
    stage.lapse()
    assert "late_voters" in said(stage)
    holds(stage, "phase vote 1")
    play(stage, "8: vote 1\n... dusk")
    holds(stage, "verdict 1")


@clause("PA-7.3", "PA-7.9")
def test_everybody_sees_who_votes_against_whom_and_most_votes_convict() -> None:
    stage = eight("vote 2", "3: vote 1", more="list 1 by 3, 4 by 1")
    for seat in (-3, 0, 7):
        assert RULEBOOK.encode(RULEBOOK.view(stage.village, seat))["votes"][2] == 0
    play(stage, "4 5: vote 1\n1 2: vote 4\n... dusk")
    holds(stage, "votes 1 3 | 4 2", "verdict 1")


@clause("PA-7.11")
def test_the_dead_do_not_vote() -> None:
    stage = eight("vote 3", "8: !vote 1\n8?", more="dead 8\nlist 1 by 3, 4 by 1")
    play(stage, "1 2: vote 4\n3 4 5 6 7: vote 1")
    holds(stage, "verdict 1")


@clause("PA-8.9", "PA-31.15")
def test_a_dead_player_who_has_left_is_passed_over_and_not_replaced() -> None:
    stage = village(
        f"players 9 | vote 3\n{NINE}\noptions tie_rule=last_dead\ndead 9 8\nlist 1 by 4, 6 by 2",
        "8: leave\n4 5 6: vote 1\n1 2 3: vote 6\n... tie\n8?\n9? choose 1; choose 6",
    )
    assert stage.village.public.away[7]
    assert not stage.village.public.replaced[7]
    play(stage, "9: choose 1\n... dusk")
    holds(stage, "verdict 1")


@clause("PA-9.1")
def test_prison_and_death_mean_the_same() -> None:
    for tone in ("prison", "death"):
        stage = eight(
            "vote 2", "3 4 5: vote 1\n1: vote 4\n... dusk", f"tone={tone}", "list 1 by 3, 4 by 1"
        )
        holds(stage, "verdict 1", "died 1", "revealed 1 mafioso", "causes 1 verdict")


@clause("PA-15.1", "PA-15.10", "PA-15.7")
def test_both_bombers_bomb_once_by_day_and_nothing_protects() -> None:
    for bomber in (3, 5):
        stage = nine("day 2", f"{bomber}: bomb 9\n{bomber}: !bomb 8")
        holds(stage, f"died {bomber} 9")
        night = nine("night 2", f"{bomber}: !bomb 9")
        assert night.village.public.living == 9
    stage = nine("day 2", "6: !bomb 1\n4: !bomb 1")
    holds(stage, "died -")


@clause("PA-15.5", "PA-28.5", "PA-28.1")
def test_during_a_forced_vote_nobody_talks_and_nothing_goes_off() -> None:
    stage = village(
        f"players 9 | day 1\n{NINE}\noptions trial=forced",
        "6: say suspect(1, 2, gut)\n6 7 8 9: early 1\n6: !early 2\n4: early 1\n... forced",
    )
    play(stage, "5: !bomb 1\n3: !bomb 1\n1: !say pass()\n6: !say pass()")
    play(stage, "... dusk\n3: bomb 9")
    holds(stage, "verdict 1", "died 1 3 9")


@clause("PA-18.9")
def test_lovers_are_bound_in_nothing() -> None:
    roles = "roles 1-2 mafioso | 3 matchmaker | 4 detective1 | 5-8 citizen"
    stage = village(f"players 8 | day 1\n{roles}\ncouple 5 6", "... list\n5: accuse 6\n1: accuse 4")
    play(stage, "6: say suspect(5, 3, gut)\n2: accuse 7\n... vote\n5: vote 6\n6: vote 4\n... dusk")
    night = village(f"players 8 | night 2\n{roles}\ncouple 1 6", "mafia: kill 6\n... day 2")
    holds(night, "died 1 6")


@clause("PA-20.9", "PA-20.13")
def test_a_verdict_hits_the_coward_alone_and_he_counts_as_a_citizen() -> None:
    roles = "roles 1-2 mafioso | 3 coward | 4 detective1 | 5-8 citizen"
    stage = village(
        f"players 8 | night 2\n{roles}", "3: hide 5\nmafia: decline\n4: ask 3\n... day 2"
    )
    holds(stage, "told 4: 3 citizen")
    play(stage, "... list\n1: accuse 3\n3: accuse 1\n2: accuse 5")
    play(stage, "1 2 4 5 6 7 8: vote 3\n3: vote 1\n... dusk")
    holds(stage, "died 3", "over no")


@clause("PA-22.2", "PA-22.5", "PA-22.9")
def test_ballots_are_open_and_anybody_else_can_be_elected() -> None:
    stage = eight("day 1", "1: !elect 1\n1: elect 2\n3: elect 2", options="mayor=on")
    seen = RULEBOOK.encode(RULEBOOK.view(stage.village, -3))
    assert seen["votes"][:3] == [1, -1, 1]
    play(stage, "1: !elect 3\n2: !decline\n... discussion")
    holds(stage, "mayor 2")
    citizen = eight("day 1", "1: elect 3\n... discussion", options="mayor=on")
    holds(citizen, "mayor 3")


@clause("PA-29.5", "PA-12.9")
def test_victory_counts_only_the_living() -> None:
    stage = eight(
        "night 4", "mafia: kill 8\n... day 4", options="talking_dead=all", more="dead 4 5 6 7"
    )
    holds(stage, "winner mafia: 1 2")


@clause("PA-30.2", "PA-18.7")
def test_under_hidden_identity_other_wins_end_the_game_at_once() -> None:
    mafia = eight("night 4", "mafia: kill 8\n... day 4", "reveal=none", "dead 4 5 6 7")
    holds(mafia, "winner mafia: 1 2")
    roles = "roles 1-2 mafioso | 3 matchmaker | 4 detective1 | 5-6 citizen"
    couple = village(
        f"players 6 | night 5\n{roles}\noptions reveal=none\ndead 2 3 4\ncouple 1 5",
        "1: kill 6\n... day 5",
    )
    holds(couple, "winner couple: 1 5")


@clause("PA-30.4", "PA-30.3")
def test_the_hidden_win_of_the_citizens_cannot_be_lost() -> None:
    roles = "roles 1 mafioso | 2 desperado | 3 detective1 | 4-6 citizen"
    stage = village(
        f"players 6 | vote 4\n{roles}\noptions reveal=none all_dead=draw\ndead 3 4 5\n"
        "list 1 by 2, 6 by 1",
        "2 6: vote 1\n1: vote 6\n... dusk",
    )
    holds(stage, "verdict 1", "over no")
    play(stage, "2: bomb 6")
    holds(stage, "winner citizens: 2 3 4 5 6")


def test_nobody_is_asked_for_more_than_there_is_to_say() -> None:
    stage = eight("day 2")
    for _ in range(40):
        play(stage, "5: say pass()")
    play(stage, "5: !say pass()\n6: say pass()")
    list_trial = eight("day 3", "3: accuse 1\n1: accuse 4\n... pleas")
    for _ in range(6):
        play(list_trial, "3: say pass()")
    play(list_trial, "3: !say pass()\n3: ready")


@clause("PA-3.3", "PA-4.1", "PA-4.5")
def test_nobody_is_silenced_by_what_others_have_said() -> None:
    stage = eight("day 2", "1: say pass()\n... list\n2: accuse 7")
    public = stage.village.public
    said_already = list(public.statements) * 2499
    for statement in said_already:
        public.statements = public.statements.and_then(statement)
    play(stage, "3: accuse 1\n2: withdraw 7\n5: say suspect(1, 2, gut)\n6: say agree(#5003)")
    holds(stage, "list 1 by 3")
    assert public.statements[len(public.statements) - 1].words == (5003,)
    assert len(public.statements) == 5004


def test_a_part_without_an_open_question_taps_by_default() -> None:
    stage = eight("night 2")
    ask = stage.village.asked(6)
    assert ask is not None
    assert RULEBOOK.default(stage.village, ask) == TAP


@clause("PA-7.1", "PA-15.3", "PA-15.4")
def test_a_bomb_may_go_off_between_the_warning_and_the_court_vote() -> None:
    stage = nine("day 3", "... list\n5: accuse 3\n3: accuse 6")
    while "vote_opens" not in said(stage):
        stage.lapse()
    assert stage.village.public.part == PLEAS
    play(stage, "5: bomb 3")
    holds(stage, "died 5 3", "phase question 3")
    late = nine("day 3", "... list\n5: accuse 3\n3: accuse 6\n... vote\n5: !bomb 3")
    holds(late, "died -", "phase vote 3")
    assert SECONDS["t_warn"] == 5


@clause("PA-22.1", "PA-22.4")
def test_a_run_off_has_no_second_campaign() -> None:
    stage = eight("day 1", options="mayor=on")
    lengths = []
    for moves in ("", "1 2: elect 3\n3 4: elect 1\n... runoff"):
        play(stage, moves)
        ask = stage.village.asked(CLOCK)
        assert ask is not None
        lengths.append(RULEBOOK.manners.seconds(stage.village, ask))
    assert lengths == [80, 20]


def named(stage: VillageStage, key: str) -> list[int]:
    """The seats, counted from 1, that a line of the script has named so far."""
    return [notice.args[0] + 1 for notice in stage.village.notices or [] if notice.key == key]


@clause("PA-5.2", "PA-28.4")
def test_the_game_master_says_who_is_asked_now() -> None:
    stage = eight("day 3", "... nominate\n... dusk", options="trial=nomination")
    assert named(stage, "asked_now") == [3, 4, 5, 6, 7, 8, 1, 2]
    forced = eight("day 2", "4: early 1\n... forced\n... dusk", options="trial=forced")
    assert named(forced, "asked_now") == [5, 6, 7, 8, 1, 2, 3]


@clause("PA-8.3", "PA-8.8", "PA-8.13")
def test_the_game_master_says_who_decides_a_tie_or_stands_in_the_run_off() -> None:
    tie = "list 1 by 3, 4 by 1, 5 by 1"
    votes = "1 2 3: vote 4\n4 6: vote 1\n5: vote 1"
    run_off = eight("vote 3", votes, more=f"{tie}\ndead 7 8")
    assert named(run_off, "runs_off") == [1, 4]
    last = eight("vote 3", votes, options="tie_rule=last_dead", more=f"{tie}\ndead 7 8")
    assert named(last, "tie_decided_by") == [8]
    mayor = eight(
        "vote 3",
        "1 2: vote 4\n3 4: vote 1\n6: vote 5",
        options="tie_rule=mayor mayor=on",
        more=f"{tie}\ndead 7 8\nmayor 5",
    )
    play(mayor, "... tie")
    assert named(mayor, "tie_decided_by") == [5]


@clause("PA-28.1", "PA-28.10")
def test_an_early_vote_does_not_start_the_discussion_anew() -> None:
    stage = eight("day 2", options="trial=forced")
    before = stage.village.top
    play(stage, "4: early 1\n2: early 1")
    after = stage.village.top
    assert before is not None
    assert after is not None
    assert repr(before) == repr(after)
    play(stage, "... forced")
    assert named(stage, "asked_now") == [3]


@clause("PA-30.4", "PA-3.3")
def test_the_last_one_alive_is_offered_nothing_that_names_another_living_player() -> None:
    stage = eight(
        "vote 4",
        "1: vote 4\n4: vote 1",
        options="reveal=none mayor=on",
        more="dead 2 3 5 6 7 8\nmayor 4\nlist 1 by 4, 4 by 1",
    )
    holds(stage, "alive 4", "phase dusk 4", "over no")
    play(stage, "4: say pass()\n4: !say call_to_vote(5, none)\n4: !say announce_vote(5)")
    ask = stage.village.asked(3)
    assert ask is not None
    for choice in ask.choices:
        trial = stage.village.copy()
        trial.answer(3, choice)
        assert all(one.choices for one in trial.asks)
