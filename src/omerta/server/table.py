"""A table: the fold of its log. No clock, no network, no chance of its own in here."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from omerta.core import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    MASTER,
    SEALED,
    Answer,
    Ask,
    BadOption,
    Game,
    Notice,
    Rulebook,
)
from omerta.games import GAMES
from omerta.server import entries as log
from omerta.server.clock import allowed, share
from omerta.server.entries import Entry
from omerta.server.fair import Deal, commitment, seed_hash
from omerta.server.lesson import Lesson, Progress, read_lesson
from omerta.server.store import Row

WATCHER: Final = 32
"""The number of those who watch, behind all seats; as a viewer and as a bit of `heard`."""

TICK: Final = 1_200
"""Milliseconds after which the clock of a lesson does what the script says."""

TAIL: Final = 48
"""So many entries are kept in memory for those who were away for a moment."""

RUNNER: Final = 33
"""The number of whoever runs the game, as a viewer and as a bit of `heard`."""

LATECOMER: Final = 34
"""The number of those who watch a game that is shown to them when it is over."""

Book = Rulebook[Any, Any, Any]


class Chair:
    """One place at the table."""

    __slots__ = (
        "away",
        "hash",
        "kind",
        "left_at",
        "level",
        "moves",
        "name",
        "person",
        "ready",
        "seed",
    )

    def __init__(self) -> None:
        self.stand_up()

    def stand_up(self) -> None:
        """Nobody sits here."""
        self.kind = "empty"
        self.person = ""
        self.name = ""
        self.level = ""
        self.ready = False
        self.hash = ""
        self.seed = ""
        self.away = False
        self.moves: list[str] = []
        self.left_at = 0

    def copy(self) -> Chair:
        """A chair of its own with the same person on it."""
        copy = Chair()
        copy.kind, copy.person, copy.name, copy.level = (
            self.kind,
            self.person,
            self.name,
            self.level,
        )
        copy.ready, copy.hash, copy.seed = self.ready, self.hash, self.seed
        copy.away, copy.moves, copy.left_at = self.away, self.moves[:], self.left_at
        return copy

    @property
    def is_played_by_computer(self) -> bool:
        """Whether a computer player answers here, for good or while the person is away."""
        return self.kind == "computer" or self.away


class Heard(NamedTuple):
    """What one entry told: to whom an event went, and what it said."""

    seq: int
    at: int
    mask: int
    notices: list[Notice]
    told: log.Told | None


class Table:
    """Everything about one table, as its entries tell it."""

    def __init__(self, made: Entry) -> None:
        body = made.body
        assert isinstance(body, log.Made), "a log begins with a table being made"
        self.opening: Final = made
        self.id: Final = made.table
        self.made: Final = made.at
        self.code: Final = body.code
        self.rulebook: Final[Book] = GAMES[body.game]
        self.host = body.host
        self.options = body.options
        self.settings = body.settings
        self.game_id = body.game_id
        self.server_seed = body.server_seed
        self.lesson: Final[Lesson | None] = read_lesson(body.lesson) if body.lesson else None
        self.lesson_text: Final = body.lesson
        self.chairs = [Chair() for _ in range(body.seats)]
        self.master = ""
        """The person without a chair who runs the game."""
        self.master_name = ""
        self._run_by: str | None = None
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
        """When the open question of a seat was asked."""
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
        self.sealed_at = 0
        self.ended_at = 0
        self.tail: deque[Heard] = deque(maxlen=TAIL)
        self.floor = 0
        """No time runs out before this moment: somebody has just come back."""
        self.coming: dict[int, tuple[Ask, Game]] | None = None
        """Seats that the open question may reach; worked out when somebody looks."""
        self.shown: tuple[Game, bytes] | None = None
        """What everybody sees of the game, in the bytes that go to all of them."""
        self.foreseen: tuple[Game, bytes] | None = None
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
            self._run_by = self.rulebook.run_by(self.rulebook.options(self.options))
        return self._run_by

    @property
    def runner(self) -> str:
        """The person who runs the game now; empty if nobody does."""
        if self.run_by == "player":
            seat = -1 if self.game is None else self.rulebook.runner(self.game)
            return self.chairs[seat].person if seat >= 0 else ""
        return self.master if self.run_by else ""

    def watcher(self, person: str) -> int:
        """Through whose eyes somebody looks who only watches.

        The host's device in the middle of the table shows what everybody sees all the time.
        """
        late = self.rulebook.watched_late and self.phase == "playing" and person != self.host
        return LATECOMER if late else WATCHER

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
        """Why a game of so many with these options cannot be dealt."""
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
        warned = self.rulebook.warnings(self.rulebook.options(self.options), self.seats)
        return [f"{self.area}.warning.{key}" for key in warned]

    def leaving(self, seat: int) -> tuple[Answer, ...] | None:
        """What the rules answer for a seat that stays away; None if a computer player goes on."""
        if self.game is None or self.phase != "playing":
            return None
        return self.rulebook.leaving(self.game, seat)

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
            clock = "relaxed"  # the rules need this clock
        limit = allowed(clock, self.rulebook.seconds(game, ask))
        if limit is None:
            return None
        if ask.seat == CLOCK:
            limit = self._drawn(game, ask, clock, limit)
        if self.is_held and ask.point in self.rulebook.may_be_held:
            limit *= 2
        return max(self.since.get(ask.seat, self.at) + limit, self.floor)

    def _drawn(self, game: Game, ask: Ask, clock: str, limit: int) -> int:
        """The length of a time of the clock: whole or drawn, as whoever runs the game wants it."""
        least = allowed(clock, self.rulebook.shortest(game, ask))
        if least is not None and least < limit:
            limit = least + int((limit - least) * share(self.game_id, self.timers))
        return limit * self.tempo // 100 + self.added

    def may_hold(self, seat: int) -> bool:
        """Whether more time makes a difference to what this seat is asked."""
        ask = self.asked(seat)
        if ask is None or ask.point not in self.rulebook.may_be_held:
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
        return self.deal.pick(place, ask.point, ask.choices)

    def order(self, seat: int, point: str) -> log.Ordered | None:
        """The standing order that answers this point for a seat now."""
        order = self.orders.get((seat, point))
        if order is None or self.game is None or not self.is_in_force(order):
            return None
        if order.until == "concerns_me" and self.rulebook.concerns(self.game, seat):
            return None
        return order

    def is_in_force(self, order: log.Ordered) -> bool:
        """Whether an order has not ended with its round."""
        if order.until != "round" or self.game is None:
            return True
        return order.round == self.rulebook.round_of(self.game)

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
            people=sorted(({c.person for c in self.chairs} | {self.host, self.master}) - {""}),
            made=self.made,
            due=due,
        )

    # What happens to it.

    def apply(self, entry: Entry, played: Game | None = None) -> Heard:
        """Go on by one entry; `played` is the game after it, if that is known already."""
        assert entry.seq == self.seq + 1, "entries come one after the other"
        self.seq = entry.seq
        self.at = entry.at
        notices: list[Notice] = []
        body = entry.body
        if isinstance(body, log.PLAYS):
            notices = self._play(entry, body, played)
        elif isinstance(body, log.TakenBack):
            notices = self._take_back(body, played)
        elif isinstance(body, log.Timed):
            notices = self._change_time(body)
        else:
            getattr(self, f"_{body.__struct_config__.tag}")(body)
        is_seen = isinstance(body, log.VIEWS)
        for viewer in viewers(entry.heard):
            self.count[viewer] += 1
            if is_seen:
                self.seen_at[viewer] = self.count[viewer]
        if is_seen:
            self._note_questions(entry)
        told = body if isinstance(body, log.Told) else None
        heard = Heard(entry.seq, entry.at, entry.heard, notices, told)
        if entry.heard:
            self.tail.append(heard)
        return heard

    def preview(self, entry: Entry, played: Game | None) -> Table:
        """The table as it will be after an entry that is not written yet."""
        after = self._copy()
        notices = None if played is None else played.notices
        after.apply(entry, played)
        if played is not None:
            played.notices = notices
        return after

    def _copy(self) -> Table:
        """A table that may go on by itself, without a memory of what was said and answered."""
        copy = Table(self.opening)
        copy.host = self.host
        copy.options = self.options
        copy.settings = self.settings
        copy.game_id, copy.server_seed = self.game_id, self.server_seed
        copy.chairs = [chair.copy() for chair in self.chairs]
        copy.master, copy.master_name = self.master, self.master_name
        copy.phase = self.phase
        copy.next = self.next
        copy.seq, copy.at = self.seq, self.at
        copy.game, copy.deal = self.game, self.deal
        copy.moves = self.moves[:]
        copy.corrections = self.corrections[:]
        copy.count = self.count[:]
        copy.seen_at = self.seen_at[:]
        copy.asked_at = self.asked_at[:]
        copy.runner_asked_at = self.runner_asked_at
        copy.since = dict(self.since)
        copy.timer, copy.timers = self.timer, self.timers
        copy.added, copy.tempo = self.added, self.tempo
        copy.orders = dict(self.orders)
        copy.promises = dict(self.promises)
        copy.silent_until = dict(self.silent_until)
        copy.is_held = self.is_held
        copy.wishes = set(self.wishes)
        copy.paused_at, copy.is_masters_pause = self.paused_at, self.is_masters_pause
        copy.sealed_at, copy.ended_at = self.sealed_at, self.ended_at
        copy.floor = self.floor
        return copy

    def _play(
        self, entry: Entry, body: log.Played | log.Dealt, played: Game | None
    ) -> list[Notice]:
        """Take over the answers of an entry."""
        before = self.game
        if played is None:
            played = self.new_game() if before is None else before
            self._open_before = [] if before is None else list(before.asks)
            self.foreseen = None
            played.notices = []
            for seat, choice in pairs(body.answers):
                played.answer(seat, choice)
        else:
            self._open_before = [] if before is None else list(before.asks)
        notices, played.notices = played.notices or [], None
        self.game = played
        self.coming = None
        self.shown, self.foreseen = self.foreseen, None
        if self.run_by and isinstance(body, log.Played):
            self.moves.append((entry.seq, len(self.answers), body.seat, body.by))
        self.answers.extend(body.answers)
        if isinstance(body, log.Dealt):
            self.phase = "playing"
        else:
            self._keep_account(body)
        if played.is_over:
            self.phase = "over"
            self.ended_at = entry.at
        return notices

    def _take_back(self, body: log.TakenBack, played: Game | None) -> list[Notice]:
        """Stand where the game stood before the move that does not count any more."""
        self._open_before = []
        self.moves.pop()
        self.corrections.append((body.kept, self.answers[body.kept :]))
        del self.answers[body.kept :]
        self.game = self.replayed() if played is None else played
        self.game.notices = None
        self.coming = None
        self.shown = self.foreseen = None
        return [Notice("taken_back", (), EVERYBODY)]

    def _change_time(self, body: log.Timed) -> list[Notice]:
        """Whoever runs the game gives more time or less (everybody is told)."""
        if body.percent:
            self.tempo = body.percent
            return [Notice("tempo", (body.percent,), EVERYBODY)]
        self.added += 1000 * body.seconds
        key = "time_longer" if body.seconds > 0 else "time_shorter"
        return [Notice(key, (abs(body.seconds),), EVERYBODY)]

    def replayed(self, kept: int | None = None) -> Game:
        """The game after so many numbers of its answers, played again from the deal."""
        game = self.new_game()
        for seat, choice in pairs(self.answers[:kept]):
            game.answer(seat, choice)
        return game

    def _keep_account(self, body: log.Played) -> None:
        """Remember what was done for somebody who is away; an answered promise is gone."""
        if body.seat >= 0 and self.lesson is None:
            pause = self.rulebook.pause_after(body.answers[1])
            if pause:
                self.silent_until[body.seat] = self.at + 1000 * pause
        for seat in set(body.answers[::2]):
            if seat < 0:
                continue
            self.promises.pop(seat, None)
            chair = self.chairs[seat]
            if chair.away and body.move:
                chair.moves.append(body.move)

    def _note_questions(self, entry: Entry) -> None:
        """Note when and by which event the questions that are new were asked."""
        old = {id(ask) for ask in self._open_before}
        timer = self._running_timer()
        for ask in self.asks():
            if id(ask) not in old:
                self.is_held = False
                if ask.seat != CLOCK or timer != self.timer:
                    self.since[ask.seat] = entry.at
                if ask.seat == MASTER:
                    self.runner_asked_at = self.count[RUNNER]
                elif ask.seat >= 0 and entry.heard >> ask.seat & 1:
                    self.asked_at[ask.seat] = self.count[ask.seat]
        if timer != self.timer:
            self.timers += 1
            self.added = 0
        self.timer = timer
        self._open_before = []

    def _running_timer(self) -> tuple[object, ...]:
        """What the clock is asked for; asked again for the same, it does not start anew."""
        ask = self.asked(CLOCK)
        frame = None if self.game is None else self.game.top
        if ask is None or frame is None:
            return ()
        return (ask.point, id(frame.rule), frame.step, frame.actor, frame.target, frame.thing)

    def new_game(self) -> Game:
        """The game before the deal, with the streams of chance for it."""
        seeds = [chair.seed for chair in self.chairs]
        self.deal = Deal(self.game_id, self.server_seed, seeds)
        if self.lesson is not None:
            return self.lesson.deal()
        rulebook = self.rulebook
        game: Game = rulebook.deal(rulebook.options(self.options), self.seats)
        return game

    def _sat(self, body: log.Sat) -> None:
        chair = self.chairs[body.seat]
        chair.stand_up()
        chair.kind, chair.person, chair.name = "person", body.person, body.name

    def _hired(self, body: log.Hired) -> None:
        chair = self.chairs[body.seat]
        chair.stand_up()
        chair.kind, chair.level, chair.name = "computer", body.level, body.name
        chair.seed, chair.hash, chair.ready = body.seed, seed_hash(body.seed), True

    def _stood(self, body: log.Stood) -> None:
        self.chairs[body.seat].stand_up()

    def _hosted(self, body: log.Hosted) -> None:
        self.host = body.person

    def _runs(self, body: log.Runs) -> None:
        self.master, self.master_name = body.person, body.name

    def _changed(self, body: log.Changed) -> None:
        self.options = body.options
        self._run_by = None
        if self.run_by != "person":
            self.master = self.master_name = ""
        self.settings = body.settings
        while len(self.chairs) < body.seats:
            self.chairs.append(Chair())
            self.asked_at.append(0)
        del self.chairs[body.seats :]
        del self.asked_at[body.seats :]

    def _readied(self, body: log.Readied) -> None:
        chair = self.chairs[body.seat]
        chair.ready, chair.hash = body.ready, body.hash

    def _sealed(self, body: log.Sealed) -> None:
        self.phase = "seeds"
        self.sealed_at = self.at

    def _sown(self, body: log.Sown) -> None:
        self.chairs[body.seat].seed = body.seed

    def _unsealed(self, body: log.Unsealed) -> None:
        self.phase = "lobby"
        self.game_id, self.server_seed = body.game_id, body.server_seed
        for chair in self.chairs:
            if chair.kind == "person":
                chair.ready, chair.hash, chair.seed = False, "", ""

    def _promised(self, body: log.Promised) -> None:
        if body.answers:
            self.promises[body.seat] = body
        else:
            self.promises.pop(body.seat, None)

    def _ordered(self, body: log.Ordered) -> None:
        if body.lift:
            self.orders.pop((body.seat, body.point), None)
        else:
            self.orders[body.seat, body.point] = body

    def _held(self, body: log.Held) -> None:
        self.is_held = True

    def _told(self, body: log.Told) -> None:
        """Talk changes nothing at the table."""

    def _wished(self, body: log.Wished) -> None:
        if body.seat == MASTER and body.wish and self.phase == "playing":
            self.paused_at = self.at if self.paused_at is None else self.paused_at
            self.is_masters_pause = True
            return
        if not body.wish:
            self.wishes.discard(body.seat)
            self._go_on()
            return
        self.wishes.add(body.seat)
        wanted = {seat for seat in self.persons() if not self.chairs[seat].away}
        if self.paused_at is None and self.phase == "playing" and wanted <= self.wishes:
            self.paused_at = self.at

    def _go_on(self) -> None:
        """The pause is over: what was left of every time limit is left now."""
        if self.paused_at is not None:
            length = self.at - self.paused_at
            self.since = {seat: since + length for seat, since in self.since.items()}
            self.paused_at = None
            self.is_masters_pause = False
            self.wishes.clear()

    def _replaced(self, body: log.Replaced) -> None:
        chair = self.chairs[body.seat]
        chair.away, chair.level, chair.moves = True, body.level, []
        chair.left_at = self.count[body.seat]

    def _returned(self, body: log.Returned) -> None:
        chair = self.chairs[body.seat]
        chair.away, chair.level = False, ""
        if self.asked(body.seat) is not None:
            self.since[body.seat] = self.at

    def _called_off(self, body: log.CalledOff) -> None:
        self.phase = "closed"
        self.ended_at = self.at

    def _again(self, body: log.Again) -> None:
        self.next = body.table


def fold(entries: Sequence[Entry], tail: int | None = TAIL) -> Table:
    """The table that these entries tell of, remembering the last ones (None for all)."""
    table = Table(entries[0])
    if tail != TAIL:
        table.tail = deque(maxlen=tail)
    for entry in entries[1:]:
        table.apply(entry)
    return table


def pairs(answers: Sequence[int]) -> list[tuple[int, int]]:
    """Seat and choice of each answer in a flat list."""
    return list(zip(answers[::2], answers[1::2], strict=True))


@lru_cache(4096)
def viewers(mask: int) -> tuple[int, ...]:
    """The viewers whose bits are set."""
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def all_viewers(seats: int) -> int:
    """The bits of every seat and of those who watch."""
    return (1 << seats) - 1 | 1 << WATCHER


def seat_of(viewer: int) -> int:
    """How the rules call a viewer."""
    if viewer == RUNNER:
        return MASTER
    return EVERYBODY if viewer == WATCHER else viewer


def is_sealed(game: Game) -> bool:
    """Whether the open questions are answered all at once, unseen."""
    frame = game.top
    return frame is not None and frame.rule.steps[frame.step - 1].shape == SEALED


def is_waiting_for_chance(game: Game) -> bool:
    """Whether chance has to answer before anybody else."""
    return bool(game.asks) and game.asks[0].seat == CHANCE
