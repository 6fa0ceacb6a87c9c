"""Every decision point of Palermo (7), in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from omerta.core import Act, Ask, Kind, Point, always
from omerta.games.palermo.rules import closed, wrong
from omerta.games.palermo.state import kinds as k
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import ASSIGN, START, TIME_IS_UP, Answers, choice_of, two
from omerta.games.palermo.state.roles import ROLE_NAMES
from omerta.games.palermo.state.speaking import (
    FIELDS,
    HINTING,
    POINTING,
    POINTING_AT_SOMEBODY,
    REACTING,
    SAYING,
)

# Time-out defaults.


def idle(game: Village, ask: Ask) -> int:
    """Nobody, no, or nothing: where the clock decides, a seat only waits."""
    return k.idle(ask.choices)


def next_assignment(game: Village, ask: Ask) -> int:
    """What a director who does not care does: cards in seat order, then start (PA-24.1)."""
    start = choice_of(START)
    if start in ask.choices:
        return start
    wanted: list[int] = []
    for role in range(len(ROLE_NAMES)):
        wanted += [role] * game.public.cards[role]
    for seat in range(game.seats):
        if game.role(seat) != wanted[seat]:
            return choice_of(ASSIGN, two(seat, wanted[seat]))
    return ask.choices[0]


def by_day(name: str, *acts: Act) -> Point:
    """A part of the day: whoever runs the game may end it (DP-33)."""
    asks = Answers(*acts, k.ENDING_PART)
    return Point(name, asks, wrong=wrong.wrong, closed=closed.by_day, default=idle)


def at_night(name: str, *acts: Act) -> Point:
    """What one role is asked at night; everybody may wait until time is up."""
    asks = Answers(*acts, k.WAITING)
    return Point(name, asks, wrong=wrong.wrong, closed=closed.at_night, default=idle)


NUMBERED_STATEMENTS: Final = 256
"""How many of the newest statements are told apart where actions are numbered."""


def field(name: str, asks: Kind) -> Point:
    """One field of a statement (6.2)."""
    listed = NUMBERED_STATEMENTS if name == "statement" else 0
    return Point(
        f"say/{name}", asks, wrong=wrong.wrong_field, listed=listed, newest_first=listed > 0
    )


def timer(name: str) -> Point:
    """The clock's question while this timer of 5.3 runs."""
    return Point(name, k.CLOCK_ANSWERS, closed=closed.by_day, default=always(TIME_IS_UP), time=name)


# Setup and deal.

SETUP: Final = Point(  # DP-02
    "setup",
    Answers(k.ASSIGNING, k.STARTING),
    wrong=wrong.wrong,
    closed=closed.of_the_master,
    default=next_assignment,
)
CARDS: Final = by_day("cards", k.TAPPING)  # DP-01

# Night 1. Everybody else only taps (DP-36).

TAP: Final = at_night("tap", k.TAPPING)
MEET: Final = at_night("meet", POINTING, REACTING, HINTING, k.TAPPING)  # DP-04
MATCH: Final = at_night("match", k.MATCHING)  # DP-03

# Later nights.

HIDE: Final = at_night("hide", k.HIDING, k.TAPPING)  # DP-22
PROTECT: Final = at_night("protect", k.PROTECTING, k.TAPPING)  # DP-23
MURDER: Final = at_night(  # DP-25, DP-27
    "murder", k.KILLING, k.CATCHING, POINTING, REACTING, HINTING, k.TAPPING
)
BALLOT: Final = at_night("ballot", k.KILLING, k.CATCHING, k.TAPPING)  # DP-26, DP-27
PEEK: Final = at_night("peek", k.PEEPING, k.LOOKING_BOLDLY, k.TAPPING)  # DP-24
POTIONS: Final = at_night(  # DP-28
    "potions", k.HEALING, k.POISONING, k.HEALING_AND_POISONING, k.TAPPING
)
INQUIRY: Final = at_night("inquiry", k.ASKING, k.TAPPING)  # DP-29
LOOK: Final = at_night("look", k.TAPPING)
LISTEN: Final = at_night("listen", k.TAPPING)  # DP-30
SIGNS: Final = at_night("signs", POINTING_AT_SOMEBODY, REACTING, k.TAPPING)  # DP-31
NIGHT: Final = Point(  # DP-32, DP-33
    "night",
    Answers(k.SHOWING, k.ENDING_PART),
    wrong=wrong.wrong,
    closed=closed.of_the_master,
    default=idle,
)

# The day. A bomber may bomb where the window is open (DP-16).

