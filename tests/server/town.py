"""Tables of Palermo for tests: a log that the test writes, and people who come with phones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from omerta.games import GAMES
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table, fold
from omerta.server.table.plan import Plan
from omerta.server.wire import protocol
from tests.server.client import Person, Player

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
BOOK = GAMES["palermo"]


class Written:
    """A table whose log the test writes: what happens, and how many milliseconds later."""

    def __init__(self, options: dict[str, str], clock: str = "relaxed", name: str = "t-1") -> None:
        bodies: list[Any] = [
            log.Made(
                code="ABCDEF",
                game="palermo",
                version=BOOK.version,
                seats=len(NAMES),
                options=BOOK.options(options).values,
                settings=protocol.Settings(clock=clock),
                host="person-0",
                game_id=name,
                server_seed="00" * 32,
            )
        ]
        for seat, person in enumerate(NAMES):
            bodies.append(log.Sat(seat=seat, person=f"person-{seat}", name=person))
            bodies.append(log.Sown(seat=seat, seed=person))
        if options.get("gm") == "human":
            bodies.append(log.Runs(person="master", name="Gina"))
        self.entries = [Entry("t", seq, seq, body) for seq, body in enumerate(bodies, start=1)]
        self.table = fold(self.entries)
        self.go_on(play.deal(self.table))

    def add(self, body: log.AnyBody, heard: int = 0, game: Any = None, after: int = 1) -> None:
        table = self.table
        entry = Entry(table.id, table.seq + 1, table.at + after, body, heard)
        self.entries.append(entry)
        table.apply(entry, game)

    def go_on(self, tried: Plan, after: int = 1) -> None:
        self.add(tried.body, tried.heard, tried.game, after)

    def move(self, seat: int, move: str, after: int = 1) -> None:
        """A move in the notation."""
        answers = BOOK.read_move(self.table.game, seat, move)
        self.go_on(play.move(self.table, seat, answers), after)

    def again(self) -> Table:
        """The table as another process reads it from the log."""
        return fold(self.entries)


def choice(asked: protocol.Ask, move: str) -> int:
    """The choice that the notation calls so."""
    return next(one.choice for one in asked.choices if one.move == move)


@asynccontextmanager
async def with_phones(address: str, table: str) -> AsyncIterator[list[Player]]:
    """Everybody comes to this table with a phone of their own."""
    people = [await Person(address, name).come_in() for name in NAMES]
    for person in people:
        await person.post(f"/api/tables/{table}/join", {})
    phones = [await person.sit(table) for person in people]
    try:
        yield phones
    finally:
        for phone in phones:
            await phone.close()
        for person in people:
            await person.close()
