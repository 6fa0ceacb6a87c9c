"""A person who runs the game: sees everything, enters for everybody, takes an entry back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from omerta.core import CLOCK
from omerta.server.http import forms, records
from omerta.server.http.check import check
from omerta.server.table import play, views
from omerta.server.table.viewers import RUNNER
from omerta.server.telling.events import newest
from omerta.server.wire import protocol
from tests.server.client import Person, Player, Refusal
from tests.server.house import Server
from tests.server.town import BOOK, NAMES, Written, choice, with_phones

OPTIONS = {"gm": "human", "mode": "table"}


async def make(
    master: Person, options: dict[str, str] | None = None, *, phones: bool = False
) -> str:
    """A table that this person runs; everybody plays without a device, or with one."""
    kind = "empty" if phones else "same_device"
    form = {
        "game": "palermo",
        "seats": len(NAMES),
        "chairs": [{"kind": kind, "name": "" if phones else name} for name in NAMES],
        "options": OPTIONS | (options or {}),
        "settings": {"clock": "off", "grace": 0},
        "master": True,
    }
    return str((await master.post("/api/tables", form))["id"])


async def begun(master: Person, table: str, phones: list[Player] | None = None) -> Player:
    """The game master at the desk of a game that has begun."""
    desk = await master.sit(table)
    for player in phones or []:
        await player.ready()
    for seat in range(len(NAMES)) if phones is None else ():
        await desk.ready(seat)
    await master.post(f"/api/tables/{table}/start")
    await desk.until(lambda: desk.view is not None)
    return desk


@asynccontextmanager
async def desk_and_phones(
    server: Server, master: Person
) -> AsyncIterator[tuple[Player, list[Player]]]:
    """The master's desk and everybody with a phone, in a game that has begun."""
    table = await make(master, phones=True)
    async with with_phones(server.address, table) as phones:
        desk = await begun(master, table, phones)
        try:
            yield desk, phones
        finally:
            await desk.close()


async def enter(desk: Player, moves: dict[int | None, str]) -> None:
    """Enter moves for seats, or of one's own, in one go."""
    assert desk.ask is not None
    told = []
    for seat, move in moves.items():
        asked = desk.ask if seat is None else desk.questions[seat]
        told.append(protocol.Move(seat=seat, answers=[choice(asked, move)]))
    n = (await desk.request(protocol.Enter(id="", at=desk.ask.at, moves=told))).n
    await desk.until(lambda: desk.n >= n)


async def look_at_cards(desk: Player) -> None:
    await enter(desk, dict.fromkeys(range(len(NAMES)), "decline"))


async def through_the_first_day(desk: Player) -> None:
    """Everything up to the murder of the second night, with a verdict of nobody."""
    await look_at_cards(desk)
    while desk.view["day"] < 2 or desk.view["part"] != "mafia":
        await enter(desk, {None: "next"})


def mafiosi(desk: Player) -> list[int]:
    return [seat for seat, role in enumerate(desk.view["all"]["roles"]) if role == "mafioso"]


def victim(desk: Player) -> int:
    return next(seat for seat in range(len(NAMES)) if seat not in mafiosi(desk))


async def at_table(address: str, test: Any) -> None:
    master = await Person(address, "Gina").come_in()
    try:
        await test(master)
    finally:
        await master.close()


def test_a_game_master_runs_a_night_without_any_phone(server: Server) -> None:
    async def evening(master: Person) -> None:
        table = await make(master)
        desk = await begun(master, table)
        assert desk.runs
        assert desk.view["seat"] == -4
        assert len(desk.view["all"]["roles"]) == len(NAMES)
        assert {notice.to for notice in desk.log if notice.key.endswith("your_card")} == set(
            range(len(NAMES))
        )
        await through_the_first_day(desk)
        assert any("mafia_wake" in notice.key for notice in desk.log)

        chosen = victim(desk)
        await enter(desk, dict.fromkeys(mafiosi(desk), f"kill {chosen + 1}") | {None: "next"})
        assert desk.view["all"]["victim"] == chosen
        while desk.view["part"] != "discussion":
            await enter(desk, {None: "next"})
        assert not desk.view["alive"][chosen]
        await desk.close()

    asyncio.run(at_table(server.address, evening))


def test_a_wrong_entry_is_taken_back_and_the_record_tells_it(server: Server) -> None:
    async def evening(master: Person) -> None:
        table = await make(master)
        desk = await begun(master, table)
        await through_the_first_day(desk)
        before = desk.view
        wrong = victim(desk)
        await enter(desk, dict.fromkeys(mafiosi(desk), f"kill {wrong + 1}") | {None: "next"})
        assert desk.view["part"] != "mafia"

        assert desk.last is not None
        last = desk.last.entry
        await desk.request(protocol.TakeBack(id="", entry=last))
        await desk.until(lambda: desk.view["part"] == "mafia")
        assert desk.view == before
        assert desk.log[-1].key == "palermo.notice.taken_back"
        with pytest.raises(Refusal, match="stale"):
            await desk.request(protocol.TakeBack(id="", entry=last))

        await enter(desk, dict.fromkeys(mafiosi(desk), "decline") | {None: "next"})
        await master.post(f"/api/tables/{table}/close")
        record = forms.GameRecord.model_validate(await master.get(f"/api/tables/{table}/record"))
        assert len(record.taken_back) == 1
        assert len(record.taken_back[0].answers) == len(mafiosi(desk)) + 1
        assert check(record).holds
        assert records.read(records.write(record)).taken_back == record.taken_back
        await desk.close()

    asyncio.run(at_table(server.address, evening))


