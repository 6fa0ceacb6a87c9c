"""The turn (DT-4), its phases 1 and 2 (DT-5, DT-6), additions (DT-7), phase 4 (DT-15), the end
(DT-16) and what is different with two players (DT-18)."""

from __future__ import annotations

from omerta.core import NOTHING, SEALED, Frame, Rule, Seat, Step
from omerta.games.downtown.rules import points
from omerta.games.downtown.state.components import CASINO_END, CORE, DOWNTOWN, WEST_SIDE, WIN_TOTAL
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import (
    NOBODY,
    kinds,
    members,
    one,
    size,
    together,
    without,
)
from omerta.games.downtown.state.kinds import (
    DONE,
    card_shed,
    destination_of,
    face,
    haul,
    is_payment,
    is_shed_card,
    origin_of,
    payment,
    selected,
    shed_card,
    unseen,
)
from omerta.games.downtown.state.queries import (
    can_pay,
    hand_limit,
    moved,
    moves_to_empty,
    moves_to_paid,
    prices_of,
    usable,
)

# DT-4 Turn structure


class TakeDisplayBack(Step[Town]):
    """The active player's whole display returns to cash and hand (DT-4.2)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Take it back; it is this player's turn."""
        public = game.public
        seat = frame.actor
        public.turn = seat
        public.next = NOTHING
        public.paid = False
        public.used = ()
        game.tell("turn", (seat,))
        game.earn(seat, public.money[seat])
        game.gain(seat, public.display[seat])
        public.money[seat] = 0
        public.display[seat] = NOBODY


class FixPrices(Step[Town]):
    """The row as it lies now fixes the prices of this turn (DT-4.3, DT-8.2)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Look up each kind."""
        game.public.prices = prices_of(game.public.row)


class Phase(Step[Town]):
    """A turn has four phases in fixed order (DT-4.1)."""

    def __init__(self, phase: int, rule: Rule) -> None:
        self.phase = phase
        self.rule = rule
        self.follows = rule

    def do(self, game: Town, frame: Frame) -> None:
        """This one begins."""
        game.public.phase = self.phase
        game.call(self.rule, frame.actor)


class EndTurn(Step[Town]):
    """After the turn the selected player takes the next one (DT-4.4)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Go on, unless the second casino has appeared; 100k came before (DT-16.4, DT-16.7)."""
        public = game.public
        public.turns += 1
        if public.casinos() >= CASINO_END:
            game.tell("ended_by_casino")
            win(game, list(range(game.seats)))
        else:
            game.become(game.rules.turn(game.seats).begin(public.next))


class EndTurnOrGame(EndTurn):
    """The same, but the game ends after a given number of turns (DT-16.8)."""

    def __init__(self, most: int) -> None:
        self.most = most

    def do(self, game: Town, frame: Frame) -> None:
        """Go on while the cap allows."""
        super().do(game, frame)
        if game.public.turns >= self.most and not game.is_over:
            game.tell("ended_by_cap", (self.most,))
            win(game, list(range(game.seats)))


# DT-5 Phase 1: moving to empty places


def move_piece(game: Town, seat: Seat, move: int) -> int:
    """A piece goes to another place, which is returned."""
    origin = origin_of(move)
    to = destination_of(move)
    game.public.pieces[seat] = moved(game.public.pieces[seat], origin, to)
    game.tell("moved", (seat, origin, to))
    return to


