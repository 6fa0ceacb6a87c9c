"""Setup (PA-1): who plays, with which cards and options; and the director (PA-24)."""

from collections import Counter
from random import Random

import pytest

from omerta.core import CLOCK, MASTER, BadOption, Seeded, settle
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.kinds import LEAVE, RETURN, TAP, TIME_IS_UP, choice_of
from omerta.games.palermo.state.options import (
    Options,
    corrections,
    proposed,
    setup_faults,
    setup_warnings,
)
from omerta.games.palermo.state.roles import (
    IDEAL,
    ROLE_NAMES,
    basic_cards,
    card_faults,
    card_warnings,
    cards_of,
    extended_cards,
    is_mafia,
)
from omerta.games.palermo.state.table import is_night
from omerta.games.palermo.text.stage import VillageStage
from tests.clauses import clause
from tests.rules.palermo.towns import eight, holds, play, said, village


def faults(players: int, **counts: int) -> list[str]:
    return [fault.key for fault in card_faults(players, cards_of(counts))]


def warnings(players: int, **counts: int) -> list[str]:
    return [warning.key for warning in card_warnings(players, cards_of(counts))]


@clause("PA-1.1", "PA-1.2")
def test_six_to_twenty_one_play_and_ten_to_sixteen_are_ideal() -> None:
    assert list(IDEAL) == list(range(10, 17))
    for players in range(6, 22):
        assert card_faults(players, basic_cards(players)) == []
        remarks = [remark.key for remark in card_warnings(players, basic_cards(players))]
        assert ("not_ideal" in remarks) == (players not in range(10, 17))
    for players in (5, 22):
        with pytest.raises(BadOption, match=r"PA-1\.1"):
            RULEBOOK.deal(RULEBOOK.options({}), players)


def test_the_recommended_setups_are_those_of_the_table() -> None:
    for players in range(6, 22):
        for cards in (basic_cards(players), extended_cards(players)):
            assert sum(cards) == players
            assert card_faults(players, cards) == []
        both = sum(basic_cards(players)[:3]), sum(extended_cards(players)[:3])
        assert both[0] == both[1]
    full = dict(zip(ROLE_NAMES, extended_cards(21), strict=True))
    assert full["freemason"] == 4
    assert full["citizen"] == 3
    assert full["mafioso"] == 4
    assert dict(zip(ROLE_NAMES, extended_cards(12), strict=True))["desperado"] == 0


@clause("PA-1.3", "PA-23.1")
def test_a_game_master_holds_no_card_and_a_provisional_one_plays() -> None:
    stage = eight("vote 2", options="gm=human", more="list 1 by 3, 4 by 1")
    assert stage.village.seats == len(stage.village.secret) == 8
    ask = stage.village.asked(MASTER)
    assert ask is not None
    assert "vote" not in [move["move"].split()[0] for move in RULEBOOK.describe(stage.village, ask)]
    provisional = eight("vote 2", options="gm=provisional", more="list 1 by 3, 4 by 1")
    play(provisional, "5: vote 1")


@clause("PA-1.4", "PA-1.5")
def test_everything_is_agreed_before_the_deal_and_stays() -> None:
    values = {"trial": "nomination", "tie_rule": "all", "reveal": "side", "murder": "blind"}
    game = RULEBOOK.deal(RULEBOOK.options(values), 8)
    settle(game, Seeded(Random(1)))
    chosen = game.options.values
    assert {name: chosen[name] for name in values} == values
    assert not any(ask.point.name == "options" for ask in game.asks)


@clause("PA-1.6", "PA-1.16")
def test_everybody_gets_one_card_and_every_deal_is_equally_likely() -> None:
    seen: Counter[int] = Counter()
    for seed in range(600):
        game = RULEBOOK.deal(RULEBOOK.options({}), 6)
        settle(game, Seeded(Random(seed)))
        assert RULEBOOK.broken(game) == []
        seen[next(seat for seat in range(6) if game.role(seat) == 3)] += 1
    assert all(60 < seen[seat] < 140 for seat in range(6))
    assert faults(8, mafioso=2, detective1=1, citizen=4) == ["cards"]


