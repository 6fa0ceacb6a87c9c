"""The first night (PA-2): the mafia meet, the matchmaker chooses, lovers and freemasons meet."""

from __future__ import annotations

from omerta.core import CHANCE, NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.night import Task
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import MATCH, argument_of, each, first_of, second_of
from omerta.games.palermo.state.roles import FREEMASON, KILLER, MATCHMAKER


class FirstNightFalls(Step[Village]):
    """The game opens with night 1; all are asleep unless called (PA-2.1)."""

    def do(self, game: Village, frame: Frame) -> None:
        game.public.calls = ()
        game.tell("first_night_falls")


class MafiaMeet(Step[Village]):
    """All mafiosi learn which seats hold mafia cards (PA-2.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Not who is spy or killer (PA-2.5, PA-14.6), unless `mafia_know_cards` says so."""
        mafiosi = game.mafiosi()
        know = game.options["mafia_know_cards"]
        for seat in mafiosi:
            game.whisper(seat, "mafia_meet")
            for fellow in mafiosi:
                role = game.role(fellow)
                if fellow == seat:
                    continue
                if know == "all" or (know == "killer" and role == KILLER):
                    game.whisper(seat, "fellow_card", fellow, role)
                else:
                    game.whisper(seat, "fellow", fellow)


class GiveCodeNames(Step[Village]):
    """`murder=blind`: each learns only his own code name (PA-2.6, PA-25.1)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """In rank order."""
        game.tell("code_names")
        for seat in game.mafiosi():
            game.whisper(seat, "code", code_rank(game, seat))


def code_rank(game: Village, seat: Seat) -> int:
    """The place of a mafioso's card among those in the game, highest first (PA-R2)."""
    rank = game.secret[seat].rank
    return len([other for other in game.secret if NOTHING < other.rank < rank])


class Match(Task):
    """The matchmaker names two different players, himself allowed (PA-2.7)."""

    point = points.MATCH

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Only in night 1 (PA-18.2)."""
        return game.role(seat) == MATCHMAKER

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """All allowed pairs."""
        if game.box.couple:
            return ()
        return each(MATCH, queries.pairs(game.public, game.options, seat))

    def may_tap(self, game: Village, seat: Seat) -> bool:
        """He must choose (PA-R48)."""
        return False

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Join them."""
        game.box.tapped[seat] = True
        pair = argument_of(choice)
        join(game, pair)
        game.whisper(seat, "matched", first_of(pair), second_of(pair))


def join(game: Village, pair: int) -> None:
    """Two players are a couple from now on."""
    one, other = first_of(pair), second_of(pair)
    game.box.couple = (one, other)
    game.secret[one] = game.secret[one].with_changes(lover=other)
    game.secret[other] = game.secret[other].with_changes(lover=one)


class MatchByLot(Step[Village]):
    """No choice in time: a lot picks the couple (PA-18.12)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Draw among all allowed pairs."""
        matchmakers = game.holders(MATCHMAKER)
        if matchmakers and not game.box.couple:
            game.ask(CHANCE, points.LOT, queries.pairs(game.public, game.options, matchmakers[0]))

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        join(game, choice)
        for matchmaker in game.holders(MATCHMAKER):
            game.whisper(matchmaker, "matched", first_of(choice), second_of(choice))


class LoversMeet(Step[Village]):
    """The two lovers learn each other's seat (PA-2.8)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """And each other's card with `lovers_see_role`."""
        for seat in game.box.couple:
            lover = game.secret[seat].lover
            if game.options.is_on("lovers_see_role"):
                game.whisper(seat, "lover_card", lover, game.role(lover))
            else:
                game.whisper(seat, "lover", lover)


class FreemasonsMeet(Step[Village]):
    """The freemasons learn each other's seats (PA-2.9), whomever they love (PA-21.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """So they know each other to hold citizen cards (PA-21.1)."""
        masons = game.holders(FREEMASON)
        for seat in masons:
            game.whisper(seat, "freemasons_meet")
            for other in masons:
                if other != seat:
                    game.whisper(seat, "freemason", other)


class TownWakes(Step[Village]):
    """Night 1 ends without deaths and without a victory check (PA-2.11)."""

    def do(self, game: Village, frame: Frame) -> None:
        game.tell("first_morning")
