"""Deaths (PA-9, PA-15, PA-18, PA-22, PA-31): reveal, bombs, grief, succession, heart attacks."""

from __future__ import annotations

from omerta.core import NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    BOMB,
    CHOOSE,
    TAP,
    act_of,
    argument_of,
    each,
    is_side_only,
    only_side,
)
from omerta.games.palermo.state.roles import is_bomber, side_of
from omerta.games.palermo.state.table import (
    BOMBED,
    DAWN,
    GRIEF,
    GRIEVING,
    HEART_ATTACK,
    SUCCESSOR,
    VERDICT,
)

# Dying and revealing (PA-9).


def die(game: Village, seat: Seat, cause: int) -> None:
    """A player is out; ballots cast by or for him are void (PA-15.8)."""
    public = game.public
    public.alive[seat] = False
    public.living -= 1
    if not public.dead and game.options["talking_dead"] == "off":
        game.tell("dead_keep_silent")
    public.dead = (*public.dead, seat)
    public.died_on[seat] = public.day
    public.causes[seat] = cause
    public.someone_died = True
    if public.mayor == seat:
        public.mayor = NOTHING
        public.late_mayor = seat
    public.votes[seat] = NOTHING
    for voter in range(game.seats):
        if public.votes[voter] == seat:
            public.votes[voter] = NOTHING


def reveal(game: Village, seat: Seat) -> None:
    """Show of a dead player what `reveal` says, and no mark (PA-9.10).

    The card (PA-9.2), the side (PA-9.3), or nothing before the end (PA-9.4, PA-30.1); for every
    cause of death alike (PA-9.5).
    """
    role = game.role(seat)
    if game.options["reveal"] == "card":
        show_card(game, seat)
    elif game.options["reveal"] == "side":
        if game.public.revealed[seat] == NOTHING:
            game.public.revealed[seat] = only_side(side_of(role))
        game.tell("side_shown", (seat, side_of(role)))
    else:
        game.tell("nothing_shown", (seat,))


def show_card(game: Village, seat: Seat) -> None:
    """A card is seen by everybody; a bomber always shows his (PA-9.5, PA-30.5).

    Nobody who lives on ever shows one (PA-1.18).
    """
    game.public.revealed[seat] = game.role(seat)
    game.tell("card_shown", (seat, game.role(seat)))


# Bombs (PA-15).


class BombGoesOff(Step[Village]):
    """The bomber shows his card and names another; both die (PA-15.2)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Nothing protects from a bomb (PA-15.7)."""
        bomber, named = frame.actor, frame.target
        game.secret[bomber] = game.secret[bomber].with_changes(bomb=0)
        count_bombing(game)
        game.tell("bomb", (bomber, named))
        show_card(game, bomber)
        die(game, bomber, BOMBED)
        die(game, named, BOMBED)
        reveal(game, named)


def count_bombing(game: Village) -> None:
    """A further verdict needs everybody's consent (PA-15.11) unless it is settled (PA-15.15)."""
    if not game.public.settled:
        game.public.bombed = True


# Grief (PA-18).


class Grieve(Step[Village]):
    """When one lover dies the other dies of grief at once (PA-18.3); nothing protects (PA-18.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """By day the grief is announced (PA-18.10)."""
        griever = left_behind(game)
        game.box.grieving = griever
        if griever == NOTHING:
            game.become(frame.with_thing(NOTHING))
            return
        game.tell("grief", (griever,))
        die(game, griever, GRIEVING)
        reveal(game, griever)
        game.become(frame.with_thing(griever))


def left_behind(game: Village) -> Seat:
    """The lover whose partner is dead, if he still lives.

    Whoever died of his own cause does not grieve (PA-18.5), and nobody grieves for a matchmaker
    who is no lover (PA-18.11).
    """
    for seat in game.box.couple:
        if game.public.alive[seat] and not game.public.alive[game.secret[seat].lover]:
            return seat
    return NOTHING


class LastBomb(Part):
    """A grieving bomber may take one living player with him (PA-18.6); no other dead (PA-15.17).

    The pause is held for everybody of whom it is not known that he is no bomber.
    """

    part = GRIEF
    point = points.GRIEF
    timer = points.T_GRIEF
    key = "last_bomb"

    def do(self, game: Village, frame: Frame) -> None:
        """Ask the grieving player, if it can be a bomber."""
        if self.is_due(game, frame):
            super().do(game, frame)

    def is_due(self, game: Village, frame: Frame) -> bool:
        """Whether the pause is held; nothing hidden decides that."""
        if frame.thing == NOTHING or not game.has_bomber:
            return False
        shown = game.public.revealed[frame.thing]
        return shown == NOTHING or is_side_only(shown) or is_bomber(shown)

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """A bomber may name one; everybody else only taps."""
        if not self.is_asked(game, frame, seat):
            return ()
        if seat == game.box.grieving and queries.has_bomb(game.secret[seat]):
            return (*each(BOMB, game.living()), TAP)
        return (TAP,)

    def is_asked(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """By day everybody sees who grieves (PA-18.10)."""
        return seat == frame.thing

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He shows his card and names one, or nobody; nobody is left to grieve."""
        if act_of(choice) == BOMB:
            named = argument_of(choice)
            game.secret[seat] = game.secret[seat].with_changes(bomb=0)
            count_bombing(game)
            game.tell(self.key, (seat, named))
            show_card(game, seat)
            die(game, named, BOMBED)
            reveal(game, named)
        self.move_on(game, frame)


