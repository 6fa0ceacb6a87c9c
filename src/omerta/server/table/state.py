"""The state of a table: all that its entries have told so far, to be looked at."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from omerta.core import (
    CHANCE,
    CLOCK,
    MASTER,
    SEALED,
    Answer,
    Ask,
    BadOption,
    Book,
    Game,
    Notice,
)
from omerta.games import edition
from omerta.server.table import entries as log
from omerta.server.table.chairs import Chair
from omerta.server.table.clock import allowed, now, share
from omerta.server.table.entries import Entry, Row
from omerta.server.table.fair import Deal, commitment
from omerta.server.table.lessons import Lesson, Progress, read_lesson
from omerta.server.table.receipts import Seal, thread
from omerta.server.table.viewers import LATECOMER, RUNNER, WATCHER, all_viewers

TICK: Final = 1_200
"""Milliseconds after which the clock of a lesson does what the script says."""

TAIL: Final = 48
"""How many entries are kept in memory for those who were away for a moment."""


class Heard:
    """What one entry told: to whom an event went, and what it said."""

    def __init__(self, at: int, mask: int, notices: list[Notice], told: log.Told | None) -> None:
        self.at: Final = at
        self.mask: Final = mask
        self.notices: Final = notices
        self.told: Final = told


class Thrown(NamedTuple):
    """A deal that was sealed and not played: all of it is open, as far as it was shown."""

    seal: Seal
    server_seed: str
    seeds: list[str]
    """Of every seat; empty where the seed was never shown."""


class Shown:
    """What everybody sees of a game, as JSON values; in bytes once somebody needs all of it."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields: Final = fields
        self.text: bytes | None = None
        self.before: Shown | None = None
        """What was seen before, if it is known what may have changed since."""
        self.touched: dict[str, Any] = {}
        """The fields that may have."""

    def after(self, touched: dict[str, Any]) -> Shown:
        """What is seen once these fields are what they are now."""
        fields = self.fields.copy()
        fields.update(touched)
        shown = Shown(fields)
        shown.before = self
        shown.touched = touched
        self.before = None  # else everything would be remembered that was ever seen
        self.touched = {}
        return shown

    def differs_from(self, other: Shown) -> bool:
        """Whether something is seen that is not so in the other."""
        if self.before is not other:
            return self.fields != other.fields
        return any(other.fields[name] != value for name, value in self.touched.items())


