"""What a seat sees of Mafia City as figures; nothing that `encode` does not show."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING
from omerta.core.figures import (
    Figures,
    how_many,
    one_of,
    round_the_table,
    which_seat,
)
from omerta.games.mafia_city.state.components import LOCATIONS, PHASES
from omerta.games.mafia_city.state.kinds import CARDS, cards_of
from omerta.games.mafia_city.view import EFFECTS, CityView, controllers, effect_of, in_the_air

HEIGHT: Final = 12
"""How many chips of a stack are told apart, from the bottom on."""
PLACES: Final = range(1, 8)
EFFECT_NAMES: Final = tuple(EFFECTS.values())


def figures(seen: CityView) -> list[Figures]:
    """Every row, in the order of the table from what is common to what is the seat's own."""
    public = seen.public
    seat, seats = seen.seat, seen.seats
    browsable = seen.options.is_on("discard_browsable")
    last = () if public.last_discard == NOTHING else (public.last_discard,)
    air = in_the_air(seen.top)
    chips: list[float] = []
    counts: list[float] = []
    for place in PLACES:
        stack = public.stacks[place]
        counts += round_the_table([stack.count(owner) for owner in range(seats)], seat)
        for height in range(HEIGHT):
            owner = stack[height] if height < len(stack) else NOTHING
            chips += which_seat(owner, seat, seats)
    control: list[float] = []
    for who in controllers(public):
        control += which_seat(who, seat, seats)
    hands: list[float] = []
    for other in range(seats):
        hands += how_many(seen.known((seat + other) % seats), CARDS)
    announced = air[0] if air else None
    return [
        Figures("round", "the round", [float(public.round)]),
        Figures("phase", "one of " + ", ".join(PHASES), one_of(public.phase, len(PHASES))),
        Figures("first", "who is first player", which_seat(public.first, seat, seats)),
        Figures("turn", "whose turn it is", which_seat(public.turn, seat, seats)),
        Figures("at", "the location that is solved, 0 for none", one_of(public.at, 8)),
        Figures("layout", "the number of each tile in its place", laid(public.layout)),
        Figures("stacks", "location by location, the chips of each seat", counts),
        Figures("order", f"location by location, who owns the chip at height 1 to {HEIGHT}", chips),
        Figures("control", "location by location, who would control it now", control),
        Figures("cell", "chips in the cell", round_the_table(public.cell, seat)),
        Figures("chips", "chips in hand", round_the_table(public.hand, seat)),
        Figures("reserve", "chips in reserve", round_the_table(public.reserve, seat)),
        Figures("points", "points", round_the_table(public.vp, seat)),
        Figures("target", "the points that end the game", [float(seen.options.target[seats])]),
        Figures("cards", "cards in hand", round_the_table(public.cards, seat)),
        Figures("passed", "who has passed", round_the_table(public.passed, seat)),
        Figures("marked", "the locations with a cube", [float(public.marked[p]) for p in PLACES]),
        Figures("hitman", "where the Hitman is", one_of(public.hitman, len(LOCATIONS))),
        Figures("policeman", "who holds the Policeman", which_seat(public.policeman, seat, seats)),
        Figures("mayor", "who holds the Mayor", which_seat(public.mayor, seat, seats)),
        Figures("deck", "cards in the deck", [float(public.deck)]),
        Figures(
            "discard",
            "the discard pile by card, as far as it may be looked through",
            how_many(public.discard if browsable else last, CARDS),
        ),
        Figures("announced", "cards that are announced", how_many(public.announced, CARDS)),
        Figures("agreements", "Secret Agreements", round_the_table(public.agreements, seat)),
        Figures("chain", "how many effects are in the air", [float(len(air))]),
        Figures(
            "effect",
            "the effect announced last",
            one_of(
                NOTHING if announced is None else EFFECT_NAMES.index(effect_of(announced)),
                len(EFFECT_NAMES),
            ),
        ),
        Figures(
            "effect_by",
            "who announced it",
            which_seat(NOTHING if announced is None else announced.actor, seat, seats),
        ),
        Figures(
            "effect_with",
            "with which cards",
            how_many(() if announced is None else cards_of(announced.thing), CARDS),
        ),
        Figures("hand", "one's own hand by card", how_many(seen.mine.cards, CARDS)),
        Figures("drawn", "the cards drawn last", how_many(seen.mine.drawn, CARDS)),
        Figures("hands", "seat by seat what is known of the hand", hands),
        Figures("answered", "whether a sealed answer is given", [float(seen.sealed != NOTHING)]),
    ]


def laid(layout: tuple[int, ...]) -> list[float]:
    """The tiles by place; zeros before they are laid."""
    return [float(layout[place]) if place < len(layout) else 0.0 for place in range(7)]
