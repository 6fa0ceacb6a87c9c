"""Nights (PA-2, PA-10) and dawn (PA-11)."""

from random import Random

from omerta.core import CLOCK
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    ASK,
    CATCH,
    HIDE,
    KILL,
    POISON,
    PROTECT,
    TAP,
    TIME_IS_UP,
    choice_of,
)
from omerta.games.palermo.state.table import WAVE
from omerta.games.palermo.text.reading import Reader
from tests.clauses import clause
from tests.positions import position_lines
from tests.rules.palermo.towns import FULL, eight, fourteen, holds, play, said, village


@clause("PA-2.1", "PA-2.11", "PA-2.10")
def test_the_game_opens_with_a_night_in_which_nobody_dies() -> None:
    stage = eight("night 1")
    holds(stage, "phase night 1")
    play(stage, "... day 1")
    holds(stage, "called mafia", "died -", "over no", "phase discussion 1")
    assert said(stage)[:3] == ["first_night_falls", "mafia_meet_now", "mafia_sleep"]
    assert "first_morning" in said(stage)


@clause("PA-2.5", "PA-14.6", "PA-26.5")
def test_mafiosi_see_only_mafia_for_their_fellows() -> None:
    roles = "roles 1 mafioso | 2 killer | 3 spy | 4 detective1 | 5-9 citizen"
    for know, seen in (("off", 0), ("killer", 1), ("all", 2)):
        stage = village(
            f"players 9 | night 1\n{roles}\noptions mafia_know_cards={know}", "... day 1"
        )
        notes = stage.village.secret[0].notes
        assert [note.seat for note in notes if note.seat >= 0] == [1, 2]
        assert len([note for note in notes if note.key == "fellow_card"]) == seen
        assert not [note for note in notes if note.seat == 3]


@clause("PA-2.6", "PA-25.1")
def test_code_names_are_given_when_the_mafia_meet() -> None:
    roles = "roles 1 citizen | 2-3 mafioso | 4 detective1 | 5 killer | 6-9 citizen"
    stage = village(f"players 9 | night 1\n{roles}\noptions murder=blind", "... day 1")
    holds(
        stage,
        "told 2: mafia 2 3 5 + code Mario",
        "told 3: mafia 2 3 5 + code Paolo",
        "told 5: mafia 2 3 5 + code Carlo",
    )


@clause("PA-10.2")
def test_the_standard_night_calls_mafia_and_detectives() -> None:
    stage = eight("night 2", "mafia: kill 4\n... day 2")
    holds(stage, "called mafia detectives")
    spoken = [key for key in said(stage) if key.endswith(("wake", "sleep", "falls"))]
    assert spoken == [
        "night_falls",
        "mafia_wake",
        "mafia_sleep",
        "detectives_wake",
        "detectives_sleep",
    ]


@clause("PA-10.9", "PA-31.11")
def test_a_human_game_master_may_break_off_an_action() -> None:
    stage = eight("night 2", "1: kill 4\ngm: next", options="gm=human")
    holds(stage, "phase detectives 2")
    play(stage, "gm: next")
    holds(stage, "died -", "told 3: -", "phase day 2")


@clause("PA-10.10", "PA-17.4", "PA-17.7", "PA-17.3")
def test_everything_of_a_night_is_worked_out_together_at_dawn() -> None:
    stage = fourteen("night 2", "9: hide 14\n7: protect 13\nmafia: kill 14\n8: heal poison 13")
    holds(stage, "phase detectives 2", "died -")
    play(stage, "... day 2")
    holds(stage, "died 9 13", "used 8 heal poison")


def waves(options: str = "") -> Village:
    """The full table at the first wave of night 2."""
    text = f"players 14 | night 2\n{FULL}\nflow waves\n{options}"
    game = Reader(position_lines(text)).village
    game.run()
    return game


