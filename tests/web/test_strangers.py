"""Strangers at the page: muted, blocked, reported, sent away; and one person on two devices."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Invite
from tests.web.test_pages import complain
from tests.web.visitor import Visitor

WORDS = {
    "en": ("Mute", "Block", "Report", "Send away"),
    "de": ("Stumm schalten", "Blockieren", "Melden", "Wegschicken"),
    "cs": ("Ztlumit", "Zablokovat", "Nahlásit", "Vykázat"),
    "sk": ("Stlmiť", "Zablokovať", "Nahlásiť", "Vykázať"),
}


def called(visitor: Visitor, name: str) -> Visitor:
    """Give a visitor a name before anybody asks for it."""
    visitor.go()
    visitor.page.evaluate("name => localStorage.setItem('omerta', JSON.stringify({ name }))", name)
    return visitor


def together(
    invite: Invite, language: str = "en", *, phone: bool = False
) -> tuple[Visitor, Visitor]:
    """A host and a guest at one table that has not started."""
    host = called(invite(language, phone=phone), "Ada")
    host.go("/new/friends")
    host.page.get_by_role("button", name="Mafia City").click()
    host.see(".chairs")
    guest = called(invite(), "Rude")
    guest.go(f"/t/{host.code}")
    guest.button("Sit down here").click()
    expect(host.page.locator(".chairs")).to_contain_text("Rude")
    return host, guest


def people_of(visitor: Visitor) -> Locator:
    """The list of the others, unfolded."""
    visitor.see("details.people > summary").click()
    return visitor.page.locator("details.people li", has_text="Rude")


def begin(host: Visitor, guest: Visitor) -> None:
    """Fill the table up and start the game."""
    host.button("Computer players on all free chairs").click()
    guest.button("I’m ready").click()
    host.page.get_by_role("button", name="Begin").click()
    for visitor in (host, guest):
        visitor.see(".mc")


@pytest.mark.parametrize("language", list(WORDS))
def test_the_others_can_be_dealt_with_in_every_language(
    invite: Invite, axe: str, language: str
) -> None:
    host, _ = together(invite, language, phone=language in ("de", "sk"))
    rude = people_of(host)
    for word in WORDS[language]:
        expect(rude.get_by_role("button", name=word, exact=True)).to_be_visible()
    rude.get_by_role("button", name=WORDS[language][2], exact=True).click()
    assert host.fits()
    assert complain(host, axe) == []


def test_who_is_muted_or_blocked_is_not_heard(invite: Invite) -> None:
    host, guest = together(invite)
    begin(host, guest)
    for visitor in (host, guest):
        visitor.read_talk()
    host.button("At the table").click()
    rude = people_of(host)

    def say(words: str) -> None:
        guest.page.locator("#talk").fill(words)
        guest.page.locator("#talk").press("Enter")
        expect(guest.page.locator(".log").first).to_contain_text(words)

    log = host.page.locator(".log").first
    say("good evening")
    expect(log).to_contain_text("good evening")
    rude.get_by_role("button", name="Mute").click()
    expect(log).not_to_contain_text("good evening")
    rude.get_by_role("button", name="Hear again").click()
    expect(log).to_contain_text("good evening")
    rude.get_by_role("button", name="Block").click()
    expect(rude.get_by_role("button", name="Unblock")).to_be_visible()
    expect(log).not_to_contain_text("good evening")
    host.page.reload()
    host.see(".mc")
    host.read_talk()
    expect(host.page.locator(".log").first).not_to_contain_text("good evening")
    host.go("/settings")
    host.page.get_by_role("button", name="Unblock: Rude").click()
    expect(host.page.get_by_text("Blocked people")).to_have_count(0)


def test_somebody_is_reported_and_sent_away(invite: Invite) -> None:
    host, guest = together(invite)
    rude = people_of(host)
    rude.get_by_role("button", name="Report").click()
    rude.get_by_label("What is wrong?").select_option(label="An offensive name")
    rude.get_by_label("In your words").fill("Look at it.")
    rude.get_by_role("button", name="Send the report").click()
    expect(rude.get_by_role("status")).to_contain_text("Thank you")
    rude.get_by_role("button", name="Send away").click()
    rude.get_by_role("button", name="Send away for good?").click()
    expect(host.page.locator(".chairs")).not_to_contain_text("Rude")
    expect(guest.page.locator(".problem")).to_contain_text("sent you away")
    guest.page.reload()
    expect(guest.page.locator(".problem")).to_contain_text("sent you away")


def test_a_guest_is_taken_along_to_another_device_and_a_lost_one_is_given_up(
    invite: Invite, axe: str
) -> None:
    phone = called(invite(phone=True), "Ada")
    phone.play_now("Mafia City", ".mc")
    code = phone.code
    second = phone.open_tab()
    second.goto(f"{phone.house}/settings")
    second.get_by_role("button", name="Show a code").click()
    expect(second.get_by_alt_text("QR code for the other device")).to_be_visible()
    assert second.get_by_alt_text("QR code for the other device").evaluate("it => it.naturalWidth")
    shown = second.locator(".code").inner_text()
    letters = "".join(re.findall(r"\b[A-Z]{4}\b", shown))
    assert len(letters) == 8
    tablet = invite()
    tablet.go(f"/take#{letters}")
    assert complain(tablet, axe) == []
    tablet.button("Take my games over").click()
    expect(tablet.page.locator(".return")).to_contain_text("Mafia City")
    tablet.go(f"/t/{code}")
    tablet.see(".mc")
    tablet.go("/settings")
    devices = tablet.page.locator(".along li")
    expect(devices).to_have_count(2)
    tablet.page.locator(".along").get_by_role("button", name="Give up").click()
    expect(devices).to_have_count(1)
    expect(phone.page.locator(".problem")).to_contain_text("given up")
    again = invite()
    again.go(f"/take#{letters}")
    again.button("Take my games over").click()
    expect(again.page.locator(".problem")).to_contain_text("not valid")


def test_what_the_operator_announces_is_shown_until_it_is_closed(invite: Invite) -> None:
    reader = invite()
    reader.page.route(
        "**/api/house",
        lambda route: route.fulfill(json={"announcement": "We close at ten.", "draining": False}),
    )
    reader.go()
    banner = reader.page.locator(".announcement")
    expect(banner).to_contain_text("We close at ten.")
    assert reader.fits()
    banner.get_by_role("button").click()
    expect(banner).to_have_count(0)
