"""Why something is not asked now, and every reason with the clause it comes from."""

from __future__ import annotations

from typing import Final

from omerta.core import COMMON_REFUSALS, MASTER, NOTHING
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.roles import (
    COWARD,
    GUARDIAN,
    MATCHMAKER,
    PHARMACIST,
    WALKER,
    is_detective,
    is_mafia,
)
from omerta.games.palermo.state.table import (
    DISCUSSION,
    ELECTION,
    FORCED,
    LIST,
    PLEAS,
    QUESTION,
    RUNOFF,
    TIE,
    VOTE,
    is_day,
    is_night,
)
from omerta.games.palermo.view import VillageView

REFUSALS: Final = {
    **COMMON_REFUSALS,
    "only_players": "",
    "game_over": "PA-12.15",
    # Setup.
    "players": "PA-1.1",
    "cards": "PA-1.6",
    "mafiosi": "PA-1.9",
    "second_detective": "PA-1.10",
    "one_each": "PA-1.11",
    "one_freemason": "PA-1.13",
    "tie_needs_mayor": "PA-8.2",
    "director_needs_human": "PA-24.2",
    "physical_needs_table": "PA-19.14",
    "counts_differ": "PA-24.2",
    "not_in_setup": "PA-24.2",
    "setup_first": "PA-1.4",
    # Who may do what at all.
    "you_are_dead": "PA-9.6",
    "you_have_left": "PA-31.2",
    "target_dead": "PA-9.1",
    "only_by_day": "PA-3.1",
    "only_at_night": "PA-10.1",
    "not_first_night": "PA-2.2",
    "not_called": "PA-10.1",
    "immune": "PA-23.2",
    # Talk.
    "nobody_speaks": "PA-7.13",
    "only_speaker": "PA-6.3",
    "kept_apart": "PA-6.4",
    "not_said_here": "PA-3.3",
    "said_enough": "PA-3.3",
    "dead_are_silent": "PA-9.6",
    # The list, nominations, early votes.
    "list_not_open": "PA-4.1",
    "accuse_oneself": "PA-4.3",
    "already_listed": "PA-4.4",
    "not_your_accusation": "PA-4.5",
    "one_accusation": "PA-4.7",
    "already_asked_to_close": "PA-4.9",
    "already_ready": "PA-3.4",
    "not_your_turn": "PA-5.2",
    "two_different": "PA-5.1",
    "only_tied": "PA-5.6",
    "early_is_final": "PA-28.3",
    "no_early_votes": "PA-28.1",
    "not_oneself": "PA-28.11",
    # Votes.
    "no_vote_now": "PA-7.1",
    "must_vote": "PA-7.4",
    "hand_is_up": "PA-7.5",
    "vote_against_oneself": "PA-7.8",
    "not_accused": "PA-7.2",
    "not_yours_to_choose": "PA-8.8",
    "elect_oneself": "PA-22.2",
    "no_election": "PA-22.1",
    "not_standing": "PA-22.4",
    "no_question": "PA-15.11",
    # Bombs.
    "no_bomb": "PA-15.1",
    "too_late": "PA-15.4",
    "bomb_oneself": "PA-15.2",
    # Night.
    "only_mafia": "PA-10.3",
    "only_citizens": "PA-10.5",
    "victim_locked": "PA-10.3",
    "not_noticed": "PA-19.8",
    "only_walker": "PA-19.1",
    "peek_over": "PA-19.3",
    "only_coward": "PA-20.1",
    "hide_with_other": "PA-20.1",
    "no_hides_left": "PA-20.11",
    "only_guardian": "PA-16.1",
    "guard_oneself": "PA-16.2",
    "guard_again": "PA-16.6",
    "only_pharmacist": "PA-17.1",
    "nothing_to_heal": "PA-17.2",
    "heal_spent": "PA-17.2",
    "heal_oneself": "PA-17.5",
    "poison_spent": "PA-17.3",
    "poison_not_this": "PA-17.6",
    "only_detectives": "PA-13.1",
    "ask_oneself": "PA-13.8",
    "one_question": "PA-13.2",
    "only_matchmaker": "PA-2.7",
    "match_two": "PA-2.7",
    "match_oneself": "PA-18.1",
    "chosen_already": "PA-10.1",
    # Game master.
    "only_master": "PA-31.11",
    "not_to_show": "PA-27.3",
}
"""Every reason with the clause it comes from."""