@clause("PA-1.7")
def test_killer_and_spy_are_mafiosi_in_every_count() -> None:
    assert [name for role, name in enumerate(ROLE_NAMES) if is_mafia(role)] == [
        "mafioso",
        "killer",
        "spy",
    ]
    assert faults(8, mafioso=2, killer=1, spy=1, detective1=1, citizen=3) == ["mafiosi"]
    stage = village(
        "players 7 | night 4\nroles 1 mafioso | 2 killer | 3 spy | 4 detective1 | 5-7 citizen"
        "\ndead 4",
        "mafia: kill 5\n... day 4",
    )
    holds(stage, "winner mafia: 1 2 3")


@clause("PA-1.8")
def test_too_few_or_too_many_mafiosi_are_warned_of() -> None:
    assert "mafia_share" in warnings(12, mafioso=2, detective1=1, citizen=9)
    assert "mafia_share" in warnings(12, mafioso=5, detective1=1, citizen=6)
    assert "mafia_share" not in warnings(12, mafioso=4, detective1=1, citizen=7)


@clause("PA-1.10")
def test_no_detective_is_warned_of_and_a_second_needs_a_first() -> None:
    assert "no_detective" in warnings(8, mafioso=2, citizen=6)
    assert faults(8, mafioso=2, citizen=6) == []
    assert faults(8, mafioso=2, detective2=1, citizen=5) == ["second_detective"]


@clause("PA-1.11")
@pytest.mark.parametrize(
    "role",
    ["killer", "spy", "matchmaker", "guardian", "walker", "pharmacist", "desperado", "coward"],
)
def test_of_special_roles_there_is_at_most_one(role: str) -> None:
    counts = {"mafioso": 2, "detective1": 1, "citizen": 8, role: 2}
    assert "one_each" in faults(13, **counts)


@clause("PA-1.12", "PA-1.14")
def test_many_freemasons_and_a_lonely_spy_are_warned_of() -> None:
    assert "too_many_freemasons" in warnings(14, mafioso=4, detective1=1, freemason=6, citizen=3)
    assert "many_freemasons" in warnings(14, mafioso=4, detective1=1, freemason=5, citizen=4)
    assert "many_freemasons" in warnings(8, mafioso=2, detective1=1, freemason=2, citizen=3)
    assert "spy_alone" in warnings(9, mafioso=2, spy=1, citizen=6)


@clause("PA-1.15")
def test_the_counts_of_all_roles_are_public() -> None:
    stage = eight("day 2", more="dead 3")
    encoded = RULEBOOK.encode(RULEBOOK.view(stage.village, 7))
    assert encoded["cards"] == {"mafioso": 2, "detective1": 1, "citizen": 5}


@clause("PA-1.17", "PA-1.18")
def test_everybody_sees_his_own_card_and_can_show_it_to_nobody() -> None:
    stage = eight("day 2")
    for seat in range(8):
        encoded = RULEBOOK.encode(RULEBOOK.view(stage.village, seat))
        assert encoded["mine"]["role"] == ROLE_NAMES[stage.village.role(seat)]
        assert set(encoded["shown"]) == {""}
        moves = [choice["move"] for choice in encoded["asked"]["choices"]]
        assert not [move for move in moves if move.split()[0] in ("show", "reveal")]


@clause("PA-1.19", "PA-13.10", "PA-31.7")
def test_whoever_may_speak_may_claim_any_role_truly_or_falsely() -> None:
    stage = eight("day 2")
    play(stage, "\n".join(f"1: say claim_role({name})" for name in ROLE_NAMES))
    play(stage, "3: say claim_result(2, 1, citizen)\n3: say claim_result(2, 1, mafia)")
    assert len(stage.village.public.statements) == len(ROLE_NAMES) + 2


@clause("PA-1.20", "PA-1.21")
def test_seats_count_clockwise_and_night_k_comes_before_day_k() -> None:
    stage = eight("night 1")
    assert stage.village.clockwise(5) == [5, 6, 7, 0, 1, 2, 3, 4]
    play(stage, "... day 1")
    holds(stage, "phase day 1", "died -")
    play(stage, "... night 2\nmafia: kill 4\n... day 2")
    holds(stage, "phase day 2", "died 4")


