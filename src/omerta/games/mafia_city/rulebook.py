"""Mafia City as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

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
    chosen_values,
)
from omerta.core.scenario import Line, Stage
from omerta.games.mafia_city import notation, position, refusals, scribe, stage
from omerta.games.mafia_city import view as views
from omerta.games.mafia_city.city import City, fresh_city
from omerta.games.mafia_city.rules.book import rules_for
from omerta.games.mafia_city.table import (
    ACCEPT,
    DECK,
    DECLINE,
    KEEP,
    OPTION_TABLE,
    PASS,
    STARTING_HAND,
    STARTING_RESERVE,
    Options,
    option_values,
)

NOTICES: Final = {
    "first_player": ("seat",),
    "kept": ("seat",),
    "exchanged": ("seat", "card", "card_2"),
    "drew": ("seat",),
    "drew_card": ("card",),
    "reshuffled": ("number",),
    "action_phase": ("number", "seat"),
    "passed": ("seat",),
    "placed": ("seat", "location"),
    "temporized": ("seat", "card"),
    "forfeited": ("seat",),
    "active_again": ("seat",),
    "hat": ("seat", "card", "seat_owner", "location", "number"),
    "hats": ("seat", "card", "card_2", "location"),
    "bullet": ("seat", "card"),
    "plus_one": ("seat", "card"),
    "fists": ("seat", "card", "card_2"),
    "police_chief": ("seat", "card"),
    "fbi": ("seat", "card"),
    "cancelled": ("seat", "seat_of"),
    "hitman": ("seat", "card", "seat_owner", "location", "number"),
    "snitch": ("seat", "card", "seat_owner", "location", "number"),
    "thief": ("seat", "card", "seat_victim"),
    "police_raid": ("seat", "card", "location"),
    "shadow_games": ("seat", "card", "location", "location_2"),
    "grand_scheme": ("seat", "card", "seat_owner", "location", "number", "location_to"),
    "complicity": ("seat", "card", "seat_owner", "location", "number"),
    "trade": ("seat", "card"),
    "agreement": ("seat", "card", "location"),
    "bid_passed": ("seat", "location"),
    "stole": ("seat", "seat_victim"),
    "stole_card": ("seat_victim", "card"),
    "lost_card": ("seat", "card"),
    "nothing_to_steal": ("seat", "seat_victim"),
    "jailed": ("seat", "seat_owner", "location"),
    "discarded": ("seat", "card"),
    "location_phase": (),
    "solving": ("location",),
    "nobody_controls": ("location",),
    "controls": ("seat", "location"),
    "declined_effect": ("seat", "location"),
    "released": ("seat", "number"),
    "jail_effect": ("seat", "seat_owner", "location", "number"),
    "hitman_effect": ("seat", "location"),
    "eliminated": ("seat", "seat_owner", "location"),
    "recruited": ("seat",),
    "took_policeman": ("seat",),
    "policeman_returned": (),
    "took_mayor": ("seat",),
    "mayor_returned": (),
    "extra_point": ("seat",),
    "strategy_phase": (),
    "took_back": ("seat", "location", "number"),
    "token_passed": ("seat",),
    "won": ("seat",),
}


@mypyc_attr(allow_interpreted_subclasses=True)
class MafiaCity(Rulebook[City, views.CityView, Options]):
    """The rulebook of Mafia City."""

    name = "mafia-city"
    clauses = "MC"
    version = 1
    seats = range(3, 6)
    option_table: tuple[Option, ...] = OPTION_TABLE
    notices: Mapping[str, tuple[str, ...]] = NOTICES
    goes_round: tuple[str, ...] = ("mulligan", "bullet_turn", "bid_agreement", "take_back")
    describes_alike = True
    may_be_ordered: tuple[str, ...] = ("react", "complicity", "bullet_turn", "bid_agreement")
    may_be_held: tuple[str, ...] = ("react", "complicity", "bullet_turn", "bid_agreement")

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values; `BadOption` names what the table does not know."""
        return Options(**chosen_values(OPTION_TABLE, values))

    def option_values(self, options: Options) -> dict[str, str]:
        """The options as text."""
        return option_values(options)

    def deal(self, options: Options, seats: int) -> City:
        """A fresh game; chance chooses the first player, the tiles and the cards."""
        if seats not in self.seats:
            raise BadOption(f"{seats} players: expected 3, 4 or 5 (MC-1.1)")
        rules = rules_for(options)
        city = fresh_city(seats, options, rules)
        city.top = Frame(rules.GAME, 0, NOTHING, NOTHING, NOTHING, None)
        city.run()
        return city

    def copy(self, game: City) -> City:
        """A game of its own."""
        return game.copy()

    def view(self, game: City, seat: Seat) -> views.CityView:
        """What this seat sees."""
        return views.view(game, seat)

    def guess(self, view: views.CityView, rng: Random) -> City:
        """A full game that the viewer cannot tell from the true one."""
        return views.guess(view, rng)

    def encode(self, view: views.CityView) -> dict[str, Any]:
        """The view as plain JSON values."""
        return views.encode(view)

    def encode_public(self, view: views.CityView) -> dict[str, Any]:
        """What everybody sees, as plain JSON values."""
        return views.encode_public(view)

    def encode_own(self, view: views.CityView) -> dict[str, Any]:
        """What this seat alone sees, as plain JSON values."""
        return views.encode_own(view)

    def own(self, game: City, seat: Seat) -> dict[str, Any]:
        """What this seat alone sees of a game, as plain JSON values."""
        return views.own(game, seat)

    def own_mark(self, game: City, seat: Seat) -> object:
        """What stays as it is leaves a seat's own view as it is."""
        return views.own_mark(game, seat)

    def shown(self, game: City) -> dict[str, Any]:
        """What everybody sees of a game, as plain JSON values."""
        return views.shown(game)

    def default(self, game: City, ask: Ask) -> int:
        """The time-out defaults of section 6."""
        if ask.point == "mulligan":
            return KEEP
        if ask.point == "take_turn":
            return PASS
        if ask.point in ("trade_discard", "district_discard"):
            return game.secret[ask.seat].drawn[-1]
        if ask.point == "location_effect":
            return ACCEPT
        if ask.point == "take_back":
            return 0
        return DECLINE if DECLINE in ask.choices else ask.choices[0]

    def outcome(self, game: City) -> Outcome | None:
        """The winner and the ranking of all players (MC-17.8)."""
        ranking = game.public.ranking
        return Outcome(ranking[:1], ranking) if ranking else None

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return rules_for(options).all()

    def word(self, kind: str, value: int) -> str:
        """The id of a card or a location."""
        return notation.word(kind, value)

    def describe(self, game: City, ask: Ask) -> list[dict[str, Any]]:
        """The choices with their words and the things they name."""
        return notation.describe(ask)

    def read_move(self, game: City, seat: Seat, text: str) -> tuple[int, ...]:
        """The small answers of a move."""
        return notation.read_move(game, seat, text)

    def move_text(self, game: City, seat: Seat, answers: tuple[int, ...]) -> str:
        """A move as text."""
        return notation.move_text(game, seat, answers)

    def position(self, game: City) -> list[str]:
        """The whole table as the lines of a position."""
        return position.position(game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return stage.CityStage(self, lines)

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return scribe.script(self.deal(self.options(options), seats), answers)

    def why(self, game: City, seat: Seat, choice: int) -> tuple[str, str]:
        """The clause and the text key that explain a refusal."""
        return refusals.why(game, seat, choice)

    def explain(self, game: City, seat: Seat, text: str) -> tuple[str, str]:
        """The same for a move in the notation."""
        return refusals.explain(game, seat, text)

    def seconds(self, game: City, ask: Ask) -> int:
        """The time settings of the options: short for reactions, longer for a turn (MC-R45)."""
        if ask.point in ("react", "complicity", "bid_agreement", "bullet_turn"):
            return int(game.options.reaction_seconds)
        return int(game.options.turn_seconds)

    def round_of(self, game: City) -> int:
        """The number of the round."""
        return game.public.round

    def concerns(self, game: City, seat: Seat) -> bool:
        """Whether an effect in the air is this seat's own or aims at it or its chips."""
        return views.concerns(game, seat)

    def broken(self, game: City) -> list[str]:
        """What does not add up: chips (MC-2.1, MC-2.2), cards (MC-1.11), counts (MC-18.1)."""
        public = game.public
        found: list[str] = []
        total = STARTING_HAND[game.seats] + STARTING_RESERVE
        for seat in range(game.seats):
            here = public.hand[seat] + public.reserve[seat] + public.cell[seat]
            here += sum(stack.count(seat) for stack in public.stacks)
            if here != total or min(public.hand[seat], public.reserve[seat]) < 0:
                found.append(f"MC-2.2: seat {seat} has {here} chips, not {total}")
            if public.cards[seat] != len(game.secret[seat].cards):
                found.append(f"MC-18.1: the count of seat {seat}'s cards is wrong")
        if public.deck != len(game.secret[game.seats].cards):
            found.append("MC-18.1: the count of the deck is wrong")
        cards = [card for own in game.secret for card in own.cards]
        if sorted([*cards, *public.discard, *public.on_table]) != list(DECK):
            found.append("MC-1.11: the 49 cards are not all in one place each")
        if any(new > old for new, old in zip(public.cell_new, public.cell, strict=True)):
            found.append("MC-8.3: more new chips than chips in the cell")
        return found


RULEBOOK: Final[MafiaCity] = MafiaCity()
