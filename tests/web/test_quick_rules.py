"""Rules for people: two pages first, on phones too, and no code name anywhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from omerta.text import LANGUAGES
from tests.web.conftest import Invite

GAMES = {"mafia-city": 3, "downtown": 2, "palermo": 6}
"""Every game, with a number of players that it allows."""
CODE = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b\w+=\w+")
"""An identifier, or a setting."""

PAGES = (
    *("/", "/new/friends", "/learn", "/settings", "/records", "/watch", "/rules"),
    *(f"/rules/{game}" for game in GAMES),
    *(f"/rules/{game}#all" for game in GAMES),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_a_code_name(invite: Invite, language: str) -> None:
    reader = invite(language)
    for page in PAGES:
        reader.go(page)
        if page.startswith("/rules/"):
            reader.see(".clause" if "#" in page else ".quick")
        found = CODE.search(reader.page.locator("body").inner_text())
        assert not found, f"{page}: {found}"
    reader.go("/new/friends")
    reader.page.get_by_role("button", name="Downtown").click()
    for game, seats in GAMES.items():
        reader.see(".chairs")
        chairs = [{"kind": "computer"}] * seats
        table = reader.ask("POST", "/api/tables", {"game": game, "seats": seats, "chairs": chairs})
        reader.go(f"/t/{table['code']}")
        reader.see(".chairs select")
        reader.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        # The words of the game come a moment after the table.
        expect(reader.page.locator("body")).not_to_have_text(CODE, use_inner_text=True)
        expect(reader.page.locator(".chairs")).not_to_have_text(re.compile(r"\bthumb\b"))


@pytest.mark.parametrize("phone", [False, True])
def test_the_book_opens_at_two_pages(invite: Invite, *, phone: bool) -> None:
    reader = invite("de", phone=phone)
    reader.play_now("Downtown", ".dt")
    reader.page.locator(".tools a[href='/rules/downtown']").click()
    reader.see(".quick .steps")
    assert reader.fits()
    assert reader.page.locator(".quick .steps li").count() == 4
    assert reader.page.locator(".quick .night svg").count() >= 8
    reader.see(".ways .brass").click()
    reader.see(".quick .things")
    assert reader.fits()
    reader.see(".ways a[href='/rules/downtown#all']").click()
    reader.see(".clause")
    reader.see(".short").click()
    reader.see(".quick .steps")


def test_a_link_to_a_clause_opens_the_whole_rulebook_at_it(invite: Invite) -> None:
    reader = invite()
    reader.go("/rules/downtown#DT-18.3")
    assert reader.see(".clause.here").get_attribute("id") == "DT-18.3"
