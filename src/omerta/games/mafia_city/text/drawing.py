"""Mafia City drawn as text: the tiles with their stacks, the clans, one's own hand."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import NOTHING, Seat
from omerta.games.mafia_city.state.components import (
    CITY_HALL,
    JAIL,
    LOCATIONS,
    PHASES,
    POLICE_STATION,
)
from omerta.games.mafia_city.state.kinds import card_text, seat_text
from omerta.games.mafia_city.view import CityView, chain
from omerta.text import Texts

TERMS: Final = (
    *("round", "goal", "cards", "chips", "reserve", "points", "hand", "cell", "deck", "discard"),
    *("effects", "first", "passed", "on_turn", "agreements"),
)
"""The words of the drawing beside the names of cards, places and figures."""

TILE: Final = 24
"""The width of a tile."""


def draw(seen: CityView, texts: Texts) -> str:
    """The whole view, as a player wants to see it before a move."""
    lines = [heading(seen, texts), ""]
    if seen.public.layout:
        lines += board(seen, texts)
    lines += clans(seen, texts)
    lines += effects(seen, texts)
    lines += hands(seen, texts)
    return "\n".join(line.rstrip() for line in lines)


def term(texts: Texts, name: str) -> str:
    """A word of the drawing."""
    return texts.say(f"mafia_city.term.{name}")


def heading(seen: CityView, texts: Texts) -> str:
    """Round, phase, goal, deck and discard pile."""
    public = seen.public
    goal = seen.options.target[seen.seats]
    parts = [
        f"{term(texts, 'round')} {public.round}",
        texts.say(f"mafia_city.phase.{PHASES[public.phase]}"),
        f"{term(texts, 'goal')} {goal}",
        f"{term(texts, 'deck')} {public.deck}",
        f"{term(texts, 'discard')} {len(public.discard)}",
    ]
    return " · ".join(parts)


# The city: one tile in the centre, six around it, clockwise from the upper left.


def board(seen: CityView, texts: Texts) -> list[str]:
    """The seven tiles as they lie."""
    layout = seen.public.layout
    half = " " * (TILE // 2)
    lines: list[str] = []
    for indent, row in ((half, (1, 2)), ("", (6, 0, 3)), (half, (5, 4))):
        tiles = [tile(seen, texts, layout[place]) for place in row]
        for parts in zip(*tiles, strict=True):
            lines.append(indent + "".join(parts))
    return lines


def tile(seen: CityView, texts: Texts, location: int) -> list[str]:
    """One tile: its name, its stack from the bottom to the top, and who else is there."""
    public = seen.public
    mark = "▶" if public.at == location else "■" if public.marked[location] else " "
    name = f"{location} {texts.say(f'mafia_city.location.{LOCATIONS[location]}')}"
    letters = [seat_text(owner) for owner in public.stacks[location]]
    stack = (" " if 2 * len(letters) < TILE - 3 else "").join(letters) or "–"
    return [
        "┌" + "─" * (TILE - 2) + "┐",
        framed(f"{mark}{name}"),
        framed(f" {stack}"),
        framed(f" {guests(seen, texts, location)}"),
        "└" + "─" * (TILE - 2) + "┘",
    ]


def framed(text: str) -> str:
    """A line of a tile; what does not fit is cut."""
    inside = TILE - 3
    if len(text) > inside:
        text = text[: inside - 1] + "…"
    return f"│{text:<{inside}} │"


def guests(seen: CityView, texts: Texts, location: int) -> str:
    """The figures on a tile, and at the Jail who is in the cell."""
    public = seen.public
    found: list[str] = []
    if public.hitman == location:
        found.append(texts.say("mafia_city.figure.hitman"))
    if location == POLICE_STATION and public.policeman == NOTHING:
        found.append(texts.say("mafia_city.figure.policeman"))
    if location == CITY_HALL and public.mayor == NOTHING:
        found.append(texts.say("mafia_city.figure.mayor"))
    if location == JAIL and any(public.cell):
        inmates = [seat_text(seat) * public.cell[seat] for seat in range(seen.seats)]
        found.append(f"{term(texts, 'cell')} {' '.join(''.join(inmates))}")
    return ", ".join(found)


# The clans and what is in the air.


def clans(seen: CityView, texts: Texts) -> list[str]:
    """One line for every seat: points, cards, chips, and what it is at the moment."""
    public = seen.public
    width = max(len(texts.name(seat)) for seat in range(seen.seats))
    lines: list[str] = []
    for seat in range(seen.seats):
        numbers = [
            f"{term(texts, 'points')} {public.vp[seat]:>2}",
            f"{term(texts, 'chips')} {public.hand[seat]:>2}",
            f"{term(texts, 'reserve')} {public.reserve[seat]:>2}",
            f"{term(texts, 'cards')} {public.cards[seat]:>2}",
        ]
        mine = "»" if seat == seen.seat else " "
        name = f"{mine}{seat_text(seat)} {texts.name(seat):<{width}}"
        lines.append("  ".join([name, *numbers, ", ".join(standing(seen, texts, seat))]))
    return lines


def standing(seen: CityView, texts: Texts, seat: Seat) -> list[str]:
    """What a seat is: first player, on turn, passed, holder of a figure, bidder."""
    public = seen.public
    found: list[str] = []
    if public.first == seat:
        found.append(term(texts, "first"))
    if public.turn == seat:
        found.append(term(texts, "on_turn"))
    if public.passed[seat] and public.turn != NOTHING:
        found.append(term(texts, "passed"))
    if public.policeman == seat:
        found.append(texts.say("mafia_city.figure.policeman"))
    if public.mayor == seat:
        found.append(texts.say("mafia_city.figure.mayor"))
    if public.agreements[seat] > 0:
        found.append(f"{term(texts, 'agreements')} +{public.agreements[seat]}")
    return found


def effects(seen: CityView, texts: Texts) -> list[str]:
    """The effects that have been announced and not yet resolved, the first one first."""
    found = chain(seen.top)
    if not found:
        return []
    lines = ["", f"{term(texts, 'effects')}:"]
    for depth, effect in enumerate(found):
        words = [texts.name(effect["seat"]), texts.say(f"mafia_city.effect.{effect['effect']}")]
        words += [f"({' '.join(effect['cards'])})"] if effect["cards"] else []
        words += [f"→ {aim(effect['target'], texts)}"] if effect["target"] else []
        lines.append("  " * (depth + 1) + " ".join(words))
    return lines


def aim(target: dict[str, Any], texts: Texts) -> str:
    """What an effect was announced at, in the words of the notation."""
    words: list[str] = []
    if "chip" in target:
        words.append(str(target["chip"]))
    if "location" in target:
        words.append(str(target["location"]))
    words += [str(location) for location in target.get("locations", [])]
    if "seat" in target:
        words.append(texts.name(target["seat"]))
    return " ".join(words)


def hands(seen: CityView, texts: Texts) -> list[str]:
    """One's own cards with their names, and what is known of those of the others."""
    lines: list[str] = []
    if seen.seat >= 0:
        lines += ["", f"{term(texts, 'hand')}:"]
        for card in seen.mine.cards:
            name = texts.word("mafia_city", "card", card_text(card))
            lines.append(f"  {card_text(card):<26} {name}")
    for seat in range(seen.seats):
        if seat != seen.seat and (seen.hands or seen.known(seat)):
            held = [card_text(card) for card in seen.known(seat)]
            unknown = seen.public.cards[seat] - len(held)
            lines.append(f"  {texts.name(seat)}: {' '.join(held + ['?'] * unknown) or '–'}")
    return lines