@clause("PA-1.23", "PA-8.2", "PA-24.2", "PA-19.14")
def test_forbidden_combinations_are_refused() -> None:
    for values, clause_id in (
        ({"tie_rule": "mayor"}, "PA-8.2"),
        ({"deal": "director"}, "PA-24.2"),
        ({"walker_form": "physical"}, "PA-19.14"),
    ):
        with pytest.raises(BadOption, match=clause_id):
            RULEBOOK.options(values)
        faults = setup_faults(Options(values), 8, basic_cards(8))
        assert [fault.clause for fault in faults] == [clause_id]


@clause("PA-1.23", "PA-29.4")
def test_other_combinations_are_corrected_or_warned_of() -> None:
    assert corrections({"informant_pick": "gm"}) == {"informant_pick": "random"}
    assert corrections({"spy_pick": "gm", "gm": "human"}) == {}
    talking = {"talking_dead": "all", "dead_view": "all", "dead_chat": "on"}
    assert corrections(talking) == {"dead_view": "public", "dead_chat": "off"}
    blind = {"murder": "blind", "mafia_chat": "free", "mafia_agreement": "rank"}
    assert corrections(blind) == {"mafia_chat": "signs", "mafia_agreement": "unanimous"}
    told = setup_warnings(
        Options({"talking_dead": "citizens", "reveal": "none"}), 12, basic_cards(12)
    )
    assert "talking_citizens_hidden" in [warning.key for warning in told]
    director = Options({"gm": "human", "deal": "director"})
    assert "director_special" in [
        warning.key for warning in setup_warnings(director, 12, extended_cards(12))
    ]


@clause("PA-26.4")
def test_omniscient_detectives_propose_to_show_only_the_side() -> None:
    assert proposed({"detective_info": "omniscient"}) == {"reveal": "side"}
    assert proposed({"detective_info": "omniscient", "reveal": "card"}) == {}
    assert RULEBOOK.options({"detective_info": "omniscient"})["reveal"] == "card"


@clause("PA-1.23", "PA-26.4", "PA-14.3", "PA-10.11")
def test_what_hangs_on_a_changed_option_follows_it() -> None:
    agreed = RULEBOOK.options({}).values

    def after(changes: dict[str, str], values: dict[str, str] = agreed) -> dict[str, str]:
        return RULEBOOK.options(RULEBOOK.manners.revised(values, changes)).values

    assert after({"gm": "human"})["spy_pick"] == "gm"
    assert after({"gm": "human", "spy_pick": "first"})["spy_pick"] == "first"
    assert after({"mode": "table"})["night_flow"] == "sequential"
    assert after({"detective_info": "omniscient"})["reveal"] == "side"
    talking = after({"talking_dead": "all"})
    assert talking["dead_view"] == "public"
    assert after({"talking_dead": "off"}, talking)["dead_view"] == "all"
    assert after({"trial": "forced"}, talking) == {**talking, "trial": "forced"}


