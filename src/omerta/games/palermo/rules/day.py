"""The course of a day (PA-3): election, discussion, question after a bombing, dusk, nightfall."""

from __future__ import annotations

from typing import Final

from omerta.core import CHANCE, NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    ELECT,
    NO,
    READY,
    YES,
    act_of,
    argument_of,
    choice_of,
    each,
)
from omerta.games.palermo.state.table import DISCUSSION, DUSK, ELECTION, QUESTION, RUNOFF

PRESS_READY: Final = (choice_of(READY),)
YES_OR_NO: Final = (choice_of(YES), choice_of(NO))


class DayBegins(Step[Village]):
    """Nothing is accused, voted or settled yet."""

    def do(self, game: Village, frame: Frame) -> None:
        """Clear the table of the last day; a bomb at dawn counts for this one (PA-18.13)."""
        public = game.public
        public.settled = False
        public.verdict = ()
        public.rounds = 0
        public.said = [0] * game.seats
        clear_trial(game)


def clear_trial(game: Village) -> None:
    """An empty list, no nominations, no early votes (PA-15.13)."""
    public = game.public
    public.accused = ()
    public.accusers = ()
    public.nominations = ()
    public.standing = ()
    public.votes = [NOTHING] * game.seats


# The mayor's election (PA-22).


class ElectionIfDue(Step[Village]):
    """On day 1, and after the mayor's death when a day begins (PA-22.1, PA-22.11)."""

    def do(self, game: Village, frame: Frame) -> None:
        """All living players elect."""
        if game.public.election_due:
            game.call(game.rules.ELECTION, NOTHING)


class Campaign(Step[Village]):
    """Everybody can be elected, mafiosi too (PA-22.9); nobody can refuse (PA-22.5)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Clear the ballots."""
        game.public.standing = tuple(game.living())
        game.public.votes = [NOTHING] * game.seats
        game.tell("election")


class CastBallots(Part):
    """Everyone has one ballot, cast openly, not for himself (PA-22.2)."""

    part = ELECTION
    point = points.ELECTION
    timer = points.T_CAMPAIGN
    talks = True
    bombs = True
    goes_on = True

    def do(self, game: Village, frame: Frame) -> None:
        """Only while there is something to choose."""
        if len(self.candidates(game)) > 1:
            super().do(game, frame)

    def candidates(self, game: Village) -> list[Seat]:
        """Those who stand and live."""
        return queries.standing_for_mayor(game.public)

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """One of the candidates."""
        if not game.public.alive[seat] or game.public.votes[seat] != NOTHING:
            return ()
        return each(ELECT, [other for other in self.candidates(game) if other != seat])

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody sees the ballot."""
        game.public.votes[seat] = argument_of(choice)
        game.tell("ballot", (seat, argument_of(choice)))
        self.settle(game, frame, seat)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether everybody has voted."""
        return all(game.public.votes[seat] != NOTHING for seat in game.present())


def count_votes(game: Village, candidates: list[Seat], weights: list[int]) -> list[Seat]:
    """Put the result on the table; those with the most votes."""
    public = game.public
    totals = [0] * game.seats
    for voter in range(game.seats):
        if public.votes[voter] != NOTHING:
            totals[public.votes[voter]] += weights[voter]
    public.count = tuple([(seat, totals[seat]) for seat in candidates])
    for seat in candidates:
        game.tell("counted", (seat, totals[seat]))
    most = max([totals[seat] for seat in candidates], default=0)
    return [seat for seat in candidates if totals[seat] == most]


class CountBallots(Step[Village]):
    """The relative majority elects; a tie is put to one run-off (PA-22.3, PA-22.4)."""

    def do(self, game: Village, frame: Frame) -> None:
        """The mayor's old weight does not count here (PA-22.7)."""
        public = game.public
        candidates = queries.standing_for_mayor(public)
        first = count_votes(game, candidates, [1] * game.seats)
        if len(first) > 1 and any(vote != NOTHING for vote in public.votes):
            public.votes = [NOTHING] * game.seats
            game.tell("election_runoff")
            for seat in first:
                game.tell("runs_off", (seat,))
        else:
            game.become(frame.with_thing(DECIDED))
        public.standing = tuple(first)


DECIDED: Final = 1


class RunOffBallots(CastBallots):
    """Among the tied only, and without another campaign."""

    part = RUNOFF
    timer = points.T_BALLOT

    def do(self, game: Village, frame: Frame) -> None:
        """Unless there was no tie."""
        if frame.thing != DECIDED:
            super().do(game, frame)


class CountRunOff(Step[Village]):
    """A second tie is decided by lot (PA-22.4)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Who has most votes stays."""
        public = game.public
        if frame.thing != DECIDED:
            candidates = queries.standing_for_mayor(public)
            if len(candidates) > 1:
                candidates = count_votes(game, candidates, [1] * game.seats)
            public.standing = tuple(candidates)


