"""Spectators of Palermo: they are shown the game when it is over, and nothing before (8)."""

from __future__ import annotations

import pytest

from omerta.core import CLOCK
from omerta.server.table import play
from omerta.server.table.viewers import LATECOMER, WATCHER
from omerta.server.telling.events import missed
from omerta.server.wire import protocol
from tests.clauses import clause
from tests.server.client import Person, Player, Refusal
from tests.server.evening import Evening, evening
from tests.server.house import Server
from tests.server.town import NAMES, Written, choice


async def new_table(host: Person) -> str:
    form = {
        "game": "palermo",
        "seats": len(NAMES),
        "chairs": [{"kind": "same_device", "name": name} for name in NAMES],
        "options": {"gm": "human", "mode": "table", "trial": "forced", "mafia_win": "parity"},
        "settings": {"clock": "off", "grace": 0, "watching": True},
        "master": True,
    }
    return str((await host.post("/api/tables", form))["id"])


async def watched(tonight: Evening) -> tuple[Player, Player]:
    """The master's desk in a game that has begun, and somebody who watched before the start."""
    host = await tonight.person("Gina")
    table = await new_table(host)
    desk = await tonight.sit(host, table)
    early = await tonight.sit(await tonight.person("Vera"), table)
    for seat in range(len(NAMES)):
        await desk.ready(seat)
    await host.post(f"/api/tables/{table}/start")
    await desk.until(lambda: desk.view is not None)
    await early.until(lambda: early.late)
    return desk, early


async def enter(desk: Player, move: str, seat: int | None = None) -> None:
    asked = desk.ask if seat is None else desk.questions[seat]
    assert asked is not None
    assert desk.ask is not None
    told = protocol.Move(seat=seat, answers=[choice(asked, move)])
    n = (await desk.request(protocol.Enter(id="", at=desk.ask.at, moves=[told]))).n
    await desk.until(lambda: desk.n >= n)


async def convict(desk: Player, seat: int) -> None:
    """The town sends somebody away."""
    day = desk.view["day"]
    while desk.view["part"] != "discussion" or desk.view["day"] != day:
        await enter(desk, "next")
    while desk.view["alive"][seat]:
        hands = [
            (choice.move, one)
            for one, ask in desk.questions.items()
            for choice in ask.choices
            if choice.move in (f"early {seat + 1}", f"vote {seat + 1}")
        ]
        await enter(desk, *(hands[0] if hands else ("next", None)))


@clause("PA-9.11")
def test_who_watches_hears_nothing_before_the_end_and_then_everything(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        desk, early = await watched(tonight)
        early.frames = []
        mafiosi = [s for s, role in enumerate(desk.view["all"]["roles"]) if role == "mafioso"]
        await convict(desk, mafiosi[0])
        late = await tonight.sit(await tonight.person("Wim"), str(early.code))
        assert (late.late, late.view, late.log) == (True, None, [])
        assert (early.view, early.log, early.clock) == (None, [], None)
        assert not any('"event"' in text for _, text in early.frames)

        while desk.view["day"] < 2:
            await enter(desk, "next")
        await convict(desk, mafiosi[1])
        assert desk.outcome is not None
        for watcher in (early, late):
            await watcher.until(lambda watcher=watcher: watcher.view is not None)
            assert not watcher.late
            assert watcher.view["all"]["roles"] == desk.view["all"]["roles"]
            assert watcher.outcome == desk.outcome
            public = [notice.key for notice in desk.log if notice.to is None]
            assert [notice.key for notice in watcher.log] == public

    evening(server, story)


def test_those_who_wait_may_talk_among_themselves(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        desk, early = await watched(tonight)
        late = await tonight.sit(await tonight.person("Wim"), str(early.code))
        await late.request(protocol.Say(id="", text="Who do you think it is?"))
        await early.until(lambda: early.talk)
        assert early.talk[0].name == "Wim"
        await enter(desk, "next")
        assert not desk.talk
        with pytest.raises(Refusal, match="only_watching"):
            await late.request(protocol.Commit(id="", at=0, answers=[0]))

    evening(server, story)


def test_a_game_that_is_called_off_is_shown_too(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        desk, early = await watched(tonight)
        await enter(desk, "next")
        await desk.person.post(f"/api/tables/{early.code}/close")
        await early.until(lambda: early.outcome is not None)
        assert early.outcome is not None
        assert early.outcome.called_off
        assert not early.late
        assert early.view["day"] == 1

    evening(server, story)


def test_the_device_in_the_middle_of_the_table_is_no_spectator() -> None:
    written = Written({"mode": "table"})
    table = written.table
    assert table.watcher("person-0") == WATCHER, "the host made the table"
    assert table.watcher("somebody") == LATECOMER
    written.go_on(play.lapse(table, [CLOCK]))
    assert any(entry.heard >> WATCHER & 1 for entry in written.entries)
    assert not any(entry.heard >> LATECOMER & 1 for entry in written.entries)
    assert missed(table, LATECOMER, 0) == []
