"""Nights (PA-2, PA-10): who is called, the parts in sequence or in waves, and falling asleep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from omerta.core import NOTHING, Follow, Frame, Game, Point, Repeat, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.part import WAITING, Part
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    NEXT_PART,
    SHOW,
    TAP,
    act_of,
    argument_of,
    call_of_code,
)
from omerta.games.palermo.state.roles import (
    COWARD,
    DETECTIVE1,
    DETECTIVE2,
    FREEMASON,
    GUARDIAN,
    MATCHMAKER,
    PHARMACIST,
    SPY,
)
from omerta.games.palermo.state.signing import Signing
from omerta.games.palermo.state.table import (
    CALL_COWARD,
    CALL_DETECTIVE1,
    CALL_DETECTIVE2,
    CALL_DETECTIVES,
    CALL_FREEMASONS,
    CALL_GUARDIAN,
    CALL_LOVERS,
    CALL_MAFIA,
    CALL_MATCHMAKER,
    CALL_PHARMACIST,
    CALL_SPY,
    WAVE,
)

TAP_OR_WAIT: Final = (TAP, *WAITING)
PEEK_OVER: Final = 1

ROLES_CALLED: Final[dict[int, tuple[int, ...]]] = {
    CALL_MAFIA: (),
    CALL_MATCHMAKER: (MATCHMAKER,),
    CALL_LOVERS: (MATCHMAKER,),
    CALL_FREEMASONS: (FREEMASON,),
    CALL_COWARD: (COWARD,),
    CALL_GUARDIAN: (GUARDIAN,),
    CALL_PHARMACIST: (PHARMACIST,),
    CALL_DETECTIVES: (DETECTIVE1, DETECTIVE2),
    CALL_DETECTIVE1: (DETECTIVE1,),
    CALL_DETECTIVE2: (DETECTIVE2,),
    CALL_SPY: (SPY,),
}
"""The cards that are called together; the mafia always are, the walker never (PA-19.15)."""


# Calling roles that cannot act (PA-10.12).


class Calls:
    """`call_roles=setup`: every role of the setup is called, dead or alive."""

    def includes(self, game: Village, call: int) -> bool:
        """Whether this call is made tonight; nothing hidden decides that."""
        if call == CALL_MAFIA:
            return True
        if call in (CALL_DETECTIVES, CALL_DETECTIVE1, CALL_DETECTIVE2) and (
            game.options["detective_info"] == "omniscient" and game.public.day != 2
        ):
            return False  # PA-26.1
        return self.names(game, ROLES_CALLED[call])

    def names(self, game: Village, roles: tuple[int, ...]) -> bool:
        """Whether one of these cards has to be called.

        In the standard game that leaves mafia and detectives (PA-10.2).
        """
        return any(game.public.cards[role] > 0 for role in roles)


class CallsOfTheLiving(Calls):
    """`call_roles=auto`: a role is left out once all its cards are seen dead."""

    def names(self, game: Village, roles: tuple[int, ...]) -> bool:
        """Whether a card of these may still be held by somebody living."""
        public = game.public
        for role in roles:
            seen = sum([1 for seat in public.dead if public.revealed[seat] == role])
            if public.cards[role] > seen:
                return True
        return False


class CallsOfAll(Calls):
    """`call_roles=all`: roles outside the setup are called too."""

    def names(self, game: Village, roles: tuple[int, ...]) -> bool:
        """Everybody who could exist."""
        return True


# Waking and falling asleep.


class Wake(Step[Village]):
    """A role is called; if it is not, its part is left out (PA-2.10)."""

    def __init__(self, call: int, part: int, key: str) -> None:
        self.call: Final = call
        self.part: Final = part
        self.key: Final = key

    def do(self, game: Village, frame: Frame) -> None:
        """Say the line and begin the part."""
        if not game.rules.calls.includes(game, self.call):
            game.end()
            return
        game.public.part = self.part
        game.public.calls = game.public.calls + self.said(game)
        game.box.tapped = [False] * game.seats
        game.tell(self.key)

    def said(self, game: Village) -> tuple[int, ...]:
        """Who is called by it."""
        return (self.call,)


class WakeBlind(Wake):
    """`murder=blind`: from night 2 on the code names are called instead of the mafia."""

    def said(self, game: Village) -> tuple[int, ...]:
        """In waves all at once."""
        if game.options["night_flow"] == "sequential":
            return ()
        return tuple([call_of_code(rank) for rank in range(game.mafia_cards)])


class Say(Step[Village]):
    """A line of the game master's script."""

    def __init__(self, key: str) -> None:
        self.key: Final = key

    def do(self, game: Village, frame: Frame) -> None:
        game.tell(self.key)


