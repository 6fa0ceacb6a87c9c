"""The stage on which scenarios of Mafia City are played and checked."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from omerta.core import NOTHING, Ask, Rulebook, Seat
from omerta.core.cells import Cell, cells_of
from omerta.core.scenario import BadNotation, Line, Mismatch, Stage
from omerta.games.mafia_city.rules.points import STOLEN_CARD, TAKE_TURN
from omerta.games.mafia_city.state.kinds import SEATS, card_text, read_card, seat_text
from omerta.games.mafia_city.text.position import position
from omerta.games.mafia_city.text.reading import KEYS, Reader, pile_of
from omerta.games.mafia_city.view import view


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

    def legal(self, seat: Seat) -> list[str]:
        """All legal moves; Secret Agreements are listed one at a time."""
        texts = super().legal(seat)
        return [text for text in texts if not (text.startswith("agree") and text.count(" ") > 1)]

    def draw(self, ask: Ask) -> int:
        """The next card of the deck line, or the card that a Thief takes."""
        if ask.point is STOLEN_CARD:
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
        return any(ask.point is TAKE_TURN for ask in self.city.asks)

    def check(self, line: Line) -> None:
        """Compare every cell that is given."""
        if line.text.startswith("sees "):
            self.check_sees(line)
            return
        lines = [Line(line.number, text) for text in position(self.city, self.coming)]
        known = cells_of(lines, KEYS)
        known += [Cell("options", "-", 0)]
        for entry in cells_of([line], KEYS):
            self.check_cell(entry, known)

    def check_cell(self, entry: Cell, known: list[Cell]) -> None:
        """Compare one cell with the same cell of the position as it is."""
        if entry.key in ("deck", "discard"):
            self.check_pile(entry)
            return
        same = [cell for cell in known if cell.key == entry.key]
        if entry.key in ("stacks", "chips", "vp", "cards", "figures"):
            name = entry.text.split()[0]
            same = [cell for cell in same if cell.text.split()[0] == name]
        elif entry.key == "remembers":
            pair = entry.text.partition(":")[0]
            same = [cell for cell in same if cell.text.partition(":")[0] == pair]
        got = same[0].text if same else "-"
        if entry.key == "remembers" and not same:
            got = f"{entry.text.partition(':')[0]}: -"
        loose = entry.key in ("cell", "new", "passed", "marked")
        expected_words = entry.text.split()
        got_words = got.split()
        if entry.key == "cell":
            got_words += [word for cell in known if cell.key == "new" for word in cell.text.split()]
            got_words = [word for word in got_words if word != "-"] or ["-"]
        if loose or entry.key in ("cards", "remembers"):
            expected_words.sort()
            got_words.sort()
        if expected_words != got_words:
            raise Mismatch(f"expected {entry.key} {entry.text}, got {entry.key} {got}")

    def check_pile(self, entry: Cell) -> None:
        """Compare the cards that are listed, and the number of all if it is given."""
        try:
            pile = pile_of(entry.text)
        except ValueError as wrong:
            raise BadNotation(entry.number, f"{entry.key}: {wrong}") from None
        if entry.key == "deck":
            got = self.coming[: len(pile.cards)]
            size = self.city.public.deck
            is_there = pile.cards == got
        else:
            got = list(self.city.public.discard)
            size = len(got)
            is_there = not Counter(pile.cards) - Counter(got)
        if not is_there:
            known = " ".join(card_text(card) for card in got)
            raise Mismatch(f"expected {entry.key} {entry.text}, got {entry.key} {known or '-'}")
        expected = len(pile.cards) + max(pile.rest, 0)
        if expected != size and (pile.rest != NOTHING or not pile.has_rest):
            raise Mismatch(f"expected {entry.key} of {expected} cards, got one of {size}")

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
