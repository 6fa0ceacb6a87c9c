"""A part of the day or night: everybody is asked, time ends it; leaving, talking and bombing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from omerta.core import CLOCK, MASTER, NOTHING, OPEN, Ask, Frame, Point, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    BOMB,
    KEEP_WAITING,
    LEAVE,
    NEXT,
    NEXT_PART,
    RETURN,
    SAY,
    TIME,
    TIME_IS_UP,
    WAIT,
    act_of,
    argument_of,
    choice_of,
    each,
)
from omerta.games.palermo.state.statements import (
    ACCUSE,
    WITHDRAW,
    Said,
    field_name,
    field_wanted,
    is_complete,
    utterance,
    values,
)
from omerta.games.palermo.state.table import PLEAS

Steps = list[Step[Any]]

WAITING: Final = (KEEP_WAITING,)


class Part(Step[Village]):
    """Every seat may act until the part is over: by its own rule, by time, or by the GM.

    Who is asked does not depend on anything hidden: where somebody might bomb or act in
    secret, everybody living is asked and may at least wait.
    """

    shape = OPEN
    part: int = NOTHING
    """Where the clock stands; at night the call sets it."""
    point: Point
    timer: Point
    talks: bool = False
    """Whether statements belong here (6.1.5)."""
    bombs: bool = False
    """Whether the bomb window is open (PA-15.3)."""
    goes_on: bool = False
    """Whether the part goes on after a bombing or is broken off (PA-15.8)."""

    # What a part says of itself.

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """What this seat, which has not left, may do here beside talking and bombing."""
        return ()

    def master_acts(self, game: Village, frame: Frame) -> tuple[int, ...]:
        """What a human game master may do here: end it (DP-33, PA-10.9, PA-31.11)."""
        return (NEXT_PART,)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Carry out one of the acts."""
        raise NotImplementedError

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether nobody who is still here has anything left to answer."""
        return False

    def time(self, game: Village, frame: Frame) -> None:
        """Time is up."""
        self.move_on(game, frame)

    # What all parts have in common.

    def do(self, game: Village, frame: Frame) -> None:
        """Ask everybody and the clock."""
        game.public.part = self.part
        for seat in range(game.seats):
            choices = self.choices(game, frame, seat)
            if choices:
                game.ask(seat, self.point_of(game, frame, seat), choices)
        game.ask(CLOCK, self.timer_of(game, frame), presence(game))
        if game.has_master:
            game.ask(MASTER, self.point, self.master_acts(game, frame))

    def point_of(self, game: Village, frame: Frame, seat: Seat) -> Point:
        """What this seat is asked for."""
        return self.point

    def timer_of(self, game: Village, frame: Frame) -> Point:
        """Which timer of 5.3 runs."""
        return self.timer

    def choices(self, game: Village, frame: Frame, seat: Seat) -> Sequence[int]:
        """All that this seat may answer now; the dead at most talk (PA-29.2)."""
        public = game.public
        if public.away[seat]:
            return ()
        acts = self.acts(game, frame, seat)
        if self.talks and self.may_speak(game, frame, seat):
            acts += queries.statements_open(public, game.options, seat, frame.thing)
        if self.talks and not public.alive[seat] and game.options["talking_dead"] != "off":
            acts += WAITING
        if self.bombs and public.alive[seat]:
            if queries.has_bomb(game.secret[seat]):
                acts += each(BOMB, queries.bombable(public, seat))
            acts += WAITING
        return acts

    def may_speak(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whether one more statement is open to this seat (6.1.6)."""
        return queries.may_say_more(game.public, seat) and self.has_floor(game, frame, seat)

    def has_floor(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whether the seat may speak to all at this moment (PA-3.3)."""
        return game.public.alive[seat] or queries.has_voice(
            game.public, game.options, seat, game.role(seat)
        )

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Carry out what somebody answered while the part is open."""
        act = act_of(choice)
        if act == WAIT:
            return
        if act in (TIME, NEXT):
            self.time(game, frame)
        elif act == LEAVE:
            self.leave(game, frame, argument_of(choice))
        elif act == RETURN:
            game.public.away[argument_of(choice)] = False
            game.tell("returned", (argument_of(choice),))
            game.become(frame.again())
        elif act == SAY:
            game.public.words = ()
            game.become(frame.again())
            game.call(game.rules.SPEAKING, seat, thing=argument_of(choice))
        elif act == BOMB and self.bombs:  # who presses first; all others are asked anew (PA-15.9)
            self.interrupt(game, frame)
            game.call(game.rules.BOMBING, seat, argument_of(choice))
        else:
            self.act(game, frame, seat, choice)

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """A player leaves; until the part ends he may come back (PA-31.1)."""
        game.public.away[seat] = True
        game.tell("left", (seat,))
        if self.is_over(game, frame):
            self.move_on(game, frame)
        else:
            game.become(frame.again())

    def interrupt(self, game: Village, frame: Frame) -> None:
        """A bombing comes first (PA-15.8); then the part goes on or is broken off."""
        if self.goes_on:
            game.become(frame.again())
        else:
            game.end()

    def renew(self, game: Village, frame: Frame, seat: Seat) -> None:
        """Ask one seat anew; nothing has changed for the others."""
        choices = self.choices(game, frame, seat)
        for place in range(len(game.asks)):
            ask = game.asks[place]
            if ask.seat == seat:
                if choices:
                    game.asks[place] = Ask(seat, ask.point, choices)
                else:
                    del game.asks[place]
                return

    def settle(self, game: Village, frame: Frame, seat: Seat) -> None:
        """Go on if the part is over, else ask this seat anew."""
        if self.is_over(game, frame):
            self.move_on(game, frame)
        else:
            self.renew(game, frame, seat)

    def move_on(self, game: Village, frame: Frame) -> None:
        """The part is over."""
        game.rules.leavers.part_ends(game)
        game.become(frame.by(frame.actor))


class InTurn(Part):
    """The players are asked one after another; the actor is the one whose turn it is."""

    def do(self, game: Village, frame: Frame) -> None:
        """Until everybody has been asked."""
        if frame.actor != NOTHING:
            super().do(game, frame)

    def time(self, game: Village, frame: Frame) -> None:
        """Who does not answer has had his turn."""
        self.answered(game, frame)

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """So has who leaves in it."""
        super().leave(game, frame, seat)
        if seat == frame.actor:
            self.answered(game, frame)

    def answered(self, game: Village, frame: Frame) -> None:
        """On to the next."""
        raise NotImplementedError


PRESENCE: Final[dict[int, tuple[int, ...]]] = {}


def presence(game: Village) -> tuple[int, ...]:
    """What the clock may say: time is up, or somebody leaves or returns (DP-33, DP-34)."""
    away = game.public.away
    if True in away:
        return (
            TIME_IS_UP,
            *[choice_of(RETURN if away[seat] else LEAVE, seat) for seat in range(game.seats)],
        )
    choices = PRESENCE.get(game.seats)
    if choices is None:
        choices = (TIME_IS_UP, *each(LEAVE, list(range(game.seats))))
        PRESENCE[game.seats] = choices
    return choices


# Speaking (6): a statement is asked for field by field and said when it is whole.


class Compose(Step[Village]):
    """The speaker fills in one field after the other."""

    def do(self, game: Village, frame: Frame) -> None:
        """Ask for the next field."""
        words = game.public.words
        field = field_wanted(frame.thing, words)
        if field >= 0:
            floor = queries.floor(game.public, game.options, frame.actor, field)
            choices = values(frame.thing, words, frame.actor, floor)
            game.ask(frame.actor, points.SAY[field_name(frame.thing, words)], choices)

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Keep the word."""
        words = (*game.public.words, choice)
        game.public.words = words
        if not is_complete(frame.thing, words):
            game.become(frame.again())


class Utter(Step[Village]):
    """The statement gets its number and is heard by everybody."""

    def do(self, game: Village, frame: Frame) -> None:
        """Say it; a formal act takes effect."""
        public = game.public
        seat = frame.actor
        said = Said(seat, public.day, public.part, frame.thing, public.words)
        public.words = ()
        public.statements = public.statements.and_then(said)
        public.said[seat] += 1
        if public.part == PLEAS:
            public.said_in_plea += 1
        key, args = utterance(said)
        game.tell(key, (len(public.statements), seat, *args))
        if said.kind == ACCUSE:
            game.accuse(seat, said.words[0])
        elif said.kind == WITHDRAW:
            game.withdraw(seat, said.words[0])