@clause("PA-10.11")
def test_waves_come_to_the_same_as_the_order_of_the_night() -> None:
    acts = {
        8: choice_of(HIDE, 13),
        6: choice_of(PROTECT, 8),
        0: choice_of(KILL, 13),
        1: choice_of(KILL, 13),
        2: choice_of(KILL, 13),
        3: choice_of(KILL, 13),
        4: choice_of(ASK, 3),
        5: choice_of(ASK, 3),
    }
    for order in range(6):
        game = waves()
        assert game.public.part == WAVE
        seats = list(acts)
        Random(order).shuffle(seats)
        for seat in seats:
            game.answer(seat, acts[seat])
        game.answer(CLOCK, TIME_IS_UP)
        second = game.asked(7)
        assert second is not None
        assert second.point.name == "potions"
        game.answer(7, choice_of(POISON, 10))
        game.answer(CLOCK, TIME_IS_UP)
        sequence = fourteen(
            "night 2",
            "9: hide 14\n7: protect 9\nmafia: kill 14\n8: poison 11\n5 6: ask 4\n... day 2",
        )
        assert game.public.dead == sequence.village.public.dead == (10, 13)
        assert game.secret[4].notes[-1] == sequence.village.secret[4].notes[-1]
        assert game.secret[3].notes[-1] == sequence.village.secret[3].notes[-1]


@clause("PA-31.12")
def test_a_wave_ends_when_everybody_has_tapped_or_time_is_up() -> None:
    game = waves()
    for seat in range(13):
        game.answer(seat, TAP)
    assert game.public.part == WAVE
    assert game.asked(7) is not None
    game.answer(13, TAP)
    ask = game.asked(7)
    assert ask is not None
    assert ask.point.name == "potions"
    game.answer(CLOCK, TIME_IS_UP)
    assert game.public.day == 2
    assert game.public.part != WAVE
    fixed = waves("options night_pace=fixed")
    for seat in range(14):
        fixed.answer(seat, TAP)
    assert fixed.public.part == WAVE


@clause("PA-10.4", "PA-31.12")
def test_a_wave_goes_on_while_the_mafia_or_the_detectives_disagree() -> None:
    game = waves()
    for seat in range(13):
        game.answer(seat, choice_of(KILL, 13) if seat < 3 else TAP)
    game.answer(4, choice_of(ASK, 0))
    game.answer(13, TAP)
    assert first_wave(game)
    game.answer(3, choice_of(KILL, 13))
    assert first_wave(game), "the detectives still point at different players"
    game.answer(5, choice_of(ASK, 0))
    assert not first_wave(game)
    assert game.box.victim == 13


def first_wave(game: Village) -> bool:
    """Whether the wave in which the mafia choose still lasts."""
    clock = game.asked(CLOCK)
    return clock is not None and clock.point.name == "t_mafia"


@clause("PA-19.8", "PA-31.12")
def test_after_a_catch_the_other_mafiosi_tap_and_the_wave_ends() -> None:
    text = "players 8 | night 2\nroles 1-2 mafioso | 3 walker | 4 detective1 | 5-8 citizen"
    game = Reader(position_lines(f"{text}\nflow waves")).village
    game.run()
    game.box.noticed[0] = True
    game.answer(CLOCK, TIME_IS_UP)
    game.answer(0, choice_of(CATCH, 2))
    for seat in (1, 2, 3, 4, 5, 6, 7):
        assert game.public.part == WAVE
        game.answer(seat, TAP)
    assert game.public.part != WAVE
    assert game.public.dead == (2,)


@clause("PA-26.1")
def test_omniscient_detectives_are_not_woken_after_night_2() -> None:
    for night, point in ((2, "look"), (3, "tap")):
        text = f"players 8 | night {night}\nroles 1-2 mafioso | 3 detective1 | 4-8 citizen"
        game = Reader(
            position_lines(f"{text}\nflow waves\noptions detective_info=omniscient")
        ).village
        game.run()
        ask = game.asked(2)
        assert ask is not None
        assert ask.point.name == point


