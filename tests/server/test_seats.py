"""Who sits where: tokens, spectators, leavers and one device passed round."""

from __future__ import annotations

import asyncio
from random import Random

from omerta.server.wire import protocol
from tests.server.client import Person, Player, table_of
from tests.server.evening import Evening, evening, play_on, refused
from tests.server.house import Server


def test_a_seat_answers_only_to_its_token(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table()
        stranger = await tonight.person()
        assert await refused(stranger.sit(table, seat=0)) == "server.refused.not_your_seat"
        assert await refused(other.person.sit(table, seat=0)) == "server.refused.not_your_seat"
        forged = Person(server.address)
        forged.token = one.person.token[:-2] + "xx"
        tonight.people.append(forged)
        assert await refused(forged.sit(table)) == "server.refused.bad_token"

    evening(server, story)


def test_who_watches_sees_what_is_public_and_may_not_move(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, players = await tonight.table()
        watcher = await tonight.sit(await tonight.person("W"), table)
        assert watcher.seat is None
        assert watcher.view is not None
        assert watcher.ask is None
        assert watcher.view["hand"] == []
        await play_on(players, 4)
        await watcher.until(lambda: len(watcher.log) > 0)
        commit = protocol.Commit(id="", at=1, answers=[0])
        assert await refused(watcher.request(commit)) == "server.refused.only_watching"
        await watcher.request(protocol.Say(id="", text="psst"))
        await watcher.until(lambda: watcher.talk)
        assert all(not player.talk for player in players)

    evening(server, story)


def test_a_table_may_forbid_watching(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, _ = await tonight.table(watching=False)
        stranger = await tonight.person()
        assert await refused(stranger.sit(table)) == "server.refused.no_watching"

    evening(server, story)


def test_who_leaves_is_replaced_and_gets_the_seat_back_with_an_account(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table(seats=3)
        await one.close()
        await one.person.post(f"/api/tables/{table}/leave")
        await other.until(lambda: other.table.chairs[0].away)
        await play_on([other], 4)
        await one.connect()
        await one.until(lambda: one.accounts)
        assert one.accounts[0].seat == 0
        assert one.accounts[0].moves
        assert all(one.accounts[0].moves)
        await other.until(lambda: not other.table.chairs[0].away)

    evening(server, story)


def test_who_is_gone_too_long_is_replaced(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (one, other) = await tonight.table(seats=3, grace=1)
        await one.close()
        await other.until(lambda: 0 not in other.here)
        playing = asyncio.create_task(play_on([other], 3))
        await other.until(lambda: other.table.chairs[0].away)
        await playing

    evening(server, story)


def tap(player: Player) -> list[int]:
    """The neutral tap of the night, if it is asked for."""
    choices = [] if player.ask is None else player.ask.choices
    return [one.choice for one in choices if one.move == "decline"]


def test_who_is_gone_too_long_dies_where_the_rules_say_so(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        guests = [await tonight.person(name) for name in ("One", "Other")]
        _, (one, other) = await table_of(
            guests, 6, "palermo", options={"leaver": "heart_attack"}, grace=1
        )
        tonight.players.extend((one, other))
        await one.close()
        await other.until(lambda: other.view["away"][0])
        assert not other.table.chairs[0].away
        while other.view["alive"][0]:
            await other.until(lambda: tap(other) or not other.view["alive"][0])
            for choice in tap(other):
                n = (await other.commit([choice])).n
                await other.until(lambda n=n: other.n >= n)
        assert other.view["dead"] == [0]
        assert other.view["causes"][0] == "heart_attack"

    evening(server, story)


def test_one_device_is_passed_round(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await tonight.person("Family")
        chairs = [{"kind": "same_device", "name": name} for name in ("Mum", "Dad", "Kid")]
        form = {"game": "mafia-city", "seats": 3, "chairs": chairs, "settings": {"clock": "off"}}
        state = await person.post("/api/tables", form)
        device = await tonight.sit(person, state["id"])
        for seat in range(3):
            await device.ready(seat)
        await person.post(f"/api/tables/{state['id']}/start")
        rng = Random(3)
        hands = set()
        for _ in range(30):
            await device.until(lambda: device.turn)
            seat = device.turn[0]
            if device.seat != seat:
                device.wanted = seat
                device.n, device.log = 0, []
                await device.hello(0)
            hands.add((device.seat, tuple(device.view["hand"])))
            if device.ask is not None:
                ask = device.ask
                await device.commit(await device.random_move(rng))
                await device.until(lambda ask=ask: device.ask is not ask)
        assert {seat for seat, _ in hands} == {0, 1, 2}

    evening(server, story)
