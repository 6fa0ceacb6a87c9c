"""Positions of Mafia City as text, both ways, and the stage on which scenarios are played."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from omerta.core import NOTHING, Ask, BadOption, Frame, Rulebook, Seat, chosen_values, moves
from omerta.core.scenario import BadNotation, Line, Mismatch, Stage
from omerta.games.mafia_city.city import City, fresh_city
from omerta.games.mafia_city.notation import (
    SEATS,
    canonical,
    card_text,
    move_text,
    read_card,
    read_move,
    seat_text,
)
from omerta.games.mafia_city.rules.book import rules_for
from omerta.games.mafia_city.table import (
    ACTION,
    DECK,
    END,
    LOCATION,
    OPTION_TABLE,
    OVER,
    PHASES,
    SETUP,
    STARTING_HAND,
    STARTING_RESERVE,
    STRATEGY,
    USUAL_LAYOUT,
    Options,
    option_values,
)
from omerta.games.mafia_city.view import view

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
    "figures",
    "passed",
    "marked",
    "layout",
    "deck",
    "reshuffle",
    "discard",
    "options",
)


class Entry(NamedTuple):
    """One cell of a line: what it is about, what it says, and where it stands."""

    key: str
    text: str
    number: int


class Pile(NamedTuple):
    """A pile of cards: those that are listed, whether a rest follows, and its size if given."""

    cards: list[int]
    has_rest: bool
    rest: int


def entries(lines: list[Line]) -> list[Entry]:
    """The cells of the lines; a cell without a key of its own goes on with the last one."""
    found: list[Entry] = []
    for number, text in lines:
        key = ""
        for cell in text.split("|"):
            word, _, rest = cell.strip().partition(" ")
            if word in KEYS:
                key = word
                found.append(Entry(key, rest.strip(), number))
            elif key:
                found.append(Entry(key, cell.strip(), number))
            else:
                raise BadNotation(number, f"expected one of {', '.join(KEYS)}, got {word!r}")
    return found


class Reader:
    """Reads the cells of a position into a game."""

    def __init__(self, lines: list[Line]) -> None:
        self.cells = entries(lines)
        self.number = lines[0].number if lines else 0
        self.seats = self.whole("players", 3, 3, 5)
        values = self.option_values()
        try:
            options = Options(**chosen_values(OPTION_TABLE, values))
        except BadOption as bad:
            raise BadNotation(self.line_of("options"), str(bad)) from None
        self.city = fresh_city(self.seats, options, rules_for(options))
        self.coming: list[int] = []
        self.reshuffles: list[list[int]] = []
        self.read_table()
        self.read_chips()
        self.read_cards()
        self.stand()

    # Small readers.

    def line_of(self, key: str) -> int:
        """Where a key stands, for messages."""
        for entry in self.cells:
            if entry.key == key:
                return entry.number
        return self.number

    def texts(self, key: str) -> list[str]:
        """All cells of a key."""
        return [entry.text for entry in self.cells if entry.key == key]

    def text(self, key: str, default: str) -> str:
        """The only cell of a key."""
        found = self.texts(key)
        return found[0] if found else default

    def bad(self, key: str, message: str) -> BadNotation:
        """An error at the line of a key."""
        return BadNotation(self.line_of(key), f"{key}: {message}")

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number."""
        text = self.text(key, str(default))
        if not text.isdecimal() or not low <= int(text) <= high:
            raise self.bad(key, f"expected a number from {low} to {high}, got {text!r}")
        return int(text)

    def seat(self, key: str, text: str) -> Seat:
        """A seat by its letter."""
        if len(text) != 1 or text not in SEATS[: self.seats]:
            raise self.bad(key, f"expected a seat {SEATS[0]}-{SEATS[self.seats - 1]}, got {text!r}")
        return SEATS.index(text)

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
            return [] if text == "-" else [read_card(word) for word in text.split()]
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
        values: dict[str, str] = {}
        for text in self.texts("options"):
            for word in text.split():
                name, sign, value = word.partition("=")
                if not sign:
                    raise self.bad("options", f"expected name=value, got {word!r}")
                values[name] = value
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

    def use(self, key: str, left: list[int], cards: list[int]) -> None:
        """Take cards out of those that are left."""
        for card in cards:
            if card not in left:
                raise self.bad(key, f"there are not so many {card_text(card)} (MC-1.11)")
            left.remove(card)

    def read_pile(self, key: str, text: str) -> Pile:
        """`a/x b/y then rest (30 cards)`"""
        listed, _, size = text.partition("(")
        words = listed.split()
        has_rest = words[-1:] == ["rest"]
        if has_rest:
            words = words[:-2] if words[-2:-1] == ["then"] else words[:-1]
        rest = NOTHING
        if size:
            found = re.fullmatch(r"(\d+) cards?\)", size.strip())
            if found is None:
                raise self.bad(key, f"expected '(N cards)', got {size!r}")
            rest = int(found.group(1))
        return Pile(self.card_list(key, " ".join(words) or "-"), has_rest, rest)

    def stand(self) -> None:
        """Put the game at the place in the rules where the position stands."""
        public = self.city.public
        rules = self.city.rules
        if public.phase == OVER:
            return
        game = Frame(rules.GAME, 5, NOTHING, NOTHING, NOTHING, None)
        if public.phase == SETUP:
            begin = 3 if any(public.cards) else 2
            self.city.top = Frame(rules.GAME, begin, NOTHING, NOTHING, NOTHING, None)
        elif public.phase == ACTION:
            below = Frame(rules.ROUND, 1, NOTHING, NOTHING, NOTHING, game)
            turn = public.first if public.turn == NOTHING else public.turn
            self.city.top = Frame(rules.ACTION_PHASE, 1, turn, NOTHING, NOTHING, below)
        elif public.phase == LOCATION:
            below = Frame(rules.ROUND, 2, NOTHING, NOTHING, NOTHING, game)
            step = 2 if public.at else 1
            self.city.top = Frame(rules.LOCATION_PHASE, step, NOTHING, public.at, NOTHING, below)
        elif public.phase == STRATEGY:
            below = Frame(rules.ROUND, 4, NOTHING, NOTHING, NOTHING, game)
            step = 3 if public.at else 1
            self.city.top = Frame(rules.STRATEGY_PHASE, step, NOTHING, public.at, NOTHING, below)
        elif public.phase == END:
            below = Frame(rules.ROUND, 5, NOTHING, NOTHING, NOTHING, game)
            self.city.top = Frame(rules.END_OF_ROUND, 0, NOTHING, NOTHING, NOTHING, below)


