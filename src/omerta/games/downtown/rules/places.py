"""Downtown with Ghetto and Bank (DT-8 to DT-10), the West and the East Side (DT-11, DT-12) with
the Villa (DT-14), and the casino (DT-13)."""

from __future__ import annotations

from omerta.core import NOTHING, SEALED, Frame, Seat, Step
from omerta.games.downtown.rules import points
from omerta.games.downtown.state.components import (
    BANK,
    GHETTO,
    ROW_ADD,
    ROW_MAX,
    ROW_MIN,
    STAKES,
    VILLA,
)
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import count, one, size, together, without
from omerta.games.downtown.state.kinds import (
    BOTTOM,
    DECLINE,
    DONE,
    SKIP,
    TOP,
    VISIT,
    buyer_of,
    face,
    is_look,
    look_at,
    stack_of,
)
from omerta.games.downtown.state.kinds import DRAW as DRAW_THEM
from omerta.games.downtown.state.queries import (
    affordable,
    crew_of,
    fitting,
    informants_with_cards,
    open_stacks,
    quarters_paid,
    robberies,
    sales,
)

# DT-8 Downtown: the frame's thing is the sum that has been paid.


class Buy(Step[Town]):
    """At least one gangster of the row is bought; any number may be bought (DT-8.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for one more at its fixed price (DT-8.3), covered by cash (DT-8.4)."""
        end = [DONE] if frame.thing > 0 else []
        seat = frame.actor
        game.ask(seat, points.BUY, end + affordable(game.public, game.secret[seat]))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """The gangster goes to the hand, the money to the bank (DT-8.5)."""
        if choice == DONE:
            return
        public = game.public
        price = count(public.prices, choice)
        public.row = without(public.row, one(choice))
        game.spend(seat, price)
        game.gain(seat, one(choice))
        game.tell("bought", (seat, choice, price))
        game.become(frame.again().with_thing(frame.thing + price))


class ShareAtBank(Step[Town]):
    """Each player with a piece at the Bank receives an equal share of the sum (DT-10.2).

    It is a sentence of Downtown alone (DT-10.1); all shares come before anybody wins (DT-10.4).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Pay the shares; the remainder stays in the bank (DT-10.3)."""
        seats = game.public.players_at(BANK)
        share = frame.thing // len(seats) if seats else 0
        if share:
            for seat in seats:
                game.earn(seat, share)
                game.tell("bank_share", (seat, share))


class ShuffleDiscards(Step[Town]):
    """A pile that ran out is shuffled as soon as a card is needed and discards exist (DT-8.10)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Shuffle, if need be."""
        game.shuffle_discards()


class Refill(Step[Town]):
    """Cards are turned up: three, or up to five, never more than ten in all (DT-8.7)."""

    def do(self, game: Town, frame: Frame) -> None:
        left = size(game.public.row)
        number = min(ROW_MAX - left, max(ROW_ADD, ROW_MIN - left))
        game.call(game.rules.TURN_UP, frame.actor, NOTHING, number)


# DT-9 Ghetto


class GhettoDraws(Step[Town]):
    """One other player in the Ghetto draws two cards, several draw one each (DT-9.3, DT-9.4).

    So it is once after each use, whatever number was bought (DT-9.1).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Let them draw, clockwise from the buyer, whose own piece is ignored (DT-9.2)."""
        others = game.others(frame.actor)
        seats = [seat for seat in others if game.public.has_piece(seat, GHETTO)]
        for seat in reversed(seats):
            game.call(game.rules.GHETTO, seat, NOTHING, 2 if len(seats) == 1 else 1)


class MayDraw(Step[Town]):
    """The player may refuse the draw (DT-R12)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask, if there is a card."""
        if game.public.draw > 0:
            game.ask(frame.actor, points.GHETTO, (DRAW_THEM, DECLINE))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """All or nothing."""
        if choice == DECLINE:
            game.tell("declined", (seat,))
            game.end()


# DT-11 West Side: the frame's target is the informant.


class RobOrLook(Step[Town]):
    """One use is either a robbery or the alternative action, each once (DT-11.1, DT-11.7)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for a robbery or a look at a non-empty stack (DT-11.2, DT-11.5)."""
        looks = [look_at(informant) for informant in informants_with_cards(game.public)]
        jobs = robberies(game.public, game.secret[frame.actor], game.options.deck)
        game.ask(frame.actor, points.WEST, jobs + looks)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """After a robbery no look is possible (DT-14.4)."""
        if is_look(choice):
            game.call(game.rules.WEST_LOOK, seat, stack_of(choice))
        else:
            game.end()
            game.call(game.rules.ROBBERY, seat, choice)


