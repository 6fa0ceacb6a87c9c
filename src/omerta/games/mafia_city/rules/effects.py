"""Drawing cards (MC-2) and effects: announcing, answering, cancelling (MC-3)."""

from __future__ import annotations

from typing import Final

from omerta.core import CHANCE, NOTHING, Frame, Point, Repeat, Seat, Step, without_card
from omerta.games.mafia_city.rules.points import DISTRICT_DISCARD, DRAW, REACT, TRADE_DISCARD
from omerta.games.mafia_city.state.components import FIST
from omerta.games.mafia_city.state.game import City, ReactionWindow
from omerta.games.mafia_city.state.kinds import (
    DECLINE,
    cards_of,
    is_pair,
    kind_of,
    location_of,
    place_of,
    position_of,
    without_place,
)
from omerta.games.mafia_city.state.queries import (
    can_draw,
    different,
    owner_of,
    pairs_with_symbol,
    with_text,
)
from omerta.games.mafia_city.state.table import Secret

# MC-2.17 and what follows it: the frame's thing is the number of cards still to draw.


class UntilDrawn(Step[City]):
    """Stop when all cards are drawn; draws are lost when there is no card at all (MC-2.20)."""

    def do(self, game: City, frame: Frame) -> None:
        """End the draw if nothing is due or nothing is left."""
        if frame.thing == 0 or not can_draw(game.public):
            game.end()


class ReshuffleIfEmpty(Step[City]):
    """If the deck is empty, the discard pile is shuffled to be the new deck (MC-2.17)."""

    def do(self, game: City, frame: Frame) -> None:
        """Turn the pile over."""
        if game.public.deck == 0 and game.public.discard:
            game.tell("reshuffled", (len(game.public.discard),))
            game.reshuffle()


class ReshuffleAtOnce(ReshuffleIfEmpty):
    """The same as soon as the last card has been drawn (MC-R4)."""