MASTERS: Final = ("next", "show", "assign", "start")
NIGHTLY: Final = {
    "match": "only_matchmaker",
    "hide": "only_coward",
    "protect": "only_guardian",
    "kill": "only_mafia",
    "catch": "only_mafia",
    "slit": "only_walker",
    "bold": "only_walker",
    "heal": "only_pharmacist",
    "poison": "only_pharmacist",
    "ask": "only_detectives",
}
"""Acts of the night, and what somebody without the card is told."""


def of_the_master(seen: VillageView, act: str) -> str:
    """What only a game master does (PA-31.11)."""
    if seen.seat != MASTER:
        return "only_master"
    if act == "show":
        return "not_to_show"
    return "only_master" if act == "next" else "not_a_choice"


def by_day(seen: VillageView, act: str) -> str:
    """Why this is not done by day, or not now."""
    public = seen.public
    if act in MASTERS:
        return of_the_master(seen, act)
    if act == "say":
        return nobody_hears(seen)
    if act == "bomb":
        return no_bomb(seen)
    if not public.alive[seen.seat] and act != "choose":
        return "you_are_dead"
    if act == "vote":
        return no_vote(seen)
    if act == "close":
        return "already_asked_to_close" if public.part == LIST else "list_not_open"
    if act == "nominate":
        return "not_your_turn"
    if act == "decline" and public.part in (VOTE, RUNOFF, FORCED):
        return "must_vote"
    if act == "ready" and public.part == DISCUSSION:
        return "already_ready"
    if act == "elect" and public.part in (ELECTION, RUNOFF):
        return "not_standing"
    return ELSEWHEN.get(act, "not_asked")


ELSEWHEN: Final = {
    "early": "no_early_votes",
    "elect": "no_election",
    "choose": "not_yours_to_choose",
    "yes": "no_question",
    "no": "no_question",
}


def nobody_hears(seen: VillageView) -> str:
    """Why nothing can be said now (PA-6.3, PA-7.13, PA-9.6)."""
    public = seen.public
    if not public.alive[seen.seat] and seen.options["talking_dead"] == "off":
        return "dead_are_silent"
    if public.part == PLEAS:
        return "only_speaker"
    if not is_day(public.part) or public.part in (VOTE, RUNOFF, FORCED, QUESTION, TIE):
        return "nobody_speaks"
    return "not_said_here" if public.alive[seen.seat] else "dead_are_silent"


def no_bomb(seen: VillageView) -> str:
    """Why no bomb goes off (PA-15.3, PA-15.4)."""
    public, own = seen.public, seen.mine
    if own is None or not queries.has_bomb(own):
        return "no_bomb"
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if not is_day(public.part):
        return "only_by_day"
    return "too_late" if public.part in (VOTE, RUNOFF, FORCED, TIE) else "target_dead"


def no_vote(seen: VillageView) -> str:
    """Why no vote is taken from this seat."""
    public = seen.public
    if public.part == FORCED:
        return "not_your_turn"
    if public.part not in (VOTE, RUNOFF):
        return "no_vote_now"
    return "hand_is_up" if public.votes[seen.seat] != NOTHING else "no_vote_now"


def at_night(seen: VillageView, act: str) -> str:
    """Why this is not done at night, or not by this seat."""
    public, own = seen.public, seen.mine
    if act not in NIGHTLY:
        return by_day(seen, act)
    assert own is not None, "only players are asked at night"
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if not is_night(public.part):
        return "only_at_night"
    holds = {
        "match": own.role == MATCHMAKER,
        "hide": own.role == COWARD,
        "protect": own.role == GUARDIAN,
        "kill": is_mafia(own.role),
        "catch": is_mafia(own.role),
        "slit": own.role == WALKER,
        "bold": own.role == WALKER,
        "ask": is_detective(own.role),
    }.get(act, own.role == PHARMACIST)
    if not holds:
        return NIGHTLY[act]
    if public.day == 1 and act != "match":
        return "not_first_night"
    return "peek_over" if own.role == WALKER else "not_called"
