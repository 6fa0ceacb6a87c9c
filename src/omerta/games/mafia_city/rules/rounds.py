"""Setup (MC-1), Strategy Phase (MC-15), End of Round (MC-16) and game end (MC-17)."""

from __future__ import annotations

from omerta.core import CHANCE, NOTHING, Frame, OnceRound, Seat, Step
from omerta.games.mafia_city.rules.points import (
    FIRST_PLAYER,
    MULLIGAN,
    NEXT_TILE,
    PICK_STRATEGY_LOCATION,
    PICK_STRATEGY_SEAT,
    TAKE_BACK,
)
from omerta.games.mafia_city.state.components import END, OVER, STRATEGY
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import EXCHANGE, KEEP, NOBODY, has_position, with_seat
from omerta.games.mafia_city.state.queries import own_sets, undecided

# MC-1 Setup


class ChooseFirst(Step[City]):
    """One player begins as first player (MC-1.2)."""

    def do(self, game: City, frame: Frame) -> None:
        game.ask(CHANCE, FIRST_PLAYER, list(range(game.seats)))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """This seat gets the token."""
        game.public.first = choice
        game.tell("first_player", (choice,))


class LayTiles(Step[City]):
    """The seven tiles are laid out at random: the centre, then the ring (MC-1.6)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask chance for the next tile."""
        left = [tile for tile in range(1, 8) if tile not in game.public.layout]
        if left:
            game.ask(CHANCE, NEXT_TILE, left)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        game.public.layout = (*game.public.layout, choice)
        game.become(frame.again())


class FromFirst(OnceRound[City]):
    """Everybody does it once, clockwise, the first player first."""

    def first(self, game: City, frame: Frame) -> Seat:
        """Who holds the token."""
        return game.public.first


class MayExchange(Step[City]):
    """Each player may, once, discard both cards and draw two others (MC-1.14)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask; exchanging only one card is not possible (MC-1.15)."""
        game.ask(frame.actor, MULLIGAN, (KEEP, EXCHANGE))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Keep the cards, or go on to the exchange."""
        if choice == KEEP:
            game.tell("kept", (seat,))
            game.end()


class Exchange(Step[City]):
    """The cards go face up to the pile before the others are drawn (MC-1.16)."""

    reveals: bool = True

    def do(self, game: City, frame: Frame) -> None:
        """Discard both and draw two."""
        first, second = game.secret[frame.actor].cards
        game.tell("exchanged", (frame.actor, first, second))
        for card in (first, second):
            game.lose(frame.actor, card)
            game.discard(card)
        game.call(game.rules.DRAW_TWO, frame.actor)


class NextRound(Step[City]):
    """Then the next round begins with its Action Phase (MC-16.6)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.round += 1
        game.become(frame.start())


# MC-15 Strategy Phase. A location's frame holds who decides (actor), where (target), and the
# set of those who have decided (thing).


class BeginStrategyPhase(Step[City]):
    """The phase takes place only if the game has not ended (MC-15.1)."""

    def do(self, game: City, frame: Frame) -> None:
        game.public.phase = STRATEGY
        game.tell("strategy_phase")


class ClearEmptyLocations(Step[City]):
    """The cube of a location with an empty stack is just removed (MC-15.12)."""

    def do(self, game: City, frame: Frame) -> None:
        """Clear all before a holder's choice, else those whose number comes now."""
        public = game.public
        for location in range(1, 8):
            if not public.stacks[location]:
                public.marked[location] = False
            elif public.marked[location] and public.mayor == NOTHING:
                break
        # The phase ends when no cube is left (MC-15.13).
        if not any(public.marked):
            game.end()


class PickStrategyLocation(Step[City]):
    """The Mayor's holder chooses a marked location, else 1 to 7 (MC-15.3, MC-15.4)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask, if there is a holder and more than one location to choose from."""
        public = game.public
        marked = [location for location in range(1, 8) if public.marked[location]]
        if public.mayor == NOTHING or len(marked) == 1:
            self.take(game, frame, NOTHING, marked[0])
        else:
            game.ask(public.mayor, PICK_STRATEGY_LOCATION, marked)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """Its players decide now."""
        game.public.at = choice
        game.become(frame.at(choice))


class PlayersDecide(Step[City]):
    """The players with a chip in the stack decide one by one (MC-15.2)."""

    def do(self, game: City, frame: Frame) -> None:
        game.call(game.rules.TAKE_BACK, NOTHING, frame.target, NOBODY)