class WakeByCodeName(Step[Village]):
    """`murder=blind`: the mafiosi are woken one by one, dead ones too (PA-25.2, PA-25.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Call the next code name, or end the mafia's step."""
        if frame.thing + 1 == game.mafia_cards:
            game.end()
            return
        rank = frame.thing + 1
        game.public.calls = (*game.public.calls, call_of_code(rank))
        game.box.tapped = [False] * game.seats
        game.tell("code_name_wakes", (rank,))
        game.become(frame.with_thing(rank))


class NextCodeName(Repeat[Village]):
    """He sleeps again; then the next."""

    def __init__(self) -> None:
        super().__init__(WakeByCodeName)


class OpenWave(Step[Village]):
    """`night_flow=waves`: several roles act at the same time (PA-10.11)."""

    def __init__(self, *wakes: Wake) -> None:
        self.wakes: Final = list(wakes)

    def do(self, game: Village, frame: Frame) -> None:
        """Say every line; a wave in which nobody is called is left out."""
        called = False
        for wake in self.wakes:
            if game.rules.calls.includes(game, wake.call):
                called = True
                game.public.calls = game.public.calls + wake.said(game)
                game.tell(wake.key)
        if not called:
            game.end()
            return
        game.public.part = WAVE
        game.box.tapped = [False] * game.seats


