"""What a seat sees of Downtown, as an object and as plain JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omerta.core import EVERYBODY, NOTHING, Seat, View
from omerta.core.wording import describe
from omerta.games.downtown.state.components import (
    DOWNTOWN,
    FENCES,
    FRONTS,
    HALF,
    INFORMANTS,
    LOOT,
    MOVE,
    PLACES,
    POLICE,
    SELECT,
    USE,
)
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import GANGSTERS, Gang
from omerta.games.downtown.state.kinds import (
    back_of,
    buyer_of,
    is_half,
    loot_bought,
    loot_of,
    place_of,
    trio_of,
)
from omerta.games.downtown.state.queries import hand_limit, prices_of, quarters_paid
from omerta.games.downtown.state.reckoning import WAYS, backs, ways
from omerta.games.downtown.state.table import Box, Public, Secret

if TYPE_CHECKING:
    pass


class TownView(View):
    """Public knowledge, what follows from it, and what is the seat's own."""

    def __init__(self, town: Town, seat: Seat, public: Public, mine: Secret) -> None:
        super().__init__(town, seat)
        self.options: Final = town.options
        self.rules: Final = town.rules
        self.public: Final = public
        self.mine: Final = mine

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        secret = [Secret() for _ in range(self.seats)]
        town = Town(self.options, self.rules, self.public, secret, Box())
        return (self.standing(town), self.seat, self.public, self.mine)


def view(town: Town, seat: Seat) -> TownView:
    """What this seat sees; a spectator sees what is public."""
    return look(town, seat, town.public.copy())


def own(town: Town, seat: Seat) -> dict[str, Any]:
    """What this seat alone sees, as plain JSON values."""
    return encode_own(look(town, seat, town.public))


def shown(town: Town) -> dict[str, Any]:
    """What everybody sees, as plain JSON values."""
    return encode_public(look(town, EVERYBODY, town.public))


def look(town: Town, seat: Seat, public: Public) -> TownView:
    """A view built up from what everybody sees and what is the seat's own."""
    if seat >= 0:
        return TownView(town, seat, public, town.secret[seat].copy())
    nobody = Secret()
    nobody.cash = 0
    nobody.knows = town.public.knows
    return TownView(town, seat, public, nobody)


def encode(seen: TownView) -> dict[str, Any]:
    """The view as plain JSON values; seats and stacks by number, everything else by its id.

    What follows from the log alone (other players' cash, above all) is for the memory of the
    players: it is not shown (section 8). The fronts of loot are: everybody saw them when it was
    taken.
    """
    return {**encode_public(seen), **encode_own(seen)}


def encode_public(seen: TownView) -> dict[str, Any]:
    """What everybody sees: of hands the numbers alone, of displays all (DT-17.1, DT-17.4)."""
    public = seen.public
    seats = range(seen.seats)
    return {
        "game": "downtown",
        "seats": seen.seats,
        "turns": public.turns,
        "phase": public.phase,
        "first": public.first,
        "turn": public.turn,
        "next": public.next,
        "paid": public.paid,
        "used": sorted(public.used),
        "pieces": [[PLACES[p] for p in public.pieces[s] if p != NOTHING] for s in seats],
        "displays": [
            {"money": public.money[s], "gang": gang_words(public.display[s])} for s in seats
        ],
        "added": [{"money": public.added_money[s], "gangsters": public.added[s]} for s in seats],
        "hands": [
            {
                "gangsters": public.gangsters[s],
                "cards": len(public.loot[s]),
                "fronts": [FRONTS[trio_of(copy)] for copy in public.loot[s]],
            }
            for s in seats
        ],
        "row": gang_words(public.row),
        "prices": gang_words(public.prices if is_for_sale(seen) else prices_of(public.row)),
        "prices_of_next_turn": not is_for_sale(seen),
        "draw": public.draw,
        "discard": gang_words(public.discard),
        "out": [FENCES[fence] for fence in public.out],
        "casinos": public.casinos(),
        "totals": list(public.totals),
        "winners": list(public.winners),
    }


