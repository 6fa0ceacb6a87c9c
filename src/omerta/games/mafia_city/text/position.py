"""Positions of Mafia City as text."""

from __future__ import annotations

from omerta.core import NOTHING, Seat
from omerta.games.mafia_city.state.components import CITY_HALL, PHASES, POLICE_STATION
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import SEATS, card_text, seat_text
from omerta.games.mafia_city.state.options import OPTION_TABLE


def position(city: City, coming: list[int] | None = None) -> list[str]:
    """The table as the lines of a position; of the deck only what is known to come."""
    public = city.public
    seats = range(city.seats)
    turn = "-" if public.turn == NOTHING else seat_text(public.turn)
    level = city.options["level"]
    head = (
        f"players {city.seats} | first {seat_text(max(public.first, 0))} | "
        f"phase {PHASES[public.phase]} | turn {turn} | level {level} | round {public.round}"
    )
    if public.at:
        head += f" | at {public.at}"
    old = [SEATS[s] for s in seats for _ in range(public.cell[s] - public.cell_new[s])]
    new = [SEATS[s] for s in seats for _ in range(public.cell_new[s])]
    cell = f"cell {' '.join(old) or '-'}" + (f" | new {' '.join(new)}" if new else "")
    figures = (
        f"figures hitman {public.hitman}"
        f" | policeman {POLICE_STATION if public.policeman == NOTHING else SEATS[public.policeman]}"
        f" | mayor {CITY_HALL if public.mayor == NOTHING else SEATS[public.mayor]}"
    )
    passed = " ".join(SEATS[s] for s in seats if public.passed[s]) or "-"
    marked = " ".join(str(place) for place in range(1, 8) if public.marked[place]) or "-"
    lines = [
        head,
        "stacks " + " | ".join(stack_text(city, place) for place in range(1, 8)),
        cell,
        "chips " + " | ".join(f"{SEATS[s]} {public.hand[s]}+{public.reserve[s]}" for s in seats),
        "vp " + " | ".join(f"{SEATS[s]} {public.vp[s]}" for s in seats),
        "cards " + " | ".join(f"{SEATS[s]}: {hand_text(city, s)}" for s in seats),
        figures,
        f"passed {passed} | marked {marked}",
    ]
    if len(public.layout) == 7:
        ring = " ".join(str(tile) for tile in public.layout[1:])
        lines.append(f"layout centre {public.layout[0]}, ring {ring}")
    next_cards = coming or []
    rest = public.deck - len(next_cards)
    listed = " ".join(card_text(card) for card in next_cards)
    if rest:
        listed = f"{listed} then rest ({rest} cards)" if listed else f"rest ({rest} cards)"
    lines.append(f"deck {listed or '-'}")
    known = [
        f"{SEATS[s]} {SEATS[other]}: {' '.join(card_text(card) for card in city.known(s, other))}"
        for s in seats
        for other in seats
        if city.known(s, other)
    ]
    if known:
        lines.append("remembers " + " | ".join(known))
    lines.append("discard " + (" ".join(card_text(card) for card in public.discard) or "-"))
    changed = city.options.changed(OPTION_TABLE)
    options = [f"{name}={value}" for name, value in changed.items() if name != "level"]
    if options:
        lines.append("options " + " ".join(options))
    return lines


def stack_text(city: City, place: int) -> str:
    """`2: B B A`"""
    owners = " ".join(SEATS[owner] for owner in city.public.stacks[place])
    return f"{place}: {owners or '-'}"


def hand_text(city: City, seat: Seat) -> str:
    """The cards of a hand, `-` for none."""
    return " ".join(card_text(card) for card in city.secret[seat].cards) or "-"
