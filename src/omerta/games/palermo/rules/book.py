"""The rule table of Palermo: the rulebook's clauses in its words and order."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Frame, RuleTable, RuleTables, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.citizens import (
    Hide,
    MasonSigns,
    Protect,
    RememberProtection,
    ShowVictim,
    UsePotions,
)
from omerta.games.palermo.rules.dawn import (
    WorkOutNight,
    WorkOutNightWithCauses,
    causes_of_death,
)
from omerta.games.palermo.rules.day import (
    AnswerQuestion,
    Campaign,
    CastBallots,
    CountBallots,
    CountRunOff,
    DayBegins,
    Discuss,
    Dusk,
    DuskFalls,
    ElectionIfDue,
    ExecuteVerdict,
    HoldTrial,
    NightFalls,
    OpenDiscussion,
    OpenQuestion,
    RunOffBallots,
    StartAfresh,
    TakeOffice,
)
from omerta.games.palermo.rules.deaths import (
    BombGoesOff,
    CarryOutVerdict,
    Grieve,
    HeartAttacks,
    HeartsStop,
    LastBomb,
    LastBombAtDawn,
    Leavers,
    NameSuccessor,
    NameSuccessorAtDawn,
    OpenSuccession,
    SettleLeavers,
)
from omerta.games.palermo.rules.first_night import (
    FirstNightFalls,
    FreemasonsMeet,
    GiveCodeNames,
    LoversMeet,
    MafiaMeet,
    Match,
    MatchByLot,
    TownWakes,
)
from omerta.games.palermo.rules.inquiry import Inquiry
from omerta.games.palermo.rules.mafia import (
    Ballot,
    BallotInTurn,
    DrawFurtherNames,
    DrawMafioso,
    DrawNotices,
    LockVictim,
    LockVictimOfHighest,
    LockVictimOfMost,
    MeetingSigns,
    Murder,
    Peek,
    ShowGlimpse,
)
from omerta.games.palermo.rules.night import (
    Calls,
    CallsOfAll,
    CallsOfTheLiving,
    MafiaPart,
    NextCodeName,
    NightPart,
    OpenWave,
    Play,
    Say,
    Task,
    Wake,
    WakeBlind,
    WakeByCodeName,
    WaveEnds,
)
from omerta.games.palermo.rules.night_lines import NightLine, lines_of
from omerta.games.palermo.rules.part import Compose, Steps, Utter
from omerta.games.palermo.rules.procedure import trial_of
from omerta.games.palermo.rules.setup import (
    AssignRoles,
    AwaitStart,
    DealCards,
    LookAtCards,
    PickProvisionalMaster,
    RankMafia,
)
from omerta.games.palermo.rules.victory import (
    CheckDeadlock,
    CheckVictory,
    CheckVictoryAtDawn,
    CheckVictoryInSilence,
)
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.options import Options
from omerta.games.palermo.state.table import (
    AT_COWARD,
    AT_FREEMASONS,
    AT_GUARDIAN,
    AT_LOVERS,
    AT_MAFIA,
    AT_MATCH,
    AT_PHARMACIST,
    AT_SPY,
    CALL_COWARD,
    CALL_FREEMASONS,
    CALL_GUARDIAN,
    CALL_LOVERS,
    CALL_MAFIA,
    CALL_MATCHMAKER,
    CALL_PHARMACIST,
    CALL_SPY,
    is_night,
)

# Who is called with which line (9.1, 9.2).

MAFIA_MEET: Final = Wake(CALL_MAFIA, AT_MAFIA, "mafia_meet_now")
MATCHMAKER_WAKES: Final = Wake(CALL_MATCHMAKER, AT_MATCH, "matchmaker_wakes")
LOVERS_WAKE: Final = Wake(CALL_LOVERS, AT_LOVERS, "lovers_sign")
FREEMASONS_MEET: Final = Wake(CALL_FREEMASONS, AT_FREEMASONS, "freemasons_meet_now")
COWARD_WAKES: Final = Wake(CALL_COWARD, AT_COWARD, "coward_wakes")
GUARDIAN_WAKES: Final = Wake(CALL_GUARDIAN, AT_GUARDIAN, "guardian_wakes")
MAFIA_WAKE: Final = Wake(CALL_MAFIA, AT_MAFIA, "mafia_wake")
PHARMACIST_WAKES: Final = Wake(CALL_PHARMACIST, AT_PHARMACIST, "pharmacist_wakes")
SPY_WAKES: Final = Wake(CALL_SPY, AT_SPY, "spy_wakes")
FREEMASONS_WAKE: Final = Wake(CALL_FREEMASONS, AT_FREEMASONS, "freemasons_wake")


class Rules(RuleTable):
    """Every rule of the game; the options choose among the sentences."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.calls: Final = calls_for(options)
        self.leavers: Final = Leavers() if options["leaver"] == "bot" else HeartAttacks()

        hidden = options["reveal"] == "none"
        check: Step[Village] = CheckVictoryInSilence() if hidden else CheckVictory()
        check_at_dawn: Step[Village] = CheckVictoryAtDawn() if hidden else CheckVictory()
        last_bomb: Steps = [] if options["heartbreak_bomb"] == "off" else [LastBomb()]
        last_bomb_at_dawn: Steps = []
        if options["heartbreak_bomb"] == "any":
            last_bomb_at_dawn = [LastBombAtDawn()]
        chain: Steps = [Grieve(), *last_bomb, check, OpenSuccession(), NameSuccessor()]

        # PA-9, PA-15, PA-18, PA-31 Deaths by day, each with its whole chain
        self.EXECUTION: Final = self.rule("PA-9.1", CarryOutVerdict(), *chain)
        self.BOMBING: Final = self.rule("PA-15.2", BombGoesOff(), *chain)
        self.HEART_ATTACK: Final = self.rule("PA-31.4", HeartsStop(), *chain)

        # PA-2 First night
        code_names: Steps = [GiveCodeNames()] if options["murder"] == "blind" else []
        by_lot: Steps = [MatchByLot()] if options["matchmaker_timeout"] == "random" else []
        self.MEETING: Final = self.rule(
            "PA-2.4",
            MAFIA_MEET,
            MafiaMeet(),
            *code_names,
            NightPart(points.T_MEET, MeetingSigns()),
            Say("mafia_sleep"),
        )
        self.MATCHING: Final = self.rule(
            "PA-2.7",
            MATCHMAKER_WAKES,
            NightPart(points.T_MATCH, Match()),
            *by_lot,
            Say("matchmaker_sleeps"),
        )
        self.LOVERS: Final = self.rule(
            "PA-2.8",
            LOVERS_WAKE,
            LoversMeet(),
            Say("lovers_wake"),
            NightPart(points.T_MEET),
            Say("lovers_sleep"),
        )
        self.MASONS_MEETING: Final = self.rule(
            "PA-2.9",
            FREEMASONS_MEET,
            FreemasonsMeet(),
            NightPart(points.T_MEET),
            Say("freemasons_sleep"),
        )
        self.FIRST_WAVE_OF_ALL: Final = self.rule(
            "PA-R27",
            OpenWave(MAFIA_MEET, MATCHMAKER_WAKES, FREEMASONS_MEET),
            MafiaMeet(),
            *code_names,
            FreemasonsMeet(),
            NightPart(points.T_MATCH, MeetingSigns(), Match()),
            WaveEnds(),
            *by_lot,
        )
        self.LOVERS_WAVE: Final = self.rule(
            "PA-R27", OpenWave(LOVERS_WAKE), LoversMeet(), NightPart(points.T_MEET), WaveEnds()
        )

        # PA-13 to PA-21, PA-25 to PA-27 What the roles do from night 2 on
        inquiry = Inquiry(options, self)
        murder: Task = Ballot() if options["murder"] == "blind" else Murder()
        self.GLIMPSE: Final = self.rule(
            "PA-19.4", DrawMafioso(), DrawFurtherNames(), DrawNotices(), ShowGlimpse()
        )
        self.HIDING: Final = self.rule(
            "PA-20.1", COWARD_WAKES, NightPart(points.T_COWARD, Hide()), Say("coward_sleeps")
        )
        self.PROTECTION: Final = self.rule(
            "PA-16.1",
            GUARDIAN_WAKES,
            NightPart(points.T_GUARD, Protect()),
            RememberProtection(),
            Say("guardian_sleeps"),
        )
        self.BLIND_TURNS: Final = self.rule(
            "PA-25.2",
            WakeByCodeName(),
            NightPart(points.T_BLIND, BallotInTurn(), Peek()),
            NextCodeName(),
        )
        if options["murder"] == "blind":
            mafia_wake: Wake = WakeBlind(CALL_MAFIA, AT_MAFIA, "mafia_wake")
            choosing: Steps = [mafia_wake, Play(self.BLIND_TURNS)]
        else:
            mafia_wake = MAFIA_WAKE
            choosing = [mafia_wake, MafiaPart(points.T_MAFIA, murder, Peek())]
        self.MURDER: Final = self.rule(
            "PA-10.3", *choosing, lock_of(options), Say("sign_of_dawn"), Say("mafia_sleep")
        )
        self.POTIONS: Final = self.rule(
            "PA-17.1",
            PHARMACIST_WAKES,
            ShowVictim(),
            Say("potions_asked"),
            NightPart(points.T_PHARM, UsePotions()),
            Say("pharmacist_sleeps"),
        )
        self.SPYING: Final = self.rule(
            "PA-14.2",
            SPY_WAKES,
            *inquiry.spy_before,
            NightPart(points.T_SPY, inquiry.spy_task),
            *inquiry.spy_after,
            Say("spy_sleeps"),
        )
        self.SIGNS: Final = self.rule(
            "PA-21.2",
            FREEMASONS_WAKE,
            NightPart(points.T_MASONS, MasonSigns()),
            Say("freemasons_sleep"),
        )
        self.FIRST_WAVE: Final = self.rule(
            "PA-10.11",
            OpenWave(COWARD_WAKES, GUARDIAN_WAKES, mafia_wake, *inquiry.wakes, FREEMASONS_WAKE),
            *inquiry.before,
            MafiaPart(
                points.T_MAFIA, Hide(), Protect(), murder, Peek(), *inquiry.tasks, MasonSigns()
            ),
            WaveEnds(),
            RememberProtection(),
            lock_of(options),
            *inquiry.after,
        )
        self.SECOND_WAVE: Final = self.rule(
            "PA-10.11",
            OpenWave(PHARMACIST_WAKES, SPY_WAKES),
            ShowVictim(),
            *inquiry.spy_before,
            NightPart(points.T_PHARM, UsePotions(), inquiry.spy_task),
            WaveEnds(),
            *inquiry.spy_after,
        )

        # PA-10 Later nights
        if options["night_flow"] == "waves":
            first_night = [Play(self.FIRST_WAVE_OF_ALL), Play(self.LOVERS_WAVE)]
            night = [Play(self.FIRST_WAVE), Play(self.SECOND_WAVE)]
        else:
            first_night = [
                Play(self.MEETING),
                Play(self.MATCHING),
                Play(self.LOVERS),
                Play(self.MASONS_MEETING),
            ]
            night = [
                Play(self.HIDING),
                Play(self.PROTECTION),
                Play(self.MURDER),
                Play(self.POTIONS),
                *[Play(rule) for rule in inquiry.rules],
                Play(self.SPYING),
                Play(self.SIGNS),
            ]
        self.FIRST_NIGHT: Final = self.rule("PA-2.3", FirstNightFalls(), *first_night, TownWakes())
        self.NIGHT: Final = self.rule("PA-10.1", NightFalls(), *night)

        # PA-11 Dawn: the dead, a last bomb (PA-11.6), victory, deadlock, succession (PA-11.7)
        causes = options.is_on("announce_causes")
        self.DAWN: Final = self.rule(
            "PA-11",
            WorkOutNightWithCauses() if causes else WorkOutNight(),
            *last_bomb_at_dawn,
            check_at_dawn,
            CheckDeadlock(),
            OpenSuccession(),
            NameSuccessorAtDawn(),
        )

        # PA-22 Mayor
        self.ELECTION: Final = self.rule(
            "PA-22.1",
            Campaign(),
            CastBallots(),
            CountBallots(),
            RunOffBallots(),
            CountRunOff(),
            TakeOffice(),
        )

        # PA-4 to PA-8, PA-28 The trial
        self.TRIAL: Final = trial_of(options, self)
        self.QUESTION: Final = self.rule(
            "PA-15.11", OpenQuestion(), AnswerQuestion(), StartAfresh()
        )

        # PA-3 Course of a day; the early votes of PA-28 are part of the discussion
        self.SPEAKING: Final = self.rule("PA-3.3", Compose(), Utter())
        discussion: Steps = [OpenDiscussion(), Discuss(), SettleLeavers()]
        if options["trial"] == "forced":
            discussion = []
        self.DAY: Final = self.rule(
            "PA-3.1",
            DayBegins(),
            ElectionIfDue(),
            SettleLeavers(),
            *discussion,
            HoldTrial(),
            ExecuteVerdict(),
            SettleLeavers(),
            DuskFalls(),
            Dusk(),
        )

        # PA-1 Setup, and the whole game
        self.ROUND: Final = self.rule(
            "PA-1.21", Play(self.NIGHT), Play(self.DAWN), Play(self.DAY), Again()
        )
        deal: Steps = (
            [AwaitStart(), DealCards()] if options["deal"] == "random" else [AssignRoles()]
        )
        master: Steps = [PickProvisionalMaster()] if options["gm"] == "provisional" else []
        self.GAME: Final = self.rule(
            "PA-1",
            *deal,
            RankMafia(),
            *master,
            LookAtCards(),
            Play(self.FIRST_NIGHT),
            Play(self.DAY),  # PA-3.2: with a full trial
            Play(self.ROUND),
        )

    def night_lines(self, game: Village) -> list[NightLine]:
        """The lines that the game master reads tonight, in order (9.1, 9.2)."""
        night = self.FIRST_NIGHT if game.public.day == 1 else self.NIGHT
        first = "first_night_falls" if game.public.day == 1 else "night_falls"
        lines = [NightLine(first, NOTHING)]
        for step in night.steps:
            if isinstance(step, Play):
                lines.extend(lines_of(game, step.rule))
        return lines

    def fate(self, game: Village) -> list[tuple[Seat, int]]:
        """Who would be found dead, and of what, if the morning came now (PA-R11)."""
        if game.public.day == 1 or not is_night(game.public.part):
            return []
        return sorted(causes_of_death(game).items())


class Again(Step[Village]):
    """Night, dawn and day follow each other until somebody has won."""

    def do(self, game: Village, frame: Frame) -> None:
        """From the beginning."""
        game.become(frame.rule.begin(below=frame.below))


def calls_for(options: Options) -> Calls:
    """Whom the night calls (PA-10.12)."""
    if options["call_roles"] == "auto":
        return CallsOfTheLiving()
    return CallsOfAll() if options["call_roles"] == "all" else Calls()


def lock_of(options: Options) -> Step[Village]:
    """How the mafia's victim is found when their step ends."""
    if options["murder"] == "blind" or options["mafia_agreement"] == "majority":
        return LockVictimOfMost()
    return LockVictimOfHighest() if options["mafia_agreement"] == "rank" else LockVictim()


TABLES: Final = RuleTables(Rules, points.POINTS)
