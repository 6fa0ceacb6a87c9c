"""A table: the fold of its log. No clock, no network, no chance of its own in here."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from omerta.bots.levels import present_name
from omerta.core import CLOCK, EVERYBODY, MASTER, Game, Notice
from omerta.server.table import entries as log
from omerta.server.table.chairs import Chair
from omerta.server.table.clock import LONGEST_SHOW, reading, showing
from omerta.server.table.entries import Entry
from omerta.server.table.fair import Deal, seed_hash
from omerta.server.table.state import TAIL, Heard, State
from omerta.server.table.viewers import LATECOMER, RUNNER, viewers


class Table(State):
    """One table, which goes on by its entries and by nothing else."""

    def apply(self, entry: Entry, played: Game | None = None) -> Heard:
        """Go on by one entry; `played` is the game after it, if that is known already."""
        assert entry.seq == self.seq + 1, "entries come one after the other"
        assert not entry.heard >> LATECOMER + 1, "somebody has heard it whom nobody knows"
        notices: list[Notice] = []
        told: log.Told | None = None
        is_seen = True
        body = entry.body
        if isinstance(body, log.PLAYS):
            notices = self._play(entry, body, played)
        elif isinstance(body, log.TakenBack):
            notices = self._take_back(body, played)
        else:
            is_seen = False
            if isinstance(body, log.Timed):
                notices = self._change_time(body)
            elif isinstance(body, log.Told):
                told = body
            else:
                self._arrange(entry, body)
        self.seq = entry.seq
        self.at = entry.at
        for viewer in viewers(entry.heard):
            self.count[viewer] += 1
            if is_seen:
                self.seen_at[viewer] = self.count[viewer]
        if is_seen:
            self._show(entry.at, notices)
            self._note_questions(entry)
        heard = Heard(entry.at, entry.heard, notices, told)
        if entry.heard:
            self.tail.append(heard)
        return heard

    def _arrange(self, entry: Entry, body: log.AnyBody) -> None:
        """Take over what is no move; the table stays as it was if that is not possible."""
        before = self._copy()
        self.at = entry.at
        try:
            getattr(self, f"_{body.__struct_config__.tag}")(body)
        except Exception:
            self._stand_like(before)
            raise

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
        copy._stand_like(self)
        return copy

    def _stand_like(self, table: Table) -> None:
        """Stand where another fold of the same log stands."""
        self.host = table.host
        self.options = table.options
        self.settings = table.settings
        self.game_id, self.server_seed = table.game_id, table.server_seed
        self.chairs = [chair.copy() for chair in table.chairs]
        self.master, self.master_name = table.master, table.master_name
        self.removed = set(table.removed)
        self.phase, self.is_called_off = table.phase, table.is_called_off
        self.next = table.next
        self.seq, self.at = table.seq, table.at
        self.game, self.deal = table.game, table.deal
        self.moves = table.moves[:]
        self.corrections = table.corrections[:]
        self.count = table.count[:]
        self.seen_at = table.seen_at[:]
        self.asked_at = table.asked_at[:]
        self.runner_asked_at = table.runner_asked_at
        self.since, self.opened = dict(table.since), table.opened
        self.shown_until = table.shown_until
        self.read_until = table.read_until
        self.timer, self.timers = table.timer, table.timers
        self.added, self.tempo = table.added, table.tempo
        self.orders = dict(table.orders)
        self.promises = dict(table.promises)
        self.silent_until = dict(table.silent_until)
        self.is_held = table.is_held
        self.wishes = set(table.wishes)
        self.paused_at, self.is_masters_pause = table.paused_at, table.is_masters_pause
        self.sealed_at, self.ended_at = table.sealed_at, table.ended_at
        self.hashes, self.thrown = table.hashes, table.thrown[:]
        self.floor, self.ahead = table.floor, table.ahead
        self._run_by = None
        self._led = None

    def _play(
        self, entry: Entry, body: log.Played | log.Dealt, played: Game | None
    ) -> list[Notice]:
        """Take over the answers of an entry."""
        before = self.game
        pause = self._pause_after(body)
        open_before = [] if before is None else list(before.asks)
        if played is None:
            self.foreseen = None
            played = self._answered(body)
        self._open_before = open_before
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
            self._keep_account(entry, body, pause)
        if played.is_over:
            self.phase = "over"
            self.ended_at = entry.at
        return notices

    def _answered(self, body: log.Played | log.Dealt) -> Game:
        """The game after these answers; if one is refused, the game is as it was before."""
        before, deal = self.game, self.deal
        game = self.new_game() if before is None else before
        game.notices = []
        try:
            for seat, choice in pairs(body.answers):
                game.answer(seat, choice)
        except Exception:
            if before is None:
                self.deal = deal
            else:
                self.game = self.replayed()
                self.coming = self.shown = None
            raise
        return game

    def _take_back(self, body: log.TakenBack, played: Game | None) -> list[Notice]:
        """Stand where the game stood before the move that does not count any more."""
        game = self.replayed(body.kept) if played is None else played
        self._open_before = []
        self.moves.pop()
        self.corrections.append((body.kept, self.answers[body.kept :]))
        del self.answers[body.kept :]
        self.game = game
        game.notices = None
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
        """The game after this many numbers of its answers, played again from the deal."""
        game = self.new_game()
        for seat, choice in pairs(self.answers[:kept]):
            game.answer(seat, choice)
        return game

    def _pause_after(self, body: log.Played | log.Dealt) -> int:
        """Seconds for which whoever moved has to be silent now."""
        if isinstance(body, log.Played) and body.seat >= 0 and self.lesson is None:
            return self.rulebook.manners.pause_after(body.answers[1])
        return 0

    def _keep_account(self, entry: Entry, body: log.Played, pause: int) -> None:
        """Remember what was done for somebody who is away; an answered promise is gone."""
        if pause:
            self.silent_until[body.seat] = entry.at + 1000 * pause
        if not (self.promises or body.move):
            return
        for seat in set(body.answers[::2]):
            if seat < 0:
                continue
            self.promises.pop(seat, None)
            chair = self.chairs[seat]
            if chair.away and body.move:
                chair.moves.append(body.move)

    def _show(self, at: int, notices: list[Notice]) -> None:
        """Reckon how long this is shown on every page; what one seat alone hears takes no time."""
        manners = self.rulebook.manners
        public = [notice for notice in notices if notice.only == EVERYBODY]
        weights = [manners.weight(notice.key) for notice in public]
        start = max(self.shown_until, at)
        self.shown_until = min(start, at + LONGEST_SHOW) + showing(self.settings.pace, weights)
        spoken = [words for notice in public if (words := manners.words(notice))]
        if spoken:
            start = min(max(self.read_until, self.shown_until), at + LONGEST_SHOW)
            self.read_until = start + reading(self.settings.pace, spoken)

    def _note_questions(self, entry: Entry) -> None:
        """Note when and by which event the questions that are new were asked."""
        old = {id(ask) for ask in self._open_before}
        timer = self._running_timer()
        if not any(id(ask) in old for ask in self.asks()):
            self.opened = min(self.shown_until, entry.at + LONGEST_SHOW)
        for ask in self.asks():
            if id(ask) not in old:
                self.is_held = False
                if ask.seat != CLOCK:
                    self.since[ask.seat] = self.opened
                elif timer != self.timer:
                    self.since[CLOCK] = entry.at
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
        return (ask.point.name, id(frame.rule), frame.step, frame.actor, frame.target, frame.thing)

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
        chair.kind, chair.level, chair.name = "computer", present_name(body.level), body.name
        chair.seed, chair.ready = body.seed, True
        chair.hash = seed_hash(self.game_id, body.seat, body.seed)

    def _stood(self, body: log.Stood) -> None:
        self.chairs[body.seat].stand_up()

    def _hosted(self, body: log.Hosted) -> None:
        self.host = body.person

    def _runs(self, body: log.Runs) -> None:
        self.master, self.master_name = body.person, body.name

    def _changed(self, body: log.Changed) -> None:
        if self.phase == "lobby" and self._is_another_game(body):
            for chair in self.chairs:
                chair.ready = chair.ready and chair.kind != "person"
        self.options = body.options
        self._run_by = None
        self._led = None
        if self.run_by != "person":
            self.master = self.master_name = ""
        self.settings = body.settings
        while len(self.chairs) < body.seats:
            self.chairs.append(Chair())
            self.asked_at.append(0)
        del self.chairs[body.seats :]
        del self.asked_at[body.seats :]

    def _is_another_game(self, body: log.Changed) -> bool:
        """Whether this is not what people were ready for; who is listed or how fast is."""
        before, after = self.settings, body.settings
        agreed = (before.clock, before.watching, before.grace, before.talk)
        wanted = (after.clock, after.watching, after.grace, after.talk)
        return (self.options, self.seats, agreed) != (body.options, body.seats, wanted)

    def _readied(self, body: log.Readied) -> None:
        chair = self.chairs[body.seat]
        chair.ready, chair.hash = body.ready, body.hash

    def _sealed(self, body: log.Sealed) -> None:
        self.phase = "seeds"
        self.sealed_at = self.at
        self.hashes = body.hashes

    def _sown(self, body: log.Sown) -> None:
        self.chairs[body.seat].seed = body.seed

    def _unsealed(self, body: log.Unsealed) -> None:
        if self.hashes:
            self.thrown.append(self.throw_away())
        self.phase = "lobby"
        self.hashes = []
        self.game_id, self.server_seed = body.game_id, body.server_seed
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "person":
                chair.ready, chair.hash, chair.seed = False, "", ""
            elif chair.kind == "computer":
                chair.seed = body.seeds.get(seat, chair.seed)
                chair.hash = seed_hash(self.game_id, seat, chair.seed)

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
            self.opened += length
            self.paused_at = None
            self.is_masters_pause = False
            self.wishes.clear()

    def _replaced(self, body: log.Replaced) -> None:
        chair = self.chairs[body.seat]
        chair.away, chair.level, chair.moves = True, present_name(body.level), []
        chair.left_at = self.count[body.seat]

    def _returned(self, body: log.Returned) -> None:
        chair = self.chairs[body.seat]
        chair.away, chair.level = False, ""

    def _removed(self, body: log.Removed) -> None:
        self.removed.add(body.person)
        for seat in self.seats_of(body.person):
            chair = self.chairs[seat]
            if self.phase == "lobby":
                chair.stand_up()
            else:
                chair.kind, chair.person = "computer", ""
                chair.away, chair.level, chair.moves = False, present_name(body.level), []

    def _called_off(self, body: log.CalledOff) -> None:
        self.is_called_off = True
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
