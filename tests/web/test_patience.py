"""Nobody waits for nothing: answers ahead, standing orders, time to think, a pause, an absence."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Error, expect

from tests.web.conftest import Invite
from tests.web.test_downtown import sit_down
from tests.web.test_pages import complain
from tests.web.visitor import Visitor


def two_at_a_table(invite: Invite) -> tuple[Visitor, Visitor]:
    """One at a screen, one with a phone, and a computer player; the clock runs."""
    ida, otto = invite(), invite("de", phone=True)
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Mafia City").click()
    ida.see(".chairs")
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"seats": 3, "settings": {"clock": "relaxed"}})
    ida.page.get_by_role("button", name="Computer", exact=True).first.click()
    sit_down(otto, ida.code, "Otto")
    ida.page.get_by_role("button", name="Begin").click()
    for person in (ida, otto):
        person.see(".mc")
    ida.hurry()
    return ida, otto


def test_an_evening_of_patience(invite: Invite, axe: str) -> None:
    ida, otto = two_at_a_table(invite)
    assert complain(ida, axe) == []
    gives_a_move_ahead(ida, otto)
    agree_on_a_pause(ida, otto)
    assert complain(otto, axe) == []
    gives_standing_orders(ida, otto)
    asks_for_time(ida, otto)
    comes_back(ida, otto)


AHEAD = re.compile("Answer ahead|Voraus")
TAKE_BACK = re.compile("Take it back|Zurücknehmen")


def gives_a_move_ahead(ida: Visitor, otto: Visitor) -> None:
    """While one is asked, the other gives an answer, takes it back and gives it again."""
    asked = ".window .answers .btn"
    for person in (ida, otto):
        person.see(asked)
    ahead = ida if "Answer ahead" in ida.see(".window h2").inner_text() else otto
    if ahead is otto and "Voraus" not in otto.see(".window h2").inner_text():
        return  # the computer player was first and both are done with it
    for _ in range(2):
        ahead.page.locator(asked).first.click()
        given = ahead.page.locator(".window .draft")
        title = ahead.page.locator(".window h2")
        expect(given.or_(title.filter(has_not_text=AHEAD)).first).to_be_visible()
        if not given.count():
            return  # the question has come in the meantime, and is answered
        ahead.page.get_by_role("button", name=TAKE_BACK).click()
        given.wait_for(state="detached")


def agree_on_a_pause(ida: Visitor, otto: Visitor) -> None:
    """One wishes, the other agrees, nothing runs; anybody ends it."""
    ida.button("At the table").click()
    ida.button("Ask for a pause").click()
    ida.page.get_by_text("Not agreed yet: Otto").wait_for()
    otto.button("Einverstanden").click()
    ida.page.get_by_text("No clock runs").wait_for()
    assert otto.fits()
    otto.button("Weiter").click()
    ida.page.locator(".veil").wait_for(state="detached")


def gives_standing_orders(ida: Visitor, otto: Visitor) -> None:
    """They stand behind a button, on large windows and on phones; a reload keeps them."""
    ida.button("Standing orders").click()
    ida.page.get_by_label("No bids this round").check()
    ida.page.keyboard.press("Escape")
    otto.button("Daueranweisungen").click()
    otto.page.get_by_label("Diese Runde keine Gebote").check()
    otto.page.keyboard.press("Escape")
    expect(otto.page.locator(".standing b")).to_have_text("1")
    ida.page.reload()
    ida.see(".mc")
    ida.button("Standing orders").click()
    expect(ida.page.get_by_label("No bids this round")).to_be_checked()
    ida.page.get_by_label("No bids this round").uncheck()
    ida.page.keyboard.press("Escape")


def asks_for_time(ida: Visitor, otto: Visitor) -> None:
    """In a window with a clock somebody holds; only that person's own button tells."""
    until = time.monotonic() + 200
    while not any(holds(person) for person in (ida, otto)):
        assert time.monotonic() < until, ida.see(".say").inner_text()
        if not any([ida.act(), otto.act()]):
            ida.page.wait_for_timeout(30)
    assert not (ida.sees(".hold[disabled]") and otto.sees(".hold[disabled]"))


def holds(person: Visitor) -> bool:
    """Ask for time, if there is a window; it may close before the finger is there."""
    if not person.sees(".hold"):
        return False
    try:
        person.page.locator(".hold").first.click(timeout=2000)
        person.page.locator(".hold[disabled]").wait_for(timeout=5000)
    except Error:
        return False
    return True


def comes_back(ida: Visitor, otto: Visitor) -> None:
    """Who was away reads in sentences what the computer player did."""
    otto.ask("POST", f"/api/tables/{otto.code}/leave")
    otto.see(".away")
    log = ida.read_log()
    until = time.monotonic() + 60
    told = log.count()
    while log.count() < told + 6 and not ida.is_over():
        assert time.monotonic() < until, ida.see(".say").inner_text()
        if not ida.act():
            ida.page.wait_for_timeout(30)
    otto.page.reload()
    expect(otto.page.locator("dialog[open] .account")).to_contain_text("Du ")
    assert otto.fits()
