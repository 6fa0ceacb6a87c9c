"""The court (PA-6 to PA-8): pleas, the vote, and the four rules for ties."""

from __future__ import annotations

from typing import Final

from omerta.core import CHANCE, NOTHING, Frame, Repeat, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.day import count_votes, settle_verdict
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    CHOOSE,
    READY,
    VOTE,
    argument_of,
    choice_of,
    each,
    is_accusers,
)
from omerta.games.palermo.state.statements import VOTED
from omerta.games.palermo.state.table import PLEAS, RUNOFF, TIE
from omerta.games.palermo.state.table import VOTE as AT_VOTE

END_PLEA: Final = (choice_of(READY),)


# Pleas (PA-6).


class OpenPleas(Step[Village]):
    """After the list closes the speeches begin (PA-6.1)."""

    def do(self, game: Village, frame: Frame) -> None:
        """The first speech comes first."""
        game.become(frame.with_thing(NOTHING))


class CallSpeaker(Step[Village]):
    """For each name in list order first the accuser, then the accused speaks (PA-6.1)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Who is dead or has left is skipped (PA-6.8)."""
        speech = frame.thing + 1
        while speech < queries.speeches(game.public, game.options):
            seat = queries.speaker(game.public, game.options, speech)
            if game.is_present(seat):
                game.public.said_in_plea = 0
                game.tell(self.key(speech), (seat,))
                game.become(frame.with_thing(speech))
                return
            speech += 1
        game.become(frame.rule.begin(below=frame.below).past(NextSpeech))

    def key(self, speech: int) -> str:
        """What the game master says."""
        return "accuser_speaks" if is_accusers(speech) else "accused_speaks"


class CallAccused(CallSpeaker):
    """In the nomination trial each accused may give one closing plea (PA-6.5)."""

    def key(self, speech: int) -> str:
        """What the game master says."""
        return "closing_plea"


