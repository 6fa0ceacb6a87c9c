"""A town that judges by lot: the real rules, driven by nothing but chance."""

from __future__ import annotations

from random import Random

from omerta.core import CLOCK, Seat
from omerta.games.palermo.rules.book import TABLES
from omerta.games.palermo.rules.setup import rank_mafia
from omerta.games.palermo.state.game import Village, fresh_village
from omerta.games.palermo.state.kinds import KILL, SAY, TIME_IS_UP, VOTE, choice_of
from omerta.games.palermo.state.options import Options
from omerta.games.palermo.state.roles import CITIZEN, MAFIOSO, cards_of
from omerta.games.palermo.state.statements import ACCUSE, NO_REASON
from omerta.games.palermo.state.table import LIST, MAFIA_WIN, Secret, is_night
from omerta.games.palermo.state.table import VOTE as AT_VOTE


def mafia_wins(rule: str, players: int, mafiosi: int, games: int, rng: Random) -> int:
    """How many of these games the mafia win."""
    start = dealt_village(rule, players, mafiosi)
    wins = 0
    for _ in range(games):
        village = start.copy()
        play(village, rng)
        if village.public.winner == MAFIA_WIN:
            wins += 1
    return wins


def dealt_village(rule: str, players: int, mafiosi: int) -> Village:
    """Plain mafiosi and citizens only, before night 1; who sits where makes no difference.

    It stands after the deal, so that starts which PA-1.9 refuses can be played too.
    """
    options = Options({"mafia_win": rule, "self_vote": "on", "night_pace": "fixed"})
    cards = cards_of({"mafioso": mafiosi, "citizen": players - mafiosi})
    village = fresh_village(players, options, TABLES.of(options), cards)
    for seat in range(players):
        village.secret[seat] = Secret(MAFIOSO if seat < mafiosi else CITIZEN)
    rank_mafia(village)
    village.top = village.rules.GAME.begin().to(village.rules.FIRST_NIGHT)
    village.run()
    return village


def play(village: Village, rng: Random) -> None:
    """Let the town judge and the mafia murder by lot until somebody has won."""
    public = village.public
    while village.top is not None:
        if public.part == LIST:
            condemned = accuse_two(village, rng)
            while public.part != AT_VOTE:
                village.answer(CLOCK, TIME_IS_UP)
            vote_against(village, condemned)
        elif is_night(public.part) and public.day > 1:
            murder(village, rng)
            village.answer(CLOCK, TIME_IS_UP)
        else:
            village.answer(CLOCK, TIME_IS_UP)


def drawn(seats: list[Seat], rng: Random) -> Seat:
    """One of these by lot."""
    return seats[int(rng.random() * len(seats))]


def accuse_two(village: Village, rng: Random) -> Seat:
    """Somebody drawn by lot is accused; the list needs a second name (PA-4.12)."""
    living = village.living()
    condemned = drawn(living, rng)
    other = living[0] if living[0] != condemned else living[1]
    accuse(village, other, condemned)
    accuse(village, condemned, other)
    return condemned


def accuse(village: Village, seat: Seat, name: Seat) -> None:
    """One accusation, word by word."""
    village.answer(seat, choice_of(SAY, ACCUSE))
    village.answer(seat, name)
    village.answer(seat, NO_REASON)


def vote_against(village: Village, condemned: Seat) -> None:
    """Everybody votes against him, he himself too (`self_vote=on`)."""
    for seat in village.living():
        village.answer(seat, choice_of(VOTE, condemned))


def murder(village: Village, rng: Random) -> None:
    """All living mafiosi point at a citizen drawn by lot."""
    mafiosi = village.mafiosi()
    victim = drawn([seat for seat in village.living() if seat not in mafiosi], rng)
    for seat in mafiosi:
        village.answer(seat, choice_of(KILL, victim))
