"""The trial procedures: accusation (PA-4), nomination (PA-5) and forced vote (PA-28)."""

from __future__ import annotations

from omerta.core import Rule, RuleTable
from omerta.games.palermo.rules.accusation import (
    Accuse,
    AccuseUntilAllClose,
    CloseList,
    OpenList,
)
from omerta.games.palermo.rules.day import (
    OpenDiscussion,
)
from omerta.games.palermo.rules.deaths import (
    SettleLeavers,
)
from omerta.games.palermo.rules.forced import (
    CountForcedVotes,
    DiscussAndVoteEarly,
    DiscussAndVoteEarlyOrNever,
    OpenForcedVote,
    StartAgain,
    StartVoting,
    VoteInTurn,
)
from omerta.games.palermo.rules.nomination import (
    LotForSecond,
    Nominate,
    NominateAgain,
    OpenAgain,
    OpenNominations,
    RankNominated,
    RankSecond,
)
from omerta.games.palermo.rules.part import Steps
from omerta.games.palermo.rules.trial import (
    AnnounceVote,
    CallAccused,
    CallSpeaker,
    ConvictAll,
    CountRunOffVotes,
    CountVotes,
    LastDeadChooses,
    LotsForTheSilent,
    MayorChooses,
    MayorsVoteDecides,
    NextSpeech,
    OpenPleas,
    OpenRunOff,
    OpenVote,
    Plead,
    PleadInClosing,
    RaiseHands,
    RaiseHandsInRunOff,
    SayWhoDecides,
    WaitForVote,
)
from omerta.games.palermo.state.options import Options


def tie_of(options: Options) -> Steps:
    """What settles a tie before the clauses for runoff apply (PA-8)."""
    if options["tie_rule"] == "all":
        return [ConvictAll()]
    if options["tie_rule"] == "last_dead":
        last_dead = LastDeadChooses()
        return [SayWhoDecides(last_dead), last_dead]
    if options["tie_rule"] == "mayor":
        mayor = MayorChooses()
        return [MayorsVoteDecides(), SayWhoDecides(mayor), mayor]
    return []


def trial_of(options: Options, book: RuleTable) -> Rule:
    """One trial procedure is used for the whole game (PA-3.5)."""
    lots: Steps = [LotsForTheSilent()] if options["vote_timeout"] == "lot" else []
    court: Steps = [
        AnnounceVote(),
        WaitForVote(),
        OpenVote(),
        RaiseHands(),
        *lots,
        CountVotes(),
        *tie_of(options),
        OpenRunOff(),
        RaiseHandsInRunOff(),
        *lots,
        CountRunOffVotes(),
    ]
    if options["trial"] == "accusation":
        return book.rule(
            "PA-4",
            OpenList(),
            AccuseUntilAllClose() if options["list_close"] == "all" else Accuse(),
            CloseList(),
            OpenPleas(),
            CallSpeaker(),
            Plead(),
            NextSpeech(),
            *court,
        )
    if options["trial"] == "nomination":
        return book.rule(
            "PA-5",
            OpenNominations(),
            Nominate(),
            RankNominated(),
            OpenAgain(),
            NominateAgain(),
            RankSecond(),
            LotForSecond(),
            OpenPleas(),
            CallAccused(),
            PleadInClosing(),
            NextSpeech(),
            *court,
        )
    # No pleas (PA-6.6); of the rules for ties only the mayor's is used (PA-28.9).
    waits = options["forced_timeout"] == "no_verdict"
    return book.rule(
        "PA-28",
        StartVoting(),
        OpenDiscussion(),
        DiscussAndVoteEarlyOrNever() if waits else DiscussAndVoteEarly(),
        SettleLeavers(),
        OpenForcedVote(),
        VoteInTurn(),
        CountForcedVotes(),
        *(tie_of(options) if options["tie_rule"] == "mayor" else []),
        StartAgain(),
    )
