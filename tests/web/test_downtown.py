"""Downtown in the browser: two people, and one alone on a phone."""

from __future__ import annotations

import time

from tests.web.conftest import Invite
from tests.web.visitor import Visitor, play_together


def test_two_people_play_downtown_from_invitation_to_the_end(invite: Invite) -> None:
    ida, otto = invite(), invite("de")
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Downtown").click()
    ida.see(".chairs")
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"seats": 2, "options": {"turn_cap": "4"}})
    sit_down(otto, ida.code, "Otto")
    ida.page.get_by_role("button", name="Begin").click()
    for person in (ida, otto):
        person.see(".dt")
        assert person.fits()

    play_together([ida, otto])

    ida.page.get_by_role("link", name="Record").click()
    assert ida.see(".fair").locator(".bad").count() == 0


def test_one_person_plays_downtown_on_a_phone(invite: Invite) -> None:
    ida = invite("sk", phone=True)
    ida.play_now("Downtown", ".dt")
    asks_why_not(ida)
    ida.read_log().get_by_role("button").first.click()
    ida.see(".pointed")
    ida.page.keyboard.press("Escape")
    for _ in range(60):
        if ida.act():
            is_led_to_what_glows(ida)
        assert ida.fits()


IN_SIGHT = """() => {
  const open = (parts) => [...document.querySelectorAll(`${parts} [data-choice]`)];
  const outside = open(':is(.street, .market, .gangs)');
  const confirm = [...document.querySelectorAll('.do .brass')];
  const things = confirm.length ? confirm : outside.length ? outside : open('.own');
  return !things.length || things.some((thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}"""
"""Whether one of the things to touch next is there without scrolling, if there is any."""


def is_led_to_what_glows(person: Visitor) -> None:
    """The page scrolls to where the question is; the button that carries it out stays in sight."""
    until = time.monotonic() + 10
    while not person.page.evaluate(IN_SIGHT):
        assert time.monotonic() < until, person.see(".say").inner_text()
        person.page.wait_for_timeout(50)


def asks_why_not(person: Visitor) -> None:
    """What does not glow says why, with the clause, in the middle of a move too."""
    person.see(".place.lit").click()
    person.see(".do .back")
    things = [".place[aria-disabled]", ".card-button", ".kind[aria-disabled]", ".offer .why"]
    if person.sees(".elsewhere") and person.is_narrow():
        things.remove(".card-button")  # the hand makes room for what one chooses from
    for thing in things:
        found = person.page.locator(thing).first
        found.evaluate("one => one.scrollIntoView({ block: 'center' })")
        found.click(force=True)
        clause = person.see(".why a")
        assert clause.inner_text().startswith("DT-")
        person.see("div.why button").click()
        clause.wait_for(state="detached")


def sit_down(person: Visitor, code: str, name: str) -> None:
    person.go(f"/t/{code}")
    person.see(".chairs")
    person.page.locator("input[autocomplete=nickname]").fill(name)
    person.see(".chair .btn.glow").click()
    person.see(".go .btn.brass").click()
    person.see(".go [aria-pressed=true]")
