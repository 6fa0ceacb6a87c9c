"""Why something is not asked now: the wrong time, the wrong card, or somebody else's turn."""

from __future__ import annotations

from typing import Final

from omerta.core import MASTER, NOTHING
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
    OVER,
    PLEAS,
    QUESTION,
    RUNOFF,
    SETUP,
    TIE,
    VOTE,
    is_day,
    is_night,
)
from omerta.games.palermo.view import VillageView

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


def general(seen: VillageView, act: str) -> str:
    """What speaks against doing anything now; nothing if nothing does."""
    public = seen.public
    if public.part == OVER:
        return "game_over"
    if act in MASTERS:
        return ""
    if seen.seat < 0:
        return "only_players"
    if public.part == SETUP:
        return "setup_first"
    if public.away[seen.seat]:
        return "you_have_left"
    if act == "":
        return "not_asked" if public.alive[seen.seat] else "you_are_dead"
    return ""


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
