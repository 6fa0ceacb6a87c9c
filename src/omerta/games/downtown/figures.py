"""What a seat sees of Downtown as figures; nothing that `encode` does not show."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import NOTHING
from omerta.core.figures import Figures, flags, how_many, one_of, round_the_table, which_seat
from omerta.games.downtown.state.components import CARDS, FRONTS, INFORMANTS, LOOT, PLACES
from omerta.games.downtown.state.gang import Gang
from omerta.games.downtown.state.kinds import is_half, loot_bought, place_of, trio_of
from omerta.games.downtown.state.reckoning import backs
from omerta.games.downtown.view import TownView, has_seen, police

POLICE: Final = ("yes", "no", "maybe")


def figures(seen: TownView) -> list[Figures]:
    """Every row, in the order of the table from what is common to what is the seat's own."""
    public = seen.public
    mine = seen.mine
    seat, seats = seen.seat, seen.seats
    clockwise = [(seat + steps) % seats for steps in range(seats)]
    pieces: list[float] = []
    displays: list[float] = []
    for other in clockwise:
        pieces += how_many(public.pieces[other], len(PLACES))
        displays += counted(public.display[other])
    return [
        Figures("turns", "turns so far", [float(public.turns)]),
        Figures("phase", "the phase of the turn", one_of(public.phase, 8)),
        Figures("first", "who placed first", which_seat(public.first, seat, seats)),
        Figures("turn", "whose turn it is", which_seat(public.turn, seat, seats)),
        Figures("next", "who was chosen to play next", which_seat(public.next, seat, seats)),
        Figures("paid", "whether that player was paid", [float(public.paid)]),
        Figures("used", "the places used in this turn", flags(public.used, len(PLACES))),
        Figures("pieces", "seat by seat the pieces at each place", pieces),
        Figures("money", "money in the displays", round_the_table(public.money, seat)),
        Figures("displays", "seat by seat spies, safecrackers, lookouts displayed", displays),
        Figures("added_money", "who has added money", round_the_table(public.added_money, seat)),
        Figures("added", "gangsters added face down", round_the_table(public.added, seat)),
        Figures("gangsters", "gangsters in hand", round_the_table(public.gangsters, seat)),
        Figures(
            "loot",
            "informant cards in hand",
            round_the_table([len(cards) for cards in public.loot], seat),
        ),
        Figures("row", "the row of gangsters by kind", counted(public.row)),
        Figures("prices", "their prices by kind", counted(public.prices)),
        Figures("draw", "gangsters in the draw pile", [float(public.draw)]),
        Figures("discard", "discarded gangsters by kind", counted(public.discard)),
        Figures("out", "fences that are out of the game", flags(public.out, 12)),
        Figures("casinos", "casinos that have appeared", [float(public.casinos())]),
        *informants(seen),
        *fences(seen),
        Figures("cash", "one's own cash", [float(mine.cash)]),
        Figures("total", "one's own total", [float(public.total(seat))]),
        Figures("gang", "one's own gangsters by kind", counted(mine.gang)),
        Figures("own_loot", "one's own informant cards", how_many(mine.loot, CARDS)),
        Figures("offer", "those that are offered", how_many(mine.offer, CARDS)),
        Figures("own_added", "own money face down, and gangsters by kind", added(mine)),
        Figures("answered", "whether a sealed answer is given", [float(seen.sealed != NOTHING)]),
    ]


def counted(gang: Gang) -> list[float]:
    """A gang by kind."""
    return [float(gang[0]), float(gang[1]), float(gang[2])]


def added(mine: Any) -> list[float]:
    """What lies face down, what is being added included."""
    lying = [float(mine.added_money), *counted(mine.added)]
    return [*lying, float(max(mine.adding, 0)), *counted(mine.adding_gang)]


def informants(seen: TownView) -> list[Figures]:
    """The three informant stacks."""
    sizes: list[float] = []
    fronts: list[float] = []
    possible: list[float] = []
    for place in range(len(INFORMANTS)):
        copy = seen.public.tops[place]
        sizes.append(float(seen.public.cards_in(place)))
        fronts += one_of(NOTHING if copy == NOTHING else trio_of(copy), len(FRONTS))
        shown = copy != NOTHING and (
            seen.options.is_on("show_possible_values") or has_seen(seen, copy)
        )
        known = backs(seen.mine.knows[trio_of(copy)], place_of(copy)) if shown else ()
        possible += flags(known, 3)
    return [
        Figures("informants", "informant by informant the cards in the stack", sizes),
        Figures("fronts", "informant by informant the front of the top card", fronts),
        Figures("backs", "informant by informant which of its three values it can have", possible),
    ]


def fences(seen: TownView) -> list[Figures]:
    """The three fence stacks."""
    public = seen.public
    sizes: list[float] = []
    casinos: list[float] = []
    tops: list[float] = []
    trust: list[float] = []
    for stack in range(3):
        sizes.append(float(len(public.fences[stack]) + public.below[stack]))
        casinos.append(float(public.casino[stack]))
        top = public.fences[stack][0] if public.fences[stack] else NOTHING
        tops += one_of(NOTHING if top == NOTHING else loot_bought(top), len(LOOT))
        tops.append(float(top != NOTHING and is_half(top)))
        trust += one_of(NOTHING if top == NOTHING else POLICE.index(police(seen, top)), 3)
    return [
        Figures("fences", "stack by stack the fences", sizes),
        Figures("casino", "stack by stack whether its casino has appeared", casinos),
        Figures("buyers", "stack by stack what the top fence buys, and whether for half", tops),
        Figures("police", "stack by stack whether it is the police: yes, no, maybe", trust),
    ]
