"""The Action Phase (MC-4), the symbols (MC-5) and the texts of the cards (MC-6)."""

from __future__ import annotations

from omerta.core import CHANCE, CLOCK, NOTHING, Frame, Seat, Step
from omerta.games.mafia_city.city import City
from omerta.games.mafia_city.rules.effects import pairs_with_symbol, with_symbol, with_text
from omerta.games.mafia_city.table import (
    ACTION,
    BULLET,
    COMPLICITY,
    DECLINE,
    DISCARD,
    FORFEIT,
    GRAND_SCHEME,
    HAT,
    ONE_HAT,
    PASS,
    PLACE,
    POLICE_RAID,
    SHADOW_GAMES,
    SNITCH,
    TEXT,
    THIEF,
    TRADE,
    TWO_HATS,
    kind_of,
    location_of,
    symbol_of,
)

# MC-4 Action Phase


class NobodyHasPassed(Step[City]):
    """At the start of the phase nobody has passed; the first player is on turn (MC-4.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Begin the phase."""
        public = game.public
        public.phase = ACTION
        public.passed = [False] * game.seats
        game.tell("action_phase", (public.round, public.first))
        game.become(frame.by(public.first))


class Turn(Step[City]):
    """The player on turn acts, or, having passed, may use a Bullet (MC-4.3, MC-4.12)."""

    def do(self, game: City, frame: Frame) -> None:
        """Give the turn to the actor."""
        seat = frame.actor
        public = game.public
        public.turn = seat
        if not public.passed[seat]:
            game.call(game.rules.ACTION, seat)
        elif public.cards[seat] >= 2 or (public.cards[seat] == 1 and public.hand[seat] > 0):
            game.call(game.rules.BULLET_TURN, seat)


class UntilAllHavePassed(Step[City]):
    """Turns go round until everybody has passed; then no Bullet can be used (MC-4.22)."""

    def do(self, game: City, frame: Frame) -> None:
        """Go to the next player or end the phase."""
        if all(game.public.passed):
            game.public.turn = NOTHING
        else:
            game.become(Frame(frame.rule, 1, game.next(frame.actor), NOTHING, NOTHING, frame.below))


def has_target(game: City, seat: Seat, kind: int) -> bool:
    """Whether the text of an Action card has a legal target now (MC-3.5, table 2.4)."""
    public = game.public
    if kind in (SNITCH, GRAND_SCHEME):
        return any(public.stacks)
    if kind == THIEF:
        return any(public.cards[other] > 0 for other in range(game.seats) if other != seat)
    if kind == POLICE_RAID:
        return any(public.stacks[location].count(seat) >= 2 for location in range(1, 8))
    if kind == SHADOW_GAMES:
        return sum(1 for stack in public.stacks if stack) >= 2
    if kind == TRADE:
        return public.deck > 0 or len(public.discard) > 0
    return False


def card_actions(game: City, seat: Seat) -> list[int]:
    """B: an Action text, one Hat, two Hats, or a temporizing discard (MC-4.5 to MC-4.7)."""
    public = game.public
    own_chip = any(seat in stack for stack in public.stacks)
    choices: list[int] = []
    last = NOTHING
    for card in game.secret[seat].cards:
        if card == last:
            continue
        last = card
        if has_target(game, seat, kind_of(card)):
            choices.append(TEXT + card)
        if own_chip and symbol_of(card) == HAT:
            choices.append(ONE_HAT + card)
        choices.append(DISCARD + card)
    if public.reserve[seat] > 0:
        for pair in pairs_with_symbol(game, seat, HAT):
            choices.append(TWO_HATS + pair)
    return choices


def actions(game: City, seat: Seat) -> list[int]:
    """A or B: place a chip from the hand, or use a card."""
    choices: list[int] = []
    if game.public.hand[seat] > 0:
        choices += [PLACE + location for location in range(1, 8)]
    return choices + card_actions(game, seat)


def act(game: City, seat: Seat, choice: int) -> None:
    """Carry out A or begin B; what needs a target goes on by asking for it."""
    if choice >= TWO_HATS:
        game.call(game.rules.TWO_HATS, seat, NOTHING, choice - TWO_HATS)
    elif choice >= DISCARD:
        game.call(game.rules.TEMPORIZE, seat, NOTHING, choice - DISCARD)
    elif choice >= ONE_HAT:
        game.call(game.rules.ONE_HAT, seat, NOTHING, choice - ONE_HAT)
    elif choice >= TEXT:
        card = choice - TEXT
        game.call(game.rules.TEXTS[kind_of(card)], seat, NOTHING, card)
    else:
        game.call(game.rules.PLACE, seat, choice - PLACE)


