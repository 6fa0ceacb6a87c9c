"""Learn by playing: the pupil does what the lamp points at, to the end of each lesson."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Error, expect

from tests.web.conftest import Invite
from tests.web.test_pages import complain
from tests.web.visitor import Visitor


def begin(pupil: Visitor, game: str) -> None:
    """From the page of the lessons to the first hint."""
    pupil.go("/learn")
    card = pupil.page.locator("article", has=pupil.page.get_by_role("heading", name=game))
    card.get_by_role("button").click()
    pupil.see(".hint")
    pupil.hurry()


def follow(pupil: Visitor, seconds: float = 300) -> int:
    """Do what every hint says until the last one is told; how many there were."""
    told: list[str] = []
    until = time.monotonic() + seconds
    while not pupil.sees(".hint.over"):
        assert time.monotonic() < until, (told[-3:], pupil.page.locator("main").inner_text())
        words = "".join(pupil.page.locator(".hint p").all_inner_texts())
        if words:
            if not told or told[-1] != words:
                told.append(words)
                assert pupil.fits(), words
            take_hint(pupil)
        elif pupil.sees("dialog[open]"):
            pupil.act()
        pupil.page.wait_for_timeout(LOOK)
    return len(told)


LOOK = 250
"""Milliseconds in which the lamp has followed; a person needs longer."""


TOUCH = """() => {
  const spot = document.querySelector('.lampspot')?.getBoundingClientRect();
  if (!spot) return null;
  const [x, y] = [spot.left + spot.width / 2, spot.top + spot.height / 2];
  const one = document.elementFromPoint(x, y);
  const isLit = (thing) => {
    const { left, top } = thing.getBoundingClientRect();
    return Math.abs(left - spot.left - 6) < 2 && Math.abs(top - spot.top - 6) < 2;
  };
  let lit = one;
  while (lit && !isLit(lit)) lit = lit.parentElement;
  if (!lit) return null;
  if (one.type !== 'select-one' && one.type !== 'range')
    one.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y }));
  return { x, y, kind: one.type ?? '' };
}"""
"""Touch what the lamp stands at, if the lamp has followed and nothing lies over it.

All in one moment of the page: between a look and a touch from outside, a busy machine may let the
game go on, and a finger that knows where it was going would come down on something else.
"""


def take_hint(pupil: Visitor) -> None:
    """Read it, or touch the very thing under the lamp."""
    page = pupil.page
    try:
        understood = page.get_by_role("button", name="I see")
        if understood.count():
            understood.click(timeout=500)
            return
        touched = page.evaluate(TOUCH)
        if touched is None:
            return
        if touched["kind"] == "select-one":
            wanted = page.locator(".hint b").inner_text(timeout=500)
            label = wanted.split(": ", 1)[1].removesuffix(".")
            place = select_at(pupil, touched["x"], touched["y"])
            page.locator("select").nth(place).select_option(label=label)
        elif touched["kind"] == "range":
            page.locator("input[type=range]").first.press("ArrowRight")
    except Error:
        # The game has gone on in the meantime.
        return


def select_at(pupil: Visitor, x: float, y: float) -> int:
    """Which of the lists to choose from stands there."""
    place: int = pupil.page.evaluate(
        "([x, y]) => [...document.querySelectorAll('select')]"
        ".indexOf(document.elementFromPoint(x, y))",
        [x, y],
    )
    return place


@pytest.mark.parametrize("phone", [False, True], ids=["screen", "phone"])
@pytest.mark.parametrize("game", ["Mafia City", "Downtown", "Palermo"])
def test_the_pupil_follows_the_lamp_to_the_end(invite: Invite, game: str, *, phone: bool) -> None:
    ida = invite(phone=phone)
    begin(ida, game)
    assert follow(ida) > 10
    if game == "Palermo":
        assert ida.see(".ending h2").inner_text() == "You won"
        assert "citizens" in ida.see(".ending .why").inner_text().lower()
        assert ida.page.get_by_role("link", name="Record").count() == 0
    else:
        ida.button("Play on").click()
        ida.see(":is(.hex.lit, .place.lit, .answers .btn, .card-button.lit, .act)")


def take_step(pupil: Visitor) -> None:
    """Do what the hint says, or close what lies over it."""
    if pupil.sees(".hint p"):
        take_hint(pupil)
    elif pupil.sees("dialog[open]"):
        pupil.act()
    pupil.page.wait_for_timeout(LOOK)


PLACES = """() => [...document.querySelectorAll('.hex.spot .name')].map(
  (name) => name.textContent.replaceAll('\\u00ad', ''))"""
"""The places in the light, by name."""


@pytest.mark.parametrize("phone", [False, True], ids=["screen", "phone"])
def test_an_answer_ahead_counts_at_the_place_that_is_named_and_lit(
    invite: Invite, *, phone: bool
) -> None:
    ida = invite(phone=phone)
    begin(ida, "Mafia City")
    until = time.monotonic() + 200
    station = ida.page.locator(".hint p", has_text="Take yours back from the Police Station")
    while not station.count():
        assert time.monotonic() < until, "nothing is taken back"
        take_step(ida)
    assert ida.page.evaluate(PLACES) == ["Police Station"]
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"settings": {"pace": "thoughtful"}})
    while not ida.sees(".window .where"):
        assert time.monotonic() < until, "nothing comes round"
        take_step(ida)

    words = ida.see(".window .where").inner_text()
    place = words.removeprefix("Ahead, for the ")
    assert place not in (words, "Police Station"), "the others are still asked elsewhere"
    assert ida.page.evaluate(PLACES) == [place]
    assert words in ida.see(".say em").inner_text()
    assert ida.fits()
    told = ida.page.locator(".log li", has_text=f"You take no Mafioso back from the {place}")
    assert not told.count()
    ida.page.get_by_role("button", name="Leave all").click()
    expect(ida.page.locator(".window .draft")).to_contain_text("Leave all")
    assert ida.see(".window .where").inner_text() == words
    assert ida.page.evaluate(PLACES) == [place]
    ida.hurry()
    ida.read_log()
    expect(told).to_have_count(1)


def test_another_step_is_taken_back_and_another_move_plays_on(invite: Invite) -> None:
    ida = invite()
    begin(ida, "Mafia City")
    ida.page.get_by_role("button", name="Exchange both").click()
    expect(ida.page.locator(".hint p")).to_contain_text("take the step back")
    ida.page.locator(".back").click()
    ida.page.get_by_role("button", name="Exchange both").click()
    ida.page.locator(".do .brass").click()
    ida.page.get_by_text("You go your own way").wait_for()
    ida.button("I see").click()
    ida.see(".hint, .hex.lit")

    ida.button("At the table").click()
    ida.page.locator("dialog").get_by_role("button", name="Leave the lesson").click()
    ida.see("article")
    assert ida.page.url.endswith("/learn")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_lesson_is_there_again_after_a_reload_and_has_no_barrier(
    invite: Invite, axe: str, theme: str
) -> None:
    ida = invite("de", phone=theme == "light", theme=theme)
    begin(ida, "Downtown")
    ida.page.reload()
    expect(ida.page.locator(".hint p")).to_contain_text("100k")
    assert complain(ida, axe) == []
    ida.button("Am Tisch").click()
    ida.see("dialog[open] input[type=range]")
    assert complain(ida, axe) == []
