"""Time to think, answers ahead and standing orders: private, and the same for everybody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from omerta.core import moves
from omerta.server.running.house import House
from omerta.server.running.room import Room
from omerta.server.table import ahead, play
from omerta.server.table.commands import hold
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.table.viewers import WATCHER
from omerta.server.telling.messages import arrangements
from omerta.server.wire import protocol
from omerta.server.wire.protocol import Settings
from tests.server.client import Player
from tests.server.ears import Ear
from tests.server.evening import Evening, evening
from tests.server.house import Server
from tests.server.test_poker_face import (
    ARMED,
    BOOK,
    HARMLESS,
    WINDOW,
    bytes_of,
    new_house,
    room_at,
    stage,
)


async def window(house: House, hands: dict[str, str]) -> tuple[Room, dict[int, Ear]]:
    """Seat 0 has announced a Snitch; the others are asked, and the clock runs."""
    room = await room_at(house, stage(WINDOW.format(**hands)))
    room.table.settings = Settings(clock="relaxed", pace="instant")
    snitch = next(
        move
        for move in moves(BOOK, room.table.game, 0)  # type: ignore[arg-type]
        if BOOK.move_text(room.table.game, 0, move) == "play snitch/hat 2:1"
    )
    await room.act(lambda table: play.move(table, 0, snitch))
    ears = {viewer: Ear(viewer) for viewer in (0, 1, 2, WATCHER)}
    room.guests.update(ears.values())
    return room, ears


def limits(room: Room) -> set[int | None]:
    """When the open questions take their defaults."""
    return {room.table.deadline(ask) for ask in room.table.asks()}


@pytest.mark.parametrize("hands", [ARMED, HARMLESS], ids=["armed", "harmless"])
@pytest.mark.parametrize("holder", [1, 2])
def test_who_holds_gives_everybody_more_time_and_is_not_named(
    tmp_path: Path, hands: dict[str, str], holder: int
) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room, ears = await window(house, hands)
        room.table.floor = 0
        (before,) = limits(room)
        await room.act(lambda table: hold(table, holder))
        (after,) = limits(room)
        asked = room.table.since[holder]
        assert before is not None
        assert after is not None
        assert after - asked == 2 * (before - asked), "twice the time, for everybody asked"
        told = [bytes_of(ear) for ear in ears.values()]
        assert told == [told[0]] * len(told), "all hear the same"
        assert [text.count(b'"type":"clock"') for text in told[0]] == [1]

        with pytest.raises(NotAllowed):
            hold(room.table, 0)
        await house.close()

    asyncio.run(story())


def test_the_next_window_has_its_usual_length(tmp_path: Path) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room, _ = await window(house, HARMLESS)
        await room.act(lambda table: hold(table, 1))
        assert room.table.is_held
        for seat in (1, 2):
            await room.act(lambda table, seat=seat: play.lapse(table, [seat]))  # type: ignore[misc]
        assert not room.table.is_held
        await house.close()

    asyncio.run(story())


async def any_move(player: Player, ask: protocol.Ask) -> list[int]:
    """The first move that the question offers."""
    answers = [ask.choices[0].choice]
    while True:
        draft = protocol.Draft(id="", at=ask.at, answers=answers)
        drafted: protocol.Drafted = await player.request(draft)
        if drafted.whole:
            return answers
        assert drafted.ask is not None
        answers.append(drafted.ask.choices[0].choice)


def test_a_move_given_ahead_that_a_change_has_voided_is_told_so(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        other = players[(players.index(one) + 1) % 3]
        assert other.ahead is not None
        choices = {choice.move: choice.choice for choice in other.ahead.choices}
        ahead = protocol.Ahead(id="", at=other.ahead.at, answers=[choices["exchange"]])
        await other.request(ahead)
        await other.until(lambda: other.mine.ahead == [choices["exchange"]])
        assert [step.move for step in other.mine.given] == ["exchange"]
        assert not other.mine.voided
        await one.commit([choices["exchange"]])
        await other.until(lambda: other.mine.voided)
        assert not other.mine.ahead
        assert not other.mine.given
        await other.until(lambda: other.ask is not None)
        await other.commit([choices["keep"]])
        await other.until(lambda: not other.mine.voided)

    evening(server, story)


BIDDING = """
players 3 | first A | phase location | turn - | level experienced
stacks 1: - | 2: - | 3: - | 4: - | 5: - | 6: - | 7: A B A B A B
chips A 5+4 | B 5+4 | C 8+4
cards A: secret_agreement/hat | B: secret_agreement/fist secret_agreement/bullet trade/hat | C: -
figures hitman 2 | policeman 4 | mayor 7
marked 1 2 3 4 5 6
"""


def test_a_move_given_ahead_is_told_with_all_its_steps(tmp_path: Path) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room = await room_at(house, stage(BIDDING))
        table = room.table
        _, game = ahead.coming(table)[1]
        text = "agree secret_agreement/fist secret_agreement/bullet"
        bid = next(move for move in moves(BOOK, game, 1) if BOOK.move_text(game, 1, move) == text)
        assert len(bid) > 1
        await room.act(lambda table: Plan(ahead.promise(table, 1, bid)))
        mine = arrangements(table, 1)
        assert mine.ahead == list(bid)
        assert [one.choice for one in decoded(mine).given] == list(bid)
        assert arrangements(table, 0).given == []
        await house.close()

    asyncio.run(story())


def decoded(mine: protocol.Mine) -> protocol.Mine:
    """What a client reads of it."""
    return msgspec.json.decode(protocol.encode(mine), type=protocol.Mine)


def test_an_order_for_a_round_is_over_with_the_round(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (player,) = await tonight.table(people=1, seats=3)
        order = protocol.Order(point="bid_agreement", until="round")
        await player.request(protocol.GiveOrder(id="", order=order))
        await player.until(lambda: len(player.mine.orders) == 1)
        for _ in range(200):
            if not player.mine.orders:
                return
            await player.until(lambda: player.ask or not player.mine.orders)
            ask = player.ask
            if ask is None:
                continue
            words = ("pass", "keep", "decline", "leave")
            quiet = [one.choice for one in ask.choices if one.move in words]
            chosen = quiet[:1] or await any_move(player, ask)
            await player.commit(chosen)
            await player.until(lambda ask=ask: player.ask is not ask)
        raise AssertionError("the round does not end")

    evening(server, story)


def test_a_person_who_comes_back_learns_since_when_the_seat_was_played(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table(people=2, seats=3)
        n = one.n
        await one.person.post(f"/api/tables/{table}/leave")
        await one.until(lambda: one.table.chairs[one.seat].away)
        await other.until(lambda: other.ask is not None)
        await one.request(protocol.Return(id=""))
        await one.until(lambda: one.accounts)
        assert one.accounts[0].after >= n

    evening(server, story)
