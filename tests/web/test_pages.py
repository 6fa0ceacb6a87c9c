"""Every page: in four languages, on a phone, in both themes, without barriers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.test_one_room import narrate, open_room
from tests.web.visitor import Visitor

TEXTS = Path(__file__).parents[2] / "text"
QUIET_PAGES = (
    *("/", "/new/friends", "/new/room", "/new/pass", "/watch", "/records", "/settings", "/take"),
    *("/rules", "/rules/mafia-city", "/rules/downtown", "/rules/palermo", "/learn"),
)
BOARDS = {"Mafia City": ".mc", "Downtown": ".dt", "Palermo": ".screen, .pd"}


def english_only(language: str) -> set[str]:
    """English texts that are written differently in this language, and long enough to notice."""
    found: set[str] = set()
    for path in (TEXTS / "en").glob("*.json"):
        english = json.loads(path.read_text("utf-8"))
        other = json.loads((TEXTS / language / path.name).read_text("utf-8"))
        for key, text in english.items():
            if isinstance(text, str) and len(text) > 12 and "{" not in text and other[key] != text:
                found.add(text)
    return found


def words_on(visitor: Visitor) -> str:
    """All that can be read or heard on the page, but for what it declares to be English.

    A rulebook names things in every language in its glossary; it is no text of the page.
    """
    read: str = visitor.page.evaluate(
        """() => {
          const own = document.documentElement.lang;
          for (const other of document.querySelectorAll('body [lang]'))
            if (other.lang !== own) other.remove();
          for (const book of document.querySelectorAll('.book')) book.remove();
          const heard = ['aria-label', 'title', 'alt', 'placeholder'];
          const names = [...document.querySelectorAll(heard.map((name) => `[${name}]`).join())]
            .flatMap((one) => heard.map((name) => one.getAttribute(name) ?? ''));
          return [document.body.innerText, ...names].join('\\n');
        }"""
    )
    return read


def complain(visitor: Visitor, axe: str) -> list[str]:
    """The barriers that axe finds on the page."""
    visitor.page.evaluate(axe)
    found: list[Any] = visitor.page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found]


def tour(reader: Visitor, finished: dict[str, str]) -> Iterator[str]:
    """Stop at every page there is: quiet ones, chairs, games, records and replays."""
    for path in QUIET_PAGES:
        reader.go(path)
        reader.page.wait_for_timeout(200)
        yield path
    for game, table in finished.items():
        reader.go(f"/record/{table}")
        reader.see(".fair")
        yield f"record of {game}"
        reader.go(f"/replay/{table}")
        reader.see(".reel .next").click()
        reader.page.wait_for_timeout(150)
        yield f"replay of {game}"
    for game, board in BOARDS.items():
        reader.go("/new/friends")
        reader.page.get_by_role("button", name=game).click()
        reader.see(".chairs")
        reader.see("details.rules summary").click()
        yield f"chairs of {game}"
        reader.play_now(game, board)
        for _ in range(10):
            reader.act()
        yield game
    reader.live_until(".pd")
    yield "Palermo by day"
    open_room(reader)
    narrate(reader)
    yield "the device in the middle"


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", "laptop"), ("de", "phone"), ("cs", "laptop"), ("sk", "phone")],
)
def test_every_page_speaks_the_language_of_the_reader_and_fits(
    invite: Invite, finished: dict[str, str], language: str, size: str
) -> None:
    reader = invite(language, phone=size == "phone")
    foreign = english_only(language) if language != "en" else set()
    for place in tour(reader, finished):
        assert reader.fits(), f"{place} scrolls sideways"
        assert reader.page.evaluate("document.documentElement.lang") == language
        words = words_on(reader)
        keys = re.findall(r"\b(?:web|server|mafia_city|downtown|palermo)\.[a-z_.]+", words)
        assert not keys, place
        assert not [text for text in foreign if text in words], place


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_no_barrier_on_any_page(
    invite: Invite, finished: dict[str, str], axe: str, theme: str
) -> None:
    reader = invite(theme=theme)
    found = {place: complain(reader, axe) for place in tour(reader, finished)}
    assert {place: barriers for place, barriers in found.items() if barriers} == {}


def test_language_and_theme_are_kept(invite: Invite) -> None:
    reader = invite()
    reader.go("/settings")
    reader.page.get_by_role("radio", name="Slovenčina").check()
    reader.page.get_by_role("radio", name="Ráno").check()
    reader.go("/")
    expect(reader.page.locator("header").first).to_contain_text("Tri hry nočného mesta")
    assert reader.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_a_clause_of_the_rulebook_can_be_linked_and_searched(invite: Invite) -> None:
    reader = invite()
    reader.go("/rules/mafia-city#MC-6.13")
    expect(reader.page.locator(".clause.here")).to_contain_text("MC-6.13")
    reader.page.get_by_role("searchbox").fill("Gentlemen")
    reader.page.wait_for_timeout(200)
    clauses = reader.page.locator(".clause").all_inner_texts()
    assert clauses
    assert all("gentlemen" in clause.lower() for clause in clauses)


def test_a_table_that_does_not_exist_says_so(invite: Invite) -> None:
    reader = invite()
    reader.go("/t/XXXXXX")
    assert reader.see(".problem").inner_text()


def test_a_house_that_has_forgotten_somebody_lets_them_in_again(invite: Invite) -> None:
    reader = invite()
    reader.go()
    reader.page.evaluate("localStorage.setItem('omerta', JSON.stringify({ token: 'old' }))")
    reader.play_now("Mafia City", ".mc")
