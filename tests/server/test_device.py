"""The device in the middle of a table: it leads through one game, and through the next one."""

from __future__ import annotations

from typing import Any

from omerta.server.wire import protocol
from tests.clauses import clause
from tests.server.client import Person
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server
from tests.server.town import NAMES, with_phones

ROUND = {"mode": "table", "table_night": "phones"}


async def in_the_middle(tonight: Evening, options: dict[str, str]) -> tuple[Person, str]:
    """Somebody's device in the middle of a table with free chairs."""
    host = await tonight.person("Host")
    form: dict[str, Any] = {
        "game": "palermo",
        "seats": len(NAMES),
        "chairs": [{"kind": "empty"} for _ in NAMES],
        "options": ROUND | options,
        "settings": {"clock": "quick"},
    }
    return host, str((await host.post("/api/tables", form))["id"])


@clause("PA-31.11")
def test_the_device_in_the_middle_pauses_and_changes_the_time(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, table = await in_the_middle(tonight, {"t_card": "1", "t_meet": "60"})
        async with with_phones(server.address, table) as phones:
            device = await host.sit(table)
            for phone in phones:
                await phone.ready()
            await host.post(f"/api/tables/{table}/start")
            await device.until(lambda: device.view and device.view["part"] == "mafia")
            assert device.clock is not None
            before = device.clock.deadline or 0
            longer = protocol.Timer(id="", seconds=60)
            assert await refused(phones[0].request(longer)) == "server.refused.not_running"
            await device.request(longer)
            await phones[1].until(
                lambda: phones[1].clock and phones[1].clock.deadline == before + 60_000
            )
            skip = protocol.Skip(id="", deadline=before + 60_000)
            assert await refused(phones[0].request(skip)) == "server.refused.not_running"
            assert await refused(device.request(skip)) == "server.refused.night_goes_on"
            skip = protocol.Skip(id="", deadline=before)
            assert await refused(device.request(skip)) == "server.refused.stale"
            await device.request(protocol.Pause(id="", wish=True))
            await phones[2].until(lambda: phones[2].table.masters_pause)
            going_on = protocol.Pause(id="", wish=False)
            assert await refused(phones[2].request(going_on)) == "server.refused.masters_pause"
            await device.request(going_on)
            await phones[2].until(lambda: not phones[2].table.paused)
            await device.close()

    evening(server, story)


def test_the_device_ends_a_part_of_the_day_before_its_time(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        short = dict.fromkeys(("t_card", "t_meet", "t_guard", "t_mafia", "t_detective"), "1")
        host, table = await in_the_middle(tonight, short)
        async with with_phones(server.address, table) as phones:
            device = await host.sit(table)
            for phone in phones:
                await phone.ready()
            await host.post(f"/api/tables/{table}/start")
            await device.until(lambda: device.view and device.view["part"] == "discussion")
            assert device.clock is not None
            await device.request(protocol.Skip(id="", deadline=device.clock.deadline or 0))
            await phones[0].until(lambda: phones[0].view["part"] == "list")
            await device.close()

    evening(server, story)


def test_the_next_game_has_the_same_device_in_the_middle_whoever_wants_it(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, table = await in_the_middle(tonight, {})
        stranger = await tonight.person("Stranger")
        async with with_phones(server.address, table) as phones:
            await host.post(f"/api/tables/{table}/close")
            path = f"/api/tables/{table}/rematch"
            told = await stranger.http.post(path)
            assert told.json()["key"] == "server.problem.not_seated"
            again = await phones[3].person.post(path)
            assert not again["host"]
            assert [chair["name"] for chair in again["chairs"]] == list(NAMES)
            led = await host.post(path)
            assert (led["id"], led["host"]) == (again["id"], True)

    evening(server, story)
