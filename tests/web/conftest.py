"""A server with the built page, and browsers that visit it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts import chromium, web
from tests.web import short_games
from tests.web.visitor import Visitor

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="session")
def cellar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the running server keeps its tables."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="session")
def house(cellar: Path) -> Iterator[str]:
    """The address of a running server."""
    web.build()
    words = ["--host", "127.0.0.1", "--port", "0", "--data", str(cellar), "--no-browser"]
    command = [
        sys.executable,
        "-m",
        "omerta.server.ops.main",
        *words,
        "--workers",
        "0",
        "--rate",
        "0",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        greeting = server.stdout.readline()
        yield next(word for word in greeting.split() if word.startswith("http"))
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; every visitor has a context of their own in it."""
    found = chromium.find()
    if found is None:
        pytest.fail("there is no Chromium: `apt install chromium`, or set OMERTA_CHROMIUM")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=[*chromium.FLAGS])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def finished(house: str, browser: Browser) -> dict[str, str]:
    """A finished game of each kind: its table, by the game."""
    return short_games.play_all(house, browser)


Invite = Callable[..., Visitor]


@pytest.fixture
def invite(house: str, browser: Browser) -> Iterator[Invite]:
    """Call in a visitor: language, size of the window, theme and motion may be given."""
    yield from inviting(house, browser)


def inviting(house: str, browser: Browser) -> Iterator[Invite]:
    """How visitors are called into a house; none of them may have met with an error."""
    visitors: list[Visitor] = []

    def come(
        language: str = "en", *, phone: bool = False, theme: str = "dark", motion: bool = False
    ) -> Visitor:
        settings: dict[str, Any] = {
            "viewport": PHONE if phone else LAPTOP,
            "locale": language,
            "color_scheme": theme,
            "reduced_motion": "no-preference" if motion else "reduce",
            "has_touch": phone,
        }
        visitor = Visitor(browser.new_context(**settings), house)
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        visitor.leave()
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    assert not troubles, troubles


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which looks for barriers."""
    path = Path(web.WEB, "node_modules", "axe-core", "axe.min.js")
    assert path.is_file() or os.environ.get("CI") is None, f"{path} is missing"
    return path.read_text("utf-8")
