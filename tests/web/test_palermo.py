"""Palermo in the browser: one person among computer players."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from tests.web.conftest import Invite
from tests.web.short_games import SHORT_LIVES
from tests.web.test_pages import complain
from tests.web.visitor import Visitor


def test_one_person_plays_palermo_to_the_end(invite: Invite) -> None:
    ida = invite("de")
    ida.wish(options=SHORT_LIVES)
    ida.play_now("Palermo", ".screen, .pd")
    ida.live_until(".home button[aria-disabled]")
    ida.see(".home button[aria-disabled]").click(force=True)
    assert ida.see("div.why a").inner_text().startswith("PA-")
    ida.page.locator(".tabs [role=tab]").last.click()
    ida.see(".log button:has(b)").click()
    ida.see(".home.pointed")
    ida.live_through()
    assert ida.see(".ending li strong").inner_text(), "in the end it is told who was what"

    ida.page.get_by_role("link", name="Aufzeichnung").click()
    assert ida.see(".fair").locator(".bad").count() == 0
    ida.page.get_by_role("link", name="Nachspielen").click()
    ida.see(".reel")
    for _ in range(3):
        ida.page.get_by_role("button", name="Ein Schritt weiter").click()
    assert ida.see(".screen, .pd").is_visible()


def test_the_host_reads_what_speaks_against_a_setup(invite: Invite) -> None:
    ida = invite("de", phone=True)
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Palermo").click()
    ida.see(".chairs")
    path = f"/api/tables/{ida.code}"
    ida.ask("PATCH", path, {"options": {"mafioso": "2", "spy": "1"}})
    expect(ida.page.locator(".warning", has_text="Ein Spitzel")).to_be_visible()
    told = ida.ask("PATCH", path, {"options": {"tie_rule": "mayor"}})
    assert told["key"] == "palermo.refusal.tie_needs_mayor"
    expect(ida.page.locator(".warning", has_text="Schutzengel")).to_be_visible()

    ida.page.locator(".rules > summary").click()
    corrected = ida.page.locator(".corrected")
    ida.page.get_by_label("Sprechende Tote").select_option("all")
    expect(corrected).to_contain_text("Sicht der Toten")
    pick = ida.page.get_by_label("Name für den Spitzel")
    pick.select_option("gm")
    expect(corrected).to_contain_text("Name für den Spitzel")
    expect(pick).to_have_value("random")
    ida.page.get_by_text("Wie lange jeder Teil dauert").click()
    plea = ida.page.get_by_label("Zeit: Plädoyer")
    plea.fill("20")
    plea.press("Enter")
    expect(ida.page.locator(".rules .tag").first).to_contain_text("4")
    assert ida.fits()


def test_a_statement_waits_for_the_one_before_and_a_spectator_for_the_end(
    invite: Invite, axe: str
) -> None:
    ida, guest = invite("de", phone=True), invite("de", phone=True)
    ida.wish(options={"t_discuss": "900"})
    ida.play_now("Palermo", ".screen, .pd")
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"settings": {"watching": True}})
    guest.go(f"/t/{ida.code}?watch")
    expect(guest.page.locator(".late [role=status]")).to_contain_text("wenn es vorbei ist")
    assert not guest.sees(".pd, .screen, .phases")
    assert guest.fits()
    assert not complain(guest, axe)

    ida.live_until(".say-more")
    ida.page.locator(".say-more").click()
    say = ida.page.locator(".builder .do-it")
    said = ida.page.locator(".st", has_text="nichts hinzuzufügen")
    what = ida.page.locator(".builder select").first
    what.select_option(label="Nichts hinzufügen")
    say.click()
    expect(said).to_have_count(1)
    what.select_option(label="Nichts hinzufügen")
    expect(say).to_be_disabled()
    expect(ida.page.locator("#resting")).to_be_visible()
    assert ida.fits()
    say.click()
    expect(said).to_have_count(2)
    assert not complain(ida, axe)
    assert not guest.sees(".pd, .screen, .phases")
    assert ida.ask("POST", f"/api/tables/{ida.code}/close")["phase"] == "closed"
    guest.see(".pd, .screen")


@pytest.mark.parametrize("phone", [False, True], ids=["screen", "phone"])
def test_two_taps_accuse_and_the_second_tap_on_a_house_votes(
    invite: Invite, axe: str, *, phone: bool
) -> None:
    ida = invite("en", phone=phone)
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Palermo").click()
    ida.see(".chairs")
    town = {"seats": 9, "settings": {"pace": "instant", "clock": "off"}}
    ida.ask("PATCH", f"/api/tables/{ida.code}", town)
    ida.page.get_by_role("button", name="Computer players on all free chairs").click()
    ida.see(".go .btn.brass:not([disabled])").click()
    sleep_until_day(ida)
    assert not complain(ida, axe)
    assert ida.fits()

    ida.page.locator(".court .answers .btn", has_text="Ready").click()
    expect(ida.page.locator(".home.acc")).not_to_have_count(0)
    name = accuse_by_two_taps(ida, axe)
    expect(ida.page.locator(".st.mine", has_text=f"I accuse {name}")).to_have_count(1)
    expect(ida.page.locator(".home.acc", has_text=name)).to_have_count(1)

    ida.page.locator(".court .answers .btn", has_text="close the list").click()
    # Before the vote: after it night may fall, and at night there is nothing to look up.
    ida.page.locator(".tabs [role=tab]").nth(2).click()
    vote_by_two_taps(ida)
    # A tie is followed by a run-off, and whoever is convicted sees the next days pass.
    hands = ida.page.locator(".chat h3:last-of-type + ul .by .sr")
    expect(hands).to_have_count(9)
    expect(hands.filter(has_text="Guest")).to_have_count(1)
    assert ida.fits()


def sleep_until_day(person: Visitor) -> None:
    """Sleep through the night, and touch nothing of the day, however late one looks."""
    until = time.monotonic() + 120
    while not person.sees(".say-more"):
        assert time.monotonic() < until, person.page.locator("main").inner_text()
        with suppress(Error):
            person.page.locator(".wake:not([disabled])").click(timeout=200)
        person.page.wait_for_timeout(50)


TOUCH_A_FREE_HOUSE = """() => {
  const home = document.querySelector('.home.opens:not(.acc)');
  if (!home) return '';
  home.querySelector('button').click();
  return home.querySelector('.nm').innerText.split('\\n').at(-1).replace(/^[0-9]+/, '');
}"""
"""Touch somebody nobody has accused; whom, if there is anybody."""


def accuse_by_two_taps(person: Visitor, axe: str) -> str:
    """Touch a house, then *Accuse*; whose house it was. Others may be quicker: then another one."""
    until = time.monotonic() + 120
    while True:
        assert time.monotonic() < until, person.page.locator("main").inner_text()
        name: str = person.page.evaluate(TOUCH_A_FREE_HOUSE)
        preview = person.page.locator(".deed.accuse q")
        with suppress(Error):
            preview.wait_for(timeout=2000)
            assert name in preview.inner_text(timeout=500), "what will be said is read before"
            assert not complain(person, axe)
            person.page.locator(".deed.accuse").click(timeout=2000)
            for place in (".saying p", ".st.mine"):
                person.page.locator(place, has_text=f"I accuse {name}").wait_for(timeout=10_000)
            return name
        person.page.keyboard.press("Escape")


def vote_by_two_taps(person: Visitor) -> None:
    """Say nothing more in the pleas, then touch a house twice."""
    until = time.monotonic() + 120
    while not person.sees(".home button.choice"):
        assert time.monotonic() < until, person.page.locator("main").inner_text()
        with suppress(Error):
            person.page.locator(".court .answers .btn").first.click(timeout=200)
        person.page.wait_for_timeout(50)
    person.page.locator(".home button.choice").first.click()
    person.see(".home.sel button").click()
    expect(person.page.locator(".home.sel")).to_have_count(0)