class WaveEnds(Step[Village]):
    """That a wave is over shows that everybody has tapped, or that time is up."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """What was done in it comes out later."""


class Play(Follow):
    """Another rule comes first, in which nobody acts alone; then this one goes on."""

    def do(self, game: Game, frame: Frame) -> None:
        game.call(self.rule, NOTHING)


# What a night part asks.


class Task:
    """What one role does when it is called; everybody else only taps (DP-36)."""

    point: Point
    shared: bool = False
    """Whether one answer changes what others of the role may answer."""

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whether this living seat is the one who acts."""
        raise NotImplementedError

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """What the seat may answer beside the tap and a reaction to a sign."""
        raise NotImplementedError

    def signs(self, game: Village) -> int:
        """How many signs the seat may react to."""
        return 0

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Put the choice into the box; a tap means nobody."""
        raise NotImplementedError

    def may_tap(self, game: Village, seat: Seat) -> bool:
        """Whether the seat may answer without choosing anybody."""
        return not game.box.tapped[seat]

    def master_choices(self, game: Village) -> tuple[int, ...]:
        """What a human game master decides here."""
        return ()

    def master_act(self, game: Village, seat: Seat) -> None:
        """The human game master shows somebody."""

    def may_lock(self, game: Village) -> None:
        """The walker's time is over, or somebody has left: see whether all agree now."""

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whether the seat has answered for good."""
        return game.box.tapped[seat]


class Told(Task):
    """Somebody is shown something and has nothing to choose."""

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He has seen it."""
        game.box.tapped[seat] = True

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Nobody waits for him."""
        return True


class NightPart(Part):
    """Everybody living is asked to tap something, so that nothing shows who acts (8, PA-31.9)."""

    point = points.NIGHT

    def __init__(self, timer: Point, *tasks: Task) -> None:
        self.night_timer: Final = timer
        self.tasks: Final = list(tasks)

    def timer_of(self, game: Village, frame: Frame) -> Point:
        """Which timer of 5.3 runs."""
        return self.night_timer

    def task(self, game: Village, frame: Frame, seat: Seat) -> Task | None:
        """What this seat has to do, if anything.

        Nobody is told that he is chosen (PA-10.7) or poisoned (PA-10.8): he acts all the same.
        """
        if game.public.alive[seat]:
            for task in self.tasks:
                if task.concerns(game, frame, seat):
                    return task
        return None

    def do(self, game: Village, frame: Frame) -> None:
        """Ask everybody and the clock; the call has set the part."""
        part = game.public.part
        super().do(game, frame)
        game.public.part = part

    def point_of(self, game: Village, frame: Frame, seat: Seat) -> Point:
        """The task, or the neutral tap."""
        task = self.task(game, frame, seat)
        return points.TAP if task is None else task.point

    def choices(self, game: Village, frame: Frame, seat: Seat) -> Sequence[int]:
        """The seat's task, or the neutral tap."""
        if not game.is_present(seat):
            return ()
        task = self.task(game, frame, seat)
        if task is None:
            return WAITING if game.box.tapped[seat] else TAP_OR_WAIT
        tap = (TAP,) if task.may_tap(game, seat) else ()
        choices = task.choices(game, frame, seat)
        signs = task.signs(game)
        return Signing(choices, signs, tap + WAITING) if signs else choices + tap + WAITING

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Carry out a task, or only tap."""
        if act_of(choice) == SHOW:
            for task in self.tasks:
                task.master_act(game, argument_of(choice))
            game.become(frame.again())
            return
        found = self.task(game, frame, seat)
        if found is None:
            game.box.tapped[seat] = True
        else:
            found.act(game, frame, seat, choice)
        if game.top is not frame:
            return
        self.settle(game, frame, seat)
        if found is not None and found.shared and game.top is frame:
            for other in game.present():
                if other != seat and found.concerns(game, frame, other):
                    self.renew(game, frame, other)

    def master_acts(self, game: Village, frame: Frame) -> tuple[int, ...]:
        """He may end the part, and show whom he likes where that is his to decide (DP-32)."""
        acts: tuple[int, ...] = (NEXT_PART,)
        for task in self.tasks:
            acts = task.master_choices(game) + acts
        return acts

    def is_over(self, game: Village, frame: Frame) -> bool:
        """In waves: when everybody has tapped (PA-31.12); in sequence only time ends a part."""
        options = game.options
        if options["night_flow"] != "waves" or options["night_pace"] != "all_tap":
            return False
        if self.waits_for_peek(game, frame):
            return False
        present = game.present()
        for seat in present:
            if not game.box.tapped[seat]:
                return False
        return all(self.is_settled(game, frame, seat) for seat in present)

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whoever has to agree with others has not answered for good before they do (PA-R4)."""
        task = self.task(game, frame, seat)
        return task is None or task.is_settled(game, frame, seat)

    def waits_for_peek(self, game: Village, frame: Frame) -> bool:
        """Whether the time in which the walker may spy still runs (PA-19.12)."""
        return False


class MafiaPart(NightPart):
    """The part in which the mafia choose: its first `t_peek` belongs to the walker too."""

    def timer_of(self, game: Village, frame: Frame) -> Point:
        """Which timer of 5.3 runs."""
        return points.T_PEEK if self.waits_for_peek(game, frame) else self.night_timer

    def waits_for_peek(self, game: Village, frame: Frame) -> bool:
        """Nobody can lock a victim before it is over (PA-19.12)."""
        return game.has_walker and frame.thing != PEEK_OVER

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """From leaving on he counts in no agreement of that night (PA-31.3)."""
        game.public.away[seat] = True
        if not self.waits_for_peek(game, frame):
            for task in self.tasks:
                task.may_lock(game)
        super().leave(game, frame, seat)

    def time(self, game: Village, frame: Frame) -> None:
        """First the walker's time ends, then the part."""
        if not self.waits_for_peek(game, frame):
            self.move_on(game, frame)
            return
        frame = frame.with_thing(PEEK_OVER)
        for task in self.tasks:
            task.may_lock(game)
        if self.is_over(game, frame):
            game.become(frame)
        else:
            game.become(frame.again())
