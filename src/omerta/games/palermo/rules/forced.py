"""Early votes and the forced vote (PA-28)."""

from __future__ import annotations

from omerta.core import NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.day import Discuss, count_votes, settle_verdict
from omerta.games.palermo.rules.nomination import call_on, next_to_ask
from omerta.games.palermo.rules.part import InTurn
from omerta.games.palermo.rules.trial import raise_hand, settle_and_end
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import EARLY, VOTE, act_of, argument_of, each
from omerta.games.palermo.state.queries import accusable, vote_weight
from omerta.games.palermo.state.statements import VOTED
from omerta.games.palermo.state.table import FORCED

UNCLEAR_RESULTS = 3
"""This many in a row end the day without verdict (PA-28.8)."""


class StartVoting(Step[Village]):
    """Discussion and voting start from nothing (PA-28.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """No early votes."""
        game.public.votes = [NOTHING] * game.seats


class DiscussAndVoteEarly(Discuss):
    """Each living player may openly cast his one vote before the others do (PA-28.1).

    A bombing breaks it off (PA-15.18).
    """

    goes_on = False

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """An early vote is final (PA-28.3)."""
        acts = super().acts(game, frame, seat)
        if game.public.alive[seat] and game.public.votes[seat] == NOTHING:
            acts += each(EARLY, accusable(game.public, game.options, seat))
        return acts

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """When half of the living have voted the forced vote follows (PA-28.2)."""
        if act_of(choice) != EARLY:
            super().act(game, frame, seat, choice)
            return
        raise_hand(game, seat, argument_of(choice))
        if 2 * voters(game) >= game.public.living:
            game.tell("half_have_voted")
            self.move_on(game, frame)
        else:
            game.become(frame.again())

    def time(self, game: Village, frame: Frame) -> None:
        """The forced vote starts at once (PA-28.10)."""
        game.tell("forced_by_time")
        self.move_on(game, frame)


class DiscussAndVoteEarlyOrNever(DiscussAndVoteEarly):
    """`forced_timeout=no_verdict`: no forced vote before half have voted."""

    def time(self, game: Village, frame: Frame) -> None:
        """The day ends without verdict."""
        game.rules.leavers.part_ends(game)
        settle_and_end(game, ())

    def settle(self, game: Village, frame: Frame, seat: Seat) -> None:
        """When all are ready the discussion is over as well (PA-3.4)."""
        if self.is_over(game, frame):
            self.time(game, frame)
        else:
            self.renew(game, frame, seat)


def voters(game: Village) -> int:
    """How many have voted; heads count for the half (PA-22.7)."""
    return len([vote for vote in game.public.votes if vote != NOTHING])


class OpenForcedVote(Step[Village]):
    """All who have not voted are asked clockwise (PA-28.4)."""

    def do(self, game: Village, frame: Frame) -> None:
        """From the seat after the last early voter, or by PA-5.2 if there is none."""
        last = last_voter(game)
        start = (game.public.day - 1) if last == NOTHING else last + 1
        game.become(frame.by(call_on(game, next_to_ask(game, start, have_voted(game)))))


def last_voter(game: Village) -> Seat:
    """Whose early vote was the last, as the public record tells it."""
    public = game.public
    for place in range(len(public.facts) - 1, -1, -1):
        fact = public.facts[place]
        if fact.day != public.day:
            break
        if fact.record == VOTED and public.votes[fact.seat] != NOTHING:
            return fact.seat
    return NOTHING


def have_voted(game: Village) -> list[Seat]:
    """Who need not be asked any more."""
    return [seat for seat in range(game.seats) if game.public.votes[seat] != NOTHING]


class VoteInTurn(InTurn):
    """Nobody discusses (PA-28.5); the window for bombs is closed (PA-15.5).

    Who does not answer or leaves in his turn abstains (PA-28.11).
    """

    part = FORCED
    point = points.FORCED
    timer = points.T_FORCED

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Everybody asked must vote, not against himself (PA-28.11)."""
        return each(VOTE, accusable(game.public, game.options, seat)) if seat == frame.actor else ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody hears it."""
        raise_hand(game, seat, argument_of(choice))
        self.answered(game, frame)

    def answered(self, game: Village, frame: Frame) -> None:
        """On to the next without a vote; the target remembers where the round began."""
        start = frame.actor if frame.target == NOTHING else frame.target
        game.tell("turn_over", (frame.actor,))
        game.rules.leavers.part_ends(game)
        seats = game.clockwise(start)
        after = NOTHING
        for seat in seats[seats.index(frame.actor) + 1 :]:
            if game.is_present(seat) and game.public.votes[seat] == NOTHING:
                after = seat
                break
        game.become(frame.again().by(call_on(game, after)).at(start))


class CountForcedVotes(Step[Village]):
    """The single player with the most votes is convicted at once (PA-28.6)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Several share the most votes: unclear (PA-28.7)."""
        public = game.public
        if not voters(game):
            settle_and_end(game, ())
            return
        weights = [vote_weight(public, game.options, seat) for seat in range(game.seats)]
        named = [seat for seat in game.living() if seat in public.votes]
        first = count_votes(game, named, weights)
        if len(first) == 1:
            settle_and_end(game, tuple(first))
        else:
            public.standing = tuple(first)
            game.tell("tie")


class StartAgain(Step[Village]):
    """Discussion and voting start again; the third unclear result ends the day (PA-28.8)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Back to the beginning."""
        public = game.public
        public.rounds += 1
        if public.rounds >= UNCLEAR_RESULTS:
            settle_verdict(game, ())
            game.end()
            return
        game.tell("unclear", (public.rounds,))
        game.become(frame.rule.begin(below=frame.below))
