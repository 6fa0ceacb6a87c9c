"""Setup (DT-2), placing, start player and opening displays (DT-3)."""

from __future__ import annotations

from omerta.core import CHANCE, NOTHING, SEALED, Frame, Rule, Seat, Step
from omerta.games.downtown.gang import members
from omerta.games.downtown.table import CORE, EAST_SIDE, OPENING, ROW_START, START_HAND
from omerta.games.downtown.town import Town, face


class Follow(Step[Town]):
    """Carry out another rule, then go on."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def do(self, game: Town, frame: Frame) -> None:
        """Call it for the same actor."""
        game.call(self.rule, frame.actor)


# DT-2 Setup


class DealHands(Step[Town]):
    """Every player is dealt five gangsters (DT-2.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Deal to one seat after the other."""
        for seat in reversed(range(game.seats)):
            game.call(game.rules.DRAW, seat, NOTHING, START_HAND)


class TurnUpFirstRow(Step[Town]):
    """The top seven cards of the draw pile form the Downtown row (DT-2.3)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Turn them up."""
        game.call(game.rules.TURN_UP, NOTHING, NOTHING, ROW_START)


class TurnUpStacks(Step[Town]):
    """Of an informant stack and of a fence stack the front of the top card is seen (DT-2.5)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Turn up the tops of the three informants, then of the three fence stacks."""
        for stack in (2, 1, 0):
            game.call(game.rules.TOP_FENCE, NOTHING, stack)
        for informant in (2, 1, 0):
            game.call(game.rules.TOP_CARD, NOTHING, informant)


class DrawGangsters(Step[Town]):
    """Gangsters go from the pile to a hand; the frame's thing is the number left to draw."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask chance, as long as there are cards (DT-8.8)."""
        if frame.thing > 0 and game.public.draw > 0:
            game.ask(CHANCE, "draw", members(game.box.draw))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Only the drawer sees the kind (DT-9.5)."""
        game.draw(frame.actor, choice)
        game.tell("drew", (frame.actor,))
        game.tell("drew_card", (choice,), only=frame.actor)
        game.become(frame.again().with_thing(frame.thing - 1))


class TurnUpGangsters(Step[Town]):
    """Gangsters are turned up from the pile; the frame's thing is the number left to turn up."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask chance, as long as there are cards (DT-8.8)."""
        if frame.thing > 0 and game.public.draw > 0:
            game.ask(CHANCE, "draw", members(game.box.draw))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """It lies in the row."""
        game.turn_up(choice)
        game.tell("turned_up", (choice,))
        game.become(frame.again().with_thing(frame.thing - 1))


class TurnUpCard(Step[Town]):
    """Of an informant stack without a top card the next one is the top card (DT-2.5)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask chance, unless only cards that came back lie there, whose order is known."""
        public = game.public
        informant = frame.target
        if public.tops[informant] != NOTHING:
            return
        if public.middles[informant] > 0:
            game.ask(CHANCE, "informant", game.box.middles[informant])
        elif public.bottoms[informant]:
            public.tops[informant] = public.bottoms[informant][0]
            public.bottoms[informant] = public.bottoms[informant][1:]
            game.tell("top_card", face(public.tops[informant]))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody sees the front."""
        game.turn_up_card(choice)
        game.tell("top_card", face(choice))


class TurnUpFence(Step[Town]):
    """Of a fence stack without a top card the next fence is the top one (DT-2.7)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask chance, unless no fence is left."""
        if not game.public.fences[frame.target] and game.public.below[frame.target] > 0:
            game.ask(CHANCE, "fence", game.box.pool)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody sees the front."""
        game.turn_up_fence(frame.target, choice)
        game.tell("top_fence", (frame.target + 1, min(choice % 4, 1) + choice // 4 * 2))


# DT-3 Placing, start player, opening displays


class NameFirstPlacer(Step[Town]):
    """The first placer is a random seat (DT-3.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask chance, unless the first placer is named already."""
        if game.public.first == NOTHING:
            game.ask(CHANCE, "first_placer", list(range(game.seats)))
        else:
            self.take(game, frame, CHANCE, game.public.first)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """The first placer begins."""
        game.public.first = choice
        game.tell("first_placer", (choice,))
        game.become(frame.by(choice))


class NamedFirstPlacer(NameFirstPlacer):
    """The first placer is the seat that the option names (DT-R1)."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def do(self, game: Town, frame: Frame) -> None:
        """Name it, unless a position has named another."""
        if game.public.first == NOTHING:
            game.public.first = self.seat
        self.take(game, frame, CHANCE, game.public.first)


class PlaceFirstPiece(Step[Town]):
    """The player places a piece on any place, occupied or not (DT-3.2, DT-3.5)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the place."""
        game.ask(frame.actor, "place_1", (0, 1, 2, 3, 4, 5))

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Put it there."""
        game.public.pieces[seat] = (choice, NOTHING)
        game.tell("placed", (seat, choice))


class PlaceSecondPiece(Step[Town]):
    """The other piece goes elsewhere; one of the two stands on a core place (DT-3.3, DT-3.4)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the place."""
        first = game.public.pieces[frame.actor][0]
        places = range(6) if first in CORE else CORE
        game.ask(frame.actor, "place_1/place_2", [place for place in places if place != first])

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Put it there."""
        game.public.pieces[seat] = (game.public.pieces[seat][0], choice)
        game.tell("placed", (seat, choice))


class NextPlacer(Step[Town]):
    """Going clockwise, the next player places (DT-3.2)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Begin again with the next seat, until all pieces stand."""
        seat = (frame.actor + 1) % game.seats
        if seat != game.public.first:
            game.become(Frame(frame.rule, 1, seat, NOTHING, NOTHING, frame.below))


class FirstOnEastSideStarts(Step[Town]):
    """The first, in placing order, on the East Side starts, else the first placer (DT-3.6)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Name the start player."""
        public = game.public
        public.turn = public.first
        for seat in (public.first, *game.clockwise(public.first)):
            if game.seats > 2 and public.has_piece(seat, EAST_SIDE):
                public.turn = seat
                break
        game.tell("start_player", (public.turn,))


class OpenDisplays(Step[Town]):
    """Every player except the start player secretly lays 1k to 3k into the display (DT-3.8)."""

    shape = SEALED

    def do(self, game: Town, frame: Frame) -> None:
        """Ask all of them at once."""
        for seat in range(game.seats):
            if seat != game.public.turn and game.sealed[seat] == NOTHING:
                game.ask(seat, "open", OPENING)

    def close(self, game: Town, frame: Frame) -> None:
        """All opening displays are revealed at the same time (DT-3.9)."""
        for seat in game.clockwise(game.public.turn):
            game.lay_money(seat, game.sealed[seat])
            game.tell("opened", (seat, game.sealed[seat]))
            game.sealed[seat] = NOTHING


class FirstTurn(Step[Town]):
    """The start player has the first turn."""

    def do(self, game: Town, frame: Frame) -> None:
        """Begin it."""
        game.become(Frame(game.rules.turn(game.seats), 0, game.public.turn, NOTHING, NOTHING, None))
