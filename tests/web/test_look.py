"""The developer's window in the browser: `omerta look FILE`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scripts import web
from tests.web.conftest import Invite, inviting

WRONG = """
## A place too many
```position mafia-city
players 3 | first A | phase action | turn A | level beginner | round 1
stacks 1: - | 2: - | 3: - | 4: - | 5: - | 6: - | 7: -
cell -
chips A 8+4 | B 8+4 | C 8+4
vp A 0 | B 0 | C 0
cards A: hitman/hat | B: hitman/fist | C: snitch/hat
figures hitman 2 | policeman 4 | mayor 7
passed - | marked -
layout centre 6, ring 5 2 3 4 7 1
deck rest
discard -
```
```moves
A: place 3
B: place 8
```
"""


@pytest.fixture
def window(tmp_path: Path, browser: Browser) -> Iterator[Invite]:
    """Visitors of a window on a scenario that fails in its second line."""
    web.build()
    file = tmp_path / "wrong.md"
    file.write_text(WRONG, "utf-8")
    command = [sys.executable, "-m", "omerta", "look", str(file), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        greeting = server.stdout.readline()
        address = next(word for word in greeting.split() if word.startswith("http"))
        yield from inviting(address.removesuffix("/look"), browser)
        server.terminate()
        server.wait(10)


@pytest.mark.parametrize("phone", [False, True])
def test_a_scenario_is_walked_through_and_another_answer_tried(
    window: Invite, *, phone: bool
) -> None:
    ida = window("en", phone=phone)
    ida.go("/look")
    page = ida.page
    # It opens where the file does not hold.
    expect(page.get_by_role("alert")).to_contain_text("place 8")
    expect(page.locator(".reel output")).to_have_text("2 / 2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".reel output")).to_have_text("1 / 2")
    expect(page.locator("[aria-current=step]")).to_contain_text("A: place 3")
    expect(page.locator(".done")).to_contain_text("MC-4.4")
    expect(page.locator("pre")).to_contain_text("3: A")
    expect(page.locator(".views article")).to_have_count(4)
    assert ida.fits()
    page.get_by_role("button", name="place 7", exact=True).click()
    expect(page.locator(".reel output")).to_have_text("2 / 2")
    expect(page.locator("pre")).to_contain_text("7: B")
    page.get_by_role("button", name="As at the start").click()
    expect(page.get_by_role("alert")).to_contain_text("place 8")