class TakeTurn(Step[City]):
    """Exactly one of: place a chip, use a card, pass (MC-4.3)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask; without chip in hand and without card the pass is forced (MC-4.10)."""
        seat = frame.actor
        if game.public.hand[seat] == 0 and game.public.cards[seat] == 0:
            self.take(game, frame, seat, PASS)
        else:
            game.ask(seat, "take_turn", self.choices(game, seat))

    def choices(self, game: City, seat: Seat) -> list[int]:
        """Passing is always allowed (MC-4.9)."""
        return [PASS, *actions(game, seat)]

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
        if game.public.hand[seat] == 0:
            for card in game.secret[seat].cards:
                if symbol_of(card) == HAT or kind_of(card) in ACTION_TEXTS:
                    break
            else:
                return [PASS]
        return [PASS, *actions(game, seat)]


ACTION_TEXTS = (SNITCH, THIEF, POLICE_RAID, SHADOW_GAMES, GRAND_SCHEME, TRADE)


class PlaceChip(Step[City]):
    """One chip from the hand goes on top of the stack of any location (MC-4.4)."""

    def do(self, game: City, frame: Frame) -> None:
        """Put it there."""
        game.public.hand[frame.actor] -= 1
        game.put(frame.actor, frame.target)
        game.tell("placed", (frame.actor, frame.target))


class DiscardWithoutEffect(Step[City]):
    """Temporizing: exactly one card is discarded, without effect (MC-4.7)."""

    def do(self, game: City, frame: Frame) -> None:
        """Put it on the pile."""
        game.lose(frame.actor, frame.thing)
        game.discard(frame.thing)
        game.tell("temporized", (frame.actor, frame.thing))


class MayUseBullet(Step[City]):
    """A passed player may use one card with the Bullet symbol (MC-4.13)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for the card."""
        game.ask(frame.actor, "bullet_turn", [DECLINE, *with_symbol(game, frame.actor, BULLET)])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Announce the Bullet."""
        if choice != DECLINE:
            game.call(game.rules.BULLET, seat, NOTHING, choice)


class OneMoreAction(Step[City]):
    """The Bullet stands: one action A or B, no pass, no other Bullet (MC-4.15, MC-4.16)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask, unless nothing is left to do it with (MC-4.21); only time can forfeit it."""
        seat = frame.actor
        if game.public.hand[seat] > 0 or game.public.cards[seat] > 0:
            game.ask(seat, "bullet_action", actions(game, seat))
            game.ask(CLOCK, "bullet_action", (FORFEIT,))

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
        game.ask(frame.actor, "action/chip", game.all_chips())

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The chip is the target."""
        game.become(frame.at(choice))


class NameOwnChip(NameAnyChip):
    """One own chip from any stack, never from the cell (MC-5.1, MC-5.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for an own chip."""
        own = [chip for chip in game.all_chips() if game.owner(chip) == frame.actor]
        game.ask(frame.actor, "action/chip", own)


class NameLocation(Step[City]):
    """Any location."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for a location."""
        game.ask(frame.actor, "action/location", self.choices(game, frame))

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
        stacks = game.public.stacks
        return [place for place in range(1, 8) if stacks[place].count(frame.actor) >= 2]


class NameStack(NameLocation):
    """A location with a non-empty stack (MC-6.17)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """All stacks with a chip; the second must be a later one, as order does not matter."""
        stacks = game.public.stacks
        filled = [location for location in range(1, 8) if stacks[location]]
        return filled[:-1]


class NameSecondStack(NameLocation):
    """Another location with a non-empty stack (MC-6.17)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """The stacks behind the first, as the order of the two does not matter."""
        stacks = game.public.stacks
        return [place for place in range(frame.target + 1, 8) if stacks[place]]

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Both locations are the target."""
        game.become(frame.at(frame.target * 8 + choice))


class NameOtherLocation(NameLocation):
    """The stack of another location than the chip's own (MC-6.19, MC-6.20)."""

    def choices(self, game: City, frame: Frame) -> list[int]:
        """All but the chip's own."""
        return [place for place in range(1, 8) if place != location_of(frame.target)]

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Chip and location are the target."""
        game.become(frame.at(frame.target * 8 + choice))


class NameVictim(Step[City]):
    """Another player who has a card (MC-6.6)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for a seat."""
        cards = game.public.cards
        victims = [seat for seat in range(game.seats) if seat != frame.actor and cards[seat] > 0]
        game.ask(frame.actor, "action/seat", victims)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The seat is the target."""
        game.become(frame.at(choice))


