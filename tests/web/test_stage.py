"""What has happened is seen: scenes in the browser, one after the other, and out of the way."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.visitor import Visitor

COVERED = """() => {
  const place = document.querySelector('.hexpos.on')?.getBoundingClientRect();
  const sheet = document.querySelector('.stage')?.getBoundingClientRect();
  if (!place || !sheet) return false;
  const middle = { x: place.left + place.width / 2, y: place.top + place.height / 2 };
  return middle.x > sheet.left && middle.x < sheet.right && middle.y > sheet.top
    && middle.y < sheet.bottom;
}"""
"""Whether the sheet lies on the place that it speaks of."""


def until_a_scene(person: Visitor) -> None:
    """Play until something is shown on the board."""
    until = time.monotonic() + 120
    while not person.sees(".stage"):
        assert time.monotonic() < until, person.see(".say").inner_text()
        if not person.act():
            person.page.wait_for_timeout(40)


def test_scenes_are_shown_gone_on_from_and_not_repeated_after_a_reload(invite: Invite) -> None:
    ida = invite()
    ida.play_now("Mafia City", ".mc")
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"settings": {"pace": "thoughtful"}})
    until_a_scene(ida)
    assert not ida.page.evaluate(COVERED), "the lit place is in sight"
    assert not ida.sees(".do .brass"), "the question waits for its cause"
    assert ida.fits()
    before = ida.page.locator(".stage").inner_text()
    ida.page.keyboard.press("Space")
    expect(ida.page.locator(".stage").filter(has_text=before)).to_have_count(0)
    until_a_scene(ida)
    ida.page.reload()
    ida.see(".mc .hexpos")
    assert not ida.sees(".stage"), "whoever comes back gets no film"
