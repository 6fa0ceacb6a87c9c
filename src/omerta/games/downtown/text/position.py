"""Positions of Downtown as text: the whole table, and what a seat sees of it."""

from __future__ import annotations

from omerta.core import NOTHING, Seat
from omerta.games.downtown.state.components import FENCES, FRONTS, INFORMANTS, PLACES, SETUP
from omerta.games.downtown.state.game import Town, fence_of
from omerta.games.downtown.state.gang import Gang
from omerta.games.downtown.state.kinds import SEATS, front_text, gang_text, seat_text, trio_of
from omerta.games.downtown.state.options import OPTION_TABLE
from omerta.games.downtown.state.table import Public
from omerta.games.downtown.view import TownView


def hand_text(gang: Gang, cards: list[str]) -> str:
    """Gangsters, then informant cards, `-` for none."""
    return " ".join([gang_text(gang), *cards]).strip() or "-"


def money_text(money: int, gang: Gang) -> str:
    """`2 L1`"""
    return f"{money} {gang_text(gang)}".strip()


def pile_text(above: list[str], rest: int, below: list[str]) -> str:
    """`a b then rest (5 cards) then c`"""
    parts = [" ".join(above)] if above else []
    if rest or below:
        parts.append(f"rest ({rest} {'card' if rest == 1 else 'cards'})")
    if below:
        parts.append(" ".join(below))
    return " then ".join(parts) or "-"


def position(town: Town) -> list[str]:
    """The whole table as the lines of a position; what nobody has seen yet has no order."""
    public = town.public
    seats = range(town.seats)
    deck = town.options.deck
    lines = [head_text(town.seats, public)]
    changed = town.options.changed(OPTION_TABLE)
    if changed:
        lines.append("options " + " ".join(f"{name}={changed[name]}" for name in changed))
    own = town.secret
    lines.append("cash " + " | ".join(f"{SEATS[s]} {own[s].cash}" for s in seats))
    hands = [hand_text(own[s].gang, [deck.word(card) for card in own[s].loot]) for s in seats]
    lines.append("hand " + " | ".join(f"{SEATS[s]} {hands[s]}" for s in seats))
    shown = [money_text(public.money[s], public.display[s]) for s in seats]
    lines.append("display " + " | ".join(f"{SEATS[s]} {shown[s]}" for s in seats))
    added = [
        f"{SEATS[s]} {money_text(own[s].added_money, own[s].added)}"
        for s in seats
        if public.added_money[s] or public.added[s]
    ]
    if added:
        lines.append("added " + " | ".join(added))
    if public.phase != SETUP:
        lines.append("at " + " | ".join(f"{SEATS[s]} {at_text(public.pieces[s])}" for s in seats))
    lines.append(f"row {gang_text(public.row) or '-'}")
    lines.append(f"draw {pile_text([], public.draw, [])}")
    lines.append(f"discard {gang_text(public.discard) or '-'}")
    stacks = [informant_text(town, informant) for informant in range(3)]
    lines.append("informants " + " | ".join(stacks))
    lines.append("fences " + " | ".join(fence_text(town, stack) for stack in range(3)))
    return lines


def head_text(seats: int, public: Public) -> str:
    """`players 3 | turn A | phase 3 | next B paid | casinos 0`"""
    if public.phase == SETUP:
        stands = f"phase 0 | first {seat_text(max(public.first, 0))}"
    else:
        stands = f"turn {seat_text(public.turn)} | phase {public.phase}"
    if public.next != NOTHING:
        word = "paid" if public.paid else "collected"
        stands += f" | next {seat_text(public.next)} {word}"
    return f"players {seats} | {stands} | casinos {public.casinos()}"


def at_text(pieces: tuple[int, int]) -> str:
    """The two places of a player."""
    return " ".join(PLACES[place] for place in pieces if place != NOTHING) or "-"


