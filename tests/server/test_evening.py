"""What happens at a table beside the moves themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from omerta.server import archive, forms, protocol
from tests.server.client import Person, Player, Refusal, begin, lobby_of, table_of
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
    """Let these persons make so many moves between them."""
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


# Connections.


def test_a_reconnect_brings_exactly_the_missing_events(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table()
        await play_on([one, other], 6)
        await other.close()
        heard = other.n
        await one.request(protocol.Say(id="", text="are you there?"))
        await other.connect()
        assert other.n > heard
        fresh = await tonight.sit(other.person, table)
        assert (other.log, other.talk, other.view) == (fresh.log, fresh.talk, fresh.view)
        assert (other.n, other.ask) == (fresh.n, fresh.ask)

    evening(server, story)


def test_after_a_long_absence_the_story_is_told_from_the_log(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, players = await tonight.table(people=3, seats=3)
        await play_on(players, 90)
        watcher = await tonight.sit(await tonight.person(), table)
        assert len(watcher.log) > 48
        late = await tonight.sit(players[0].person, table, last=1)
        await players[0].until(lambda: players[0].n >= late.n)
        assert late.n == players[0].n
        assert players[0].log[-len(late.log) :] == late.log

    evening(server, story)


def test_a_client_with_a_wrong_memory_is_told_everything(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, _) = await tonight.table()
        again = await tonight.sit(one.person, table, last=10_000)
        assert (again.log, again.view) == (one.log, one.view)

    evening(server, story)


def test_two_tabs_of_one_person_agree(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table()
        tab = await tonight.sit(one.person, table)
        at = (await turn_of(one, [other])).at
        await tab.until(lambda: tab.ask is not None)
        move = await one.random_move(Random(5))
        await one.commit(move)
        assert await refused(tab.request(protocol.Commit(id="second", at=at, answers=move))) in (
            "server.refused.stale",
            "server.refused.not_asked",
        )
        await tab.until(lambda: tab.n == one.n)
        assert (tab.view, tab.log) == (one.view, one.log)

    evening(server, story)


def test_a_repeated_command_is_answered_and_not_repeated(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _table, (one, other) = await tonight.table()
        at = (await turn_of(one, [other])).at
        move = await one.random_move(Random(2))
        first = await one.request(protocol.Commit(id="the-move", at=at, answers=move))
        again = await one.request(protocol.Commit(id="the-move", at=at, answers=move))
        assert first == again
        await one.close()
        await one.connect()
        third = await one.request(protocol.Commit(id="the-move", at=at, answers=move))
        assert third == first
        said = await one.request(protocol.Say(id="hello", text="once"))
        assert await one.request(protocol.Say(id="hello", text="once")) == said
        assert [line.text for line in one.talk] == ["once"]

    evening(server, story)


def test_a_move_is_told_although_its_maker_is_gone_at_once(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        others = [player for player in players if player is not one]
        assert one.ask is not None
        move = await one.random_move(Random(3))
        heard = [other.n for other in others]
        assert one.socket is not None
        await one.send(protocol.Commit(id="gone", at=one.ask.at, answers=move))
        await asyncio.sleep(0.001)
        one.socket.transport.abort()
        for other, n in zip(others, heard, strict=True):
            await other.until(lambda other=other, n=n: other.n > n, 5)

    evening(server, story)


def test_an_old_client_is_told_to_reload(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, _) = await tonight.table()
        await one.send(
            protocol.Hello(token=one.person.token, table=table, version=protocol.VERSION - 1)
        )
        await one.until(lambda: any(isinstance(m, protocol.Reload) for m in one.others))

    evening(server, story)


# Seats.


def test_a_seat_answers_only_to_its_token(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table()
        stranger = await tonight.person()
        assert await refused(stranger.sit(table, seat=0)) == "server.refused.not_your_seat"
        assert await refused(other.person.sit(table, seat=0)) == "server.refused.not_your_seat"
        forged = Person(server.address)
        forged.token = one.person.token[:-2] + "xx"
        tonight.people.append(forged)
        assert await refused(forged.sit(table)) == "server.refused.bad_token"

    evening(server, story)


def test_who_watches_sees_what_is_public_and_may_not_move(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, players = await tonight.table()
        watcher = await tonight.sit(await tonight.person("W"), table)
        assert watcher.seat is None
        assert watcher.view is not None
        assert watcher.ask is None
        assert watcher.view["hand"] == []
        await play_on(players, 4)
        await watcher.until(lambda: len(watcher.log) > 0)
        commit = protocol.Commit(id="", at=1, answers=[0])
        assert await refused(watcher.request(commit)) == "server.refused.only_watching"
        await watcher.request(protocol.Say(id="", text="psst"))
        await watcher.until(lambda: watcher.talk)
        assert all(not player.talk for player in players)

    evening(server, story)


def test_a_table_may_forbid_watching(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, _ = await tonight.table(watching=False)
        stranger = await tonight.person()
        assert await refused(stranger.sit(table)) == "server.refused.no_watching"

    evening(server, story)


def test_who_leaves_is_replaced_and_gets_the_seat_back_with_an_account(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table(seats=3)
        await one.close()
        await one.person.post(f"/api/tables/{table}/leave")
        await other.until(lambda: other.table.chairs[0].away)
        await play_on([other], 4)
        await one.connect()
        await one.until(lambda: one.accounts)
        assert one.accounts[0].seat == 0
        assert one.accounts[0].moves
        assert all(one.accounts[0].moves)
        await other.until(lambda: not other.table.chairs[0].away)

    evening(server, story)


def test_who_is_gone_too_long_is_replaced(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (one, other) = await tonight.table(seats=3, grace=1)
        await one.close()
        await other.until(lambda: 0 not in other.here)
        playing = asyncio.create_task(play_on([other], 3))
        await other.until(lambda: other.table.chairs[0].away)
        await playing

    evening(server, story)


def tap(player: Player) -> list[int]:
    """The neutral tap of the night, if it is asked for."""
    choices = [] if player.ask is None else player.ask.choices
    return [one.choice for one in choices if one.move == "decline"]


def test_who_is_gone_too_long_dies_where_the_rules_say_so(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        guests = [await tonight.person(name) for name in ("One", "Other")]
        _, (one, other) = await table_of(
            guests, 6, "palermo", options={"leaver": "heart_attack"}, grace=1
        )
        tonight.players.extend((one, other))
        await one.close()
        await other.until(lambda: other.view["away"][0])
        assert not other.table.chairs[0].away
        while other.view["alive"][0]:
            await other.until(lambda: tap(other) or not other.view["alive"][0])
            for choice in tap(other):
                n = (await other.commit([choice])).n
                await other.until(lambda n=n: other.n >= n)
        assert other.view["dead"] == [0]
        assert other.view["causes"][0] == "heart_attack"

    evening(server, story)


def test_one_device_is_passed_round(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        person = await tonight.person("Family")
        chairs = [{"kind": "same_device", "name": name} for name in ("Mum", "Dad", "Kid")]
        form = {"game": "mafia-city", "seats": 3, "chairs": chairs, "settings": {"clock": "off"}}
        state = await person.post("/api/tables", form)
        device = await tonight.sit(person, state["id"])
        for seat in range(3):
            await device.ready(seat)
        await person.post(f"/api/tables/{state['id']}/start")
        rng = Random(3)
        hands = set()
        for _ in range(30):
            await device.until(lambda: device.turn)
            seat = device.turn[0]
            if device.seat != seat:
                device.wanted = seat
                device.n, device.log = 0, []
                await device.hello(0)
            hands.add((device.seat, tuple(device.view["hand"])))
            if device.ask is not None:
                ask = device.ask
                await device.commit(await device.random_move(rng))
                await device.until(lambda ask=ask: device.ask is not ask)
        assert {seat for seat, _ in hands} == {0, 1, 2}

    evening(server, story)


# The table.


def test_a_setup_that_cannot_be_played_is_explained_and_not_started(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("Host")
        table, players = await lobby_of([host], 6, "palermo")
        tonight.players.extend(players)
        path = f"/api/tables/{table}"
        assert (await host.get(path))["remarks"] == ["palermo.warning.not_ideal"]
        told = await host.http.patch(path, json={"options": {"tie_rule": "mayor"}})
        assert told.json()["key"] == "palermo.refusal.tie_needs_mayor"
        state = await host.post(path, {"options": {"mafioso": "3"}}, "PATCH")
        assert state["remarks"] == ["palermo.refusal.mafiosi"]
        await players[0].ready()
        told = await host.http.post(f"{path}/start")
        assert told.json()["key"] == "palermo.refusal.mafiosi"
        assert (await host.get(path))["phase"] == "lobby"

    evening(server, story)


def test_only_the_host_changes_and_starts_the_table(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, guest = await tonight.person("H"), await tonight.person("G")
        table, players = await lobby_of([host, guest], seats=3)
        tonight.players.extend(players)
        for path, form, method in (
            ("", {"seats": 4}, "PATCH"),
            ("/start", None, "POST"),
            ("/close", None, "POST"),
            ("/chairs/2", {"kind": "empty"}, "PUT"),
        ):
            answer = await guest.http.request(method, f"/api/tables/{table}{path}", json=form)
            assert (answer.status_code, answer.json()["key"]) == (403, "server.problem.not_host")
        changed = await host.post(
            f"/api/tables/{table}", {"seats": 4, "options": {"level": "beginner"}}, "PATCH"
        )
        assert len(changed["chairs"]) == 4
        assert changed["options"]["level"] == "beginner"
        answer = await host.http.post(f"/api/tables/{table}/start")
        assert answer.json()["key"] == "server.problem.empty_chairs"
        await host.post(f"/api/tables/{table}/chairs/3", {"kind": "computer"}, "PUT")
        answer = await host.http.post(f"/api/tables/{table}/start")
        assert answer.json()["key"] == "server.problem.not_ready"
        await begin(host, table, players)
        answer = await guest.http.post(f"/api/tables/{table}/join", json={"seat": 2})
        assert answer.status_code == 200
        late = await tonight.person()
        answer = await late.http.post(f"/api/tables/{table}/join", json={})
        assert answer.json()["key"] == "server.problem.already_started"

    evening(server, story)


def test_the_host_who_leaves_the_lobby_hands_the_table_on(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host, guest = await tonight.person("H"), await tonight.person("G")
        table, players = await lobby_of([host, guest], seats=3)
        tonight.players.extend(players)
        await host.post(f"/api/tables/{table}/leave")
        state = await guest.get(f"/api/tables/{table}")
        assert state["host"]
        assert state["chairs"][0]["kind"] == "empty"
        await players[0].until(lambda: players[0].seat is None)

    evening(server, story)


def test_public_tables_are_listed_and_private_ones_are_not(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("H")
        form = {"game": "mafia-city", "seats": 4}
        private = await host.post("/api/tables", form)
        public = await host.post("/api/tables", {**form, "settings": {"public": True}})
        listed = [line["id"] for line in await host.get("/api/tables")]
        assert public["id"] in listed
        assert private["id"] not in listed
        mine = [line["id"] for line in (await host.get("/api/me"))["tables"]]
        assert {public["id"], private["id"]} <= set(mine)
        await host.post(f"/api/tables/{public['id']}/close")
        assert public["id"] not in [line["id"] for line in await host.get("/api/tables")]

    evening(server, story)


def test_seeds_that_do_not_fit_are_refused_and_missing_ones_end_the_start(
    server: Server,
) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("H")
        table, (player,) = await lobby_of([host], seats=3)
        tonight.players.append(player)
        before = player.table
        assert before is not None
        assert before.fair.server_seed == ""
        await player.ready()
        player.seeds.clear()
        await host.post(f"/api/tables/{table}/start")
        wrong = protocol.Seed(id="", seed="not mine")
        assert await refused(player.request(wrong)) == "server.refused.bad_seed"
        await player.until(lambda: player.table.phase == "lobby", 30)
        assert player.table is not None
        assert player.table.fair.commit != before.fair.commit
        assert not player.table.chairs[0].ready
        await begin(host, table, [player])

    evening(server, story)


def test_a_finished_game_can_be_checked_and_played_again(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, players = await tonight.table(people=1, seats=3)
        player = players[0]
        early = await player.person.http.get(f"/api/tables/{table}/record")
        assert early.json()["key"] == "server.problem.not_over"
        sealed = player.table
        assert sealed is not None
        await player.play(Random(8))
        await player.until(lambda: player.table.phase == "over")
        record = forms.GameRecord.model_validate(
            await player.person.get(f"/api/tables/{table}/record")
        )
        assert record.commit == sealed.fair.commit
        assert record.winners == (player.outcome.winners if player.outcome else None)
        check = archive.verify(record)
        assert check.holds
        assert len(check.draws) > 10
        drawn = next(answer for answer in record.answers if len(set(answer.of)) > 1)
        drawn.choice = next(choice for choice in drawn.of if choice != drawn.choice)
        assert not archive.verify(record).holds
        again = await player.person.post(f"/api/tables/{table}/rematch")
        assert again["id"] != table
        assert [chair["kind"] for chair in again["chairs"]] == ["person", "computer", "computer"]
        await player.until(lambda: player.table.next == again["id"])
        assert (await player.person.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]

    evening(server, story)


# Time.


def test_time_runs_out_and_the_default_is_taken(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        host = await tonight.person("H")
        form = {
            "game": "mafia-city",
            "seats": 3,
            "chairs": [{"kind": "me"}, {"kind": "computer"}, {"kind": "computer"}],
            "options": {"turn_seconds": "10", "reaction_seconds": "5"},
            "settings": {"clock": "quick", "pace": "instant"},
        }
        state = await host.post("/api/tables", form)
        player = await tonight.sit(host, state["id"])
        await begin(host, state["id"], [player])
        await player.until(lambda: player.ask is not None)
        first = player.ask
        assert player.clock is not None
        assert player.clock.deadline is not None
        assert player.clock.deadline > player.clock.now
        await player.until(lambda: player.ask is not first, 40)

    evening(server, story)


def test_a_pause_needs_everybody_and_one_ends_it(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (one, other) = await tonight.table(clock="relaxed")
        await one.until(lambda: one.ask or other.ask)
        await one.request(protocol.Pause(id=""))
        await one.until(lambda: one.table.wish_pause == [0])
        assert one.table is not None
        assert not one.table.paused
        await other.request(protocol.Pause(id=""))
        await one.until(lambda: one.table.paused)
        await one.until(lambda: one.clock and one.clock.paused)
        asked = one if one.ask else other
        if asked.ask is not None:
            move = asked.ask.choices[0].choice
            assert await refused(asked.commit([move])) == "server.refused.paused"
        await other.request(protocol.Pause(id="", wish=False))
        await one.until(lambda: not one.table.paused)

    evening(server, story)


# Nobody waits for nothing.


def test_a_standing_order_answers_without_asking(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (player,) = await tonight.table(people=1, seats=3)
        for point in ("react", "complicity", "bullet_turn", "bid_agreement"):
            order = protocol.Order(point=point, until="game")
            await player.request(protocol.GiveOrder(id="", order=order))
        await player.until(lambda: len(player.mine.orders) == 4)
        points = []
        rng = Random(4)
        for _ in range(12):
            await player.until(lambda: player.ask and player.ask.point not in ordered(player))
            ask = player.ask
            assert ask is not None
            points.append(ask.point)
            await player.commit(await player.random_move(rng))
            await player.until(lambda ask=ask: player.ask is not ask)
        assert "react" not in points
        lift = protocol.GiveOrder(id="", order=protocol.Order(point="react"), lift=True)
        await player.request(lift)
        await player.until(lambda: len(player.mine.orders) == 3)
        unknown = protocol.GiveOrder(id="", order=protocol.Order(point="take_turn"))
        assert await refused(player.request(unknown)) == "server.refused.no_order"

    def ordered(player: Player) -> set[str]:
        return {order.point for order in player.mine.orders}

    evening(server, story)


def test_an_answer_given_ahead_is_taken_when_nothing_has_changed(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        assert one.ask is not None
        assert one.ask.point == "mulligan"
        other = players[(players.index(one) + 1) % 3]
        assert other.ahead is not None
        assert other.ahead.point == "mulligan"
        keep = next(c.choice for c in other.ahead.choices if c.move == "keep")
        drafted = await other.request(
            protocol.Draft(id="", at=other.ahead.at, answers=[keep], ahead=True)
        )
        assert drafted.whole
        await other.request(protocol.Ahead(id="", at=other.ahead.at, answers=[keep]))
        await other.until(lambda: other.mine.ahead == [keep])
        await one.commit([keep])
        third = players[(players.index(one) + 2) % 3]
        await third.until(lambda: third.ask is not None)
        assert third.ask is not None
        assert third.ask.point == "mulligan"

    evening(server, story)


def test_an_answer_given_ahead_is_void_after_a_change(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        assert one.ask is not None
        other = players[(players.index(one) + 1) % 3]
        assert other.ahead is not None
        choices = {choice.move: choice.choice for choice in other.ahead.choices}
        await other.request(protocol.Ahead(id="", at=other.ahead.at, answers=[choices["keep"]]))
        await one.commit([choices["exchange"]])
        await other.until(lambda: other.ask is not None)
        await asyncio.sleep(0.3)
        assert other.ask is not None
        assert other.ask.point == "mulligan"

    evening(server, story)


# Talk.


def test_talk_is_heard_by_everybody_and_has_limits(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (one, other) = await tonight.table()
        await one.request(protocol.Say(id="", text="buona\u202e  sera"))
        await other.until(lambda: other.talk)
        assert (other.talk[0].name, other.talk[0].text) == ("P0", "buona sera")
        keys = {
            await refused(one.request(protocol.Say(id="", text=text)))
            for text in ("   ", "x" * 501)
        }
        assert keys == {"server.refused.nothing_said", "server.refused.text_too_long"}
        whisper = protocol.Say(id="", text="psst", channel="mafia")
        assert await refused(other.request(whisper)) == "server.refused.silence"
        spam = [one.request(protocol.Say(id="", text="spam")) for _ in range(10)]
        results = await asyncio.gather(*spam, return_exceptions=True)
        assert any(isinstance(result, Refusal) for result in results)

    evening(server, story)
