"""An answer ahead is for one question alone: its point, its place and what the seat sees there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from omerta.core import Game
from omerta.games import GAMES
from omerta.server.table import ahead, commands, play, views
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.telling.messages import arrangements
from omerta.server.telling.questions import question
from omerta.server.wire import protocol
from tests.server.client import Player, Refusal
from tests.server.ears import Ear
from tests.server.evening import Evening, evening
from tests.server.house import Server
from tests.server.test_events import any_move, dealt, go_on
from tests.server.test_poker_face import new_house, room_at, stage

# Over the socket.

DECLINED = ("bid_agreement", "bullet_turn", "react", "take_back")
"""Points that take their default, so that what goes round comes round."""


async def play_until(
    players: list[Player], is_so: Callable[[Player], Any], rng: Random
) -> Player | None:
    """Play at random, but decline what goes round, until it is so for somebody; None at the end."""
    while not players[0].outcome:
        for player in players:
            if is_so(player):
                return player
        asked = next((player for player in players if player.ask), None)
        if asked is None:
            await asyncio.sleep(0.005)
            continue
        ask = asked.ask
        assert ask is not None
        with suppress(Refusal):
            move = [ask.default] if ask.point in DECLINED else await asked.random_move(rng)
            await asked.commit([choice for choice in move if choice is not None])
        await asked.until(lambda player=asked, ask=ask: player.ask is not ask)
    return None


def is_elsewhere(player: Player) -> bool:
    """Whether chips may come to be taken back at another place than the one that is lit."""
    asked, seen = player.ahead, player.view
    if asked is None or seen is None or asked.point != "take_back":
        return False
    return bool(asked.about["location"] != seen["at"])


def leaving_all(asked: protocol.Ask) -> int:
    """The answer that takes nothing back."""
    return next(one.choice for one in asked.choices if one.parts.get("act") == "leave")


async def leave_all_ahead(one: Player) -> protocol.Ask | None:
    """Take nothing back, ahead, and the question; None if the table has gone on meanwhile."""
    asked, seen = one.ahead, one.view
    assert asked is not None
    about: dict[str, Any] = asked.about
    stack = about["stack"]
    assert list(seen["stacks"].values())[about["location"] - 1] == stack
    assert one.seat in stack, "whoever has no chip there is not asked"
    message = protocol.Ahead(id="", at=asked.at, answers=[leaving_all(asked)])
    try:
        await one.request(message)
    except Refusal as refused:
        if refused.key != "server.refused.stale":
            raise
        await one.until(lambda: one.ahead is not asked)
        return None
    return asked


def test_an_answer_ahead_names_its_place_and_is_carried_out_there(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        rng = Random(5)
        one: Player | None = None
        asked: protocol.Ask | None = None
        while one is None or asked is None:
            if one is None:
                _, players = await tonight.table(people=3, seats=3)
            one = await play_until(players, is_elsewhere, rng)
            asked = None if one is None else await leave_all_ahead(one)
        place, answer = asked.about["location"], leaving_all(asked)
        await one.until(lambda: one.mine.ahead == [answer])
        before = len(one.log)
        rest = [player for player in players if player is not one]
        await play_until(rest, lambda _: is_told(one, before), rng)
        assert not one.mine.voided
        spoken = next(notice for notice in one.log[before:] if is_of(notice, one))
        assert spoken.args["location"] == place_word(place)

    evening(server, story)


def is_told(player: Player, before: int) -> bool:
    return any(is_of(notice, player) for notice in player.log[before:])


def is_of(notice: protocol.Notice, player: Player) -> bool:
    return notice.key.endswith("took_back") and notice.args["seat"] == player.seat


def place_word(place: Any) -> str:
    return GAMES["mafia-city"].word("location", place)


BIDDING = """
players 3 | first C | phase location | turn - | level experienced
stacks 1: - | 2: - | 3: A B | 4: - | 5: A C | 6: - | 7: -
chips A 6+4 | B 7+4 | C 7+4
cards A: trade/hat | B: trade/fist | C: secret_agreement/hat
figures hitman 2 | policeman 4 | mayor 7
marked 1 2 4
"""


def test_a_bid_ahead_is_for_the_place_where_the_bidder_has_a_chip(tmp_path: Path) -> None:
    async def story() -> None:
        house = await new_house(tmp_path)
        room = await room_at(house, stage(BIDDING))
        ear = Ear(2)
        room.guests.add(ear)
        await room.act(lambda table: play.lapse(table, [0]))
        event = msgspec.json.decode(ear.heard[-1][1])
        assert event["view"]["at"] == 3
        asked = event["ahead"]
        assert asked["about"] == {"location": 5, "stack": [0, 2]}
        agree = next(one["choice"] for one in asked["choices"] if one["parts"]["act"] == "agree")
        message = protocol.Ahead(id="", at=asked["at"], answers=[agree])
        await room.act(lambda table: commands.ahead(table, 2, message))
        await room.act(lambda table: play.lapse(table, [1]))
        assert ahead.kept_promise(room.table, 2) == [agree]
        assert room.table.game.public.at == 5  # type: ignore[union-attr]
        await house.close()

    asyncio.run(story())


# Over random tables.

ROUND = [name for name, book in GAMES.items() if any(point.goes_round for point in book.points)]


def description(table: Table, game: Game, seat: int) -> bytes:
    """A question as it is put to a seat, and all that the seat sees with it."""
    ask = game.asked(seat)
    assert ask is not None
    return views.encode(question(table, game, ask, 0)) + views.whole(table, game, seat)


class Promises:
    """A random table at which everybody answers ahead, and what everybody was shown."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(seed)
        self.table = dealt(game, {})
        self.shown: dict[int, bytes] = {}
        self.void: set[int] = set()
        self.kept = 0
        self.voided = 0
        go_on(self.table, play.deal(self.table))

    def play(self, moves: int) -> None:
        """Go on at random; whoever may answers ahead."""
        for _ in range(moves):
            if self.table.phase != "playing":
                return
            for seat, (_, game) in ahead.coming(self.table).items():
                self.check_offer(seat, game)
                if seat not in self.table.promises and self.rng.random() < 0.7:
                    self.promise(seat, game)
            self.look_for_void_ones()
            go_on(self.table, self.next_move())

    def check_offer(self, seat: int, game: Game) -> None:
        """Nobody is offered to bid, or to take back, where none of their chips lies."""
        ask = game.asked(seat)
        assert ask is not None
        about = self.table.rulebook.about(game, ask)
        assert "stack" not in about or seat in about["stack"]

    def promise(self, seat: int, game: Game) -> None:
        """A random answer to what is shown ahead, for the question as it is shown."""
        table = self.table
        shown = description(table, game, seat)
        trial: Game = table.rulebook.copy(game)
        answers: list[int] = []
        ask = trial.asked(seat)
        while ask is not None and (not answers or ask.continues):
            answers.append(self.rng.choice(list(ask.choices)))
            trial.answer(seat, answers[-1])
            ask = trial.asked(seat)
        message = protocol.Ahead(id="", at=table.seen_at[seat], answers=answers)
        go_on(table, commands.ahead(table, seat, message))
        self.shown[seat] = shown
        self.void.discard(seat)

    def look_for_void_ones(self) -> None:
        """Whoever is told that an answer ahead is void may rely on it."""
        for seat in self.table.promises:
            if arrangements(self.table, seat).voided:
                self.voided += seat not in self.void
                self.void.add(seat)

    def next_move(self) -> Plan:
        """An answer given ahead if one holds, else the default of what goes round, or anything."""
        table = self.table
        for ask in table.asks():
            answers = ahead.kept_promise(table, ask.seat) if ask.seat >= 0 else None
            if answers is not None:
                assert table.game is not None
                assert description(table, table.game, ask.seat) == self.shown[ask.seat]
                assert ask.seat not in self.void
                self.kept += 1
                return play.move(table, ask.seat, answers, by="ahead")
        asked = table.asks()[0]
        if asked.point.goes_round and self.rng.random() < 0.8:
            return play.lapse(table, [asked.seat])
        return any_move(table, self.rng)


