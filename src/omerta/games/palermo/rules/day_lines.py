"""The lines that the game master says at dawn and by day (9.3, 9.4), from the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from omerta.core import Rule, Step
from omerta.games.palermo.rules.accusation import Accuse, AccuseUntilAllClose, CloseList, OpenList
from omerta.games.palermo.rules.dawn import WorkOutNight, WorkOutNightWithCauses
from omerta.games.palermo.rules.day import (
    AnswerQuestion,
    Campaign,
    CountBallots,
    DuskFalls,
    OpenDiscussion,
    OpenQuestion,
    StartAfresh,
    TakeOffice,
)
from omerta.games.palermo.rules.deaths import (
    BombGoesOff,
    CarryOutVerdict,
    Grieve,
    LastBomb,
    LastBombAtDawn,
    NameSuccessor,
    NameSuccessorAtDawn,
    OpenSuccession,
)
from omerta.games.palermo.rules.forced import (
    CountForcedVotes,
    DiscussAndVoteEarly,
    DiscussAndVoteEarlyOrNever,
    OpenForcedVote,
    StartAgain,
)
from omerta.games.palermo.rules.nomination import (
    LotForSecond,
    OpenAgain,
    OpenNominations,
    RankNominated,
)
from omerta.games.palermo.rules.trial import (
    AnnounceVote,
    CallAccused,
    CallSpeaker,
    ConvictAll,
    CountRunOffVotes,
    CountVotes,
    LastDeadChooses,
    MayorChooses,
    MayorsVoteDecides,
    OpenRunOff,
    OpenVote,
    Plead,
    PleadInClosing,
    RaiseHands,
    SayWhoDecides,
)
from omerta.games.palermo.rules.victory import (
    CheckDeadlock,
    CheckVictory,
    CheckVictoryAtDawn,
)
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import MATCHMAKER, ROLES, is_bomber

REVEAL: Final = "reveal"
"""Stands for the line that the option of this name chooses."""

SAID: Final[dict[type[object], tuple[str, ...]]] = {
    WorkOutNight: (
        *("morning_no_dead", "morning_dead", "found_dead"),
        *("dead_keep_silent", REVEAL),
    ),
    WorkOutNightWithCauses: (
        *("morning_no_dead", "morning_dead", "found_dead_of"),
        *("dead_keep_silent", REVEAL),
    ),
    LastBombAtDawn: ("dawn_bomb", "card_shown"),
    OpenSuccession: ("mayor_names", "mayor_dead"),
    NameSuccessor: ("successor",),
    NameSuccessorAtDawn: ("successor",),
    Campaign: ("election",),
    CountBallots: ("counted", "election_runoff", "runs_off"),
    TakeOffice: ("elected",),
    OpenDiscussion: ("discussion",),
    OpenList: ("list_open",),
    Accuse: ("listed", "taken_off", "list_extended"),
    AccuseUntilAllClose: ("listed", "taken_off", "list_extended"),
    CloseList: ("list_closed", "list_too_short", "no_verdict"),
    OpenNominations: ("nominations_open", "asked_now"),
    RankNominated: ("nominations", "nominate_again", "no_verdict"),
    OpenAgain: ("second_place",),
    LotForSecond: ("accused",),
    CallSpeaker: ("accuser_speaks", "accused_speaks"),
    CallAccused: ("closing_plea",),
    Plead: ("speech_over",),
    PleadInClosing: ("speech_over",),
    AnnounceVote: ("vote_opens",),
    OpenVote: ("hands_up",),
    RaiseHands: ("late_voters",),
    CountVotes: ("counted", "tie"),
    ConvictAll: ("tie_all",),
    MayorsVoteDecides: ("tie_mayor",),
    SayWhoDecides: ("tie_decided_by",),
    LastDeadChooses: ("chosen",),
    MayorChooses: ("chosen",),
    OpenRunOff: ("runoff", "runs_off"),
    CountRunOffVotes: ("no_verdict",),
    DiscussAndVoteEarly: ("half_have_voted", "forced_by_time"),
    DiscussAndVoteEarlyOrNever: ("half_have_voted",),
    OpenForcedVote: ("asked_now",),
    CountForcedVotes: ("counted", "tie"),
    StartAgain: ("unclear", "no_verdict"),
    CarryOutVerdict: ("executed", "verdict", "dead_keep_silent", REVEAL),
    Grieve: ("grief", REVEAL),
    LastBomb: ("last_bomb", "card_shown"),
    DuskFalls: ("dusk",),
    BombGoesOff: ("bomb", "card_shown", "dead_keep_silent", REVEAL),
    OpenQuestion: ("question",),
    AnswerQuestion: ("no_further_verdict",),
    StartAfresh: ("further_verdict",),
    CheckVictory: ("mafia_won", "citizens_won", "couple_won", "nobody_left"),
    CheckVictoryAtDawn: ("mafia_won", "relief", "couple_won", "nobody_left"),
    CheckDeadlock: ("deadlock_near", "deadlock"),
}
"""What a step may have the game master say, in this order. What the players do themselves is not
said: ballots, hands, nominations, and who is ready."""

ALWAYS: Final = frozenset(
    {
        *("election", "counted", "elected", "discussion", "list_open", "nominations_open"),
        *("asked_now", "accused", "accuser_speaks", "accused_speaks", "closing_plea"),
        *("vote_opens", "hands_up", "dusk", "bomb", "question"),
    }
)
"""What is said whenever its part comes; everything else only where it applies."""

ENDS: Final = (CheckVictory, CheckDeadlock)
"""Steps whose lines end the game, whenever that is."""


def said_by(game: Village, rules: Sequence[Rule], *, at_end: bool = False) -> list[str]:
    """The lines of these rules with this setup, in order: how the game ends, or all but that."""
    keys: list[str] = []
    for rule in rules:
        for step in rule.steps:
            if isinstance(step, ENDS) != at_end or is_idle(game, step):
                continue
            for said in SAID.get(type(step), ()):
                key = worded(game, said)
                if key != (keys[-1] if keys else "") and may_be_said(game, key):
                    keys.append(key)
    return keys


def is_idle(game: Village, step: Step[Village]) -> bool:
    """Whether nobody in this setup can grieve, or take somebody along in grief."""
    if isinstance(step, LastBomb):
        return not (has_couple(game) and has_bombers(game))
    return isinstance(step, Grieve) and not has_couple(game)


def worded(game: Village, key: str) -> str:
    """The line that the options choose."""
    options = game.options
    if key == REVEAL:
        return {"card": "card_shown", "side": "side_shown"}.get(options["reveal"], "nothing_shown")
    if key == "nobody_left" and options["all_dead"] == "draw":
        return "nobody_left_draw"
    return key


def may_be_said(game: Village, key: str) -> bool:
    """Whether the cards and options of this setup can bring this line."""
    options = game.options
    if key == "couple_won":
        return has_couple(game)
    if key == "dead_keep_silent":
        return options["talking_dead"] == "off"
    if key in ("executed", "verdict"):
        return (key == "executed") == (options["tone"] == "death")
    if key == "mayor_dead":
        return options.is_on("mayor")
    if key in ("mayor_names", "successor"):
        return options.is_on("mayor") and options["mayor_succession"] != "election"
    if key in ("deadlock_near", "deadlock"):
        return options.number("deadlock_rounds") > 0
    return True


def has_couple(game: Village) -> bool:
    """Whether two of them may be in love."""
    return game.public.cards[MATCHMAKER] > 0


def has_bombers(game: Village) -> bool:
    """Whether somebody has a bomb."""
    cards = game.public.cards
    return any(is_bomber(role) and cards[role] > 0 for role in range(len(ROLES)))
