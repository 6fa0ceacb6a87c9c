"""The stage on which scenarios of Downtown are played and checked."""

from __future__ import annotations

import re
from typing import Any, Final

from omerta.core import EVERYBODY, NOTHING, Ask, Notice, Rulebook, Seat
from omerta.core.cells import Cell, cells_of
from omerta.core.scenario import BadNotation, Line, Mismatch, Stage
from omerta.games.downtown.rules import points
from omerta.games.downtown.state.components import FENCES, INFORMANTS, LOOT
from omerta.games.downtown.state.game import Town, fence_of
from omerta.games.downtown.state.gang import gang_of, members
from omerta.games.downtown.state.kinds import (
    DONE,
    LETTERS,
    MOVE,
    SEATS,
    informant_of,
    is_letter,
    is_payment,
    read_gang,
    seat_text,
    selected,
)
from omerta.games.downtown.state.queries import moves_to_paid
from omerta.games.downtown.text.position import (
    at_text,
    hand_text,
    money_text,
    position,
    seen_position,
)
from omerta.games.downtown.text.reading import KEYS, Coming, Reader, read_pile
from omerta.games.downtown.view import view

ENUMERATIONS: Final = (points.BUY, points.LOOT, points.ADD_GANG, points.LAY_GANG)
"""Questions for one thing after another; a list of legal moves names the things one at a time."""


