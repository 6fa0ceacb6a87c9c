"""Programs at the page: everybody sees which player is one."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.test_strangers import called


def sit_down(address: str, table: str) -> None:
    """A program takes a free chair over plain HTTP."""
    with httpx.Client(base_url=address) as web:
        came = web.post("/api/people", json={"name": "Turk", "program": True})
        web.headers["authorization"] = f"Bearer {came.json()['token']}"
        assert web.post(f"/api/tables/{table}/join", json={}).status_code == 200


def test_a_program_has_a_sign_of_its_own_and_nobody_else_has(house: str, invite: Invite) -> None:
    host = called(invite(), "Ada")
    host.go("/new/friends")
    host.page.get_by_role("button", name="Mafia City").click()
    host.see(".chairs")
    sit_down(house, host.code)
    chairs = host.page.locator(".chairs li")
    program = chairs.filter(has_text="Turk")
    expect(program.locator(".medal .program")).to_be_visible()
    expect(program).to_contain_text("Program")
    expect(host.page.locator(".chairs .medal .program")).to_have_count(1)
