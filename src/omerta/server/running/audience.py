"""The audience of a table: whoever is connected to it, and what each of them is told."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from omerta.core import NOTHING
from omerta.server.running.hushed_nights import Hush
from omerta.server.table.fold import Table, fold
from omerta.server.table.lessons import PUPIL
from omerta.server.table.state import Heard
from omerta.server.table.unasked import answered_by
from omerta.server.table.viewers import LATECOMER, RUNNER, WATCHER
from omerta.server.telling.events import News, missed, newest
from omerta.server.telling.messages import arrangements, guide, table_message
from omerta.server.telling.padding import padded
from omerta.server.telling.sights import Sight
from omerta.server.wire import protocol

if TYPE_CHECKING:
    from omerta.server.running.house import House


ONLY_WATCH: Final = (WATCHER, LATECOMER)
"""The viewers who neither play nor run the game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Guest(ABC):
    """Somebody who is connected to the room: a person at a seat, or one who watches."""

    person: str
    device: str = ""
    """The device whose token was shown."""
    address: str = ""
    viewer: int
    sight: Sight | None = None
    """What was last shown here of the game; None if that is not known, or of no use."""

    @abstractmethod
    def send(self, text: bytes) -> None:
        """Put a message on its way; never waits."""

    @abstractmethod
    def come_again(self) -> None:
        """The room has gone: connect anew and say hello to the one that takes over."""

    def go_elsewhere(self) -> None:
        """This process ends: connect anew, to another one."""
        self.come_again()

    @abstractmethod
    def send_away(self, key: str) -> None:
        """Nothing of this table is for this guest any more, and why, as a text key."""


class Elsewhere:
    """Who is connected to the table through another process, and until when that is believed."""

    __slots__ = ("is_silent", "seats", "until", "watchers")

    def __init__(self, seats: list[int], watchers: int, until: float) -> None:
        self.seats = seats
        self.watchers = watchers
        self.until = until
        self.is_silent = False
        """Whether it has left to others what it should have done."""