@clause("PA-10.3", "PA-31.3")
def test_what_the_mafia_have_locked_stays_when_a_computer_takes_over() -> None:
    for moves in ("1: leave\n2: kill 5", "2: kill 5\n1: leave"):
        stage = eight("night 2", f"... mafia\n{moves}\n... day 2")
        holds(stage, "died 5")
        assert stage.village.public.replaced[0]


@clause("PA-31.9", "PA-31.8", "PA-31.14")
def test_in_every_step_of_the_night_every_living_player_is_asked_to_tap() -> None:
    stage = fourteen("night 2", options="mode=table table_night=phones", more="dead 14")
    steps = 0
    while stage.village.public.part != WAVE and "morning_no_dead" not in said(stage):
        asked = [ask.seat for ask in stage.village.asks if ask.seat >= 0]
        assert asked == stage.village.living()
        stage.lapse()
        steps += 1
    assert steps == 7
    for notice in stage.village.notices or []:
        if notice.only < 0 and notice.key.endswith(("wakes", "wake", "sleep", "sleeps")):
            assert notice.args == ()


@clause("PA-31.13")
def test_in_sequence_a_step_lasts_60_to_100_percent_of_its_time_and_no_answer_ends_it() -> None:
    stage = fourteen("night 2", options="mode=table", more="dead 14")
    lengths: dict[str, tuple[int, int]] = {}
    while "morning_no_dead" not in said(stage):
        clock = stage.village.asked(CLOCK)
        assert clock is not None
        lengths[clock.point.name] = (
            RULEBOOK.manners.shortest(stage.village, clock),
            RULEBOOK.manners.seconds(stage.village, clock),
        )
        for ask in list(stage.village.asks):
            if ask.seat >= 0 and TAP in ask.choices:
                stage.village.answer(ask.seat, TAP)
        assert stage.village.asked(CLOCK) is clock
        stage.lapse()
    assert lengths["t_coward"] == lengths["t_guard"] == (12, 20)
    assert lengths["t_mafia"] == (27, 45)
    assert lengths["t_pharm"] == lengths["t_detective"] == (15, 25)
    assert lengths["t_spy"] == (6, 10)
    assert lengths["t_masons"] == (12, 20)


@clause("PA-31.12")
def test_in_waves_a_part_has_its_whole_time() -> None:
    game = waves()
    clock = game.asked(CLOCK)
    assert clock is not None
    assert RULEBOOK.manners.shortest(game, clock) == RULEBOOK.manners.seconds(game, clock) == 45


@clause("PA-11.1", "PA-11.3", "PA-11.2")
def test_dawn_names_the_dead_or_says_that_there_is_none() -> None:
    dead = fourteen("night 2", "mafia: kill 14\n8: poison 1\n... day 2")
    holds(dead, "died 1 14")
    assert said(dead).count("found_dead") == 2
    none = fourteen("night 2", "7: protect 14\nmafia: kill 14\n... day 2")
    holds(none, "died -")
    assert "morning_no_dead" in said(none)
    assert not {"found_dead", "card_shown", "side_shown"} & set(said(none))


@clause("PA-11.5", "PA-9.3")
def test_the_dead_of_the_night_show_what_reveal_says_and_fall_silent() -> None:
    for reveal, shown in (("card", "detective1"), ("side", "citizens"), ("none", "-")):
        stage = eight("night 2", "mafia: kill 3\n... day 2", options=f"reveal={reveal}")
        holds(stage, "died 3", f"revealed 3 {shown}")
        play(stage, "3: !say pass()\n3?")


@clause("PA-11.6", "PA-11.7", "PA-22.13")
def test_after_the_last_bomb_come_victory_deadlock_succession_and_the_day() -> None:
    roles = (
        "roles 1-2 mafioso | 3 killer | 4 matchmaker | 5 detective1 | 6-9 citizen\n"
        "options mayor=on mayor_succession=names\ncouple 3 6\nmayor 7"
    )
    stage = village(f"players 9 | night 2\n{roles}", "mafia: kill 6\n... dawn 2")
    holds(stage, "died 3 6", "phase dawn 2")
    play(stage, "3: bomb 7\n7: choose 8")
    holds(stage, "died 7", "mayor 8", "counter 0", "phase discussion 2")


