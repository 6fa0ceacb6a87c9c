"""What a drafted move of Mafia City does to stacks and control: found in the view of its seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from omerta.core import NOTHING, Preview, Seat
from omerta.games.mafia_city.state.components import (
    GRAND_SCHEME,
    LOCATIONS,
    POLICE_RAID,
    SHADOW_GAMES,
    SNITCH,
)
from omerta.games.mafia_city.state.kinds import (
    DECLINE,
    DISCARD,
    DONE,
    KEEP,
    LEAVE,
    ONE_HAT,
    PASS,
    PLACE,
    TWO_HATS,
    is_pair,
    kind_of,
    location_of,
    position_of,
    positions_of,
    thing_of,
    way_of,
)
from omerta.games.mafia_city.state.queries import controller, leaders, owner_of
from omerta.games.mafia_city.view import CityView

PREVIEWS: Final[dict[str, tuple[str, ...]]] = {
    # Names of moves.
    "pass": (),
    "place": ("location",),
    "play": ("card",),
    "hat": (),
    "hats": (),
    "discard": ("card",),
    "keep": (),
    "exchange": (),
    "bullet": ("card",),
    "decline": (),
    "react": ("card",),
    "fists": (),
    "complicity": ("card",),
    "pick": ("location",),
    "agree": ("card",),
    "jail": ("seat", "location"),
    "move": ("location",),
    "kill": ("card",),
    "accept": (),
    "plus": ("card",),
    "name": ("seat",),
    "leave": (),
    "take": ("number",),
    # What they lead to.
    "you_lead": ("location", "number", "number_next"),
    "leads": ("seat", "location", "number", "number_next"),
    "nobody_leads": ("location",),
    "chips_left": ("number",),
    # What is lost by them.
    "chips_unused": ("number",),
}
"""Every sentence about a drafted move with the names of its arguments."""

Answers = tuple[int, ...]
Stacks = dict[int, tuple[Seat, ...]]
"""Stacks as they would be, by their locations."""


def preview(seen: CityView, answers: Answers) -> Preview | None:
    """What the answers so far would do."""
    ask = seen.asked
    if ask is None:
        return None
    return SAYS[ask.point.name](seen, answers)


# Stacks and control.


def without_chip(stack: tuple[Seat, ...], position: int) -> tuple[Seat, ...]:
    """The stack when the chip at this height has left it."""
    return (*stack[: position - 1], *stack[position:])


def with_stacks(seen: CityView, found: Preview, stacks: Stacks, agreed: int = 0) -> Preview:
    """Who would control the changed locations, and by how much."""
    board: dict[str, Any] = {}
    for location, stack in stacks.items():
        is_here = location == seen.public.at
        totals = seen.public.agreements[:] if is_here else [0] * seen.seats
        totals[seen.seat] += agreed
        seat = controller(location, leaders(stack, totals, seen.public.first))
        board[LOCATIONS[location]] = {"stack": list(stack), "control": seat}
        counts = [stack.count(other) + totals[other] for other in range(seen.seats)]
        if seat == NOTHING:
            found.add("nobody_leads", (location,))
            continue
        best = max([0, *(counts[other] for other in range(seen.seats) if other != seat)])
        if seat == seen.seat:
            found.add("you_lead", (location, counts[seat], best))
        else:
            found.add("leads", (seat, location, counts[seat], best))
    found.board["stacks"] = board
    return found


# MC-4 Action Phase


def turn(seen: CityView, answers: Answers) -> Preview:
    """A chip is placed, a card is used, or the seat passes."""
    if answers[0] != PASS:
        return action(seen, answers)
    found = Preview("pass")
    if seen.public.hand[seen.seat]:
        found.lose("chips_unused", (seen.public.hand[seen.seat],))
    return found


def action(seen: CityView, answers: Answers) -> Preview:
    """The action that an answer names, with what it aims at as far as that is chosen."""
    way = way_of(answers[0])
    thing = thing_of(answers[0])
    stacks = seen.public.stacks
    if way == PLACE:
        found = Preview("place", (thing,))
        with_stacks(seen, found, {thing: (*stacks[thing], seen.seat)})
        found.add("chips_left", (seen.public.hand[seen.seat] - 1,))
        return found
    if way == DISCARD:
        return Preview("discard", (thing,))
    if way == TWO_HATS:
        found = Preview("hats")
        if len(answers) > 1:
            with_stacks(seen, found, {answers[1]: (*stacks[answers[1]], seen.seat)})
        return found
    if way == ONE_HAT:
        found = Preview("hat")
        return with_stacks(seen, found, chip_removed(seen, answers[1:]))
    return text(seen, kind_of(thing), Preview("play", (thing,)), answers[1:])


def chip_removed(seen: CityView, aims: Answers) -> Stacks:
    """The stack that a chip leaves, if it is chosen."""
    if not aims:
        return {}
    location = location_of(aims[0])
    return {location: without_chip(seen.public.stacks[location], position_of(aims[0]))}


def text(seen: CityView, kind: int, found: Preview, aims: Answers) -> Preview:
    """The text of an Action card, if it stands unanswered (MC-6)."""
    stacks = seen.public.stacks
    if kind == SNITCH:
        return with_stacks(seen, found, chip_removed(seen, aims))
    if kind == POLICE_RAID and aims:
        return with_stacks(seen, found, {aims[0]: ()})
    if kind == GRAND_SCHEME and len(aims) > 1:
        changed = chip_removed(seen, aims)
        changed[aims[1]] = (*stacks[aims[1]], owner_of(seen.public, aims[0]))
        return with_stacks(seen, found, changed)
    if kind == SHADOW_GAMES and len(aims) > 1:
        one, other = stacks[aims[0]], stacks[aims[1]]
        swapped = {aims[0]: (*other[:1], *one[1:]), aims[1]: (*one[:1], *other[1:])}
        return with_stacks(seen, found, swapped)
    return found


# Answers with a card, or none.


def with_card(key: str) -> Callable[[CityView, Answers], Preview]:
    """A card for this, or nothing."""

    def said(seen: CityView, answers: Answers) -> Preview:
        return Preview("decline") if answers[0] == DECLINE else Preview(key, answers[:1])

    return said


def reaction(seen: CityView, answers: Answers) -> Preview:
    """A card against an effect, two Fists, or nothing."""
    if answers[0] == DECLINE:
        return Preview("decline")
    return Preview("fists") if is_pair(answers[0]) else Preview("react", answers)


def agreement(seen: CityView, answers: Answers) -> Preview:
    """Secret Agreements count like chips while control is decided (MC-7.12)."""
    if answers[0] == DECLINE:
        return Preview("decline")
    cards = [card for card in answers if card != DONE]
    found = Preview("agree", answers[:1])
    frame = seen.top
    if frame is None:
        return found
    return with_stacks(seen, found, {frame.target: seen.public.stacks[frame.target]}, len(cards))


def kept(seen: CityView, answers: Answers) -> Preview:
    """Both cards stay, or both go (MC-1.9)."""
    return Preview("keep" if answers[0] == KEEP else "exchange")


def accepted(seen: CityView, answers: Answers) -> Preview:
    """What a location brings is taken, or not."""
    return Preview("decline" if answers[0] == DECLINE else "accept")


def jailed(seen: CityView, answers: Answers) -> Preview:
    """A chip for the cell."""
    if answers[0] == DECLINE:
        return Preview("decline")
    chip = answers[0]
    found = Preview("jail", (owner_of(seen.public, chip), location_of(chip)))
    return with_stacks(seen, found, chip_removed(seen, answers))


def killed(seen: CityView, answers: Answers) -> Preview:
    """A chip for its owner's reserve."""
    if answers[0] == DECLINE:
        return Preview("decline")
    found = Preview("kill", answers[:1])
    return with_stacks(seen, found, chip_removed(seen, answers[1:]))


