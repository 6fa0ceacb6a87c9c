"""Mafia City in the browser: from one tap to the record."""

from __future__ import annotations

import re
import time
from contextlib import suppress

from playwright.sync_api import Error, Locator, expect

from tests.web.conftest import Invite
from tests.web.visitor import CARD, Visitor, play_together


def test_one_tap_and_a_whole_game_against_computer_players(invite: Invite) -> None:
    ida = invite()
    ida.play_now("Mafia City", ".mc")
    sees_where_the_hitman_can_go(ida)
    ida.play_on()

    ida.page.get_by_role("link", name="Record").click()
    expect(ida.page.locator(".fair")).to_contain_text("The seed is the one that was sealed")
    assert ida.page.locator(".fair .bad").count() == 0
    assert ida.page.locator(".fair ol li").count() > 10

    ida.button("Copy the link").click()
    expect(ida.button("Copied")).to_be_visible()
    ida.page.get_by_role("link", name="Replay").click()
    ida.see(".reel")
    for _ in range(5):
        ida.page.get_by_role("button", name="One step on").click()
    assert not ida.sees(".dock"), "what all saw shows nobody's hand"
    for seat in range(4):
        ida.page.locator(".reel select").select_option(str(seat))
        assert ida.see(".dock .cards").is_visible()
    ida.page.locator(".reel select").select_option("open")
    ida.see(".clan button").click()
    assert ida.see("dialog .card").is_visible()


def sees_where_the_hitman_can_go(person: Visitor) -> None:
    """His neighbours are marked on demand, and unmarked again."""
    hitman = person.page.get_by_role("button", name="Hitman: show where he can go")
    hitman.click()
    assert person.page.locator(".hex.reached").count() in (3, 6)
    hitman.click()
    assert not person.sees(".hex.reached")


def test_a_whole_game_on_a_phone(invite: Invite) -> None:
    ida = invite(phone=True)
    begin(ida)
    assert ida.fits()
    look_while_choosing(ida)
    sees_a_stack_close_with_its_question(ida)
    ida.play_on()
    assert ida.fits()


def begin(person: Visitor) -> None:
    """A new game against computer players."""
    person.play_now("Mafia City", ".mc")


def go_on(person: Visitor) -> None:
    """Do the next thing; where the game is over before what is looked for has come, a new one."""
    if person.is_over():
        begin(person)
    elif not person.act():
        person.page.wait_for_timeout(30)


COVERED = """() => [...document.querySelectorAll('.hex.lit, .fan, .chip.lit')].flatMap((thing) => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const place = thing.closest('.hexpos');
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen?.closest('.hexpos') === place ? [] : [place.innerText];
})"""
"""Places that can be chosen and are hidden by something, or outside of the window."""


def covered(person: Visitor) -> list[str]:
    """Places that stay so: what moves, comes or goes is looked at again."""
    for _ in range(10):
        places: list[str] = person.page.evaluate(COVERED)
        if not places:
            break
        person.page.wait_for_timeout(100)
    return places


def look_while_choosing(person: Visitor) -> None:
    """With a card in the hand raised and a move half built, every place to choose is in sight."""
    looked: set[str] = set()
    until = time.monotonic() + 300
    while not {"uses", "draft"} <= looked:
        assert time.monotonic() < until, f"only {looked} came up"
        card = person.page.locator(CARD)
        if card.count() and person.sees(".hex.lit") and not person.sees(".draft"):
            looked |= raise_a_card(person, card.first)
        else:
            go_on(person)
        if person.sees(".asked.low") and not person.sees("dialog[open]"):
            assert not covered(person)


def raise_a_card(person: Visitor, card: Locator) -> set[str]:
    """Raise a card, and begin with one of its uses that goes on at the board."""
    card.click()
    person.see(".uses")
    person.page.evaluate("scrollTo(0, 0)")
    assert not covered(person)
    text = person.page.locator(".use.glow").first
    if "Discard" in text.inner_text():
        text.click()
        return {"uses"}
    text.click()
    # A use that leaves no more choice is a whole move, and its button names it; it may be gone.
    with suppress(Error):
        person.page.locator(".draft").first.wait_for(timeout=3000)
        assert not covered(person)
        return {"uses", "draft"}
    return {"uses"}