TABLES = 12
MOVES = 250


def of_many_tables(game: str) -> list[Promises]:
    """Random tables, played one after the other."""
    tables = [Promises(game, seed) for seed in range(TABLES)]
    for table in tables:
        table.play(MOVES)
    return tables


@pytest.mark.parametrize("game", ROUND)
def test_an_answer_ahead_answers_no_question_but_the_one_shown(
    game: str,
) -> None:
    tables = of_many_tables(game)
    assert sum(table.kept for table in tables) > 10 * TABLES, "answers ahead are kept"
    assert sum(table.voided for table in tables) > TABLES, "and voided"


def point_alone(table: Table, game: Game, seat: int) -> str:
    """A bond that is too loose: the same point at whatever place."""
    ask = game.asked(seat)
    return "" if ask is None else ask.point.name


def view_of_now(table: Table, game: Game, seat: int) -> str:
    """A bond that is too loose: the point, and what lies where the board stands now."""
    now: Any = table.game
    return f"{point_alone(table, game, seat)} {now.public.stacks}"


@pytest.mark.pure_only  # nobody can put another function into a compiled module
@pytest.mark.parametrize("loose", [point_alone, view_of_now])
def test_a_bond_that_is_too_loose_is_found(
    monkeypatch: pytest.MonkeyPatch, loose: Callable[[Table, Game, int], str]
) -> None:
    monkeypatch.setattr(ahead, "bond", loose)
    with pytest.raises(AssertionError):
        of_many_tables("mafia-city")
