"""Computer players and the workers they think in."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from omerta.server.running.computer_players import Players
from omerta.server.running.house import House
from omerta.server.store import open_store
from omerta.server.table.viewers import WATCHER
from omerta.server.watch.journal import Journal
from tests.server.ears import Ear
from tests.server.test_days import dealt_room, until


def test_a_worker_that_the_system_has_ended_is_replaced(tmp_path: Path) -> None:
    async def story() -> None:
        players = Players(1)
        house = House(open_store("", tmp_path), players=players, journal=Journal(quiet=True))
        await house.open()
        room = await dealt_room(house, computers=3)
        await room.enter(Ear(WATCHER), 0)
        await until(lambda: players.pools[0] is not None)
        pool = players.pools[0]
        assert pool is not None
        worker = await asyncio.wrap_future(pool.submit(os.getpid))
        os.kill(worker, signal.SIGKILL)
        seen = room.table.seq
        await until(lambda: players.pools[0] not in (pool, None))
        await until(lambda: room.table.seq > seen + 5)
        await house.close()

    asyncio.run(story())
