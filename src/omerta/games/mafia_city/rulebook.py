"""Mafia City as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from omerta.core import (
    Answer,
    BadOption,
    Manners,
    Notice,
    Option,
    Outcome,
    Point,
    Preview,
    Rule,
    Rulebook,
    Script,
    Seat,
    chosen_values,
)
from omerta.core.figures import Figures
from omerta.core.scenario import Line, Stage
from omerta.core.tally import Tally
from omerta.games.mafia_city import figures, guess, manners
from omerta.games.mafia_city import preview as previews
from omerta.games.mafia_city import tally as tallies
from omerta.games.mafia_city import view as views
from omerta.games.mafia_city.rules import closed, out_of_place
from omerta.games.mafia_city.rules.book import TABLES
from omerta.games.mafia_city.rules.points import POINTS
from omerta.games.mafia_city.rules.uncited import UNCITED
from omerta.games.mafia_city.state.components import FIGURES, KINDS, LOCATIONS, PHASES, SYMBOLS
from omerta.games.mafia_city.state.game import City, broken, fresh_city
from omerta.games.mafia_city.state.options import OPTION_TABLE, Options
from omerta.games.mafia_city.text import drawing, notices, position, scribe, spelling, stage
from omerta.text import Texts

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "card": (*KINDS, "whole"),
    "card_text": KINDS,
    "symbol": SYMBOLS,
    "symbol_text": SYMBOLS,
    "location": LOCATIONS[1:],
    "location_text": LOCATIONS[1:],
    "figure": FIGURES,
    "phase": PHASES,
    "effect": tuple(views.EFFECTS.values()),
    "term": drawing.TERMS,
    "ending": tallies.ENDINGS,
    "count": tallies.COUNTS,
}


@mypyc_attr(allow_interpreted_subclasses=True)
class MafiaCity(Rulebook[City, views.CityView, Options]):
    """The rulebook of Mafia City."""

    name = "mafia-city"
    clauses = "MC"
    version = 1
    seats = range(3, 6)
    option_table: tuple[Option, ...] = OPTION_TABLE
    points: tuple[Point, ...] = POINTS
    refusals: Mapping[str, str] = closed.REFUSALS
    uncited: Mapping[str, str] = UNCITED
    notices: Mapping[str, tuple[str, ...]] = notices.NOTICES
    previews: Mapping[str, tuple[str, ...]] = previews.PREVIEWS
    words: Mapping[str, tuple[str, ...]] = WORDS
    manners: Manners[City, Options] = manners.CityManners()

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values; `BadOption` names what the table does not know."""
        return Options(chosen_values(OPTION_TABLE, values))

    def deal(self, options: Options, seats: int) -> City:
        """A fresh game for three, four or five players (MC-1.1)."""
        if seats not in self.seats:
            raise BadOption(f"{seats} players: expected 3, 4 or 5 (MC-1.1)")
        rules = TABLES.of(options)
        city = fresh_city(seats, options, rules)
        city.top = rules.GAME.begin()
        city.run()
        return city

    def copy(self, game: City) -> City:
        """A game of its own."""
        return game.copy()

    def view(self, game: City, seat: Seat) -> views.CityView:
        """What this seat sees."""
        return views.view(game, seat)

    def draw(self, view: views.CityView, texts: Texts) -> str:
        """The view, as a player wants to see it before a move."""
        return drawing.draw(view, texts)

    def guess(self, view: views.CityView, rng: Random) -> City:
        """A full game that the viewer cannot tell from the true one."""
        return guess.guess(view, rng)

    def preview(self, view: views.CityView, answers: tuple[int, ...]) -> Preview | None:
        """What a drafted move does to stacks and control."""
        return previews.preview(view, answers)

    def outcome(self, game: City) -> Outcome | None:
        """The winner and the ranking of all players (MC-17.8)."""
        ranking = game.public.ranking
        return Outcome(ranking[:1], ranking) if ranking else None

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return TABLES.of(options).all

    def broken(self, game: City) -> list[str]:
        """What does not add up."""
        return broken(game)

    def own(self, game: City, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees."""
        return views.own(game, seat)

    def own_fingerprint(self, game: City, seat: Seat) -> object:
        """What stays as it is leaves a seat's own view as it is."""
        return views.own_fingerprint(game, seat)

    def shown(self, game: City) -> dict[str, Any]:
        """What everybody sees."""
        return views.shown(game)

    def shown_after(self, game: City, before: City, known: dict[str, Any]) -> dict[str, Any] | None:
        """What everybody sees and may not have seen before."""
        return views.shown_after(game, before, known)

    def figures(self, view: views.CityView) -> list[Figures]:
        """The view as named rows of numbers."""
        return figures.figures(view)

    def tally(self, game: City, notices: list[Notice]) -> Tally:
        """What a finished game counts."""
        return tallies.tally(game, notices)

    def encode(self, view: views.CityView) -> dict[str, Any]:
        """The view as plain JSON values."""
        return views.encode(view)

    def word(self, kind: str, value: int) -> str:
        """The id of a card or a location."""
        return notices.word(kind, value)

    def position(self, game: City) -> list[str]:
        """The whole table as the lines of a position."""
        return position.position(game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return stage.CityStage(self, lines)

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return scribe.script(self.deal(self.options(options), seats), answers)

    def spelt_out(self, game: City, text: str) -> list[str]:
        """The words of a move, the order of pairs and which of equal chips being one."""
        return spelling.spelt_out(game, text)

    def out_of_place(self, view: views.CityView, act: str) -> str:
        """What is so in general, else what the point of such a move says."""
        return out_of_place.out_of_place(view, act) or super().out_of_place(view, act)


RULEBOOK: Final[MafiaCity] = MafiaCity()