def encode_own(seen: TownView) -> dict[str, Any]:
    """What is the seat's own, and the tops of the stacks with what this seat knows of them.

    Cards in hand and cash are nobody else's business (DT-17.2, DT-17.4); below the tops of the
    stacks nobody looks (DT-17.3).
    """
    public = seen.public
    mine = seen.mine
    deck = seen.options.deck
    encoded: dict[str, Any] = {
        "seat": seen.seat,
        "informants": {name: informant(seen, place) for place, name in enumerate(INFORMANTS)},
        "fences": [fences(seen, stack) for stack in range(3)],
        "mine": None,
        "answered": seen.sealed != NOTHING,
        "asked": None,
    }
    if seen.seat >= 0:
        encoded["mine"] = {
            "cash": mine.cash,
            "total": public.total(seen.seat),
            "limit": hand_limit(public, seen.seat),
            "gang": gang_words(mine.gang),
            "cards": [deck.word(card) for card in mine.loot],
            "offer": [deck.word(card) for card in mine.offer],
            "added": {"money": mine.added_money, "gang": gang_words(mine.added)},
            "adding": {"money": max(mine.adding, 0), "gang": gang_words(mine.adding_gang)},
        }
    if seen.asked is not None:
        encoded["asked"] = {
            "point": seen.asked.point.name,
            "choices": describe(seen.asked, seen.options),
        }
    return encoded


def is_for_sale(seen: TownView) -> bool:
    """Whether somebody may still hire at the prices of this turn (DT-4.3)."""
    public = seen.public
    if public.phase in (MOVE, SELECT):
        return True
    if public.phase != USE or not public.has_piece(public.turn, DOWNTOWN):
        return False
    if seen.seats == 2:  # DT-18.2, DT-18.3
        return public.paid and DOWNTOWN not in public.used
    return not public.used


def gang_words(gang: Gang) -> dict[str, int]:
    """The numbers by the ids of the kinds."""
    return {GANGSTERS[kind]: gang[kind] for kind in range(3)}


def informant(seen: TownView, place: int) -> dict[str, Any]:
    """A stack: its size, and the front of its top card with what its back can be (DT-R15)."""
    copy = seen.public.tops[place]
    encoded: dict[str, Any] = {"size": seen.public.cards_in(place), "top": None}
    if copy == NOTHING:
        return encoded
    front = trio_of(copy)
    deck = seen.options.deck
    known = backs(seen.mine.knows[front], place_of(copy))
    possible = [deck.values[front][back] for back in known]
    top: dict[str, Any] = {
        "front": FRONTS[front],
        "claim": deck.claims[front],
        "crew": gang_words(deck.crews[front]),
        "values": list(deck.values[front]),
        "possible": possible,
    }
    if not seen.options.is_on("show_possible_values"):
        top["values"] = []
        top["possible"] = possible if has_seen(seen, copy) else []
    encoded["top"] = top
    return encoded


def has_seen(seen: TownView, copy: int) -> bool:
    """Whether this seat itself has seen the back of a card and could follow it since."""
    return seen.seat >= 0 and copy in seen.public.seen[seen.seat]


def fences(seen: TownView, stack: int) -> dict[str, Any]:
    """A stack: its size, its casino, and the front of its top fence with what is known of it."""
    public = seen.public
    encoded: dict[str, Any] = {
        "size": len(public.fences[stack]) + public.below[stack],
        "casino": public.casino[stack],
        "top": None,
    }
    if public.fences[stack]:
        copy = public.fences[stack][0]
        encoded["top"] = {
            "loot": LOOT[loot_bought(copy)],
            "commission": "half" if is_half(copy) else "quarter",
            "police": police(seen, copy),
            "brings": brings(seen, copy),
        }
    return encoded


def police(seen: TownView, copy: int) -> str:
    """Whether a fence is the police, as far as this seat can know: `yes`, `no` or `maybe`."""
    if is_half(copy):
        return "no"
    known = backs(seen.mine.knows[trio_of(copy)], place_of(copy))
    can_be = [buyer_of(back_of(copy, back)) for back in known]
    if POLICE not in can_be:
        return "no"
    return "yes" if can_be == [POLICE] else "maybe"


def brings(seen: TownView, copy: int) -> dict[str, int] | None:
    """What all loot of one's own that a fence buys would bring: at worst, on average, at best.

    As far as this seat can know; nothing for a seat that holds no such loot (DT-12.7).
    """
    deck = seen.options.deck
    own = [deck.value(card) for card in seen.mine.loot if loot_of(card) == loot_bought(copy)]
    if not own:
        return None
    worth = sum(own)
    quarters = pays(seen, copy)
    return {
        "worst": worth * min(quarters) // 4,
        "expected": worth * sum(quarters) // (4 * len(quarters)),
        "best": worth * max(quarters) // 4,
    }


def pays(seen: TownView, copy: int) -> list[int]:
    """The quarters that a fence pays, once for every way its trio can still lie (DT-12.7)."""
    if is_half(copy):
        return [quarters_paid(HALF)]
    return [
        quarters_paid(buyer_of(back_of(copy, WAYS[way][place_of(copy)])))
        for way in ways(seen.mine.knows[trio_of(copy)])
    ]