class RemoveCube(Step[City]):
    """The cube is removed (MC-15.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """Remove it, and go on with the next location."""
        game.public.marked[frame.target] = False
        game.public.at = 0
        game.become(frame.to(ClearEmptyLocations))


class NameSeat(Step[City]):
    """The holder names the players there one after another, else clockwise (MC-15.5, MC-15.7)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask the holder while more than one is left; everybody decides once (MC-15.6)."""
        public = game.public
        left = undecided(public, frame.target, frame.thing)
        if not left:
            game.end()
        elif public.mayor == NOTHING or len(left) == 1:
            self.take(game, frame, NOTHING, left[0])
        else:
            game.ask(public.mayor, PICK_STRATEGY_SEAT, left)

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """This seat decides."""
        game.become(frame.by(choice))


class TakeBack(Step[City]):
    """A player takes back any set of own chips of the stack (MC-15.8)."""

    def do(self, game: City, frame: Frame) -> None:
        """Ask which; those in the cell are none (MC-15.10)."""
        stack = game.public.stacks[frame.target]
        game.ask(frame.actor, TAKE_BACK, own_sets(stack, frame.actor))

    def take(self, game: City, frame: Frame, seat: Seat, choice: int) -> None:
        """The chips go to the hand, the others keep their order (MC-15.11)."""
        public = game.public
        stack = public.stacks[frame.target]
        left: list[int] = []
        for place in range(len(stack)):
            if not has_position(choice, place + 1):
                left.append(stack[place])
        taken = len(stack) - len(left)
        public.stacks[frame.target] = tuple(left)
        public.hand[seat] += taken
        game.tell("took_back", (seat, frame.target, taken))
        game.become(frame.with_thing(with_seat(frame.thing, seat)).to(NameSeat))


# MC-16 End of Round


class PassToken(Step[City]):
    """First the token goes to the next player clockwise (MC-16.1)."""

    def do(self, game: City, frame: Frame) -> None:
        """Pass it; whatever lies in the cell came in an earlier round from now on."""
        public = game.public
        public.phase = END
        public.first = game.next(public.first)
        public.cell_new = [0] * game.seats
        game.tell("token_passed", (public.first,))


def alone_with_fewest(numbers: list[int]) -> Seat:
    """The seat that alone has the lowest number, if there is one (MC-16.5)."""
    lowest = min(numbers)
    return numbers.index(lowest) if numbers.count(lowest) == 1 else NOTHING


class DrawIfLastInBoth(Step[City]):
    """Step 1: who alone has the fewest VP and alone the fewest cards draws one (MC-16.2)."""

    def do(self, game: City, frame: Frame) -> None:
        last = alone_with_fewest(game.public.vp)
        if last != NOTHING and last == alone_with_fewest(game.public.cards):
            game.tell("fewest_of_both", (last,))
            game.call(game.rules.DRAW_ONE, last)


class DrawIfLast(Step[City]):
    """Step 2: who alone has the fewest VP draws one, also after step 1 (MC-16.3)."""

    def do(self, game: City, frame: Frame) -> None:
        last = alone_with_fewest(game.public.vp)
        if last != NOTHING:
            game.tell("fewest_points", (last,))
            game.call(game.rules.DRAW_ONE, last)


# MC-17 Game end


def standing(game: City, seat: Seat) -> tuple[int, int, int, int, int]:
    """What ranks the players: most points (MC-17.3), least reserve (MC-17.4), most cards
    (MC-17.5), the Mayor (MC-17.6), the way from the first player (MC-17.7)."""
    public = game.public
    return (
        -public.vp[seat],
        public.reserve[seat],
        -public.cards[seat],
        0 if public.mayor == seat else 1,
        (seat - public.first) % game.seats,
    )


def ranking(game: City) -> tuple[Seat, ...]:
    """All players, the best first (MC-17.8)."""
    ranked = sorted((standing(game, seat), seat) for seat in range(game.seats))
    return tuple([seat for _, seat in ranked])


class CheckEnd(Step[City]):
    """The end is checked when a Location Phase is over (MC-17.1); else all goes on (MC-17.2)."""

    def do(self, game: City, frame: Frame) -> None:
        """With the target reached the player with the most VP wins (MC-17.3)."""
        if max(game.public.vp) >= game.options.target[game.seats] or self.is_late(game):
            game.public.phase = OVER
            game.public.ranking = ranking(game)
            game.tell("won", (game.public.ranking[0],))
            game.finish()

    def is_late(self, game: City) -> bool:
        """No rule ends a game that nobody wins."""
        return False


class CheckEndOrLimit(CheckEnd):
    """The game also stops after a number of rounds (MC-R47)."""

    def is_late(self, game: City) -> bool:
        """Whether the last round is over."""
        return game.public.round >= game.options.number("round_limit")
