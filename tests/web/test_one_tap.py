"""One tap makes a move, Back takes it back; a curtain hides; the table menu leads out of a game."""

from __future__ import annotations

import time
from contextlib import suppress

from playwright.sync_api import Error, expect

from tests.web.conftest import Invite
from tests.web.visitor import Visitor


def come_to_a_place(person: Visitor) -> None:
    """A game of Mafia City in which the person may place a Mafioso."""
    person.play_now("Mafia City", ".mc")
    while not person.sees(".hex.lit"):
        person.act()
        person.page.wait_for_timeout(50)


def touch_a_place(person: Visitor) -> None:
    """Touch a place until a move is built: while the last one is under way nothing is taken."""
    until = time.monotonic() + 60
    while not person.sees(".do"):
        assert time.monotonic() < until, person.page.locator("main").inner_text()
        with suppress(Error):
            person.page.locator(".hex.lit").first.click(timeout=700)
            person.page.locator(".do").wait_for(timeout=3000)


def test_a_tap_is_taken_back_by_back_and_else_leaves_by_itself(invite: Invite) -> None:
    ida = invite()
    come_to_a_place(ida)
    touch_a_place(ida)
    expect(ida.page.locator(".do .leaving")).to_have_count(1)
    ida.page.locator(".do .back").click()
    expect(ida.page.locator(".do")).to_have_count(0)
    assert ida.sees(".hex.lit"), "nothing was sent"
    touch_a_place(ida)
    expect(ida.page.locator(".do .leaving")).to_have_count(1)
    expect(ida.page.locator(".do")).to_have_count(0)


def test_whoever_wants_so_is_asked_for_a_second_tap(invite: Invite) -> None:
    ida = invite()
    ida.go("/settings")
    ida.page.get_by_label("Ask for a second tap before every move").check()
    come_to_a_place(ida)
    touch_a_place(ida)
    ida.see(".do .brass")
    ida.page.wait_for_timeout(2500)
    assert ida.sees(".do .brass"), "it waits"
    assert not ida.sees(".do .leaving")
    ida.page.locator(".do .brass").click()
    expect(ida.page.locator(".do")).to_have_count(0)


def test_nothing_behind_the_first_curtain_can_be_reached(invite: Invite) -> None:
    family = invite()
    family.go("/new/pass")
    for seat, name in enumerate(("Ida", "Otto")):
        family.page.locator(f"#person-{seat}").fill(name)
    family.page.locator(".people .icon-btn").last.click()
    family.page.get_by_label("Computer players").select_option("1")
    family.page.get_by_role("button", name="Mafia City").click()
    cover = family.see("dialog.cover[open]")
    for key in ("Tab", "Tab", "Tab", "Escape", "Tab"):
        family.page.keyboard.press(key)
        inside = "!document.activeElement.closest('main, header')"
        assert family.page.evaluate(inside), key
    assert cover.is_visible()
    over = "document.elementFromPoint(innerWidth / 2, innerHeight - 40).closest('dialog.cover')"
    assert family.page.evaluate(f"!!{over}")
    cover.locator(".brass").click()
    expect(family.page.locator("dialog.cover")).to_have_count(0)
    kinds = [chair["kind"] for chair in family.ask("GET", f"/api/tables/{family.code}")["chairs"]]
    assert kinds == ["person", "person", "computer"]


def test_the_table_menu_starts_again_and_gives_up(invite: Invite) -> None:
    ida = invite()
    ida.play_now("Mafia City", ".mc")
    first = ida.code
    options = ida.ask("GET", f"/api/tables/{first}")["options"]
    assert options["level"] == "beginner"
    ida.button("At the table").click()
    ida.page.get_by_label("Play against").select_option("3")
    ida.button("Start again").click()
    ida.button("Really start again").click()
    ida.page.wait_for_url(lambda address: first not in address)
    ida.see(".mc")
    chairs = ida.ask("GET", f"/api/tables/{ida.code}")["chairs"]
    assert len(chairs) == 3
    assert ida.ask("GET", f"/api/tables/{first}")["phase"] == "closed"
    ida.button("At the table").click()
    ida.button("Give up").click()
    ida.button("Really end the game").click()
    ida.see(".ending")
