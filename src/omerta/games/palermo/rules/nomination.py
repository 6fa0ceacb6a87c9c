"""Trial by nomination (PA-5)."""

from __future__ import annotations

from omerta.core import CHANCE, NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.day import settle_verdict
from omerta.games.palermo.rules.part import InTurn
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    NOBODY,
    NOMINATE,
    TAP,
    argument_of,
    choice_of,
    first_of,
    second_of,
    two,
)
from omerta.games.palermo.state.queries import accusable
from omerta.games.palermo.state.statements import NOMINATED
from omerta.games.palermo.state.table import AGAIN
from omerta.games.palermo.state.table import NOMINATE as AT_NOMINATE


def first_of_day(game: Village) -> Seat:
    """On day d seat ((d-1) mod n)+1 is asked first, or the next living one (PA-5.2)."""
    return next_to_ask(game, (game.public.day - 1) % game.seats, [])


def next_to_ask(game: Village, start: Seat, done: list[Seat]) -> Seat:
    """The first seat clockwise from here that is present and was not asked yet."""
    for seat in game.clockwise(start % game.seats):
        if game.is_present(seat) and seat not in done:
            return seat
    return NOTHING


def call_on(game: Village, seat: Seat) -> Seat:
    """Say who is asked now, if anybody is."""
    if seat != NOTHING:
        game.tell("asked_now", (seat,))
    return seat


class OpenNominations(Step[Village]):
    """A round begins with nothing nominated."""

    def do(self, game: Village, frame: Frame) -> None:
        """The same start serves all rounds of the day (PA-5.2)."""
        game.public.nominations = ()
        game.public.rounds += 1
        game.tell("nominations_open")
        game.become(frame.by(call_on(game, first_of_day(game))))


class AskInTurn(InTurn):
    """The players are asked one after another; no answer is no nomination."""

    talks = True
    bombs = True

    def answered(self, game: Village, frame: Frame) -> None:
        """On to the next."""
        game.tell("turn_over", (frame.actor,))
        game.rules.leavers.part_ends(game)
        game.become(frame.again().by(call_on(game, self.next(game, frame.actor))))

    def next(self, game: Village, seat: Seat) -> Seat:
        """The next present seat, until the round has come back to its start."""
        start = (game.public.day - 1) % game.seats
        order = game.clockwise(start)
        for other in order[order.index(seat) + 1 :]:
            if game.is_present(other):
                return other
        return NOTHING


class Nominate(AskInTurn):
    """Each living player nominates none, one or two different others (PA-5.1)."""

    part = AT_NOMINATE
    point = points.NOMINATE
    timer = points.T_NOMINATE

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """The order of two names is the order named (PA-5.12)."""
        if seat != frame.actor:
            return ()
        names = accusable(game.public, game.options, seat)
        return tuple(
            [
                choice_of(NOMINATE, two(one, other))
                for one in names
                for other in [*names, NOBODY]
                if one != other
            ]
            + [TAP]
        )

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody hears it."""
        if choice != TAP:
            for name in (first_of(argument_of(choice)), second_of(argument_of(choice))):
                if name != NOBODY:
                    nominate(game, seat, name)
        self.answered(game, frame)


def nominate(game: Village, seat: Seat, name: Seat) -> None:
    """A nomination, on the public record; the mayor's counts once (PA-5.13)."""
    game.public.nominations = (*game.public.nominations, (seat, name))
    game.record(NOMINATED, seat, name)
    game.tell("nominated", (seat, name))


def count_nominations(game: Village, names: list[Seat]) -> list[int]:
    """How often each of these was named; the result is on the table (PA-5.3)."""
    named = [name for _, name in game.public.nominations]
    counts = [named.count(name) for name in names]
    public = game.public
    public.count = tuple([(names[place], counts[place]) for place in range(len(names))])
    for place in range(len(names)):
        game.tell("nominations", (names[place], counts[place]))
    return counts