class TownStage(Stage):
    """A position of Downtown that is being played from a scenario."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], lines: list[Line]) -> None:
        reader = Reader(lines)
        self.rulebook = rulebook
        self.town: Town = reader.town
        self.game = reader.town
        self.coming: Coming = reader.coming
        self.reshuffled: list[list[int]] = []
        self.asserted = 0
        self.town.notices = []
        self.town.run()
        self.settle()

    def seat(self, label: str) -> Seat:
        """The seat of a letter."""
        if len(label) != 1 or label not in SEATS[: self.town.seats]:
            raise BadNotation(self.number, f"expected a seat, got {label!r}")
        return SEATS.index(label)

    def legal(self, seat: Seat) -> list[str]:
        """All legal moves; purchases, offers, additions and displays with one thing at a time."""
        if self.town.asked(seat) is None:
            return []
        texts: list[str] = []
        for answers in singles(self.town, seat):
            text = self.rulebook.move_text(self.town, seat, answers)
            texts += [f"{text}{rest}" for rest in self.unasked(seat, answers)]
        return texts

    def unasked(self, seat: Seat, answers: tuple[int, ...]) -> list[str]:
        """What must still be said where a payment ends the game before its move (DT-16.1)."""
        ask = self.town.asked(seat)
        if ask is None or ask.point is not points.SELECT or not is_payment(answers[0]):
            return [""]
        trial = self.town.copy()
        trial.answer(seat, answers[0])
        if not trial.is_over:
            return [""]
        public = self.town.public
        moves = moves_to_paid(public.places(seat), public.places(selected(answers[0])))
        return [f" {MOVE.words(move, self.town.options)}" for move in moves] or [""]

    # Chance.

    def draw(self, ask: Ask) -> int:
        """The next card of the pile that is asked for."""
        if ask.point is points.DRAWN:
            return self.next_of(self.draw_pile(), ask)
        if ask.point is points.TURNED_UP:
            return self.next_of(self.coming.informants[informant_of(ask.choices[0])], ask)
        frame = self.town.top
        assert frame is not None
        return self.next_of(self.coming.fences[frame.target], ask)

    def next_of(self, pile: list[int], ask: Ask) -> int:
        """The top of a pile."""
        if pile[0] not in ask.choices:
            raise Mismatch("expected a reshuffled pile to hold what the scenario says")
        return pile.pop(0)

    def draw_pile(self) -> list[int]:
        """The draw pile in its order; a reshuffled one as foretold, else in any order."""
        if not self.coming.draw and self.town.public.draw > 0:
            foretold = self.reshuffled.pop(0) if self.reshuffled else []
            pile = self.town.box.draw
            if foretold and gang_of(foretold) != pile:
                raise Mismatch("expected the reshuffled pile to hold exactly the discards")
            self.coming.draw = foretold or members(pile)
        return self.coming.draw

    def foretell(self, label: str, text: str) -> None:
        """`A> L S T`: the next reshuffled pile"""
        self.seat(label)
        if not all(is_letter(letter) for letter in text.split()):
            raise BadNotation(self.number, f"expected S, T and L, got {text!r}")
        self.reshuffled.append([LETTERS.index(letter) for letter in text.split()])

    # How it stands.

    def winners(self) -> str:
        """The letters of the winners."""
        return " ".join(seat_text(seat) for seat in self.town.public.winners)

    def stands_at_turn(self) -> bool:
        """Whether phase 1 is open."""
        return any(ask.point is points.MOVE for ask in self.town.asks)

    def after(self, lines: list[Line]) -> None:
        """Check every line; what was told counts from here on."""
        super().after(lines)
        self.asserted = len(self.town.notices or [])

    def check(self, line: Line) -> None:
        """Compare every cell that is given."""
        found = re.match(r"(told|sees) ([A-D ]+):\s*(.*)$", line.text)
        if found is None:
            for entry in cells_of([line], KEYS):
                self.compare(entry, self.got(entry), "")
            return
        for letter in found.group(2).split():
            seat = self.seat(letter)
            if found.group(1) == "told":
                self.check_told(seat, found.group(3).replace("-", " ", found.group(3) == "-"))
                continue
            seen = [Line(0, text) for text in seen_position(view(self.town, seat))]
            known = cells_of(seen, KEYS)
            for entry in cells_of([Line(line.number, found.group(3))], KEYS):
                self.compare(entry, same_cell(entry, known), f"{letter} to see ")

    def got(self, entry: Cell) -> str:
        """The same cell as it is, in the words of a position."""
        town = self.town
        if entry.key == "bank":
            return str(town.public.bank())
        if entry.key == "out":
            return " ".join(FENCES[fence] for fence in town.public.out) or "-"
        if entry.key == "draw":
            return " ".join(LETTERS[kind] for kind in self.draw_pile()) or "-"
        if entry.key in ("cash", "hand", "display", "added", "at"):
            return self.got_of_seat(entry)
        if entry.key == "informants":
            return self.got_informant(entry)
        if entry.key == "fences":
            return self.got_fences(entry)
        return same_cell(entry, cells_of([Line(0, text) for text in position(town)], KEYS))

    def got_of_seat(self, entry: Cell) -> str:
        """What a seat has."""
        letter = entry.text.split()[0]
        seat = self.seat(letter)
        own = self.town.secret[seat]
        public = self.town.public
        if entry.key == "cash":
            text = str(own.cash)
        elif entry.key == "hand":
            text = hand_text(own.gang, [self.town.options.deck.word(card) for card in own.loot])
        elif entry.key == "display":
            text = money_text(public.money[seat], public.display[seat])
        elif entry.key == "added":
            text = money_text(own.added_money, own.added)
        else:
            text = at_text(public.pieces[seat])
        return f"{letter} {text}"

    def got_informant(self, entry: Cell) -> str:
        """A stack with everything that is in it."""
        town = self.town
        name = entry.text.partition(":")[0]
        if name not in INFORMANTS:
            raise BadNotation(entry.number, f"expected an informant, got {name!r}")
        informant = INFORMANTS.index(name)
        public = town.public
        top = public.tops[informant]
        cards = [] if top == NOTHING else [town.box.backs[top]]
        cards += self.coming.informants[informant]
        cards += [town.box.backs[copy] for copy in public.bottoms[informant]]
        return f"{name}: {' '.join(town.options.deck.word(card) for card in cards) or '-'}"

    def got_fences(self, entry: Cell) -> str:
        """A stack with everything that is in it."""
        name = entry.text.partition(":")[0]
        if name not in ("1", "2", "3"):
            raise BadNotation(entry.number, f"expected a fence stack 1, 2 or 3, got {name!r}")
        stack = int(name) - 1
        if self.town.public.casino[stack]:
            return f"{name}: casino"
        fences = [fence_of(self.town, copy) for copy in self.town.public.fences[stack]]
        fences += self.coming.fences[stack]
        return f"{name}: {' '.join(FENCES[fence] for fence in fences) or '-'}"

    def compare(self, entry: Cell, got: str, whom: str) -> None:
        """Raise `Mismatch` unless what was got is what is expected."""
        if entry.key in ("draw", "informants", "fences"):
            same = fits(entry, got)
        elif entry.key in ("hand", "at", "out", "row", "discard", "display", "added"):
            same = multiset(entry.text) == multiset(got)
        else:
            same = entry.text.split() == got.split()
        if not same:
            raise Mismatch(f"expected {whom}{entry.key} {entry.text}, got {entry.key} {got}")

    def check_told(self, seat: Seat, text: str) -> None:
        """The backs and stakes that a seat was shown since the last `after`."""
        got = [
            word
            for notice in (self.town.notices or [])[self.asserted :]
            if notice.only in (EVERYBODY, seat)
            for word in told_words(notice)
        ]
        if sorted(text.split()) != sorted(got):
            raise Mismatch(
                f"expected told {seat_text(seat)}: {text.strip() or '-'}, "
                f"got {' '.join(got) or '-'}"
            )


def singles(town: Town, seat: Seat) -> list[tuple[int, ...]]:
    """Every whole move of this seat, enumerations with one thing only."""
    ask = town.asked(seat)
    assert ask is not None
    whole: list[tuple[int, ...]] = []
    for choice in ask.choices:
        trial = town.copy()
        trial.answer(seat, choice)
        follow = trial.asked(seat)
        if follow is None or not follow.continues:
            whole.append((choice,))
        elif follow.point in ENUMERATIONS and DONE in follow.choices:
            whole.append((choice, DONE))
        else:
            whole += [(choice, *rest) for rest in singles(trial, seat)]
    return whole


def told_words(notice: Notice) -> list[str]:
    """The back or the stake that a notice shows."""
    args = notice.args
    if notice.key == "saw_back":
        return [f"{INFORMANTS[args[0]]}-{LOOT[args[1]]}-{args[2]}"]
    if notice.key == "sold_card":
        return [f"{INFORMANTS[args[1]]}-{LOOT[args[2]]}-{args[3]}"]
    if notice.key in ("saw_fence", "fence_turned"):
        return [FENCES[args[1]]]
    if notice.key == "staked":
        return [f"{seat_text(args[0])}={args[1]}"]
    return []


def same_cell(entry: Cell, known: list[Cell]) -> str:
    """The cell of the same key, and of the same seat or stack where there are several."""
    same = [cell.text for cell in known if cell.key == entry.key]
    if len(same) > 1:
        name = entry.text.split()[0]
        same = [text for text in same if text.split()[0] == name]
    return same[0] if same else "-"


def multiset(text: str) -> list[str]:
    """The words of a cell in any order; gangsters one by one."""
    found: list[str] = []
    for word in text.split():
        if re.fullmatch(r"[STL]\d+", word):
            gang = read_gang([word])
            found += [LETTERS[kind] for kind in range(3) for _ in range(gang[kind])]
        elif word != "-":
            found.append(word)
    return sorted(found)


def fits(entry: Cell, got: str) -> bool:
    """Whether a pile is as expected: in order from the top, and from the bottom behind a rest."""
    expected_name, colon, expected = entry.text.rpartition(":")
    got_name, _, cards = got.rpartition(":")
    if colon and expected_name.strip() != got_name.strip():
        return False
    pile = read_pile(entry.number, expected if colon else entry.text)
    here = read_pile(0, cards)
    words = [*here.above, *["?"] * max(here.rest, 0), *here.below]
    if not pile.has_rest:
        return words == pile.above
    rest = len(words) - len(pile.above) - len(pile.below)
    if rest < 0 or pile.rest not in (NOTHING, rest):
        return False
    above = words[: len(pile.above)] == pile.above
    return above and words[len(words) - len(pile.below) :] == pile.below