class Plead(Part):
    """The speaker speaks for at most `t_plea` (PA-6.2), and nobody else (PA-6.3).

    The thing is the number of the speech.
    """

    part = PLEAS
    point = points.PLEA
    timer = points.T_PLEA
    talks = True
    bombs = True

    def speaker(self, game: Village, frame: Frame) -> Seat:
        """Whose turn it is."""
        return queries.speaker(game.public, game.options, frame.thing)

    def has_floor(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The speaker alone."""
        return seat == self.speaker(game, frame) and super().has_floor(game, frame, seat)

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """A speaker may end his plea early (PA-6.7)."""
        return END_PLEA if seat == self.speaker(game, frame) else ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The speech is over."""
        self.move_on(game, frame)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether the speaker has left."""
        return game.public.away[self.speaker(game, frame)]

    def move_on(self, game: Village, frame: Frame) -> None:
        """Say so."""
        game.tell("speech_over", (self.speaker(game, frame), game.options.timers[self.timer.time]))
        super().move_on(game, frame)


class PleadInClosing(Plead):
    """Closing pleas of at most 60 seconds (PA-6.5)."""

    timer = points.T_CLOSING


class NextSpeech(Repeat[Village]):
    """Then the next speaker."""

    def __init__(self) -> None:
        super().__init__(CallSpeaker)

    def again(self, game: Village, frame: Frame) -> Frame:
        """The thing says which speech is over."""
        return frame.by(NOTHING).at(NOTHING)


# The court vote (PA-7).


class AnnounceVote(Step[Village]):
    """The court vote follows the last plea (PA-7.1)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Say that it will open at once."""
        game.tell("vote_opens")


class WaitForVote(Part):
    """It is announced `t_warn` before it opens (PA-7.1); so long a bomb can go off (PA-R23)."""

    part = PLEAS
    point = points.WARNING
    timer = points.T_WARN
    bombs = True


class OpenVote(Step[Village]):
    """The window for bombs closes (PA-15.4)."""

    def do(self, game: Village, frame: Frame) -> None:
        """The accused are put to the vote in order (PA-7.2)."""
        game.public.standing = game.public.accused
        game.public.votes = [NOTHING] * game.seats
        game.tell("hands_up", (game.public.standing[0],))
        game.become(frame.with_thing(0))


class RaiseHands(Part):
    """Every living player, the accused included, must cast exactly one vote (PA-7.4).

    The thing says which accused is being called; after the last one there is time for those
    without a vote (PA-7.6).
    """

    part = AT_VOTE
    point = points.VOTE
    timer = points.T_VOTE

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """One of the accused; a raised hand cannot be taken back (PA-7.5)."""
        public = game.public
        if not public.alive[seat] or public.votes[seat] != NOTHING:
            return ()
        return each(VOTE, queries.votable(public, game.options, seat))

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody sees who votes against whom (PA-7.3)."""
        raise_hand(game, seat, argument_of(choice))
        self.settle(game, frame, seat)

    def time(self, game: Village, frame: Frame) -> None:
        """The next accused is called, then the late voters, then the vote is over."""
        called = frame.thing + 1
        standing = game.public.standing
        if called > len(standing):
            self.move_on(game, frame)
            return
        if called < len(standing):
            game.tell("hands_up", (standing[called],))
        else:
            game.tell("late_voters")
        game.become(frame.again().with_thing(called))

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether all hands have been up."""
        votes = game.public.votes
        for seat in range(game.seats):
            if votes[seat] == NOTHING and game.is_present(seat):
                return False
        return True


def raise_hand(game: Village, seat: Seat, against: Seat) -> None:
    """A vote, made openly (PA-3.8) and put on the public record."""
    game.public.votes[seat] = against
    game.record(VOTED, seat, against)
    game.tell("hand", (seat, against))


class LotsForTheSilent(Step[Village]):
    """`vote_timeout=lot`: a lot votes for whoever has not (PA-7.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Silent voters in seat order, accused in list order."""
        silent = self.silent(game)
        if silent != NOTHING:
            others = [seat for seat in game.public.standing if seat != silent]
            game.ask(CHANCE, points.LOT, others)

    def silent(self, game: Village) -> Seat:
        """The first who has not voted and has not left."""
        for seat in game.present():
            if game.public.votes[seat] == NOTHING:
                return seat
        return NOTHING

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """His hand goes up."""
        raise_hand(game, self.silent(game), choice)
        game.become(frame.again())


def count_hands(game: Village) -> list[Seat]:
    """The accused with the most votes, or nobody if no vote at all was cast (PA-7.10)."""
    weights = [queries.vote_weight(game.public, game.options, seat) for seat in range(game.seats)]
    first = count_votes(game, list(game.public.standing), weights)
    if all(vote == NOTHING for vote in game.public.votes):
        return []
    return first


class CountVotes(Step[Village]):
    """The accused with the most votes is convicted (PA-7.9)."""

    def do(self, game: Village, frame: Frame) -> None:
        """A tie goes to the rule that was agreed (PA-8.1); else the trial is over."""
        first = count_hands(game)
        if len(first) > 1:
            game.public.standing = tuple(first)
            game.tell("tie")
            game.become(frame.with_thing(NOTHING))
        else:
            settle_verdict(game, tuple(first))
            game.end()


# Ties (PA-8). A step that settles the tie ends the trial; else the run-off follows.


def settle_and_end(game: Village, convicted: tuple[Seat, ...]) -> None:
    """The trial is over."""
    settle_verdict(game, convicted)
    game.end()


class ConvictAll(Step[Village]):
    """all: all tied accused are convicted together (PA-8.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """In the order of the list."""
        game.tell("tie_all")
        settle_and_end(game, game.public.standing)


class ChooseAmongTied(Part):
    """Somebody, living or dead (PA-9.9), chooses one of the tied accused.

    No choice ends the day without verdict.
    """

    part = TIE
    point = points.TIE
    timer = points.T_DEAD

    def chooser(self, game: Village) -> Seat:
        """Who decides, or NOTHING if the clauses for runoff apply."""
        raise NotImplementedError

    def do(self, game: Village, frame: Frame) -> None:
        """Ask him, if there is one."""
        if self.chooser(game) != NOTHING:
            super().do(game, frame)

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """One of the tied."""
        return each(CHOOSE, list(game.public.standing)) if seat == self.chooser(game) else ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """His choice is the verdict."""
        game.tell("chosen", (seat, argument_of(choice)))
        game.rules.leavers.part_ends(game)
        settle_and_end(game, (argument_of(choice),))

    def time(self, game: Village, frame: Frame) -> None:
        """PA-8.11, PA-8.13"""
        game.rules.leavers.part_ends(game)
        settle_and_end(game, ())


class SayWhoDecides(Step[Village]):
    """Everybody hears whose choice it is."""

    def __init__(self, choice: ChooseAmongTied) -> None:
        self.choice: Final = choice

    def do(self, game: Village, frame: Frame) -> None:
        """If there is anybody; else the run-off follows."""
        chooser = self.choice.chooser(game)
        if chooser != NOTHING:
            game.tell("tie_decided_by", (chooser,))


class LastDeadChooses(ChooseAmongTied):
    """last_dead: who died most recently chooses (PA-8.8)."""

    def chooser(self, game: Village) -> Seat:
        """Announced last and still present (PA-8.9)."""
        for seat in reversed(game.public.dead):
            if not game.public.away[seat]:
                return seat
        return NOTHING

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """If he leaves, the next is asked, or the clauses for runoff apply (PA-8.10)."""
        super().leave(game, frame, seat)
        if self.chooser(game) == NOTHING:
            game.become(frame.by(frame.actor))


class MayorsVoteDecides(Step[Village]):
    """mayor: the tied accused against whom the mayor voted is convicted (PA-8.12)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Even when he himself is one of them (PA-8.14)."""
        mayor = game.public.mayor
        if mayor != NOTHING and game.public.votes[mayor] in game.public.standing:
            game.tell("tie_mayor", (mayor,))
            settle_and_end(game, (game.public.votes[mayor],))


class MayorChooses(ChooseAmongTied):
    """mayor: if he voted against none of the tied, he names one of them (PA-8.13)."""

    timer = points.T_MAYOR_TIE

    def chooser(self, game: Village) -> Seat:
        """Without a living mayor the clauses for runoff apply (PA-8.15)."""
        return game.public.mayor

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """A mayor who leaves gives no answer."""
        super().leave(game, frame, seat)
        if seat == game.public.mayor:
            self.time(game, frame)


class OpenRunOff(Step[Village]):
    """runoff: exactly the tied ones stand in one run-off vote (PA-8.3)."""

    def do(self, game: Village, frame: Frame) -> None:
        """A tie between the only two accused ends the day without verdict (PA-8.5)."""
        public = game.public
        if len(public.accused) == 2:
            settle_and_end(game, ())
            return
        public.votes = [NOTHING] * game.seats
        game.tell("runoff")
        for seat in public.standing:
            game.tell("runs_off", (seat,))
        game.tell("hands_up", (public.standing[0],))
        game.become(frame.with_thing(0))


class RaiseHandsInRunOff(RaiseHands):
    """All clauses of PA-7 hold in it (PA-8.6)."""

    part = RUNOFF


class CountRunOffVotes(Step[Village]):
    """If the run-off again ties the day ends without verdict (PA-8.4)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Else the verdict stands."""
        first = count_hands(game)
        settle_and_end(game, tuple(first) if len(first) == 1 else ())
