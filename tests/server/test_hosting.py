"""The table before and after a game: who may set it up, start it, list it and check it."""

from __future__ import annotations

from random import Random

from omerta.server.http import forms
from omerta.server.http.check import check
from omerta.server.wire import protocol
from tests.server.client import begin, lobby_of
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server


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
        checked = check(record)
        assert checked.holds
        assert len(checked.draws) > 10
        drawn = next(answer for answer in record.answers if len(set(answer.of)) > 1)
        drawn.choice = next(choice for choice in drawn.of if choice != drawn.choice)
        assert not check(record).holds
        again = await player.person.post(f"/api/tables/{table}/rematch")
        assert again["id"] != table
        assert [chair["kind"] for chair in again["chairs"]] == ["person", "computer", "computer"]
        await player.until(lambda: player.table.next == again["id"])
        assert (await player.person.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]

    evening(server, story)
