"""Palermo at a table: times, hushed nights, who runs the game, who hears whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from omerta.core import CLOCK, EVERYBODY, MASTER, NOTHING, Answer, Ask, Manners, Seat
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state import balance, timers
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import HINT, LEAVE, POINT, REACT, SAY, act_of, choice_of
from omerta.games.palermo.state.options import Options, revised, setup_warnings
from omerta.games.palermo.state.roles import FREEMASON
from omerta.games.palermo.state.statements import BETWEEN
from omerta.games.palermo.state.table import NO_WINNER, is_night
from omerta.games.palermo.text import story

STATEMENT_ACTS: Final = (SAY, POINT, REACT, HINT)
"""Acts that say something: by day to everybody, at night to those who are awake together."""


class VillageManners(Manners[Village, Options]):
    """What a table of Palermo asks for beside the rules."""

    watched_late = True
    """8: spectators are delayed until the end of the game."""

    def seconds(self, game: Village, ask: Ask) -> int:
        """The timers of 5.3; the clock's question names the one that runs.

        A director who assigns the cards has all the time in the world (DP-02).
        """
        if ask.seat == MASTER:
            return 0
        timer = (game.asked(CLOCK) or ask).point.time
        return max(1, whole_time(game, timer) - peeked(game, timer))

    def shortest(self, game: Village, ask: Ask) -> int:
        """PA-31.13: in sequence a step of the night lasts 60 to 100 % of its time.

        The walker's `t_peek` is whole: the rest of the mafia's step makes up for it.
        """
        timer = ask.point.time
        in_sequence = is_night(game.public.part) and game.options["night_flow"] == "sequential"
        if ask.seat != CLOCK or ask.point is points.T_PEEK or not in_sequence:
            return self.seconds(game, ask)
        return max(1, timers.shortest(whole_time(game, timer)) - peeked(game, timer))

    def pause_after(self, choice: int) -> int:
        """6.1.6: one statement per 3 seconds, signs of the night channels included."""
        return BETWEEN if act_of(choice) in STATEMENT_ACTS else 0

    def hushed(self, game: Village) -> bool:
        """8: at night messages have the same size and the same moments for all seats."""
        return is_night(game.public.part)

    def round_of(self, game: Village) -> int:
        """The number of the day."""
        return game.public.day

    def setup(self, options: Options, seats: int) -> dict[str, Any]:
        """The cards of the setup, and how balanced it is."""
        return balance.setup(options, seats)

    def story(self, game: Village, answers: list[Answer]) -> dict[str, Any]:
        """Who was what, the nights hour by hour, and who voted how."""
        return story.story(game, answers)

    def run_by(self, options: Options) -> str:
        """A person without a card (`gm=human`), or the first dead (`gm=provisional`, PA-23.3)."""
        return {"human": "person", "provisional": "player"}.get(options["gm"], "")

    def runner(self, game: Village) -> Seat:
        """The first dead, once they have the game master's screen (PA-23.3)."""
        by_player = game.options["gm"] == "provisional" and game.has_master
        return game.public.master if by_player else NOTHING

    def revised(self, values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
        """Defaults that hang on another option follow it (5.2); PA-26.4 proposes one."""
        return revised(values, changes)

    def warnings(self, options: Options, seats: int) -> list[str]:
        """What the host is told before a game that can start so (PA-1.23)."""
        return [remark.key for remark in setup_warnings(options, seats, options.cards(seats))]

    def leaving(self, game: Village, seat: Seat) -> tuple[Answer, ...] | None:
        """PA-31.1: a computer player, or a heart attack; the dead are not replaced (PA-31.15)."""
        if game.public.alive[seat] and game.options["leaver"] == "bot":
            return None
        leave = choice_of(LEAVE, seat)
        clock = game.asked(CLOCK)
        if clock is None or leave not in clock.choices or not game.public.alive[seat]:
            return ()
        return (Answer(CLOCK, leave),)

    def hears(self, game: Village, seat: Seat, channel: str) -> tuple[Seat, ...] | None:
        """Who hears this seat speak freely (PA-3.3, PA-9.6, PA-9.8)."""
        return hears(game, seat, channel)


def peeked(game: Village, timer: str) -> int:
    """Seconds of the mafia's step that the walker's time has taken: it is inside `t_mafia`."""
    is_mafias = timer == points.T_MAFIA.time
    return whole_time(game, points.T_PEEK.time) if is_mafias and game.has_walker else 0


def whole_time(game: Village, timer: str) -> int:
    """The length of a timer at this table."""
    public = game.public
    return timers.seconds(game.options.timers, timer, public.living, public.rounds)


# Free talk: not read by the rules, but who hears whom is decided here.


def hears(village: Village, seat: Seat, channel: str) -> tuple[Seat, ...] | None:
    """Who hears this seat in a channel: `table`, `dead`, `mafia`, `freemasons`."""
    public = village.public
    if public.winner != NO_WINNER:
        return (EVERYBODY,)
    if seat < 0:
        return (EVERYBODY,) if seat == MASTER and channel == "table" else None
    if channel == "table":
        return (EVERYBODY,) if may_talk(village, seat) else None
    if channel == "dead":
        if village.options["dead_chat"] == "off" or not is_among_the_dead(village, seat):
            return None
        return tuple([other for other in public.dead if is_among_the_dead(village, other)])
    ask = village.asked(seat)
    if ask is None or not public.alive[seat]:
        return None
    if channel == "mafia" and ask.point in (points.MEET, points.MURDER):
        free = village.options["mafia_chat"] == "free"
        return tuple(village.mafiosi()) if free else None
    if channel == "freemasons" and ask.point is points.SIGNS:
        free = village.options["masons_chat"] == "free"
        return tuple(village.holders(FREEMASON)) if free else None
    return None


def is_among_the_dead(village: Village, seat: Seat) -> bool:
    """Whether a nightfall has passed since the seat's death (8).

    Before it he knows no more than the living: he may still have to name somebody.
    """
    return not village.public.alive[seat] and village.public.died_on[seat] < village.public.day


def may_talk(village: Village, seat: Seat) -> bool:
    """Whether a seat may speak to all at this moment (PA-3.3, PA-6.3, PA-7.13, PA-29).

    Limits of the statements (6.1.6) do not bind free words.
    """
    frame = village.top
    if frame is None or village.public.away[seat]:
        return False
    step = frame.asking
    return isinstance(step, Part) and step.talks and step.has_floor(village, frame, seat)
