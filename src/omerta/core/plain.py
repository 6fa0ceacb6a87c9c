"""A plain game: the least that a game of one's own has to say, and all the rest by itself.

What is public and what each seat holds are two dataclasses of plain values (numbers, text and
tuples of them, so that a copy can share them). From these come copies, views, positions, the
stage of scenarios and records. A game that wants its own words or more speed overrides them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from mypy_extensions import mypyc_attr

from omerta.core import plain_text, wording
from omerta.core.contract import Rulebook, Script, View
from omerta.core.fields import copied, values_of
from omerta.core.machine import EVERYBODY, NOTHING, Game, Rule, Seat
from omerta.core.options import BadOption, Options, chosen_values
from omerta.core.rule_table import RuleTable

if TYPE_CHECKING:
    from omerta.core.record import Answer
    from omerta.core.scenario import Line, Stage


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainGame(Game):
    """A game whose table is what is public, one secret for each seat and one for the box."""

    def __init__(
        self, seats: int, options: Options, rules: RuleTable, public: Any, secret: list[Any]
    ) -> None:
        super().__init__(seats)
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.secret: Final = secret

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        return (self.seats, self.options, self.rules, self.public, self.secret)

    def copy(self) -> PlainGame:
        """A game of its own that stands where this one stands."""
        secret = [copied(own) for own in self.secret]
        game = type(self)(self.seats, self.options, self.rules, copied(self.public), secret)
        game.take_over(self)
        return game


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainView(View):
    """What is public and what is the seat's own; a spectator has nothing of its own."""

    def __init__(self, game: PlainGame, seat: Seat) -> None:
        super().__init__(game, seat)
        self.options: Final = game.options
        self.rules: Final = game.rules
        self.public: Final = copied(game.public)
        self.mine: Final = copied(game.secret[seat]) if seat >= 0 else None

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        secret = [self.mine if seat == self.seat else None for seat in range(self.seats)]
        game = PlainGame(self.seats, self.options, self.rules, self.public, secret)
        return (self.standing(game), self.seat)


P = TypeVar("P", bound=PlainGame)


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainRulebook(Rulebook[P, PlainView, Options], Generic[P]):
    """A rulebook that is left with the table, the rules, a guess and the outcome to say."""

    # What every plain game says for itself, beside `guess`, `outcome` and what all rulebooks name.

    def fresh(self, options: Options, seats: int) -> P:
        """The table before anything has happened."""
        raise NotImplementedError

    def first_rule(self, game: P) -> Rule:
        """The rule that the game begins with."""
        raise NotImplementedError

    # What comes by itself.

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values."""
        return Options(chosen_values(self.option_table, values))

    def deal(self, options: Options, seats: int) -> P:
        """A fresh game, run to its first question."""
        if seats not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            raise BadOption(f"{seats} players: expected {fewest} to {most}")
        game = self.fresh(options, seats)
        game.top = self.first_rule(game).begin()
        game.run()
        return game

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return self.fresh(options, self.seats[0]).rules.all

    def copy(self, game: P) -> P:
        """A game of its own."""
        return cast("P", game.copy())

    def view(self, game: P, seat: Seat) -> PlainView:
        """What this seat sees."""
        return PlainView(game, seat)

    def imagined(self, view: PlainView, secret: list[Any]) -> P:
        """The game with these secrets that stands where the viewer sees it stand."""
        game = self.fresh(view.options, view.seats)
        for name, value in values_of(view.public).items():
            setattr(game.public, name, value)
        game.secret[:] = [copied(own) for own in secret]
        if view.top is not None:
            game.resume(view.top)
            if view.sealed != NOTHING:
                game.answer(view.seat, view.sealed)
        return game

    def broken(self, game: P) -> list[str]:
        """A plain game does not say what must add up."""
        return []

    def encode(self, view: PlainView) -> dict[str, Any]:
        """The view as plain JSON values."""
        encoded: dict[str, Any] = {
            "game": self.name,
            "seats": view.seats,
            "public": values_of(view.public),
            "seat": view.seat,
            "mine": {} if view.mine is None else values_of(view.mine),
            "answered": view.sealed != NOTHING,
            "asked": None,
        }
        if view.asked is not None:
            choices = wording.describe(view.asked, view.options)
            encoded["asked"] = {"point": view.asked.point.name, "choices": choices}
        return encoded

    def own(self, game: P, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees."""
        encoded = self.encode(self.view(game, seat))
        return {name: encoded[name] for name in ("seat", "mine", "answered", "asked")}

    def shown(self, game: P) -> dict[str, Any]:
        """What everybody sees."""
        encoded = self.encode(self.view(game, EVERYBODY))
        return {name: encoded[name] for name in ("game", "seats", "public")}

    def word(self, kind: str, value: int) -> str:
        """The id of a value: one of the words that the rulebook lists for its kind."""
        return self.words[kind][value]

    def draw(self, view: PlainView, texts: Any) -> str:
        """What is seen, as a terminal shows it."""
        return plain_text.draw(self, view, texts)

    def position(self, game: P) -> list[str]:
        """The whole table as the lines of a position."""
        return plain_text.position(self, game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return plain_text.PlainStage(self, lines)

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return plain_text.script(self, options, seats, answers)