@clause("PA-13.1", "PA-16.1", "PA-20.1", "PA-19.2")
def test_from_night_2_on_each_role_wakes_in_its_own_step() -> None:
    stage = fourteen("night 2")
    holds(stage, "phase coward 2")
    play(stage, "7: !protect 3\n9: hide 7")
    holds(stage, "phase guardian 2")
    play(stage, "1: !kill 5\n7: protect 3")
    holds(stage, "phase mafia 2")
    play(stage, "mafia: kill 5")
    holds(stage, "phase pharmacist 2", "shown 8: 5")
    play(stage, "8: decline")
    holds(stage, "phase detectives 2")
    play(stage, "... night 3\n... detectives\n6: ask 1\n... day 3")
    holds(stage, "told 5: -", "told 6: 1 mafia")


@clause("PA-10.12", "PA-19.15")
def test_every_role_of_the_setup_is_called_even_if_nobody_is_left_to_answer() -> None:
    roles = "roles 1-3 mafioso | 4 walker | 5 guardian | 6 pharmacist | 7 detective1 | 8-12 citizen"
    stage = village(f"players 12 | night 3\n{roles}\ndead 5 6 7", "mafia: kill 8\n... day 3")
    holds(stage, "called guardian mafia pharmacist detectives")
    everything = village(
        f"players 12 | night 3\n{roles}\noptions call_roles=all\ndead 5 6 7",
        "mafia: kill 8\n... day 3",
    )
    holds(
        everything,
        "called coward guardian mafia pharmacist detectives spy freemasons",
    )
    assert not [key for key in said(stage) if "walker" in key]


@clause("PA-18.13")
def test_a_bomb_at_dawn_asks_everybody_after_days_without_a_verdict_too() -> None:
    roles = "roles 1-2 mafioso | 3 killer | 4 matchmaker | 5 detective1 | 6-9 citizen"
    stage = village(
        f"players 9 | day 1\n{roles}\ncouple 3 6",
        "... night 2\nmafia: kill 6\n... dawn 2\n3: bomb 7\n... question",
    )
    holds(stage, "died 3 6 7", "phase question 2")
    play(stage, "... night 3\n... day 3\n... list")
    holds(stage, "phase list 3")


def test_the_script_of_the_night_is_said_in_order() -> None:
    stage = fourteen("night 2", "... day 2")
    spoken = [key for key in said(stage) if key in SPOKEN]
    assert spoken == list(SPOKEN)
    assert RULEBOOK.notices["mafia_wake"] == ()


SPOKEN = (
    "night_falls",
    "coward_wakes",
    "coward_sleeps",
    "guardian_wakes",
    "guardian_sleeps",
    "mafia_wake",
    "sign_of_dawn",
    "mafia_sleep",
    "pharmacist_wakes",
    "potions_asked",
    "pharmacist_sleeps",
    "detectives_wake",
    "detectives_sleep",
    "spy_wakes",
    "spy_sleeps",
    "freemasons_wake",
    "freemasons_sleep",
    "morning_no_dead",
    "discussion",
)


@clause("PA-19.3", "PA-19.12")
def test_the_time_of_the_walker_is_inside_the_time_of_the_mafia() -> None:
    for role, lengths in (("walker", [15, 30]), ("citizen", [45])):
        stage = village(
            f"players 8 | night 2\nroles 1-2 mafioso | 3 {role} | 4 detective1 | 5-8 citizen"
        )
        found: list[int] = []
        while stage.assertions.phase() == "mafia 2":
            clock = stage.village.asked(CLOCK)
            assert clock is not None
            found.append(RULEBOOK.manners.seconds(stage.village, clock))
            stage.lapse()
        assert found == lengths
