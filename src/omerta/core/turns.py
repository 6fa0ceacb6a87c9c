"""A game in turns: at any moment one seat, or chance, has to answer.

Several seats may be asked at once, and time is a seat too. For programs that know only turns the
seats answer one after the other, sealed answers staying sealed, and time passes by one rule: where
the clock is asked, everybody who is asked gets one move, and then time is up.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from omerta.core.contract import Outcome, Rulebook, View
from omerta.core.machine import CHANCE, CLOCK, EVERYBODY, MASTER, Ask, Frame, Game, Notice, Seat

ANSWERED: Final = "> "
"""What the key of a seat's own answer begins with, among all that it heard."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Turns:
    """A game that is played turn by turn, and what everybody has heard and answered in it."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], game: Any) -> None:
        self.rulebook: Final = rulebook
        self.game: Any = game
        self.told: list[Notice] = []
        self.seat: Seat = EVERYBODY
        """Whose turn it is: a seat or CHANCE; EVERYBODY when the game is over."""
        self.ask: Ask | None = None
        self.answers = 0
        """How many answers were given, those of chance among them."""
        self.rounds = 0
        """How often everybody has had a word."""
        self.to_speak: list[Seat] = []
        self.place: Frame | None = None
        self.move: list[int] = []
        """The small answers of a move that is not whole yet."""
        self.before: Any = None
        """The game before that move: what others see until it is whole."""
        self.told_before = 0
        """How much was told before that move."""

    def begin(self) -> None:
        """Find out whose turn it is first."""
        self.game.notices = self.told
        self._go_on()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to answer."""
        return self.ask is None

    def answer(self, choice: int) -> None:
        """Whoever has the turn answers; `Refused` changes nothing."""
        ask = self.ask
        assert ask is not None, "nobody has a turn when the game is over"
        game = self.game
        seat = ask.seat
        if seat == CHANCE:
            game.answer(CHANCE, choice)
            self.answers += 1
            self._go_on()
            return
        before: Any = None
        if not ask.point.continues:
            before = game.copy()
            self.told_before = len(self.told)
        game.answer(seat, choice)
        self.answers += 1
        self.told.append(Notice(ANSWERED + ask.point.name, (choice,), seat))
        if before is not None:
            self.before = before
            self.move = []
        follow = game.asked(seat)
        if follow is not None and follow.point.continues:
            self.move.append(choice)
            self.ask = follow
            return
        self.before = None
        self.move = []
        if seat in self.to_speak:
            self.to_speak.remove(seat)
        self._go_on()

    def _go_on(self) -> None:
        """Find out whose turn is next; time, and whoever runs the game, answer by default."""
        game = self.game
        while True:
            asks: list[Ask] = game.asks
            if not asks:
                self.seat = EVERYBODY
                self.ask = None
                return
            first = asks[0]
            clock: Ask | None = game.asked(CLOCK)
            if clock is None:
                for ask in asks:
                    if ask.seat != MASTER:
                        self.seat = ask.seat
                        self.ask = ask
                        return
                game.answer(MASTER, self.rulebook.default(game, first))
                continue
            if self.place is None or not is_same_place(self.place, game.top):
                self._everybody_gets_a_word()
            for seat in self.to_speak:
                found: Ask | None = game.asked(seat)
                if found is not None:
                    self.seat = seat
                    self.ask = found
                    return
            self.place = None
            game.answer(CLOCK, self.rulebook.default(game, clock))

    def _everybody_gets_a_word(self) -> None:
        """Another round of words, begun by another seat than the last one."""
        game = self.game
        start = self.rounds % game.seats
        asked = [ask.seat for ask in game.asks if ask.seat >= 0]
        self.to_speak = [seat for seat in game.clockwise(start) if seat in asked]
        self.place = game.top
        self.rounds += 1

    def seen_by(self, seat: Seat) -> Any:
        """The game as it stands for a seat: nobody else sees a move before it is whole."""
        return self.game if self.before is None or seat == self.seat else self.before

    def view(self, seat: Seat) -> View:
        """What a seat sees."""
        view: View = self.rulebook.view(self.seen_by(seat), seat)
        return view

    def heard(self, seat: Seat) -> list[Notice]:
        """What a seat has heard and answered from the beginning on."""
        told = self.told
        if self.before is not None and seat != self.seat:
            told = told[: self.told_before]
        return [notice for notice in told if notice.only in (EVERYBODY, seat)]

    def _told_in_move(self, seat: Seat) -> int:
        """How much of a move that is not whole yet the mover has heard so far."""
        since = self.told[self.told_before :]
        return len([notice for notice in since if notice.only in (EVERYBODY, seat)])

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.rulebook.outcome(self.game)

    def copy(self) -> Turns:
        """The same, to be played on its own."""
        turns = Turns(self.rulebook, self.game.copy())
        turns._take_over(self, self.told[:])
        if self.before is not None:
            turns.before = self.before  # it never changes
            turns.move = self.move[:]
        turns.ask = turns._question()
        return turns

    def _take_over(self, other: Turns, told: list[Notice]) -> None:
        self.told = told
        self.game.notices = told
        self.seat = other.seat
        self.answers = other.answers
        self.rounds = other.rounds
        self.to_speak = other.to_speak[:]
        self.place = other.place
        self.told_before = other.told_before

    def _question(self) -> Ask | None:
        if self.seat == EVERYBODY:
            return None
        found: Ask | None = self.game.asked(self.seat)
        return found

    def __copy__(self) -> Turns:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Turns:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        said = (self.told, self.seat, self.answers, self.rounds, self.to_speak, self.place)
        move = (self.move, self.before, self.told_before)
        return (turns_again, (type(self.rulebook), self.game, *said, *move))

    def imagined(self, seat: Seat, rng: Random) -> Turns:
        """The same moment in a world that this seat cannot tell from the true one.

        It has heard the same; of what others alone were told nothing is known. Who has answered in
        secret gives any answer there.
        """
        seen = self.seen_by(seat) if self.before is None else self.before
        game = self.rulebook.guess(self.rulebook.view(seen, seat), rng)
        for ask in list(game.asks):
            if ask.seat >= 0 and seen.asked(ask.seat) is None:
                game.answer(ask.seat, ask.choices[int(rng.random() * len(ask.choices))])
        turns = Turns(self.rulebook, game)
        turns._take_over(self, self.heard(seat))
        if seat == self.seat and self.before is not None:
            turns.before = game.copy()
            turns.move = self.move[:]
            game.notices = None  # it was told already
            for choice in self.move:
                game.answer(seat, choice)
            game.notices = turns.told
            turns.told_before = len(turns.told) - self._told_in_move(seat)
        turns.ask = turns._question()
        return turns


def turns_again(
    rulebook: Any,
    game: Any,
    told: list[Notice],
    seat: Seat,
    answers: int,
    rounds: int,
    to_speak: list[Seat],
    place: Frame | None,
    move: list[int],
    before: Any,
    told_before: int,
) -> Turns:
    """The turns of a game that was written down."""
    turns = Turns(rulebook(), game)
    turns.told = told
    game.notices = told
    turns.seat = seat
    turns.answers = answers
    turns.rounds = rounds
    turns.to_speak = to_speak
    turns.place = place
    turns.move = move
    turns.before = before
    turns.told_before = told_before
    turns.ask = turns._question()
    return turns


def in_turns(rulebook: Rulebook[Any, Any, Any], game: Game) -> Turns:
    """A game from here on, turn by turn."""
    turns = Turns(rulebook, game)
    turns.begin()
    return turns


def is_same_place(before: Frame | None, after: Frame | None) -> bool:
    """Whether all answers have left the game where it was, so that only time can move it."""
    if before is None or after is None:
        return before is after
    return (
        before.rule is after.rule
        and before.step == after.step
        and before.actor == after.actor
        and before.target == after.target
        and before.thing == after.thing
    )
