"""What a listener on the network sees of a page at night: one size and one pace, always."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from itertools import pairwise
from statistics import median

from playwright.sync_api import Error, WebSocket

from tests.web.conftest import Invite
from tests.web.visitor import Visitor

SIZE = 2304
"""Bytes of every message of a hushed night (docs/secrecy.md)."""

PACE = 0.7
"""Seconds between two of them."""

SILENCE = 8
"""Messages that are heard before anything is done."""


class Listener:
    """Somebody who reads along: what the page sends while the game is hushed, and when."""

    def __init__(self, person: Visitor) -> None:
        self.is_hushed = False
        self.sent: list[tuple[float, str]] = []
        person.page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", self._overhear)

    def _hear(self, frame: str | bytes) -> None:
        for line in filter(None, (frame if isinstance(frame, str) else frame.decode()).split("\n")):
            message = json.loads(line)
            if message["type"] in ("missed", "welcome"):
                self.is_hushed = message["hushed"]

    def _overhear(self, frame: str | bytes) -> None:
        if self.is_hushed:
            text = frame if isinstance(frame, str) else frame.decode()
            self.sent.append((time.monotonic(), text))

    def wait_for(self, messages: int, person: Visitor) -> None:
        """Listen until the page has sent so many."""
        until = time.monotonic() + 60
        while len(self.sent) < messages:
            assert time.monotonic() < until, f"{len(self.sent)} of {messages}: {self.kinds}"
            person.page.wait_for_timeout(50)

    @property
    def kinds(self) -> set[str]:
        """What the messages were, had the listener been able to open them."""
        return {json.loads(text)["type"] for _, text in self.sent}


def test_at_night_the_page_sends_one_size_whatever_is_done(invite: Invite) -> None:
    ida = invite()
    listener = Listener(ida)
    ida.wish(settings={"clock": "off"})
    ida.play_now("Palermo", ".screen, .pd")
    ida.see(".wake:not([disabled])").click()  # The card is seen; then night falls.
    listener.wait_for(SILENCE, ida)
    assert listener.kinds == {"ping"}
    while "commit" not in listener.kinds:
        with suppress(Error):
            ida.page.locator(".wake:not([disabled])").click(timeout=200)
        listener.wait_for(len(listener.sent) + 1, ida)

    assert {len(text.encode()) for _, text in listener.sent} == {SIZE}
    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(listener.sent)]
    assert median(gaps) > PACE / 2, "an act does not hurry a message"