def position(city: City, coming: list[int] | None = None) -> list[str]:
    """The table as the lines of a position; of the deck only what is known to come."""
    public = city.public
    seats = range(city.seats)
    turn = "-" if public.turn == NOTHING else seat_text(public.turn)
    level = city.options.level
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
        f" | policeman {4 if public.policeman == NOTHING else SEATS[public.policeman]}"
        f" | mayor {7 if public.mayor == NOTHING else SEATS[public.mayor]}"
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
    known = coming or []
    rest = public.deck - len(known)
    listed = " ".join(card_text(card) for card in known)
    if rest:
        listed = f"{listed} then rest ({rest} cards)" if listed else f"rest ({rest} cards)"
    lines.append(f"deck {listed or '-'}")
    lines.append("discard " + (" ".join(card_text(card) for card in public.discard) or "-"))
    values = option_values(city.options)
    options = [
        f"{option.name}={values[option.name]}"
        for option in OPTION_TABLE
        if option.name != "level" and values[option.name] != option.default
    ]
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


class CityStage(Stage):
    """A position of Mafia City that is being played from a scenario."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], lines: list[Line]) -> None:
        reader = Reader(lines)
        self.rulebook = rulebook
        self.city = reader.city
        self.game = reader.city
        self.coming = reader.coming
        self.reshuffles = reader.reshuffles
        self.foretold: list[tuple[Seat, int]] = []
        self.turned = 0
        self.city.notices = []
        self.city.run()
        self.settle()

    def seat(self, label: str) -> Seat:
        """The seat of a letter."""
        if len(label) != 1 or label not in SEATS[: self.city.seats]:
            raise BadNotation(self.number, f"expected a seat, got {label!r}")
        return SEATS.index(label)

    def knows(self, ask: Ask, word: str) -> bool:
        """Whether the decision has such moves."""
        return word in MOVES[ask.point]

    def answers(self, seat: Seat, text: str) -> tuple[int, ...]:
        """The move's small answers."""
        return read_move(self.city, seat, text)

    def legal(self, seat: Seat) -> list[str]:
        """All legal moves; Secret Agreements are listed one at a time."""
        texts = [
            move_text(self.city, seat, answers) for answers in moves(self.rulebook, self.city, seat)
        ]
        return [text for text in texts if not (text.startswith("agree") and text.count(" ") > 1)]

    def canonical(self, text: str) -> str:
        """The one form of a move."""
        return canonical(self.city, text)

    def draw(self, ask: Ask) -> int:
        """The next card of the deck line, or the card that a Thief takes."""
        if ask.point == "thief":
            return self.stolen(ask)
        assert self.city.notices is not None
        if any(notice.key == "reshuffled" for notice in self.city.notices[self.turned :]):
            self.coming = self.reshuffles.pop(0) if self.reshuffles else []
        self.turned = len(self.city.notices)
        if not self.coming:
            return ask.choices[0]
        card = self.coming.pop(0)
        if card not in ask.choices:
            raise Mismatch(f"expected {card_text(card)} in the deck, got a deck without it")
        return card

    def stolen(self, ask: Ask) -> int:
        """The card that the scenario says, else the first."""
        frame = self.city.top
        assert frame is not None
        for place, (victim, card) in enumerate(self.foretold):
            if victim == frame.target:
                if card not in ask.choices:
                    raise Mismatch(f"expected {card_text(card)} in {seat_text(victim)}'s hand")
                del self.foretold[place]
                return card
        return ask.choices[0]

    def foretell(self, label: str, text: str) -> None:
        """`B> trade/fist`"""
        try:
            self.foretold.append((self.seat(label), read_card(text)))
        except ValueError as wrong:
            raise BadNotation(self.number, str(wrong)) from None

    def winners(self) -> str:
        """The letter of the winner."""
        return seat_text(self.city.public.ranking[0]) if self.city.is_over else ""

    def stands_at_turn(self) -> bool:
        """Whether a turn is open."""
        return any(ask.point == "take_turn" for ask in self.city.asks)

    def check(self, line: Line) -> None:
        """Compare every cell that is given."""
        if line.text.startswith("sees "):
            self.check_sees(line)
            return
        known = entries([Line(line.number, text) for text in position(self.city, self.coming)])
        known += [Entry("options", "-", 0)]
        for entry in entries([line]):
            self.check_cell(entry, known)

    def check_cell(self, entry: Entry, known: list[Entry]) -> None:
        """Compare one cell with the same cell of the position as it is."""
        if entry.key == "deck":
            self.check_deck(entry)
            return
        same = [cell for cell in known if cell.key == entry.key]
        if entry.key in ("stacks", "chips", "vp", "cards", "figures"):
            name = entry.text.split()[0]
            same = [cell for cell in same if cell.text.split()[0] == name]
        got = same[0].text if same else "-"
        loose = entry.key in ("cell", "new", "passed", "marked", "discard")
        expected_words = entry.text.split()
        got_words = got.split()
        if entry.key == "cell":
            got_words += [word for cell in known if cell.key == "new" for word in cell.text.split()]
            got_words = [word for word in got_words if word != "-"] or ["-"]
        if loose or entry.key == "cards":
            expected_words.sort()
            got_words.sort()
        if expected_words != got_words:
            raise Mismatch(f"expected {entry.key} {entry.text}, got {entry.key} {got}")

    def check_deck(self, entry: Entry) -> None:
        """Compare the known cards from the top and the size."""
        listed, _, size = entry.text.partition("(")
        words = [word for word in listed.split() if word not in ("then", "rest", "-")]
        known = [card_text(card) for card in self.coming[: len(words)]]
        if words != known:
            raise Mismatch(f"expected deck {entry.text}, got {' '.join(known) or '-'}")
        if size or "rest" not in listed.split():
            number = re.match(r"(\d+)", size)
            expected = len(words) + (int(number.group(1)) if number else 0)
            if expected != self.city.public.deck:
                raise Mismatch(
                    f"expected {expected} cards in the deck, got {self.city.public.deck}"
                )

    def check_sees(self, line: Line) -> None:
        """`sees A C: cards B: ?2 | D: -`"""
        found = re.fullmatch(r"sees ([A-E ]+): cards (.*)", line.text)
        if found is None:
            raise BadNotation(line.number, "expected 'sees SEATS: cards SEAT: ...'")
        for viewer in found.group(1).split():
            for cell in found.group(2).split("|"):
                letter, _, expected = cell.strip().partition(":")
                got = self.seen(self.seat(viewer), self.seat(letter))
                if sorted(got.split()) != sorted(expected.split()):
                    raise Mismatch(f"expected {viewer} to see {cell.strip()}, got {got}")

    def seen(self, viewer: Seat, other: Seat) -> str:
        """A hand as the viewer sees it."""
        seen = view(self.city, viewer)
        if viewer == other:
            cards = seen.mine.cards
        elif seen.hands:
            cards = seen.hands[other]
        else:
            number = seen.public.cards[other]
            return f"?{number}" if number else "-"
        return " ".join(card_text(card) for card in cards) or "-"


MOVES: Final = {
    "mulligan": ("keep", "exchange"),
    "take_turn": ("place", "play", "hat", "hats", "discard", "pass"),
    "bullet_action": ("place", "play", "hat", "hats", "discard"),
    "bullet_turn": ("bullet", "decline"),
    "react": ("fists", "react", "decline"),
    "complicity": ("complicity", "decline"),
    "trade_discard": ("discard",),
    "district_discard": ("discard",),
    "pick_location": ("pick",),
    "pick_strategy_location": ("pick",),
    "pick_strategy_seat": ("name",),
    "bid_agreement": ("agree", "decline"),
    "location_effect": ("accept", "decline"),
    "jail_pick": ("jail", "decline"),
    "hitman_move": ("move", "decline"),
    "hitman_card": ("kill", "decline"),
    "plus_one": ("plus", "decline"),
    "take_back": ("take", "leave"),
}
"""The first words of the moves of every decision."""
