"""What the roles do: detectives, spy, pharmacist, walker, freemasons, blind mafia, informant."""

from omerta.core import CLOCK
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.kinds import KILL
from tests.clauses import clause
from tests.rules.palermo.towns import eight, fourteen, holds, play, said, village

WALKER = "roles 1-3 mafioso | 4 walker | 5 detective1 | 6 guardian | 7-10 citizen"


@clause("PA-13.4")
def test_joint_detectives_know_each_other_and_see_where_the_other_points() -> None:
    stage = fourteen("night 2", "... detectives\n5: ask 1")
    assert stage.village.secret[4].notes[-1].key == "partner"
    assert stage.village.secret[4].notes[-1].seat == 5
    assert RULEBOOK.view(stage.village, 5).tonight.asked[4] == 0
    assert RULEBOOK.view(stage.village, 3).tonight.asked[4] == -1
    play(stage, "6: ask 1")
    holds(stage, "told 5: 1 mafia", "told 6: 1 mafia")
    separate = fourteen("night 2", "... detective2", options="detective_mode=separate")
    assert not [note for note in separate.village.secret[4].notes if note.key == "partner"]


@clause("PA-13.9")
def test_answers_are_kept_and_are_private() -> None:
    stage = eight("night 2", "mafia: kill 4\n3: ask 1\n... day 2")
    mine = RULEBOOK.encode(RULEBOOK.view(stage.village, 2))["mine"]
    assert {"day": 2, "key": "answer", "seat": 0, "side": "mafia"} in mine["notes"]
    for seat in (0, 4, -3):
        assert "answer" not in str(RULEBOOK.encode(RULEBOOK.view(stage.village, seat))["mine"])


@clause("PA-14.1", "PA-14.4")
def test_the_spy_murders_along_and_learns_only_the_name() -> None:
    stage = fourteen("night 2", "1 2 3: kill 14\n... day 2")
    holds(stage, "died -")
    again = fourteen("night 2", "mafia: kill 14\n5 6: ask 1\n... day 2")
    holds(again, "died 14", "told 4: asked 1")


@clause("PA-14.8", "PA-26.3")
def test_omniscient_detectives_see_seats_only_and_the_spy_is_told_nothing() -> None:
    stage = fourteen("night 2", "... day 2", options="detective_info=omniscient reveal=side")
    holds(stage, "told 5: mafia 1 2 3 4", "told 6: mafia 1 2 3 4", "told 4: -")
    notes = stage.village.secret[4].notes
    assert not [note for note in notes if note.key == "fellow_card"]


@clause("PA-16.7")
def test_nobody_is_told_whether_the_protection_mattered() -> None:
    saved = fourteen("night 2", "7: protect 14\nmafia: kill 14\n... day 2")
    idle = fourteen("night 2", "7: protect 14\nmafia: decline\n... day 2")
    assert said(saved) == said(idle)
    assert said(saved, 6) == said(idle, 6) == []


@clause("PA-17.11")
def test_no_announcement_tells_a_poisoning_from_a_murder() -> None:
    murdered = fourteen("night 2", "mafia: kill 14\n... day 2")
    poisoned = fourteen("night 2", "mafia: decline\n8: poison 14\n... day 2")
    assert said(murdered) == said(poisoned)
    views = [RULEBOOK.encode(RULEBOOK.view(stage.village, 12)) for stage in (murdered, poisoned)]
    assert views[0] == views[1]


@clause("PA-19.1", "PA-19.3")
def test_the_walker_may_spy_once_while_the_mafia_choose() -> None:
    stage = village(f"players 10 | night 2\n{WALKER}", "... mafia\n4? slit; bold; decline")
    clock = stage.village.asked(CLOCK)
    assert clock is not None
    assert clock.point.name == "t_peek"
    play(stage, "4: slit\n4: !slit\n4: !bold")
    late = village(f"players 10 | night 2\n{WALKER}", "... mafia")
    late.lapse()
    play(late, "4: !slit\n4?")
    first = village(f"players 10 | night 1\n{WALKER}", "... mafia\n4: !slit\n4?")
    holds(first, "phase mafia 1")


@clause("PA-19.5", "PA-19.4")
def test_at_least_one_of_those_shown_was_awake_and_fewer_are_shown_if_fewer_live() -> None:
    stage = village(
        f"players 10 | night 4\n{WALKER}\ndead 5 6 7 8 9 10",
        "*> .0 .99 .99 .99\n... mafia\n4: slit",
    )
    holds(stage, "told 4: awake 1 2 3")


@clause("PA-30.4", "PA-19.4")
def test_a_walker_glimpses_as_many_when_the_last_mafioso_is_dead_and_nobody_knows() -> None:
    stage = village(
        f"players 10 | night 4\n{WALKER}\noptions reveal=none\ndead 1 2 3",
        "*> .0 .0 .0 .0\n... mafia\n4: slit",
    )
    holds(stage, "told 4: awake 5 6 7 8")


