"""The mafia's step (PA-10.3, PA-25), the night walker in it (PA-19), and the spy (PA-14)."""

from __future__ import annotations

from typing import Final

from omerta.core import CHANCE, NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.first_night import code_rank
from omerta.games.palermo.rules.night import Task, Told
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    BOLD,
    CATCH,
    HINT,
    KILL,
    NOBODY,
    POINT,
    REACT,
    SHOW,
    SLIT,
    act_of,
    argument_of,
    choice_of,
    each,
    is_yes,
    number_of,
    two,
)
from omerta.games.palermo.state.roles import SPY, WALKER
from omerta.games.palermo.state.speaking import hinted
from omerta.games.palermo.state.statements import HINTS
from omerta.games.palermo.state.table import Sign

# Choosing a victim (PA-10.3).


class Murder(Task):
    """Each living mafioso points at one living citizen or at nobody and may change (PA-R4)."""

    point = points.MURDER
    shared = True

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Killer and spy murder along (PA-14.1)."""
        return game.is_mafioso(seat)

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """A victim, a walker he noticed, and signs for his fellows."""
        if game.box.locked:
            return ()
        return victims(game) + catches(game, seat) + mafia_signs(game)

    def signs(self, game: Village) -> int:
        """How many signs can be reacted to."""
        return 0 if game.box.locked else len(game.box.mafia_signs)

    def may_tap(self, game: Village, seat: Seat) -> bool:
        """The mafia may unanimously choose nobody (PA-10.6); after a catch they only tap."""
        return not game.box.locked or not game.box.tapped[seat]

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Point, catch, or make a sign."""
        act = act_of(choice)
        if act in (POINT, REACT, HINT):
            sign_to_mafia(game, seat, choice)
            return
        game.box.tapped[seat] = True
        if game.box.locked:
            return
        if act == CATCH and game.options["catch_needs"] == "one":
            catch(game, seat, argument_of(choice))
            return
        target = argument_of(choice) if act in (KILL, CATCH) else NOBODY
        game.box.pointing[seat] = target
        for fellow in game.mafiosi():
            if fellow == seat:
                continue
            if target == NOBODY:
                game.tell("fellow_points_nobody", (seat,), only=fellow)
            else:
                game.tell("fellow_points", (seat, target), only=fellow)
        if not game.has_walker or frame.thing > 0:
            lock(game)

    def may_lock(self, game: Village) -> None:
        """A victim can be locked (PA-19.12)."""
        lock(game)

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whether all of them agree."""
        return game.box.locked or agreed_target(game) != NOTHING


def victims(game: Village) -> tuple[int, ...]:
    """Only a living citizen can be chosen, unless `mafia_own` allows mafiosi (PA-10.5)."""
    return each(KILL, queries.murderable(game.public, game.options, game.mafiosi()))


def catches(game: Village, seat: Seat) -> tuple[int, ...]:
    """Who noticed the walker may catch him (PA-19.8)."""
    return each(CATCH, game.holders(WALKER)) if game.box.noticed[seat] else ()


def catch(game: Village, seat: Seat, walker: Seat) -> None:
    """The walker is this night's only victim, for all (PA-19.10); it is not undone (PA-19.9)."""
    game.box.victim = walker
    game.box.locked = True
    for fellow in game.mafiosi():
        if fellow != seat and game.options["murder"] != "blind":
            game.tell("walker_caught", (seat, walker), only=fellow)


def agreed_target(game: Village) -> int:
    """Whom all living mafiosi who are still here point at, or NOTHING without agreement."""
    target = NOTHING
    for seat in game.mafiosi():
        if game.public.away[seat]:
            continue
        pointing = game.box.pointing[seat]
        if pointing == NOTHING or (target != NOTHING and pointing != target):
            return NOTHING
        target = pointing
    return target


def lock(game: Village) -> None:
    """The choice is locked as soon as all point at the same target (PA-R4)."""
    target = agreed_target(game)
    if target != NOTHING and not game.box.locked:
        game.box.locked = True
        game.box.victim = NOTHING if target == NOBODY else target


class LockVictim(Step[Village]):
    """Without agreement when time is up there is no murder (PA-10.4)."""

    def do(self, game: Village, frame: Frame) -> None:
        """A caught walker is the only victim; else the target that counts."""
        box = game.box
        if box.victim == NOTHING:
            target = self.target(game)
            if target != NOBODY:
                box.victim = target
        box.locked = True

    def target(self, game: Village) -> int:
        """All must agree (PA-10.3)."""
        return agreed_target(game)