def test_what_chance_has_drawn_is_not_taken_back(server: Server) -> None:
    async def evening(master: Person) -> None:
        cards = {"mafioso": "2", "detective1": "1", "matchmaker": "1"}
        table = await make(master, cards)
        desk = await begun(master, table)
        await look_at_cards(desk)
        while desk.view["part"] != "match":
            await enter(desk, {None: "next"})
        await enter(desk, {None: "next"})  # nobody was named, so a lot joins two
        assert desk.view["all"]["couple"]
        assert desk.last is None
        with pytest.raises(Refusal, match="drawn"):
            await desk.request(protocol.TakeBack(id="", entry=10_000))
        await desk.close()

    asyncio.run(at_table(server.address, evening))


def test_entries_and_corrections_survive_a_crash(tmp_path: Path) -> None:
    async def before(address: str) -> tuple[Person, str, dict[str, Any], int]:
        master = await Person(address, "Gina").come_in()
        table = await make(master)
        desk = await begun(master, table)
        await through_the_first_day(desk)
        wrong = victim(desk)
        await enter(desk, dict.fromkeys(mafiosi(desk), f"kill {wrong + 1}"))
        assert desk.last is not None
        await desk.request(protocol.TakeBack(id="", entry=desk.last.entry))
        await desk.until(lambda: desk.view["all"]["pointing"] == [-1] * len(NAMES))
        view, n = desk.view, desk.n
        await desk.close()
        await master.close()
        return master, table, view, n

    async def after(master: Person, table: str, view: dict[str, Any], n: int) -> None:
        again = Person(server.address, "Gina")
        again.token = master.token
        again.http.headers["authorization"] = f"Bearer {again.token}"
        desk = await again.sit(table, last=n)
        assert desk.runs
        assert desk.view == view
        await enter(desk, {None: "next"})
        await desk.close()
        await again.close()

    with Server(tmp_path) as server:
        master, table, view, n = asyncio.run(before(server.address))
        server.kill()
        server.start()
        asyncio.run(after(master, table, view, n))


def test_players_with_phones_learn_nothing_of_what_the_master_sees(server: Server) -> None:
    async def evening(master: Person) -> None:
        async with desk_and_phones(server, master) as (desk, phones):
            await look_at_cards(desk)
            for phone in phones:
                await phone.until(lambda phone=phone: phone.view["part"] == "mafia")
                assert phone.view["all"] == {}
                assert not phone.questions
                assert phone.last is None
                assert all(notice.to is None for notice in phone.log)
                move = protocol.Move(answers=[0])
                with pytest.raises(Refusal, match="not_running"):
                    await phone.request(protocol.Enter(id="", at=0, moves=[move]))
                with pytest.raises(Refusal, match="not_running"):
                    await phone.request(protocol.TakeBack(id="", entry=1))

    asyncio.run(at_table(server.address, evening))


def test_a_phone_and_the_master_may_both_answer(server: Server) -> None:
    async def evening(master: Person) -> None:
        async with desk_and_phones(server, master) as (desk, phones):
            await phones[0].until(lambda: phones[0].ask)
            await phones[0].commit([choice(desk.questions[0], "decline")])
            await desk.until(lambda: 0 not in desk.questions)
            await enter(desk, dict.fromkeys(range(1, len(NAMES)), "decline"))
            assert desk.view["part"] == "mafia"

    asyncio.run(at_table(server.address, evening))


def test_a_pause_of_the_game_master_is_ended_by_the_game_master_alone(server: Server) -> None:
    async def evening(master: Person) -> None:
        async with desk_and_phones(server, master) as (desk, phones):
            phone = phones[0]
            await desk.request(protocol.Pause(id=""))
            await phone.until(lambda: phone.table.paused)
            assert phone.table.masters_pause
            for wish in (False, True):
                with pytest.raises(Refusal, match="masters_pause"):
                    await phone.request(protocol.Pause(id="", wish=wish))
            await desk.request(protocol.Pause(id="", wish=False))
            await phone.until(lambda: not phone.table.paused)

            for player in phones:
                await player.request(protocol.Pause(id=""))
            await desk.until(lambda: desk.table.paused)
            assert not desk.table.masters_pause
            await phone.request(protocol.Pause(id="", wish=False))
            await desk.until(lambda: not desk.table.paused)

    asyncio.run(at_table(server.address, evening))


