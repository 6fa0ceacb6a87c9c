"""Downtown drawn as text: the street, informants and fences, the gangs, one's own hand."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.downtown.state.components import CASINO_END, DOWNTOWN, INFORMANTS, LOOT, PLACES
from omerta.games.downtown.state.gang import GANGSTERS, kinds
from omerta.games.downtown.state.kinds import (
    gang_text,
    is_half,
    loot_bought,
    loot_of,
    place_of,
    seat_text,
    trio_of,
)
from omerta.games.downtown.state.reckoning import backs
from omerta.games.downtown.text.position import money_text
from omerta.games.downtown.view import TownView, has_seen, police
from omerta.text import Texts

TERMS: Final = (
    *("turn", "casinos", "draw", "discard", "claim", "crew", "values", "casino", "clean"),
    *("police", "cash", "display", "added", "gangsters", "cards", "hand", "total", "on_turn"),
    "next",
)
"""The words of the drawing beside the names of places, gangsters and cards."""

NAME: Final = 14
"""The width of a name at the left."""


def draw(seen: TownView, texts: Texts) -> str:
    """The whole view, as a player wants to see it before a move."""
    lines = [heading(seen, texts), ""]
    lines += street(seen, texts)
    lines += ["", *(informant(seen, texts, place) for place in range(3))]
    lines += ["", *(fence_stack(seen, texts, stack) for stack in range(3))]
    lines += ["", *gangs(seen, texts)]
    lines += own_hand(seen, texts)
    return "\n".join(line.rstrip() for line in lines)


def term(texts: Texts, name: str) -> str:
    """A word of the drawing."""
    return texts.say(f"downtown.term.{name}")


def heading(seen: TownView, texts: Texts) -> str:
    """Turn, phase, casinos and piles."""
    public = seen.public
    parts = [
        f"{term(texts, 'turn')} {public.turns + 1}",
        texts.say(f"downtown.phase.{public.phase}"),
        f"{term(texts, 'casinos')} {public.casinos()}/{CASINO_END}",
        f"{term(texts, 'draw')} {public.draw}",
        f"{term(texts, 'discard')} {gang_text(public.discard) or '–'}",
    ]
    return " · ".join(parts)


def street(seen: TownView, texts: Texts) -> list[str]:
    """The six places, who stands there, and the row with its prices."""
    lines: list[str] = []
    for place, name in enumerate(PLACES):
        here = " ".join(seat_text(seat) for seat in seen.public.players_at(place)) or "–"
        row = f"   {row_text(seen, texts)}" if place == DOWNTOWN else ""
        lines.append(f"{texts.say(f'downtown.place.{name}'):<{NAME + 8}} {here:<8}{row}")
    return lines


def row_text(seen: TownView, texts: Texts) -> str:
    """The gangsters of the row with their numbers and prices."""
    public = seen.public
    return " · ".join(
        f"{texts.say(f'downtown.gangster.{GANGSTERS[kind]}')} ×{public.row[kind]}"
        + (f" {public.prices[kind]}k" if public.prices[kind] else "")
        for kind in kinds(public.row)
    )


def informant(seen: TownView, texts: Texts, place: int) -> str:
    """A stack: its size, and what its top card promises and needs."""
    name = texts.say(f"downtown.informant.{INFORMANTS[place]}")
    line = f"{name:<{NAME}} {seen.public.cards_in(place)}"
    copy = seen.public.tops[place]
    if copy == NOTHING:
        return line
    front = trio_of(copy)
    deck = seen.options.deck
    known = backs(seen.mine.knows[front], place_of(copy))
    values = [deck.values[front][back] for back in known]
    parts = [
        texts.say(f"downtown.loot.{LOOT[loot_of(copy)]}"),
        f"{term(texts, 'claim')} {deck.claims[front]}k",
        f"{term(texts, 'crew')} {gang_text(deck.crews[front])}",
    ]
    if seen.options.is_on("show_possible_values") or has_seen(seen, copy):
        parts.append(f"{term(texts, 'values')} {'/'.join(str(value) for value in values)}")
    return f"{line}   {' · '.join(parts)}"


def fence_stack(seen: TownView, texts: Texts, stack: int) -> str:
    """A stack: its size, and what its top fence takes and asks."""
    public = seen.public
    if public.casino[stack]:
        return f"{stack + 1} {term(texts, 'casino')}"
    size = len(public.fences[stack]) + public.below[stack]
    line = f"{stack + 1} ({size})"
    if not public.fences[stack]:
        return line
    copy = public.fences[stack][0]
    asks = "half" if is_half(copy) else "quarter"
    name = texts.say(f"downtown.buyer.{LOOT[loot_bought(copy)]}_{asks}")
    known = {"yes": "police", "no": "clean", "maybe": ""}[police(seen, copy)]
    mark = f" · {term(texts, known)}" if known and asks == "quarter" else ""
    return f"{line}   {name}{mark}"


def gangs(seen: TownView, texts: Texts) -> list[str]:
    """One line for every seat: hand, display, additions, and what it is at the moment."""
    width = max(len(texts.name(seat)) for seat in range(seen.seats))
    lines: list[str] = []
    for seat in range(seen.seats):
        public = seen.public
        shown = money_text(public.money[seat], public.display[seat])
        parts = [
            f"{term(texts, 'display')} {shown}",
            f"{term(texts, 'gangsters')} {public.gangsters[seat]}",
            f"{term(texts, 'cards')} {len(public.loot[seat])}",
            *standing(seen, texts, seat),
        ]
        mine = "»" if seat == seen.seat else " "
        lines.append(f"{mine}{seat_text(seat)} {texts.name(seat):<{width}}  {' · '.join(parts)}")
    return lines


def standing(seen: TownView, texts: Texts, seat: Seat) -> list[str]:
    """Face-down additions, the turn, the next turn, and at the end the total."""
    public = seen.public
    found: list[str] = []
    if public.added_money[seat] or public.added[seat]:
        money = "?k " if public.added_money[seat] else ""
        found.append(f"{term(texts, 'added')} {money}{public.added[seat] or ''}".strip())
    if public.turn == seat:
        found.append(term(texts, "on_turn"))
    if public.next == seat:
        found.append(term(texts, "next"))
    if public.totals:
        found.append(f"{term(texts, 'total')} {public.totals[seat]}k")
    return found


def own_hand(seen: TownView, texts: Texts) -> list[str]:
    """Cash, gangsters and informant cards of the viewer."""
    if seen.seat < 0:
        return []
    mine = seen.mine
    cards = [seen.options.deck.word(card) for card in mine.loot]
    hand = " ".join([gang_text(mine.gang), *cards]).strip() or "–"
    return ["", f"{term(texts, 'cash')} {mine.cash}k · {term(texts, 'hand')} {hand}"]
