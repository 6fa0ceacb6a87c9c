"""Programs at tables where people play: over MCP, over JSON lines, over plain HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters

from omerta.interfaces.mcp import make_server
from omerta.server.table.fair import seed_hash
from tests.server.client import NOT_NOW, Person, Player
from tests.server.house import Server
from tests.server.services import free_port
from tests.server.test_play import QUICKLY, play

SHORT = {
    "mafia-city": {"level": "beginner", "round_limit": "1"},
    "downtown": {"turn_cap": "4"},
    "palermo": {"deadlock_rounds": "2"},
}
SEATS = {"mafia-city": 3, "downtown": 2, "palermo": 6}
every_kind = pytest.mark.parametrize("game", SHORT)
OMERTA = [sys.executable, "-m", "omerta"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), before=QUICKLY) as running:
        yield running


async def table_with_a_free_chair(host: Person, game: str) -> str:
    seats = SEATS[game]
    chairs: list[dict[str, str]] = [{"kind": "me"}, {"kind": "empty"}]
    chairs += [{"kind": "computer", "level": "random"}] * (seats - 2)
    settings = {"pace": "instant", "clock": "quick" if game == "palermo" else "off"}
    form = {"game": game, "seats": seats, "options": SHORT[game], "chairs": chairs}
    return str((await host.post("/api/tables", {**form, "settings": settings}))["code"])


async def start(host: Person, player: Player, code: str) -> None:
    await player.ready()
    await player.until(lambda: all(chair.ready for chair in player.table.chairs))
    await host.post(f"/api/tables/{code}/start")


async def play_at_random(player: Player, rng: Random) -> None:
    """A person's client: any choice, whenever it is asked, until the end."""
    await play(player, rng, cuts=False)


async def call(client: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found = result.structured_content or json.loads(result.content[0].text)
    return dict(found.get("result", found))


async def play_over_mcp(client: Any, seat: str, rng: Random) -> dict[str, Any]:
    """What a model would do, at random: wait, ask for moves, play, part by part."""
    while True:
        seen = await call(client, "wait_for_turn", seat=seat, seconds=60)
        if seen["over"]:
            return seen
        begun = ""
        while seen["your_turn"]:
            listed = await call(client, "moves", seat=seat, begun=begun)
            if "refused" in listed or not listed["moves"]:
                break
            begun = rng.choice(listed["moves"])["move"]
            played = await call(client, "play", seat=seat, move=begun)
            if "unfinished" not in played:
                break


async def a_whole_game(house: Server, game: str, client: Any) -> None:
    host = await Person(house.address, "Anna").come_in()
    code = await table_with_a_free_chair(host, game)
    player = await host.sit(code)
    sat = await call(client, "sit_down", table=code, name="Ada")
    seat = sat["seat"]
    await start(host, player, code)
    await player.until(lambda: player.table.phase == "playing")
    chair = player.table.chairs[1]
    assert chair.program
    assert chair.name == "Ada"
    assert not player.table.chairs[0].program
    assert (await call(client, "rules", seat=seat))["clauses"]
    refused = await call(client, "why_not", seat=seat, move="dance")
    assert refused["refused"]
    rng = Random(4)
    mine = asyncio.create_task(play_at_random(player, rng))
    seen = await asyncio.wait_for(play_over_mcp(client, seat, rng), 120)
    await asyncio.wait_for(mine, 60)
    assert seen["phase"] == "over"
    assert seen["outcome"] is not None
    await player.close()
    await host.close()


@every_kind
def test_a_client_of_mcp_plays_a_whole_game_beside_people(house: Server, game: str) -> None:
    async def whole() -> None:
        async with Client(make_server(house.address)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {"look", "moves", "play", "why_not", "say", "rules", "wait_for_turn"} <= names
            await a_whole_game(house, game, client)

    asyncio.run(whole())


def test_mcp_over_stdio_is_the_same(house: Server) -> None:
    async def whole() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "omerta", "mcp", "--server", house.address]
        )
        async with Client(command) as client:
            await a_whole_game(house, "downtown", client)

    asyncio.run(whole())


def test_mcp_over_http_is_the_same_and_a_seat_is_its_owners(house: Server) -> None:
    port = free_port()

    async def whole() -> None:
        process = await asyncio.create_subprocess_exec(
            *OMERTA, "mcp", "--server", house.address, "--http", str(port)
        )
        try:
            address = f"http://127.0.0.1:{port}/mcp"
            await reachable("127.0.0.1", port)
            async with Client(address) as client:
                stranger = await call(client, "look", seat="guessed")
                assert "refused" in stranger
                await a_whole_game(house, "downtown", client)
        finally:
            process.terminate()
            await process.wait()

    asyncio.run(whole())


async def reachable(host: str, port: int) -> None:
    for _ in range(300):
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise AssertionError(f"nobody listens at {port}")