def sees_a_stack_close_with_its_question(person: Visitor) -> None:
    """Who has answered in another tab is not left before a stack where nothing can be chosen."""
    leave = person.page.get_by_role("button", name="Leave all")
    until = time.monotonic() + 300
    while person.sees("dialog[open]") or not (leave.count() and person.sees(".mc .fan")):
        assert time.monotonic() < until, "no stack was asked for"
        go_on(person)
    person.see(".mc .fan").click()
    person.see("dialog[open] .chip.lit")
    tab = person.open_tab()
    tab.goto(person.page.url)
    tab.get_by_role("button", name="Leave all").click()
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    tab.close()


def test_three_people_and_a_computer_from_invitation_to_record(invite: Invite) -> None:
    ida, otto, nora = invite(), invite("de"), invite("cs")
    ida.go("/new/friends")
    ida.page.get_by_label("Your name").fill("Ida")
    ida.page.get_by_role("button", name="Mafia City").click()
    ida.see(".chairs")
    code = ida.code
    assert ida.see(".invitation img").get_attribute("src") == f"/api/tables/{code}/qr.svg"

    for person, name, sit, ready in (
        (otto, "Otto", "Hier hinsetzen", "Ich bin bereit"),
        (nora, "Nora", "Sednout si sem", "Můžeme začít"),
    ):
        person.go(f"/t/{code}")
        person.see(".chairs").wait_for()
        person.page.locator("input[autocomplete=nickname]").fill(name)
        person.button(sit).click()
        person.button(ready).click()

    ida.page.get_by_role("button", name="Computer", exact=True).first.click()
    ida.page.get_by_text("Everybody is here. You may begin.").wait_for()
    ida.page.get_by_role("button", name="Begin").click()
    for person in (ida, otto, nora):
        person.see(".mc")
    ida.hurry()

    # A move that is not possible explains itself, with the clause it breaks.
    otto.see(".hex[aria-disabled]").click(force=True)
    clause = otto.see(".why a")
    assert clause.inner_text().startswith("MC-")
    assert "/rules/mafia-city#MC-" in str(clause.get_attribute("href"))

    for _ in range(40):
        for person in (ida, otto, nora):
            person.act()

    otto.page.reload()
    otto.see(".mc")
    nora.page.close()
    nora.page = nora.open_tab()
    nora.go("/")
    nora.see(".return").get_by_role("link").click()
    nora.see(".mc")
    expect(nora.page.locator(".clan.me")).to_contain_text("Nora")

    while not answer_a_card([ida, otto, nora]):
        once_more(ida, otto, nora)
    play_together([ida, otto, nora])
    otto.page.get_by_role("link", name="Aufzeichnung").click()
    expect(otto.page.locator(".fair")).to_contain_text("Alle")
    assert otto.page.locator(".fair .bad").count() == 0
    otto.page.go_back()
    once_more(ida, otto, nora)


def once_more(ida: Visitor, otto: Visitor, nora: Visitor) -> None:
    """From the end of a game to the beginning of the next one with the same people."""
    old = ida.code
    ida.see(".ending button.brass").click()
    for person, ready in ((otto, "Ich bin bereit"), (nora, "Můžeme začít")):
        person.see(".ending a.brass").click()
        person.button(ready).click()
    ida.page.get_by_text("Everybody is here. You may begin.").wait_for()
    ida.page.get_by_role("button", name="Begin").click()
    for person in (ida, otto, nora):
        person.see(".mc")
    assert ida.code != old
    ida.hurry()


def answer_a_card(people: list[Visitor]) -> bool:
    """Play until a card is answered with a card, and all read it in their own language.

    Whether that happened: there are games in which nobody has the right card.
    """
    # Whoever answered reads "You answer".
    words = (r"answers? with", r"antwortes?t mit", r"[Oo]dpovíd")
    told = [
        person.read_log().filter(has_text=re.compile(its)).first
        for person, its in zip(people, words, strict=True)
    ]
    until = time.monotonic() + 240
    while not told[0].count():
        if people[0].is_over():
            return False
        assert time.monotonic() < until, people[0].see(".say").inner_text()
        for person in people:
            answer = person.page.locator(".window .answers .full.glow")
            with suppress(Error):
                if answer.count():
                    answer.first.click(timeout=700)
            person.act()
    for line in told:
        line.wait_for()
    return True