class MayMove(Step[Town]):
    """The active player may move an own piece to an empty place (DT-5.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask; the frame's target is where the piece stands that has moved already (DT-5.2)."""
        moves = moves_to_empty(game.public, frame.actor, frame.target)
        game.ask(frame.actor, points.MOVE, [*moves, DONE])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Move it for nothing (DT-5.5), or end the phase."""
        if choice == DONE:
            game.end()
        else:
            game.become(frame.at(move_piece(game, seat, choice)))


class MayMoveTheOther(MayMove):
    """Then the other piece, perhaps to the place that has just become empty (DT-5.2, DT-5.4)."""


# DT-6 Phase 2: collect or pay


class SelectPlayer(Step[Town]):
    """The active player selects exactly one other and collects or pays (DT-6.1).

    Whoever it is: nobody has to be selected in turn (DT-4.5), and collecting is always allowed,
    also from an empty display (DT-6.3).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for one of both."""
        seat = frame.actor
        own = game.secret[seat]
        others = [other for other in range(game.seats) if other != seat]
        payable = [
            payment(other)
            for other in others
            if can_pay(game.public, own, other) and self.may_pay(game, seat, other)
        ]
        game.ask(seat, points.SELECT, others + payable)

    def may_pay(self, game: Town, seat: Seat, other: Seat) -> bool:
        """Without a legal move that player cannot be paid (DT-6.14)."""
        public = game.public
        return bool(moves_to_paid(public.places(seat), public.places(other)))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """The selected player becomes next (DT-6.2)."""
        game.public.paid = is_payment(choice)
        game.public.next = selected(choice)
        rule = game.rules.PAY if game.public.paid else game.rules.COLLECT
        game.call(rule, seat, game.public.next)


class SelectTheOther(SelectPlayer):
    """With two players paying is possible without any legal move (DT-18.5)."""

    def may_pay(self, game: Town, seat: Seat, other: Seat) -> bool:
        """Always."""
        return True


class TakeAll(Step[Town]):
    """All money and gangsters of the display go to the active player (DT-6.4).

    They can be used at once (DT-6.5); no piece moves (DT-6.6).
    """

    def do(self, game: Town, frame: Frame) -> None:
        public = game.public
        other = frame.target
        gang = public.display[other]
        game.tell("collected", (frame.actor, other, haul(public.money[other], gang)))
        game.earn(frame.actor, public.money[other])
        game.gain(frame.actor, gang)
        public.money[other] = 0
        public.display[other] = NOBODY


class HandOverPrice(Step[Town]):
    """As much as lies in the display goes to its owner; the display stays (DT-6.7, DT-6.10).

    Nobody else is paid, whoever stands where the piece will go (DT-6.15).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Pay: money to cash, gangsters to hand (DT-6.9)."""
        public = game.public
        other = frame.target
        gang = public.display[other]
        game.tell("paid", (frame.actor, other, haul(public.money[other], gang)))
        game.spend(frame.actor, public.money[other])
        game.earn(other, public.money[other])
        game.lose(frame.actor, gang)
        game.gain(other, gang)


class MoveToPaid(Step[Town]):
    """Then one own piece, only one, moves to a place of the paid player (DT-6.12, DT-6.16)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the move."""
        game.ask(frame.actor, points.PAYMOVE, self.choices(game, frame))

    def choices(self, game: Town, frame: Frame) -> list[int]:
        """With three or four players the move is compulsory (DT-6.14)."""
        public = game.public
        moves = moves_to_paid(public.places(frame.actor), public.places(frame.target))
        return moves if game.seats > 2 else [*moves, DONE]

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Move it; with two players the move is optional (DT-18.4)."""
        if choice != DONE:
            move_piece(game, seat, choice)


# DT-7 Phase 3: using a place; additions


class UsePlace(Step[Town]):
    """The active player may use a core place with an own piece, once, or none (DT-7.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask; only places where at least one action is possible are offered."""
        seat = frame.actor
        game.ask(seat, points.USE, [*usable(game.public, game.secret[seat], seat), DONE])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Use it, or end the phase."""
        if choice == DONE:
            game.end()
            return
        game.public.used = (*game.public.used, choice)
        game.tell("uses", (seat, choice))
        if choice == DOWNTOWN:
            game.call(game.rules.DOWNTOWN, seat, NOTHING, 0)
        elif choice == WEST_SIDE:
            game.call(game.rules.WEST_SIDE, seat)
        else:
            game.call(game.rules.EAST_SIDE, seat)


class UseOtherPlace(UsePlace):
    """With two players the other core place with an own piece may be used too (DT-18.2)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask, if the other piece stands on a core place."""
        public = game.public
        seat = frame.actor
        if any(public.has_piece(seat, place) and place not in public.used for place in CORE):
            super().do(game, frame)


class SkipUnlessPaid(Step[Town]):
    """With two players phase 3 is skipped after collecting (DT-18.3)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Go on only after paying."""
        if not game.public.paid:
            game.end()


class AddFaceDown(Step[Town]):
    """All but the active and the next player may add to their displays (DT-7.4).

    They are asked also when no place was used (DT-7.6), and never again in phase 4 (DT-7.8).
    """

    shape = SEALED

    def do(self, game: Town, frame: Frame) -> None:
        """Ask all of them at once: money first, then gangsters one by one."""
        for seat in game.others(frame.actor):
            if seat != game.public.next and game.sealed[seat] == NOTHING:
                self.ask_on(game, seat)

    def ask_on(self, game: Town, seat: Seat) -> None:
        """Ask for the next part of the addition."""
        own = game.secret[seat]
        if own.adding == NOTHING:
            game.ask(seat, points.ADD_MONEY, range(own.cash + 1))
        else:
            left = kinds(without(own.gang, own.adding_gang))
            game.ask(seat, points.ADD_GANG, [DONE, *left])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Keep the answer secret; it is the owner's alone until all are in."""
        own = game.secret[seat]
        if choice == DONE:
            game.sealed[seat] = DONE
            return
        if own.adding == NOTHING:
            own.adding = choice
        else:
            own.adding_gang = together(own.adding_gang, one(choice))
        self.ask_on(game, seat)

    def close(self, game: Town, frame: Frame) -> None:
        """What was added lies face down and cannot be taken back (DT-7.5)."""
        public = game.public
        game.unseal()
        for seat in game.others(frame.actor):
            if seat == public.next:
                continue
            own = game.secret[seat]
            own.cash -= own.adding
            own.added_money = own.adding
            own.gang = without(own.gang, own.adding_gang)
            own.added = own.adding_gang
            public.gangsters[seat] -= size(own.added)
            public.added[seat] = size(own.added)
            public.added_money[seat] = own.added_money > 0
            own.adding = NOTHING
            own.adding_gang = NOBODY
            lies = unseen(public.added[seat], money=public.added_money[seat])
            game.tell("added", (seat, lies))


