"""What happens at a table beside the moves: time, pauses, answers given ahead and talk."""

from __future__ import annotations

import asyncio
from random import Random

from omerta.server.wire import protocol
from tests.server.client import Player, Refusal, begin
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server

# Time.


def test_time_runs_out_and_the_default_is_taken(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("H")
        form = {
            "game": "mafia-city",
            "seats": 3,
            "chairs": [{"kind": "me"}, {"kind": "computer"}, {"kind": "computer"}],
            "options": {"turn_seconds": "10", "reaction_seconds": "5"},
            "settings": {"clock": "quick", "pace": "instant"},
        }
        state = await host.post("/api/tables", form)
        player = await tonight.sit(host, state["id"])
        await begin(host, state["id"], [player])
        await player.until(lambda: player.ask is not None)
        first = player.ask
        assert player.clock is not None
        assert player.clock.deadline is not None
        assert player.clock.deadline > player.clock.now
        await player.until(lambda: player.ask is not first, 40)

    evening(server, story)


def test_a_pause_needs_everybody_and_one_ends_it(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (one, other) = await tonight.table(clock="relaxed")
        await one.until(lambda: one.ask or other.ask)
        await one.request(protocol.Pause(id=""))
        await one.until(lambda: one.table.wish_pause == [0])
        assert one.table is not None
        assert not one.table.paused
        await other.request(protocol.Pause(id=""))
        await one.until(lambda: one.table.paused)
        await one.until(lambda: one.clock and one.clock.paused)
        asked = one if one.ask else other
        if asked.ask is not None:
            move = asked.ask.choices[0].choice
            assert await refused(asked.commit([move])) == "server.refused.paused"
        await other.request(protocol.Pause(id="", wish=False))
        await one.until(lambda: not one.table.paused)

    evening(server, story)


# Nobody waits for nothing.


def test_a_standing_order_answers_without_asking(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (player,) = await tonight.table(people=1, seats=3)
        for point in ("react", "complicity", "bullet_turn", "bid_agreement"):
            order = protocol.Order(point=point, until="game")
            await player.request(protocol.GiveOrder(id="", order=order))
        await player.until(lambda: len(player.mine.orders) == 4)
        points = []
        rng = Random(4)
        for _ in range(12):
            await player.until(lambda: player.ask and player.ask.point not in ordered(player))
            ask = player.ask
            assert ask is not None
            points.append(ask.point)
            await player.commit(await player.random_move(rng))
            await player.until(lambda ask=ask: player.ask is not ask)
        assert "react" not in points
        lift = protocol.GiveOrder(id="", order=protocol.Order(point="react"), lift=True)
        await player.request(lift)
        await player.until(lambda: len(player.mine.orders) == 3)
        unknown = protocol.GiveOrder(id="", order=protocol.Order(point="take_turn"))
        assert await refused(player.request(unknown)) == "server.refused.no_order"

    def ordered(player: Player) -> set[str]:
        return {order.point for order in player.mine.orders}

    evening(server, story)


def test_an_answer_given_ahead_is_taken_when_nothing_has_changed(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        assert one.ask is not None
        assert one.ask.point == "mulligan"
        other = players[(players.index(one) + 1) % 3]
        assert other.ahead is not None
        assert other.ahead.point == "mulligan"
        keep = next(c.choice for c in other.ahead.choices if c.move == "keep")
        drafted = await other.request(
            protocol.Draft(id="", at=other.ahead.at, answers=[keep], ahead=True)
        )
        assert drafted.whole
        await other.request(protocol.Ahead(id="", at=other.ahead.at, answers=[keep]))
        await other.until(lambda: other.mine.ahead == [keep])
        await one.commit([keep])
        third = players[(players.index(one) + 2) % 3]
        await third.until(lambda: third.ask is not None)
        assert third.ask is not None
        assert third.ask.point == "mulligan"

    evening(server, story)


def test_an_answer_given_ahead_is_void_after_a_change(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        assert one.ask is not None
        other = players[(players.index(one) + 1) % 3]
        assert other.ahead is not None
        choices = {choice.move: choice.choice for choice in other.ahead.choices}
        await other.request(protocol.Ahead(id="", at=other.ahead.at, answers=[choices["keep"]]))
        await one.commit([choices["exchange"]])
        await other.until(lambda: other.ask is not None)
        await asyncio.sleep(0.3)
        assert other.ask is not None
        assert other.ask.point == "mulligan"

    evening(server, story)


# Talk.


def test_talk_is_heard_by_everybody_and_has_limits(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (one, other) = await tonight.table()
        await one.request(protocol.Say(id="", text="buona\u202e  sera"))
        await other.until(lambda: other.talk)
        assert (other.talk[0].name, other.talk[0].text) == ("P0", "buona sera")
        keys = {
            await refused(one.request(protocol.Say(id="", text=text)))
            for text in ("   ", "x" * 501)
        }
        assert keys == {"server.refused.nothing_said", "server.refused.text_too_long"}
        whisper = protocol.Say(id="", text="psst", channel="mafia")
        assert await refused(other.request(whisper)) == "server.refused.silence"
        spam = [one.request(protocol.Say(id="", text="spam")) for _ in range(10)]
        results = await asyncio.gather(*spam, return_exceptions=True)
        assert any(isinstance(result, Refusal) for result in results)

    evening(server, story)
