"""Palermo in the browser: one person among computer players."""

from __future__ import annotations

import time

from playwright.sync_api import Error

from tests.web.conftest import Invite
from tests.web.visitor import Visitor


def test_one_person_plays_palermo_to_the_end(invite: Invite) -> None:
    ida = invite("de")
    ida.play_now("Palermo", ".screen, .pd")
    live_through(ida)
    assert ida.see(".ending li strong").inner_text(), "in the end it is told who was what"

    ida.page.get_by_role("link", name="Aufzeichnung").click()
    assert ida.see(".fair").locator(".bad").count() == 0
    ida.page.get_by_role("link", name="Nachspielen").click()
    ida.see(".reel")
    for _ in range(3):
        ida.page.get_by_role("button", name="Ein Schritt weiter").click()
    assert ida.see(".screen, .pd").is_visible()


def live_through(person: Visitor, seconds: float = 200) -> None:
    """Sleep, talk and vote until the town knows who has won; the dead wait and watch."""
    until = time.monotonic() + seconds
    while not person.is_over():
        assert time.monotonic() < until, person.see(".say, .lead").inner_text()
        try:
            if not live(person):
                person.page.wait_for_timeout(60)
        except Error:
            # The part has ended in the meantime.
            continue


def live(person: Visitor) -> bool:
    """Do the next thing; whether there was one."""
    if person.sees(".wake:not([disabled])"):
        person.page.locator(".tapper").first.click(timeout=500)
        person.page.locator(".wake").click(timeout=500)
        return True
    for what in (".court .answers .btn", ".home button.choice"):
        if person.sees(what):
            person.page.locator(what).first.click(timeout=500)
            return True
    return False
