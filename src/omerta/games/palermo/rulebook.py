"""Palermo as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from omerta.core import (
    CLOCK,
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
from omerta.games.palermo.rules import wrong
from omerta.games.palermo.state import balance, speaking, timers
from omerta.games.palermo.text import position, scribe, stage
from omerta.games.palermo import guess as guesses
from omerta.games.palermo.text import story as stories
from omerta.games.palermo import view as views
from omerta.games.palermo.state.kinds import (
    ASSIGN,
    HINT,
    LEAVE,
    MASTER,
    POINT,
    REACT,
    SAY,
    START,
    TIME_IS_UP,
    act_of,
    choice_of,
    idle,
    two,
)
from omerta.games.palermo.state.options import (
    OPTION_TABLE,
    Options,
    option_faults,
    revised,
    setup_faults,
    setup_warnings,
)
from omerta.games.palermo.state.roles import FEWEST, MOST, ROLE_NAMES, Remark
from omerta.games.palermo.rules.book import rules_for
from omerta.games.palermo.text.notices import NOTICES
from omerta.games.palermo.state.table import NO_WINNER, SETUP, WINNERS, is_night
from omerta.games.palermo.state.statements import BETWEEN
from omerta.games.palermo.state.game import Town, fresh_town

STATEMENT_ACTS: Final = (SAY, POINT, REACT, HINT)
"""Acts that say something: by day to everybody, at night to those who are awake together."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Palermo(Rulebook[Town, views.TownView, Options]):
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
    """PA-R18: a town in which nobody dies could go on for ever; nobody assigns the cards, and
    there is a role for everything."""
    notices: Mapping[str, tuple[str, ...]] = NOTICES

    def options(self, values: Mapping[str, str]) -> Options:
        """The options with these values; `BadOption` names what 5.2 does not allow."""
        options = Options(values)
        faults = option_faults(options)
        if faults:
            raise forbidden(faults)
        return options

    def option_values(self, options: Options) -> dict[str, str]:
        """The options as text."""
        return dict(options.values)

    def deal(self, options: Options, seats: int) -> Town:
        """A fresh game: chance deals, or with `deal=director` the game master is asked."""
        cards = options.cards(seats)
        faults = setup_faults(options, seats, cards)
        if faults:
            raise forbidden(faults, f"{seats} players: ")
        rules = rules_for(options)
        town = fresh_town(seats, options, rules, cards)
        town.top = Frame(rules.GAME, 0, NOTHING, NOTHING, NOTHING, None)
        town.run()
        if options.deal == "random":
            town.answer(MASTER, choice_of(START))
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
        """The time-out defaults of section 7; where the clock decides, a seat only waits."""
        if ask.seat == CLOCK:
            return TIME_IS_UP
        if ask.seat == MASTER and ask.point == "setup":
            return next_assignment(game, ask)
        return idle(ask.choices)

    def outcome(self, game: Town) -> Outcome | None:
        """The winning side and its cards, living and dead (PA-12.13)."""
        public = game.public
        if public.winner == NO_WINNER:
            return None
        return Outcome(public.winners, public.winners, WINNERS[public.winner])

    def rules(self, options: Options) -> list[Rule]:
        """The whole rule table."""
        return rules_for(options).all()

    def word(self, kind: str, value: int) -> str:
        """The id of a role, a side, a cause or a word of the talk."""
        return speaking.word(kind, value)

    def describe(self, game: Town, ask: Ask) -> list[dict[str, Any]]:
        """The choices with their words and the things they name."""
        return speaking.describe(ask)

    def read_move(self, game: Town, seat: Seat, text: str) -> tuple[int, ...]:
        """The small answers of a move."""
        return speaking.read_move(game, seat, text)

    def move_text(self, game: Town, seat: Seat, answers: tuple[int, ...]) -> str:
        """A move as text."""
        return speaking.move_text(game, seat, answers)

    def position(self, game: Town) -> list[str]:
        """The whole table as the lines of a position."""
        return position.position(game)

    def stage(self, lines: list[Line]) -> Stage:
        """A position that is read from its lines."""
        return stage.TownStage(self, lines)

    def script(self, options: Mapping[str, str], seats: int, answers: list[Answer]) -> Script:
        """A whole game as a position and moves."""
        return scribe.script(self.deal(self.options(options), seats), answers)

    def why(self, game: Town, seat: Seat, choice: int) -> tuple[str, str]:
        """The clause and the text key that explain a refusal."""
        return wrong.why(game, seat, choice)

    def explain(self, game: Town, seat: Seat, text: str) -> tuple[str, str]:
        """The clause and the text key that explain why a move in the notation is refused."""
        return wrong.explain(game, seat, text)

    def seconds(self, game: Town, ask: Ask) -> int:
        """The timers of 5.3; the clock's question names the one that runs.

        A director who assigns the cards has all the time in the world (DP-02).
        """
        if ask.seat == MASTER:
            return 0
        clock = game.asked(CLOCK)
        timer = ask.point if clock is None else clock.point
        return max(1, whole_time(game, timer) - peeked(game, timer))

    def shortest(self, game: Town, ask: Ask) -> int:
        """PA-31.13: in sequence a step of the night lasts 60 to 100 % of its time.

        The walker's `t_peek` is whole: the rest of the mafia's step makes up for it.
        """
        in_sequence = is_night(game.public.part) and game.options.night_flow == "sequential"
        if ask.seat != CLOCK or ask.point == "t_peek" or not in_sequence:
            return self.seconds(game, ask)
        shortest = timers.shortest(whole_time(game, ask.point))
        return max(1, shortest - peeked(game, ask.point))

    def pause_after(self, choice: int) -> int:
        """6.1.6: one statement per 3 seconds, signs of the night channels included."""
        return BETWEEN if act_of(choice) in STATEMENT_ACTS else 0

    def hushed(self, game: Town) -> bool:
        """8: at night messages have the same size and the same moments for all seats."""
        return is_night(game.public.part)

    watched_late = True
    """8: spectators are delayed until the end of the game."""

    def round_of(self, game: Town) -> int:
        """The number of the day."""
        return game.public.day

    def setup(self, options: Options, seats: int) -> dict[str, Any]:
        """The cards of the setup, and how fair it is."""
        return balance.setup(options, seats)

    def story(self, game: Town, answers: list[Answer]) -> dict[str, Any]:
        """Who was what, the nights hour by hour, and who voted how."""
        return stories.story(game, answers)

    def run_by(self, options: Options) -> str:
        """A person without a card (`gm=human`), or the first dead (`gm=provisional`, PA-23.3)."""
        return {"human": "person", "provisional": "player"}.get(options.gm, "")

    def runner(self, game: Town) -> Seat:
        """The first dead, once they have the game master's screen (PA-23.3)."""
        by_player = game.options.gm == "provisional" and game.has_master
        return game.public.master if by_player else NOTHING

    def revised(self, values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
        """Defaults that hang on another option follow it (5.2); PA-26.4 proposes one."""
        return revised(values, changes)

    def warnings(self, options: Options, seats: int) -> list[str]:
        """What the host is told before a game that can start so (PA-1.23)."""
        return [remark.key for remark in setup_warnings(options, seats, options.cards(seats))]

    def leaving(self, game: Town, seat: Seat) -> tuple[Answer, ...] | None:
        """PA-31.1: a computer player, or a heart attack; a dead player is not replaced."""
        if game.public.alive[seat] and game.options.leaver == "bot":
            return None
        leave = choice_of(LEAVE, seat)
        clock = game.asked(CLOCK)
        if clock is None or leave not in clock.choices or not game.public.alive[seat]:
            return ()
        return (Answer(CLOCK, leave),)

    def hears(self, game: Town, seat: Seat, channel: str) -> tuple[Seat, ...] | None:
        """Who hears this seat speak freely (PA-3.3, PA-9.6, PA-9.8)."""
        return views.hears(game, seat, channel)

    def broken(self, game: Town) -> list[str]:
        """What does not add up: cards, the dead, the couple, the counts of the living."""
        public = game.public
        found: list[str] = []
        if public.part != SETUP:
            held = [own.role for own in game.secret]
            counts = tuple(held.count(role) for role in range(len(ROLE_NAMES)))
            if counts != public.cards:
                found.append("PA-1.6: the cards are not those of the setup")
        if public.living != sum(public.alive) or public.living + len(public.dead) != game.seats:
            found.append("PA-12.9: the living and the dead are not all players")
        if len(set(public.dead)) != len(public.dead):
            found.append("PA-9.1: somebody died twice")
        if public.mayor != NOTHING and not public.alive[public.mayor]:
            found.append("PA-22.8: a dead player is mayor")
        couple = game.box.couple
        at_night = is_night(public.part) and not game.is_over
        if at_night and len({public.alive[seat] for seat in couple}) > 1:
            found.append("PA-18.3: a lover outlives the other")
        for seat in range(game.seats):
            voted = public.votes[seat]
            if voted != NOTHING and not public.alive[seat]:
                found.append("PA-7.11: a dead player has a vote")
        if at_night and not game.mafiosi() and game.options.reveal != "none":
            found.append("PA-12.1: no mafioso is alive and the game goes on")
        return found


def peeked(game: Town, timer: str) -> int:
    """Seconds of the mafia's step that the walker's time has taken: it is inside `t_mafia`."""
    return whole_time(game, "t_peek") if timer == "t_mafia" and game.has_walker else 0


def whole_time(game: Town, timer: str) -> int:
    """The length of a timer at this table."""
    public = game.public
    return timers.seconds(game.options.timers, timer, public.living, public.rounds)


def forbidden(faults: list[Remark], head: str = "") -> BadOption:
    """The error that names everything that is forbidden, and explains the first of it."""
    told = "; ".join(f"{fault.key} ({fault.clause})" for fault in faults)
    return BadOption(head + told, faults[0].key, faults[0].clause)


def next_assignment(game: Town, ask: Ask) -> int:
    """What a director who does not care does: cards in seat order, then start (PA-24.1)."""
    start = choice_of(START)
    if start in ask.choices:
        return start
    wanted: list[int] = []
    for role in range(len(ROLE_NAMES)):
        wanted += [role] * game.public.cards[role]
    for seat in range(game.seats):
        if game.role(seat) != wanted[seat]:
            return choice_of(ASSIGN, two(seat, wanted[seat]))
    return ask.choices[0]


RULEBOOK: Final[Palermo] = Palermo()