def picked(seen: CityView, answers: Answers) -> Preview:
    """A location comes next."""
    return Preview("pick", answers)


def named(seen: CityView, answers: Answers) -> Preview:
    """A player decides next."""
    return Preview("name", answers)


def taken_back(seen: CityView, answers: Answers) -> Preview:
    """Own chips come back to the hand (MC-15)."""
    if answers[0] == LEAVE:
        return Preview("leave")
    positions = positions_of(answers[0])
    found = Preview("take", (len(positions),))
    found.add("chips_left", (seen.public.hand[seen.seat] + len(positions),))
    frame = seen.top
    if frame is None:
        return found
    stack = seen.public.stacks[frame.target]
    rest = [owner for place, owner in enumerate(stack, 1) if place not in positions]
    found.board["stacks"] = {LOCATIONS[frame.target]: {"stack": rest}}
    return found


SAYS: Final[dict[str, Callable[[CityView, Answers], Preview]]] = {
    "mulligan": kept,
    "take_turn": turn,
    "bullet_turn": with_card("bullet"),
    "bullet_action": action,
    "react": reaction,
    "complicity": with_card("complicity"),
    "trade_discard": with_card("discard"),
    "pick_location": picked,
    "bid_agreement": agreement,
    "jail_pick": jailed,
    "hitman_move": with_card("move"),
    "hitman_card": killed,
    "location_effect": accepted,
    "district_discard": with_card("discard"),
    "plus_one": with_card("plus"),
    "pick_strategy_location": picked,
    "pick_strategy_seat": named,
    "take_back": taken_back,
}
"""What speaks for the moves that begin at each decision point."""
