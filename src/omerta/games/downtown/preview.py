"""What a drafted move of Downtown does, in sums: found in the view of the seat that drafts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from omerta.core import Preview
from omerta.games.downtown.state.components import (
    BANK,
    DOWNTOWN,
    EAST_SIDE,
    GHETTO,
    INFORMANTS,
    PLACES,
    VILLA,
    WEST_SIDE,
    WIN_TOTAL,
)
from omerta.games.downtown.state.gang import (
    NOBODY,
    Gang,
    count,
    gang_of,
    includes,
    size,
    together,
)
from omerta.games.downtown.state.kinds import (
    BOTTOM,
    DONE,
    DRAW,
    SKIP,
    card_shed,
    destination_of,
    face,
    haul,
    is_look,
    is_payment,
    is_shed_card,
    loot_of,
    origin_of,
    place_of,
    selected,
    stack_of,
    trio_of,
)
from omerta.games.downtown.state.queries import (
    crew_of,
    hand_limit,
    moved,
    robberies,
    sales,
    usable,
)
from omerta.games.downtown.state.reckoning import backs
from omerta.games.downtown.view import TownView, gang_words, has_seen, pays

PREVIEWS: Final[dict[str, tuple[str, ...]]] = {
    # Names of moves.
    "place": ("place",),
    "place_both": ("place", "place_other"),
    "open": ("number",),
    "stay": (),
    "move": ("place",),
    "collect": ("haul", "seat"),
    "pay": ("haul", "seat"),
    "use": ("place",),
    "use_none": (),
    "hire": ("number",),
    "rob": ("informant",),
    "rob_none": (),
    "look_card": ("informant",),
    "sell": ("number",),
    "sell_between": ("number", "number_best"),
    "sell_none": (),
    "look_fence": ("number_stack",),
    "put_top": (),
    "put_bottom": (),
    "put_fence": ("number_stack",),
    "visit": (),
    "skip": (),
    "stake": ("number",),
    "add": ("haul",),
    "lay": ("haul",),
    "shed": ("gangster",),
    "shed_card": ("informant", "loot"),
    "draw": (),
    "decline": (),
    # What they bring, cost and lead to.
    "cash_left": ("number",),
    "cash_then": ("number",),
    "cash_between": ("number", "number_best"),
    "next": ("seat",),
    "display_stays": ("seat",),
    "use_both": (),
    "moves_to": ("place_from", "place_to"),
    "hired": ("haul", "number"),
    "own_share": ("number",),
    "share": ("seat", "number"),
    "ghetto": ("seat", "number"),
    "crew_ready": ("informant",),
    "crew": ("haul", "informant", "loot"),
    "worth": ("number",),
    "worth_between": ("number_claim", "number", "number_best"),
    "claimed": ("number",),
    "only_you_see": (),
    "villa_robs": (),
    "villa_sells": (),
    "average": ("number",),
    "wins": (),
    "may_win": (),
    "stake_active": ("number",),
    "stake_other": ("seat", "number"),
    "turned_up_later": (),
    "tempts": (),
    # What is lost by them.
    "no_use": (),
    "not_used": ("place",),
    "no_robbery": (),
    "no_sale": (),
    "police": ("number",),
    "over_limit": ("number", "number_limit"),
    "unpaid": (),
}
"""Every sentence about a drafted move with the names of its arguments."""

Answers = tuple[int, ...]


def preview(seen: TownView, answers: Answers) -> Preview | None:
    """What the answers so far would do."""
    ask = seen.asked
    if ask is None:
        return None
    return SAYS[ask.point.name](seen, answers)


# DT-3 Placing, opening displays


def placing(seen: TownView, answers: Answers) -> Preview:
    """One piece or both."""
    places = list(answers)
    found = Preview("place" if len(places) == 1 else "place_both", answers)
    found.board["pieces"] = [PLACES[place] for place in places]
    return found


def opening(seen: TownView, answers: Answers) -> Preview:
    """Money for the first display."""
    found = Preview("open", answers)
    return with_cash(seen, found, -answers[0])


# DT-5, DT-6 Phases 1 and 2


def moving(seen: TownView, answers: Answers) -> Preview:
    """A piece goes to an empty place, or none does."""
    if answers[0] == DONE:
        return Preview("stay")
    found = Preview("move", (destination_of(answers[0]),))
    return with_move(seen, found, answers[0])


def with_move(seen: TownView, found: Preview, move: int) -> Preview:
    """Where both pieces stand then."""
    pieces = moved(seen.public.pieces[seen.seat], origin_of(move), destination_of(move))
    found.board["pieces"] = [PLACES[place] for place in pieces]
    return found


def selecting(seen: TownView, answers: Answers) -> Preview:
    """A display is taken or paid for; its owner is next (DT-6.2)."""
    public = seen.public
    other = selected(answers[0])
    money = public.money[other]
    gang = public.display[other]
    if not is_payment(answers[0]):
        found = Preview("collect", (haul(money, gang), other))
        with_cash(seen, found, money)
        found.board["gains"] = gang_words(gang)
        if public.total(seen.seat) + money >= WIN_TOTAL:
            found.add("wins")
        found.add("next", (other,))
        if seen.seats == 2:  # DT-18.3
            found.lose("no_use")
        return found
    found = Preview("pay", (haul(money, gang), other))
    with_cash(seen, found, -money)
    found.board["gives"] = gang_words(gang)
    for move in answers[1:]:
        if move != DONE:
            found.add("moves_to", (origin_of(move), destination_of(move)))
            with_move(seen, found, move)
    found.add("display_stays", (other,))
    if seen.seats == 2:  # DT-18.2
        found.add("use_both")
    found.add("next", (other,))
    return found


# DT-7 to DT-12 Phase 3


def using(seen: TownView, answers: Answers) -> Preview:
    """A place, and what is done there."""
    place = answers[0]
    if place == DONE:
        found = Preview("use_none")
    elif len(answers) == 1:
        found = Preview("use", (place,))
    elif place == DOWNTOWN:
        found = hiring(seen, gang_of([kind for kind in answers[1:] if kind != DONE]))
    elif place == WEST_SIDE:
        found = at_west_side(seen, answers[1:])
    else:
        found = at_east_side(seen, answers[1:])
    if place != DONE:
        found.board["uses"] = PLACES[place]
    if seen.seats > 2 or place == DONE:
        for other in usable(seen.public, seen.mine, seen.seat):
            if other != place:
                found.lose("not_used", (other,))
    return found


def hiring(seen: TownView, bought: Gang) -> Preview:
    """What a purchase costs (DT-8.5), and what Bank and Ghetto make of it (DT-9, DT-10)."""
    public = seen.public
    price = sum([bought[kind] * count(public.prices, kind) for kind in range(3)])
    found = Preview("hire", (price,))
    found.add("hired", (haul(0, bought), price))
    at_bank = public.players_at(BANK)
    share = price // len(at_bank) if at_bank else 0
    with_cash(seen, found, (share if seen.seat in at_bank else 0) - price)
    shares: list[dict[str, Any]] = []
    for seat in at_bank:
        if share and seat == seen.seat:
            found.add("own_share", (share,))
        elif share:
            found.add("share", (seat, share))
        if share:
            shares.append({"seat": seat, "money": share})
    others = [(seen.seat + steps) % seen.seats for steps in range(1, seen.seats)]
    drawing = [seat for seat in others if public.has_piece(seat, GHETTO)]
    cards = 2 if len(drawing) == 1 else 1
    for seat in drawing:
        found.add("ghetto", (seat, cards))
    gang = together(seen.mine.gang, bought)
    ready = [
        informant
        for informant in range(3)
        if public.tops[informant] >= 0
        and includes(gang, crew_of(public, seen.options.deck, informant))
    ]
    for informant in ready:
        if informant not in robberies(public, seen.mine, seen.options.deck):
            found.add("crew_ready", (informant,))
    over_limit(seen, found, size(bought))
    found.board["gains"] = gang_words(bought)
    found.board["shares"] = shares
    found.board["draws"] = [{"seat": seat, "cards": cards} for seat in drawing]
    return found


def over_limit(seen: TownView, found: Preview, more: int) -> None:
    """Say so if cards will have to be given up at the end of the turn (DT-15.3)."""
    public = seen.public
    limit = hand_limit(public, seen.seat)
    cards = public.gangsters[seen.seat] + len(public.loot[seen.seat]) + more
    if cards > limit:
        found.lose("over_limit", (cards, limit))


def at_west_side(seen: TownView, answers: Answers) -> Preview:
    """A robbery, or a look at a card."""
    informant = stack_of(answers[0])
    if not is_look(answers[0]):
        return robbing(seen, informant)
    found = Preview("look_card", (informant,))
    found.add("only_you_see")
    if seen.public.has_piece(seen.seat, VILLA):
        found.add("villa_robs")
    elif robberies(seen.public, seen.mine, seen.options.deck):
        found.lose("no_robbery")
    return found


def robbing(seen: TownView, informant: int) -> Preview:
    """The crew that leaves, and what the loot can be worth (DT-11.4)."""
    public = seen.public
    deck = seen.options.deck
    copy = public.tops[informant]
    front = trio_of(copy)
    crew = crew_of(public, deck, informant)
    found = Preview("rob", (informant,))
    found.add("crew", (haul(0, crew), informant, loot_of(front * 3)))
    values = [deck.values[front][b] for b in backs(seen.mine.knows[front], place_of(copy))]
    claim = deck.claims[front]
    if not seen.options.is_on("show_possible_values") and not has_seen(seen, copy):
        found.add("claimed", (claim,))
    elif len(values) == 1:
        found.add("worth", (values[0],))
    else:
        found.add("worth_between", (claim, min(values), max(values)))
    found.board["gives"] = gang_words(crew)
    found.board["robs"] = INFORMANTS[informant]
    return found


def robbing_after(seen: TownView, answers: Answers) -> Preview:
    """A robbery after a look, or none (DT-14.2)."""
    return Preview("rob_none") if answers[0] == DONE else robbing(seen, answers[0])


def at_east_side(seen: TownView, answers: Answers) -> Preview:
    """A sale, or a look at a fence."""
    stack = stack_of(answers[0])
    if not is_look(answers[0]):
        return selling(seen, stack, answers[1:])
    found = Preview("look_fence", (stack + 1,))
    found.add("only_you_see")
    if seen.public.has_piece(seen.seat, VILLA):
        found.add("villa_sells")
    elif sales(seen.public, seen.mine):
        found.lose("no_sale")
    return found


def selling(seen: TownView, stack: int, answers: Answers) -> Preview:
    """The worst, the best and the average proceeds that the seller can know of (DT-12.7)."""
    cards = [card for card in answers if card != DONE]
    deck = seen.options.deck
    worth = sum([deck.value(card) for card in cards])
    quarters = pays(seen, seen.public.fences[stack][0])
    worst = worth * min(quarters) // 4
    best = worth * max(quarters) // 4
    found = Preview("sell", (best,)) if worst == best else Preview("sell_between", (worst, best))
    found.board["sells"] = [deck.word(card) for card in cards]
    if not cards:
        return Preview("use", (EAST_SIDE,))
    if worst == best:
        with_cash(seen, found, best)
    else:
        cash = seen.mine.cash
        found.add("average", (worth * sum(quarters) // (4 * len(quarters)),))
        found.add("cash_between", (cash + worst, cash + best))
        found.lose("police", (worst,))
    total = seen.public.total(seen.seat)
    if total + worst >= WIN_TOTAL:
        found.add("wins")
    elif total + best >= WIN_TOTAL:
        found.add("may_win")
    return found


def selling_after(seen: TownView, answers: Answers) -> Preview:
    """A sale after a look, or none (DT-14.3)."""
    return Preview("sell_none") if answers[0] == DONE else selling(seen, answers[0], answers[1:])


def putting_card(seen: TownView, answers: Answers) -> Preview:
    """A card goes back."""
    return Preview("put_bottom" if answers[0] == BOTTOM else "put_top")


def putting_fence(seen: TownView, answers: Answers) -> Preview:
    """A fence goes onto a stack."""
    return Preview("put_fence", (answers[0] + 1,))


# DT-13 Casino


def visiting(seen: TownView, answers: Answers) -> Preview:
    """Into the casino, or past it."""
    return Preview("skip" if answers[0] == SKIP else "visit")


def staking(seen: TownView, answers: Answers) -> Preview:
    """What equal, lower and higher stakes lead to (DT-13.7 to DT-13.11)."""
    found = Preview("stake", answers)
    if seen.public.turn == seen.seat:
        found.add("stake_active", answers)
    else:
        found.add("stake_other", (seen.public.turn, answers[0]))
    return found


# DT-7, DT-15 Additions, renewing the display, hand limit


def laid(answers: Answers) -> Gang:
    """The gangsters of a display in the making, whose first answer is its money."""
    return gang_of([kind for kind in answers[1:] if kind != DONE])


def adding(seen: TownView, answers: Answers) -> Preview:
    """Money and gangsters, face down (DT-7.5)."""
    gang = laid(answers)
    found = Preview("add", (haul(answers[0], gang),))
    with_cash(seen, found, -answers[0])
    if answers[0] or gang != NOBODY:
        found.add("turned_up_later")
    found.board["gives"] = gang_words(gang)
    return found


def laying(seen: TownView, answers: Answers) -> Preview:
    """Money and gangsters for everybody to see (DT-15.1)."""
    gang = laid(answers)
    found = Preview("lay", (haul(answers[0], gang),))
    with_cash(seen, found, -answers[0])
    if answers[0] or gang != NOBODY:
        found.add("tempts")
    over_limit(seen, found, -size(gang))
    found.board["gives"] = gang_words(gang)
    found.board["lays"] = {"money": answers[0], "gang": gang_words(gang)}
    return found


def shedding(seen: TownView, answers: Answers) -> Preview:
    """A gangster goes to the display, an informant card unpaid to its stack (DT-15.4)."""
    if is_shed_card(answers[0]):
        found = Preview("shed_card", face(card_shed(answers[0])))
        found.lose("unpaid")
        return found
    found = Preview("shed", answers)
    found.board["gives"] = gang_words(gang_of(answers))
    return found


# DT-R12 Ghetto


def drawing(seen: TownView, answers: Answers) -> Preview:
    """Cards from the pile, or none."""
    return Preview("draw" if answers[0] == DRAW else "decline")


def with_cash(seen: TownView, found: Preview, change: int) -> Preview:
    """How much cash there is then."""
    cash = seen.mine.cash + change
    if change:
        found.add("cash_left" if change < 0 else "cash_then", (cash,))
    found.board["cash"] = cash
    return found


SAYS: Final[dict[str, Callable[[TownView, Answers], Preview]]] = {
    "place_1": placing,
    "open": opening,
    "move": moving,
    "select": selecting,
    "use": using,
    "west": robbing_after,
    "westput": putting_card,
    "east": selling_after,
    "eastput": putting_fence,
    "casino": visiting,
    "stake": staking,
    "add_money": adding,
    "lay_money": laying,
    "shed": shedding,
    "ghetto": drawing,
}
"""What speaks for the moves that begin at each decision point."""
