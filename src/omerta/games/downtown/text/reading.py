"""Reading a position of Downtown from its lines."""

from __future__ import annotations

import re
from random import Random
from typing import Final, NamedTuple

from omerta.core import NOTHING, BadOption, Seat
from omerta.core.cells import CellReader
from omerta.core.options import is_whole_number
from omerta.core.scenario import BadNotation, Line
from omerta.games.downtown.rules.book import TABLES
from omerta.games.downtown.state.components import (
    FENCES,
    INFORMANTS,
    MOVE,
    PLACES,
    ROW_START,
    SETUP,
    STACK_START,
    START_HAND,
    USE,
)
from omerta.games.downtown.state.game import fresh_town
from omerta.games.downtown.state.gang import (
    ALL_GANGSTERS,
    NOBODY,
    Gang,
    gang_of,
    includes,
    members,
    size,
    together,
    without,
)
from omerta.games.downtown.state.kinds import (
    LETTERS,
    SEATS,
    gang_text,
    informant_of,
    is_letter,
    read_gang,
)
from omerta.games.downtown.state.options import options_of
from omerta.games.downtown.state.queries import prices_of
from omerta.games.downtown.state.reckoning import Reckoned

KEYS: Final = (
    "players",
    "turn",
    "phase",
    "next",
    "casinos",
    "first",
    "cash",
    "hand",
    "display",
    "added",
    "at",
    "row",
    "draw",
    "discard",
    "informants",
    "fences",
    "options",
    "bank",
    "out",
)


class Pile(NamedTuple):
    """A pile: the words above the rest, those below it, and its size (NOTHING: not given)."""

    above: list[str]
    below: list[str]
    has_rest: bool
    rest: int


class Coming:
    """The order of what nobody has seen yet: chance will answer from it."""

    def __init__(self) -> None:
        self.draw: list[int] = []
        self.informants: list[list[int]] = [[], [], []]
        self.fences: list[list[int]] = [[], [], []]


def read_pile(number: int, text: str) -> Pile:
    """`a b then rest (5 cards) then c`"""
    rest = NOTHING
    found = re.search(r"\(([0-9]{1,9}) cards?\)", text)
    if found:
        rest = int(found.group(1))
        text = text.replace(found.group(0), " ")
    words = [word for word in text.split() if word not in ("then", "-")]
    if words.count("rest") > 1:
        raise BadNotation(number, "'rest' may stand once in a pile")
    if "rest" not in words:
        return Pile(words, [], has_rest=False, rest=NOTHING)
    place = words.index("rest")
    return Pile(words[:place], words[place + 1 :], has_rest=True, rest=rest)


