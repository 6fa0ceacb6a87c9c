"""Downtown as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from omerta.core import NOTHING, Ask, BadOption, Frame, Option, Outcome, Rule, Rulebook, Seat
from omerta.core.scenario import Line, Stage
from omerta.games.downtown import defaults, notation, refusals
from omerta.games.downtown import position as positions
from omerta.games.downtown import view as views
from omerta.games.downtown.rules.book import rules_for
from omerta.games.downtown.stage import TownStage
from omerta.games.downtown.table import OPTION_TABLE, Options, option_values, options_of
from omerta.games.downtown.town import Town, fresh_town

NOTICES: Final = {
    "first_placer": ("seat",),
}


class Downtown(Rulebook[Town, views.TownView, Options]):
    """The rulebook of Downtown."""

    name = "downtown"
    clauses = "DT"
    version = 1
    seats = range(2, 5)
    option_table: tuple[Option, ...] = OPTION_TABLE
    notices: Mapping[str, tuple[str, ...]] = NOTICES

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values; `BadOption` names what the table does not know."""
        return options_of(values)

    def option_values(self, options: Options) -> dict[str, str]:
        """The options as text."""
        return option_values(options)

    def deal(self, options: Options, seats: int) -> Town:
        """A fresh game; chance deals the gangsters and turns up the stacks."""
        if seats not in self.seats:
            raise BadOption(f"{seats} players: expected 2, 3 or 4 (DT-1.1)")
        if options.first_placer != "random" and int(options.first_placer) > seats:
            raise BadOption(f"option first_placer={options.first_placer}: only {seats} seats")
        rules = rules_for(options)
        town = fresh_town(seats, options, rules)
        town.top = Frame(rules.GAME, 0, NOTHING, NOTHING, NOTHING, None)
        town.run()
        return town

    def copy(self, game: Town) -> Town:
        """A game of its own."""
        return game.copy()

    def view(self, game: Town, seat: Seat) -> views.TownView:
        """What this seat sees."""
        return views.view(game, seat)

    def default(self, game: Town, ask: Ask) -> int:
        """The time-out defaults of section 7."""
        return defaults.default(game, ask)

    def outcome(self, game: Town) -> Outcome | None:
        """The winners, and all players by their totals (DT-16.5)."""
        public = game.public
        if not public.winners:
            return None
        ranking = sorted(range(game.seats), key=lambda seat: -public.totals[seat])
        return Outcome(public.winners, tuple(ranking))

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return rules_for(options).all()

    def word(self, kind: str, value: int) -> str:
        """The id of a place, a gangster, an informant, a front or a fence."""
        return notation.word(kind, value)

    def describe(self, game: Town, ask: Ask) -> list[dict[str, Any]]:
        """The choices with their words and the things they name."""
        return notation.describe(game, ask)

    def read_move(self, game: Town, seat: Seat, text: str) -> tuple[int, ...]:
        """The small answers of a move."""
        return notation.read_move(game, seat, text)

    def move_text(self, game: Town, seat: Seat, answers: tuple[int, ...]) -> str:
        """A move as text."""
        return notation.move_text(game, seat, answers)

    def position(self, game: Town) -> list[str]:
        """The whole table as the lines of a position."""
        return positions.position(game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return TownStage(self, lines)

    def why(self, game: Town, seat: Seat, choice: int) -> tuple[str, str]:
        """The clause and the text key that explain a refusal."""
        return refusals.why(game, seat, choice)


RULEBOOK: Final = Downtown()