ELECTION: Final = by_day("election", SAYING, k.ELECTING, k.BOMBING, k.WAITING)  # DP-05
DISCUSSION: Final = by_day(  # DP-06, DP-07, DP-20
    "discussion", SAYING, k.BEING_READY, k.VOTING_EARLY, k.BOMBING, k.WAITING
)
QUESTION: Final = by_day("question", k.AGREEING, k.REFUSING, k.BOMBING, k.WAITING)  # DP-18
LIST: Final = by_day("list", SAYING, k.CLOSING, k.BOMBING, k.WAITING)  # DP-08, DP-09
NOMINATE: Final = by_day(  # DP-10
    "nominate", SAYING, k.NOMINATING, k.TAPPING, k.BOMBING, k.WAITING
)
AGAIN: Final = by_day("again", SAYING, k.NOMINATING, k.TAPPING, k.BOMBING, k.WAITING)  # DP-11
PLEA: Final = by_day("plea", SAYING, k.BEING_READY, k.BOMBING, k.WAITING)  # DP-12
WARNING: Final = by_day("warning", k.BOMBING, k.WAITING)
VOTE: Final = by_day("vote", k.VOTING)  # DP-13
FORCED: Final = by_day("forced", k.VOTING)  # DP-21
TIE: Final = by_day("tie", k.CHOOSING)  # DP-14, DP-15
GRIEF: Final = by_day("grief", k.BOMBING, k.TAPPING)  # DP-17
SUCCESSOR: Final = by_day("successor", k.CHOOSING)  # DP-19
DUSK: Final = by_day("dusk", SAYING, k.BOMBING, k.WAITING)  # DP-06

# Statements: one field after the other.

SAY: Final = {name: field(name, asks) for name, asks in FIELDS.items()}
"""What a speaker is asked for, by the name of the field."""

# Lots (PA-1.22).

DEAL: Final = Point("deal")
LOT: Final = Point("lot")
PERCENT: Final = Point("percent")

# The clock (5.3).

T_CARD: Final = timer("t_card")
T_MEET: Final = timer("t_meet")
T_MATCH: Final = timer("t_match")
T_COWARD: Final = timer("t_coward")
T_GUARD: Final = timer("t_guard")
T_MAFIA: Final = timer("t_mafia")
T_PEEK: Final = timer("t_peek")
T_BLIND: Final = timer("t_blind")
T_PHARM: Final = timer("t_pharm")
T_DETECTIVE: Final = timer("t_detective")
T_SPY: Final = timer("t_spy")
T_MASONS: Final = timer("t_masons")
T_CAMPAIGN: Final = timer("t_campaign")
T_BALLOT: Final = timer("t_ballot")
T_DISCUSS: Final = timer("t_discuss")
T_UNANIMOUS: Final = timer("t_unanimous")
T_ACCUSE: Final = timer("t_accuse")
T_ACCUSE_EXTRA: Final = timer("t_accuse_extra")
T_NOMINATE: Final = timer("t_nominate")
T_PLEA: Final = timer("t_plea")
T_CLOSING: Final = timer("t_closing")
T_WARN: Final = timer("t_warn")
T_VOTE: Final = timer("t_vote")
T_FORCED: Final = timer("t_forced")
T_DEAD: Final = timer("t_dead")
T_MAYOR_TIE: Final = timer("t_mayor_tie")
T_GRIEF: Final = timer("t_grief")
T_SUCCESSOR: Final = timer("t_successor")
T_DUSK: Final = timer("t_dusk")

POINTS: Final = (
    *(SETUP, CARDS, TAP, MEET, MATCH, HIDE, PROTECT, MURDER, BALLOT, PEEK, POTIONS, INQUIRY),
    *(LOOK, LISTEN, SIGNS, NIGHT, ELECTION, DISCUSSION, QUESTION, LIST, NOMINATE, AGAIN, PLEA),
    *(WARNING, VOTE, FORCED, TIE, GRIEF, SUCCESSOR, DUSK),
    *SAY.values(),
    *(DEAL, LOT, PERCENT),
    *(T_CARD, T_MEET, T_MATCH, T_COWARD, T_GUARD, T_MAFIA, T_PEEK, T_BLIND, T_PHARM),
    *(T_DETECTIVE, T_SPY, T_MASONS, T_CAMPAIGN, T_BALLOT, T_DISCUSS, T_UNANIMOUS, T_ACCUSE),
    *(T_ACCUSE_EXTRA, T_NOMINATE, T_PLEA, T_CLOSING, T_WARN, T_VOTE, T_FORCED, T_DEAD),
    *(T_MAYOR_TIE, T_GRIEF, T_SUCCESSOR, T_DUSK),
)
"""All of them."""
