"""Drawing cards (MC-2) and effects: announcing, answering, cancelling (MC-3)."""

from __future__ import annotations

from omerta.core import CHANCE, NOTHING, SEALED, Frame, Rule, Seat, Step
from omerta.games.mafia_city.city import City
from omerta.games.mafia_city.table import (
    CARDS,
    DECLINE,
    FIST,
    cards_of,
    kind_of,
    location_of,
    pair_of,
    position_of,
    symbol_of,
    without_card,
)


def with_symbol(city: City, seat: Seat, symbol: int) -> list[int]:
    """The different cards with this symbol in a hand."""
    found: list[int] = []
    for card in city.secret[seat].cards:
        if symbol_of(card) == symbol and card not in found:
            found.append(card)
    return found


def with_text(city: City, seat: Seat, kind: int) -> list[int]:
    """The different cards with this text in a hand."""
    found: list[int] = []
    for card in city.secret[seat].cards:
        if kind_of(card) == kind and card not in found:
            found.append(card)
    return found


def pairs_with_symbol(city: City, seat: Seat, symbol: int) -> list[int]:
    """The different pairs of cards with this symbol in a hand."""
    cards = [card for card in city.secret[seat].cards if symbol_of(card) == symbol]
    found: list[int] = []
    for place in range(len(cards)):
        for other in range(place + 1, len(cards)):
            pair = pair_of(cards[place], cards[other])
            if pair not in found:
                found.append(pair)
    return found


