"""Levels: every game has the four, old names still sit at tables, and slips are legal answers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from omerta.bots.levels import present_name, thinking_seconds
from omerta.bots.playing import play_out
from omerta.bots.roster import levels, player
from omerta.bots.search import SearchPlayer
from omerta.core import Answer
from omerta.games import GAMES
from omerta.server.running.house import House
from omerta.server.store import open_store
from omerta.server.table import entries as log
from omerta.server.watch.journal import Journal
from omerta.server.wire.protocol import Settings
from tests.server.ears import write

LEVELS = {"relaxed", "casual", "sharp", "master"}


@pytest.mark.parametrize("game", ["mafia-city", "downtown", "palermo"])
def test_every_game_has_the_four_levels_and_casual_is_the_usual_one(game: str) -> None:
    assert levels(game)[0] == "casual"
    assert set(levels(game)) == {*LEVELS, "random"}


def test_the_name_of_before_is_casual_today() -> None:
    assert present_name("thumb") == "casual"
    for game in GAMES:
        assert type(player(game, "thumb")) is type(player(game, "casual"))
    assert isinstance(player("downtown", "sharp"), SearchPlayer)


@pytest.mark.pure_only
def test_an_old_table_goes_on_with_its_computer_players(tmp_path: Path) -> None:
    async def reopened() -> tuple[str, str, str]:
        house = House(open_store("", tmp_path), journal=Journal(quiet=True))
        await house.open()
        room = await house.make("mafia-city", 3, {}, Settings(), "person 0")
        for seat in range(3):
            hired = log.Hired(seat=seat, level="thumb", name=f"C{seat}", seed="s")
            await write(room, hired)
        chair = room.table.chairs[1]
        again = house.computer(room.table, 1, chair.level, chair.name)
        asked = house.computer(room.table, 2, "thumb", "C2")
        await house.close()
        return chair.level, again.level, asked.level

    assert asyncio.run(reopened()) == ("casual", "casual", "casual")


@pytest.mark.parametrize(("game", "seats"), [("mafia-city", 4), ("downtown", 3)])
def test_slips_are_legal_and_are_slips(game: str, seats: int) -> None:
    rulebook = GAMES[game]
    differing = 0
    for seed in range(6):
        rng = Random(seed)
        answers: list[Answer] = []
        options = rulebook.options(rulebook.simulation)
        minds = [player(game, "relaxed") for _ in range(seats)]
        play_out(rulebook, rulebook.deal(options, seats), minds, rng, None, answers)
        again = rulebook.deal(options, seats)
        for answer in answers:
            ask = again.asked(answer.seat)
            assert ask is not None
            assert answer.choice in ask.choices
            if answer.seat >= 0 and len(ask.choices) > 1:
                usual = player(game, "casual").choose(rulebook.view(again, answer.seat), Random(1))
                differing += usual != answer.choice
            again.answer(*answer)
        assert rulebook.outcome(again) is not None
    assert differing > 20


def test_how_long_a_move_takes_depends_on_the_level_alone() -> None:
    assert thinking_seconds("casual") == thinking_seconds("relaxed") == 0.0
    assert 0.0 < thinking_seconds("sharp") < thinking_seconds("master")
