"""The Location Phase (MC-7) and the seven locations (MC-8 to MC-14).

A location's frame holds its number (target) and, once control is determined, its controller
(actor; NOTHING for nobody).
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Frame, Repeat, Rule, Seat, Sentence, Step
from omerta.games.mafia_city.rules.points import (
    BID_AGREEMENT,
    BID_MORE,
    HITMAN_CARD,
    HITMAN_CHIP,
    HITMAN_MOVE,
    JAIL_PICK,
    LOCATION_EFFECT,
    PICK_LOCATION,
    PLUS_ONE,
)
from omerta.games.mafia_city.state import components
from omerta.games.mafia_city.state.components import HITMAN, LOCATION, SECRET_AGREEMENT
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import (
    ACCEPT,
    DECLINE,
    DONE,
    location_of,
    position_of,
)
from omerta.games.mafia_city.state.queries import (
    all_chips,
    chips_at,
    controller,
    leaders,
    neighbours,
    owner_of,
    with_symbol,
    with_text,
)

# MC-7 Location Phase in general


class BeginLocationPhase(Step[City]):
    """The phase has seven cycles (MC-7.1)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.phase = LOCATION
        game.tell("location_phase")


class PickLocation(Step[City]):
    """The Mayor's holder chooses, else the lowest number is next (MC-7.4, MC-14.4, MC-7.3)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask, if there is a holder and more than one location is not solved (MC-7.20)."""
        public = game.public
        unmarked = [location for location in range(1, 8) if not public.marked[location]]
        if public.mayor == NOTHING or len(unmarked) == 1:
            self.take(game, frame, NOTHING, unmarked[0])
        else:
            game.ask(public.mayor, PICK_LOCATION, unmarked)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """This location is being solved; that somebody has chosen it is told (MC-7.4)."""
        if seat != NOTHING:
            game.tell("picked", (seat, choice))
        game.public.at = choice
        game.become(frame.at(choice))


class Solve(Step[City]):
    """Determine control, give the point, carry out the effect, mark (MC-7.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Follow the location's own rule."""
        game.tell("solving", (frame.target,))
        game.call(game.rules.LOCATIONS[frame.target], NOTHING, frame.target)


class UntilAllMarked(Repeat[City]):
    """Next cycle, where the Mayor is counting anew (MC-7.5), until all are marked (MC-7.21)."""

    def is_done(self, game: City, frame: Frame) -> bool:
        """Whether all seven locations are marked."""
        marked = game.public.marked
        return all(marked[location] for location in range(1, 8))


# Bidding. Its frame holds whose turn it is (actor), where (target), and how many participants
# have still to pass in a row (thing).


class Bidding(Step[City]):
    """Seats with a chip in the stack bid with Secret Agreements (MC-7.7)."""

    def __init__(self, fewest: int) -> None:
        self.fewest: Final = fewest

    def do(self, game: City, frame: Frame) -> None:
        """With fewer than two participants there is no bidding (MC-7.11)."""
        number = self.participants(game, frame.target)
        if number >= self.fewest:
            game.call(game.rules.BIDDING, game.public.first, frame.target, number)

    def participants(self, game: City, location: int) -> int:
        """How many may bid."""
        return len(set(game.public.stacks[location]))

    def takes_part(self, game: City, seat: Seat, location: int) -> bool:
        """Whether a seat may bid: if it has a chip there (MC-6.32)."""
        return seat in game.public.stacks[location]


class BiddingForAll(Bidding):
    """Every seat may bid if the stack is not empty (MC-R29)."""

    def participants(self, game: City, location: int) -> int:
        """Everybody, at a location with a chip."""
        return game.seats if game.public.stacks[location] else 0

    def takes_part(self, game: City, seat: Seat, location: int) -> bool:
        """Everybody."""
        return True


