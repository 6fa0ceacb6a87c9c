"""Whole games over the real protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.server.client import Person, table_of
from tests.server.house import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data: Path = tmp_path_factory.mktemp("data")
    with Server(data) as running:
        yield running


def test_two_people_and_two_computer_players_play_a_whole_game(server: Server) -> None:
    async def evening() -> None:
        people = [await Person(server.address, name).come_in() for name in ("Ada", "Bo")]
        _, players = await table_of(people)
        await asyncio.gather(*(player.play(Random(seat)) for seat, player in enumerate(players)))
        assert players[0].outcome == players[1].outcome
        assert players[0].outcome is not None
        assert players[0].outcome.winners
        assert players[0].table is not None
        for player in players:
            await player.close()
        for person in people:
            await person.close()

    asyncio.run(evening())
