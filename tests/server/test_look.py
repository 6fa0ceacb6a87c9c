"""The developer's window: `omerta look`."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

from omerta.server.http.looking import Window, router_for
from omerta.server.ops import look
from omerta.server.table.refusals import NotAllowed

SCENARIOS = Path(__file__).parent.parent / "scenarios"

pytestmark = pytest.mark.pure_only


class Client:
    """Asks the window as the page does."""

    def __init__(self, app: FastAPI) -> None:
        self.transport = ASGITransport(app)

    def get(self, path: str) -> Response:
        return self.ask("GET", path)

    def post(self, path: str, json: dict[str, int]) -> Response:
        return self.ask("POST", path, json)

    def ask(self, method: str, path: str, json: dict[str, int] | None = None) -> Response:
        async def ask() -> Response:
            async with AsyncClient(transport=self.transport, base_url="http://look") as client:
                return await client.request(method, path, json=json)

        return asyncio.run(ask())


def window_on(*words: str) -> Client:
    app = FastAPI()
    app.include_router(router_for(Window(look.offers(look.parser().parse_args(words)))))
    return Client(app)


def test_a_file_offers_all_its_games() -> None:
    client = window_on(str(SCENARIOS / "downtown-own.md"))
    offered = client.get("/api/look").json()
    assert offered[0]["name"] == "M1 Nobody can be paid who is not there"
    assert {line["game"] for line in offered} == {"downtown"}


def test_a_moment_shows_the_truth_what_each_seat_sees_and_which_clause_led_to_it() -> None:
    client = window_on("mafia-city", "--players", "4", "--seed", "5")
    walk = client.get("/api/look/0").json()
    assert walk["seats"] == 4
    moment = client.get(f"/api/look/0/{len(walk['steps']) // 2}").json()
    assert any(line.startswith("cards A:") for line in moment["position"])
    assert len(moment["views"]) == 4
    assert moment["carried_out"][0]["clause"].startswith("MC-")
    assert not moment["watcher"]["hand"]
    assert any(view["hand"] for view in moment["views"])


def test_an_answer_is_tried_and_forgotten_when_the_walk_is_opened_again() -> None:
    client = window_on("downtown", "--seed", "2")
    steps = client.get("/api/look/0").json()["steps"]
    at = next(n for n, one in enumerate(steps) if one["seat"] is not None) - 1
    ask = client.get(f"/api/look/0/{at}").json()["asks"][0]
    chosen = {"seat": ask["seat"], "choice": ask["choices"][-1]["choice"]}
    tried = client.post(f"/api/look/0/{at}", json=chosen).json()
    assert len(tried["steps"]) == at + 2
    assert client.get("/api/look/0").json()["steps"] == steps


@pytest.mark.parametrize("path", ["/api/look/7", "/api/look/0/99999"])
def test_what_is_not_there_is_not_found(path: str) -> None:
    client = window_on("downtown")
    with pytest.raises(NotAllowed, match="not_found"):
        client.get(path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-file.md"], "cannot be read"),
        ([__file__], "expected a record, or scenarios"),
        (["mafia-city", "--players", "9"], "9 players"),
        (["mafia-city", "--option", "level=easy"], "level"),
        (["mafia-city", "--option", "level"], "expected NAME=VALUE"),
    ],
)
def test_a_wrong_word_is_answered_in_words(words: list[str], said: str) -> None:
    command = [sys.executable, "-m", "omerta", "look", "--no-browser", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