class Bid(Step[City]):
    """A participant plays one or more Secret Agreements or passes (MC-7.8, MC-7.9)."""

    def __init__(self, bidding: Bidding) -> None:
        self.bidding: Final = bidding

    def do(self, game: City, frame: Frame) -> None:
        """Ask the next participant; a seat without cards declines (7.3)."""
        seat = frame.actor
        to_pass = frame.thing
        while to_pass > 0:
            if self.bidding.takes_part(game, seat, frame.target):
                if game.public.cards[seat] > 0:
                    game.become(frame.by(seat).with_thing(to_pass))
                    held = with_text(game.hand(seat), SECRET_AGREEMENT)
                    game.ask(seat, BID_AGREEMENT, [DECLINE, *held])
                    return
                to_pass -= 1
            seat = game.next(seat)
        game.end()

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Pass, or announce the first card."""
        if choice == DECLINE:
            game.tell("bid_passed", (seat, frame.target))
            game.become(frame.again().by(game.next(seat)).with_thing(frame.thing - 1))
        else:
            announce_agreement(game, seat, choice)


def announce_agreement(game: City, seat: Seat, card: int) -> None:
    """A card announced with others leaves the hand at once (MC-6.33)."""
    game.show(seat, card)
    game.public.announced = (*game.public.announced, card)


class BidMore(Step[City]):
    """Several may be played at once (MC-6.33)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for one more card while there are cards in hand, whatever they are."""
        if game.public.cards[frame.actor] > 0:
            held = with_text(game.hand(frame.actor), SECRET_AGREEMENT)
            game.ask(frame.actor, BID_MORE, [DONE, *held])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Add a card, or go on."""
        if choice != DONE:
            announce_agreement(game, seat, choice)
            game.become(frame.again())


class AnswerAgreements(Step[City]):
    """Each is a separate effect, answered in the order announced (MC-6.33)."""

    def do(self, game: City, frame: Frame) -> None:
        """Lay the next one open."""
        announced = game.public.announced
        if announced:
            game.public.announced = announced[1:]
            game.become(frame.again())
            game.tell("agreement", (frame.actor, announced[0], frame.target))
            game.call(game.rules.SECRET_AGREEMENT, frame.actor, frame.target, announced[0])


class NextBidder(Step[City]):
    """A play, cancelled or not, interrupts the run of passes (MC-7.10)."""

    def __init__(self, bidding: Bidding) -> None:
        self.bidding: Final = bidding

    def do(self, game: City, frame: Frame) -> None:
        """The next seat clockwise; all participants have to pass again."""
        number = self.bidding.participants(game, frame.target)
        game.become(frame.by(game.next(frame.actor)).with_thing(number).to(Bid))