class LockVictimOfMost(LockVictim):
    """`mafia_agreement=majority`, and the blind ballot: more than half (PA-10.13, PA-25.3).

    There is no second ballot (PA-25.4).
    """

    def target(self, game: Village) -> int:
        """Silent mafiosi count among the living ones (PA-25.5)."""
        voters = [seat for seat in game.mafiosi() if not game.public.away[seat]]
        pointing = [game.box.pointing[seat] for seat in voters]
        for target in pointing:
            if target != NOTHING and 2 * pointing.count(target) > len(voters):
                return target
        return NOTHING


class LockVictimOfHighest(LockVictim):
    """`mafia_agreement=rank`: the target of the highest living mafioso counts (PA-10.13)."""

    def target(self, game: Village) -> int:
        """The lowest number is the highest rank."""
        best = NOTHING
        for seat in game.mafiosi():
            if not game.public.away[seat] and (
                best == NOTHING or game.secret[seat].rank < game.secret[best].rank
            ):
                best = seat
        return NOTHING if best == NOTHING else game.box.pointing[best]


class Ballot(Task):
    """`murder=blind`: one vote each, without consultation (PA-25.2)."""

    point = points.BALLOT

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """All at once in waves."""
        return game.is_mafioso(seat)

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """One vote, or the walker he noticed (PA-25.8); whoever has caught him has no vote.

        Whether another has caught him already he is not told (PA-25.6).
        """
        if not game.box.tapped[seat]:
            return victims(game) + catches(game, seat)
        return () if game.box.pointing[seat] == NOTHING else catches(game, seat)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Nobody sees it (PA-25.6)."""
        act = act_of(choice)
        game.box.tapped[seat] = True
        if act == CATCH and game.options["catch_needs"] == "one":
            game.box.pointing[seat] = NOTHING  # the votes of that night do not count (PA-25.8)
            catch(game, seat, argument_of(choice))
        elif act in (KILL, CATCH):
            game.box.pointing[seat] = argument_of(choice)
        else:
            game.box.pointing[seat] = NOBODY

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """His one vote."""
        return game.box.tapped[seat]


class BallotInTurn(Ballot):
    """One code name after the other."""

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whose code name was called."""
        return game.is_mafioso(seat) and code_rank(game, seat) == frame.thing


# Signs (6.2, T-40 to T-42).


SIGNS: Final[dict[tuple[Seat, ...], tuple[int, ...]]] = {}
MOST_SIGNS: Final = 2_000
"""How many circles of the living are remembered; a large town has millions."""


def mafia_signs(game: Village) -> tuple[int, ...]:
    """What the mafia may show each other at night."""
    living = tuple(game.living())
    signs = SIGNS.get(living)
    if signs is None:
        hints = [choice_of(HINT, two(seat, hint)) for seat in living for hint in range(len(HINTS))]
        signs = (*each(POINT, [*living, NOBODY]), *hints)
        if len(SIGNS) < MOST_SIGNS:
            SIGNS[living] = signs
    return signs


def sign_to_mafia(game: Village, seat: Seat, choice: int) -> None:
    """A sign in the mafia's channel."""
    sign = Sign(seat, game.public.day, act_of(choice), argument_of(choice))
    game.box.mafia_signs = game.box.mafia_signs.and_then(sign)
    for fellow in game.mafiosi():
        tell_sign(game, sign, len(game.box.mafia_signs), fellow)


def tell_sign(game: Village, sign: Sign, number: int, listener: Seat) -> None:
    """One listener of a night channel sees a sign."""
    if sign.act == POINT and sign.argument == NOBODY:
        game.tell("sign_nobody", (number, sign.seat), only=listener)
    elif sign.act == POINT:
        game.tell("sign_point", (number, sign.seat, sign.argument), only=listener)
    elif sign.act == REACT:
        key = "sign_yes" if is_yes(sign.argument) else "sign_no"
        game.tell(key, (number, sign.seat, number_of(sign.argument)), only=listener)
    else:
        game.tell("sign_hint", (number, sign.seat, *hinted(sign.argument)), only=listener)


class MeetingSigns(Task):
    """In night 1 the mafia may talk by signs; there is nothing to choose (PA-2.2)."""

    point = points.MEET
    shared = True

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """All mafiosi."""
        return game.is_mafioso(seat)

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Signs only."""
        return mafia_signs(game)

    def signs(self, game: Village) -> int:
        """How many signs can be reacted to."""
        return len(game.box.mafia_signs)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """A sign, or having met (DP-04)."""
        if act_of(choice) in (POINT, REACT, HINT):
            sign_to_mafia(game, seat, choice)
        else:
            game.box.tapped[seat] = True

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Nobody waits for signs."""
        return True


# The night walker (PA-19).


