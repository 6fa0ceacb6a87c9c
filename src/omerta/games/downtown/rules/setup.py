"""Setup (DT-2), placing, start player and opening displays (DT-3)."""

from __future__ import annotations

from typing import Final

from omerta.core import CHANCE, NOTHING, SEALED, Frame, Repeat, Seat, Step
from omerta.games.downtown.rules import points
from omerta.games.downtown.state.components import EAST_SIDE, OPENING, PLACES, ROW_START, START_HAND
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import members
from omerta.games.downtown.state.kinds import face, front_of_fence
from omerta.games.downtown.state.queries import may_stand_together

# DT-2 Setup


class DealHands(Step[Town]):
    """Every player is dealt five gangsters; the rest is the draw pile (DT-2.1, DT-2.2)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Deal to one seat after the other."""
        for seat in reversed(range(game.seats)):
            game.call(game.rules.DRAW, seat, NOTHING, START_HAND)


class TurnUpFirstRow(Step[Town]):
    """The top seven cards of the draw pile form the Downtown row (DT-2.3)."""

    def do(self, game: Town, frame: Frame) -> None:
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
            game.ask(CHANCE, points.DRAWN, members(game.box.draw))

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
            game.ask(CHANCE, points.DRAWN, members(game.box.draw))

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
            game.ask(CHANCE, points.TURNED_UP, game.box.middles[informant])
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
            game.ask(CHANCE, points.FENCE, game.box.pool)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """Everybody sees the front."""
        game.turn_up_fence(frame.target, choice)
        game.tell("top_fence", (frame.target + 1, front_of_fence(choice)))


# DT-3 Placing, start player, opening displays

ALL_PLACES: Final = tuple(range(len(PLACES)))


class NameFirstPlacer(Step[Town]):
    """The first placer is a random seat (DT-3.1)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask chance, unless the first placer is named already."""
        if game.public.first == NOTHING:
            game.ask(CHANCE, points.FIRST_PLACER, list(range(game.seats)))
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
    """The player places a piece on any place, whoever stands there (DT-3.2, DT-3.5, DT-1.8)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the place."""
        game.ask(frame.actor, points.PLACE_1, ALL_PLACES)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        game.public.pieces[seat] = (choice, NOTHING)
        game.tell("placed", (seat, choice))


class PlaceSecondPiece(Step[Town]):
    """The other piece goes elsewhere; one of the two stands on a core place (DT-3.3, DT-3.4)."""

    def do(self, game: Town, frame: Frame) -> None:
        """Ask for the place."""
        first = game.public.pieces[frame.actor][0]
        others = [place for place in ALL_PLACES if may_stand_together(first, place)]
        game.ask(frame.actor, points.PLACE_2, others)

    def take(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        game.public.pieces[seat] = (game.public.pieces[seat][0], choice)
        game.tell("placed", (seat, choice))


class NextPlacer(Repeat[Town]):
    """Going clockwise, the next player places (DT-3.2)."""

    def is_done(self, game: Town, frame: Frame) -> bool:
        """Whether all pieces stand."""
        return game.next(frame.actor) == game.public.first

    def again(self, game: Town, frame: Frame) -> Frame:
        """The next seat places."""
        return frame.by(game.next(frame.actor))


class FirstOnEastSideStarts(Step[Town]):
    """The first, in placing order, on the East Side starts (DT-3.6).

    Without anybody there, and always of two players, the first placer starts (DT-3.7, DT-18.1).
    """

    def do(self, game: Town, frame: Frame) -> None:
        """Name the start player."""
        public = game.public
        public.turn = public.first
        for seat in game.clockwise(public.first):
            if game.seats > 2 and public.has_piece(seat, EAST_SIDE):
                public.turn = seat
                break
        game.tell("start_player", (public.turn,))


class CompensateOthers(Step[Town]):
    """Every player except the start player gets money from the bank (DT-R23)."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def do(self, game: Town, frame: Frame) -> None:
        """Everybody sees who gets how much."""
        for seat in game.others(game.public.turn):
            game.earn(seat, self.amount)
            game.tell("compensated", (seat, self.amount))


class OpenDisplays(Step[Town]):
    """Every player except the start player secretly lays 1k to 3k into the display (DT-3.8).

    Of two it is the opponent alone (DT-18.7); gangsters are not laid (DT-3.10).
    """

    shape = SEALED

    def do(self, game: Town, frame: Frame) -> None:
        """Ask all of them at once."""
        for seat in range(game.seats):
            if seat != game.public.turn and game.sealed[seat] == NOTHING:
                game.ask(seat, points.OPEN, OPENING)

    def close(self, game: Town, frame: Frame) -> None:
        """All opening displays are revealed at the same time (DT-3.9)."""
        amounts = game.unseal()
        for seat in game.others(game.public.turn):
            game.lay_money(seat, amounts[seat])
            game.tell("opened", (seat, amounts[seat]))


class FirstTurn(Step[Town]):
    """The start player has the first turn."""

    def do(self, game: Town, frame: Frame) -> None:
        game.become(game.rules.turn(game.seats).begin(game.public.turn))
