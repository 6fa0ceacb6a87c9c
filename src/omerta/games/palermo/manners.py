"""Palermo at a table: times, hushed nights, who runs the game, who hears whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from omerta.core import (
    CLOCK,
    EVERYBODY,
    MASTER,
    NOTHING,
    Answer,
    Ask,
    Manners,
    Notice,
    Point,
    Seat,
)
from omerta.games.palermo import sheet as sheets
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state import balance, timers
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    CLOSE,
    EARLY,
    ELECT,
    HINT,
    LEAVE,
    NO,
    POINT,
    REACT,
    READY,
    SAY,
    act_of,
    choice_of,
)
from omerta.games.palermo.state.options import Options, revised, setup_warnings
from omerta.games.palermo.state.roles import FREEMASON
from omerta.games.palermo.state.statements import ACCUSE, BETWEEN
from omerta.games.palermo.state.table import DISCUSSION, LIST, NO_WINNER, is_night
from omerta.games.palermo.text import story
from omerta.games.palermo.text.notices import WEIGHTS

AROUND_FIELDS: Final = 4
WORDS_OF_A_FIELD: Final = 2
"""How long a statement is, about, in whatever language."""

STATEMENT_ACTS: Final = (SAY, POINT, REACT, HINT)
"""Acts that say something: by day to everybody, at night to those who are awake together."""


class VillageManners(Manners[Village, Options]):
    """What a table of Palermo asks for beside the rules."""

    is_talked = True
    watched_late = True
    """8: spectators are delayed until the end of the game."""

    def weight(self, key: str) -> str:
        """Dawn, verdict and end are scenes; what the night tells is a murmur."""
        return WEIGHTS[key]

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

    def words(self, notice: Notice) -> int:
        """A statement (6.2) is as long as it has fields, with a few words around them."""
        if not notice.key.startswith("say_"):
            return 0
        return AROUND_FIELDS + WORDS_OF_A_FIELD * (len(notice.args) - 2)

    def courtesy(self, game: Village, choice: int, people: tuple[Seat, ...]) -> int:
        """The list, the ballots and the end of a part belong to the people first (PA-3.4, 4.9)."""
        return courtesy(game, choice, [seat for seat in people if game.public.alive[seat]])

    def needs_clock(self, game: Village, ask: Ask) -> bool:
        """Not where those who play can end the part: by being ready, by voting, by tapping."""
        return needs_clock(game, ask.point)

    def is_hushed(self, game: Village) -> bool:
        """8: at night messages have the same size and the same moments for all seats."""
        return is_night(game.public.part)

    def round_of(self, game: Village) -> int:
        """The number of the day."""
        return game.public.day

    def setup(self, options: Options, seats: int) -> dict[str, Any]:
        """The cards of the setup, and how balanced it is."""
        return balance.setup(options, seats)

    def sheet(self, options: Options, seats: int) -> dict[str, Any]:
        """The cards, and the game master's script from the first night to the end."""
        return sheets.sheet(options, seats)

    def story(self, game: Village, answers: list[Answer]) -> dict[str, Any]:
        """Who was what, the nights hour by hour, and who voted how."""
        return story.story(game, answers)

    def led_by_device(self, options: Options) -> bool:
        """Around a table that no person runs, the device in the middle tells the story (PA-31)."""
        return options["mode"] == "table" and options["gm"] == "program"

    def run_by(self, options: Options) -> str:
        """A person without a card (`gm=human`), or the first dead (`gm=provisional`, PA-23.3)."""
        return {"human": "person", "provisional": "player"}.get(options["gm"], "")

    def runner(self, game: Village) -> Seat:
        """The first dead, once they have the game master's screen (PA-23.3)."""
        by_player = game.options["gm"] == "provisional" and game.has_master
        return game.public.master if by_player else NOTHING

    def revised(self, values: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
        """Defaults that depend on another option follow it (5.2); PA-26.4 proposes one."""
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


def courtesy(village: Village, choice: int, people: list[Seat]) -> int:
    """How many fair chances these people, who live and are here, get before an answer like this.

    Who is ready is known to nobody, only how many are (PA-3.4): while they are fewer than the
    people, somebody is still using the part.
    """
    public = village.public
    act = act_of(choice)
    if not people or is_night(public.part):
        return 0
    if act in (READY, CLOSE) and public.part in (DISCUSSION, LIST):
        return NOTHING if public.ready < len(people) else 0
    if act == NO:
        return NOTHING if any(public.votes[seat] == NOTHING for seat in people) else 0
    if act == EARLY:
        voted = [seat for seat in range(village.seats) if public.votes[seat] != NOTHING]
        waiting = [seat for seat in people if seat not in voted]
        if len(waiting) <= public.ready:
            return 0
        is_last = 2 * (len(voted) + 1) >= public.living
        return NOTHING if is_last else len(voted) + 1
    if choice == choice_of(SAY, ACCUSE):
        waiting = [seat for seat in people if seat not in public.accusers]
        return 0 if len(waiting) <= public.ready else len(public.accused) + 1
    return 1 if act == ELECT else 0


ENDED_BY_ALL: Final = (
    *("t_card", "t_campaign", "t_ballot", "t_discuss", "t_unanimous", "t_nominate", "t_plea"),
    *("t_closing", "t_vote", "t_forced", "t_mayor_tie", "t_successor"),
)
"""Times of the day before whose end everybody who is asked can have answered."""


def needs_clock(village: Village, timer: Point) -> bool:
    """Whether only the clock ends what this timer measures."""
    public = village.public
    if timer.time in ("t_accuse", "t_accuse_extra"):
        return public.ready >= public.living  # too few names, and nobody wants to add one
    if is_night(public.part):
        options = village.options
        by_tapping = options["night_flow"] == "waves" and options["night_pace"] == "all_tap"
        return timer is points.T_PEEK or not by_tapping
    return timer.time not in ENDED_BY_ALL


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
