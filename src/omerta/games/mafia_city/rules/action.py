"""The Action Phase (MC-4), the symbols (MC-5) and the texts of the cards (MC-6)."""

from __future__ import annotations

from omerta.core import CHANCE, CLOCK, NOTHING, Frame, Seat, Step
from omerta.games.mafia_city.rules.points import (
    ACTION_CHIP,
    ACTION_LOCATION,
    ACTION_SEAT,
    BULLET_ACTION,
    BULLET_TURN,
    COMPLICITY,
    COMPLICITY_CHIP,
    STOLEN_CARD,
    TAKE_TURN,
)
from omerta.games.mafia_city.state import components
from omerta.games.mafia_city.state.components import ACTION, BULLET
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import (
    DECLINE,
    DISCARD,
    FORFEIT,
    ONE_HAT,
    PASS,
    TEXT,
    TWO_HATS,
    kind_of,
    location_of,
    place_of,
    thing_of,
    way_of,
    with_place,
    without_place,
)
from omerta.games.mafia_city.state.queries import (
    actions,
    all_chips,
    can_only_pass,
    filled,
    may_use_bullet,
    own_chips,
    raids,
    third_chips,
    turns,
    victims,
    with_symbol,
    with_text,
)

# MC-4 Action Phase


class NobodyHasPassed(Step[City]):
    """At the start of the phase nobody has passed; the first player is on turn (MC-4.2)."""

    def do(self, game: City, frame: Frame) -> None:
        public = game.public
        public.phase = ACTION
        public.passed = [False] * game.seats
        game.tell("action_phase", (public.round, public.first))
        game.become(frame.by(public.first))


class Turn(Step[City]):
    """The player on turn acts (MC-4.3); who has passed is visited all the same (MC-4.12)."""

    def do(self, game: City, frame: Frame) -> None:
        """Let the player act, or, having passed (MC-4.23), use a Bullet and no more (MC-4.11)."""
        seat = frame.actor
        game.public.turn = seat
        if not game.public.passed[seat]:
            game.call(game.rules.ACTION, seat)
        elif may_use_bullet(game.public, seat):
            game.call(game.rules.BULLET_TURN, seat)


class UntilAllHavePassed(Step[City]):
    """Turns go round until everybody has passed; then no Bullet can be used (MC-4.22)."""

    def do(self, game: City, frame: Frame) -> None:
        """Go to the next player or end the phase."""
        if all(has_passed for has_passed in game.public.passed):
            game.public.turn = NOTHING
        else:
            game.become(frame.by(game.next(frame.actor)).to(Turn))


def act(game: City, seat: Seat, choice: int) -> None:
    """Carry out A or begin B; what needs a target goes on by asking for it.

    B is a text (MC-4.5), one Hat or two (MC-4.6), or a discard without effect (MC-4.7): one use
    of a card is one of these, and the rest of the card is ignored (MC-2.13).
    """
    way = way_of(choice)
    thing = thing_of(choice)
    if way == TEXT:
        game.call(game.rules.TEXTS[kind_of(thing)], seat, NOTHING, thing)
    elif way == ONE_HAT:
        game.call(game.rules.ONE_HAT, seat, NOTHING, thing)
    elif way == DISCARD:
        game.call(game.rules.TEMPORIZE, seat, NOTHING, thing)
    elif way == TWO_HATS:
        game.call(game.rules.TWO_HATS, seat, NOTHING, thing)
    else:
        game.call(game.rules.PLACE, seat, thing)


