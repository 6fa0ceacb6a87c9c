"""The clock of the machine is put forward or back: nobody's time ends or stands still by that."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from omerta.server.wire import protocol
from tests.server.client import Person, Player, begin, lobby_of
from tests.server.house import Server

HOUR = 3_600
QUIET = 2.0
"""Seconds in which a time that ended by the jump would have been noticed."""

SOON = 40.0
"""Seconds in which a time of some seconds has run out, however busy the machine is."""


def jumpy(folder: Path) -> tuple[Path, str]:
    """A file with the seconds by which the clock is wrong, and a machine that has such a clock."""
    wrong = folder / "clock"
    wrong.write_text("0")
    return (
        wrong,
        f"""
import pathlib, time

def wrong(real, unit):
    return lambda: real() + int(pathlib.Path({str(wrong)!r}).read_text()) * unit

time.time_ns = wrong(time.time_ns, 10**9)
time.time = wrong(time.time, 1)
""",
    )


async def asked(server: Server, seconds: int) -> tuple[Person, Player]:
    """Somebody who is asked something and has so much time for the answer."""
    person = await Person(server.address).come_in()
    options = {"turn_seconds": str(seconds), "reaction_seconds": str(seconds)}
    table, players = await lobby_of([person], seats=3, options=options, clock="relaxed")
    await begin(person, table, players)
    await players[0].until(lambda: players[0].ask)
    return person, players[0]


def left(player: Player) -> float:
    """The seconds that are shown."""
    assert player.clock is not None
    assert player.clock.deadline is not None
    return (player.clock.deadline - player.clock.now) / 1000


async def has_run_out(player: Player) -> None:
    ask = player.ask
    await player.until(lambda: player.ask is not ask or player.outcome, SOON)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_of_the_clock_neither_ends_nor_stops_anybodys_time(
    tmp_path: Path, jump: int
) -> None:
    wrong, before = jumpy(tmp_path)

    async def evening(server: Server) -> None:
        slow_person, slow = await asked(server, 120)
        quick_person, quick = await asked(server, 5)
        ask, shown = slow.ask, left(slow)
        wrong.write_text(str(jump))
        await has_run_out(quick)
        await asyncio.sleep(QUIET)
        assert slow.ask is ask, "the time has ended"
        again = await slow_person.sit(slow.code)
        await again.until(lambda: again.clock)
        assert shown - SOON < left(again) <= shown + 1
        for player in (slow, quick, again):
            await player.close()
        for person in (slow_person, quick_person):
            await person.close()

    with Server(tmp_path / "data", before=before) as server:
        asyncio.run(evening(server))


def test_a_server_that_starts_with_its_clock_put_back_goes_on_with_the_time(
    tmp_path: Path,
) -> None:
    wrong, before = jumpy(tmp_path)

    async def evening(server: Server) -> None:
        person, player = await asked(server, 10)
        await player.close()
        await asyncio.to_thread(server.stop)
        wrong.write_text(str(-HOUR))
        await asyncio.to_thread(server.start)
        await player.connect()
        await player.until(lambda: player.ask and player.clock)
        ask = player.ask
        assert 0 < left(player) < 60
        await asyncio.sleep(QUIET)
        assert player.ask is ask, "the time has ended"
        await player.request(protocol.Say(id="", text="Is it that late?"))
        await player.until(lambda: player.ask is not ask or player.outcome, SOON)
        await player.close()
        await person.close()

    with Server(tmp_path / "data", before=before) as server:
        asyncio.run(evening(server))
