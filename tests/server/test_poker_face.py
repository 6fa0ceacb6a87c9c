"""What a seat receives does not depend on what others hold: bytes, order, number and times."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from omerta.bots.roster import player as computer_player
from omerta.core import CHANCE, Game, moves
from omerta.games import GAMES
from omerta.lab.playing import random_play
from omerta.lab.secrecy import RevealWatch, give_sealed_answers
from omerta.server.running.computer_players import Players
from omerta.server.running.house import House
from omerta.server.running.room import Room
from omerta.server.store import open_store
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.fair import Deal, new_seed
from omerta.server.table.fold import Table
from omerta.server.watch.journal import Journal
from omerta.server.wire.protocol import Settings
from tests.server.ears import Ear, sat, write

BOOK = GAMES["mafia-city"]
TIMES = re.compile(rb'"(now|deadline|at|made)":\d+')


def bytes_of(ear: Ear) -> list[bytes]:
    """What a seat was sent, but for what a clock has written into it."""
    return [TIMES.sub(rb'"\1":0', text) for _, text in ear.heard]


class ThinksHere(Players):
    """Computer players that look at the game of the test."""

    async def choose(self, table: Table, seat: int) -> list[int]:
        game: Game = BOOK.copy(table.game)
        rng = Random(1)
        mind = computer_player("mafia-city", table.chairs[seat].level)
        move = [mind.choose(BOOK.view(game, seat), rng)]
        game.answer(seat, move[0])
        while (ask := game.asked(seat)) is not None and ask.continues:
            move.append(mind.choose(BOOK.view(game, seat), rng))
            game.answer(seat, move[-1])
        return move


async def new_house(folder: Path) -> House:
    house = House(
        open_store("", folder), players=ThinksHere(workers=0), journal=Journal(quiet=True)
    )
    await house.open()
    return house


async def room_at(house: House, game: Game, *, computers: Sequence[int] = ()) -> Room:
    """A room in the middle of a game."""
    settings = Settings(clock="off", pace="instant")
    room = await house.make("mafia-city", game.seats, {}, settings, "person 0")
    for seat in range(game.seats):
        hired = log.Hired(seat=seat, level="thumb", name=f"C{seat}", seed="s")
        await write(room, hired if seat in computers else sat(seat))
    room.table.phase = "playing"
    room.table.game = game
    room.table.deal = Deal("test", new_seed(), [""])
    return room


def middle_of_a_game(seed: int, length: int) -> Game:
    rng = Random(seed)
    game: Game | None = None
    for steps, (state, _) in enumerate(random_play(BOOK, {}, 4, rng)):
        game = state
        settled = all(ask.seat >= 0 and not ask.continues for ask in state.asks)
        if steps >= length and settled:
            break
    assert game is not None
    copied: Game = BOOK.copy(game)
    return copied


def quiet_moves(game: Game, seat: int) -> set[tuple[int, ...]]:
    """Whole moves after which nothing hidden shows and chance is not asked."""
    found = set()
    for move in moves(BOOK, game, seat):
        trial: Game = BOOK.copy(game)
        watch = RevealWatch()
        trial.witness = watch
        for choice in move:
            trial.answer(seat, choice)
        if not watch.revealed and not (trial.asks and trial.asks[0].seat == CHANCE):
            found.add(move)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_another_world_sounds_the_same_byte_for_byte(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    compared = 0

    async def listen() -> None:
        nonlocal compared
        house = await new_house(tmp_path)
        for length in range(40, 300, 50):
            game = middle_of_a_game(seed, length)
            viewer = rng.randrange(4)
            if game.is_over:
                break
            other: Game = BOOK.guess(BOOK.view(game, viewer), rng)
            if not give_sealed_answers(game, other):
                continue
            compared += await compare(house, game, other, viewer)
        await house.close()

    async def compare(house: House, game: Game, other: Game, viewer: int) -> int:
        rooms = [await room_at(house, world) for world in (game, other)]
        ears = [Ear(viewer), Ear(viewer)]
        for room, ear in zip(rooms, ears, strict=True):
            room.guests.add(ear)
        taken = 0
        for _ in range(12):
            asks = rooms[0].table.asks()
            assert [ask.seat for ask in asks] == [ask.seat for ask in rooms[1].table.asks()]
            if not asks:
                break
            seat = rng.choice(list(asks)).seat
            common = [
                move
                for move in sorted(quiet_moves(rooms[0].table.game, seat))  # type: ignore[arg-type]
                if move in quiet_moves(rooms[1].table.game, seat)  # type: ignore[arg-type]
            ]
            if not common:
                break
            chosen = rng.choice(common)
            for room in rooms:
                await room.act(
                    lambda table, chosen=chosen, seat=seat: (  # type: ignore[misc]
                        play.move(table, seat, chosen)
                    )
                )
            taken += 1
            assert bytes_of(ears[0]) == bytes_of(ears[1])
        return taken

    asyncio.run(listen())
    assert compared > 5


def stage(text: str) -> Game:
    from omerta.core.scenario import Line

    lines = [Line(number, line) for number, line in enumerate(text.strip().splitlines(), 1)]
    game: Game = BOOK.stage(lines).game
    copied: Game = BOOK.copy(game)
    return copied


WINDOW = """
players 3 | first A | phase action | turn A
stacks 1: - | 2: B B | 3: - | 4: C | 5: - | 6: - | 7: -
chips A 8+4 | B 6+4 | C 7+4
cards A: snitch/hat thief/hat | B: {b} | C: {c}
"""
ARMED = {"b": "trade/fist fbi/fist", "c": "hitman/fist police_chief/hat"}
HARMLESS = {"b": "trade/hat complicity/bullet", "c": "hitman/hat thief/bullet"}


async def window_length(house: House, hands: dict[str, str]) -> float:
    """Seconds from the announcement of a Snitch until something happens."""
    room = await room_at(house, stage(WINDOW.format(**hands)), computers=(1, 2))
    ear = Ear(0)
    room.guests.add(ear)
    seat_a = [
        move
        for move in moves(BOOK, room.table.game, 0)  # type: ignore[arg-type]
        if BOOK.move_text(room.table.game, 0, move) == "play snitch/hat 2:1"
    ]
    await room.act(lambda table: play.move(table, 0, seat_a[0]))
    opened = len(ear.heard)
    began = ear.heard[-1][0]
    while len(ear.heard) == opened:
        await asyncio.sleep(0.001)
    length = ear.heard[opened][0] - began
    await room.close()
    del house.rooms[room.table.id]
    return length


def ranks_apart(one: list[float], other: list[float]) -> float:
    """How often a value of one list is below a value of the other: a half if they are alike."""
    below = sum((a < b) + 0.5 * (a == b) for a in one for b in other)
    return below / (len(one) * len(other))


def test_a_window_lasts_as_long_whatever_computer_players_hold(tmp_path: Path) -> None:
    async def measure() -> float:
        house = await new_house(tmp_path)
        armed: list[float] = []
        harmless: list[float] = []
        for _ in range(25):
            armed.append(await window_length(house, ARMED))
            harmless.append(await window_length(house, HARMLESS))
        await house.close()
        return ranks_apart(armed, harmless)

    # With 25 windows each the share has a standard deviation of 0.08: this is four of them.
    assert abs(asyncio.run(measure()) - 0.5) < 0.33


def test_who_has_answered_in_a_window_shows_to_nobody_else(tmp_path: Path) -> None:
    async def watch() -> None:
        house = await new_house(tmp_path)
        room = await room_at(house, stage(WINDOW.format(**ARMED)))
        move = next(
            move
            for move in moves(BOOK, room.table.game, 0)  # type: ignore[arg-type]
            if BOOK.move_text(room.table.game, 0, move) == "play snitch/hat 2:1"
        )
        await room.act(lambda table: play.move(table, 0, move))
        ears = {viewer: Ear(viewer) for viewer in (0, 1, 2)}
        room.guests.update(ears.values())
        asked = room.table.asked(2)
        assert asked is not None
        decline = BOOK.default(room.table.game, asked)
        await room.act(lambda table: play.move(table, 2, [decline]))
        assert ears[0].heard == []
        assert ears[1].heard == []
        assert len(ears[2].heard) == 1
        await house.close()

    asyncio.run(watch())


@pytest.mark.pure_only  # compiled code calls the sound function, whatever is planted
def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = play._audience

    def leaky(table: Table, after: Game, actors: set[int]) -> int:
        return honest(table, after, actors) | 1

    monkeypatch.setattr(play, "_audience", leaky)
    with pytest.raises(AssertionError):
        test_who_has_answered_in_a_window_shows_to_nobody_else(tmp_path)
