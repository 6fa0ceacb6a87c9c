"""Strangers at one table: sent away, blocked, reported; and one person on two devices."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import httpx
import msgspec

from omerta.server.ops import admin
from omerta.server.ops.admin_key import find_key
from omerta.server.running.house import House
from omerta.server.running.identities import CODE_LASTS
from omerta.server.store import open_store
from omerta.server.wire import protocol
from tests.server.client import Person, Player, begin, lobby_of, table_of
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server


async def key_of(answer: httpx.Response) -> str:
    assert answer.status_code >= 400, answer.text
    key: str = answer.json()["key"]
    return key


async def closed(player: Player) -> protocol.Closed:
    """Why the server has ended this connection."""
    await player.until(lambda: any(isinstance(one, protocol.Closed) for one in player.others))
    return next(one for one in player.others if isinstance(one, protocol.Closed))


def test_the_host_sends_somebody_away_before_the_start(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, rude = await tonight.person("Host"), await tonight.person("Rude")
        table, players = await lobby_of([host, rude], seats=3)
        tonight.players.extend(players)
        path = f"/api/tables/{table}"
        answer = await rude.http.post(f"{path}/chairs/0/remove")
        assert await key_of(answer) == "server.problem.not_host"
        assert await key_of(await host.http.post(f"{path}/chairs/0/remove")) == (
            "server.problem.yourself"
        )
        assert await key_of(await host.http.post(f"{path}/chairs/2/remove")) == (
            "server.problem.no_such_chair"
        )
        state = await host.post(f"{path}/chairs/1/remove")
        assert state["chairs"][1]["kind"] == "empty"
        why = await closed(players[1])
        assert (why.key, why.retry) == ("server.refused.removed", False)
        answer = await rude.http.post(f"{path}/join", json={})
        assert await key_of(answer) == "server.problem.removed"
        assert await refused(rude.sit(table)) == "server.refused.removed"
        third = await tonight.person("Third")
        await third.post(f"{path}/join", {})

    evening(server, story)


def test_in_a_running_game_a_computer_player_goes_on_for_whoever_was_sent_away(
    server: Server,
) -> None:
    async def story(tonight: Evening) -> None:
        host, rude = await tonight.person("Host"), await tonight.person("Rude")
        table, players = await table_of([host, rude], seats=3)
        tonight.players.extend(players)
        state = await host.post(f"/api/tables/{table}/chairs/1/remove")
        chair = state["chairs"][1]
        assert (chair["kind"], chair["away"], chair["name"]) == ("computer", False, "Rude")
        assert (await closed(players[1])).key == "server.refused.removed"
        assert await refused(rude.sit(table)) == "server.refused.removed"
        assert (await rude.get("/api/me"))["tables"] == []
        await asyncio.wait_for(players[0].play(Random(4)), 60)

    evening(server, story)


def test_who_is_blocked_does_not_sit_down_at_my_tables(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, rude = await tonight.person("Host"), await tonight.person("Rude")
        table, players = await lobby_of([host, rude], seats=3)
        tonight.players.extend(players)
        listed = await host.post(f"/api/tables/{table}/chairs/1/block", method="PUT")
        assert [(one["name"], one["seats"]) for one in listed] == [("Rude", [1])]
        assert await host.get(f"/api/me/blocks?table={table}") == listed
        assert await rude.get("/api/me/blocks") == []
        again, others = await lobby_of([host], seats=3)
        tonight.players.extend(others)
        await host.post(f"/api/tables/{again}/chairs/2", {"kind": "empty"}, "PUT")
        answer = await rude.http.post(f"/api/tables/{again}/join", json={})
        assert await key_of(answer) == "server.problem.blocked"
        assert await host.post(f"/api/me/blocks/{listed[0]['id']}", method="DELETE") == []
        await rude.post(f"/api/tables/{again}/join", {})

    evening(server, story)


def test_a_report_carries_what_its_writer_has_heard(tmp_path: Path) -> None:
    with Server(tmp_path) as server:

        async def story(tonight: Evening) -> None:
            host, rude = await tonight.person("Host"), await tonight.person("Rude")
            table, players = await lobby_of([host, rude], seats=3)
            tonight.players.extend(players)
            await players[1].request(protocol.Say(id="", text="something rude"))
            path = f"/api/tables/{table}/chairs/1/report"
            stranger = await tonight.person()
            form = {"reason": "insults", "text": "He is\x00 rude."}
            assert await key_of(await stranger.http.post(path, json=form)) == (
                "server.problem.not_seated"
            )
            assert await host.post(path, form) == {"reported": True}

        evening(server, story)
        asked = admin.Server(find_key(tmp_path, None))
        (found,) = asked.ask("GET", "/reports")
        assert (found["name"], found["reason"], found["text"]) == ("Rude", "insults", "He is rude.")
        assert found["said"] == ["Rude: something rude"]


def test_games_are_taken_along_to_another_device_and_a_lost_one_is_shut_out(
    server: Server,
) -> None:
    async def story(tonight: Evening) -> None:
        phone = await tonight.person("Ada")
        table, (player,) = await table_of([phone], seats=3)
        tonight.players.append(player)
        code = await phone.post("/api/me/code", {"device": "Phone"})
        assert code["qr"].startswith("<svg")
        assert len(code["code"]) == 8
        tablet = Person(server.address)
        tonight.people.append(tablet)
        shown = f"{code['code'][:4].lower()} {code['code'][4:]}"
        person = await tablet.post("/api/people/code", {"code": shown, "device": "Tablet"})
        assert person["name"] == "Ada"
        tablet.token = person["token"]
        tablet.http.headers["authorization"] = f"Bearer {tablet.token}"
        # Both are at the same seat, and the code is of no use any more.
        other = await tonight.sit(tablet, table)
        assert other.seat == player.seat == 0
        answer = await tablet.http.post("/api/people/code", json={"code": shown})
        assert await key_of(answer) == "server.problem.no_such_code"
        devices = await tablet.get("/api/me/devices")
        assert {(one["name"], one["this"]) for one in devices} == {
            ("Phone", False),
            ("Tablet", True),
        }
        # The phone is lost.
        lost = next(one["id"] for one in devices if not one["this"])
        left = await tablet.post(f"/api/me/devices/{lost}", method="DELETE")
        assert [one["name"] for one in left] == ["Tablet"]
        why = await closed(player)
        assert (why.key, why.retry) == ("server.closed.revoked", False)
        assert (await phone.http.get("/api/me")).status_code == 401
        assert await refused(phone.sit(table)) == "server.refused.bad_token"
        assert (await tablet.get("/api/me"))["tables"][0]["id"] == table
        stranger = await tonight.person("Eve")
        device = left[0]["id"]
        assert await key_of(await stranger.http.delete(f"/api/me/devices/{device}")) == (
            "server.problem.not_found"
        )

    evening(server, story)


async def last_words(lines: httpx.Response) -> protocol.ServerMessage:
    """What the stream of a program says last before the server ends it."""
    said = [text async for text in lines.aiter_lines() if text]
    return protocol.decode_server(said[-1])


def test_the_stream_of_a_lost_device_ends(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        lost = await tonight.person("Ada")
        table, players = await lobby_of([lost], seats=3)
        tonight.players.extend(players)
        code = (await lost.post("/api/me/code", {"move": True}))["code"]
        path = f"/api/programs/tables/{table}/stream"
        async with lost.http.stream("GET", path) as lines:
            await lost.post("/api/people/code", {"code": code})
            why = await asyncio.wait_for(last_words(lines), 20)
        assert why == protocol.Closed(key="server.closed.revoked")

    evening(server, story)


def test_moving_gives_the_old_device_up(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        phone = await tonight.person("Ada")
        code = (await phone.post("/api/me/code", {"move": True}))["code"]
        assert (await phone.http.get("/api/me")).status_code == 200, "until the code is used"
        person = await phone.post("/api/people/code", {"code": code})
        assert (await phone.http.get("/api/me")).status_code == 401
        phone.http.headers["authorization"] = f"Bearer {person['token']}"
        assert (await phone.get("/api/me"))["name"] == "Ada"

    evening(server, story)


def test_a_code_is_not_valid_for_long(tmp_path: Path) -> None:
    later = f"""
