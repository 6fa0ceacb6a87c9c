"""Positions of Mafia City read from text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from omerta.core import NOTHING, BadOption, Seat, chosen_values
from omerta.core.cells import CellReader
from omerta.core.scenario import BadNotation, Line
from omerta.games.mafia_city.rules.action import Turn
from omerta.games.mafia_city.rules.book import TABLES
from omerta.games.mafia_city.rules.location import PickLocation, Solve
from omerta.games.mafia_city.rules.rounds import ClearEmptyLocations, PlayersDecide
from omerta.games.mafia_city.state.components import (
    ACTION,
    END,
    LOCATION,
    OVER,
    PHASES,
    SETUP,
    STARTING_HAND,
    STARTING_RESERVE,
    STRATEGY,
)
from omerta.games.mafia_city.state.game import fresh_city
from omerta.games.mafia_city.state.kinds import SEATS, card_text, read_card
from omerta.games.mafia_city.state.options import OPTION_TABLE, Options
from omerta.games.mafia_city.state.table import DECK

USUAL_LAYOUT: Final = "centre 5, ring 1 2 3 4 6 7"
"""The layout of a position that does not say."""

KEYS: Final = (
    "players",
    "first",
    "phase",
    "turn",
    "level",
    "round",
    "at",
    "stacks",
    "cell",
    "new",
    "chips",
    "vp",
    "cards",
    "remembers",
    "figures",
    "passed",
    "marked",
    "layout",
    "deck",
    "reshuffle",
    "discard",
    "options",
)


class Pile(NamedTuple):
    """A pile of cards: those that are listed, whether a rest follows, and its size if given."""

    cards: list[int]
    has_rest: bool
    rest: int


def cards_of(text: str) -> list[int]:
    """Cards as kind/symbol, `-` for none; ValueError says which is none."""
    return [] if text == "-" else [read_card(word) for word in text.split()]


def pile_of(text: str) -> Pile:
    """`a/x b/y then rest (30 cards)`; ValueError says what is wrong."""
    listed, _, size = text.partition("(")
    words = listed.split()
    has_rest = words[-1:] == ["rest"]
    if has_rest:
        words = words[:-2] if words[-2:-1] == ["then"] else words[:-1]
    rest = NOTHING
    if size:
        found = re.fullmatch(r"(\d+) cards?\)", size.strip())
        if found is None:
            raise ValueError(f"expected '(N cards)', got {size!r}")
        rest = int(found.group(1))
    return Pile(cards_of(" ".join(words) or "-"), has_rest, rest)


class Reader(CellReader):
    """Reads the cells of a position into a game."""

    def __init__(self, lines: list[Line]) -> None:
        super().__init__(lines, KEYS, SEATS)
        self.seats = self.whole("players", 3, 3, 5)
        values = self.option_values()
        try:
            options = Options(chosen_values(OPTION_TABLE, values))
        except BadOption as bad:
            raise BadNotation(self.line_of("options"), str(bad)) from None
        self.city = fresh_city(self.seats, options, TABLES.of(options))
        self.coming: list[int] = []
        self.reshuffles: list[list[int]] = []
        self.read_table()
        self.read_chips()
        self.read_cards()
        self.read_memory()
        self.stand()

    # Small readers.

    def seat_list(self, key: str, text: str) -> list[Seat]:
        """Seats by their letters, `-` for none."""
        return [] if text == "-" else [self.seat(key, letter) for letter in text.split()]

    def locations(self, key: str, text: str) -> list[int]:
        """Locations by their numbers, `-` for none."""
        found: list[int] = []
        for word in [] if text == "-" else text.split():
            if word not in "1234567" or len(word) != 1:
                raise self.bad(key, f"expected a location from 1 to 7, got {word!r}")
            found.append(int(word))
        return found

    def card_list(self, key: str, text: str) -> list[int]:
        """Cards as kind/symbol, `-` for none."""
        try:
            return cards_of(text)
        except ValueError as wrong:
            raise self.bad(key, str(wrong)) from None

    def per_seat(self, key: str) -> list[tuple[Seat, str]]:
        """Cells that begin with a seat's letter (and may have a colon behind it)."""
        found: list[tuple[Seat, str]] = []
        for text in self.texts(key):
            letter, _, rest = text.partition(" ")
            found.append((self.seat(key, letter.rstrip(":")), rest.strip()))
        return found

    # The parts of a position.

    def option_values(self) -> dict[str, str]:
        """The options line and the level."""
        values = self.named_values("options")
        if self.texts("level"):
            values["level"] = self.text("level", "")
        return values

    def read_table(self) -> None:
        """Who is first, the phase, figures, marks and points."""
        public = self.city.public
        public.first = self.seat("first", self.text("first", "A"))
        phase = self.text("phase", "setup")
        if phase not in PHASES:
            raise self.bad("phase", f"expected one of {', '.join(PHASES)}, got {phase!r}")
        public.phase = PHASES.index(phase)
        public.round = self.whole("round", 1, 1, 9999)
        turn = self.text("turn", "-")
        public.turn = NOTHING if turn == "-" else self.seat("turn", turn)
        at = self.locations("at", self.text("at", "-"))
        public.at = at[0] if at else 0
        for seat, text in self.per_seat("vp"):
            if not text.isdecimal():
                raise self.bad("vp", f"expected a number of points, got {text!r}")
            public.vp[seat] = int(text)
        for seat in self.seat_list("passed", self.text("passed", "-")):
            public.passed[seat] = True
        for location in self.locations("marked", self.text("marked", "-")):
            public.marked[location] = True
        for text in self.texts("figures"):
            self.read_figure(text)
        self.read_layout(self.text("layout", USUAL_LAYOUT))

    def read_figure(self, text: str) -> None:
        """`hitman 2`, `policeman A`, `mayor 7`"""
        public = self.city.public
        name, _, place = text.partition(" ")
        homes = {"policeman": "4", "mayor": "7"}
        if name == "hitman":
            found = self.locations("figures", place)
            if len(found) != 1:
                raise self.bad("figures", f"expected a location for the hitman, got {place!r}")
            public.hitman = found[0]
        elif name in homes:
            holder = NOTHING if place == homes[name] else self.seat("figures", place)
            if name == "policeman":
                public.policeman = holder
            else:
                public.mayor = holder
        else:
            raise self.bad("figures", f"expected hitman, policeman or mayor, got {name!r}")

    def read_layout(self, text: str) -> None:
        """`centre 5, ring 1 2 3 4 6 7`"""
        found = re.fullmatch(r"centre (\d), ring((?: \d){6})", text)
        tiles = () if found is None else (found.group(1), *found.group(2).split())
        if sorted(tiles) != list("1234567"):
            raise self.bad(
                "layout", f"expected 'centre N, ring N N N N N N' (MC-1.6), got {text!r}"
            )
        self.city.public.layout = tuple([int(tile) for tile in tiles])

    def read_chips(self) -> None:
        """Stacks, cell, hands and reserves; every chip is in one place (MC-2.1, MC-2.2)."""
        public = self.city.public
        for text in self.texts("stacks"):
            place, colon, owners = text.partition(":")
            found = self.locations("stacks", place)
            if not colon or len(found) != 1:
                raise self.bad("stacks", f"expected 'LOCATION: owners', got {text!r}")
            public.stacks[found[0]] = tuple(self.seat_list("stacks", owners.strip()))
        for seat in self.seat_list("cell", self.text("cell", "-")):
            public.cell[seat] += 1
        for seat in self.seat_list("new", self.text("new", "-")):
            public.cell[seat] += 1
            public.cell_new[seat] += 1
        for seat, text in self.per_seat("chips"):
            numbers = re.fullmatch(r"(\d+)\+(\d+)", text)
            if numbers is None:
                raise self.bad("chips", f"expected HAND+RESERVE, got {text!r}")
            public.hand[seat] = int(numbers.group(1))
            public.reserve[seat] = int(numbers.group(2))
        total = STARTING_HAND[self.seats] + STARTING_RESERVE
        for seat in range(self.seats):
            in_stacks = sum(stack.count(seat) for stack in public.stacks)
            here = in_stacks + public.cell[seat] + public.hand[seat] + public.reserve[seat]
            if here != total:
                raise self.bad(
                    "chips", f"{SEATS[seat]} has {here} chips, expected {total} (MC-2.2)"
                )

    def read_cards(self) -> None:
        """Hands, discard pile and deck; every card is in one place (MC-1.11)."""
        left = list(DECK)
        for seat, text in self.per_seat("cards"):
            cards = self.card_list("cards", text)
            self.use("cards", left, cards)
            self.city.secret[seat].cards = tuple(sorted(cards))
            self.city.public.cards[seat] = len(cards)
        pile = self.read_pile("discard", self.text("discard", "-"))
        deck = self.read_pile("deck", self.text("deck", "-" if pile.has_rest else "rest"))
        self.use("discard", left, pile.cards)
        self.use("deck", left, deck.cards)
        self.coming = deck.cards[:]
        if pile.has_rest and deck.has_rest:
            raise self.bad("deck", "the rest can be in one place only, here or in the discard pile")
        for key, other in (("discard", pile), ("deck", deck)):
            if other.has_rest:
                if other.rest not in (NOTHING, len(left)):
                    raise self.bad(
                        key, f"the rest is {len(left)} cards, not {other.rest} (MC-1.11)"
                    )
                other.cards.extend(left)
                left = []
        if left:
            raise self.bad("deck", f"{len(left)} cards are missing: expected 'then rest' (MC-1.11)")
        self.city.public.discard = tuple(sorted(pile.cards))
        if pile.cards:
            self.city.public.last_discard = pile.cards[-1]
        self.city.secret[self.seats].cards = tuple(sorted(deck.cards))
        self.city.public.deck = len(deck.cards)
        for text in self.texts("reshuffle"):
            self.reshuffles.append(self.read_pile("reshuffle", text).cards)

    def read_memory(self) -> None:
        """`remembers C A: trade/fist | C B: fbi/hat`: what C knows of A's hand and of B's."""
        for seat, text in self.per_seat("remembers"):
            letter, _, cards = text.partition(":")
            other = self.seat("remembers", letter)
            known = self.card_list("remembers", cards.strip())
            self.use("remembers", list(self.city.secret[other].cards), known)
            self.city.remember(seat, other, tuple(sorted(known)))

    def use(self, key: str, left: list[int], cards: list[int]) -> None:
        """Take cards out of those that are left."""
        for card in cards:
            if card not in left:
                raise self.bad(key, f"there are not that many {card_text(card)} (MC-1.11)")
            left.remove(card)

    def read_pile(self, key: str, text: str) -> Pile:
        """A pile; an error says what is wrong with it."""
        try:
            return pile_of(text)
        except ValueError as wrong:
            raise self.bad(key, str(wrong)) from None

    def stand(self) -> None:
        """Put the game at the place in the rules where the position stands."""
        public = self.city.public
        rules = self.city.rules
        if public.phase == OVER:
            return
        if public.phase == SETUP:
            begun = rules.EXCHANGE if any(public.cards) else rules.DRAW_TWO
            self.city.top = rules.GAME.begin().to(begun)
            return
        now = rules.ROUND.begin(below=rules.GAME.begin().past(rules.ROUND))
        if public.phase == ACTION:
            turn = public.first if public.turn == NOTHING else public.turn
            phase = rules.ACTION_PHASE.begin(turn, below=now.past(rules.ACTION_PHASE))
            self.city.top = phase.to(Turn)
        elif public.phase == LOCATION:
            below = now.past(rules.LOCATION_PHASE)
            phase = rules.LOCATION_PHASE.begin(target=public.at, below=below)
            self.city.top = phase.to(Solve if public.at else PickLocation)
        elif public.phase == STRATEGY:
            below = now.past(rules.STRATEGY_PHASE)
            phase = rules.STRATEGY_PHASE.begin(target=public.at, below=below)
            self.city.top = phase.to(PlayersDecide if public.at else ClearEmptyLocations)
        elif public.phase == END:
            self.city.top = rules.END_OF_ROUND.begin(below=now.past(rules.END_OF_ROUND))
