"""Nights that nobody can overhear: every seat is sent as much and as often, whoever acts.

While a game is hushed, messages to seats have one size, and what happened comes at the next tick,
at which every seat is sent something; what one did oneself too. Clients speak as often and as much,
whether they have something to say or not, and every answer to them has one size.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from omerta.server.table.state import Heard
from omerta.server.table.viewers import WATCHER
from omerta.server.telling.events import brought
from omerta.server.telling.padding import padded
from omerta.server.wire import protocol

if TYPE_CHECKING:
    from omerta.server.running.audience import Audience, Guest

TICK = 2.0
"""Seconds between two moments at which every seat is sent something."""

SLOW_TICK: Final = 30.0
"""The same in a game over days."""

NOTHING_NEW: Final = protocol.encode(protocol.Missed(events=[], hushed=True))


class Hush:
    """What the seats at one table are sent while the game is hushed."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.untold: dict[Guest, list[Heard]] = {}
        """What each seat's device has not been sent yet, oldest first."""
        self.ticking: asyncio.TimerHandle | None = None

    @property
    def is_on(self) -> bool:
        """Whether the game is hushed now."""
        table = self.audience.table
        if table.game is None or table.phase != "playing":
            return False
        return table.rulebook.manners.is_hushed(table.game)

    @property
    def covers(self) -> bool:
        """Whether events go through here: in the night, and with what ends it."""
        return bool(self.untold) or self.is_on

    def tell(self, guest: Guest, heard: Heard) -> None:
        """The newest event concerns this seat: now if everybody hears it, else at the tick."""
        table = self.audience.table
        self.untold.setdefault(guest, []).append(heard)
        seats = (1 << table.seats) - 1
        if heard.mask & seats == seats:
            self.bring(guest)

    def bring(self, guest: Guest) -> None:
        """Send a seat what it has not been sent yet, with the game as it stands."""
        table = self.audience.table
        viewer = guest.viewer
        untold = self.untold.get(guest)
        if not untold:
            return
        self.untold[guest] = []
        events, guest.sight = brought(table, viewer, untold)
        news = protocol.Missed(events=protocol.raw(events), hushed=self.is_on)
        guest.send(padded(table, protocol.encode(news)))

    def told(self) -> None:
        """Everybody has been told: go on ticking, or stop with the night."""
        if not self.is_on:
            self.stop()
        elif self.ticking is None:
            over_days = self.audience.table.settings.clock == "days"
            pause = SLOW_TICK if over_days else TICK
            self.ticking = self.audience.loop.call_later(pause, self.tick)

    def tick(self) -> None:
        """A moment at which every seat is sent something, news or nothing new."""
        try:
            self._send_all()
        except Exception as error:
            self.audience.on_failure(error)

    def _send_all(self) -> None:
        if self.ticking is not None:
            self.ticking.cancel()
            self.ticking = None
        for guest in self.audience.guests:
            if guest.viewer >= WATCHER:
                continue
            if self.untold.get(guest):
                self.bring(guest)
            else:
                guest.send(padded(self.audience.table, NOTHING_NEW))
        if self.audience.guests:
            self.told()

    def greeted(self, guest: Guest) -> None:
        """A seat has just been told everything."""
        if guest.viewer < WATCHER and self.is_on:
            self.untold[guest] = []
            self.told()

    def forget(self, guest: Guest) -> None:
        """Somebody's connection has gone."""
        self.untold.pop(guest, None)

    def stop(self) -> None:
        """The night is over: whoever has not been told everything is told it now."""
        for guest in list(self.untold):
            self.bring(guest)
        self.halt()

    def halt(self) -> None:
        """Nobody is told anything here any more."""
        self.untold.clear()
        if self.ticking is not None:
            self.ticking.cancel()
            self.ticking = None