# What the effects do when they stand


class TakeChipBack(Step[City]):
    """One Hat: the own chip goes from the stack back to the hand (MC-5.1)."""

    def do(self, game: City, frame: Frame) -> None:
        """Lift it."""
        game.public.hand[game.lift(frame.target)] += 1


class PlaceFromReserve(Step[City]):
    """Two Hats: one own chip from the reserve goes on top of a stack (MC-5.3)."""

    def do(self, game: City, frame: Frame) -> None:
        """Put it there."""
        game.public.reserve[frame.actor] -= 1
        game.put(frame.actor, frame.target)


class SendToCell(Step[City]):
    """The chip goes to the cell, and its owner may drag somebody along (MC-6.21)."""

    def do(self, game: City, frame: Frame) -> None:
        """Call the transport; the actor is its causer."""
        game.call(game.rules.TRANSPORT, frame.actor, frame.target)


class StealCard(Step[City]):
    """One random card of the hand the victim has now goes to the thief (MC-6.6)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask chance, if there is a card left (MC-6.8)."""
        if game.public.cards[frame.target] > 0:
            game.ask(CHANCE, "thief", game.secret[frame.target].cards)
        else:
            game.tell("nothing_to_steal", (frame.actor, frame.target))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Thief and victim know the card, everybody that one moved (MC-18.4)."""
        game.lose(frame.target, choice)
        game.gain(frame.actor, choice)
        game.tell("stole", (frame.actor, frame.target))
        game.tell("stole_card", (frame.target, choice), only=frame.actor)
        game.tell("lost_card", (frame.actor, choice), only=frame.target)


class ReturnStack(Step[City]):
    """All chips of the stack return to their owners' hands (MC-6.14); who gets one is active."""

    def do(self, game: City, frame: Frame) -> None:
        """Empty the stack; a returned chip ends a pass (MC-4.19)."""
        public = game.public
        for owner in public.stacks[frame.target]:
            public.hand[owner] += 1
            if public.passed[owner]:
                public.passed[owner] = False
                game.tell("active_again", (owner,))
        public.stacks[frame.target] = ()


class SwapBottomChips(Step[City]):
    """The bottom chips of the two stacks change places (MC-6.17)."""

    def do(self, game: City, frame: Frame) -> None:
        """Swap them."""
        stacks = game.public.stacks
        first = frame.target // 8
        second = frame.target % 8
        one = stacks[first]
        other = stacks[second]
        stacks[first] = (other[0], *one[1:])
        stacks[second] = (one[0], *other[1:])


class MoveChip(Step[City]):
    """The chip goes on top of the stack of the other location (MC-6.19)."""

    def do(self, game: City, frame: Frame) -> None:
        """Move it."""
        game.put(game.lift(frame.target // 8), frame.target % 8)


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


def third_chips(game: City, causer: Seat, owner: Seat) -> list[int]:
    """Chips of neither the causer nor the owner of the chip just sent (MC-6.22)."""
    return [chip for chip in game.all_chips() if game.owner(chip) not in (causer, owner)]


class MayDragAlong(Step[City]):
    """The owner of the chip may play Complicity (MC-6.21), not on an own deed (MC-6.27)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask, unless it is publicly impossible (7.3)."""
        owner = frame.target
        can = self.may_react(frame) and game.public.cards[owner] > 0
        if can and third_chips(game, frame.actor, owner):
            game.ask(owner, "complicity", [DECLINE, *with_text(game, owner, COMPLICITY)])

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
        chips = third_chips(game, frame.target, frame.actor)
        game.ask(frame.actor, "complicity/chip", chips)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The chip is the target."""
        game.become(frame.at(choice))


class DragAlong(Step[City]):
    """The named chip goes to the cell; one Complicity takes effect per transport (MC-6.26)."""

    def do(self, game: City, frame: Frame) -> None:
        """A new transport takes the place of this Complicity and of the one it answered."""
        game.put_away(frame.thing)
        game.end()
        game.end()
        game.call(game.rules.TRANSPORT, frame.actor, frame.target)


class DragAlongAndMore(Step[City]):
    """As above, but more may follow for the same transport (MC-R19)."""

    def do(self, game: City, frame: Frame) -> None:
        """A new transport takes the place of this Complicity."""
        game.put_away(frame.thing)
        game.end()
        game.call(game.rules.TRANSPORT, frame.actor, frame.target)