class OnlyAfterUse(Step[Town]):
    """Without a use of a place nobody may add (DT-R4)."""

    def do(self, game: Town, frame: Frame) -> None:
        """End the rule, if no place was used."""
        if not game.public.used:
            game.end()


# DT-15 Phase 4: renewing the display, hand limit


class LayMoney(Step[Town]):
    """The active player lays any amount of cash into their display (DT-15.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the amount."""
        game.ask(frame.actor, points.LAY_MONEY, range(game.secret[frame.actor].cash + 1))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Lay it face up."""
        game.lay_money(seat, choice)
        game.tell("laid", (seat, choice))


class LayGangsters(Step[Town]):
    """And any gangsters from hand, face up (DT-15.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for one more."""
        gang = game.secret[frame.actor].gang
        game.ask(frame.actor, points.LAY_GANG, [DONE, *kinds(gang)])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Lay it face up."""
        if choice != DONE:
            game.lay(seat, choice)
            game.tell("laid_gangster", (seat, choice))
            game.become(frame.again())


class RevealAdditions(Step[Town]):
    """All face-down additions are revealed and belong to their displays (DT-15.2)."""

    reveals = True

    def do(self, game: Town, frame: Frame) -> None:
        """Turn them up, clockwise."""
        public = game.public
        for seat in game.others(frame.actor):
            if not public.added_money[seat] and public.added[seat] == 0:
                continue
            own = game.secret[seat]
            gang = own.added
            public.purse[seat] -= own.added_money
            public.money[seat] += own.added_money
            for kind in members(gang):
                game.show(seat, kind)
            public.display[seat] = together(public.display[seat], gang)
            game.tell("revealed", (seat, haul(own.added_money, gang)))
            own.added_money = 0
            own.added = NOBODY
            public.added_money[seat] = False
            public.added[seat] = 0


class Shed(Step[Town]):
    """The hand must not exceed the limit; gangsters go to the display (DT-15.3, DT-15.4).

    Only the active player sheds (DT-15.6).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for one card, until the hand fits."""
        public = game.public
        seat = frame.actor
        if public.gangsters[seat] + len(public.loot[seat]) > hand_limit(public, seat):
            game.ask(seat, points.SHED, self.choices(game, seat))

    def choices(self, game: Town, seat: Seat) -> list[int]:
        """The player chooses freely what to shed (DT-15.5)."""
        own = game.secret[seat]
        return [*kinds(own.gang), *(shed_card(card) for card in own.loot)]

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """An informant card goes unpaid to the bottom of its stack; its back stays hidden."""
        if is_shed_card(choice):
            card = card_shed(choice)
            game.put_under(game.give_card(seat, card, is_shown=False))
            game.tell("shed_card", (seat, *face(card)))
        else:
            game.lay(seat, choice)
            game.tell("shed", (seat, choice))
        game.become(frame.again())


class ShedGangstersFirst(Shed):
    """The same, but informant cards stay while there are gangsters to shed (DT-R11)."""

    def choices(self, game: Town, seat: Seat) -> list[int]:
        """Gangsters, or informant cards without any."""
        return kinds(game.secret[seat].gang) or super().choices(game, seat)


# DT-16 End and winner


class WinAtOnce(Step[Town]):
    """As soon as a player's total is at least 100k the game ends at once (DT-16.1).

    This stands behind every collection, payment, Bank share, sale and casino result (DT-16.2).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Compare the totals of those who have reached it (DT-16.3)."""
        public = game.public
        reached = [seat for seat in range(game.seats) if public.total(seat) >= WIN_TOTAL]
        if reached:
            game.tell("ended_by_total")
            win(game, reached)


def win(game: Town, seats: list[Seat]) -> None:
    """The highest total among these seats wins; equal totals win together (DT-16.5)."""
    public = game.public
    public.totals = tuple(public.total(seat) for seat in range(game.seats))
    best = max(public.totals[seat] for seat in seats)
    public.winners = tuple(seat for seat in seats if public.totals[seat] == best)
    for seat in range(game.seats):
        game.tell("total", (seat, public.totals[seat]))
    for seat in public.winners:
        game.tell("won", (seat,))
    game.finish()
