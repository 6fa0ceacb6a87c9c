"""Downtown as the rest of the house sees it."""

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
    Refused,
    Rule,
    Rulebook,
    Script,
    Seat,
    Unread,
)
from omerta.core.figures import Figures
from omerta.core.scenario import Line, Stage
from omerta.core.tally import Tally
from omerta.games.downtown import figures, guess, manners
from omerta.games.downtown import preview as previews
from omerta.games.downtown import tally as tallies
from omerta.games.downtown import view as views
from omerta.games.downtown.rules import closed, out_of_place, wrong
from omerta.games.downtown.rules.book import TABLES
from omerta.games.downtown.rules.points import POINTS, USE
from omerta.games.downtown.rules.uncited import UNCITED
from omerta.games.downtown.state import invariants, kinds
from omerta.games.downtown.state.components import DOWNTOWN, FENCES, INFORMANTS, LOOT, PLACES
from omerta.games.downtown.state.deck import deck_names
from omerta.games.downtown.state.game import Town, fresh_town
from omerta.games.downtown.state.gang import GANGSTERS
from omerta.games.downtown.state.options import OPTION_TABLE, Options, options_of
from omerta.games.downtown.text import drawing, notices, position, scribe, spelling, stage
from omerta.text import Texts

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "place": PLACES,
    "place_text": PLACES,
    "gangster": GANGSTERS,
    "informant": INFORMANTS,
    "informant_text": INFORMANTS,
    "loot": LOOT,
    "haul": ("empty", "money", *GANGSTERS),
    "unseen": ("empty", "money", "gangster"),
    "buyer": tuple(kinds.buyer_word(kinds.front_of_fence(f)) for f in range(len(FENCES))),
    "fence": tuple(kinds.fence_word(fence) for fence in range(len(FENCES))),
    "phase": tuple(str(phase) for phase in range(5)),
    "term": drawing.TERMS,
    "ending": tallies.ENDINGS,
    "income": tallies.INCOME,
    "count": tallies.COUNTS,
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Downtown(Rulebook[Town, views.TownView, Options]):
    """The rulebook of Downtown."""

    name = "downtown"
    clauses = "DT"
    version = 1
    seats = range(2, 5)
    option_table: tuple[Option, ...] = OPTION_TABLE
    simulation: Mapping[str, str] = {"turn_cap": "300"}
    """DT-R21: two who never pay each other could go on for ever."""
    points: tuple[Point, ...] = POINTS
    refusals: Mapping[str, str] = closed.REFUSALS
    uncited: Mapping[str, str] = UNCITED
    notices: Mapping[str, tuple[str, ...]] = notices.NOTICES
    previews: Mapping[str, tuple[str, ...]] = previews.PREVIEWS
    words: Mapping[str, tuple[str, ...]] = WORDS
    manners: Manners[Town, Options] = manners.TownManners()

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values."""
        return options_of(values)

    def values_of(self, option: Option) -> tuple[str, ...]:
        """The values that the table names, and the decks that lie here (DT-R22)."""
        return deck_names() if option.name == "informant_deck" else option.values

    def deal(self, options: Options, seats: int) -> Town:
        """A fresh game for 2 to 4 players; chance deals and turns up the stacks (DT-1.1)."""
        if seats not in self.seats:
            raise BadOption(f"{seats} players: expected 2, 3 or 4 (DT-1.1)")
        if options.number("first_placer") > seats:
            raise BadOption(f"option first_placer={options['first_placer']}: only {seats} seats")
        rules = TABLES.of(options)
        town = fresh_town(seats, options, rules)
        town.become(rules.GAME.begin())
        town.run()
        return town

    def copy(self, game: Town) -> Town:
        """A game of its own."""
        return game.copy()

    def view(self, game: Town, seat: Seat) -> views.TownView:
        """What this seat sees."""
        return views.view(game, seat)

    def draw(self, view: views.TownView, texts: Texts) -> str:
        """The view, as a player wants to see it before a move."""
        return drawing.draw(view, texts)

    def guess(self, view: views.TownView, rng: Random) -> Town:
        """Another game that looks the same."""
        return guess.guess(view, rng)

    def preview(self, view: views.TownView, answers: tuple[int, ...]) -> Preview | None:
        """What a drafted move does, in sums."""
        return previews.preview(view, answers)

    def outcome(self, game: Town) -> Outcome | None:
        """The winners, and all players by their totals (DT-16.5)."""
        public = game.public
        if not public.winners:
            return None
        ranking = sorted(range(game.seats), key=lambda seat: -public.totals[seat])
        return Outcome(public.winners, tuple(ranking))

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return TABLES.of(options).all

    def broken(self, game: Town) -> list[str]:
        """What does not add up: money, gangsters, informant cards, fences, memories."""
        return invariants.broken(game)

    def own(self, game: Town, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees."""
        return views.own(game, seat)

    def shown(self, game: Town) -> dict[str, Any]:
        """What everybody sees."""
        return views.shown(game)

    def figures(self, view: views.TownView) -> list[Figures]:
        """The view as named rows of numbers."""
        return figures.figures(view)

    def tally(self, game: Town, notices: list[Notice]) -> Tally:
        """What a finished game counts."""
        return tallies.tally(game, notices)

    def encode(self, view: views.TownView) -> dict[str, Any]:
        """The whole view."""
        return views.encode(view)

    def word(self, kind: str, value: int) -> str:
        """The id of a place, a gangster, an informant, a kind of loot or a fence."""
        return notices.word(kind, value)

    def position(self, game: Town) -> list[str]:
        """The whole table."""
        return position.position(game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return stage.TownStage(self, lines)

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return scribe.script(self.deal(self.options(options), seats), answers)

    # Moves in words.

    def spelt_out(self, game: Town, text: str) -> list[str]:
        """Gangsters one by one."""
        return spelling.spelt_out(text)

    def written(self, game: Town, said: list[str]) -> str:
        """Gangsters of a display by their numbers."""
        return spelling.written(said)

    def wrong_as_a_whole(self, view: views.TownView, said: list[str]) -> str:
        """A purchase of more than there is."""
        if said[0] != "buy" or USE.wrong(view, DOWNTOWN):
            return ""
        return wrong.whole_purchase(view, said[1:])

    def goes_unasked(self, before: Town, after: Town, seat: Seat, said: list[str]) -> bool:
        """A payment that ends the game leaves its move unasked, but not unchecked (DT-16.1)."""
        other = after.public.next
        if not said or not after.is_over or before.public.paid or not after.public.paid:
            return False
        try:
            move, words = kinds.MOVE.read(said, before.options)
        except Unread as unread:
            raise Refused(closed.REFUSALS[unread.key], unread.key, (seat,)) from None
        key = wrong.move_to(views.view(before, seat), other, move)
        if key:
            raise Refused(closed.REFUSALS[key], key, (seat,))
        return words == len(said)

    def out_of_place(self, view: views.TownView, act: str) -> str:
        """What is so in general, else what the point of such a move says."""
        return out_of_place.out_of_place(view, act) or super().out_of_place(view, act)


RULEBOOK: Final[Downtown] = Downtown()