class DrawCard(Step[City]):
    """A card is drawn; only the drawer knows it (MC-18.5)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask chance for the card."""
        game.ask(CHANCE, DRAW, game.secret[game.seats].cards)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The card goes from the deck to the hand."""
        box = game.secret[game.seats]
        box.cards = without_card(box.cards, choice)
        game.public.deck -= 1
        game.gain(frame.actor, choice)
        own = game.secret[frame.actor]
        own.drawn = (*own.drawn, choice)
        game.public.drawn += 1
        game.tell("drew", (frame.actor,))
        game.tell("drew_card", (choice,), only=frame.actor)
        game.become(frame.with_thing(frame.thing - 1))


class DrawOn(Repeat[City]):
    """A draw of several cards goes on until it is complete (MC-2.18)."""


# MC-3: an effect's frame holds its owner (actor), its target, and its cards (thing).


class Announce(Step[City]):
    """The cards are shown, the targets are named; the cards have left the hand (MC-3.4)."""

    def __init__(self, key: str) -> None:
        self.key: Final = key

    def do(self, game: City, frame: Frame) -> None:
        """Lay the cards on the table."""
        game.show(frame.actor, frame.thing)
        game.tell(self.key, (frame.actor, *cards_of(frame.thing), *self.aim(game, frame.target)))

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """What everybody hears of the target."""
        return ()


class AnnounceAt(Announce):
    """The target is a seat or a location."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """The target itself."""
        return (target,)


class AnnounceAtChip(Announce):
    """The target is a chip."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """Whose chip, where, how high."""
        return (owner_of(game.public, target), location_of(target), position_of(target))


class AnnounceAtTwoLocations(Announce):
    """The target is two locations."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """The locations."""
        return (without_place(target), place_of(target))


class AnnounceAtChipAndLocation(AnnounceAtChip):
    """The target is a chip and where it is to go."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """Whose chip, from where, how high, to where."""
        return (*super().aim(game, without_place(target)), place_of(target))


class Window(ReactionWindow):
    """Every seat except the owner may react, involved or not, passed or not (MC-3.6, MC-3.13).

    All are asked at the same time (MC-R11). A reaction's own window lists no card: only Fists
    answer it (MC-3.17), and other Fists those (MC-5.8).
    """

    def do(self, game: City, frame: Frame) -> None:
        """Ask all who are publicly able to react (MC-18.8, 7.3), never the owner (MC-3.14)."""
        cards = game.public.cards
        for seat in game.others(frame.actor):
            if cards[seat] >= self.cards_needed:
                game.ask(seat, REACT, self.reactions(game.hand(seat)))

    def reactions(self, hand: tuple[int, ...]) -> list[int]:
        """Decline, two Fists, or the listed card."""
        choices = [DECLINE]
        if self.listed != NOTHING:
            choices += with_text(hand, self.listed)
        if self.fists:
            choices += pairs_with_symbol(hand, FIST)
        return choices

    def close(self, game: City, frame: Frame) -> None:
        """The first willing seat clockwise acts (MC-3.15), the others keep their cards (MC-3.16).

        Nobody else learns of their wish (MC-18.9). Without a reaction the effect goes on and can
        no longer be cancelled (MC-3.18).
        """
        answers = game.unseal()
        for seat in game.others(frame.actor):
            if answers[seat] >= 0:
                self.react(game, frame, seat, answers[seat])
                return

    def react(self, game: City, frame: Frame, seat: Seat, thing: int) -> None:
        """A reaction is an effect; if it is cancelled, this window opens once more (MC-3.20).

        If nobody answers again, the effect resolves (MC-6.10). That may happen any number of
        times (MC-3.26); it costs no turn and ends no pass (MC-3.28).
        """
        game.become(frame.again())
        if is_pair(thing):
            game.call(game.rules.FISTS, seat, NOTHING, thing)
        else:
            game.call(game.rules.TEXTS[kind_of(thing)], seat, NOTHING, thing)


class CancelWhatItAnswered(Step[City]):
    """A reaction that stands cancels the effect it answered: nothing of it happens (MC-3.19).

    If it was an Action, the turn of its owner is over (MC-3.23).
    """

    def do(self, game: City, frame: Frame) -> None:
        """Discard the cards of both (MC-3.21), innermost first (MC-R51), and end both."""
        answered = frame.below
        assert answered is not None
        game.put_away(frame.thing)
        game.put_away(answered.thing)
        game.tell("cancelled", (frame.actor, answered.actor))
        game.cancel()


class Discard(Step[City]):
    """The card of an effect that has resolved is discarded (MC-3.22)."""

    def do(self, game: City, frame: Frame) -> None:
        """Put the announced cards on the pile."""
        game.put_away(frame.thing)


class OfferIsOver(Step[City]):
    """What stands is not offered again; only a cancelled one is (MC-3.24, MC-6.26)."""

    def do(self, game: City, frame: Frame) -> None:
        """End this effect and the offer it came from."""
        game.end()
        game.end()


class DiscardOneDrawn(Step[City]):
    """One of the cards just drawn is discarded (MC-6.29)."""

    point: Point = TRADE_DISCARD

    def do(self, game: City, frame: Frame) -> None:
        """Ask which, unless nothing was drawn or only one can be discarded (MC-R36)."""
        if game.public.drawn == 0:
            return
        if self.number(game, frame.actor) == 1:
            game.call(game.rules.DISCARD_ONLY, frame.actor)
        else:
            game.ask(frame.actor, self.point, different(self.cards(game.secret[frame.actor])))

    def number(self, game: City, seat: Seat) -> int:
        """How many cards there are to choose from, as all can see."""
        return game.public.drawn

    def cards(self, own: Secret) -> tuple[int, ...]:
        """The cards to choose from."""
        return own.drawn

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The card comes to the pile."""
        discard_from_hand(game, seat, choice)


class DiscardOneFromHand(DiscardOneDrawn):
    """One card of the hand is discarded, new or old (MC-12.3), if one was drawn (MC-12.4)."""

    point: Point = DISTRICT_DISCARD

    def number(self, game: City, seat: Seat) -> int:
        """All cards in hand."""
        return game.public.cards[seat]

    def cards(self, own: Secret) -> tuple[int, ...]:
        """All cards in hand."""
        return own.cards


class DiscardOnlyCard(Step[City]):
    """The only card that can be discarded is discarded without a question (MC-6.30)."""

    reveals: bool = True

    def do(self, game: City, frame: Frame) -> None:
        """It is the card that was drawn."""
        discard_from_hand(game, frame.actor, game.secret[frame.actor].drawn[0])


def discard_from_hand(game: City, seat: Seat, card: int) -> None:
    """A card goes from a hand to the pile, for all to see."""
    game.lose(seat, card)
    game.discard(card)
    game.tell("discarded", (seat, card))


class DrawCards(Step[City]):
    """The actor draws cards."""

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def do(self, game: City, frame: Frame) -> None:
        """Draw, remembering which cards came."""
        game.public.drawn = 0
        game.secret[frame.actor].drawn = ()
        game.call(game.rules.DRAW, frame.actor, NOTHING, self.number)
