"""Nobody gets round the rules of the table: who watches, whose time it is, what was agreed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from omerta.server.running import house as houses
from omerta.server.running.room import Room
from omerta.server.table import entries as log
from omerta.server.table import state as states
from omerta.server.table.names import distinct, likeness, tidy_name
from omerta.server.telling.events import clock
from omerta.server.wire import protocol
from tests.server.client import Person, Player, begin, lobby_of
from tests.server.ears import Ear, write
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server
from tests.server.test_patience import window
from tests.server.test_poker_face import ARMED, new_house


async def hello(player: Player, **more: Any) -> None:
    """Say hello once more, in another way than the page does."""
    player.answers["welcome"] = asyncio.get_running_loop().create_future()
    welcomed = player.answers["welcome"]
    await player.send(protocol.Hello(token=player.person.token, table=player.code, **more))
    await asyncio.wait_for(welcomed, 20)


# Who watches.


def test_who_plays_cannot_watch_the_same_game(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        people = [await tonight.person(name) for name in ("Ida", "Bob")]
        table, players = await lobby_of(people)
        tonight.players += players
        assert await refused(hello(players[1], watch=True)) == "server.refused.plays_here"
        await begin(people[0], table, players)
        for more in ({}, {"seat": 1}, {"seat": 7}):
            assert await refused(hello(players[1], watch=True, **more)) == (
                "server.refused.plays_here"
            )

    evening(server, story)


def test_a_table_that_is_closed_to_spectators_sends_those_away_who_were_there(
    server: Server,
) -> None:
    async def story(tonight: Evening) -> None:
        people = [await tonight.person(name) for name in ("Ida", "Bob")]
        table, players = await lobby_of(people, watching=True)
        tonight.players += players
        await begin(people[0], table, players)
        watcher = await tonight.sit(await tonight.person("Eve"), table)
        form = {"settings": {"watching": False}}
        await people[0].post(f"/api/tables/{table}", form, "PATCH")
        await watcher.until(lambda: watcher.others)
        [told] = watcher.others
        assert isinstance(told, protocol.Closed)
        assert (told.key, told.retry) == ("server.refused.no_watching", False)
        heard = watcher.n
        await players[0].request(protocol.Say(id="", text="Are they gone?"))
        await players[1].until(lambda: players[1].talk)
        assert watcher.n == heard

    evening(server, story)


def test_who_looked_at_the_chairs_does_not_stay_when_the_game_begins(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        people = [await tonight.person(name) for name in ("Ida", "Bob")]
        table, players = await lobby_of(people, watching=False)
        tonight.players += players
        looker = await tonight.sit(await tonight.person("Eve"), table)
        await begin(people[0], table, players)
        await looker.until(lambda: looker.others)
        assert looker.view is None

    evening(server, story)


# Whose time it is.


def test_leaving_and_returning_does_not_renew_ones_time(tmp_path: Path) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room, _ = await window(house, ARMED)
        room.table.floor = 0
        before = clock(room.table).deadline
        await asyncio.sleep(0.02)
        await write(room, log.Replaced(seat=2, level="thumb"))
        await write(room, log.Returned(seat=2))
        limits = {room.table.deadline(ask) for ask in room.table.asks()}
        assert limits == {before}, "one window, one time for all who are asked in it"
        assert clock(room.table).deadline == before
        await house.close()

    asyncio.run(story())


def test_an_empty_room_waits_once_for_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def come_and_go(room: Room, seat: int) -> int:
        ear = Ear(seat)
        await room.enter(ear, room.table.count[seat])
        room.leave(ear)
        return room.table.floor

    async def story() -> None:
        house = await new_house(tmp_path)
        room, ears = await window(house, ARMED)
        for ear in ears.values():
            room.leave(ear)
        first = await come_and_go(room, 1)
        monkeypatch.setattr(states, "now", lambda: first + 3_600_000)
        assert await come_and_go(room, 1) == first
        assert await come_and_go(room, 2) == first
        await house.close()

    asyncio.run(story())


# What was agreed.


def test_another_game_is_not_what_people_were_ready_for(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        people = [await tonight.person(name) for name in ("Ida", "Bob")]
        table, players = await lobby_of(people)
        tonight.players += players
        for player in players:
            await player.ready()
        options = players[0].table.options | {"level": "beginner"}
        changes: list[dict[str, Any]] = [
            {"options": options},
            {"settings": {"clock": "quick"}},
            {"settings": {"watching": False}},
        ]
        for change in changes:
            await people[0].post(f"/api/tables/{table}", change, "PATCH")
            state = await people[0].get(f"/api/tables/{table}")
            assert not any(c["ready"] for c in state["chairs"] if c["kind"] == "person"), change
            answer = await people[0].http.post(f"/api/tables/{table}/start")
            assert answer.json()["key"] == "server.problem.not_ready"
            for player in players:
                await player.ready()
        await people[0].post(f"/api/tables/{table}", {"settings": {"pace": "calm"}}, "PATCH")
        await begin(people[0], table, players)

    evening(server, story)


@pytest.mark.parametrize("change", [{"grace": 0}, {"public": True}, {"clock": "quick"}])
def test_what_is_fixed_at_the_start_stays(server: Server, change: dict[str, Any]) -> None:
    async def story(tonight: Evening) -> None:
        table, players = await tonight.table(people=2)
        host = players[0].person
        answer = await host.http.patch(f"/api/tables/{table}", json={"settings": change})
        assert answer.json()["key"] == "server.problem.already_started"
        settled = {"pace": "brisk", "talk": False, "watching": False}
        await host.post(f"/api/tables/{table}", {"settings": settled}, "PATCH")

    evening(server, story)


# Names.


def test_no_two_at_a_table_have_the_same_name(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        first = await tonight.person("Anna")
        form = {"game": "mafia-city", "seats": 5, "chairs": [{"kind": "me"}]}
        table = (await first.post("/api/tables", form))["id"]
        for name in ("anna", "\u0410\u200bnna", "Anna"):
            other = await tonight.person(name)
            await other.post(f"/api/tables/{table}/join", {})
        chair = {"kind": "computer", "name": "ANNA"}
        state = await first.post(f"/api/tables/{table}/chairs/4", chair, "PUT")
        names = [chair["name"] for chair in state["chairs"]]
        assert len({likeness(name) for name in names}) == 5, names

    evening(server, story)


def test_a_computer_player_does_not_look_like_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "NAMES", ("Bruna", "Ivo"))

    async def look() -> None:
        house = await new_house(tmp_path)
        room = await house.make("mafia-city", 4, {}, protocol.Settings(), "person 0")
        await write(room, log.Sat(seat=0, person="person 0", name="bruna"))
        for seat in (1, 2, 3):
            await write(room, house.computer(room.table, seat, "", ""))
        names = [chair.name for chair in room.table.chairs]
        assert names[1] == "Ivo"
        assert len({likeness(name) for name in names}) == 4, names
        await house.close()

    asyncio.run(look())


def test_who_watches_does_not_speak_in_a_players_name(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, _ = await tonight.table(people=2)
        watchers = [await tonight.sit(await tonight.person(name), table) for name in ("P1", "Wim")]
        await watchers[0].request(protocol.Say(id="", text="I am the mafioso"))
        await watchers[1].until(lambda: watchers[1].talk)
        assert watchers[1].talk[0].name == "P1 2"

    evening(server, story)


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u115f\u1160", "\u2800\u2800", "\u200b\u2060", "\ufe0f", "\u0301", "\u034f "],
)
def test_an_invisible_name_is_none(name: str, server: Server) -> None:
    assert tidy_name(name) == ""

    async def story(tonight: Evening) -> None:
        person = await tonight.person("Ida")
        answer = await person.http.patch("/api/me", json={"name": name})
        assert answer.json()["key"] == "server.problem.bad_name"
        hidden = await Person(server.address, name).come_in()
        tonight.people.append(hidden)
        form = {"game": "mafia-city", "seats": 4, "chairs": [{"kind": "me", "name": name}]}
        state = await hidden.post("/api/tables", form)
        assert state["chairs"][0]["name"] == "#1"

    evening(server, story)


def test_a_long_name_is_numbered_within_its_length() -> None:
    name = "x" * protocol.LONGEST_NAME
    again = distinct(name, [name])
    assert again.endswith(" 2")
    assert len(again) == protocol.LONGEST_NAME
    assert distinct("Ida", ["Bob"]) == "Ida"
    assert distinct("Zoë", ["Zoe"]) == "Zoë"
