"""What Palermo's computer players say and make of what is said: answers, reasons, levels."""

from __future__ import annotations

from itertools import combinations
from math import exp
from random import Random

import pytest

from omerta.bots.roster import player
from omerta.core import NOTHING, Seat
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.bots import LEVELS, MAKERS, ThumbPlayer
from omerta.games.palermo.bots.beliefs import Beliefs
from omerta.games.palermo.bots.claims import SPEAKS_AGAINST, VOTE_BAD, reason_given
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.bots.reasons import voices
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import CITIZENS, MAFIA, is_mafia
from omerta.games.palermo.state.statements import CITE, NAMES, VOTED
from omerta.games.palermo.state.table import PLEAS
from omerta.lab.playing import play_out
from omerta.lab.town import area
from tests.rules.palermo.towns import eight, play


def choose(game: Village, seat: Seat, level: str = "casual", seed: int = 1) -> str:
    """The whole move of a computer player, in the notation."""
    trial = game.copy()
    answers: list[int] = []
    ask = trial.asked(seat)
    while ask is not None and (not answers or ask.continues):
        answers.append(ThumbPlayer(level).choose(RULEBOOK.view(trial, seat), Random(seed)))
        trial.answer(seat, answers[-1])
        ask = trial.asked(seat)
    return RULEBOOK.move_text(game, seat, tuple(answers))


# Beliefs.


def test_the_chances_are_those_of_all_sets_weighed_one_by_one() -> None:
    rng = Random(4)
    beliefs = Beliefs([NOTHING] * 7 + [MAFIA, CITIZENS], 4, 2002)
    for seat in range(9):
        beliefs.about(seat, rng.uniform(-1, 1))
    for _ in range(12):
        one, other = rng.sample(range(9), 2)
        beliefs.between(one, other, *(rng.uniform(-2, 0) for _ in range(4)))
    weights: dict[tuple[int, ...], float] = {}
    for three in combinations(range(7), 3):
        mafiosi = (*three, 7)
        alone = sum(beliefs.alone[seat] for seat in mafiosi)
        both = sum(beliefs.pairs[one][other] for one, other in combinations(mafiosi, 2))
        weights[mafiosi] = exp(alone + both)
    chances, _ = beliefs.chances()
    for seat in range(9):
        mass = sum(weight for mafiosi, weight in weights.items() if seat in mafiosi)
        assert chances[seat] == pytest.approx(mass / sum(weights.values()))


def test_with_too_many_sets_the_chances_still_make_up_the_mafia() -> None:
    rng = Random(5)
    exact = Beliefs([NOTHING] * 20, 6, 60000)
    pruned = Beliefs([NOTHING] * 20, 6, 2002)
    for _ in range(60):
        one, other = rng.sample(range(20), 2)
        weights = [rng.uniform(-1, 0) for _ in range(4)]
        exact.between(one, other, *weights)
        pruned.between(one, other, *weights)
    right, _ = exact.chances()
    near, _ = pruned.chances()
    assert sum(right) == pytest.approx(6)
    assert sum(near) == pytest.approx(6)
    assert max(abs(right[seat] - near[seat]) for seat in range(20)) < 0.15


# A person's words.


def votes_of_others(statement: str) -> dict[Seat, str]:
    """How everybody votes on day 2 after a person at seat 5 has said this or nothing."""
    stage = eight("day 1", "... list\n4: accuse 6\n1: accuse 7\n... vote\n1 2 7 8: vote 6")
    play(stage, f"... discussion 2\n{statement}... list\n3: accuse 2\n4: accuse 7\n... vote")
    village = stage.village
    return {seat: choose(village, seat) for seat in range(8) if village.asked(seat) is not None}


def test_a_persons_reason_changes_votes() -> None:
    silent = votes_of_others("")
    spoken = votes_of_others("5: say suspect(2, 3, vote_bad)\n")
    spoken.pop(4)
    changed = [seat for seat in spoken if spoken[seat] != silent[seat]]
    assert changed
    assert all(spoken[seat] == "vote 2" for seat in changed)


def test_a_reason_that_holds_is_heard_louder_than_one_that_does_not() -> None:
    weights: list[float] = []
    for reason in ("vote_bad", "vote_bad", "gut"):
        stage = eight("day 1", "... list\n4: accuse 6\n1: accuse 7\n... vote\n1 2 7 8: vote 6")
        about = 2 if not weights else 3
        play(stage, f"... discussion 2\n5: say suspect({about}, 3, {reason})")
        weights.append(voices(Mind(RULEBOOK.view(stage.village, 3)), about - 1))
    assert weights[0] > weights[2] > weights[1] > 0.0


def test_words_against_somebody_are_answered() -> None:
    stage = eight("day 1", "5: say suspect(4, 2, gut)")
    assert choose(stage.village, 3) == "say disagree(#1, doubt)"
    stage.move_of(3, "say disagree(#1, doubt)")
    assert "disagree" not in choose(stage.village, 3)


# What is said is true and said once.


@pytest.mark.parametrize("level", ["casual", "sharp"])
def test_nobody_is_blamed_for_a_vote_he_did_not_cast_and_nothing_is_said_twice(level: str) -> None:
    blamed = 0
    for seed in range(4):
        game = RULEBOOK.deal(RULEBOOK.options({}), 10)
        play_out(RULEBOOK, game, [ThumbPlayer(level)] * 10, Random(seed))
        public = game.public
        pleaded: set[tuple[int, int, int, tuple[int, ...]]] = set()
        for said in public.statements:
            assert said.kind != CITE or said.words[1] != said.seat
            if said.part == PLEAS and NAMES[said.kind] != "call_to_vote":
                entry = (said.seat, said.day, said.kind, said.words)
                assert entry not in pleaded
                pleaded.add(entry)
            if said.kind in SPEAKS_AGAINST and reason_given(said) == VOTE_BAD:
                blamed += 1
                assert any(
                    fact.record == VOTED
                    and fact.seat == said.words[0]
                    and fact.day <= said.day
                    and not game.is_mafioso(fact.about)
                    and not public.alive[fact.about]
                    for fact in public.facts
                )
    assert blamed


# Lies and levels.


def test_mafiosi_claim_special_cards_as_citizens_do() -> None:
    claimed: list[int] = []
    for seed in range(8):
        game = RULEBOOK.deal(RULEBOOK.options({"distribution": "extended"}), 10)
        play_out(RULEBOOK, game, [ThumbPlayer()] * 10, Random(seed))
        for said in game.public.statements:
            if NAMES[said.kind] == "claim_role" and game.is_mafioso(said.seat):
                assert not is_mafia(said.words[0])
                claimed.append(said.words[0])
    assert len(set(claimed)) > 2


def test_every_level_is_in_the_roster_and_the_usual_one_is_casual() -> None:
    assert list(MAKERS) == list(LEVELS)
    assert next(iter(LEVELS)) == ThumbPlayer().level.name == "casual"
    for level in LEVELS:
        seated = player("palermo", level)
        assert isinstance(seated, ThumbPlayer)
        assert seated.level.name == level


def test_the_area_under_the_curve_of_a_coin_is_half() -> None:
    assert area([(1.0, True), (1.0, False)]) == 0.5
    assert area([(1.0, True), (0.0, False)]) == 1.0
    assert area([(0.0, True), (1.0, False)]) == 0.0
