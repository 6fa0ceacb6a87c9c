"""Whole games over the real protocol: every game, with a reconnect, a leaver and a spectator."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.games import GAMES
from omerta.server.http import forms
from omerta.server.http.check import check
from omerta.server.wire import protocol
from tests.server.client import NOT_NOW, Person, Player, Refusal, table_of
from tests.server.house import Server
from tests.server.services import postgres_or_skip, redis_or_skip

QUICKLY = (
    "from omerta.server.table import clock; clock.CLOCKS['quick'] = 0.004; clock.SHOW_SEEDS = 60000"
)
SEATS = {"palermo": 7}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def hasty(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server whose quick clock is very quick indeed."""
    options: tuple[str, ...] = ()
    if request.param == "postgresql":
        database = postgres_or_skip(request).new_database()
        options = ("--database", database, "--redis", redis_or_skip(request).address)
    data: Path = tmp_path_factory.mktemp("data")
    with Server(data, *options, before=QUICKLY) as running:
        yield running


def sensible(ask: protocol.Ask, rng: Random) -> protocol.Choice:
    """Any choice, but rather one that brings a talk to its end."""
    ends = [c for c in ask.choices if c.parts.get("act") in ("ready", "close", "done")]
    quiet = [c for c in ask.choices if c.parts.get("act") not in ("say", "wait")]
    return rng.choice(ends if ends and rng.random() < 0.7 else quiet or ask.choices)


async def make_a_move(player: Player, rng: Random) -> None:
    """One move, as well as the moment allows; whatever changes meanwhile is looked at again."""
    ask = player.ask
    assert ask is not None
    at = ask.at
    answers: list[int] = []
    try:
        while True:
            answers.append(sensible(ask, rng).choice)
            drafted = await player.request(protocol.Draft(id="", at=at, answers=answers))
            if drafted.whole:
                break
            ask = drafted.ask
            assert ask is not None
        await player.request(protocol.Commit(id="", at=at, answers=answers))
    except Refusal as refused:
        if refused.key not in NOT_NOW:
            raise


async def play(player: Player, rng: Random, *, cuts: bool) -> None:
    """Play to the end; with cuts the connection is lost again and again."""
    while player.outcome is None:
        await player.until(lambda: player.ask or player.outcome, 60)
        if player.outcome is not None:
            return
        if cuts and rng.random() < 0.05:
            await player.close()
            await player.connect()
            continue
        seen = player.n
        await make_a_move(player, rng)
        waiting = asyncio.ensure_future(player.until(lambda seen=seen: player.n > seen, 60))
        await asyncio.wait([waiting], timeout=0.3)
        waiting.cancel()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_game_with_cuts_a_leaver_and_a_spectator(hasty: Server, game: str) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as leaving:
            people = [await Person(hasty.address, name).come_in() for name in ("Ada", "Bo", "Cy")]
            seats = SEATS.get(game, max(3, GAMES[game].seats.start))
            table, players = await table_of(people[:2], seats=seats, game=game, clock="quick")
            watcher = await people[2].sit(table)
            for person in people:
                leaving.push_async_callback(person.close)
            for player in (*players, watcher):
                leaving.push_async_callback(player.close)
            playing = [
                asyncio.create_task(play(player, Random(seat), cuts=seat == 0))
                for seat, player in enumerate(players)
            ]
            await asyncio.sleep(1.0)
            if players[1].outcome is None:
                await people[1].post(f"/api/tables/{table}/leave")
            await asyncio.gather(*playing)
            await watcher.until(lambda: watcher.outcome is not None)
            await agreed(people, table, players, watcher)
            told = await people[0].get(f"/api/tables/{table}/record")
            assert check(forms.GameRecord.model_validate(told)).holds

    asyncio.run(evening())


async def agreed(people: list[Person], table: str, players: list[Player], watcher: Any) -> None:
    """Everybody has heard the whole story, and the same end of it."""
    assert watcher.outcome == players[0].outcome == players[1].outcome
    for person, player in zip(people, players, strict=False):
        fresh = await person.sit(table)
        assert (fresh.n, fresh.log, fresh.view) == (player.n, player.log, player.view)
        await fresh.close()