class Reader(CellReader):
    """Reads the cells of a position into a game and the order of what is to come."""

    def __init__(self, lines: list[Line]) -> None:
        super().__init__(lines, KEYS, SEATS)
        self.rng = Random(0)
        self.coming = Coming()
        self.seats = self.whole("players", 3, 2, 4)
        try:
            options = options_of(self.named_values("options"))
        except BadOption as bad:
            raise BadNotation(self.line_of("options"), str(bad)) from None
        self.town = fresh_town(self.seats, options, TABLES.of(options))
        self.read_money()
        self.read_pieces()
        self.read_hands_and_piles()
        self.read_informants()
        self.read_fences()
        self.stand()

    # Small readers.

    def per_seat(self, key: str) -> list[tuple[Seat, list[str]]]:
        """Cells that begin with a seat's letter; `-` for nothing."""
        found: list[tuple[Seat, list[str]]] = []
        for text in self.texts(key):
            words = text.split()
            found.append((self.seat(key, words[0]), [word for word in words[1:] if word != "-"]))
        return found

    def gang(self, key: str, words: list[str]) -> Gang:
        """Gangsters as S1 T2 L3."""
        try:
            return read_gang(words)
        except ValueError as wrong:
            raise self.bad(key, str(wrong)) from None

    def amount(self, key: str, words: list[str]) -> int:
        """A number of thousands."""
        if not words or not is_whole_number(words[0]):
            raise self.bad(key, f"expected an amount, got {' '.join(words)!r} (DT-1.2)")
        return int(words[0])

    # The parts of a position.

    def read_money(self) -> None:
        """Cash, displays and face-down additions."""
        public = self.town.public
        secret = self.town.secret
        for seat, words in self.per_seat("cash"):
            secret[seat].cash = self.amount("cash", words)
        for seat, words in self.per_seat("display"):
            public.money[seat] = self.amount("display", words)
            public.display[seat] = self.gang("display", words[1:])
        for seat, words in self.per_seat("added"):
            secret[seat].added_money = self.amount("added", words)
            secret[seat].added = self.gang("added", words[1:])
            public.added_money[seat] = secret[seat].added_money > 0
            public.added[seat] = size(secret[seat].added)
        for seat in range(self.seats):
            public.purse[seat] = secret[seat].cash + secret[seat].added_money

    def read_pieces(self) -> None:
        """Who is on turn, in which phase, and where the pieces stand."""
        public = self.town.public
        public.phase = self.whole("phase", 0, 0, 4)
        public.first = self.read_first()
        if public.phase == SETUP:
            if self.texts("at"):
                raise self.bad("at", "pieces are placed by moves in phase 0 (DT-3.2)")
            return
        public.turn = self.seat("turn", self.text("turn", "A"))
        for seat, words in self.per_seat("at"):
            for word in words:
                if word not in PLACES:
                    raise self.bad("at", f"expected a place, got {word!r}")
            if len(words) != 2 or words[0] == words[1]:
                raise self.bad("at", "expected two different places for each player (DT-1.4)")
            public.pieces[seat] = (PLACES.index(words[0]), PLACES.index(words[1]))
        for seat in range(self.seats):
            if public.pieces[seat][0] == NOTHING:
                raise self.bad("at", f"{SEATS[seat]} has no pieces (DT-1.4)")
        if public.phase >= USE:
            self.read_selection()

    def read_first(self) -> Seat:
        """The first placer: the one that the option names, else the one given, else A (DT-R1)."""
        option = self.town.options.number("first_placer")
        if option == 0:
            return self.seat("first", self.text("first", "A"))
        named = self.seat("options", SEATS[option - 1])
        if self.seat("first", self.text("first", SEATS[named])) != named:
            raise self.bad("first", f"the option first_placer names {SEATS[named]} (DT-R1)")
        return named

    def read_selection(self) -> None:
        """`next B paid`"""
        public = self.town.public
        words = self.text("next", "").split()
        if len(words) != 2 or words[1] not in ("paid", "collected"):
            raise self.bad("next", "expected 'next SEAT paid' or 'next SEAT collected' (DT-6.1)")
        public.next = self.seat("next", words[0])
        if public.next == public.turn:
            raise self.bad("next", "a player selects another one (DT-6.1)")
        public.paid = words[1] == "paid"

    def read_hands_and_piles(self) -> None:
        """Gangsters: each of the 48 is in one place (DT-1.5). What is left is the draw pile."""
        public = self.town.public
        secret = self.town.secret
        left = ALL_GANGSTERS
        given: set[Seat] = set()
        for seat in range(self.seats):
            left = self.use("display", left, together(public.display[seat], secret[seat].added))
        for seat, words in self.per_seat("hand"):
            given.add(seat)
            cards = [word for word in words if "-" in word]
            own = secret[seat]
            own.gang = self.gang("hand", [word for word in words if word not in cards])
            left = self.use("hand", left, own.gang)
            self.read_loot(seat, cards)
        discard = read_pile(self.line_of("discard"), self.text("discard", "-"))
        public.discard = self.gang("discard", discard.above)
        left = self.use("discard", left, public.discard)
        if self.texts("row"):
            public.row = self.gang("row", self.text("row", "").replace("-", "").split())
            left = self.use("row", left, public.row)
        draw = read_pile(self.line_of("draw"), self.text("draw", "rest"))
        above = self.letters(draw.above)
        below = self.letters(draw.below)
        left = self.use("draw", left, gang_of([*above, *below]))
        rest = members(left)
        self.rng.shuffle(rest)
        if not self.texts("row"):
            public.row = gang_of([rest.pop() for _ in range(min(ROW_START, len(rest)))])
        for seat in range(self.seats):
            if seat not in given:
                secret[seat].gang = gang_of([rest.pop() for _ in range(START_HAND)])
        if discard.has_rest:
            public.discard = together(public.discard, gang_of(rest))
            rest = []
        if draw.rest not in (NOTHING, len(rest)):
            raise self.bad("draw", f"the rest is {len(rest)} cards, not {draw.rest} (DT-1.5)")
        if rest and not draw.has_rest:
            raise self.bad("draw", f"{len(rest)} gangsters are missing: 'then rest' (DT-1.5)")
        self.coming.draw = [*above, *rest, *below]
        self.reckon()

    def letters(self, words: list[str]) -> list[int]:
        """Gangsters one by one, as S L T."""
        for word in words:
            if not is_letter(word):
                raise self.bad("draw", f"expected S, T or L, got {word!r}")
        return [LETTERS.index(word) for word in words]

    def use(self, key: str, left: Gang, gang: Gang) -> Gang:
        """Take gangsters out of those that are left."""
        if not includes(left, gang):
            raise self.bad(key, f"there are not that many of {gang_text(gang)} (DT-1.5)")
        return without(left, gang)

    def reckon(self) -> None:
        """A position has no past: all hands count as drawn from the pile."""
        public = self.town.public
        self.town.box.draw = gang_of(self.coming.draw)
        public.draw = len(self.coming.draw)
        unseen = self.town.box.draw
        for seat in range(self.seats):
            own = self.town.secret[seat]
            drawn = together(own.gang, own.added)
            unseen = together(unseen, drawn)
            public.gangsters[seat] = size(own.gang)
            if size(drawn):
                own.drawn = (drawn,)
                public.hands[seat] = Reckoned(NOBODY, ((0, size(drawn)),), ())
        public.unseen = (unseen,)

    def read_loot(self, seat: Seat, words: list[str]) -> None:
        """Informant cards of a hand, whose owner has seen both sides."""
        for word in words:
            card = self.card("hand", word)
            if card not in self.town.box.middles[informant_of(card)]:
                raise self.bad("hand", f"{word} is in two places (DT-1.6)")
            self.bring_out(card, seat)

    def bring_out(self, card: int, seat: Seat) -> None:
        """A card has been turned up and taken."""
        town = self.town
        town.turn_up_card(card)
        informant = informant_of(card)
        town.take_card(seat, town.public.tops[informant])
        town.public.tops[informant] = NOTHING

    def card(self, key: str, word: str) -> int:
        """An informant card by its id."""
        card = self.town.options.deck.card(word)
        if card < 0:
            raise self.bad(key, f"expected an informant card, got {word!r}")
        return card

    def read_informants(self) -> None:
        """The three stacks: each card is there or in a hand (DT-1.6)."""
        town = self.town
        texts = self.named("informants", INFORMANTS)
        for informant in range(3):
            pile = read_pile(self.line_of("informants"), texts.get(informant, "rest"))
            listed = [self.card("informants", word) for word in (*pile.above, *pile.below)]
            left = list(town.box.middles[informant])
            for card in listed:
                if card not in left:
                    word = town.options.deck.word(card)
                    raise self.bad("informants", f"{word} cannot be here (DT-1.6)")
                left.remove(card)
            if left and not pile.has_rest:
                raise self.bad("informants", f"{len(left)} cards are missing: 'then rest' (DT-1.6)")
            if pile.rest not in (NOTHING, len(left)):
                raise self.bad("informants", f"the rest is {len(left)} cards, not {pile.rest}")
            self.rng.shuffle(left)
            order = [*listed[: len(pile.above)], *left]
            for card in listed[len(pile.above) :]:
                town.turn_up_card(card)
                copy = town.public.tops[informant]
                town.public.bottoms[informant] = (*town.public.bottoms[informant], copy)
                town.public.tops[informant] = NOTHING
            if order:
                town.turn_up_card(order[0])
            elif town.public.bottoms[informant]:
                town.public.tops[informant] = town.public.bottoms[informant][0]
                town.public.bottoms[informant] = town.public.bottoms[informant][1:]
            self.coming.informants[informant] = order[1:]

    def named(self, key: str, names: tuple[str, ...]) -> dict[int, str]:
        """Cells that begin with a name and a colon."""
        found: dict[int, str] = {}
        for text in self.texts(key):
            name, colon, rest = text.partition(":")
            if not colon or name.strip() not in names:
                raise self.bad(key, f"expected one of {', '.join(names)} and a colon, got {text!r}")
            found[names.index(name.strip())] = rest.strip()
        return found

    def read_fences(self) -> None:
        """The three stacks; fences left over are out of the game (DT-1.7)."""
        texts = self.named("fences", ("1", "2", "3"))
        casinos = self.whole("casinos", NOTHING, 0, 3) if self.texts("casinos") else NOTHING
        if not texts and casinos > 0:
            texts = dict.fromkeys(range(casinos), "casino")
        closed = [stack for stack, text in texts.items() if text == "casino"]
        if casinos not in (NOTHING, len(closed)):
            raise self.bad(
                "casinos", f"{len(closed)} stacks show a casino, not {casinos} (DT-13.1)"
            )
        piles = [
            read_pile(self.line_of("fences"), texts.get(stack, f"rest ({STACK_START} cards)"))
            for stack in range(3)
        ]
        left = list(range(len(FENCES)))
        for stack in range(3):
            self.town.public.casino[stack] = stack in closed
            for word in [] if stack in closed else [*piles[stack].above, *piles[stack].below]:
                if word not in FENCES or FENCES.index(word) not in left:
                    raise self.bad("fences", f"there is no {word!r} left (DT-1.7)")
                left.remove(FENCES.index(word))
        self.rng.shuffle(left)
        open_rests = [stack for stack in range(3) if piles[stack].has_rest]
        for stack in range(3):
            pile = Pile([], [], has_rest=False, rest=NOTHING) if stack in closed else piles[stack]
            rest: list[int] = []
            if pile.has_rest:
                number = self.rest_of_stack(pile, len(left), alone=len(open_rests) == 1)
                rest = [left.pop() for _ in range(number)]
            self.lay_stack(stack, pile, rest)
        self.town.box.pool = tuple(sorted(c for cards in self.coming.fences for c in cards))
        self.leave_game(left)

    def rest_of_stack(self, pile: Pile, left: int, *, alone: bool) -> int:
        """How many fences the rest of a stack stands for: all that are left, or four in all."""
        if pile.rest != NOTHING:
            number = pile.rest
        elif alone:
            number = left
        else:
            number = max(0, STACK_START - len(pile.above) - len(pile.below))
        if number > left:
            if self.texts("fences"):
                raise self.bad("fences", f"only {left} fences are left (DT-1.7)")
            return left
        return number

    def lay_stack(self, stack: int, pile: Pile, rest: list[int]) -> None:
        """Fences above the rest have been seen from the front (in the setup only the top one)."""
        town = self.town
        above = [FENCES.index(word) for word in pile.above]
        hidden = [*rest, *(FENCES.index(word) for word in pile.below)]
        if town.public.phase == SETUP:
            hidden = [*above[1:], *hidden]
            above = above[:1]
        if not above and hidden:
            above.append(hidden.pop(0))
        town.public.below[stack] = len(above)
        for fence in reversed(above):
            town.turn_up_fence(stack, fence)
        town.public.below[stack] = len(hidden)
        self.coming.fences[stack] = hidden

    def leave_game(self, fences: list[int]) -> None:
        """Fences that are out of the game have been turned over."""
        town = self.town
        for fence in sorted(fences):
            town.public.fences.append(())
            town.public.below.append(1)
            town.box.pool = tuple(sorted((*town.box.pool, fence)))
            town.turn_up_fence(3, fence)
            town.show_back(town.public.fences[3][0])
            town.public.fences.pop()
            town.public.below.pop()
            town.public.out = (*town.public.out, fence)

    def stand(self) -> None:
        """Put the game at the place in the rules where the position stands."""
        town = self.town
        public = town.public
        if public.phase == SETUP:
            town.become(town.rules.GAME.begin().past(town.rules.SETUP))
            return
        begin = town.rules.turn(self.seats).begin(public.turn)
        if public.phase != MOVE:
            public.prices = prices_of(public.row)
            begin = begin.to(town.rules.phase(public.phase, self.seats))
        town.become(begin)
