"""Downtown as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from omerta.core import (
    NOTHING,
    Answer,
    Ask,
    BadOption,
    Frame,
    Option,
    Outcome,
    Rule,
    Rulebook,
    Script,
    Seat,
)
from omerta.core.scenario import Line, Stage
from omerta.games.downtown import broken as invariants
from omerta.games.downtown import defaults, notation, refusals, scribe
from omerta.games.downtown import guess as guesses
from omerta.games.downtown import position as positions
from omerta.games.downtown import view as views
from omerta.games.downtown.deck import deck_names
from omerta.games.downtown.rules.book import rules_for
from omerta.games.downtown.stage import TownStage
from omerta.games.downtown.table import OPTION_TABLE, Options, option_values, options_of
from omerta.games.downtown.town import Town, fresh_town

NOTICES: Final = {
    "first_placer": ("seat",),
    "placed": ("seat", "place"),
    "start_player": ("seat",),
    "opened": ("seat", "number"),
    "drew": ("seat",),
    "drew_card": ("gangster",),
    "turned_up": ("gangster",),
    "reshuffled": ("number",),
    "top_card": ("informant", "loot"),
    "top_fence": ("number_stack", "buyer"),
    "turn": ("seat",),
    "moved": ("seat", "place_from", "place_to"),
    "collected": ("seat", "seat_from", "number"),
    "paid": ("seat", "seat_to", "number"),
    "got_gangsters": (
        "seat",
        "seat_from",
        "number_spies",
        "number_safecrackers",
        "number_lookouts",
    ),
    "uses": ("seat", "place"),
    "bought": ("seat", "gangster", "number"),
    "bank_share": ("seat", "number"),
    "declined": ("seat",),
    "robbed": ("seat", "informant", "loot"),
    "looked": ("seat", "informant"),
    "saw_back": ("informant", "loot", "number"),
    "put_on_top": ("seat", "informant"),
    "put_under": ("seat", "informant"),
    "sold_card": ("seat", "informant", "loot", "number"),
    "fence_turned": ("number_stack", "fence"),
    "proceeds": ("seat", "number"),
    "looked_at_fence": ("seat", "number_stack"),
    "saw_fence": ("number_stack", "fence"),
    "put_fence": ("seat", "number_stack"),
    "casino": ("number_stack", "number"),
    "visited": ("seat",),
    "skipped": ("seat",),
    "staked": ("seat", "number"),
    "won_stake": ("seat", "seat_from", "number"),
    "lost_stake": ("seat", "number"),
    "added": ("seat", "number"),
    "added_money": ("seat", "number"),
    "laid": ("seat", "number"),
    "laid_gangster": ("seat", "gangster"),
    "revealed": (
        "seat",
        "number",
        "number_spies",
        "number_safecrackers",
        "number_lookouts",
    ),
    "shed": ("seat", "gangster"),
    "shed_card": ("seat", "informant", "loot"),
    "ended_by_total": (),
    "ended_by_casino": (),
    "ended_by_cap": ("number",),
    "total": ("seat", "number"),
    "won": ("seat",),
}


class Downtown(Rulebook[Town, views.TownView, Options]):
    """The rulebook of Downtown."""

    name = "downtown"
    clauses = "DT"
    version = 1
    seats = range(2, 5)
    option_table: tuple[Option, ...] = OPTION_TABLE
    simulation: Mapping[str, str] = {"turn_cap": "300"}
    """DT-R21: two who never pay each other could go on for ever."""
    notices: Mapping[str, tuple[str, ...]] = NOTICES
    in_any_order: tuple[str, ...] = ("use/buy", "add_money/add_gang", "lay_money/lay_gang")

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values; `BadOption` names what the table does not know."""
        return options_of(values)

    def option_values(self, options: Options) -> dict[str, str]:
        """The options as text."""
        return option_values(options)

    def values_of(self, option: Option) -> tuple[str, ...]:
        """The values that the table names, and the decks that lie here (DT-R22)."""
        return deck_names() if option.name == "informant_deck" else option.values

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

    def guess(self, view: views.TownView, rng: Random) -> Town:
        """A full game that the viewer cannot tell from the true one."""
        return guesses.guess(view, rng)

    def encode(self, view: views.TownView) -> dict[str, Any]:
        """The view as plain JSON values."""
        return views.encode(view)

    def encode_public(self, view: views.TownView) -> dict[str, Any]:
        """What everybody sees, as plain JSON values."""
        return views.encode_public(view)

    def encode_own(self, view: views.TownView) -> dict[str, Any]:
        """What this seat alone sees, as plain JSON values."""
        return views.encode_own(view)

    def own(self, game: Town, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees of a game, as plain JSON values."""
        return views.own(game, seat)

    def shown(self, game: Town) -> dict[str, Any]:
        """What everybody sees of a game, as plain JSON values."""
        return views.shown(game)

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
        """The id of a place, a gangster, an informant, a kind of loot or a fence."""
        return notation.word(kind, value)

    def describe(self, game: Town, ask: Ask) -> list[dict[str, Any]]:
        """The choices with their words and the things they name."""
        return notation.describe(game.options.deck, ask)

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

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return scribe.script(self.deal(self.options(options), seats), answers)

    def why(self, game: Town, seat: Seat, choice: int) -> tuple[str, str]:
        """The clause and the text key that explain a refusal."""
        return refusals.why(game, seat, choice)

    def broken(self, game: Town) -> list[str]:
        """What does not add up: money, gangsters, informant cards, fences, memories."""
        return invariants.broken(game)

    def explain(self, game: Town, seat: Seat, text: str) -> tuple[str, str]:
        """The same for a move in the notation."""
        return refusals.explain(game, seat, text)

    def round_of(self, game: Town) -> int:
        """The number of the turn."""
        return game.public.turns


RULEBOOK: Final[Downtown] = Downtown()
