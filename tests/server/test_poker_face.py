"""What a seat receives does not depend on what others hold: bytes, order, number and times."""

from __future__ import annotations

import asyncio
import re
import time
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
from omerta.server.table import clock, play
from omerta.server.table import entries as log
from omerta.server.table.fair import Deal, new_seed
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
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


async def room_at(
    house: House, game: Game, *, of: str = "mafia-city", computers: Sequence[int] = ()
) -> Room:
    """A room in the middle of a game."""
    settings = Settings(clock="off", pace="instant", grace=0)
    room = await house.make(of, game.seats, {}, settings, "person 0")
    for seat in range(game.seats):
        hired = log.Hired(seat=seat, level="thumb", name=f"C{seat}", seed="s")
        await write(room, hired if seat in computers else sat(seat))
    room.table.phase = "playing"
    room.table.game = game
    room.table.deal = Deal("test", new_seed(), [""])
    return room


def middle_of_a_game(seed: int, length: int, of: str = "mafia-city", seats: int = 4) -> Game:
    rng = Random(seed)
    book = GAMES[of]
    game: Game | None = None
    for steps, (state, _) in enumerate(random_play(book, {}, seats, rng)):
        game = state
        settled = all(ask.seat != CHANCE and not ask.continues for ask in state.asks)
        if steps >= length and settled:
            break
    assert game is not None
    copied: Game = book.copy(game)
    return copied


def is_quiet(of: str, game: Game, seat: int, move: Sequence[int]) -> bool:
    """Whether this is a whole move after which nothing hidden shows and chance is not asked."""
    trial: Game = GAMES[of].copy(game)
    watch = RevealWatch()
    trial.witness = watch
    for choice in move:
        ask = trial.asked(seat)
        if ask is None or choice not in ask.choices:
            return False
        trial.answer(seat, choice)
    return not watch.revealed and all(
        ask.seat != CHANCE and not (ask.seat == seat and ask.continues) for ask in trial.asks
    )


def quiet_moves(game: Game, seat: int) -> set[tuple[int, ...]]:
    """Every move of which this is true."""
    return {move for move in moves(BOOK, game, seat) if is_quiet("mafia-city", game, seat, move)}


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


WINDOWS = 40
BOUND = 0.25
"""With 40 windows each the share has a standard deviation of 0.065: this is almost four of them."""


async def how_far_apart(folder: Path) -> float:
    """How far windows with dangerous hands are from those with harmless ones: at most a half."""
    house = await new_house(folder)
    armed: list[float] = []
    harmless: list[float] = []
    for _ in range(WINDOWS):
        armed.append(await window_length(house, ARMED))
        harmless.append(await window_length(house, HARMLESS))
    await house.close()
    return abs(ranks_apart(armed, harmless) - 0.5)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players hardly differ in their time, so that a few milliseconds would show."""
    monkeypatch.setitem(clock.PACES, "instant", (0.030, 0.034))


@pytest.mark.usefixtures("narrow")
def test_a_window_lasts_as_long_whatever_computer_players_hold(tmp_path: Path) -> None:
    assert asyncio.run(how_far_apart(tmp_path)) < BOUND


@pytest.mark.pure_only  # compiled code calls the sound function, whatever is planted
@pytest.mark.usefixtures("narrow")
def test_ten_milliseconds_that_hang_on_a_hand_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = play.move

    def leaky(table: Table, seat: int, answers: Sequence[int], by: str = "") -> Plan:
        if by and "fbi" in str(BOOK.encode(BOOK.view(table.game, seat))):
            time.sleep(0.010)
        return honest(table, seat, answers, by)

    monkeypatch.setattr(play, "move", leaky)
    assert asyncio.run(how_far_apart(tmp_path)) > BOUND


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
