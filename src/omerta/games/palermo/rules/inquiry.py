"""The detectives' part of the night as the options want it, and what the spy hears of it."""

from __future__ import annotations

from typing import Final

from omerta.core import Rule, RuleTable
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.citizens import (
    AnswerAlone,
    AnswerTogether,
    AskAbout,
    AskTogether,
    Look,
    LookAtChoiceOfMaster,
    LookOnce,
    MeetPartner,
    PickForInformant,
    ShowAllMafiosi,
    ShowInformant,
)
from omerta.games.palermo.rules.mafia import (
    Listen,
    ListenToMaster,
    ReportFirstQuestion,
    ReportInformant,
    ReportQuestion,
)
from omerta.games.palermo.rules.night import (
    NightPart,
    Say,
    Task,
    Wake,
)
from omerta.games.palermo.rules.part import Steps
from omerta.games.palermo.state.options import Options
from omerta.games.palermo.state.roles import DETECTIVE1, DETECTIVE2
from omerta.games.palermo.state.table import (
    AT_DETECTIVE1,
    AT_DETECTIVE2,
    AT_DETECTIVES,
    CALL_DETECTIVE1,
    CALL_DETECTIVE2,
    CALL_DETECTIVES,
)


class Inquiry:
    """What the detectives do every night from night 2 on (PA-13.1) and what the spy hears of it.

    Of omniscient detectives he hears nothing (PA-14.8).
    """

    def __init__(self, options: Options, book: RuleTable) -> None:
        joint = options["detective_mode"] == "joint"
        groups = [(DETECTIVE1, DETECTIVE2)] if joint else [(DETECTIVE1,), (DETECTIVE2,)]
        self.wakes: Final = [self.wake(options, group) for group in groups]
        self.before: Final[Steps] = [MeetPartner()] if joint else []
        self.tasks: Final[list[Task]] = []
        self.after: Final[Steps] = []
        self.rules: Final[list[Rule]] = []
        for place in range(len(groups)):
            before, task, after = self.steps(options, groups[place])
            meet: Steps = [MeetPartner()] if joint else []
            self.before.extend(before)
            self.tasks.append(task)
            self.after.extend(after)
            self.rules.append(
                book.rule(
                    "PA-13.4" if joint else "PA-13.6",
                    self.wakes[place],
                    *meet,
                    *before,
                    NightPart(points.T_DETECTIVE, task),
                    *after,
                    Say("detectives_sleep"),
                )
            )
        self.spy_before: Final[Steps] = []
        self.spy_after: Final[Steps] = []
        self.spy_task: Task = Listen()
        if options["detective_info"] == "informant":
            self.spy_before.append(ReportInformant())
        elif options["detective_info"] == "ask" and options["spy_pick"] == "first":
            self.spy_before.append(ReportFirstQuestion())
        elif options["detective_info"] == "ask" and options["spy_pick"] == "random":
            self.spy_before.append(ReportQuestion())
        elif options["detective_info"] == "ask":
            self.spy_task = ListenToMaster()
            self.spy_after.append(ReportQuestion())

    def wake(self, options: Options, roles: tuple[int, ...]) -> Wake:
        """The call and its line."""
        first = roles[0] == DETECTIVE1
        call = CALL_DETECTIVES
        part = AT_DETECTIVES
        key = "detectives_wake"
        if len(roles) == 1:
            call = CALL_DETECTIVE1 if first else CALL_DETECTIVE2
            part = AT_DETECTIVE1 if first else AT_DETECTIVE2
            key = "detective1_wakes" if first else "detective2_wakes"
        if options["detective_info"] == "informant":
            key = "detectives_informed"
        elif options["detective_info"] == "omniscient":
            key = "detectives_shown"
        return Wake(call, part, key)

    def steps(self, options: Options, roles: tuple[int, ...]) -> tuple[Steps, Task, Steps]:
        """What comes before, in and after the part of these detectives."""
        if options["detective_info"] == "omniscient":
            return [ShowAllMafiosi(*roles)], LookOnce(*roles), []
        if options["detective_info"] == "informant":
            show: Steps = [PickForInformant(), ShowInformant(*roles)]
            if options["informant_pick"] == "gm":
                return [], LookAtChoiceOfMaster(*roles), show
            return show, Look(*roles), []
        if len(roles) == 2:
            return [], AskTogether(*roles), [AnswerTogether()]
        return [], AskAbout(*roles), [AnswerAlone(*roles)]
