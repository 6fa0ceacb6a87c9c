"""Positions, scenarios and records of plain games: every field of the table by its name.

    players 3 | options rounds=3
    public round=1 | scores=[0, 0, 0]
    A card=4 | B card=7 | C card=2 | box left=[1, 3]
    stack SG-1 after DealCards - - - > SG-2 after Decide - - -
    sealed A=1
    chance 4 7 2

A stack names, from the first rule to the present one, the sentence that was carried out last
(`begin` before the first), and the frame's actor, target and thing. What chance will answer is
listed in its order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from omerta.core.cells import CellReader, cells_of
from omerta.core.contract import Script
from omerta.core.fields import values_of
from omerta.core.machine import CHANCE, CLOCK, NOTHING, Ask, Frame, Seat
from omerta.core.options import BadOption
from omerta.core.scenario import BadNotation, Line, Mismatch, Stage

if TYPE_CHECKING:
    from omerta.core.plain import PlainRulebook, PlainView
    from omerta.core.record import Answer

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS: Final = ("players", "options", "public", "box", "stack", "sealed", "chance", *LETTERS)


def label_of(seat: Seat) -> str:
    """A seat as its letter, the clock as `clock`."""
    return "clock" if seat == CLOCK else LETTERS[seat]


def cell_of(key: str, thing: Any) -> str:
    """The fields of a thing, a cell each."""
    fields = [f"{name}={json.dumps(value)}" for name, value in values_of(thing).items()]
    return " | ".join(f"{key} {field}" for field in fields)


def frame_text(frame: Frame) -> str:
    """`SG-1 after DealCards A - -`"""
    last = f"after {type(frame.asking).__name__}" if frame.step else "begin"
    things = [frame.actor, frame.target, frame.thing]
    return f"{frame.rule.clause} {last} {' '.join(str(thing) for thing in things)}"


def position(book: PlainRulebook[Any], game: Any) -> list[str]:
    """The whole table, hidden things included."""
    changed = game.options.changed(book.option_table)
    head = f"players {game.seats}"
    if changed:
        head += f" | options {' '.join(f'{name}={value}' for name, value in changed.items())}"
    lines = [head, cell_of("public", game.public)]
    for seat, own in enumerate(game.secret):
        lines.append(cell_of("box" if seat == game.seats else LETTERS[seat], own))
    frames: list[str] = []
    frame = game.top
    while frame is not None:
        frames.insert(0, frame_text(frame))
        frame = frame.below
    lines.append(f"stack {' > '.join(frames) or '-'}")
    sealed = [f"{LETTERS[seat]}={game.sealed[seat]}" for seat in range(game.seats)]
    sealed = [word for word in sealed if not word.endswith(f"={NOTHING}")]
    if sealed:
        lines.append(f"sealed {' '.join(sealed)}")
    return [line for line in lines if line]


def draw(book: PlainRulebook[Any], view: PlainView, texts: Any) -> str:
    """What is public and what is the viewer's own, a line each; players by their names."""
    public = [
        f"{label_in(book, texts, name)}: {drawn(value, view.seats, texts)}"
        for name, value in values_of(view.public).items()
    ]
    own = [] if view.mine is None else values_of(view.mine).items()
    mine = [f"{label_in(book, texts, name)}: {drawn(value, NOTHING, texts)}" for name, value in own]
    return "\n".join([*public, *([""] if mine else []), *mine])


def label_in(book: PlainRulebook[Any], texts: Any, name: str) -> str:
    """A field as people read it: the term of the catalogue, else its name."""
    key = f"{book.name.replace('-', '_')}.term.{name}"
    return str(texts.say(key)) if texts.has(key) else name.replace("_", " ").capitalize()


def drawn(value: Any, seats: int, texts: Any) -> str:
    """A value as a terminal shows it; what has an entry for each seat, with the players' names."""
    if isinstance(value, tuple):
        words = [drawn(one, NOTHING, texts) for one in value]
        if len(value) == seats:
            words = [f"{texts.name(seat)} {word}" for seat, word in enumerate(words)]
        return ", ".join(words) or "–"
    return "–" if value == NOTHING or value is None else str(value)


