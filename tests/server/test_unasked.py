"""Nobody is asked what leaves no choice, unless the very asking hides something from people."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from omerta.core import CHANCE
from omerta.games import GAMES
from omerta.lab.playing import random_play
from omerta.server.wire import protocol
from tests.server.client import NOT_NOW, Player, Refusal
from tests.server.evening import Evening, evening
from tests.server.house import Server
from tests.server.test_patience import window
from tests.server.test_poker_face import ARMED, HARMLESS, new_house


async def play_noting(player: Player, rng: Random) -> list[protocol.Ask]:
    """Play a whole game at random; every question that the person was shown."""
    shown: list[protocol.Ask] = []
    while not player.outcome:
        await player.until(lambda: player.ask or player.ahead or player.outcome)
        shown += [ask for ask in (player.ask, player.ahead) if ask]
        ask = player.ask
        if ask is None:
            await player.until(lambda: player.ask or not player.ahead or player.outcome)
            continue
        assert await leaves_a_choice(player, ask), ask.point
        try:
            await player.commit(await player.random_move(rng))
        except Refusal as refused:
            if refused.key not in NOT_NOW:
                raise
        await player.until(lambda ask=ask: player.ask is not ask or player.outcome)
    return shown


async def leaves_a_choice(player: Player, ask: protocol.Ask) -> bool:
    """Whether there is more than one whole move."""
    answers: list[int] = []
    asked: protocol.Ask | None = ask
    while asked is not None and len(asked.choices) == 1:
        answers.append(asked.choices[0].choice)
        drafted = await player.request(protocol.Draft(id="", at=ask.at, answers=answers))
        asked = drafted.ask
    return asked is not None


@pytest.mark.parametrize("game", ["mafia-city", "downtown"])
def test_against_computers_nothing_is_asked_that_leaves_no_choice(
    server: Server, game: str
) -> None:
    async def story(tonight: Evening) -> None:
        options = dict(GAMES[game].simulation)
        _, (ida,) = await tonight.table(1, game=game, seats=3, options=options)
        shown = await play_noting(ida, Random(3))
        assert len(shown) > 10
        assert not any(ask.settled for ask in shown)

    evening(server, story)


@pytest.mark.parametrize("hands", [ARMED, HARMLESS], ids=["armed", "harmless"])
def test_among_people_the_window_stays_whatever_one_holds(
    tmp_path: Path, hands: dict[str, str]
) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room, _ = await window(house, hands)
        await asyncio.sleep(0.05)
        assert [ask.seat for ask in room.table.asks()] == [1, 2], "both are still asked"
        await house.close()

    asyncio.run(story())


@pytest.mark.parametrize("game", [*GAMES])
def test_what_is_in_the_open_can_be_told_by_everybody(game: str) -> None:
    book = GAMES[game]
    open_points = {point.name for point in book.points if point.in_the_open}
    seats = max(book.seats.start, 3)
    seen = 0
    for seed in range(4):
        rng = Random(seed)
        for at, (state, _) in enumerate(random_play(book, dict(book.simulation), seats, rng)):
            if at > 600:
                break
            for ask in state.asks:
                if ask.seat == CHANCE or ask.point.name not in open_points:
                    continue
                other = (ask.seat + 1) % seats
                world = book.guess(book.view(state, other), Random(at))
                told = world.asked(ask.seat)
                assert told is not None
                assert list(told.choices) == list(ask.choices)
                seen += 1
    assert seen > 20 or not open_points


def test_among_people_nobody_is_asked_what_all_can_see_is_no_choice(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        options = dict(GAMES["downtown"].simulation)
        _, people = await tonight.table(2, game="downtown", seats=3, options=options)
        rng = Random(5)
        points: set[str] = set()
        for _ in range(60):
            asked = next((one for one in people if one.ask), None)
            if asked is None:
                await asyncio.sleep(0.02)
                continue
            ask = asked.ask
            assert ask is not None
            points.add(ask.point)
            assert len(ask.choices) > 1 or ask.point != "move"
            try:
                await asked.commit(await asked.random_move(rng))
            except Refusal as refused:
                if refused.key not in NOT_NOW:
                    raise
            await asked.until(lambda asked=asked, ask=ask: asked.ask is not ask or asked.outcome)
        assert "use" in points

    evening(server, story)


def test_an_order_settles_the_question_until_it_is_lifted(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (ida, otto) = await tonight.table(2, game="downtown", seats=3, pace="thoughtful")
        order = protocol.Order(point="add_money", until="game")
        await ida.request(protocol.GiveOrder(id="", order=order))
        rng = Random(1)
        while not (ida.ask and ida.ask.point == "add_money"):
            asked = next((one for one in (ida, otto) if one.ask), None)
            if asked is None:
                await asyncio.sleep(0.02)
                continue
            ask = asked.ask
            await asked.commit(await asked.random_move(rng))
            await asked.until(lambda asked=asked, ask=ask: asked.ask is not ask)
        assert ida.ask.settled == "order"
        await ida.until(lambda: getattr(ida.ask, "point", "") != "add_money")

    evening(server, story)