class RankNominated(Step[Village]):
    """Players are ranked by the number of nominations they received (PA-5.3)."""

    def do(self, game: Village, frame: Frame) -> None:
        """One first and one second are the accused; else something is repeated."""
        public = game.public
        named: list[Seat] = []  # whoever is not nominated holds no place (PA-5.14)
        for _, name in public.nominations:
            if name not in named:
                named.append(name)
        if not named:  # PA-5.11
            no_trial(game)
            return
        counts = count_nominations(game, named)
        first = [name for name in named if named_times(named, counts, name) == max(counts)]
        if len(first) > 2:
            self.repeat(game, frame)
            return
        rest = [count for count in counts if count < max(counts)]
        second = [name for name in named if rest and named_times(named, counts, name) == max(rest)]
        if len(first) == 2:  # PA-5.5
            accuse(game, first)
        elif len(second) == 1:  # PA-5.4
            accuse(game, [*first, *second])
        else:  # PA-5.6, PA-5.10
            public.accused = tuple(first)
            public.accusers = (NOTHING,)
            public.standing = tuple(second or accusable(public, game.options, first[0]))
            game.become(frame.at(FRESH if second else OF_ALL).with_thing(NOTHING))

    def repeat(self, game: Village, frame: Frame) -> None:
        """More than two first: all again (PA-5.8); after the third time no verdict (PA-5.9)."""
        if game.public.rounds >= 3:
            no_trial(game)
        else:
            game.tell("nominate_again")
            game.become(frame.rule.begin(below=frame.below))


FRESH = 0
"""The second place is nominated anew among those tied (PA-5.6)."""
OF_ALL = 1
"""Nobody else was nominated: every other living player is eligible (PA-5.10)."""


def named_times(named: list[Seat], counts: list[int], name: Seat) -> int:
    """How often a name was named."""
    return counts[named.index(name)]


def accuse(game: Village, accused: list[Seat]) -> None:
    """These two are put to the vote in this order (PA-5.12)."""
    game.public.accused = tuple(accused)
    game.public.accusers = (NOTHING,) * len(accused)
    for seat in accused:
        game.tell("accused", (seat,))


def no_trial(game: Village) -> None:
    """The day ends without verdict."""
    settle_verdict(game, ())
    game.end()


class OpenAgain(Step[Village]):
    """The second place is nominated anew, unless two are accused; the thing counts rounds."""

    def do(self, game: Village, frame: Frame) -> None:
        """One nomination per living player."""
        if len(game.public.accused) == 2:
            game.become(frame.rule.begin(below=frame.below).past(LotForSecond))
            return
        game.public.nominations = ()
        for seat in game.public.standing:
            game.tell("second_place", (seat,))
        game.become(frame.by(call_on(game, first_of_day(game))).with_thing(frame.thing + 1))


class NominateAgain(AskInTurn):
    """0 or 1 of the eligible (DP-11)."""

    part = AGAIN
    point = points.AGAIN
    timer = points.T_NOMINATE

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Only among those tied (PA-5.6)."""
        if seat != frame.actor:
            return ()
        names = [
            name
            for name in accusable(game.public, game.options, seat)
            if name in game.public.standing
        ]
        return (*[choice_of(NOMINATE, two(name, NOBODY)) for name in names], TAP)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody hears it."""
        if choice != TAP:
            nominate(game, seat, first_of(argument_of(choice)))
        self.answered(game, frame)


class RankSecond(Step[Village]):
    """A tie is repeated once among those still tied; then a lot decides (PA-5.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """No nomination at all counts as a tie of all eligible."""
        public = game.public
        if not public.nominations and frame.target == OF_ALL and frame.thing == 0:
            no_trial(game)  # PA-5.10
            return
        eligible = [seat for seat in public.standing if public.alive[seat]]
        counts = count_nominations(game, eligible)
        most = max(counts, default=0)
        public.standing = tuple(
            [name for name in eligible if named_times(eligible, counts, name) == most]
        )
        if len(public.standing) > 1 and frame.thing == 0:
            game.become(frame.to(OpenAgain).by(NOTHING).with_thing(0))


class LotForSecond(Step[Village]):
    """If still tied, a lot decides among them (PA-5.7)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Draw in seat order, or take the one that is left."""
        standing = sorted(game.public.standing)
        if len(standing) > 1:
            game.ask(CHANCE, points.LOT, standing)
        else:
            self.take(game, frame, CHANCE, standing[0])

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He is the second accused."""
        accuse(game, [game.public.accused[0], choice])
