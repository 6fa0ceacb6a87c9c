"""Victory (PA-12) and hidden identity (PA-30)."""

from __future__ import annotations

from omerta.core import Frame, Seat, Step
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.queries import vote_weight
from omerta.games.palermo.state.roles import COWARD, DESPERADO, PHARMACIST, is_mafia
from omerta.games.palermo.state.table import (
    CITIZENS_WIN,
    COUPLE_WIN,
    DRAW,
    MAFIA_WIN,
    NO_WINNER,
    OVER,
)

# Who wins.


def is_mixed(game: Village) -> bool:
    """Whether there is a couple of opposite sides; others have no goal of their own (PA-18.8)."""
    couple = game.box.couple
    return len(couple) == 2 and game.is_mafioso(couple[0]) != game.is_mafioso(couple[1])


def counted_mafiosi(game: Village) -> list[Seat]:
    """The living mafiosi of PA-12.2 to PA-12.4; not a couple's of its own side (PA-12.6)."""
    mafiosi = game.mafiosi()
    if game.options["mixed_couple"] == "third" and is_mixed(game):
        return [seat for seat in mafiosi if seat not in game.box.couple]
    return mafiosi


def mafia_have_won(game: Village) -> bool:
    """The condition that `mafia_win` names; only the living count (PA-29.5)."""
    mafiosi = counted_mafiosi(game)
    others = game.public.living - len(mafiosi)
    if game.options["mafia_win"] == "majority":
        return len(mafiosi) > others
    if game.options["mafia_win"] == "parity":
        return len(mafiosi) >= others
    return is_safe(game, mafiosi)


def is_safe(game: Village, mafiosi: list[Seat]) -> bool:
    """PA-12.4: the mafia's votes exceed all other votes, and no other bomb or poison is left."""
    votes = 0
    for seat in game.living():
        own = game.secret[seat]
        weight = vote_weight(game.public, game.options, seat)
        if seat in mafiosi:
            votes += weight
        else:
            votes -= weight
            if own.role == DESPERADO or (own.role == PHARMACIST and own.poison):
                return False
    return votes > 0


def winning_side(game: Village) -> int:
    """One check, in the order of PA-12.8.

    Nobody left is the citizens' win (PA-12.10); a mixed couple wins as the last two (PA-12.5,
    PA-18.7).
    """
    couple = game.box.couple
    if game.public.living == 0:
        draw = game.options["all_dead"] == "draw" and not game.box.citizens_won
        return DRAW if draw else CITIZENS_WIN
    if game.public.living == 2 and is_mixed(game) and game.public.alive[couple[0]]:
        return COUPLE_WIN
    if not game.mafiosi():
        return CITIZENS_WIN
    return MAFIA_WIN if mafia_have_won(game) else NO_WINNER


def winners(game: Village, side: int) -> list[Seat]:
    """All cards of the winning side, living and dead (PA-12.13), and who wins along.

    Lovers win with their side too (PA-12.7), but not with `mixed_couple=third` (PA-12.14).
    """
    if side == DRAW:
        return []
    if side == COUPLE_WIN:
        return sorted(game.box.couple)
    apart = game.box.couple if game.options["mixed_couple"] == "third" and is_mixed(game) else ()
    return [
        seat
        for seat in range(game.seats)
        if seat not in apart
        and (is_mafia(game.role(seat)) == (side == MAFIA_WIN) or coward_wins(game, seat))
    ]


def coward_wins(game: Village, seat: Seat) -> bool:
    """Whether he lives at the mafia's win thanks to them (PA-20.10)."""
    own = game.secret[seat]
    if own.role != COWARD or not game.public.alive[seat]:
        return False
    return game.options["coward_cowin"] == "alive" or own.saved > 0


def end_game(game: Village, side: int) -> None:
    """The game stops (PA-12.15); all cards, marks and night actions are shown (PA-9.11)."""
    public = game.public
    public.winner = side
    public.winners = tuple(winners(game, side))
    public.part = OVER
    for seat in range(game.seats):
        public.revealed[seat] = game.role(seat)
        public.full_view[seat] = True
    game.finish()


# The checks.


class CheckVictory(Step[Village]):
    """A check is made after every complete chain (PA-12.9)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """End the game if a side has won."""
        side = winning_side(game)
        if side != NO_WINNER:
            announce(game, side)
            end_game(game, side)


class CheckVictoryInSilence(CheckVictory):
    """`reveal=none`: the citizens' win is fixed, but told only at dawn (PA-30.3)."""

    def do(self, game: Village, frame: Frame) -> None:
        """All other wins end the game at once (PA-30.2)."""
        side = winning_side(game)
        if side == CITIZENS_WIN and game.public.living > 0:
            game.box.citizens_won = True
        elif side != NO_WINNER:
            announce(game, side)
            end_game(game, side)


class CheckVictoryAtDawn(CheckVictory):
    """`reveal=none`: at the first dawn at which no mafioso lives everybody is told."""

    def do(self, game: Village, frame: Frame) -> None:
        """End the game if a side has won."""
        side = winning_side(game)
        if side == CITIZENS_WIN and game.public.living > 0:
            game.tell("relief")
            end_game(game, side)
        elif side != NO_WINNER:
            announce(game, side)
            end_game(game, side)


def announce(game: Village, side: int) -> None:
    """The game master says who has won."""
    if game.public.living == 0:
        game.tell("nobody_left_draw" if side == DRAW else "nobody_left")
    elif side == MAFIA_WIN:
        game.tell("mafia_won")
    elif side == COUPLE_WIN:
        game.tell("couple_won")
    else:
        game.tell("citizens_won")


class CheckDeadlock(Step[Village]):
    """Dawns without a death since the dawn before are counted (PA-12.11)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """At the limit the game ends (PA-12.12); one round before everybody is warned."""
        public = game.public
        public.counter = 0 if public.someone_died else public.counter + 1
        public.someone_died = False
        limit = game.options.number("deadlock_rounds")
        if limit and public.counter >= limit:
            side = deadlock_side(game)
            game.tell("deadlock", (side,))
            end_game(game, side)
        elif limit and public.counter == limit - 1:
            game.tell("deadlock_near", (public.counter,))


def deadlock_side(game: Village) -> int:
    """Who wins when nobody can die any more; all living mafiosi count (PA-12.16)."""
    result = game.options["deadlock_result"]
    if result == "mafia":
        return MAFIA_WIN
    if result == "citizens":
        return CITIZENS_WIN
    if result == "parity_else_draw" and 2 * len(game.mafiosi()) >= game.public.living:
        return MAFIA_WIN
    return DRAW
