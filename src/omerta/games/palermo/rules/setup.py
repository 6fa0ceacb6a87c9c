"""Setup and deal (PA-1, PA-24): the published cards come to the seats."""

from __future__ import annotations

from typing import Final

from omerta.core import CHANCE, MASTER, NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    ASSIGN,
    START,
    TAP,
    act_of,
    argument_of,
    choice_of,
    first_of,
    second_of,
    two,
)
from omerta.games.palermo.state.options import setup_faults
from omerta.games.palermo.state.roles import KILLER, MAFIOSO, ROLES, SPY
from omerta.games.palermo.state.table import CARDS, Secret


class AwaitStart(Step[Village]):
    """Everything is agreed before the deal (PA-1.4); what is forbidden cannot start."""

    def do(self, game: Village, frame: Frame) -> None:
        """Ask the host, or the human game master."""
        start: tuple[int, ...] = (choice_of(START),) if self.is_ready(game) else ()
        game.ask(MASTER, points.SETUP, self.assignments(game) + start)

    def is_ready(self, game: Village) -> bool:
        """Whether the setup is allowed."""
        return not setup_faults(game.options, game.seats, game.public.cards)

    def assignments(self, game: Village) -> tuple[int, ...]:
        """With `deal=random` nobody assigns cards."""
        return ()

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        game.public.election_due = game.options.is_on("mayor")


class AssignRoles(AwaitStart):
    """`deal=director`: the game master assigns the roles himself (PA-24.1)."""

    def is_ready(self, game: Village) -> bool:
        """The counts must equal the published ones (PA-24.2)."""
        held = [own.role for own in game.secret]
        counts = tuple([held.count(role) for role in range(len(ROLES))])
        return super().is_ready(game) and counts == game.public.cards

    def assignments(self, game: Village) -> tuple[int, ...]:
        """Only roles of the published setup."""
        if super().is_ready(game):
            roles = [role for role in range(len(ROLES)) if game.public.cards[role]]
            return tuple(
                [choice_of(ASSIGN, two(seat, role)) for seat in range(game.seats) for role in roles]
            )
        return ()

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Start, or give a card and go on."""
        if act_of(choice) == START:
            super().take(game, frame, seat, choice)
            return
        argument = argument_of(choice)
        game.secret[first_of(argument)] = Secret(second_of(argument))
        game.become(frame.again())


class DealCards(Step[Village]):
    """Every player receives exactly one card (PA-1.6), every deal equally likely (PA-1.16)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Draw for one seat after the other; the actor is the last who has a card."""
        seat = frame.actor + 1
        if seat < game.seats:
            game.ask(CHANCE, points.DEAL, cards_left(game, seat))

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The card is his."""
        dealt = frame.actor + 1
        game.secret[dealt] = Secret(choice)
        game.become(frame.again().by(dealt))


def cards_left(game: Village, dealt: int) -> tuple[int, ...]:
    """The cards that the seats before this one did not get."""
    held = [game.secret[seat].role for seat in range(dealt)]
    left: list[int] = []
    for role in range(len(ROLES)):
        left += [role] * (game.public.cards[role] - held.count(role))
    return tuple(left)


class RankMafia(Step[Village]):
    """Plain mafiosi hold the black court cards in seat order (PA-R2)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Everybody looks at his card; the counts are public (PA-1.15)."""
        rank_mafia(game)
        for seat in range(game.seats):
            game.tell("your_card", (game.role(seat),), only=seat)
        for role in range(len(ROLES)):
            if game.public.cards[role]:
                game.tell("cards_in_game", (role, game.public.cards[role]))


def rank_mafia(game: Village) -> None:
    """Give every mafia card its rank (PA-R2).

    K♣, Q♣, K♠, Q♠, then the jacks, then the black aces; a jack that is not killer or spy
    serves as a plain mafioso.
    """
    plain = [rank for rank in range(game.seats) if rank not in jacks_in_use(game)]
    for seat in range(game.seats):
        role = game.role(seat)
        if role == KILLER:
            game.secret[seat] = Secret(role, JACK_OF_CLUBS)
        elif role == SPY:
            game.secret[seat] = Secret(role, JACK_OF_SPADES)
        elif role == MAFIOSO:
            game.secret[seat] = Secret(role, plain.pop(0))


JACK_OF_CLUBS: Final = 4
JACK_OF_SPADES: Final = 5


def jacks_in_use(game: Village) -> list[int]:
    """The ranks of killer and spy, if they are in the game."""
    killer = [JACK_OF_CLUBS] if game.public.cards[KILLER] else []
    return killer + ([JACK_OF_SPADES] if game.public.cards[SPY] else [])


class PickProvisionalMaster(Step[Village]):
    """`gm=provisional`: one player, picked by the group or by lot (PA-23.1)."""

    def do(self, game: Village, frame: Frame) -> None:
        """Draw if the group has not agreed on one."""
        picked = game.options.number("master") - 1
        if game.public.master != NOTHING:
            return
        if 0 <= picked < game.seats:
            self.take(game, frame, CHANCE, picked)
        else:
            game.ask(CHANCE, points.LOT, range(game.seats))

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He gives the calls of night 1 with his eyes closed."""
        game.public.master = choice
        game.tell("provisional_master", (choice,))


class LookAtCards(Part):
    """Everybody looks at his own card (DP-01, PA-1.17)."""

    part = CARDS
    point = points.CARDS
    timer = points.T_CARD

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Confirm having seen it."""
        return () if game.box.tapped[seat] else (TAP,)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """It counts as seen."""
        game.box.tapped[seat] = True
        self.settle(game, frame, seat)

    def leave(self, game: Village, frame: Frame, seat: Seat) -> None:
        """Who comes back looks again: that he is asked tells nobody whether he had looked."""
        game.box.tapped[seat] = False
        super().leave(game, frame, seat)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """Whether everybody has looked."""
        return all(game.box.tapped[seat] for seat in game.present())