class PlainStage(Stage):
    """A position of a plain game that is being played from a scenario."""

    def __init__(self, book: PlainRulebook[Any], lines: list[Line]) -> None:
        self.book: Final = book
        self.rulebook = book
        reader = CellReader(lines, KEYS, LETTERS)
        seats = reader.whole("players", book.seats[0], book.seats[0], book.seats[-1])
        try:
            options = book.options(reader.named_values("options"))
        except BadOption as bad:
            raise reader.bad("options", str(bad)) from None
        game = book.fresh(options, seats)
        self.game = game
        self.plain: Any = game
        for key in ("public", "box", *LETTERS[:seats]):
            self.read_fields(reader, key)
        self.coming: list[int] = []
        for word in reader.text("chance", "").split():
            if not word.lstrip("-").isdecimal():
                raise reader.bad("chance", f"expected numbers, got {word!r}")
            self.coming.append(int(word))
        game.notices = []
        self.stand(reader)
        self.settle()

    def read_fields(self, reader: CellReader, key: str) -> None:
        """Set the fields that the cells of a key name."""
        thing = self.thing(key)
        for text in reader.texts(key):
            name, sign, value = text.partition("=")
            if not sign or thing is None or not hasattr(thing, name.strip()):
                raise reader.bad(key, f"expected a field and its value, got {text!r}")
            try:
                setattr(thing, name.strip(), as_tuple(json.loads(value)))
            except ValueError:
                raise reader.bad(key, f"expected a value after {name}=, got {value!r}") from None

    def thing(self, key: str) -> Any:
        """What a key of a position speaks of."""
        if key == "public":
            return self.plain.public
        secret = self.plain.secret
        seat = self.game.seats if key == "box" else LETTERS.index(key)
        return secret[seat] if seat < len(secret) else None

    def stand(self, reader: CellReader) -> None:
        """Stand where the stack says, at the beginning without one, and seal what was sealed."""
        text = reader.text("stack", "")
        if text == "-":
            return
        frame = self.book.first_rule(self.game).begin()
        if text:
            frame = self.read_stack(reader, text)
        if frame.step:
            self.game.resume(frame)
        else:
            self.game.top = frame
            self.game.run()
        for label, value in reader.named_values("sealed").items():
            self.game.answer(reader.seat("sealed", label), int(value))

    def read_stack(self, reader: CellReader, text: str) -> Frame:
        """The frames of a stack, one upon the other."""
        below: Frame | None = None
        for part in text.split(">"):
            words = part.split()
            found = [rule for rule in self.plain.rules.all if words[:1] == [rule.clause]]
            if len(found) != 1 or len(words) != (5 if words[1:2] == ["begin"] else 6):
                raise reader.bad("stack", f"expected CLAUSE after SENTENCE A T X, got {part!r}")
            try:
                actor, target, thing = (int(word) for word in words[-3:])
            except ValueError:
                raise reader.bad("stack", f"expected three numbers, got {part!r}") from None
            below = found[0].begin(actor, target, thing, below)
            if words[1] != "begin":
                kinds = [type(step) for step in found[0].steps if type(step).__name__ == words[2]]
                if len(kinds) != 1:
                    raise reader.bad("stack", f"{words[0]} has no one sentence {words[2]!r}")
                below = below.past(kinds[0])
        assert below is not None, "a text has at least one part"
        return below

    def seat(self, label: str) -> Seat:
        """The seat of a letter."""
        if label == "clock":
            return CLOCK
        if len(label) != 1 or label not in LETTERS[: self.game.seats]:
            raise BadNotation(self.number, f"expected a seat, got {label!r}")
        return LETTERS.index(label)

    def draw(self, ask: Ask) -> int:
        """What the position says that chance will answer, else the first choice."""
        if not self.coming:
            return ask.choices[0]
        choice = self.coming.pop(0)
        if choice not in ask.choices:
            raise Mismatch(f"expected chance to answer {choice}, got {list(ask.choices)}")
        return choice

    def foretell(self, label: str, text: str) -> None:
        """`chance> 4`"""
        if label != "chance" or not text.lstrip("-").isdecimal():
            raise BadNotation(self.number, f"expected 'chance> NUMBER', got '{label}> {text}'")
        self.coming.append(int(text))

    def winners(self) -> str:
        """The letters of the winners."""
        outcome = self.book.outcome(self.game)
        return "" if outcome is None else " ".join(LETTERS[seat] for seat in outcome.winners) or "-"

    def stands_at_turn(self) -> bool:
        """Whether somebody is asked who is no part of a sealed window."""
        return len(self.game.asks) == 1

    def check(self, line: Line) -> None:
        """Compare every field that is given."""
        for cell in cells_of([line], KEYS):
            thing = None if cell.key in ("players", "options") else self.thing(cell.key)
            name, sign, value = cell.text.partition("=")
            if thing is None or not sign or not hasattr(thing, name):
                raise BadNotation(line.number, f"expected a field and its value, got {line.text!r}")
            got = getattr(thing, name)
            if as_tuple(json.loads(value)) != got:
                raise Mismatch(f"expected {cell.key} {cell.text}, got {name}={json.dumps(got)}")


def as_tuple(value: Any) -> Any:
    """Lists of JSON as the tuples that plain games keep."""
    return tuple(as_tuple(one) for one in value) if isinstance(value, list) else value


def script(
    book: PlainRulebook[Any], values: Mapping[str, str], seats: int, answers: list[Answer]
) -> Script:
    """A whole game: the table before it, what chance answered, and the moves."""
    options = book.options(values)
    before = book.fresh(options, seats)
    before.top = book.first_rule(before).begin()
    lines = position(book, before)
    drawn = [str(answer.choice) for answer in answers if answer.seat == CHANCE]
    if drawn:
        lines.append(f"chance {' '.join(drawn)}")
    game = book.deal(options, seats)
    moves: list[str] = []
    said: list[str] = []
    for seat, choice in answers:
        ask = game.asked(seat)
        if ask is not None and seat != CHANCE:
            said += ask.point.asks.words(choice, options).split()
        game.answer(seat, choice)
        follow = game.asked(seat)
        if seat != CHANCE and (follow is None or not follow.continues):
            moves.append(f"{label_of(seat)}: {book.written(game, said)}")
            said = []
    return Script(lines, moves)
