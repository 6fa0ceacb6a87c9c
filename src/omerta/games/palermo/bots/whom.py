"""Whom a computer player goes for: whom it blames, trusts and fears."""

from __future__ import annotations

from random import Random

from omerta.core import Seat
from omerta.games.palermo.bots.mind import Mind, whim
from omerta.games.palermo.bots.reading import phase
from omerta.games.palermo.state.roles import GUARDIAN, MAFIA, PHARMACIST


def best_of(seats: list[Seat], worths: list[float]) -> Seat:
    """The seat of the greatest worth; of equals the first."""
    best = 0
    for place in range(len(seats)):
        if worths[place] > worths[best]:
            best = place
    return seats[best]


def is_late(mind: Mind) -> bool:
    """Whether one more mistake may lose the game."""
    return 2 * mind.mafiosi_left() + 2 >= len(mind.living)


def suspect_of(mind: Mind, seats: list[Seat]) -> Seat:
    """Whom I would accuse among these, without any whim."""
    return best_of(seats, [blame(mind, seat) for seat in seats])


def suspect_among(mind: Mind, seats: list[Seat], rng: Random) -> Seat:
    """Whom I accuse among these; of equals any."""
    whimsy = 0.8 if mind.public.day == 1 else 0.4
    return best_of(seats, [blame(mind, seat) + whimsy * rng.random() for seat in seats])


def blame(mind: Mind, seat: Seat) -> float:
    """How much I want the town to convict a seat."""
    if seat == mind.me:
        return -50.0
    if seat == mind.mine.lover:
        return -30.0
    heat = mind.heat[seat] + mind.slip(seat)
    if not mind.is_mafioso or mind.known[seat] != MAFIA:
        return heat
    if mind.level.sacrifice == 0.0 or wins_with_next_mistake(mind):
        return -20.0
    return heat - (0.0 if gives_up(mind, seat) else 0.7 * max(3, mind.mafiosi()) - 0.6)


def gives_up(mind: Mind, seat: Seat) -> bool:
    """Whether a mafioso treats a fellow today as an honest citizen would, to be believed.

    The more fellows there are, the less anybody is suspected because of one of them.
    """
    drawn = whim(mind.secret, seat, mind.public.day)
    mafiosi = max(3, mind.mafiosi())
    return drawn * mafiosi * mafiosi < mind.level.sacrifice


def wins_with_next_mistake(mind: Mind) -> bool:
    """Whether one more citizen convicted and one murdered give the mafia the town."""
    return phase(mind.public.day, len(mind.living), mind.mafiosi_left()) == 2


def trusted(mind: Mind, choices: list[int], rng: Random) -> Seat:
    """Whom to speak for: the least suspect; a mafioso also speaks for a fellow now and then."""
    seats = [seat for seat in choices if mind.public.alive[seat] and seat != mind.me]
    worths: list[float] = []
    for seat in seats:
        worth = -mind.heat[seat] + 0.4 * rng.random()
        if mind.is_mafioso and mind.is_friend(seat) and mind.heat[seat] < 0.8:
            worth += 0.3
        worths.append(worth)
    return best_of(seats, worths) if seats else choices[0]


def least_suspect(mind: Mind, seats: list[Seat], rng: Random) -> Seat:
    """Whom I would make mayor."""
    worths: list[float] = []
    for seat in seats:
        worth = -mind.heat[seat] + 0.5 * rng.random()
        if mind.is_mafioso and mind.known[seat] == MAFIA:
            worth += 0.6
        worths.append(worth)
    return best_of(seats, worths)


def most_dangerous(mind: Mind, seats: list[Seat]) -> Seat:
    """The citizen whom the mafia would miss least."""
    return best_of(seats, [danger(mind, seat) for seat in seats])


def victim_among(mind: Mind, seats: list[Seat], rng: Random) -> Seat:
    """The most dangerous citizen, with a whim so that nobody can count on it, or by mistake."""
    worths: list[float] = []
    for seat in seats:
        worth = danger(mind, seat) + (1.2 + 3.0 * mind.level.slips) * rng.random()
        worths.append(worth - 40.0 if mind.known[seat] == MAFIA else worth)
    return best_of(seats, worths)


def danger(mind: Mind, seat: Seat) -> float:
    """How much the mafia would like a citizen gone."""
    if seat == mind.mine.lover:
        return -30.0
    guarded = may_live(mind, GUARDIAN) or may_live(mind, PHARMACIST)
    worth = (1.5 if guarded else 4.0) * mind.credit[seat] - 0.4 * mind.heat[seat]
    if mind.heat[seat] > 0.8:
        worth -= 1.0  # the town may do it for us
    for fact in mind.facts:
        if fact.seat == seat and fact.about in mind.fellows:
            worth += 0.25
    return worth


def may_live(mind: Mind, role: int) -> bool:
    """Whether a card of the setup has not been seen dead."""
    dead = [seat for seat in mind.public.dead if mind.public.revealed[seat] == role]
    return mind.public.cards[role] > len(dead)