class Peek(Task):
    """While the mafia choose the walker may spy, careful or bold; he never has to (PA-19.1)."""

    point = points.PEEK

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Only within the first `t_peek` of the mafia's step (PA-19.3), in no other (PA-19.2)."""
        return game.role(seat) == WALKER and game.has_walker and frame.thing <= 0

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """At most once a night."""
        return () if game.box.tapped[seat] else (choice_of(SLIT), choice_of(BOLD))

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The glimpse is drawn at once."""
        game.box.tapped[seat] = True
        act = act_of(choice)
        if act in (SLIT, BOLD):
            game.box.glimpse = ()
            game.become(frame.again())
            game.call(game.rules.GLIMPSE, NOTHING, act)


class DrawMafioso(Step[Village]):
    """One mafioso by lot (PA-19.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """The first draw (PA-19.13); the last one may be dead without being shown (PA-30.4)."""
        mafiosi = game.mafiosi()
        if mafiosi:
            game.ask(CHANCE, points.LOT, mafiosi)

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He is among the names."""
        game.box.glimpse = (choice,)


class DrawFurtherNames(Step[Village]):
    """Further players by lot from all the rest; fewer if fewer live (PA-19.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Draw until the set is full."""
        box = game.box
        size = game.options.number(f"walker_{way(frame)}_size")
        rest = [
            seat for seat in game.living() if seat not in box.glimpse and game.role(seat) != WALKER
        ]
        if len(box.glimpse) < size and rest:
            game.ask(CHANCE, points.LOT, rest)

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """One more name."""
        game.box.glimpse = (*game.box.glimpse, choice)
        game.become(frame.again())


def way(frame: Frame) -> str:
    """How he looks: through a slit or boldly; the target is the act."""
    return "slit" if frame.target == SLIT else "bold"


class DrawNotices(Step[Village]):
    """Each living mafioso notices him with some probability, independently (PA-19.6)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """One draw per mafioso in seat order."""
        if frame.thing + 1 < len(game.mafiosi()):
            game.ask(CHANCE, points.PERCENT, range(100))

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The event happens below its percentage (PA-1.22)."""
        risk = game.options.number(f"walker_{way(frame)}_risk")
        place = frame.thing + 1
        if choice < risk:
            game.box.noticed[game.mafiosi()[place]] = True
        game.become(frame.again().with_thing(place))


class ShowGlimpse(Step[Village]):
    """At least one of these was awake (PA-19.5); who noticed learns it alone (PA-19.7)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """The walker is not told whether he was noticed (PA-19.11)."""
        for walker in game.holders(WALKER):
            game.whisper(walker, "glimpse")
            for seat in sorted(game.box.glimpse):
                game.whisper(walker, "awake", seat)
            for mafioso in game.mafiosi():
                if game.box.noticed[mafioso]:
                    game.whisper(mafioso, "noticed", walker)


# The spy (PA-14).


class Listen(Told):
    """The spy wakes alone; there is nothing for him to choose (DP-30)."""

    point = points.LISTEN

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The spy."""
        return game.role(seat) == SPY


class ListenToMaster(Listen):
    """`spy_pick=gm`: the human game master names one of the two asked about (PA-14.3)."""

    def master_choices(self, game: Village) -> tuple[int, ...]:
        """Two different names, and somebody to tell."""
        names = names_asked(game)
        if len(names) < 2 or game.box.told_of != NOTHING or not game.holders(SPY):
            return ()
        return each(SHOW, names)

    def master_act(self, game: Village, seat: Seat) -> None:
        """The spy is told that name."""
        game.box.told_of = seat
        tell_spy(game, seat)


def names_asked(game: Village) -> list[Seat]:
    """About whom the detectives asked."""
    return queries.names_asked(game.public, game.secret, game.box)


def tell_spy(game: Village, name: Seat) -> None:
    """Neither who asked nor the answer (PA-14.4)."""
    for spy in game.holders(SPY):
        if name == NOTHING:
            game.whisper(spy, "no_question")
        else:
            game.whisper(spy, "asked_about", name)


class ReportQuestion(Step[Village]):
    """The spy is told about whom the detectives asked; a lot decides between two (PA-14.3)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """If nobody asked he is told that there was no question (PA-14.7)."""
        names = names_asked(game)
        if not game.holders(SPY) or game.box.told_of != NOTHING:
            return
        if len(names) > 1:
            game.ask(CHANCE, points.LOT, names)
        else:
            tell_spy(game, names[0] if names else NOTHING)

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The name drawn."""
        tell_spy(game, choice)


class ReportFirstQuestion(Step[Village]):
    """`spy_pick=first`: that of A♥ (PA-14.3)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Without a draw."""
        names = names_asked(game)
        tell_spy(game, names[0] if names else NOTHING)


class ReportInformant(Step[Village]):
    """The spy is told which mafioso was shown (PA-14.5)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Or that there was no new name."""
        for spy in game.holders(SPY):
            if game.box.told_of == NOTHING:
                game.whisper(spy, "no_new_name")
            else:
                game.whisper(spy, "informed", game.box.told_of)