@clause("PA-19.12")
def test_no_victim_is_locked_before_the_walkers_time_is_over() -> None:
    stage = village(f"players 10 | night 2\n{WALKER}", "... mafia\nmafia: kill 7")
    assert not stage.village.box.locked
    play(stage, "1: kill 8\nmafia: kill 8\n4: decline\n... day 2")
    holds(stage, "died 8")


@clause("PA-19.14")
def test_a_physical_walker_is_not_asked_by_the_program() -> None:
    stage = village(
        f"players 10 | night 2\n{WALKER}\noptions mode=table walker_form=physical", "... mafia\n4?"
    )
    clock = stage.village.asked(CLOCK)
    assert clock is not None
    assert clock.point.name == "t_mafia"


@clause("PA-19.8")
def test_catching_may_need_agreement() -> None:
    stage = village(
        f"players 10 | night 2\n{WALKER}\noptions catch_needs=agreement",
        "*> .0 .0 .99 .0 .99\n... mafia\n4: bold\n2: catch 4\n1: kill 7\n3: kill 7",
    )
    holds(stage, "phase mafia 2")
    play(stage, "1 3: kill 4\n... day 2")
    holds(stage, "died 4")


@clause("PA-21.2", "PA-21.3", "PA-21.5")
def test_freemasons_make_signs_last_of_all_and_nobody_else_sees_them() -> None:
    stage = fourteen("night 2", "... freemasons\n11: say point(1)\n12: say react(#1, yes)")
    assert [sign.seat for sign in RULEBOOK.view(stage.village, 11).signs] == [10, 11]
    assert RULEBOOK.view(stage.village, 0).signs == ()
    assert "sign_yes" in said(stage, 10)
    play(stage, "... day 2")
    holds(stage, "died -", "over no")
    dead = fourteen(
        "night 3", "... freemasons\n11: !say point(1)\n12: say point(1)", more="dead 11"
    )
    assert len(RULEBOOK.view(dead.village, 11).signs) == 1


def test_mafiosi_make_signs_that_only_they_see() -> None:
    stage = eight("night 2", "1: say point(5)\n2: say react(#1, no)\n2: say hint(3, detective)")
    assert len(RULEBOOK.view(stage.village, 0).signs) == 3
    assert RULEBOOK.view(stage.village, 2).signs == ()
    assert said(stage, 1) == ["sign_point", "sign_no", "sign_hint"]
    play(stage, "1: !say react(#9, yes)\n3: !say point(1)\n1: say point(nobody)")


@clause("PA-25.4", "PA-25.6")
def test_a_blind_ballot_has_no_second_round_and_nobody_sees_it() -> None:
    roles = "roles 1-3 mafioso | 4 detective1 | 5-10 citizen"
    stage = village(
        f"players 10 | night 2\n{roles}\noptions murder=blind",
        "1: kill 5\n1: !kill 6\n1: !say point(5)",
    )
    assert RULEBOOK.view(stage.village, 1).tonight.pointing[0] == -1
    play(stage, "2: kill 6\n3: kill 7\n... day 2")
    holds(stage, "died -", "told 1: -", "told 2: -")


@clause("PA-25.7")
def test_code_names_of_dead_mafiosi_are_called_too() -> None:
    roles = "roles 1-3 mafioso | 4 detective1 | 5-10 citizen"
    stage = village(
        f"players 10 | night 3\n{roles}\noptions murder=blind\ndead 2",
        "1: kill 5\n3: kill 5\n... day 3",
    )
    holds(stage, "called Mario Paolo Carlo detectives", "died 5")


@clause("PA-27.5")
def test_two_detectives_are_shown_the_same_mafioso() -> None:
    for mode in ("joint", "separate"):
        stage = fourteen(
            "night 2", "*> 3\n... day 2", options=f"detective_info=informant detective_mode={mode}"
        )
        holds(stage, "told 5: mafia 3", "told 6: mafia 3", "told 4: mafia 3")


@clause("PA-10.5")
def test_a_mafioso_may_choose_his_own_lover() -> None:
    roles = "roles 1-2 mafioso | 3 matchmaker | 4 detective1 | 5-8 citizen"
    stage = village(f"players 8 | night 2\n{roles}\ncouple 1 6")
    ask = stage.village.asked(0)
    assert ask is not None
    assert (KILL << 10 | 5) in ask.choices


def test_a_rank_decides_even_if_the_king_is_dead() -> None:
    roles = "roles 1 killer | 2-3 mafioso | 4 detective1 | 5-9 citizen"
    stage = village(
        f"players 9 | night 3\n{roles}\noptions mafia_agreement=rank\ndead 2",
        "1: kill 5\n3: kill 6\n... day 3",
    )
    holds(stage, "died 6")