@clause("PA-1.23", "PA-19.14")
def test_the_host_is_told_what_speaks_against_a_setup() -> None:
    plain = RULEBOOK.options({})
    assert RULEBOOK.manners.warnings(plain, 12) == []
    assert RULEBOOK.manners.warnings(plain, 8) == ["not_ideal"]
    physical = RULEBOOK.options({"mode": "table", "walker_form": "physical", "walker": "1"})
    assert "hand_sign" in RULEBOOK.manners.warnings(physical, 12)
    with pytest.raises(BadOption) as caught:
        RULEBOOK.options({"tie_rule": "mayor"})
    assert (caught.value.key, caught.value.clause) == ("tie_needs_mayor", "PA-8.2")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"weather": "rain"}, "option weather: expected one of"),
        ({"reveal": "all"}, "option reveal=all: expected card or side or none"),
        ({"walker_slit_size": "9"}, "expected a number from 2 to 6"),
        ({"deadlock_rounds": "7"}, "option deadlock_rounds=7"),
    ],
)
def test_an_option_that_does_not_exist_is_named(values: dict[str, str], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        RULEBOOK.options(values)


def test_counts_may_be_given_one_by_one_and_citizens_fill_up() -> None:
    options = RULEBOOK.options({"mafioso": "2", "detective1": "1", "guardian": "1"})
    assert options.cards(9)[ROLE_NAMES.index("citizen")] == 5
    with pytest.raises(BadOption, match=r"PA-1\.9"):
        RULEBOOK.deal(RULEBOOK.options({"mafioso": "5"}), 9)


@clause("PA-9.1")
def test_the_tone_decides_only_how_a_verdict_is_told() -> None:
    for tone, key in (("prison", "verdict"), ("death", "executed")):
        stage = eight("vote 2", options=f"tone={tone}", more="list 1 by 3, 4 by 1")
        play(stage, "2 3 4 5 6 7 8: vote 1\n1: vote 4")
        holds(stage, "verdict 1", "causes 1 verdict", "revealed 1 mafioso")
        assert key in said(stage)


@clause("PA-23.1")
def test_the_group_may_pick_the_provisional_game_master() -> None:
    for value, seat in (("3", 2), ("6", 5)):
        game = RULEBOOK.deal(RULEBOOK.options({"gm": "provisional", "master": value}), 6)
        settle(game, Seeded(Random(1)))
        assert game.public.master == seat
    drawn = RULEBOOK.deal(RULEBOOK.options({"gm": "provisional"}), 6)
    settle(drawn, Seeded(Random(1)))
    assert drawn.public.master in range(6)


@clause("PA-10.11", "PA-10.1")
def test_online_the_night_may_be_called_in_sequence_too() -> None:
    for flow, timers in (("waves", ["t_mafia"]), ("sequential", ["t_mafia", "t_detective"])):
        game = RULEBOOK.deal(RULEBOOK.options({"night_flow": flow}), 8)
        settle(game, Seeded(Random(1)))
        found: list[str] = []
        while game.public.day < 2 or not found or is_night(game.public.part):
            clock = game.asked(CLOCK)
            assert clock is not None
            if game.public.day == 2:
                found.append(clock.point.name)
            game.answer(CLOCK, TIME_IS_UP)
        assert found == timers


@clause("PA-1.17", "PA-31.1")
def test_who_comes_back_looks_at_the_card_again_whether_he_had_looked_or_not() -> None:
    for has_looked in (True, False):
        game = RULEBOOK.deal(RULEBOOK.options({}), 8)
        settle(game, Seeded(Random(1)))
        if has_looked:
            game.answer(3, TAP)
            assert game.asked(3) is None
        game.answer(CLOCK, choice_of(LEAVE, 3))
        assert game.asked(3) is None
        game.answer(CLOCK, choice_of(RETURN, 3))
        asked = game.asked(3)
        assert asked is not None
        assert asked.point.name == "cards"


@clause("PA-R32", "PA-1.4", "PA-6.2")
def test_each_timer_may_be_chosen_before_the_deal() -> None:
    def lasts(stage: VillageStage) -> int:
        clock = stage.village.asked(CLOCK)
        assert clock is not None
        return RULEBOOK.manners.seconds(stage.village, clock)

    assert lasts(eight("day 1")) == 180
    assert lasts(eight("day 1", options="t_discuss=60")) == 60
    assert lasts(eight("day 1", "... list", options="t_accuse=45")) == 45
    pleas = "... list\n1: accuse 2\n2: accuse 1\n3: accuse 4\n... pleas"
    assert lasts(eight("day 1", pleas, options="t_plea=20")) == 20
    over = eight("day 1", pleas, options="t_plea=20")
    over.lapse()
    told = [notice for notice in over.village.notices or [] if notice.key == "speech_over"]
    assert told[0].args == (0, 20)
    for wrong in ("0", "901", "soon"):
        with pytest.raises(BadOption):
            RULEBOOK.options({"t_plea": wrong})


@clause("PA-R32", "PA-19.12")
def test_the_walkers_time_is_never_longer_than_the_mafias() -> None:
    roles = "roles 1-2 mafioso | 3 detective1 | 4 walker | 5-8 citizen"
    stage = village(f"players 8 | night 2\n{roles}\noptions t_mafia=10 t_peek=30", "... mafia")
    lengths = []
    for _ in range(2):
        clock = stage.village.asked(CLOCK)
        assert clock is not None
        lengths.append((clock.point.name, RULEBOOK.manners.seconds(stage.village, clock)))
        stage.village.answer(CLOCK, clock.choices[0])
    assert lengths == [("t_peek", 10), ("t_mafia", 1)]
