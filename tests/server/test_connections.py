"""Lines that break: what is missing comes again, and nothing happens twice."""

from __future__ import annotations

import asyncio
from random import Random

from omerta.server.wire import protocol
from tests.server.evening import Evening, evening, play_on, refused, turn_of
from tests.server.house import Server


def test_a_reconnect_brings_exactly_the_missing_events(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table()
        await play_on([one, other], 6)
        await other.close()
        heard = other.n
        await one.request(protocol.Say(id="", text="are you there?"))
        await other.connect()
        assert other.n > heard
        fresh = await tonight.sit(other.person, table)
        assert (other.log, other.talk, other.view) == (fresh.log, fresh.talk, fresh.view)
        assert (other.n, other.ask) == (fresh.n, fresh.ask)

    evening(server, story)


def test_after_a_long_absence_the_story_is_told_from_the_log(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, players = await tonight.table(people=3, seats=3)
        await play_on(players, 90)
        watcher = await tonight.sit(await tonight.person(), table)
        assert len(watcher.log) > 48
        late = await tonight.sit(players[0].person, table, last=1)
        await players[0].until(lambda: players[0].n >= late.n)
        assert late.n == players[0].n
        assert players[0].log[-len(late.log) :] == late.log

    evening(server, story)


def test_a_client_with_a_wrong_memory_is_told_everything(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, _) = await tonight.table()
        again = await tonight.sit(one.person, table, last=10_000)
        assert (again.log, again.view) == (one.log, one.view)

    evening(server, story)


def test_two_tabs_of_one_person_agree(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table()
        tab = await tonight.sit(one.person, table)
        at = (await turn_of(one, [other])).at
        await tab.until(lambda: tab.ask is not None)
        move = await one.random_move(Random(5))
        await one.commit(move)
        assert await refused(tab.request(protocol.Commit(id="second", at=at, answers=move))) in (
            "server.refused.stale",
            "server.refused.not_asked",
        )
        await tab.until(lambda: tab.n == one.n)
        assert (tab.view, tab.log) == (one.view, one.log)

    evening(server, story)


def test_a_repeated_command_is_answered_and_not_repeated(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _table, (one, other) = await tonight.table()
        at = (await turn_of(one, [other])).at
        move = await one.random_move(Random(2))
        first = await one.request(protocol.Commit(id="the-move", at=at, answers=move))
        again = await one.request(protocol.Commit(id="the-move", at=at, answers=move))
        assert first == again
        await one.close()
        await one.connect()
        third = await one.request(protocol.Commit(id="the-move", at=at, answers=move))
        assert third == first
        said = await one.request(protocol.Say(id="hello", text="once"))
        assert await one.request(protocol.Say(id="hello", text="once")) == said
        assert [line.text for line in one.talk] == ["once"]

    evening(server, story)


def test_a_move_is_told_although_its_maker_is_gone_at_once(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        others = [player for player in players if player is not one]
        assert one.ask is not None
        move = await one.random_move(Random(3))
        heard = [other.n for other in others]
        assert one.socket is not None
        await one.send(protocol.Commit(id="gone", at=one.ask.at, answers=move))
        await asyncio.sleep(0.001)
        one.socket.transport.abort()
        for other, n in zip(others, heard, strict=True):
            await other.until(lambda other=other, n=n: other.n > n, 5)

    evening(server, story)


def test_an_old_client_is_told_to_reload(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, _) = await tonight.table()
        await one.send(
            protocol.Hello(token=one.person.token, table=table, version=protocol.VERSION - 1)
        )
        await one.until(lambda: any(isinstance(m, protocol.Reload) for m in one.others))

    evening(server, story)