class VillaMayRob(Step[Town]):
    """With an own piece at the Villa a look may be followed by a robbery (DT-14.2, DT-14.6)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for a robbery at any stack (DT-14.5)."""
        if game.public.has_piece(frame.actor, VILLA):
            jobs = robberies(game.public, game.secret[frame.actor], game.options.deck)
            game.ask(frame.actor, points.WEST_AGAIN, [*jobs, DONE])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Rob, or let it be."""
        if choice != DONE:
            game.call(game.rules.ROBBERY, seat, choice)


class DiscardCrew(Step[Town]):
    """The robber discards exactly the crew shown on the card (DT-11.3, DT-11.4)."""

    def do(self, game: Town, frame: Frame) -> None:
        copy = game.public.tops[frame.target]
        crew = crew_of(game.public, game.options.deck, frame.target)
        game.lose(frame.actor, crew)
        game.public.discard = together(game.public.discard, crew)
        game.tell("robbed", (frame.actor, *face(copy)))


class TakeTopCard(Step[Town]):
    """The card goes to the robber's hand, who knows its back now (DT-11.4)."""

    reveals = True

    def do(self, game: Town, frame: Frame) -> None:
        card = game.take_card(frame.actor, game.public.tops[frame.target])
        game.public.tops[frame.target] = NOTHING
        game.tell("saw_back", (*face(card), game.options.deck.value(card)), only=frame.actor)


class LookAtBack(Step[Town]):
    """The player looks secretly at the back of the top card (DT-11.5)."""

    reveals = True

    def do(self, game: Town, frame: Frame) -> None:
        """Show it to this player alone."""
        card = game.look(frame.actor, game.public.tops[frame.target])
        game.tell("looked", (frame.actor, frame.target))
        game.tell("saw_back", (*face(card), game.options.deck.value(card)), only=frame.actor)


class PutCardBack(Step[Town]):
    """The card is put back on top of, or to the bottom of, the same stack (DT-11.6)."""

    def do(self, game: Town, frame: Frame) -> None:
        game.ask(frame.actor, points.WESTPUT, (TOP, BOTTOM))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        public = game.public
        if choice == TOP:
            game.tell("put_on_top", (seat, frame.target))
            return
        copy = public.tops[frame.target]
        if public.cards_in(frame.target) > 1:
            public.tops[frame.target] = NOTHING
            public.bottoms[frame.target] = (*public.bottoms[frame.target], copy)
        game.tell("put_under", (seat, frame.target))


# DT-12 East Side: the frame's target is the fence stack.


class SellOrLook(Step[Town]):
    """One use is either a sale or the alternative action, each once (DT-12.1, DT-12.12)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for a sale or a look at an open stack (DT-12.2)."""
        looks = [look_at(stack) for stack in open_stacks(game.public)]
        game.ask(frame.actor, points.EAST, sales(game.public, game.secret[frame.actor]) + looks)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """After a sale no look is possible (DT-14.4)."""
        if is_look(choice):
            game.call(game.rules.EAST_LOOK, seat, stack_of(choice))
        else:
            game.end()
            game.call(game.rules.SALE, seat, choice)


class VillaMaySell(Step[Town]):
    """With an own piece at the Villa a look may be followed by a sale (DT-14.3, DT-14.6)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for a sale at any stack (DT-14.5)."""
        if game.public.has_piece(frame.actor, VILLA):
            stacks = sales(game.public, game.secret[frame.actor])
            game.ask(frame.actor, points.EAST_AGAIN, [*stacks, DONE])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Sell, or let it be."""
        if choice != DONE:
            game.call(game.rules.SALE, seat, choice)


class Offer(Step[Town]):
    """One or more cards are offered; not all that fit need be (DT-12.3, DT-12.5)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for one more."""
        own = game.secret[frame.actor]
        end = [DONE] if own.offer else []
        game.ask(frame.actor, points.LOOT, end + fitting(game.public, own, frame.target))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """The offer stays the seller's secret until it is fixed."""
        if choice != DONE:
            own = game.secret[seat]
            own.offer = (*own.offer, choice)
            game.become(frame.again())


