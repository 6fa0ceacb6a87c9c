"""A table of Palermo on paper: the cards for everybody, the script for whoever reads it aloud."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Invite
from tests.web.test_master import NAMES, open_desk
from tests.web.test_pages import complain, english_only, words_on
from tests.web.visitor import Visitor


def opened(visitor: Visitor, where: str) -> Page:
    """The page that the link to print opens beside this one."""
    with visitor.context.expect_page() as coming:
        visitor.see(f"{where} a[href^='/print/']").click()
    coming.value.locator(".sheet").wait_for()
    return coming.value


def test_cards_and_script_are_printed_from_the_desk(invite: Invite, axe: str) -> None:
    master = invite()
    open_desk(master)
    master.page = opened(master, ".tools")
    sheet = master.see(".sheet")
    expect(sheet.locator(".cards li").first).to_contain_text("2 × Mafioso")
    expect(sheet.locator(".cards li").first).to_contain_text("all living mafiosi together")
    told = sheet.inner_text()
    lines = (
        "The mafia wake and look",
        "The mafia wake and choose",
        "The list is open",
        "Dusk falls",
    )
    places = [told.index(line) for line in lines]
    assert places == sorted(places), "the script is in the order of the game"
    assert "Hands up against ……!" in told
    assert not [name for name in NAMES if name in told], "nobody is named"
    assert "{" not in told
    assert not complain(master, axe)

    master.page.evaluate("() => { window.print = () => (window.printed = true); }")
    master.button("Print").click()
    assert master.page.evaluate("() => window.printed")
    master.page.emulate_media(media="print")
    expect(master.page.locator(".topbar")).to_be_hidden()
    expect(master.page.locator("main .btn")).to_be_hidden()
    expect(sheet).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(sheet).to_have_css("color", "rgb(0, 0, 0)")


@pytest.mark.parametrize("phone", [True, False])
def test_the_lobby_around_one_table_prints_in_german(invite: Invite, *, phone: bool) -> None:
    host = invite("de", phone=phone)
    host.go("/new/room")
    host.page.locator(".games .btn", has_text="Palermo").click()
    host.see(".picker")
    host.page = opened(host, ".picker")
    assert host.fits()
    assert "Die Mafia" in host.see(".sheet").inner_text()
    read = words_on(host)
    assert not [text for text in english_only("de") if text in read]
