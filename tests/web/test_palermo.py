"""Palermo in the browser: one person among computer players."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.short_games import SHORT_LIVES
from tests.web.test_pages import complain


def test_one_person_plays_palermo_to_the_end(invite: Invite) -> None:
    ida = invite("de")
    ida.wish(options=SHORT_LIVES)
    ida.play_now("Palermo", ".screen, .pd")
    ida.live_until(".home button[aria-disabled]")
    ida.see(".home button[aria-disabled]").click(force=True)
    assert ida.see("div.why a").inner_text().startswith("PA-")
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

    ida.live_until(".builder")
    say = ida.page.locator(".builder .do-it")
    said = ida.page.locator(".log li", has_text="nichts hinzuzufügen")
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
