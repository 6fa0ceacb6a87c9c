"""Mafia City on the table: components, options, what is public and what is secret."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from omerta.core import NOTHING, Option, Seat

# Cards (2.2): a card is its kind and its symbol; equal cards are interchangeable.

KINDS: Final = (
    "hitman",
    "snitch",
    "thief",
    "police_chief",
    "fbi",
    "police_raid",
    "shadow_games",
    "grand_scheme",
    "complicity",
    "trade",
    "secret_agreement",
)
HITMAN: Final = 0
SNITCH: Final = 1
THIEF: Final = 2
POLICE_CHIEF: Final = 3
FBI: Final = 4
POLICE_RAID: Final = 5
SHADOW_GAMES: Final = 6
GRAND_SCHEME: Final = 7
COMPLICITY: Final = 8
TRADE: Final = 9
SECRET_AGREEMENT: Final = 10

SYMBOLS: Final = ("hat", "fist", "bullet", "plus_one")
HAT: Final = 0
FIST: Final = 1
BULLET: Final = 2
PLUS_ONE: Final = 3

CARDS: Final = 44
"""Distinct cards; two of them together (two Hats, two Fists) are numbered from here on."""


def card_of(kind: int, symbol: int) -> int:
    """The card with this text and this symbol."""
    return kind * 4 + symbol


def kind_of(card: int) -> int:
    """What the text of a card is."""
    return card >> 2


def symbol_of(card: int) -> int:
    """What the symbol of a card is."""
    return card & 3


def pair_of(card: int, other: int) -> int:
    """Two cards used as one, whatever their order."""
    if card > other:
        return CARDS + other * CARDS + card
    return CARDS + card * CARDS + other


def cards_of(thing: int) -> tuple[int, ...]:
    """The card, or the two cards, that an effect was announced with."""
    if thing == NOTHING:
        return ()
    if thing < CARDS:
        return (thing,)
    thing -= CARDS
    return (thing // CARDS, thing % CARDS)


EXTRA_COPIES: Final = (
    card_of(HITMAN, PLUS_ONE),
    card_of(SNITCH, PLUS_ONE),
    card_of(POLICE_CHIEF, PLUS_ONE),
    card_of(FBI, PLUS_ONE),
    card_of(THIEF, HAT),
)
DECK: Final = tuple(sorted((*range(CARDS), *EXTRA_COPIES)))

# Locations (2.1) by their numbers; lists over locations leave the index 0 unused.

LOCATIONS: Final = (
    "",
    "jail",
    "harbor",
    "fight_club",
    "police_station",
    "business_district",
    "gentlemens_club",
    "city_hall",
)
JAIL: Final = 1
HARBOR: Final = 2
FIGHT_CLUB: Final = 3
POLICE_STATION: Final = 4
BUSINESS_DISTRICT: Final = 5
GENTLEMENS_CLUB: Final = 6
CITY_HALL: Final = 7

PHASES: Final = ("setup", "action", "location", "strategy", "end", "over")
SETUP: Final = 0
ACTION: Final = 1
LOCATION: Final = 2
STRATEGY: Final = 3
END: Final = 4
OVER: Final = 5

USUAL_LAYOUT: Final = "centre 5, ring 1 2 3 4 6 7"
"""The layout of a position that does not say."""

STARTING_HAND: Final = {3: 8, 4: 7, 5: 6}
STARTING_RESERVE: Final = 4
TARGET: Final = {
    "experienced": {3: 15, 4: 13, 5: 11},
    "beginner": {3: 10, 4: 8, 5: 7},
}


def chip_of(location: int, position: int) -> int:
    """A chip in a stack: its location and its position, counted from the bottom, from 1."""
    return location * 64 + position


def location_of(chip: int) -> int:
    """Where a chip lies."""
    return chip >> 6


def position_of(chip: int) -> int:
    """How high a chip lies."""
    return chip & 63


# Answers. Where a card, a pair, a chip, a location or a seat is asked for, the answer is its
# number; these are the others.

DECLINE: Final = -2
KEEP: Final = 0
EXCHANGE: Final = 1
ACCEPT: Final = 1
DONE: Final = -2
FORFEIT: Final = 0
PASS: Final = 0
PLACE: Final = 0
TEXT: Final = 100
ONE_HAT: Final = 200
DISCARD: Final = 300
TWO_HATS: Final = 400
"""A turn: pass, a location from 1 to 7, or a use plus its card (a pair for two Hats)."""

OPTION_TABLE: Final = (
    Option("level", ("experienced", "beginner"), "MC-R46"),
    Option("reshuffle_timing", ("on_demand", "on_empty"), "MC-R4"),
    Option("forced_pass", ("empty_only", "strict_note"), "MC-R7"),
    Option("complicity_on_own_jailing", ("no", "yes"), "MC-R18"),
    Option("complicity_per_transport", ("one", "any"), "MC-R19"),
    Option("cell_release", ("all", "earlier_rounds_only"), "MC-R23"),
    Option("location_effects_optional", ("no", "yes"), "MC-R24"),
    Option("fight_club_recruits", ("totals", "chips_only"), "MC-R25"),
    Option("agreement_needs_chip", ("yes", "no"), "MC-R29"),
    Option("skip_uncontested_bidding", ("yes", "no"), "MC-R31"),
    Option("discard_browsable", ("yes", "top_only"), "MC-R44"),
    Option("round_limit", ("none",), "MC-R47", low=1, high=999),
    Option("reaction_seconds", (), "MC-R45", low=1, high=86_400, default="12"),
    Option("turn_seconds", (), "MC-R45", low=1, high=604_800, default="90"),
)


class Options:
    """The choices of the options table, one attribute each."""

    def __init__(
        self,
        level: str = "experienced",
        reshuffle_timing: str = "on_demand",
        forced_pass: str = "empty_only",
        complicity_on_own_jailing: str = "no",
        complicity_per_transport: str = "one",
        cell_release: str = "all",
        location_effects_optional: str = "no",
        fight_club_recruits: str = "totals",
        agreement_needs_chip: str = "yes",
        skip_uncontested_bidding: str = "yes",
        discard_browsable: str = "yes",
        round_limit: str = "none",
        reaction_seconds: str = "12",
        turn_seconds: str = "90",
    ) -> None:
        self.level: Final = level
        self.reshuffle_timing: Final = reshuffle_timing
        self.forced_pass: Final = forced_pass
        self.complicity_on_own_jailing: Final = complicity_on_own_jailing
        self.complicity_per_transport: Final = complicity_per_transport
        self.cell_release: Final = cell_release
        self.location_effects_optional: Final = location_effects_optional
        self.fight_club_recruits: Final = fight_club_recruits
        self.agreement_needs_chip: Final = agreement_needs_chip
        self.skip_uncontested_bidding: Final = skip_uncontested_bidding
        self.discard_browsable: Final = discard_browsable
        self.round_limit: Final = round_limit
        self.reaction_seconds: Final = reaction_seconds
        self.turn_seconds: Final = turn_seconds


def option_values(options: Options) -> dict[str, str]:
    """The options as text, by name."""
    return {option.name: str(getattr(options, option.name)) for option in OPTION_TABLE}


@mypyc_attr(acyclic=True, free_list_len=1)
class Public:
    """Everything that everybody may know (MC-18.1)."""

    stacks: list[tuple[int, ...]]
    cell: list[int]
    cell_new: list[int]
    hand: list[int]
    reserve: list[int]
    vp: list[int]
    cards: list[int]
    passed: list[bool]
    marked: list[bool]
    agreements: list[int]

    def __init__(self) -> None:
        self.first: Seat = NOTHING
        self.round = 1
        self.phase: int = SETUP
        self.turn: Seat = NOTHING
        self.at = 0
        self.layout: tuple[int, ...] = ()
        self.hitman: int = HARBOR
        self.policeman: Seat = NOTHING
        self.mayor: Seat = NOTHING
        self.deck = len(DECK)
        self.discard: tuple[int, ...] = ()
        self.last_discard: int = NOTHING
        self.drawn = 0
        self.on_table: tuple[int, ...] = ()
        self.announced: tuple[int, ...] = ()
        self.ranking: tuple[Seat, ...] = ()

    def copy(self) -> Public:
        """The same, to be changed on its own."""
        public = Public()
        public.first = self.first
        public.round = self.round
        public.phase = self.phase
        public.turn = self.turn
        public.at = self.at
        public.layout = self.layout
        public.stacks = self.stacks[:]
        public.cell = self.cell[:]
        public.cell_new = self.cell_new[:]
        public.hand = self.hand[:]
        public.reserve = self.reserve[:]
        public.vp = self.vp[:]
        public.cards = self.cards[:]
        public.passed = self.passed[:]
        public.marked = self.marked[:]
        public.hitman = self.hitman
        public.policeman = self.policeman
        public.mayor = self.mayor
        public.deck = self.deck
        public.discard = self.discard
        public.last_discard = self.last_discard
        public.drawn = self.drawn
        public.on_table = self.on_table
        public.announced = self.announced
        public.agreements = self.agreements[:]
        public.ranking = self.ranking
        return public

    def chips_at(self, seat: Seat, location: int) -> int:
        """How many chips of this seat are in the stack."""
        return self.stacks[location].count(seat)

    def is_marked_everywhere(self) -> bool:
        """Whether all seven locations are solved."""
        return all(self.marked[1:])


def public_at_start(seats: int) -> Public:
    """The table before anything is dealt; every player has chips in hand and reserve (MC-1)."""
    public = Public()
    public.stacks = [()] * 8
    public.cell = [0] * seats
    public.cell_new = [0] * seats
    public.hand = [STARTING_HAND[seats]] * seats
    public.reserve = [STARTING_RESERVE] * seats
    public.vp = [0] * seats
    public.cards = [0] * seats
    public.passed = [False] * seats
    public.marked = [False] * 8
    public.agreements = [0] * seats
    return public


@mypyc_attr(acyclic=True, free_list_len=1)
class Secret:
    """What one seat holds and what its last draw brought; as the box, the deck in no order."""

    def __init__(self, cards: tuple[int, ...], drawn: tuple[int, ...]) -> None:
        self.cards = cards
        self.drawn = drawn


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A multiset of cards with one more."""
    place = 0
    while place < len(cards) and cards[place] < card:
        place += 1
    return (*cards[:place], card, *cards[place:])


def without_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A multiset of cards with one less."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def are_adjacent(layout: tuple[int, ...], location: int, other: int) -> bool:
    """Whether the tiles share an edge (MC-1.7); the layout is the centre, then the ring."""
    if location == other:
        return False
    if layout[0] in (location, other):
        return True
    apart = abs(layout.index(location) - layout.index(other))
    return apart == 1 or apart == 5
