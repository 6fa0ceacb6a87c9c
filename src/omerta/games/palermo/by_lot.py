"""A town that judges by lot: the real rules, driven by nothing but chance."""

from __future__ import annotations

from random import Random

from omerta.core import CLOCK, NOTHING, Frame, Seat
from omerta.games.palermo.state.kinds import KILL, SAY, TIME_IS_UP, VOTE, choice_of
from omerta.games.palermo.state.options import Options
from omerta.games.palermo.state.roles import CITIZEN, MAFIOSO, cards_of
from omerta.games.palermo.rules.book import rules_for
from omerta.games.palermo.rules.setup import rank_mafia
from omerta.games.palermo.state.table import LIST, MAFIA_WIN, Secret, is_night
from omerta.games.palermo.state.table import VOTE as AT_VOTE
from omerta.games.palermo.state.statements import ACCUSE, NO_REASON
from omerta.games.palermo.state.game import Town, fresh_town


def mafia_wins(rule: str, players: int, mafiosi: int, games: int, rng: Random) -> int:
    """How many of so many games the mafia win."""
    start = dealt_town(rule, players, mafiosi)
    wins = 0
    for _ in range(games):
        town = start.copy()
        play(town, rng)
        if town.public.winner == MAFIA_WIN:
            wins += 1
    return wins


def dealt_town(rule: str, players: int, mafiosi: int) -> Town:
    """Plain mafiosi and citizens only, before night 1; who sits where makes no difference.

    It stands after the deal, so that starts which PA-1.9 refuses can be played too.
    """
    options = Options({"mafia_win": rule, "self_vote": "on", "night_pace": "fixed"})
    cards = cards_of({"mafioso": mafiosi, "citizen": players - mafiosi})
    town = fresh_town(players, options, rules_for(options), cards)
    for seat in range(players):
        town.secret[seat] = Secret(MAFIOSO if seat < mafiosi else CITIZEN)
    rank_mafia(town)
    game = town.rules.GAME
    night = len(game.steps) - 3
    town.top = Frame(game, night, NOTHING, NOTHING, NOTHING, None)
    town.run()
    return town


def play(town: Town, rng: Random) -> None:
    """Let the town judge and the mafia murder by lot until somebody has won."""
    public = town.public
    while town.top is not None:
        if public.part == LIST:
            condemned = accuse_two(town, rng)
            while public.part != AT_VOTE:
                town.answer(CLOCK, TIME_IS_UP)
            vote_against(town, condemned)
        elif is_night(public.part) and public.day > 1:
            murder(town, rng)
            town.answer(CLOCK, TIME_IS_UP)
        else:
            town.answer(CLOCK, TIME_IS_UP)


def drawn(seats: list[Seat], rng: Random) -> Seat:
    """One of these by lot."""
    return seats[int(rng.random() * len(seats))]


def accuse_two(town: Town, rng: Random) -> Seat:
    """Somebody drawn by lot is accused; the list needs a second name (PA-4.12)."""
    living = town.living()
    condemned = drawn(living, rng)
    other = living[0] if living[0] != condemned else living[1]
    accuse(town, other, condemned)
    accuse(town, condemned, other)
    return condemned


def accuse(town: Town, seat: Seat, name: Seat) -> None:
    """One accusation, word by word."""
    town.answer(seat, choice_of(SAY, ACCUSE))
    town.answer(seat, name)
    town.answer(seat, NO_REASON)


def vote_against(town: Town, condemned: Seat) -> None:
    """Everybody votes against him, he himself too (`self_vote=on`)."""
    for seat in town.living():
        town.answer(seat, choice_of(VOTE, condemned))


def murder(town: Town, rng: Random) -> None:
    """All living mafiosi point at a citizen drawn by lot."""
    mafiosi = town.mafiosi()
    victim = drawn([seat for seat in town.living() if seat not in mafiosi], rng)
    for seat in mafiosi:
        town.answer(seat, choice_of(KILL, victim))