class CountAgreement(Step[City]):
    """It adds 1 to its player's total, for this determination only (MC-6.31)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.agreements[frame.actor] += 1


# Control


class Control(Step[City]):
    """Control is determined from the stack as it is then (MC-7.6).

    So it is at the Jail (MC-8.1), the Harbor (MC-9.1), the Fight Club (MC-10.1), the Police
    Station (MC-11.1), the Business District (MC-12.1), the Gentlemen's Club (MC-13.1) and City
    Hall (MC-14.1).
    """

    def do(self, game: City, frame: Frame) -> None:
        game.become(frame.by(controller(frame.target, leaders_at(game, frame.target))))


def leaders_at(game: City, location: int) -> list[Seat]:
    """Who has the highest total at a location."""
    public = game.public
    return leaders(public.stacks[location], public.agreements, public.first)


class GivePoint(Step[City]):
    """The controller gets 1 VP at once, which nothing takes away (MC-7.17, MC-2.21).

    Points are gained here and by a +1, and only now (MC-7.22).
    """

    def do(self, game: City, frame: Frame) -> None:
        if frame.actor == NOTHING:
            game.tell("nobody_controls", (frame.target,))
        else:
            game.public.vp[frame.actor] += 1
            game.tell("controls", (frame.actor, frame.target))


class Mark(Step[City]):
    """A marking cube is put on the location (MC-7.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Mark it; it is solved, and agreements counted for this determination only."""
        game.public.marked[frame.target] = True
        game.public.agreements = [0] * game.seats
        game.public.at = 0


class MayDecline(Step[City]):
    """An entitled player may decline what else happens automatically (MC-R24, MC-7.19)."""

    def __init__(self, effect: Sentence) -> None:
        self.effect: Final = effect

    def do(self, game: City, frame: Frame) -> None:
        """Ask, if somebody is entitled."""
        if frame.actor != NOTHING:
            game.ask(frame.actor, LOCATION_EFFECT, (ACCEPT, DECLINE))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Leave the effect out."""
        if choice == DECLINE:
            game.tell("declined_effect", (seat, game.public.at))
            game.become(frame.past(self.effect))


# MC-8 Jail


class ReleaseAll(Step[City]):
    """All chips in the cell go to their owners' hands (MC-8.3), controller or not (MC-8.4).

    There is no other way out of the cell (MC-2.8).
    """

    def do(self, game: City, frame: Frame) -> None:
        self.release(game, game.public.cell[:])

    def release(self, game: City, numbers: list[int]) -> None:
        """Give every seat this many chips back."""
        public = game.public
        for seat in range(game.seats):
            if numbers[seat] > 0:
                public.cell[seat] -= numbers[seat]
                public.hand[seat] += numbers[seat]
                public.cell_new[seat] = min(public.cell_new[seat], public.cell[seat])
                game.tell("released", (seat, numbers[seat]))


class ReleaseEarlierRounds(ReleaseAll):
    """Chips that came into the cell in the present round stay (MC-R23)."""

    def do(self, game: City, frame: Frame) -> None:
        """Open the cell for the others."""
        public = game.public
        self.release(game, [public.cell[s] - public.cell_new[s] for s in range(game.seats)])


class MayJail(Step[City]):
    """The controller may choose one chip in any stack and send it to the cell (MC-8.5)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask the controller."""
        if frame.actor != NOTHING:
            game.ask(frame.actor, JAIL_PICK, [DECLINE, *all_chips(game.public)])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Announce the Jail effect; a cancelled one cannot be tried again (MC-8.7, MC-3.25)."""
        if choice != DECLINE:
            owner = owner_of(game.public, choice)
            game.tell("jail_effect", (seat, owner, location_of(choice), position_of(choice)))
            game.call(game.rules.JAIL_EFFECT, seat, choice)


# MC-9 Harbor


class MayMoveHitman(Step[City]):
    """The controller may move the Hitman figure to one adjacent location (MC-9.2).

    Without a controller nobody is asked, here and for the Hitman card (MC-9.6).
    """

    def do(self, game: City, frame: Frame) -> None:
        """Ask the controller."""
        if frame.actor != NOTHING:
            reachable = neighbours(game.public, game.public.hitman)
            game.ask(frame.actor, HITMAN_MOVE, [DECLINE, *reachable])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Announce the move, once in a phase (MC-9.3); without one no window opens (MC-9.8)."""
        if choice != DECLINE:
            game.tell("hitman_effect", (seat, choice))
            game.call(game.rules.HITMAN_MOVE, seat, choice)


class MoveHitman(Step[City]):
    """The figure moves and keeps its place (MC-9.7); this alone eliminates nobody (MC-9.2)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.hitman = frame.target


class MayKill(Step[City]):
    """The controller may play one Hitman card (MC-9.4), whatever the figure did (MC-9.5)."""

    def do(self, game: City, frame: Frame) -> None:
        if frame.actor != NOTHING:
            game.call(game.rules.KILLING, frame.actor)


class MayPlayHitman(Step[City]):
    """A Hitman card in step 2 (MC-6.1); after a cancelled one another may be played (MC-6.4)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask, unless there is no card in hand or no chip at the figure (MC-6.3, 7.3)."""
        if game.public.cards[frame.actor] > 0 and game.public.stacks[game.public.hitman]:
            held = with_text(game.hand(frame.actor), HITMAN)
            game.ask(frame.actor, HITMAN_CARD, [DECLINE, *held])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        if choice != DECLINE:
            game.become(frame.again())
            game.call(game.rules.HITMAN, seat, NOTHING, choice)


class NameChipAtHitman(Step[City]):
    """One chip from the stack where the Hitman stands (MC-6.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask for the chip."""
        game.ask(frame.actor, HITMAN_CHIP, chips_at(game.public, game.public.hitman))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The chip is the target."""
        game.become(frame.at(choice))


class Eliminate(Step[City]):
    """The chip goes to its owner's reserve (MC-6.2)."""

    def do(self, game: City, frame: Frame) -> None:
        owner = game.lift(frame.target)
        game.public.reserve[owner] += 1
        game.tell("eliminated", (frame.actor, owner, game.public.hitman))


# MC-10 Fight Club. The recruiting frame's thing counts how many of the tied have recruited.


class EntitledRecruit(Step[City]):
    """The controller, or on a tie every leader, recruits (MC-10.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Call the recruits in clockwise order."""
        for seat in reversed(self.entitled(game, frame)):
            game.call(game.rules.RECRUIT, seat)

    def entitled(self, game: City, frame: Frame) -> list[Seat]:
        """Who has the highest total (MC-10.5); nobody at an empty stack (MC-10.4)."""
        found = leaders_at(game, frame.target)
        return [seat for seat in game.clockwise(game.public.first) if seat in found]


class EntitledByChipsRecruit(EntitledRecruit):
    """On a tie of totals, those with the most chips (MC-R25)."""

    def entitled(self, game: City, frame: Frame) -> list[Seat]:
        """The leaders with the most chips."""
        if frame.actor != NOTHING:
            return [frame.actor]
        stack = game.public.stacks[frame.target]
        if not stack:
            return []
        most = max(stack.count(seat) for seat in range(game.seats))
        return [s for s in game.clockwise(game.public.first) if stack.count(s) == most]


class Recruit(Step[City]):
    """One own chip goes from reserve to hand (MC-10.2), if there is one (MC-10.3)."""

    def do(self, game: City, frame: Frame) -> None:
        if game.public.reserve[frame.actor] > 0:
            game.public.reserve[frame.actor] -= 1
            game.public.hand[frame.actor] += 1
            game.tell("recruited", (frame.actor,))


# MC-11 Police Station, MC-14 City Hall


class TakePoliceman(Step[City]):
    """The controller takes the Policeman, else it returns to the tile (MC-11.2, MC-11.3)."""

    reveals: bool = True

    def do(self, game: City, frame: Frame) -> None:
        """Move the figure; its holder sees every hand from now on (MC-11.6)."""
        holder = game.public.policeman
        if holder != frame.actor:
            if holder != NOTHING:  # what has been seen is remembered (MC-18.3)
                game.remember_all(holder)
            game.public.policeman = frame.actor
            if frame.actor == NOTHING:
                game.tell("policeman_returned")
            else:
                game.tell("took_policeman", (frame.actor,))


class TakeMayor(Step[City]):
    """The controller takes the Mayor, else it returns to the tile (MC-14.2, MC-14.3)."""

    def do(self, game: City, frame: Frame) -> None:
        """Move the figure, and with it the rights of its holder (MC-14.5)."""
        if game.public.mayor != frame.actor:
            game.public.mayor = frame.actor
            if frame.actor == NOTHING:
                game.tell("mayor_returned")
            else:
                game.tell("took_mayor", (frame.actor,))


# MC-12 Business District, MC-13 Gentlemen's Club


class ForController(Step[City]):
    """The controller carries out a rule; without one nothing happens (MC-7.18)."""

    def __init__(self, rule: Rule) -> None:
        self.rule: Final = rule
        self.follows = rule

    def do(self, game: City, frame: Frame) -> None:
        if frame.actor != NOTHING:
            game.call(self.rule, frame.actor)


class MayUsePlusOne(Step[City]):
    """The controller may use one +1 card (MC-13.2), after a cancelled one another (MC-13.3).

    That may happen any number of times (MC-5.12).
    """

    def do(self, game: City, frame: Frame) -> None:
        """Ask, unless there is no card in hand (7.3)."""
        if game.public.cards[frame.actor] > 0:
            held = with_symbol(game.hand(frame.actor), components.PLUS_ONE)
            game.ask(frame.actor, PLUS_ONE, [DECLINE, *held])

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        if choice != DECLINE:
            game.become(frame.again())
            game.call(game.rules.PLUS_ONE, seat, NOTHING, choice)


class ExtraPoint(Step[City]):
    """One extra VP (MC-5.11); as the offer is over then, never more (MC-5.13, MC-13.4)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.vp[frame.actor] += 1
        game.tell("extra_point", (frame.actor,))
