"""Somebody at the page: does what a person does, with eyes, finger and keyboard."""

from __future__ import annotations

import json
import random
import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, Route, expect

OPEN = (
    ".answers .btn, .hexpos:not(.planned) .hex.lit, .mc .fan, .chip.lit button, button.chip.lit, "
    ".use.glow, button.choice"
)
"""Everything that glows: what can be touched."""

CARD = ".cards li:not(.up) .card.lit"
"""A card that has to be raised before its uses glow: where there is nothing else to touch."""

PATIENCE = 20_000
"""Milliseconds until something that should be on the page is missed; slow machines need some."""

expect.set_options(timeout=PATIENCE)


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, context: BrowserContext, house: str) -> None:
        self.context = context
        self.house = house
        self.troubles: list[str] = []
        self.rng = random.Random(7)
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """A tab that notes every error."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: Any) -> None:
        refused = "Failed to load resource" in message.text or "WebSocket" in message.text
        if message.type == "error" and not refused:
            self.troubles.append(message.text)

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    def go(self, path: str = "/") -> None:
        """Open a page of the house."""
        self.page.goto(self.house + path)
        self.page.locator("main, .say").first.wait_for()

    # -------------------------------------------------------------- the page

    def see(self, selector: str) -> Locator:
        """Something that is on the page, or soon will be."""
        found = self.page.locator(selector).first
        found.wait_for()
        return found

    def sees(self, selector: str) -> bool:
        """Whether something is on the page now."""
        return self.page.locator(selector).count() > 0

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=False).first

    def fits(self) -> bool:
        """Whether nothing has to be scrolled sideways."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth")
        return wide <= int(self.page.evaluate("innerWidth"))

    def is_narrow(self) -> bool:
        """Whether the window is a phone's."""
        return int(self.page.evaluate("innerWidth")) <= 700

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask the lobby something in the person's own name."""
        return self.page.evaluate(
            """async ([method, path, body]) => {
              const { token } = JSON.parse(localStorage.getItem('omerta'));
              const headers = {
                Authorization: `Bearer ${token}`,
                'Content-Type': 'application/json',
              };
              const form = body && JSON.stringify(body);
              return (await fetch(path, { method, headers, body: form })).json();
            }""",
            [method, path, body],
        )

    @property
    def code(self) -> str:
        """The code of the table the person sits at."""
        return self.page.url.split("/t/")[1].split("?")[0]

    # -------------------------------------------------------------- the game

    def play_now(self, game: str, board: str) -> None:
        """One tap on a poster, and computer players that do not dawdle."""
        self.go()
        self.page.locator(".poster", has=self.page.get_by_label(game)).get_by_role("button").click()
        self.see(board)
        self.hurry()

    def wish(self, **parts: dict[str, str]) -> None:
        """Let the next table that is made have these settings or options."""

        def change(route: Route) -> None:
            form = json.loads(route.request.post_data or "{}")
            for part, values in parts.items():
                form[part] = {**form.get(part, {}), **values}
            route.continue_(post_data=json.dumps(form))

        self.page.route("**/api/tables", change)

    def hurry(self) -> None:
        """Let computer players answer at once."""
        self.ask("PATCH", f"/api/tables/{self.code}", {"settings": {"pace": "instant"}})

    def is_over(self) -> bool:
        """Whether the end of the game is shown."""
        return self.sees(".ending")

    def read_log(self) -> Locator:
        """All lines of the game so far; on a phone they lie in a sheet."""
        return self._open_tab(1)

    def read_talk(self) -> Locator:
        """What people say to each other, beside the log."""
        return self._open_tab(2)

    def _open_tab(self, number: int) -> Locator:
        if self.sees(".handle"):
            self.page.locator(".handle").click()
        self.page.locator(".tabs [role=tab]").nth(number).click()
        return self.page.locator(".log li")

    def act(self) -> bool:
        """Go on to the next scene, touch what glows, or confirm; whether there was anything."""
        if self.sees(".stage .go"):
            with suppress(Error):
                self.page.locator(".stage .go").click(timeout=700)
            return True
        sheet = "dialog[open] " if self.sees("dialog[open]") else ""
        confirm = self.page.locator(f"{sheet}.brass" if sheet else ".do .brass")
        glowing = confirm if confirm.count() else self.page.locator(f"{sheet}:is({OPEN})")
        if not sheet and not glowing.count():
            glowing = self.page.locator(CARD)
        count = glowing.count()
        if not count:
            return False
        try:
            glowing.nth(self.rng.randrange(count)).click(timeout=700)
        except Error:
            # Somebody else has moved in the meantime, and it glows no more.
            return False
        return True

    # --------------------------------------------------------------- Palermo

    def live(self) -> bool:
        """Do the next thing in a town of Palermo; whether there was one."""
        if self.sees(".wake:not([disabled])"):
            self.page.locator(".tapper").first.click(timeout=500)
            self.page.locator(".wake").click(timeout=500)
            return True
        for what in (".court .answers .btn", ".home button.choice"):
            if self.sees(what):
                self.page.locator(what).first.click(timeout=500)
                return True
        return False

    def live_until(self, selector: str, seconds: float = 300) -> None:
        """Sleep, talk and vote until something is on the page; the dead wait and watch."""
        until = time.monotonic() + seconds
        while not self.sees(selector):
            assert time.monotonic() < until, self.page.locator("main").inner_text()
            # A part may have ended before the finger is there.
            with suppress(Error):
                self.live()
            self.page.wait_for_timeout(50)

    def live_through(self) -> None:
        """Live in Palermo until it is known who has won."""
        self.live_until(".ending", 400)

    # ---------------------------------------------------------------- the end

    def play_on(self, seconds: float = 400) -> None:
        """Play until the game is over."""
        play_together([self], seconds)


def play_together(people: list[Visitor], seconds: float = 400) -> None:
    """Everybody plays until all see the end."""
    until = time.monotonic() + seconds
    while not all(person.is_over() for person in people):
        assert time.monotonic() < until, people[0].see(".say").inner_text()
        busy = [person.act() for person in people if not person.is_over()]
        if not any(busy):
            people[0].page.wait_for_timeout(30)
