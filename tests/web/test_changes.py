"""The page folds what has changed into what it has seen, and sees what the server sees."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import WebSocket

from tests.web.conftest import Invite
from tests.web.visitor import Visitor

CHECKS = 2


class Wire:
    """What goes over the wire of a page."""

    def __init__(self, person: Visitor) -> None:
        self.person = person
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        person.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.heard.append(json.loads(text)))

    def events(self) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == "event"]

    def checks(self) -> int:
        return sum("check" in event for event in self.events())

    def hellos(self) -> int:
        return sum(message["type"] == "hello" for message in self.sent)

    def wait_for_checks(self, seconds: float = 120) -> None:
        until = time.monotonic() + seconds
        while self.checks() < CHECKS:
            assert time.monotonic() < until, f"{len(self.events())} events, {self.checks()} checks"
            self.person.page.wait_for_timeout(50)
        self.person.page.wait_for_timeout(200)  # for what would be said about the last one


@pytest.mark.parametrize(
    ("game", "seats", "board"), [("mafia-city", 3, ".mc"), ("downtown", 2, ".dt")]
)
def test_the_sums_of_the_server_are_those_of_the_page(
    invite: Invite, game: str, seats: int, board: str
) -> None:
    ida = invite()
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Mafia City").click()
    ida.see(".chairs")
    form = {
        "game": game,
        "seats": seats,
        "chairs": [{"kind": "computer"}] * seats,
        "settings": {"clock": "off", "pace": "brisk"},
    }
    table = ida.ask("POST", "/api/tables", form)
    ida.ask("POST", f"/api/tables/{table['id']}/start")
    wire = Wire(ida)
    ida.go(f"/t/{table['code']}")
    ida.see(board)
    ida.hurry()
    wire.wait_for_checks()
    assert wire.hellos() == 1, "the page has asked for the whole view"
    first, *others = wire.events()
    assert "view" in first
    assert all("view" not in event for event in others)