class Follow(Step[City]):
    """Carry out another rule, then go on."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def do(self, game: City, frame: Frame) -> None:
        """Call it for the same actor."""
        game.call(self.rule, frame.actor)


# MC-2.17 to MC-2.20: the frame's thing is the number of cards still to draw.


class UntilDrawn(Step[City]):
    """Stop when all cards are drawn; draws are lost when there is no card at all (MC-2.20)."""

    def do(self, game: City, frame: Frame) -> None:
        """End the draw if nothing is due or nothing is left."""
        if frame.thing == 0 or (game.public.deck == 0 and not game.public.discard):
            game.end()


class ReshuffleIfEmpty(Step[City]):
    """If the deck is empty, the discard pile is shuffled to be the new deck (MC-2.17)."""

    def do(self, game: City, frame: Frame) -> None:
        """Turn the pile over."""
        if game.public.deck == 0 and game.public.discard:
            game.tell("reshuffled", (len(game.public.discard),))
            game.reshuffle()


class DrawCard(Step[City]):
    """A card is drawn; only the drawer knows it (MC-18.5)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask chance for the card."""
        game.ask(CHANCE, "draw", game.secret[game.seats].cards)

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


class DrawOn(Step[City]):
    """A draw of several cards goes on until it is complete (MC-2.18)."""

    def do(self, game: City, frame: Frame) -> None:
        """Begin again for the next card."""
        game.become(frame.start())


# MC-3: an effect's frame holds its owner (actor), its target, and its cards (thing).


class Announce(Step[City]):
    """The cards are shown, the targets are named; the cards have left the hand (MC-3.4)."""

    def __init__(self, key: str) -> None:
        self.key = key

    def do(self, game: City, frame: Frame) -> None:
        """Lay the cards on the table."""
        game.show(frame.actor, frame.thing)
        game.tell(self.key, (frame.actor, *cards_of(frame.thing), *self.aim(game, frame.target)))

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """What everybody hears of the target."""
        return ()


class AnnounceAtSeat(Announce):
    """The target is a seat."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """The seat."""
        return (target,)


class AnnounceAtLocation(Announce):
    """The target is a location."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """The location."""
        return (target,)


class AnnounceAtChip(Announce):
    """The target is a chip."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """Whose chip, where, how high."""
        return (game.owner(target), location_of(target), position_of(target))


class AnnounceAtTwoLocations(Announce):
    """The target is two locations."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """The locations."""
        return (target // 8, target % 8)


class AnnounceAtChipAndLocation(AnnounceAtChip):
    """The target is a chip and where it shall go."""

    def aim(self, game: City, target: int) -> tuple[int, ...]:
        """Whose chip, from where, how high, to where."""
        chip = target // 8
        return (game.owner(chip), location_of(chip), position_of(chip), target % 8)


class Window(Step[City]):
    """Every seat except the owner may react, all at the same time (MC-3.6 to MC-3.20).

    `listed` is the reaction card that names this effect; Fists answer texts and symbols only.
    """

    shape: int = SEALED

    def __init__(self, listed: int = NOTHING, fists: str = "yes") -> None:
        self.listed = listed
        self.fists = fists == "yes"
        self.cards_needed = 2 if listed == NOTHING else 1

    def do(self, game: City, frame: Frame) -> None:
        """Ask all who are publicly able to react (7.3)."""
        seat = frame.actor
        for _ in range(game.seats - 1):
            seat = game.next(seat)
            if game.public.cards[seat] >= self.cards_needed:
                game.ask(seat, "react", self.reactions(game, seat))

    def reactions(self, game: City, seat: Seat) -> list[int]:
        """Decline, two Fists, or the listed card."""
        choices = [DECLINE]
        if self.listed != NOTHING:
            choices += with_text(game, seat, self.listed)
        if self.fists:
            choices += pairs_with_symbol(game, seat, FIST)
        return choices

    def close(self, game: City, frame: Frame) -> None:
        """The first willing seat clockwise acts, the others keep their cards (MC-3.15)."""
        reacting = NOTHING
        seat = frame.actor
        for _ in range(game.seats - 1):
            seat = game.next(seat)
            if game.sealed[seat] >= 0 and reacting == NOTHING:
                reacting = seat
        if reacting == NOTHING:
            game.sealed = [NOTHING] * game.seats
            return
        thing = game.sealed[reacting]
        game.sealed = [NOTHING] * game.seats
        # If the reaction is cancelled, this window opens once more (MC-3.20).
        game.become(frame.again())
        if thing >= CARDS:
            game.call(game.rules.FISTS, reacting, NOTHING, thing)
        else:
            game.call(game.rules.TEXTS[kind_of(thing)], reacting, NOTHING, thing)


class CancelWhatItAnswered(Step[City]):
    """A reaction that stands cancels the effect it answered (MC-3.19); all cards are spent."""

    def do(self, game: City, frame: Frame) -> None:
        """Discard the cards of both, innermost first (MC-R51), and end both."""
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
    """What stands is not offered again: end this effect and the offer it came from."""

    def do(self, game: City, frame: Frame) -> None:
        """End both."""
        game.end()
        game.end()


class DiscardOne(Step[City]):
    """One card is discarded: one of those just drawn, or any card in hand."""

    def __init__(self, point: str, of: str) -> None:
        self.point = point
        self.of_drawn = of == "drawn"

    def do(self, game: City, frame: Frame) -> None:
        """Ask which, unless nothing was drawn or only one can be discarded (MC-R36)."""
        if game.public.drawn == 0:
            return
        own = game.secret[frame.actor]
        if (game.public.drawn if self.of_drawn else game.public.cards[frame.actor]) == 1:
            game.call(game.rules.DISCARD_ONLY, frame.actor)
            return
        cards: list[int] = []
        for card in own.drawn if self.of_drawn else own.cards:
            if card not in cards:
                cards.append(card)
        game.ask(frame.actor, self.point, cards)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The card comes to the pile."""
        discard_from_hand(game, seat, choice)


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
        self.number = number

    def do(self, game: City, frame: Frame) -> None:
        """Draw, remembering which cards came."""
        game.public.drawn = 0
        game.secret[frame.actor].drawn = ()
        game.call(game.rules.DRAW, frame.actor, NOTHING, self.number)