class TakeOffice(Step[Village]):
    """Who is elected is mayor; of several, also if nobody voted, a lot decides (PA-22.14)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Draw if it is not decided."""
        standing = sorted(game.public.standing) or game.living()
        if len(standing) == 1:
            self.take(game, frame, CHANCE, standing[0])
        else:
            game.ask(CHANCE, points.LOT, standing)

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He holds the office until he dies (PA-22.8)."""
        public = game.public
        public.mayor = choice
        public.election_due = False
        public.standing = ()
        public.votes = [NOTHING] * game.seats
        game.tell("elected", (choice,))


# Discussion (PA-3.3).


class OpenDiscussion(Step[Village]):
    """Nobody is ready yet."""

    def do(self, game: Village, frame: Frame) -> None:
        """Say how much time there is."""
        game.public.ready = 0
        game.box.ready = [False] * game.seats
        game.tell("discussion")


class Discuss(Part):
    """Every living player may speak to all, suspect anyone and defend anyone (PA-3.3)."""

    part = DISCUSSION
    point = points.DISCUSSION
    timer = points.T_DISCUSS
    talks = True
    bombs = True
    goes_on = True

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Press ready; only the number is seen."""
        return PRESS_READY if game.public.alive[seat] and not game.box.ready[seat] else ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """It ends when all living players are ready (PA-3.4)."""
        game.box.ready[seat] = True
        game.public.ready += 1
        game.tell("ready", (game.public.ready,))
        self.settle(game, frame, seat)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether all are ready."""
        return all(game.box.ready[seat] for seat in game.living())

    def interrupt(self, game: Village, frame: Frame) -> None:
        """A bomb gives everybody something to talk about."""
        game.public.ready = 0
        game.box.ready = [False] * game.seats
        super().interrupt(game, frame)


# The trial, and the question after a bombing (PA-15.11).


class HoldTrial(Step[Village]):
    """A trial is held until the day's verdict, or its absence, is settled (PA-3.6)."""

    def do(self, game: Village, frame: Frame) -> None:
        """After a bombing everybody must consent first (PA-15.16)."""
        if game.public.settled:
            return
        game.become(frame.again())
        clear_trial(game)
        game.call(game.rules.QUESTION if game.public.bombed else game.rules.TRIAL, NOTHING)


def settle_verdict(game: Village, convicted: tuple[Seat, ...]) -> None:
    """The verdict of the day, or that there is none."""
    game.public.settled = True
    game.public.verdict = convicted
    if not convicted:
        game.tell("no_verdict")


class OpenQuestion(Step[Village]):
    """Does everybody want a further verdict today?"""

    def do(self, game: Village, frame: Frame) -> None:
        """Ask all living players."""
        game.public.votes = [NOTHING] * game.seats
        game.tell("question")


class AnswerQuestion(Part):
    """Every living player answers yes or no openly (PA-R24)."""

    part = QUESTION
    point = points.QUESTION
    timer = points.T_UNANIMOUS
    bombs = True

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Once."""
        if game.public.alive[seat] and game.public.votes[seat] == NOTHING:
            return YES_OR_NO
        return ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The first no ends the question (PA-15.12)."""
        if act_of(choice) == NO:
            game.tell("said_no", (seat,))
            self.refuse(game, frame)
            return
        game.public.votes[seat] = seat
        game.tell("said_yes", (seat,))
        self.settle(game, frame, seat)

    def time(self, game: Village, frame: Frame) -> None:
        """A missing answer is a no (PA-15.12)."""
        self.refuse(game, frame)

    def refuse(self, game: Village, frame: Frame) -> None:
        """No verdict on that day (PA-15.14)."""
        game.tell("no_further_verdict")
        settle_verdict(game, ())
        game.public.bombed = False
        self.move_on(game, frame)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether all living players said yes; who has left says no in the end."""
        return all(game.public.votes[seat] != NOTHING for seat in game.living())


class StartAfresh(Step[Village]):
    """Unanimous yes: the trial starts from nothing (PA-15.13)."""

    def do(self, game: Village, frame: Frame) -> None:
        """The number of failed forced votes too (PA-R24)."""
        if not game.public.settled:
            game.public.bombed = False
            game.public.rounds = 0
            game.tell("further_verdict")


class ExecuteVerdict(Step[Village]):
    """Who is convicted is out at once (PA-9.1)."""

    def do(self, game: Village, frame: Frame) -> None:
        """If there is a verdict at all."""
        if game.public.verdict:
            game.call(game.rules.EXECUTION, NOTHING)


# Dusk and nightfall.


class DuskFalls(Step[Village]):
    """After the verdict dusk lasts `t_dusk` (PA-3.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """The bomb window opens once more (PA-15.3)."""
        game.tell("dusk")


class Dusk(Part):
    """A last talk; then night falls."""

    part = DUSK
    point = points.DUSK
    timer = points.T_DUSK
    talks = True
    bombs = True
    goes_on = True

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """At dusk a heart attack takes effect at once (PA-31.2)."""
        super().leave(game, frame, seat)
        if game.rules.leavers.gone(game):
            game.call(game.rules.HEART_ATTACK, NOTHING)


class NightFalls(Step[Village]):
    """The dead begin to see (PA-9.7), and the first of them may become game master (PA-23.3).

    Of several the one announced first (PA-23.4); whoever was it until now is it no more (PA-23.5).
    """

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """A new night begins."""
        public = game.public
        public.day += 1
        public.calls = ()
        public.bombed = False
        public.settled = False
        game.box.clear_night(game.seats)
        if game.options["gm"] == "provisional":
            public.master = public.dead[0] if public.dead else NOTHING
        for seat in public.dead:
            if game.options["dead_view"] == "all" or seat == public.master:
                public.full_view[seat] = True
        game.tell("night_falls")
