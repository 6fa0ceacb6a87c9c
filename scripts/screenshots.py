"""Writes pictures of every page, in both sizes and both themes, to look at.

python -m scripts.screenshots [FOLDER] [LANGUAGE]
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from scripts import chromium, marks, web
from tests.web import short_games
from tests.web.test_lessons import begin
from tests.web.test_master import next_line, open_desk
from tests.web.test_one_room import narrate, open_room
from tests.web.visitor import Visitor

SIZES = {"large": (1280, 800), "phone": (390, 844), "small": (360, 640)}
THEMES = ("dark", "light")
QUIET = {
    "start": "/",
    "new": "/new/friends",
    "room": "/new/room",
    "pass": "/new/pass",
    "watch": "/watch",
    "learn": "/learn",
    "records": "/records",
    "settings": "/settings",
    "rules": "/rules/mafia-city#MC-6.13",
}
WITH_SCENES = ("Mafia City", "Downtown")
SCENES = 150
"""Seconds for which a game is played to meet its scenes."""
BOARDS = {"Mafia City": ".mc", "Downtown": ".dt", "Palermo": ".screen, .pd"}


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    folder = Path(arguments[0]) if arguments else marks.made(marks.BUILD) / "pictures"
    language = arguments[1] if len(arguments) > 1 else "en"
    found = chromium.find()
    if found is None:
        print("There is no Chromium here: apt install chromium.", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*chromium.FLAGS])
        finished = short_games.play_all(house, browser)
        for theme in THEMES:
            take_all(browser, house, folder, language, theme, finished)
        browser.close()
    print(f"Pictures are in {folder}")
    return 0


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own, with nothing in it."""
    with tempfile.TemporaryDirectory() as data, serving_from(data) as house:
        yield house


@contextmanager
def serving_from(data: str) -> Iterator[str]:
    """A server of its own whose tables are kept here."""
    web.build()
    words = ["--host", "127.0.0.1", "--port", "0", "--data", data, "--no-browser"]
    command = [sys.executable, "-m", "omerta.server.ops.main", *words]
    with subprocess.Popen([*command, "--rate", "0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        greeting = server.stdout.readline()
        try:
            yield next(word for word in greeting.split() if word.startswith("http"))
        finally:
            server.terminate()


def take_all(
    browser: Browser,
    house: str,
    folder: Path,
    language: str,
    theme: str,
    finished: dict[str, str],
) -> None:
    """Every page in one theme."""
    settings: dict[str, Any] = {"locale": language, "color_scheme": theme}
    person = Visitor(browser.new_context(**settings), house)

    def take(name: str) -> None:
        for size, (width, height) in SIZES.items():
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.evaluate("scrollTo(0, 0)")
            person.page.wait_for_timeout(350)
            person.page.screenshot(path=folder / f"{name}-{size}-{theme}.png")

    for name, path in QUIET.items():
        person.go(path)
        person.page.wait_for_timeout(300)
        take(name)
    for game, table in finished.items():
        person.go(f"/record/{table}")
        person.see(".fair")
        take(f"record-{game}")
        person.go(f"/replay/{table}")
        for _ in range(12):
            person.see(".reel .next").click()
        take(f"replay-{game}")
    take_desk(person, take)
    take_host(person, take)
    for game, board in BOARDS.items():
        person.go("/new/friends")
        person.page.get_by_role("button", name=game).click()
        person.see(".chairs")
        take(f"table-{slug(game)}")
        take_game(person, game, board, take)
        if game in WITH_SCENES:
            take_scenes(person, game, board, take)
        take_lesson(person, game, take)
    person.leave()


def take_game(person: Visitor, game: str, board: str, take: Callable[[str], None]) -> None:
    """A game at its beginning, a while later, and while something is being chosen."""
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.play_now(game, board)
    name = slug(game)
    take(f"{name}-begin")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    play_for(person, 12)
    take(f"{name}-later")
    touch_something(person.page)
    take(f"{name}-choosing")


def take_scenes(person: Visitor, game: str, board: str, take: Callable[[str], None]) -> None:
    """Every scene that a game shows while it is played for a while: once, when it first comes."""
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.play_now(game, board)
    person.ask("PATCH", f"/api/tables/{person.code}", {"settings": {"pace": "thoughtful"}})
    until = time.monotonic() + SCENES
    seen: set[str] = set()
    while time.monotonic() < until and not person.is_over():
        scene = person.page.locator(".stage")
        if scene.count():
            key = scene.get_attribute("data-scene") or ""
            if key not in seen:
                seen.add(key)
                take(f"scene-{slug(game)}-{key}")
                person.page.set_viewport_size({"width": 1280, "height": 800})
        if not person.act():
            person.page.wait_for_timeout(60)
    print(f"{game}: {len(seen)} scenes: {', '.join(sorted(seen))}")


def slug(game: str) -> str:
    """The name of a game in the names of files."""
    return game.lower().replace(" ", "-")


def take_desk(person: Visitor, take: Callable[[str], None]) -> None:
    """The game master's desk: the cards go round, the mafia choose, the town judges."""
    open_desk(person)
    take("desk-cards")
    person.page.locator(".bar .btn").last.click()
    for step in range(40):
        if person.sees(".wakes") and person.sees(".task .pick"):
            break
        next_line(person)
        if step == 2:
            take("desk-day")
    person.page.locator(".task .pick").first.click()
    take("desk-night")


def take_host(person: Visitor, take: Callable[[str], None]) -> None:
    """The device in the middle of a table with phones: waiting for them, then speaking."""
    person.page.set_viewport_size({"width": 1280, "height": 800})
    open_room(person)
    take("host-table")
    narrate(person)
    take("host-night")


def take_lesson(person: Visitor, game: str, take: Callable[[str], None]) -> None:
    """A lesson: its first hint, and the one after everything that is only read."""
    person.page.set_viewport_size({"width": 1280, "height": 800})
    begin(person, game)
    take(f"lesson-{slug(game)}")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    for _ in range(6):
        if not person.sees(".hint .brass"):
            break
        person.page.locator(".hint .brass").click()
        person.page.wait_for_timeout(300)
    take(f"lesson-{slug(game)}-on")


def play_for(person: Visitor, seconds: float) -> None:
    """Do what can be done for a while, or wait for the others."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if person.sees(".wake:not([disabled])"):
            # Morning may come before the finger is there.
            with suppress(Error):
                person.page.locator(".wake").click(timeout=500)
        elif not person.act():
            person.page.wait_for_timeout(60)


def touch_something(page: Page) -> None:
    """Touch a card of the hand, if there is one."""
    card = page.locator(".cards .card")
    if card.count():
        card.first.click()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