class TakeTurn(Step[City]):
    """Exactly one of: place a chip, use a card, pass (MC-4.3); so never two Hats (MC-5.6)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask; without chip in hand and without card the pass is forced (MC-4.10)."""
        seat = frame.actor
        if game.public.hand[seat] == 0 and game.public.cards[seat] == 0:
            self.take(game, frame, seat, PASS)
        else:
            game.ask(seat, TAKE_TURN, self.choices(game, seat))

    def choices(self, game: City, seat: Seat) -> list[int]:
        """Passing is always allowed (MC-4.9)."""
        return turns(game.public, game.hand(seat), seat)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Pass or act."""
        if choice == PASS:
            game.public.passed[seat] = True
            game.tell("passed", (seat,))
        else:
            act(game, seat, choice)


class TakeTurnByTheNote(TakeTurn):
    """As above, but without a chip in hand an Action text or a Hat is needed (MC-R7)."""

    def choices(self, game: City, seat: Seat) -> list[int]:
        """Only the pass, where the note forces it."""
        if can_only_pass(game.public, game.hand(seat), seat):
            return [PASS]
        return super().choices(game, seat)


class PlaceChip(Step[City]):
    """One chip from the hand goes on top of the stack of any location (MC-4.4).

    This is no effect and has no window, like all that announces nothing (MC-3.3).
    """

    def do(self, game: City, frame: Frame) -> None:
        game.public.hand[frame.actor] -= 1
        game.put(frame.actor, frame.target)
        game.tell("placed", (frame.actor, frame.target))


class DiscardWithoutEffect(Step[City]):
    """Temporizing: exactly one card is discarded, without effect (MC-4.7)."""

    def do(self, game: City, frame: Frame) -> None:
        """The named card goes to the discard pile."""
        game.lose(frame.actor, frame.thing)
        game.discard(frame.thing)
        game.tell("temporized", (frame.actor, frame.thing))


class MayUseBullet(Step[City]):
    """A passed player may use one card with the Bullet symbol (MC-4.13)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for the card."""
        bullets = with_symbol(game.hand(frame.actor), BULLET)
        game.ask(frame.actor, BULLET_TURN, [DECLINE, *bullets])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Announce the Bullet; if it is cancelled, the turn is over (MC-4.17)."""
        if choice != DECLINE:
            game.call(game.rules.BULLET, seat, NOTHING, choice)


class OneMoreAction(Step[City]):
    """The Bullet stands: one action A or B, no pass, no other Bullet (MC-4.15, MC-4.16).

    Whatever it is, the pass remains (MC-4.18).
    """

    def do(self, game: City, frame: Frame) -> None:
        """Ask, unless nothing is left (MC-4.21, MC-3.27); only time can forfeit it (MC-R9)."""
        seat = frame.actor
        if game.public.hand[seat] > 0 or game.public.cards[seat] > 0:
            game.ask(seat, BULLET_ACTION, actions(game.public, game.hand(seat), seat))
            game.ask(CLOCK, BULLET_ACTION, (FORFEIT,))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Act, or let the time run out."""
        if seat == CLOCK:
            game.tell("forfeited", (frame.actor,))
        else:
            act(game, seat, choice)


# Naming the targets (MC-3.4)


class NameAnyChip(Step[City]):
    """Any Mafioso: chips of every player qualify (MC-2.12)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for a chip in any stack."""
        game.ask(frame.actor, ACTION_CHIP, self.choices(game, frame))

    def choices(self, game: City, frame: Frame) -> list[int]:
        """Every chip that lies in a stack."""
        return all_chips(game.public)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The chip is the target."""
        game.become(frame.at(choice))


class NameOwnChip(NameAnyChip):
    """One own chip from any stack, never from the cell (MC-5.1, MC-5.2)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """Only own chips."""
        return own_chips(game.public, frame.actor)


class NameLocation(Step[City]):
    """Any location."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for a location."""
        game.ask(frame.actor, ACTION_LOCATION, self.choices(game, frame))

    def choices(self, game: City, frame: Frame) -> list[int]:
        """All seven."""
        return [1, 2, 3, 4, 5, 6, 7]

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The location is the target."""
        game.become(frame.at(choice))


class NameRaid(NameLocation):
    """A location in whose stack the raider has at least two chips (MC-6.13)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """Where the raider has two chips."""
        return raids(game.public, frame.actor)


class NameStack(NameLocation):
    """A location with a non-empty stack (MC-6.17)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """All stacks with a chip; the second must be a later one, as order does not matter."""
        return filled(game.public)[:-1]


class NameSecondStack(NameLocation):
    """Another location with a non-empty stack (MC-6.17)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """The stacks behind the first, as the order of the two does not matter."""
        return [place for place in filled(game.public) if place > frame.target]

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Both locations are the target."""
        game.become(frame.at(with_place(frame.target, choice)))


class NameOtherLocation(NameLocation):
    """The stack of another location than the chip's own (MC-6.19, MC-6.20)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """All but the chip's own."""
        return [place for place in range(1, 8) if place != location_of(frame.target)]

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Chip and location are the target."""
        game.become(frame.at(with_place(frame.target, choice)))


class NameVictim(Step[City]):
    """Another player who has a card (MC-6.6)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for a seat."""
        game.ask(frame.actor, ACTION_SEAT, victims(game.public, frame.actor))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The seat is the target."""
        game.become(frame.at(choice))


# What the effects do when they stand


class TakeChipBack(Step[City]):
    """One Hat: one's own chip goes back to the hand (MC-5.1); it ends no pass (MC-4.20)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.hand[game.lift(frame.target)] += 1


