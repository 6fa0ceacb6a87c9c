"""A full game of Mafia City that a seat cannot tell from the true one."""

from __future__ import annotations

from random import Random

from omerta.core import NOTHING
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.table import DECK, Secret
from omerta.games.mafia_city.view import CityView


def guess(seen: CityView, rng: Random) -> City:
    """Deal everything this seat cannot see anew, and stand where it stands."""
    public = seen.public.copy()
    unseen = list(DECK)
    known = [*seen.mine.cards, *public.discard, *public.on_table]
    for other in range(seen.seats):
        if other != seen.seat:
            known += seen.known(other)
    for card in known:
        unseen.remove(card)
    rng.shuffle(unseen)
    secret: list[Secret] = []
    for seat in range(seen.seats):
        if seat == seen.seat:
            secret.append(Secret(seen.mine.cards, seen.mine.drawn, seen.mine.knows))
            continue
        cards = list(seen.known(seat))
        while len(cards) < public.cards[seat]:
            cards.append(unseen.pop())
        drawn = tuple(rng.sample(cards, min(public.drawn, len(cards))))
        secret.append(Secret(tuple(sorted(cards)), drawn))
    secret.append(Secret(tuple(sorted(unseen)), ()))
    city = City(seen.seats, seen.options, seen.rules, public, secret)
    if seen.top is not None:
        city.resume(seen.top)
        if seen.sealed != NOTHING:
            city.answer(seen.seat, seen.sealed)
    return city
