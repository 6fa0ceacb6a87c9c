"""What is told has a weight, and a person's time begins when a page has shown its cause."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.core import EVERYBODY, MURMUR, WEIGHTS, Notice, Rulebook
from omerta.games import GAMES
from omerta.lab.playing import random_answer
from omerta.server.table import play
from omerta.server.table.clock import LONGEST_SHOW, SHOWING, showing
from omerta.server.wire.protocol import Settings
from tests.games import every_game, values_for
from tests.server.test_poker_face import ARMED, HARMLESS, WINDOW, new_house, room_at, stage

Book = Rulebook[Any, Any, Any]


@pytest.mark.parametrize("name", GAMES)
def test_every_notice_has_a_weight(name: str) -> None:
    book: Book = GAMES[name]
    for key in book.notices:
        assert book.manners.weight(key) in WEIGHTS, key


@every_game
def test_what_one_seat_alone_hears_takes_no_time(rulebook: Book, seats: int) -> None:
    for seed in range(2):
        rng = Random(seed)
        game = rulebook.deal(rulebook.options(values_for(rulebook, seed, seats)), seats)
        game.notices = []
        for _ in range(4000):
            if game.is_over:
                break
            game.answer(*random_answer(game, rng))
        private = {notice.key for notice in game.notices if notice.only != EVERYBODY}
        assert {rulebook.manners.weight(key) for key in private} <= {MURMUR}, private


@pytest.mark.parametrize("hands", [ARMED, HARMLESS], ids=["armed", "harmless"])
@pytest.mark.parametrize("pace", ["calm", "thoughtful", "instant"])
def test_time_begins_when_the_announced_card_has_been_shown(
    tmp_path: Path, hands: dict[str, str], pace: str
) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room = await room_at(house, stage(WINDOW.format(**hands)))
        table = room.table
        table.settings = Settings(clock="relaxed", pace=pace)
        assert table.game is not None
        snitch = table.rulebook.read_move(table.game, 0, "play snitch/hat 2:1")
        await room.act(lambda table: play.move(table, 0, list(snitch)))
        began = {table.since[ask.seat] - table.at for ask in table.asks() if ask.seat >= 0}
        factor = {"calm": 1.0, "thoughtful": 1.5, "instant": 0.0}[pace]
        assert began == {int(SHOWING["scene"] * factor)}, "the same for whatever they hold"
        await house.close()

    asyncio.run(story())


def test_however_much_there_is_to_see_time_begins_within_a_limit(tmp_path: Path) -> None:
    async def evening() -> None:
        house = await new_house(tmp_path)
        room = await room_at(house, stage(WINDOW.format(**ARMED)))
        table = room.table
        table.settings = Settings(clock="relaxed", pace="calm")
        for _ in range(40):
            table._show(table.at, [Notice("snitch", (), EVERYBODY)])
        shown = table.shown_until - table.at
        assert shown <= LONGEST_SHOW + showing("calm", ["scene"])
        assert showing("calm", ["scene", "beat", "murmur"]) == 2500
        await house.close()

    asyncio.run(evening())
