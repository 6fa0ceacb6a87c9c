"""A game of one's own in the browser: without a page of its own it has the plain one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from scripts import web
from tests.project.own_game import with_high_card
from tests.server.house import Server
from tests.web.conftest import Invite, inviting
from tests.web.test_keyboard import at_a_table, decide
from tests.web.test_pages import complain
from tests.web.visitor import Visitor

PLAIN = "src/games/plain/Plain.svelte"
OTHERS = {
    "Mafia City": "src/games/mafia_city/MafiaCity.svelte",
    "Downtown": "src/games/downtown/Downtown.svelte",
}


@pytest.fixture(scope="module")
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a fourth game, and with the page as it was built before."""
    web.build()
    copy = with_high_card(tmp_path_factory.mktemp("copy"))
    server = Server(tmp_path_factory.mktemp("house"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", copy.variables["PYTHONPATH"])
        server.start()
    yield server.address
    server.stop()


@pytest.fixture
def invite_to_four(own_house: str, browser: Browser) -> Iterator[Invite]:
    """Call in a visitor to the house with four games."""
    yield from inviting(own_house, browser)


def test_a_game_of_ones_own_is_played_on_a_phone_to_its_end(
    invite_to_four: Invite, axe: str
) -> None:
    ida = invite_to_four("de", phone=True)
    ida.go()
    poster = ida.page.locator(".poster").nth(3)
    expect(poster).to_contain_text("Bleiben oder gehen")
    expect(poster).to_contain_text("2–6 Personen")
    expect(poster).to_contain_text("Alle bekommen eine verdeckte Karte.")
    assert ida.fits()
    poster.get_by_role("button").click()
    ida.see(".plain-game")
    ida.hurry()

    expect(ida.page.locator("#question")).to_have_text("Bleibst du?")
    expect(ida.page.locator(".mine .facts")).to_contain_text("Karte")
    expect(ida.page.locator(".players li")).to_have_count(3)
    expect(ida.page.locator(".players .you")).to_contain_text("Punkte 0")
    for theme in ("dark", "light"):
        ida.page.emulate_media(color_scheme=theme)
        assert complain(ida, axe) == []
    while not ida.is_over():
        if not ida.act():
            ida.page.wait_for_timeout(30)
        assert ida.fits()

    expect(ida.page.locator(".log")).to_contain_text("Deine Karte ist die")
    ida.page.get_by_role("link", name="Aufzeichnung").click()
    assert ida.see(".fair").locator(".bad").count() == 0
    ida.go(ida.page.url.removeprefix(ida.house).replace("/record/", "/replay/"))
    ida.see(".reel .next").click()
    ida.see(".plain-game")


def test_a_game_of_ones_own_is_played_with_the_keyboard_alone(invite_to_four: Invite) -> None:
    ida = at_a_table(invite_to_four(), "High card", 3, {"rounds": "3"})
    assert ida.play(decide(ida.visitor)) > 5


def test_the_rules_of_a_game_of_ones_own_are_on_the_page(invite_to_four: Invite) -> None:
    ida = invite_to_four("sk")
    ida.go("/rules")
    ida.page.get_by_role("link", name="Zostať, alebo ísť").click()
    expect(ida.page.locator("#HC-2\\.1")).to_contain_text("Každý dostane jednu kartu")


@pytest.mark.parametrize("game", OTHERS)
def test_the_plain_page_draws_any_game(invite: Invite, game: str) -> None:
    ida = invite(phone=True)
    draw_plainly(ida, OTHERS[game])
    ida.play_now(game, ".plain-game")
    ida.see(".answers .btn")
    for _ in range(30):
        if not ida.act():
            ida.page.wait_for_timeout(30)
        assert ida.fits()
    assert ida.page.locator(".players li dl").count() > 2
    assert ida.page.locator(".log li").count() > 3


def draw_plainly(visitor: Visitor, own: str) -> None:
    """Give the visitor the plain page where the house gives the page of a game."""
    manifest: dict[str, Any] = json.loads((web.BUILT / ".vite" / "manifest.json").read_text())
    script = f"export {{ default }} from '/{manifest[PLAIN]['file']}';"
    styles = "".join((web.BUILT / style).read_text("utf-8") for style in manifest[PLAIN]["css"])

    def instead(route: Route) -> None:
        is_style = route.request.url.endswith(".css")
        kind, body = ("text/css", styles) if is_style else ("text/javascript", script)
        route.fulfill(content_type=kind, body=body)

    for file in (manifest[own]["file"], *manifest[own]["css"]):
        visitor.context.route(f"**/{file}", instead)