class Audience:
    """Everybody who is connected to one table."""

    def __init__(self, house: House, table: Table, on_failure: Callable[[Exception], None]) -> None:
        self.house = house
        self.table = table
        self.on_failure: Final = on_failure
        """Told of what goes wrong when nobody waits for it."""
        self.loop = asyncio.get_running_loop()
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        self.turns: dict[Guest, list[int]] = {}
        self.hush = Hush(self)
        self.arranged: dict[int, bytes] = {}
        """What seats were last told of their private arrangements."""

    # Who is there.

    def presence(self) -> tuple[list[int], int]:
        """Seats whose person is connected, here or elsewhere, and how many watch."""
        mine, watchers = self.presence_here()
        seats = set(mine)
        for others in self._believed().values():
            seats.update(others.seats)
            watchers += others.watchers
        return sorted(seats), watchers

    def presence_here(self) -> tuple[list[int], int]:
        """Seats whose person is connected to this process, and how many watch here."""
        seats = {seat for guest in self.guests for seat in self.seats_of(guest)}
        return sorted(seats), sum(guest.viewer in ONLY_WATCH for guest in self.guests)

    def _believed(self) -> dict[str, Elsewhere]:
        """Who was last heard of elsewhere, and not too long ago unless nobody can be heard."""
        if self.house.is_bus_down:
            return self.elsewhere
        moment = self.loop.time()
        return {name: there for name, there in self.elsewhere.items() if there.until > moment}

    @property
    def has_players(self) -> bool:
        """Whether anybody who plays, or runs the game, is connected anywhere."""
        for guest in self.guests:
            if guest.viewer not in ONLY_WATCH:
                return True
        return bool(self.elsewhere) and any(there.seats for there in self._believed().values())

    @property
    def has_anybody(self) -> bool:
        """Whether anybody at all is connected anywhere, if only to watch."""
        if self.guests:
            return True
        return any(there.seats or there.watchers for there in self._believed().values())

    def leader(self) -> str | None:
        """The process that the first connected seat is connected to; None if there is none.

        Of two processes that could both do something by themselves this one does it. It is a
        habit, not a lock: whoever waits in vain does it after all.
        """
        mine, _ = self.presence_here()
        processes = [(mine[0], self.house.bus.process)] if mine else []
        processes += [
            (min(there.seats), name)
            for name, there in self._believed().items()
            if there.seats and not there.is_silent
        ]
        return min(processes)[1] if processes else None

    def doubt(self, process: str) -> None:
        """This process has not done what was its to do; until it speaks again others do it."""
        if process in self.elsewhere:
            self.elsewhere[process].is_silent = True

    def seats_of(self, guest: Guest) -> list[int]:
        """The seats that somebody who is connected plays."""
        return self.table.seats_of(guest.person) if guest.viewer < WATCHER else []

    def reseated(self) -> list[Guest]:
        """Who sat down or stood up while connected looks through other eyes now."""
        found: list[Guest] = []
        for guest in self.guests:
            seats = self.table.seats_of(guest.person)
            wanted = guest.viewer
            if seats and wanted not in seats:
                wanted = seats[0]
            elif not seats and wanted not in ONLY_WATCH:
                wanted = self.table.watcher(guest.person)
            if guest.person == self.table.runner:
                wanted = RUNNER
            if wanted != guest.viewer:
                guest.viewer = wanted
                guest.sight = None
                found.append(guest)
        return found

    def rewatching(self) -> list[Guest]:
        """Who watches sees less once a game is on that is shown late, and all when it is over."""
        found = [
            guest
            for guest in self.guests
            if guest.viewer in ONLY_WATCH and guest.viewer != self.table.watcher(guest.person)
        ]
        for guest in found:
            guest.viewer = self.table.watcher(guest.person)
            guest.sight = None
        return found

    def unwelcome(self) -> list[Guest]:
        """Who watches although nobody may, whenever they came."""
        table = self.table
        return [
            guest
            for guest in self.guests
            if guest.viewer in ONLY_WATCH and not table.may_watch(guest.person)
        ]

    # Telling.

    def tell(self, heard: Heard, actor: int = NOTHING) -> None:
        """Send the newest event to everybody who hears it; `actor` is the seat that moved."""
        news = News(self.table, heard)
        covers = self.hush.covers
        for guest in self.guests:
            viewer = guest.viewer
            if not heard.mask >> viewer & 1:
                continue
            if covers and viewer < WATCHER:
                self.hush.tell(guest, heard)
            else:
                text, guest.sight = news.to(viewer, guest.sight)
                guest.send(text)
        if covers:
            self.hush.told()

    def tell_all(self, message: protocol.Message) -> None:
        """Send everybody the same."""
        text = protocol.encode(message)
        for guest in self.guests:
            guest.send(text)

    def tell_presence(self) -> None:
        """Tell who is there."""
        here, watchers = self.presence()
        self.tell_all(protocol.Presence(here=here, watchers=watchers))

    def tell_table(self) -> None:
        """Send the state of the table to everybody, to each as they see it."""
        texts: dict[str, bytes] = {}
        for guest in self.guests:
            text = texts.get(guest.person)
            if text is None:
                text = texts[guest.person] = protocol.encode(self.state(guest.person))
            guest.send(text)

    def state(self, person: str) -> protocol.Table:
        """The state of the table as this person sees it."""
        here, watchers = self.presence()
        return table_message(self.table, person, here, watchers)

    def tell_arrangements(self, seat: int) -> None:
        """Send a seat its private standing orders and the move given ahead."""
        text = self.arranged[seat] = protocol.encode(arrangements(self.table, seat))
        for guest in self.guests:
            if guest.viewer == seat:
                guest.send(text)

    def tell_changed_arrangements(self) -> None:
        """Tell those whose answer ahead was used or voided, or whose order has ended."""
        table = self.table
        if not (table.orders or table.promises or self.arranged):
            return
        for seat in {seat for seat, _ in table.orders} | set(table.promises) | set(self.arranged):
            if self.arranged.get(seat) != protocol.encode(arrangements(table, seat)):
                self.tell_arrangements(seat)

    def tell_pupil(self) -> None:
        """Tell the pupil of a lesson what comes next."""
        lesson = guide(self.table)
        if lesson is not None:
            text = protocol.encode(lesson)
            for guest in self.guests:
                if guest.viewer == PUPIL:
                    guest.send(text)

    def tell_turns(self) -> None:
        """Tell those with several seats on one device which of them are asked."""
        if not self.table.shares_devices:
            return
        for guest in self.guests:
            seats = self.seats_of(guest)
            if len(seats) < 2:
                continue
            asked = [seat for seat in seats if self._has_to_decide(seat)]
            if self.turns.get(guest) != asked:
                self.turns[guest] = asked
                guest.send(protocol.encode(protocol.Turn(seats=asked)))

    def _has_to_decide(self, seat: int) -> bool:
        return self.table.asked(seat) is not None and not answered_by(self.table, seat)

    # Bringing somebody up to date.

    async def greet(self, guest: Guest, last: int) -> None:
        """Bring somebody up to date who has seen the events up to number `last`."""
        table = self.table
        viewer = guest.viewer
        welcome = protocol.Welcome(
            table=table.id,
            code=table.code,
            game=table.rulebook.name,
            seat=viewer if viewer < WATCHER else None,
            yours=table.seats_of(guest.person),
            n=table.count[viewer],
            now=table.now(),
            late=viewer == LATECOMER,
            runs=viewer == RUNNER,
            hushed=viewer < WATCHER and self.hush.is_on,
        )
        if not 0 <= last <= table.count[viewer]:
            last = 0
        events = missed(table, viewer, last)
        if events is None:
            events = await self._story(viewer, last)
            if guest.viewer != viewer:
                return
            welcome.n = table.count[viewer]
        messages: list[protocol.Message] = [welcome, self.state(guest.person)]
        if viewer < WATCHER:
            messages.append(arrangements(table, viewer))
        if events:
            messages.append(protocol.Missed(events=protocol.raw(events)))
        texts = [protocol.encode(message) for message in messages]
        if table.game is not None and viewer != LATECOMER:
            text, guest.sight = newest(table, viewer)
            texts.append(text)
        for text in texts:
            guest.send(padded(table, text) if viewer < WATCHER and self.hush.is_on else text)
        self.hush.greeted(guest)
        self.tell_pupil()
        self.turns.pop(guest, None)
        self.tell_turns()

    async def _story(self, viewer: int, last: int) -> list[bytes]:
        """Everything that a viewer heard after number `last`, told from the log."""
        while True:
            entries = await self.house.store.load(self.table.id)
            story = await asyncio.to_thread(fold, entries, None)
            if story.seq >= self.table.seq:
                break
        events = missed(story, viewer, last) or []
        return events[: self.table.count[viewer] - last]
