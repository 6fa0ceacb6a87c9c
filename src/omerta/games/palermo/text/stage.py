"""Positions of Palermo that are played from scenarios."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from omerta.core import CLOCK, MASTER, NOTHING, Act, Ask, Refused, Rulebook, Seat, Unread
from omerta.core.scenario import LONGEST_WAIT, BadNotation, Line, Mismatch, Stage
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.night import NightPart
from omerta.games.palermo.state.kinds import (
    BOMB,
    CLOCK_ANSWERS,
    HINT,
    LEAVE,
    NEXT,
    POINT,
    REACT,
    READY,
    RETURN,
    SAY,
    SHOW,
    TAP,
    TIME,
    TIME_IS_UP,
    WAIT,
    Answers,
    act_of,
    argument_of,
    choice_of,
    couple_of,
    seat_text,
)
from omerta.games.palermo.state.statements import ACCUSE, WITHDRAW
from omerta.games.palermo.state.table import (
    DAWN,
    DISCUSSION,
    DUSK,
    LIST,
    OVER,
    PARTS,
    PLEAS,
    SETUP,
    is_day,
    is_night,
)
from omerta.games.palermo.text.assertions import Assertions
from omerta.games.palermo.text.reading import Reader
from omerta.games.palermo.text.spelling import spelt_out

WITHOUT_END: Final = (SETUP, DISCUSSION, LIST, PLEAS, DUSK, OVER)
"""Parts that do not end by themselves when nobody is asked."""

CLOCK_LABEL: Final = "clock"

UNLISTED: Final = (WAIT, SAY, READY, LEAVE, RETURN, TIME, NEXT, POINT, REACT, HINT)
"""Acts that an exact list leaves out; they do not count as being asked."""

ANY_ACT: Final = Answers(
    *dict.fromkeys(
        kind
        for point in points.POINTS
        if isinstance(point.asks, Answers)
        for kind in point.asks.kinds
        if isinstance(kind, Act)
    )
)
"""Everything that anybody can ever be asked for."""


class VillageStage(Stage):
    """A position of Palermo that is being played from a scenario.

    A record writes every tick of the clock down; in it nothing waits and nothing ends by itself.
    """

    def __init__(self, rulebook: Rulebook[Any, Any, Any], lines: list[Line]) -> None:
        self.rulebook = rulebook
        reader = Reader(lines)
        self.village = reader.village
        self.is_record = reader.is_record
        self.game = self.village
        self.lots: list[str] = []
        self.village.notices = []
        self.assertions = Assertions(self.village)
        self.village.run()
        self.settle()
        if self.village.public.day > 1:
            self.rest()

    # Labels.

    def seat(self, label: str) -> Seat:
        """A seat's number, or the game master."""
        if label == "gm":
            return MASTER
        if not label.isdecimal() or not 1 <= int(label) <= self.village.seats:
            raise BadNotation(self.number, f"expected a seat, got {label!r}")
        return int(label) - 1

    def seats(self, label: str) -> list[Seat]:
        """`1 2 5` is one line for each; `mafia` stands for all living mafiosi."""
        if label == "mafia":
            return [seat for seat in self.village.mafiosi() if not self.village.public.away[seat]]
        return [self.seat(part) for part in label.split()]

    # Moves.

    def move(self, label: str, text: str) -> None:
        """`1 2 5: vote 4`"""
        if label == CLOCK_LABEL:
            self.village.answer(CLOCK, CLOCK_ANSWERS.read(text.split(), None).value)
            self.settle()
            return
        for seat in self.seats(label):
            self.move_of(seat, text)

    def move_of(self, seat: Seat, text: str) -> None:
        """One seat's move; one that is not possible yet waits."""
        for _ in range(LONGEST_WAIT):
            if self.is_open(seat, text):
                self.make(seat, text)
                if not text.startswith("say "):
                    self.rest()
                return
            if self.is_record or self.village.is_over or self.village.public.part == SETUP:
                break
            self.lapse()
        raise Mismatch(
            f"expected {self.label(seat)} to be asked for {text!r}, got no such question"
        )

    def make(self, seat: Seat, text: str) -> None:
        """Play a move that belongs here."""
        try:
            if text in ("leave", "return"):
                act = LEAVE if text == "leave" else RETURN
                self.play(CLOCK, (choice_of(act, seat),))
            else:
                self.play(seat, self.answers(seat, text))
        except Refused as refused:
            raise Mismatch(
                f"expected {self.label(seat)}: {text} to be legal, got refused by {refused}; "
                f"legal: {'; '.join(self.legal(seat))}"
            ) from None

    def label(self, seat: Seat) -> str:
        """How a seat is called in messages."""
        return "gm" if seat == MASTER else seat_text(seat)

    def is_open(self, seat: Seat, text: str) -> bool:
        """Whether such a move belongs to what this seat is asked now."""
        if text in ("leave", "return"):
            ask = self.village.asked(CLOCK)
            act = LEAVE if text == "leave" else RETURN
            return ask is not None and choice_of(act, seat) in ask.choices
        ask = self.village.asked(seat)
        return ask is not None and self.belongs(ask, text)

    def belongs(self, ask: Ask, text: str) -> bool:
        """Whether a question has moves of this kind."""
        first = text.split()[0]
        if first == "decline":
            return TAP in ask.choices and (ask.point is not points.TAP or self.is_record)
        if first in ("heal", "poison"):
            return ask.point is points.POTIONS and TAP in ask.choices
        if first == "start" and ask.seat == MASTER:
            return ask.point is points.SETUP
        try:
            meant = ANY_ACT.read(spelt_out(text), None).value
        except Unread:
            raise BadNotation(self.number, f"expected a move, got {text!r}") from None
        if act_of(meant) == SAY:
            return meant in ask.choices
        return any(act_of(choice) == act_of(meant) for choice in ask.choices)

    def refuse(self, label: str, text: str) -> None:
        """`1: !vote 4`"""
        for seat in self.seats(label):
            if not self.is_open(seat, text):
                continue
            try:
                self.answers(seat, text)
            except Refused:
                continue
            raise Mismatch(f"expected {self.label(seat)}: {text} to be refused, got accepted")

    # Legal moves.

    def legal(self, seat: Seat) -> list[str]:
        """What an exact list shows."""
        ask = self.village.asked(seat)
        if ask is None:
            return []
        listed: list[str] = []
        for choice in ask.choices:
            act = act_of(choice)
            if act == SAY and argument_of(choice) in (ACCUSE, WITHDRAW):
                listed += self.formal(seat, choice)
            elif (
                act in UNLISTED
                or (choice == TAP and ask.point is points.TAP)
                or (act == BOMB and self.village.public.alive[seat])
            ):
                continue
            else:
                listed.append(ask.point.asks.words(choice, self.village.options))
        return [] if listed == ["decline"] and not self.village.is_present(seat) else listed

    def formal(self, seat: Seat, choice: int) -> list[str]:
        """Accusations and withdrawals, each name once."""
        trial = self.village.copy()
        trial.answer(seat, choice)
        ask = trial.asked(seat)
        assert ask is not None
        verb = "accuse" if argument_of(choice) == ACCUSE else "withdraw"
        return [f"{verb} {seat_text(name)}" for name in ask.choices]

    # The course of time.

    def lapse(self) -> None:
        """Time is up."""
        if self.village.asked(CLOCK) is None:
            raise Mismatch("expected the clock to run, got a game that waits for its master")
        self.village.answer(CLOCK, TIME_IS_UP)
        self.settle()

    def rest(self) -> None:
        """A part ends by itself once everybody asked in it has answered for good."""
        for _ in range(LONGEST_WAIT):
            if self.is_record or self.village.is_over or self.lasts() or self.waits():
                return
            self.lapse()

    def lasts(self) -> bool:
        """Whether the part goes on although nobody is asked; a mere warning does not."""
        clock = self.village.asked(CLOCK)
        warning = clock is not None and clock.point is points.T_WARN
        return self.village.public.part in WITHOUT_END and not warning

    def waits(self) -> bool:
        """Whether somebody is asked who has not answered for good."""
        frame = self.village.top
        assert frame is not None
        step = frame.asking
        for ask in self.village.asks:
            if ask.seat == MASTER and any(act_of(choice) == SHOW for choice in ask.choices):
                return True
            if ask.seat < 0 or not self.legal(ask.seat):
                continue
            task = step.task(self.village, frame, ask.seat) if isinstance(step, NightPart) else None
            if task is None or not task.is_settled(self.village, frame, ask.seat):
                return True
        return False

    def dots(self, part: str) -> None:
        """`... vote`, or `...` for the next part"""
        public = self.village.public
        if not part:
            start = (public.day, public.part, public.rounds)
            while not self.village.is_over and start == (public.day, public.part, public.rounds):
                self.lapse()
            return
        name, _, number = part.partition(" ")
        day = int(number) if number else NOTHING
        first = public.day
        for _ in range(LONGEST_WAIT):
            if self.village.is_over:
                return
            if self.stands_in(name, day):
                if number:
                    self.rest()
                return
            if not number and public.day != first:
                break
            self.lapse()
        raise Mismatch(f"expected the part {part!r}, got none before {self.assertions.phase()}")

    def stands_in(self, name: str, day: int) -> bool:
        """Whether the game is in this part."""
        public = self.village.public
        if day != NOTHING and public.day != day:
            return False
        if name == "night":
            return is_night(public.part)
        if name == "day":
            return is_day(public.part)
        if name == "dawn":
            return public.part == DAWN and self.waits()
        if name not in PARTS:
            raise BadNotation(self.number, f"expected a part, got {name!r}")
        return PARTS[public.part] == name

    def stands_at_turn(self) -> bool:
        """Not used: `dots` knows the parts."""
        return self.village.is_over

    # Chance.

    def foretell(self, label: str, text: str) -> None:
        """`*> 9` or `*> .80 .45`"""
        if label != "*":
            raise BadNotation(self.number, f"expected '*> ...', got {label!r}")
        self.lots += text.split()

    def draw(self, ask: Ask) -> int:
        """What the scenario says, else any."""
        if ask.point is points.DEAL or not self.lots:
            return ask.choices[-1] if ask.point is points.PERCENT else ask.choices[0]
        lot = self.lots.pop(0)
        if "." in lot:
            return ask.choices[int(Fraction(lot) * len(ask.choices))]
        if ask.point is points.PERCENT:
            raise Mismatch(f"expected a random number like .25, got {lot}")
        choice = self.seat(lot)
        if choice not in ask.choices and self.lots and self.lots[0].isdecimal():
            choice = couple_of(choice, self.seat(self.lots.pop(0)))
        if choice not in ask.choices:
            drawn = ", ".join(seat_text(seat) for seat in ask.choices)
            raise Mismatch(f"expected {lot} to be among those drawn from, got {drawn}")
        return choice

    # What holds.

    def after(self, lines: list[Line]) -> None:
        """Check every fact, then begin to count anew; chance must be used up."""
        super().after(lines)
        if self.lots:
            raise Mismatch(f"expected chance to be used up, got {' '.join(self.lots)} left over")
        self.assertions.begin()

    def check(self, line: Line) -> None:
        """Compare one line of facts."""
        key, _, rest = line.text.partition(" ")
        self.assertions.check(key, rest.strip(), line.number)

    def winners(self) -> str:
        """The winning side."""
        return self.assertions.side() if self.village.is_over else ""