class State:
    """Everything about one table; only `Table` changes it."""

    def __init__(self, made: Entry) -> None:
        body = made.body
        assert isinstance(body, log.Made), "a log begins with a table being made"
        self.opening: Final = made
        self.id: Final = made.table
        self.made: Final = made.at
        self.code: Final = body.code
        self.rulebook: Final[Book] = edition(body.game, body.version)
        self.host = body.host
        self.options = body.options
        self.settings = body.settings
        self.game_id = body.game_id
        self.server_seed = body.server_seed
        self.lesson: Final[Lesson | None] = (
            read_lesson(body.lesson, body.version) if body.lesson else None
        )
        self.lesson_text: Final = body.lesson
        self.chairs = [Chair() for _ in range(body.seats)]
        self.master = ""
        """The person without a chair who runs the game."""
        self.master_name = ""
        self.removed: set[str] = set()
        """People whom the host has sent away."""
        self._run_by: str | None = None
        self._led: bool | None = None
        self.phase = "lobby"
        self.next = ""
        self.seq = made.seq
        self.at = made.at
        self.game: Game | None = None
        self.deal: Deal | None = None
        self.answers = array("q")
        self.moves: list[tuple[int, int, int, str]] = []
        """Where a game is run by somebody: entry, answers before it, who moved, and by what."""
        self.corrections: list[tuple[int, array[int]]] = []
        """Answers that were taken back, and how many numbers stood before them."""
        self.count = [0] * (LATECOMER + 1)
        """Events so far, per viewer."""
        self.seen_at = [0] * (LATECOMER + 1)
        """The last event that brought a view, per viewer."""
        self.asked_at = [0] * body.seats
        """The event that brought the open question, per seat."""
        self.runner_asked_at = 0
        """The event that brought the open question of whoever runs the game."""
        self.since: dict[int, int] = {}
        """When the time of the open question of a seat began: the same for all in one window."""
        self.opened = made.at
        """When the time of the open window began: its cause had been shown."""
        self.shown_until = 0
        """When a page has shown everything that all have heard so far, one after the other."""
        self.read_until = 0
        """When everybody can have read what has been said so far."""
        self.timer: tuple[object, ...] = ()
        self.timers = 0
        """How many times of the clock have begun to run."""
        self.added = 0
        """Milliseconds by which whoever runs the game has changed the one that runs."""
        self.tempo = 100
        """How long all times are, in percent, by the will of whoever runs the game."""
        self.silent_until: dict[int, int] = {}
        """When a seat that has just said something may say more."""
        self.orders: dict[tuple[int, str], log.Ordered] = {}
        self.promises: dict[int, log.Promised] = {}
        self.is_held = False
        """Whether somebody has asked for more time in the open window."""
        self.wishes: set[int] = set()
        self.paused_at: int | None = None
        self.is_masters_pause = False
        """Whether the person who runs the game has called the pause."""
        self.is_called_off = False
        self.sealed_at = 0
        self.hashes: list[str] = []
        """What every seat had shown when the deal was sealed; empty while it is not."""
        self.thrown: list[Thrown] = []
        """Deals that were sealed at this table and not played, oldest first."""
        self.ended_at = 0
        self.tail: deque[Heard] = deque(maxlen=TAIL)
        self.ahead = 0
        """Milliseconds by which the clock that has written the log is ahead of ours."""
        self.floor = 0
        """No time runs out before this moment: somebody has just come back."""
        self.coming: dict[int, tuple[Ask, Game]] | None = None
        """Seats that the open question may reach; worked out when somebody looks."""
        self.shown: tuple[Game, Shown] | None = None
        """What everybody sees of the game."""
        self.foreseen: tuple[Game, Shown] | None = None
        """The same of a game that this one may become."""
        self._open_before: list[Ask] = []

    # What it is.

    @property
    def seats(self) -> int:
        """How many chairs there are."""
        return len(self.chairs)

    @property
    def area(self) -> str:
        """How the keys of the game's texts begin."""
        return self.rulebook.name.replace("-", "_")

    @property
    def commit(self) -> str:
        """The server's commitment to its seed."""
        return commitment(self.game_id, self.server_seed)

    def seal(self) -> Seal:
        """What is fixed before anybody shows a seed."""
        return Seal(
            self.game_id,
            self.commit,
            self.hashes,
            self.rulebook.name,
            self.rulebook.version,
            self.options,
            [chair.name for chair in self.chairs],
        )

    def throw_away(self) -> Thrown:
        """The sealed deal, opened because it is not played."""
        return Thrown(self.seal(), self.server_seed, [chair.seed for chair in self.chairs])

    def next_game_id(self) -> str:
        """A deal's name: the table and its line in the log, so that a seed serves one game only.

        It names the deal that was thrown away before it, so that none can be left out.
        """
        name = f"{self.id}-{self.seq}"
        return f"{name}-{thread(self.seal().digest())}" if self.hashes else name

    @property
    def is_paused(self) -> bool:
        """Whether all persons have agreed to a pause, or whoever runs the game has called one."""
        return self.paused_at is not None

    @property
    def free(self) -> int:
        """How many chairs are empty."""
        return sum(chair.kind == "empty" for chair in self.chairs)

    @property
    def run_by(self) -> str:
        """Who runs the game by the rules: nobody (empty), a `person`, or later a `player`."""
        if self._run_by is None:
            self._run_by = self.rulebook.manners.run_by(self.rulebook.options(self.options))
        return self._run_by

    @property
    def runner(self) -> str:
        """The person who runs the game now; empty if nobody does."""
        if self.run_by == "player":
            seat = -1 if self.game is None else self.rulebook.manners.runner(self.game)
            return self.chairs[seat].person if seat >= 0 else ""
        return self.master if self.run_by else ""

    @property
    def device(self) -> str:
        """The person whose device lies in the middle of the table and leads; empty if none does."""
        if self._led is None:
            options = self.rulebook.options(self.options)
            self._led = self.rulebook.manners.led_by_device(options)
        return self.host if self._led and not self.seats_of(self.host) else ""

    def watcher(self, person: str) -> int:
        """Through whose eyes somebody looks who only watches.

        The host's device in the middle of the table shows what everybody sees all the time.
        """
        late = (
            self.rulebook.manners.watched_late and self.phase == "playing" and person != self.host
        )
        return LATECOMER if late else WATCHER

    def may_watch(self, person: str) -> bool:
        """Whether somebody without a seat may look on; before the start everybody may."""
        return self.settings.watching or self.phase == "lobby" or person == self.host

    def everybody(self) -> int:
        """The bits of every seat, of those who watch and of whoever runs the game."""
        return all_viewers(len(self.chairs)) | (1 << RUNNER if self.run_by else 0)

    def asked_number(self, seat: int) -> int:
        """The number of the event that brought the open question of a seat."""
        return self.runner_asked_at if seat == MASTER else self.asked_at[seat]

    def last_move(self) -> tuple[int, int, int, str] | None:
        """The move that whoever runs the game may take back: nothing that chance has drawn."""
        if not self.moves or self.phase != "playing":
            return None
        drawn = CHANCE in self.answers[self.moves[-1][1] :: 2]
        return None if drawn else self.moves[-1]

    def seats_of(self, person: str) -> list[int]:
        """The chairs of this person."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def names(self, besides: int) -> list[str]:
        """The names at the table, but not of this chair, or of whoever runs the game."""
        found = [chair.name for seat, chair in enumerate(self.chairs) if seat != besides]
        if besides != MASTER:
            found.append(self.master_name)
        return [name for name in found if name]

    @property
    def shares_devices(self) -> bool:
        """Whether somebody has more than one chair."""
        persons = [chair.person for chair in self.chairs if chair.person]
        return len(set(persons)) < len(persons)

    def persons(self) -> list[int]:
        """Seats that are played by persons, away or not."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def is_ready(self) -> bool:
        """Whether nobody is missing and everybody wants to start."""
        return all(
            chair.kind == "computer" or (chair.kind == "person" and chair.ready)
            for chair in self.chairs
        )

    def asks(self) -> Sequence[Ask]:
        """The open questions."""
        return () if self.game is None or self.phase != "playing" else self.game.asks

    def asked(self, seat: int) -> Ask | None:
        """The open question of a seat."""
        for ask in self.asks():
            if ask.seat == seat:
                return ask
        return None

    def bad_option(self) -> BadOption | None:
        """Why no game can be dealt to this many players with these options."""
        try:
            self.rulebook.deal(self.rulebook.options(self.options), self.seats)
        except BadOption as bad:
            return bad
        return None

    def remarks(self) -> list[str]:
        """Text keys of what speaks against starting so, what forbids it first."""
        if self.phase != "lobby" or self.lesson is not None:
            return []
        bad = self.bad_option()
        if bad is not None:
            return [f"{self.area}.refusal.{bad.key}" if bad.key else "server.problem.bad_option"]
        warned = self.rulebook.manners.warnings(self.rulebook.options(self.options), self.seats)
        return [f"{self.area}.warning.{key}" for key in warned]

    def leaving(self, seat: int) -> tuple[Answer, ...] | None:
        """What the rules answer for a seat that stays away; None if a computer player goes on."""
        if self.game is None or self.phase != "playing":
            return None
        return self.rulebook.manners.leaving(self.game, seat)

    def deadline(self, ask: Ask) -> int | None:
        """When an open question takes its default; None if there is no limit."""
        game = self.game
        if game is None or (ask.seat != CLOCK and game.asked(CLOCK) is not None):
            return None  # where the clock has a seat, time is its affair alone
        progress = self.progress()
        if ask.seat == CLOCK and progress is not None and progress.is_followed:
            return self.at + TICK if progress.due(CLOCK) is not None else None
        clock = self.settings.clock
        if ask.seat == CLOCK and clock == "off":
            if self.master:
                return None  # the game master ends every part
            if not self.rulebook.manners.needs_clock(game, ask):
                return None  # those who play end it
            clock = "relaxed"  # the rules need this clock
        limit = allowed(clock, self.rulebook.manners.seconds(game, ask))
        if limit is None:
            return None
        if ask.seat == CLOCK:
            limit = self._drawn(game, ask, clock, limit)
        if self.is_held and ask.point.may_be_held:
            limit *= 2
        return max(self.since.get(ask.seat, self.at) + limit, self.floor)

    def now(self) -> int:
        """The time at this table: that of our clock, but never behind the log."""
        return now() + self.ahead

    def keep_up(self) -> None:
        """Go by the clock that has written the log, if it is ahead of ours."""
        self.ahead = max(self.ahead, self.at - now())

    def closes(self) -> int | None:
        """When the open window closes, for all who are asked in it; None if there is no limit."""
        limits = [limit for ask in self.asks() if (limit := self.deadline(ask)) is not None]
        return max(limits) if limits else None

    def _drawn(self, game: Game, ask: Ask, clock: str, limit: int) -> int:
        """The length of a time of the clock: whole or drawn, as whoever runs the game wants it."""
        least = allowed(clock, self.rulebook.manners.shortest(game, ask))
        if least is not None and least < limit:
            limit = least + int((limit - least) * share(self.game_id, self.timers))
        return limit * self.tempo // 100 + self.added

    def may_hold(self, seat: int) -> bool:
        """Whether more time makes a difference to what this seat is asked."""
        ask = self.asked(seat)
        if ask is None or not ask.point.may_be_held:
            return False
        if self.settings.clock == "days":
            return False  # who has days has time enough
        return self.deadline(ask) is not None

    def progress(self, more: Sequence[int] = ()) -> Progress | None:
        """Where the game stands in its lesson, if it is one; `more` answers may follow."""
        return None if self.lesson is None else self.lesson.progress([*self.answers, *more])

    def chance(self, ask: Ask, answers: Sequence[int]) -> int:
        """How chance decides after these new answers: by the fair deal, or as a lesson says."""
        progress = self.progress(answers)
        lot = None if progress is None else progress.lot()
        if lot is not None and lot in ask.choices:
            return lot
        assert self.deal is not None, "a game has a deal"
        place = (len(self.answers) + len(answers)) // 2
        return self.deal.pick(place, ask.point.name, ask.choices)

    def order(self, seat: int, point: str) -> log.Ordered | None:
        """The standing order that answers this point for a seat now."""
        order = self.orders.get((seat, point))
        if order is None or self.game is None or not self.is_in_force(order):
            return None
        if order.until == "concerns_me" and self.rulebook.manners.concerns(self.game, seat):
            return None
        return order

    def is_in_force(self, order: log.Ordered) -> bool:
        """Whether an order has not ended with its round."""
        if order.until != "round" or self.game is None:
            return True
        return order.round == self.rulebook.manners.round_of(self.game)

    @property
    def is_played_by_computers(self) -> bool:
        """Whether no person answers here: all chairs are computer players', or left to them."""
        return not self.runner and all(chair.is_played_by_computer for chair in self.chairs)

    def people(self) -> set[str]:
        """Everybody who belongs here: who sits, the host, and whoever runs the game."""
        return ({chair.person for chair in self.chairs} | {self.host, self.master}) - {""}

    def row(self, due: int | None) -> Row:
        """The table as lists show it."""
        return Row(
            id=self.id,
            code=self.code,
            game=self.rulebook.name,
            phase=self.phase,
            public=self.settings.public,
            seats=self.seats,
            free=self.free,
            names=[chair.name for chair in self.chairs if chair.kind != "empty"],
            people=sorted(self.people()),
            made=self.made,
            due=due,
        )


def is_sealed(game: Game) -> bool:
    """Whether the open questions are answered all at once, unseen."""
    frame = game.top
    return frame is not None and frame.asking.shape == SEALED


def is_waiting_for_chance(game: Game) -> bool:
    """Whether chance has to answer before anybody else."""
    return bool(game.asks) and game.asks[0].seat == CHANCE