@every_kind
def test_a_program_plays_over_json_lines(house: Server, game: str) -> None:
    async def whole() -> None:
        host = await Person(house.address, "Anna").come_in()
        code = await table_with_a_free_chair(host, game)
        player = await host.sit(code)
        process = await asyncio.create_subprocess_exec(
            *OMERTA,
            *("seat", code, "--server", house.address, "--name", "Line"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**24,
        )
        await start(host, player, code)
        rng = Random(9)
        mine = asyncio.create_task(play_at_random(player, rng))
        last = await asyncio.wait_for(converse(process, rng), 150)
        await asyncio.wait_for(mine, 60)
        assert last["phase"] == "over"
        assert await asyncio.wait_for(process.wait(), 20) == 0
        await player.close()
        await host.close()

    asyncio.run(whole())


async def converse(process: asyncio.subprocess.Process, rng: Random) -> dict[str, Any]:
    """Answer every question by any of the moves that a line lists."""
    assert process.stdout is not None
    assert process.stdin is not None
    last: dict[str, Any] = {}
    while text := await process.stdout.readline():
        line = json.loads(text)
        if line["type"] == "state":
            last = line
        moves = line.get("moves")
        if line["type"] in ("state", "unfinished") and moves:
            process.stdin.write(json.dumps({"play": rng.choice(moves)["move"]}).encode() + b"\n")
            await process.stdin.drain()
    return last


@every_kind
def test_a_program_plays_over_plain_http(house: Server, game: str) -> None:
    async def whole() -> None:
        host = await Person(house.address, "Anna").come_in()
        code = await table_with_a_free_chair(host, game)
        player = await host.sit(code)
        async with httpx.AsyncClient(base_url=house.address, timeout=30) as web:
            form = {"name": "Http", "program": True}
            token = (await web.post("/api/people", json=form)).json()["token"]
            web.headers["authorization"] = f"Bearer {token}"
            assert (await web.post(f"/api/tables/{code}/join", json={})).status_code == 200
            reading = asyncio.create_task(read_and_play(web, code, Random(2)))
            await start(host, player, code)
            mine = asyncio.create_task(play_at_random(player, Random(3)))
            assert await asyncio.wait_for(reading, 120) == "over"
            await asyncio.wait_for(mine, 60)
        await player.close()
        await host.close()

    asyncio.run(whole())


async def read_and_play(web: httpx.AsyncClient, code: str, rng: Random) -> str:
    """What a program in any language does: read the stream, post moves."""
    address = f"/api/programs/tables/{code}"
    seed = "12" * 16
    number = 0
    ready = shown = False
    async with web.stream("GET", f"{address}/stream") as lines:
        assert lines.status_code == 200
        async for text in lines.aiter_lines():
            if not text.strip():
                continue
            message = json.loads(text)
            events = message.get("events") or [message]
            number += 1
            if message["type"] == "table":
                if message["phase"] == "lobby" and not ready:
                    ready = True
                    own = next(chair for chair in message["chairs"] if chair.get("yours"))
                    digest = seed_hash(message["fair"]["game_id"], own.get("seat", 0), seed)
                    form = {"id": f"r{number}", "hash": digest}
                    assert (await web.post(f"{address}/ready", json=form)).status_code == 200
                elif message["phase"] == "seeds" and not shown:
                    shown = True
                    form = {"id": f"s{number}", "seed": seed}
                    assert (await web.post(f"{address}/ready", json=form)).status_code == 200
                elif message["phase"] in ("over", "closed"):
                    return str(message["phase"])
            ask = events[-1].get("ask") if events else None
            if message["type"] in ("event", "missed") and ask:
                await post_a_move(web, address, ask, rng, number)
    return ""


async def post_a_move(
    web: httpx.AsyncClient, address: str, ask: dict[str, Any], rng: Random, number: int
) -> None:
    """Any move, part by part: a draft says what may follow."""
    form: dict[str, Any] = {"id": f"m{number}", "at": ask["at"], "answers": []}
    while True:
        form["answers"].append(rng.choice(ask["choices"])["choice"])
        drafted = await web.post(f"{address}/draft", json=form)
        if drafted.status_code != 200:
            assert drafted.json()["key"] in NOT_NOW
            return
        if drafted.json()["whole"]:
            break
        ask = drafted.json()["ask"]
    answer = await web.post(f"{address}/move", json=form)
    assert answer.status_code == 200 or answer.json()["key"] in NOT_NOW


def test_programs_are_described_for_machines(house: Server) -> None:
    paths = httpx.get(f"{house.address}/api/openapi.json").json()["paths"]
    for what in ("stream", "draft", "move", "why", "say", "ready"):
        assert f"/api/programs/tables/{{table}}/{what}" in paths


def test_only_the_account_of_a_program_is_shown_as_one(house: Server) -> None:
    async def look() -> None:
        sly = await Person(house.address, "~Sly").come_in()
        code = await table_with_a_free_chair(sly, "downtown")
        async with httpx.AsyncClient(base_url=house.address) as web:
            form = {"name": "~Sly", "program": True}
            token = (await web.post("/api/people", json=form)).json()["token"]
            web.headers["authorization"] = f"Bearer {token}"
            assert (await web.post(f"/api/tables/{code}/join", json={})).status_code == 200
        chairs = (await sly.get(f"/api/tables/{code}"))["chairs"]
        assert [chair["program"] for chair in chairs] == [False, True]
        assert [chair["name"] for chair in chairs] == ["~Sly", "~Sly 2"]
        await sly.close()

    asyncio.run(look())


def test_a_stream_is_for_those_who_sit(house: Server) -> None:
    async def look() -> None:
        host = await Person(house.address, "Anna").come_in()
        code = await table_with_a_free_chair(host, "downtown")
        other = await Person(house.address, "Otto").come_in()
        answer = await other.http.get(f"/api/programs/tables/{code}/stream")
        assert answer.status_code == 403
        assert answer.json()["key"] == "server.problem.not_seated"
        await other.close()
        await host.close()

    asyncio.run(look())
