"""Palermo in the browser: one person among computer players."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Invite


def test_one_person_plays_palermo_to_the_end(invite: Invite) -> None:
    ida = invite("de")
    ida.play_now("Palermo", ".screen, .pd")
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
    expect(ida.page.locator(".warning", has_text="Spitzel")).to_be_visible()
    told = ida.ask("PATCH", path, {"options": {"tie_rule": "mayor"}})
    assert told["key"] == "palermo.refusal.tie_needs_mayor"
