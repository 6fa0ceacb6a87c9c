"""Palermo as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from omerta.core import (
    MASTER,
    Answer,
    BadOption,
    Manners,
    Notice,
    Option,
    Outcome,
    Point,
    Rule,
    Rulebook,
    Script,
    Seat,
)
from omerta.core.figures import Figures
from omerta.core.scenario import Line, Stage
from omerta.core.tally import Tally
from omerta.games.palermo import figures
from omerta.games.palermo import guess as guesses
from omerta.games.palermo import tally as tallies
from omerta.games.palermo import view as views
from omerta.games.palermo.manners import VillageManners
from omerta.games.palermo.rules import out_of_place
from omerta.games.palermo.rules.book import TABLES
from omerta.games.palermo.rules.closed import REFUSALS
from omerta.games.palermo.rules.points import POINTS
from omerta.games.palermo.rules.uncited import UNCITED
from omerta.games.palermo.state.game import Village, fresh_village
from omerta.games.palermo.state.invariants import broken
from omerta.games.palermo.state.kinds import START, choice_of
from omerta.games.palermo.state.options import (
    ADVICE,
    OPTION_TABLE,
    WARNINGS,
    Options,
    option_faults,
    setup_faults,
)
from omerta.games.palermo.state.roles import FEWEST, MOST, ROLE_NAMES, Remark
from omerta.games.palermo.state.statements import NAMES, RECORDS, SPOKEN, STRENGTHS
from omerta.games.palermo.state.table import NO_WINNER, WINNERS
from omerta.games.palermo.text import position, scribe, spelling, stage
from omerta.games.palermo.text.drawing import TERMS, draw
from omerta.games.palermo.text.notices import NOTICES, WORDS, word
from omerta.text import Texts


@mypyc_attr(allow_interpreted_subclasses=True)
class Palermo(Rulebook[Village, views.VillageView, Options]):
    """The rulebook of Palermo."""

    name = "palermo"
    clauses = "PA"
    version = 1
    seats = range(FEWEST, MOST + 1)
    option_table: tuple[Option, ...] = OPTION_TABLE
    simulation: Mapping[str, str] = {
        "deadlock_rounds": "3",
        "deal": "random",
        "distribution": "extended",
    }
    """PA-R18: a village in which nobody dies could go on for ever; nobody assigns the cards, and
    there is a role for everything."""
    points: tuple[Point, ...] = POINTS
    refusals: Mapping[str, str] = REFUSALS
    uncited: Mapping[str, str] = UNCITED
    notices: Mapping[str, tuple[str, ...]] = NOTICES
    words: Mapping[str, tuple[str, ...]] = {
        **WORDS,
        "role_text": ROLE_NAMES,
        "winner": WINNERS[1:],
        "statement": NAMES[:SPOKEN],
        "record": RECORDS,
        "strength": tuple(str(strength) for strength in STRENGTHS),
        "degree": tuple(str(strength) for strength in STRENGTHS),
        "warning": WARNINGS,
        "advice": ADVICE,
        "term": TERMS,
        "count": tallies.COUNTS,
    }
    manners: Manners[Village, Options] = VillageManners()

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values; `BadOption` names what 5.2 does not allow."""
        options = Options(values)
        faults = option_faults(options)
        if faults:
            raise forbidden(faults)
        return options

    def deal(self, options: Options, seats: int) -> Village:
        """A fresh game: chance deals, or with `deal=director` the game master is asked."""
        cards = options.cards(seats)
        faults = setup_faults(options, seats, cards)
        if faults:
            raise forbidden(faults, f"{seats} players: ")
        rules = TABLES.of(options)
        village = fresh_village(seats, options, rules, cards)
        village.top = rules.GAME.begin()
        village.run()
        if options["deal"] == "random":
            village.answer(MASTER, choice_of(START))
        return village

    def copy(self, game: Village) -> Village:
        """A game of its own."""
        return game.copy()

    def view(self, game: Village, seat: Seat) -> views.VillageView:
        """What this seat sees."""
        return views.view(game, seat)

    def draw(self, view: views.VillageView, texts: Texts) -> str:
        """The view, as a player wants to see it before a move."""
        return draw(view, texts)

    def guess(self, view: views.VillageView, rng: Random) -> Village:
        """A full game that the viewer cannot tell from the true one."""
        return guesses.guess(view, rng)

    def figures(self, view: views.VillageView) -> list[Figures]:
        """The view as named rows of numbers."""
        return figures.figures(view)

    def tally(self, game: Village, notices: list[Notice]) -> Tally:
        """What a finished game counts."""
        return tallies.tally(game, notices)

    def encode(self, view: views.VillageView) -> dict[str, Any]:
        """The view as plain JSON values."""
        return views.encode(view)

    def own(self, game: Village, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees of a game, as plain JSON values."""
        return views.own(game, seat)

    def shown(self, game: Village) -> dict[str, Any]:
        """What everybody sees of a game, as plain JSON values."""
        return views.shown(game)

    def outcome(self, game: Village) -> Outcome | None:
        """The winning side and its cards, living and dead (PA-12.13)."""
        public = game.public
        if public.winner == NO_WINNER:
            return None
        return Outcome(public.winners, public.winners, WINNERS[public.winner])

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return TABLES.of(options).all

    def word(self, kind: str, value: int) -> str:
        """The id of a role, a side, a cause or a word of the talk."""
        return word(kind, value)

    def spelt_out(self, game: Village, text: str) -> list[str]:
        """A statement field by field; `accuse 4` is a statement too."""
        return spelling.spelt_out(text)

    def written(self, game: Village, said: list[str]) -> str:
        """A statement in the form of section 6."""
        return spelling.written(said)

    def out_of_place(self, view: views.VillageView, act: str) -> str:
        """The end, those who have left and those without a card; then the point's own reason."""
        return out_of_place.out_of_place(view, act) or super().out_of_place(view, act)

    def position(self, game: Village) -> list[str]:
        """The whole table as the lines of a position."""
        return position.position(game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return stage.VillageStage(self, lines)

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return scribe.script(self.deal(self.options(options), seats), answers)

    def broken(self, game: Village) -> list[str]:
        """What does not add up."""
        return broken(game)


def forbidden(faults: list[Remark], head: str = "") -> BadOption:
    """The error that names everything that is forbidden, and explains the first of it."""
    told = "; ".join(f"{fault.key} ({fault.clause})" for fault in faults)
    return BadOption(head + told, faults[0].key, faults[0].clause)


RULEBOOK: Final[Palermo] = Palermo()