def test_the_director_hands_the_cards_out(server: Server) -> None:
    async def evening(master: Person) -> None:
        table = await make(master, {"deal": "director"})
        desk = await begun(master, table)
        assert desk.view["part"] == "setup"
        for move in ("assign 1 mafioso", "assign 2 mafioso", "assign 4 detective1"):
            await enter(desk, {None: move})
        await enter(desk, {None: "start"})
        roles = desk.view["all"]["roles"]
        assert roles == ["mafioso", "mafioso", "citizen", "detective1", "citizen", "citizen"]
        await desk.close()

    asyncio.run(at_table(server.address, evening))


def test_a_game_master_does_not_play_and_a_table_without_one_does_not_start(
    server: Server,
) -> None:
    async def evening(master: Person) -> None:
        table = await make(master)
        state = await master.get(f"/api/tables/{table}")
        assert (state["master"], state["runs"], state["run_by"]) == ("Gina", True, "person")
        sat = await master.http.put(f"/api/tables/{table}/chairs/0", json={"kind": "me"})
        assert sat.json()["key"] == "server.problem.master_plays"
        await master.post(f"/api/tables/{table}/master", method="DELETE")
        desk = await master.sit(table, seat=0)
        for seat in range(len(NAMES)):
            await desk.ready(seat)
        started = await master.http.post(f"/api/tables/{table}/start")
        assert started.json()["key"] == "server.problem.no_master"
        await desk.close()

    asyncio.run(at_table(server.address, evening))


def test_the_first_dead_of_a_provisional_game_gets_the_desk() -> None:
    written = Written({"gm": "provisional", "master": "6", "trial": "forced"}, clock="quick")
    table = written.table
    assert (table.run_by, table.runner) == ("player", "")
    while table.game is not None and BOOK.manners.round_of(table.game) < 2:
        early = [
            (ask.seat, one["choice"])
            for ask in table.asks()
            for one in BOOK.describe(table.game, ask)
            if ask.seat >= 0 and one["move"] in ("early 2", "vote 2")
        ]
        lapsed = play.lapse(table, [CLOCK])
        written.go_on(play.move(table, early[0][0], [early[0][1]]) if early else lapsed)
    assert table.runner == "person-1", "the second seat was convicted and runs the game now"
    assert table.game is not None
    assert views.whole(table, table.game, RUNNER) != views.whole(table, table.game, 0)
    shown = protocol.decode_server(newest(table, RUNNER)[0])
    assert isinstance(shown, protocol.Event)
    assert shown.view["all"]["roles"]
    assert shown.ask is not None


def test_a_setup_has_its_chances_before_the_start_and_does_not_start_against_the_rules(
    server: Server,
) -> None:
    async def evening(master: Person) -> None:
        table = await make(master)
        known = await master.get(f"/api/tables/{table}/chances")
        assert known["cards"]["mafioso"] == 2
        assert known["most"]["killer"] == 1 < known["most"]["mafioso"]
        assert known["games"] == sum(known["won"].values()) > 0
        assert 0 < known["by_lot"] < 1
        again = await master.get(f"/api/tables/{table}/chances")
        assert again["games"] >= known["games"], "what is known is kept"

        changes = {"options": OPTIONS | {"mafioso": "3", "freemason": "1"}}
        await master.post(f"/api/tables/{table}", changes, method="PATCH")
        known = await master.get(f"/api/tables/{table}/chances")
        assert [fault["clause"] for fault in known["faults"]] == ["PA-1.9", "PA-1.13"]
        assert known["games"] == 0
        started = await master.http.post(f"/api/tables/{table}/start")
        assert started.json()["key"] == "palermo.refusal.mafiosi"

    asyncio.run(at_table(server.address, evening))


def test_the_story_is_for_the_game_master_alone_while_the_game_goes_on(server: Server) -> None:
    async def evening(master: Person) -> None:
        table = await make(master)
        desk = await begun(master, table)
        await look_at_cards(desk)
        story = await master.get(f"/api/tables/{table}/story")
        assert story["lines"][0]["key"] == "mafia_meets"
        stranger = await Person(server.address, "Vera").come_in()
        for person in (stranger, Person(server.address)):
            refused = await person.http.get(f"/api/tables/{table}/story")
            assert refused.json()["key"] == "server.problem.not_over"
            await person.close()
        await desk.close()

    asyncio.run(at_table(server.address, evening))


def test_all_options_of_the_lobby_may_be_sent_at_once(server: Server) -> None:
    async def evening(master: Person) -> None:
        table = await make(master)
        state = await master.get(f"/api/tables/{table}")
        chosen = state["options"] | {"t_plea": "20"}
        changed = await master.post(f"/api/tables/{table}", {"options": chosen}, method="PATCH")
        assert changed["options"] == chosen

    asyncio.run(at_table(server.address, evening))