class TurnFence(Step[Town]):
    """The offer is fixed and the fence is turned over: true values are public (DT-12.6)."""

    reveals = True

    def do(self, game: Town, frame: Frame) -> None:
        """Put away the cards in their order (DT-12.10) and the fence (DT-12.11), and pay.

        The proceeds (DT-12.7) go from the bank to the seller's cash (DT-12.9).
        """
        public = game.public
        seat = frame.actor
        own = game.secret[seat]
        worth = 0
        for card in own.offer:
            value = game.options.deck.value(card)
            worth += value
            game.tell("sold_card", (seat, *face(card), value))
            game.put_under(game.give_card(seat, card, is_shown=True))
        own.offer = ()
        fence = game.show_back(public.fences[frame.target][0])
        public.fences[frame.target] = public.fences[frame.target][1:]
        public.out = (*public.out, fence)
        proceeds = worth * quarters_paid(buyer_of(fence)) // 4
        game.tell("fence_turned", (frame.target + 1, fence))
        game.tell("proceeds", (seat, proceeds))
        game.earn(seat, proceeds)


class LookAtFence(Step[Town]):
    """The player looks secretly at the back of the top fence (DT-12.13)."""

    reveals = True

    def do(self, game: Town, frame: Frame) -> None:
        """Show it to this player alone."""
        fence = game.look(frame.actor, game.public.fences[frame.target][0])
        game.tell("looked_at_fence", (frame.actor, frame.target + 1))
        game.tell("saw_fence", (frame.target + 1, fence), only=frame.actor)


class PutFence(Step[Town]):
    """The fence is put on top of an open stack, however large (DT-12.14, DT-12.15)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the stack; the one it came from always qualifies."""
        game.ask(frame.actor, points.EASTPUT, open_stacks(game.public))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        fences = game.public.fences
        copy = fences[frame.target][0]
        fences[frame.target] = fences[frame.target][1:]
        fences[choice] = (copy, *fences[choice])
        game.tell("put_fence", (seat, choice + 1))


# DT-13 Casino


class CasinoAppears(Step[Town]):
    """A casino card appears when a stack holds no fence for the first time (DT-13.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Count it; then the active player may visit (DT-13.2)."""
        public = game.public
        if not public.is_open(frame.target) and not public.casino[frame.target]:
            public.casino[frame.target] = True
            game.tell("casino", (frame.target + 1, public.casinos()))
            game.call(game.rules.CASINO, frame.actor)


class MayVisit(Step[Town]):
    """The active player may visit the casino, with cash only (DT-13.2, DT-13.3).

    This is so at each appearance, the second included (DT-13.12).
    """

    def __init__(self, most: int) -> None:
        self.most = most

    def do(self, game: Town, frame: Frame) -> None:
        """Ask, as long as the number of appearances offers a visit (DT-R8)."""
        if game.public.casinos() <= self.most and game.public.purse[frame.actor] > 0:
            game.ask(frame.actor, points.CASINO, (SKIP, VISIT))
        else:
            game.end()

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Go in, or pass by."""
        if choice == SKIP:
            game.tell("skipped", (seat,))
            game.end()
        else:
            game.tell("visited", (seat,))


class Stake(Step[Town]):
    """All players with cash stake one bill each, secretly (DT-13.4, DT-13.5, DT-13.6)."""

    shape = SEALED

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for a bill that the cash covers."""
        for seat in game.clockwise(frame.actor):
            if game.public.purse[seat] > 0 and game.sealed[seat] == NOTHING:
                cash = game.secret[seat].cash
                game.ask(seat, points.STAKE, [bill for bill in STAKES if bill <= cash])

    def close(self, game: Town, frame: Frame) -> None:
        """Equal stakes go to the active player (DT-13.7), lower ones to the bank (DT-13.11).

        Higher ones return (DT-13.10); one's own is kept if another is equal (DT-13.8), else
        it goes to the bank (DT-13.9).
        """
        active = frame.actor
        bills = game.unseal()
        stake = bills[active]
        matched = False
        for seat in game.clockwise(active):
            if bills[seat] != NOTHING:
                game.tell("staked", (seat, bills[seat]))
        for seat in game.others(active):
            bill = bills[seat]
            if bill == NOTHING or bill > stake:
                continue
            game.spend(seat, bill)
            if bill == stake:
                matched = True
                game.earn(active, bill)
                game.tell("won_stake", (active, seat, bill))
            else:
                game.tell("lost_stake", (seat, bill))
        if not matched:
            game.spend(active, stake)
            game.tell("lost_stake", (active, stake))