from omerta.server.running import identities
identities.CODE_LASTS = -{CODE_LASTS}
"""
    with Server(tmp_path, before=later) as server:

        async def story(tonight: Evening) -> None:
            phone = await tonight.person("Ada")
            code = (await phone.post("/api/me/code", {}))["code"]
            answer = await phone.http.post("/api/people/code", json={"code": code})
            assert await key_of(answer) == "server.problem.no_such_code"

        evening(server, story)


def test_an_old_token_without_a_device_is_still_good(tmp_path: Path) -> None:
    async def story() -> None:
        house = House(open_store("", tmp_path))
        await house.open()
        person = house.people.new()
        assert house.people.read(house.people.token(person)) == (person, "")
        assert house.people.read(house.people.token(person, "d")) == (person, "d")
        await house.close()

    asyncio.run(story())


def test_removal_survives_the_log(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, rude = await tonight.person("Host"), await tonight.person("Rude")
        table, players = await lobby_of([host, rude], seats=3)
        tonight.players.extend(players)
        await host.post(f"/api/tables/{table}/chairs/1/remove")
        await host.post(f"/api/tables/{table}/chairs/1", {"kind": "computer"}, "PUT")
        await begin(host, table, players[:1])
        record = msgspec.json.encode(await host.get(f"/api/tables/{table}"))
        assert b"Rude" not in record

    evening(server, story)
