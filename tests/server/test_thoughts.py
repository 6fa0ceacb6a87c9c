"""What thoughts cost at a table: nobody waits for ever, and the more wait the less each costs."""

from __future__ import annotations

import threading
from array import array
from pathlib import Path
from random import Random

import pytest

from omerta.bots.roster import SEARCHED
from omerta.bots.search import Budget, SearchPlayer
from omerta.core import CHANCE, View
from omerta.games import GAMES
from omerta.server.running import computer_players
from omerta.server.running.computer_players import Players
from tests.server.ears import Ear
from tests.server.test_days import dealt_room, until
from tests.server.test_guard import Watched, in_house


def test_a_computer_player_that_never_answers_hangs_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def think(*_: object) -> list[int]:
        over.wait(60)
        return []

    monkeypatch.setattr(computer_players, "think", think)
    monkeypatch.setattr(computer_players, "PATIENCE", 0.05)

    async def story(watched: Watched) -> None:
        room = await dealt_room(watched.house, computers=3)
        ear = Ear(32)
        await room.enter(ear, 0)
        await until(lambda: room.table.seq > 12)
        assert watched.lines("a computer player failed")[0]["error"] == "TimeoutError"
        assert watched.lines("a table fell sick") == []
        over.set()

    in_house(tmp_path, story, Players(0))


def test_the_more_thoughts_wait_the_less_each_may_cost() -> None:
    players = Players(1)
    assert players.share("a table") == 1.0
    shares = []
    for waiting in (1, 2, 5, 1000):
        players.waiting = [waiting]
        shares.append(players.share("a table"))
    assert shares == [1.0, 0.5, 0.2, computer_players.LEAST_SHARE]


def test_a_player_who_searches_gets_by_with_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[SearchPlayer] = []

    class Answering(SearchPlayer):
        def choose(self, view: View, rng: Random) -> int:
            made.append(self)
            assert view.asked is not None
            return view.asked.choices[0]

    book = GAMES["mafia-city"]
    outlook = SEARCHED["mafia-city"]()
    answering = Answering(book, outlook, {}, Budget(0.02))
    monkeypatch.setattr(computer_players, "player", lambda *_: answering)
    rng = Random(3)
    game = book.deal(book.options({}), 3)
    answers = array("q")
    while game.asks[0].seat == CHANCE:
        choice = rng.choice(list(game.asks[0].choices))
        answers.extend((CHANCE, choice))
        game.answer(CHANCE, choice)
    asked = game.asks[0].seat
    told = answers.tobytes()
    version = book.version
    think = computer_players.think
    assert think("mafia-city", version, "sharp", "a game", {}, 3, told, asked, 1, "", 0.25)
    assert made[0].means == 0.25