def informant_text(town: Town, informant: int) -> str:
    """`luigi: luigi-art-52 then rest (7 cards) then luigi-money-40`"""
    public = town.public
    deck = town.options.deck
    top = public.tops[informant]
    above = [] if top == NOTHING else [deck.word(town.box.backs[top])]
    below = [deck.word(town.box.backs[copy]) for copy in public.bottoms[informant]]
    return f"{INFORMANTS[informant]}: {pile_text(above, public.middles[informant], below)}"


def fence_text(town: Town, stack: int) -> str:
    """`1: art-q1 money-cop then rest (2 cards)`"""
    public = town.public
    if public.casino[stack]:
        return f"{stack + 1}: casino"
    above = [FENCES[fence_of(town, copy)] for copy in public.fences[stack]]
    return f"{stack + 1}: {pile_text(above, public.below[stack], [])}"


# What a seat sees: the same lines, with `?` for what is hidden.


def seen_position(seen: TownView) -> list[str]:
    """The lines of a position as this seat sees them."""
    public = seen.public
    seats = range(seen.seats)
    lines = [
        head_text(seen.seats, public),
        "cash " + " | ".join(f"{SEATS[s]} {seen_cash(seen, s)}" for s in seats),
        "hand " + " | ".join(f"{SEATS[s]} {seen_hand(seen, s)}" for s in seats),
        "display "
        + " | ".join(f"{SEATS[s]} {money_text(public.money[s], public.display[s])}" for s in seats),
        "added " + " | ".join(f"{SEATS[s]} {seen_added(seen, s)}" for s in seats),
        "at " + " | ".join(f"{SEATS[s]} {at_text(public.pieces[s])}" for s in seats),
        f"row {gang_text(public.row) or '-'}",
        f"draw {pile_text([], public.draw, [])}",
        f"discard {gang_text(public.discard) or '-'}",
        "informants " + " | ".join(seen_informant(seen, informant) for informant in range(3)),
        "fences " + " | ".join(seen_fences(seen, stack) for stack in range(3)),
        f"out {' '.join(FENCES[fence] for fence in public.out) or '-'}",
    ]
    return lines


def seen_cash(seen: TownView, seat: Seat) -> str:
    """Cash is the owner's secret (DT-17.4)."""
    return str(seen.mine.cash) if seat == seen.seat else "?"


def seen_hand(seen: TownView, seat: Seat) -> str:
    """Of other hands only the numbers are known (DT-17.1, DT-17.2)."""
    if seat == seen.seat:
        return hand_text(seen.mine.gang, [seen.options.deck.word(card) for card in seen.mine.loot])
    return f"?{seen.public.gangsters[seat]}+{len(seen.public.loot[seat])}"


def seen_added(seen: TownView, seat: Seat) -> str:
    """Of additions everybody sees the number of cards and whether there is money (DT-R17)."""
    if seat == seen.seat:
        return money_text(seen.mine.added_money, seen.mine.added)
    money = "?" if seen.public.added_money[seat] else "0"
    number = seen.public.added[seat]
    return f"{money} ?{number}" if number else money


def seen_informant(seen: TownView, informant: int) -> str:
    """Of a stack the front of the top card and the size are known (DT-2.5)."""
    top = seen.public.tops[informant]
    above = [] if top == NOTHING else [f"{FRONTS[trio_of(top)]}-?"]
    rest = seen.public.cards_in(informant) - len(above)
    return f"{INFORMANTS[informant]}: {pile_text(above, rest, [])}"


def seen_fences(seen: TownView, stack: int) -> str:
    """Of a stack the front of the top fence and the size are known (DT-2.7)."""
    public = seen.public
    if public.casino[stack]:
        return f"{stack + 1}: casino"
    above = [front_text(copy) for copy in public.fences[stack][:1]]
    rest = len(public.fences[stack]) + public.below[stack] - len(above)
    return f"{stack + 1}: {pile_text(above, rest, [])}"