class PlaceFromReserve(Step[City]):
    """Two Hats, one effect (MC-5.5): an own chip from the reserve goes on a stack (MC-5.3)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.reserve[frame.actor] -= 1
        game.put(frame.actor, frame.target)


class SendToCell(Step[City]):
    """The chip goes to the cell, and its owner may drag somebody along (MC-6.21)."""

    def do(self, game: City, frame: Frame) -> None:
        """Call the transport; who is acting is its causer (MC-8.8)."""
        game.call(game.rules.TRANSPORT, frame.actor, frame.target)


class StealCard(Step[City]):
    """One random card of the hand the victim has now goes to the thief (MC-6.6)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask chance, to whom all are alike (MC-6.7), if a card is left (MC-6.8, MC-3.27)."""
        if game.public.cards[frame.target] > 0:
            game.ask(CHANCE, STOLEN_CARD, game.secret[frame.target].cards)
        else:
            game.tell("nothing_to_steal", (frame.actor, frame.target))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Thief and victim know the card, everybody that one moved (MC-18.4)."""
        game.steal(frame.actor, frame.target, choice)
        game.tell("stole", (frame.actor, frame.target))
        game.tell("stole_card", (frame.target, choice), only=frame.actor)
        game.tell("lost_card", (frame.actor, choice), only=frame.target)


class ReturnStack(Step[City]):
    """All chips of the stack return to their owners' hands (MC-6.14)."""

    def do(self, game: City, frame: Frame) -> None:
        """Empty the stack; a returned chip ends a pass (MC-4.19, MC-6.16)."""
        public = game.public
        for owner in public.stacks[frame.target]:
            public.hand[owner] += 1
            if public.passed[owner]:
                public.passed[owner] = False
                game.tell("active_again", (owner,))
        public.stacks[frame.target] = ()


class SwapBottomChips(Step[City]):
    """The bottom chips of the two stacks change places (MC-6.17), whoever owns them (MC-6.18)."""

    def do(self, game: City, frame: Frame) -> None:
        stacks = game.public.stacks
        first = without_place(frame.target)
        second = place_of(frame.target)
        one = stacks[first]
        other = stacks[second]
        stacks[first] = (other[0], *one[1:])
        stacks[second] = (one[0], *other[1:])


class MoveChip(Step[City]):
    """The chip goes on top of the stack of the other location (MC-6.19)."""

    def do(self, game: City, frame: Frame) -> None:
        game.put(game.lift(without_place(frame.target)), place_of(frame.target))


# Complicity. The transport's frame holds the causer (actor) and the chip, then its owner.


class ToCell(Step[City]):
    """The chip goes to the cell first (MC-6.28)."""

    def do(self, game: City, frame: Frame) -> None:
        """Move it; its owner is the target from now on."""
        owner = game.lift(frame.target)
        game.public.cell[owner] += 1
        game.public.cell_new[owner] += 1
        game.tell("jailed", (frame.actor, owner, location_of(frame.target)))
        game.become(frame.at(owner))


class MayDragAlong(Step[City]):
    """The owner of the chip may play Complicity (MC-6.21), not on an own deed (MC-6.27)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask, unless it is publicly impossible (7.3)."""
        owner = frame.target
        can = self.may_react(frame) and game.public.cards[owner] > 0
        if can and third_chips(game.public, frame.actor, owner):
            held = with_text(game.hand(owner), components.COMPLICITY)
            game.ask(owner, COMPLICITY, [DECLINE, *held])

    def may_react(self, frame: Frame) -> bool:
        """A reaction answers what somebody else does (MC-R18)."""
        return frame.target != frame.actor

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """If the Complicity is cancelled, another may be played (MC-6.25)."""
        if choice != DECLINE:
            game.become(frame.again())
            game.call(game.rules.COMPLICITY, seat, frame.actor, choice)


class MayDragAlongEvenOneself(MayDragAlong):
    """As above, also on an own deed (MC-R18)."""

    def may_react(self, frame: Frame) -> bool:
        """Any transport may be answered."""
        return True


class NameThirdChip(Step[City]):
    """One chip in a stack that belongs to a third player (MC-6.22)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for the chip; until now the target is the causer."""
        chips = third_chips(game.public, frame.target, frame.actor)
        game.ask(frame.actor, COMPLICITY_CHIP, chips)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The chip is the target."""
        game.become(frame.at(choice))