class LastBombAtDawn(LastBomb):
    """At dawn the pause covers whether anybody is asked (8, leaks)."""

    part = DAWN
    key = "dawn_bomb"

    def is_due(self, game: Village, frame: Frame) -> bool:
        """At least two dead, and matchmaker and a bomber in the setup."""
        return game.has_couple and game.has_bomber and len(game.public.fallen) >= 2

    def is_asked(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """All who were found dead are asked alike."""
        return seat in game.public.fallen and not game.box.tapped[seat]

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Only a bomb or time ends the pause: its length tells nobody who was asked."""
        game.box.tapped[seat] = True
        if act_of(choice) == BOMB:
            super().act(game, frame, seat, choice)
        else:
            self.settle(game, frame, seat)


# The mayor's succession (PA-22).


class OpenSuccession(Step[Village]):
    """The mayor is dead: he names a successor, or there will be an election."""

    def do(self, game: Village, frame: Frame) -> None:
        """A mayor who has left names nobody (PA-22.13)."""
        public = game.public
        late = public.late_mayor
        if late == NOTHING:
            return
        if game.options["mayor_succession"] == "election" or public.away[late]:
            call_election(game)
            return
        game.tell("mayor_names", (late,))


def call_election(game: Village) -> None:
    """The living will elect when the next day begins (PA-22.11).

    After a death at dawn that is this very day; by day the office stays empty (PA-22.12).
    """
    game.tell("mayor_dead", (game.public.late_mayor,))
    game.public.late_mayor = NOTHING
    game.public.election_due = True


class NameSuccessor(Part):
    """The dying mayor names a living player (PA-22.10), though he is dead (PA-9.9)."""

    part = SUCCESSOR
    point = points.SUCCESSOR
    timer = points.T_SUCCESSOR

    def do(self, game: Village, frame: Frame) -> None:
        """Only if he is there to answer."""
        if game.public.late_mayor != NOTHING:
            super().do(game, frame)

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """One of those who live after the victory check."""
        return each(CHOOSE, game.living()) if seat == game.public.late_mayor else ()

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Nobody can refuse the office (PA-22.5)."""
        public = game.public
        public.mayor = argument_of(choice)
        public.late_mayor = NOTHING
        game.tell("successor", (seat, public.mayor))
        self.move_on(game, frame)

    def time(self, game: Village, frame: Frame) -> None:
        """No name in time means election (PA-22.13)."""
        call_election(game)
        self.move_on(game, frame)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether he has left."""
        return game.public.away[game.public.late_mayor]

    def move_on(self, game: Village, frame: Frame) -> None:
        """The office is settled."""
        if game.public.late_mayor != NOTHING:
            call_election(game)
        super().move_on(game, frame)


class NameSuccessorAtDawn(NameSuccessor):
    """His death was announced at dawn."""

    part = DAWN


# Players who leave (PA-31).


class Leavers:
    """`leaver=bot`: a computer player takes over card and knowledge (PA-31.1)."""

    def part_ends(self, game: Village) -> None:
        """Whoever has not come back by now is replaced; a dead player is not (PA-31.15)."""
        public = game.public
        for seat in range(game.seats):
            if public.away[seat] and public.alive[seat]:
                public.away[seat] = False
                public.replaced[seat] = True
                game.tell("replaced", (seat,))

    def gone(self, game: Village) -> list[Seat]:
        """Who must die of having left."""
        return []


class HeartAttacks(Leavers):
    """`leaver=heart_attack`: whoever has left dies."""

    def part_ends(self, game: Village) -> None:
        """It takes effect when election, discussion or trial is over (PA-31.2)."""

    def gone(self, game: Village) -> list[Seat]:
        """Who must die of having left."""
        return [seat for seat in game.living() if game.public.away[seat]]


class SettleLeavers(Step[Village]):
    """Heart attacks take effect (PA-31.2)."""

    def do(self, game: Village, frame: Frame) -> None:
        """One chain for all of them."""
        if game.rules.leavers.gone(game):
            game.call(game.rules.HEART_ATTACK, NOTHING)


class HeartsStop(Step[Village]):
    """Whoever has left dies; no bombing, no verdict (PA-31.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """In seat order."""
        gone = game.rules.leavers.gone(game)
        for seat in gone:
            game.tell("heart_attack", (seat,))
            die(game, seat, HEART_ATTACK)
        for seat in gone:
            reveal(game, seat)


# The verdict (PA-9.1).


class CarryOutVerdict(Step[Village]):
    """The convicted are out at once."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """All together (PA-8.7), in the order of the list; a coward alone (PA-20.9)."""
        verdict = game.public.verdict
        key = "executed" if game.options["tone"] == "death" else "verdict"
        for seat in verdict:
            game.tell(key, (seat,))
            die(game, seat, VERDICT)
        for seat in verdict:
            reveal(game, seat)
