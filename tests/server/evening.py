"""An evening of a few people: those who come, how they play on, and what they are refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from omerta.server.wire import protocol
from tests.server.client import Person, Player, Refusal, table_of
from tests.server.house import Server


class Evening:
    """People of one test; everybody goes home at its end."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.people: list[Person] = []
        self.players: list[Player] = []

    async def person(self, name: str = "") -> Person:
        person = await Person(self.address, name).come_in()
        self.people.append(person)
        return person

    async def table(self, people: int = 2, **settings: Any) -> tuple[str, list[Player]]:
        guests = [await self.person(f"P{number}") for number in range(people)]
        table, players = await table_of(guests, **settings)
        self.players.extend(players)
        return table, players

    async def sit(self, person: Person, table: str, **where: Any) -> Player:
        player = await person.sit(table, **where)
        self.players.append(player)
        return player

    async def end(self) -> None:
        for player in self.players:
            await player.close()
        for person in self.people:
            await person.close()


def evening(server: Server, story: Callable[[Evening], Awaitable[None]]) -> None:
    async def run() -> None:
        tonight = Evening(server.address)
        try:
            await story(tonight)
        finally:
            await tonight.end()

    asyncio.run(run())


async def refused(answer: Awaitable[Any]) -> str:
    """The key with which something is refused."""
    with pytest.raises(Refusal) as caught:
        await answer
    return caught.value.key


async def play_on(players: list[Player], moves: int, seed: int = 1) -> None:
    """Let these people make this many moves between them."""
    rng = Random(seed)
    made = 0
    patience = 3000
    while made < moves and players[0].outcome is None:
        player = next((player for player in players if player.ask), None)
        if player is None:
            patience -= 1
            assert patience, "nobody is asked"
            await asyncio.sleep(0.01)
            continue
        ask = player.ask
        try:
            await player.commit(await player.random_move(rng))
            made += 1
        except Refusal as refusal:
            if refusal.key not in ("server.refused.stale", "server.refused.not_asked"):
                raise
        await player.until(lambda player=player, ask=ask: player.ask is not ask or player.outcome)


async def turn_of(player: Player, others: list[Player]) -> protocol.Ask:
    """Play on until this person is asked."""
    for _ in range(2000):
        if player.ask is not None:
            return player.ask
        if any(other.ask for other in others):
            await play_on(others, 1)
        await asyncio.sleep(0.01)
    raise AssertionError("never asked")
