"""The machine that runs rules: questions, sentences, clauses, and a game in progress.

A rule is a list of sentences. A game in progress is a position in a stack of such lists.
The only thing that can happen is that an asked seat answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from omerta.core.point import Point

Seat = int

CHANCE: Final = -1
"""The seat that answers for deck, tiles and lots."""

CLOCK: Final = -2
"""The seat that answers for time."""

EVERYBODY: Final = -3
"""The audience of a notice for all; as a viewer, a spectator who sees what is public."""

MASTER: Final = -4
"""The seat of a person who runs the game: holds no card, and no chair at the table."""

NOTHING: Final = -1
"""No seat, no thing, no answer yet."""

IN_TURN: Final = 0
"""Shape of a question: the first answer settles it (round the table, one after the other)."""

SEALED: Final = 1
"""Shape of a question: all are asked at once, answers stay hidden until the last one is in."""

OPEN: Final = 2
"""Shape of a question: it stays open after an answer, until the step moves on."""


class Refused(Exception):
    """An answer that the rules do not allow; nothing has changed."""

    def __init__(self, clause: str, key: str, args: tuple[int, ...] = ()) -> None:
        super().__init__(f"{clause}: {key}")
        self.clause = clause
        self.key = key
        self.values = args


# Compiled, asks and frames are recycled, and the garbage collector need not know them: they come
# and go with every sentence and never form a cycle.


@mypyc_attr(acyclic=True, free_list_len=1)
class Ask:
    """One question to one seat: a decision point of the rulebook, and the answers it allows."""

    def __init__(self, seat: Seat, point: Point, choices: Sequence[int]) -> None:
        self.seat = seat
        self.point = point
        self.choices = choices

    @property
    def continues(self) -> bool:
        """Whether this asks for the rest of a move that the seat has begun."""
        return self.point.continues

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (Ask, (self.seat, self.point, tuple(self.choices)))

    def __repr__(self) -> str:
        return f"Ask({self.seat}, {self.point.name!r}, {list(self.choices)!r})"


class Notice:
    """What a seat hears: a text key and plain arguments, never prose."""

    def __init__(self, key: str, args: tuple[int, ...], only: Seat) -> None:
        self.key = key
        self.args = args
        self.only = only

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (Notice, (self.key, self.args, self.only))

    def __repr__(self) -> str:
        return f"Notice({self.key!r}, {self.args!r}, only={self.only})"


@mypyc_attr(acyclic=True, free_list_len=1)
class Frame:
    """A position in a rule: immutable, public, shared by every copy of the game."""

    def __init__(
        self, rule: Rule, step: int, actor: Seat, target: int, thing: int, below: Frame | None
    ) -> None:
        self.rule: Final = rule
        self.step: Final = step
        self.actor: Final = actor
        self.target: Final = target
        self.thing: Final = thing
        self.below: Final = below

    def again(self) -> Frame:
        """The same position, one sentence back."""
        return Frame(self.rule, self.step - 1, self.actor, self.target, self.thing, self.below)

    def start(self) -> Frame:
        """The same rule from its first sentence on."""
        return Frame(self.rule, 0, self.actor, self.target, self.thing, self.below)

    def to(self, sentence: Sentence) -> Frame:
        """The same rule from another sentence on."""
        place = self.rule.place(sentence)
        return Frame(self.rule, place, self.actor, self.target, self.thing, self.below)

    def past(self, sentence: Sentence) -> Frame:
        """The same rule from behind another sentence on."""
        place = self.rule.place(sentence) + 1
        return Frame(self.rule, place, self.actor, self.target, self.thing, self.below)

    def has_reached(self, sentence: Sentence) -> bool:
        """Whether a sentence of the rule comes next, or has been carried out."""
        return self.step >= self.rule.place(sentence)

    @property
    def asking(self) -> Step[Any]:
        """The sentence that was carried out last: the one that has asked, if somebody is."""
        return self.rule.steps[self.step - 1]

    def by(self, actor: Seat) -> Frame:
        """The same position with another acting seat."""
        return Frame(self.rule, self.step, actor, self.target, self.thing, self.below)

    def at(self, target: int) -> Frame:
        """The same position with another target."""
        return Frame(self.rule, self.step, self.actor, target, self.thing, self.below)

    def with_thing(self, thing: int) -> Frame:
        """The same position with another thing in hand."""
        return Frame(self.rule, self.step, self.actor, self.target, thing, self.below)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (
            Frame,
            (self.rule, self.step, self.actor, self.target, self.thing, self.below),
        )

    def __repr__(self) -> str:
        here = f"{self.rule.clause}#{self.step}({self.actor}, {self.target}, {self.thing})"
        return here if self.below is None else f"{self.below!r} > {here}"


G = TypeVar("G", bound="Game")


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[G]):
    """One sentence of a rule; holds no game state. It either acts or asks, never both.

    A step that asks leaves everything as it is in `do`, so that it can be asked again;
    what follows from the answer belongs in `take` (and `close` when the answers are sealed).
    """

    reveals: bool = False
    shape: int = IN_TURN
    follows: Rule | None = None
    """The rule that this sentence carries out, where it is always the same one."""

    def do(self, game: G, frame: Frame) -> None:
        """Carry out the sentence, or ask what it needs to know."""
        raise NotImplementedError

    def take(self, game: G, frame: Frame, seat: Seat, choice: int) -> None:
        """Go on with one answer to what `do` asked; sealed answers are put aside."""
        game.sealed[seat] = choice

    def close(self, game: G, frame: Frame) -> None:
        """Go on when every sealed answer is in."""


class Rule:
    """One clause of the rulebook: its sentences in order.

    Where a sentence stands is found by what it is: a kind of step that stands there once, or
    the rule that it carries out.
    """

    def __init__(self, clause: str, *steps: Step[Any]) -> None:
        self.clause: Final = clause
        self.steps: Final = list(steps)
        self.places: Final[dict[object, int]] = {}
        self.table: Any = None
        """The rule table it stands in, and its place there: so it is found again."""
        self.number = NOTHING
        for step in steps:
            adopt(step)
        self.find_places()

    def find_places(self) -> None:
        """Note where every sentence stands; what stands there twice has no place."""
        self.places.clear()
        for place, step in enumerate(self.steps):
            marks: list[object] = [kind for kind in type(step).__mro__ if kind is not Step]
            if step.follows is not None:
                marks.append(step.follows)
            for mark in marks:
                self.places[mark] = place if mark not in self.places else NOTHING

    def place(self, sentence: Sentence) -> int:
        """Where the sentence stands: it must be there, and once."""
        place = self.places.get(sentence, NOTHING)
        if place == NOTHING:
            raise LookupError(f"{self}: {sentence} does not stand there once")
        return place

    def begin(
        self,
        actor: Seat = NOTHING,
        target: int = NOTHING,
        thing: int = NOTHING,
        below: Frame | None = None,
    ) -> Frame:
        """The position before its first sentence."""
        return Frame(self, 0, actor, target, thing, below)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.table is None:
            raise TypeError(f"{self} stands in no rule table, so nothing can name it")
        return (rule_at, (self.table, self.number))

    def __repr__(self) -> str:
        return f"Rule({self.clause!r}, {', '.join(type(step).__name__ for step in self.steps)})"


def rule_at(table: Any, number: int) -> Any:
    """The rule at this place of a rule table."""
    return table.all[number]


Sentence = type[Step[Any]] | Rule
"""How a sentence of a rule is named: by its kind, or by the rule that it carries out."""


def adopt(step: Step[Any]) -> None:
    """Take over what a step declares in its class body.

    The compiled machine reads an instance, and a class that is not compiled has only the class.
    """
    for kind in reversed(type(step).__mro__):
        shape = kind.__dict__.get("shape")
        if isinstance(shape, int):
            step.shape = shape
        reveals = kind.__dict__.get("reveals")
        if isinstance(reveals, bool):
            step.reveals = reveals


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Somebody who watches every sentence that is carried out: tests and drafts."""

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        """Called before the step runs."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game in progress. Subclasses add `public`, `secret` and a hand-written `copy`."""

    def __init__(self, seats: int) -> None:
        self.seats: Final = seats
        self.top: Frame | None = None
        self.asks: list[Ask] = []
        self.sealed: list[int] = [NOTHING] * seats
        self.notices: list[Notice] | None = None
        self.witness: Witness | None = None

    def take_over(self, other: Game) -> None:
        """Stand where the other game stands; what is told here is not heard there."""
        self.top = other.top
        self.asks = other.asks[:]
        self.sealed = other.sealed[:]

    def copy(self) -> Game:
        """A game of its own that stands where this one stands."""
        raise NotImplementedError

    def made_with(self) -> tuple[Any, ...]:
        """What the game is made with: the arguments of its class."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        parts = self.made_with()
        return (standing, (type(self), parts, self.top, self.asks[:], self.sealed[:]))

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Game:
        return self.copy()

    @property
    def is_over(self) -> bool:
        """Whether no rule is left to carry out."""
        return self.top is None

    def asked(self, seat: Seat) -> Ask | None:
        """The question that is open for this seat."""
        for ask in self.asks:
            if ask.seat == seat:
                return ask
        return None

    def answer(self, seat: Seat, choice: int) -> None:
        """Take a seat's answer and run to the next question; `Refused` changes nothing."""
        ask = self.asked(seat)
        frame = self.top
        if ask is None or frame is None:
            raise Refused("" if frame is None else frame.rule.clause, "not_asked", (seat,))
        if choice not in ask.choices:
            raise Refused(frame.rule.clause, "not_a_choice", (seat, choice))
        step = frame.asking
        if step.shape == IN_TURN:
            self.asks = []
            step.take(self, frame, seat, choice)
        elif step.shape == SEALED:
            self.asks.remove(ask)
            step.take(self, frame, seat, choice)
            if not self.asks:
                step.close(self, frame)
        else:
            step.take(self, frame, seat, choice)
            if self.top is not frame:
                self.asks = []
        self.run()

    def run(self) -> None:
        """Carry out sentences until somebody is asked or the game is over."""
        while not self.asks:
            frame = self.top
            if frame is None:
                return
            rule = frame.rule
            if frame.step == len(rule.steps):
                self.top = frame.below
                continue
            step = rule.steps[frame.step]
            frame = Frame(rule, frame.step + 1, frame.actor, frame.target, frame.thing, frame.below)
            self.top = frame
            if self.witness is not None:
                self.witness.saw(rule, step)
            step.do(self, frame)

    def resume(self, frame: Frame) -> None:
        """Stand at a frame at which somebody was asked, and ask again."""
        self.asks = []
        self.top = frame.again()
        self.run()

    # Who sits where.

    def next(self, seat: Seat) -> Seat:
        """The seat to the left."""
        return (seat + 1) % self.seats

    def clockwise(self, seat: Seat) -> list[Seat]:
        """All seats, this one first."""
        return [(seat + steps) % self.seats for steps in range(self.seats)]

    def others(self, seat: Seat) -> list[Seat]:
        """All seats but this one, its left neighbour first."""
        return [(seat + steps) % self.seats for steps in range(1, self.seats)]

    # The rules' verbs.

    def ask(self, seat: Seat, point: Point, choices: Sequence[int]) -> None:
        """Ask one seat; a step may ask several at once if its shape says so."""
        self.asks.append(Ask(seat, point, choices))

    def unseal(self) -> list[int]:
        """Open the sealed answers, seat by seat; from now on none is sealed."""
        answers = self.sealed
        self.sealed = [NOTHING] * self.seats
        return answers

    def call(self, rule: Rule, actor: Seat, target: int = NOTHING, thing: int = NOTHING) -> None:
        """Carry out another rule first, then go on here."""
        self.top = Frame(rule, 0, actor, target, thing, self.top)

    def become(self, frame: Frame) -> None:
        """Stand at this frame instead of the present one."""
        self.top = frame

    def end(self) -> None:
        """The present rule is over; go on with the one that called it."""
        if self.top is not None:
            self.top = self.top.below

    def cancel(self) -> None:
        """End the present rule and the one it was called for."""
        self.end()
        self.end()

    def finish(self) -> None:
        """The game is decided: nothing is left to carry out."""
        self.top = None

    def tell(self, key: str, args: tuple[int, ...] = (), only: Seat = EVERYBODY) -> None:
        """Let everybody, or one seat only, hear what has happened."""
        if self.notices is not None:
            self.notices.append(Notice(key, args, only))


def standing(
    kind: Any, parts: tuple[Any, ...], top: Frame | None, asks: list[Ask], sealed: list[int]
) -> Any:
    """A game of this kind that stands here; what was told is not told again."""
    game = kind(*parts)
    game.top = top
    game.asks = asks
    game.sealed = sealed
    return game
