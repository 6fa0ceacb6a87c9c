"""Controls stay in sight: at every decision of a whole game, on every size of window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.conftest import Invite
from tests.web.sensible import FIND, Sensible, Wanted
from tests.web.visitor import Visitor

SIZES = ((360, 640), (390, 844), (1280, 800), (1366, 768))
LANGUAGES = ("en", "de")
TURN = 4
"""After so many decisions the page speaks the other language."""
LOOKS = 120
"""How often it is looked for a choice before it is said to be missing."""

AGAIN = 5
"""How often a trouble is looked at again before it counts."""

TROUBLES = """() => {
  const found = [];
  const CONTROLS = '.answers .btn, .do .btn, .foot .btn, .amount :is(button, input)';
  const words = (one) => (one.ariaLabel ?? one.textContent).trim().slice(0, 40);
  const name = (one) => `${one.className} "${words(one)}"`;
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  const seen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const [l, r] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [t, b] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    return { x: (l + r) / 2, y: (t + b) / 2, isIn: l < r && t < b,
      isWhole: left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1 };
  };
  const sheet = document.querySelector('dialog[open]');
  const all = (what) => [...(sheet ?? document).querySelectorAll(what)].filter(isShown);
  for (const one of all(CONTROLS)) {
    const { x, y, isWhole } = seen(one);
    if (!isWhole) found.push(`out of sight: ${name(one)}`);
    else {
      const over = document.elementFromPoint(x, y);
      if (!one.contains(over)) found.push(`covered by ${over?.className}: ${name(one)}`);
    }
  }
  const COVERS = '.window, .mine, .dock, .topbar, .handle, .why, .say';
  const things = all('[data-choice]').filter((one) => !one.matches(CONTROLS));
  let near = things.length === 0 || all(CONTROLS).length > 0;
  for (const one of things) {
    const { x, y, isIn } = seen(one);
    if (!isIn) { if (one.closest('.mc')) found.push(`far away: ${name(one)}`); continue; }
    near = true;
    const cover = document.elementFromPoint(x, y)?.closest(COVERS);
    if (cover && !cover.contains(one)) found.push(`under ${cover.className}: ${name(one)}`);
  }
  if (!near) found.push('nothing that can be chosen is in sight');
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
  return found;
}"""
"""Buttons of the open question that are not in sight, and things to choose that they cover."""

SETTLED = """() => new Promise((then) => {
  let [last, still] = ['', 0];
  const look = () => {
    const now = JSON.stringify([scrollY, document.body.scrollHeight, innerWidth]);
    still = now === last ? still + 1 : 0;
    last = now;
    if (still === 4) then();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
"""When the page has been laid out for its new size."""


class Looker:
    """Looks at each decision in every size; writes down what is wrong."""

    def __init__(self, person: Visitor) -> None:
        self.person = person
        self.decisions = 0
        self.missed: list[str] = []
        """Decisions that the table went past before they could be looked at."""
        self.troubles: list[str] = []

    def look(self, wanted: Wanted, part: int) -> None:
        """Measure the page as it stands."""
        page = self.person.page
        if part < len(wanted.answers) and not self.sees(wanted.answers[part]):
            self.missed.append(f"{wanted.point}, part {part}")
            return
        if part == 0:
            self.decisions += 1
            if self.decisions % TURN == 0:
                self.speak(LANGUAGES[self.decisions // TURN % 2])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            self.troubles += [
                f"{width} x {height}, {wanted.point}, part {part}: {trouble}"
                for trouble in self.measure()
            ]

    def measure(self) -> set[str]:
        """What is wrong and stays so: what moves, comes or goes is looked at again."""
        page = self.person.page
        page.evaluate(SETTLED)
        troubles = set(page.evaluate(TROUBLES))
        for _ in range(AGAIN):
            if not troubles:
                break
            page.wait_for_timeout(100)
            page.evaluate(SETTLED)
            troubles &= set(page.evaluate(TROUBLES))
        return troubles

    def sees(self, choice: int) -> bool:
        """Whether what stands for a choice comes on the page."""
        for _ in range(LOOKS):
            if self.person.page.evaluate(FIND, choice):
                return True
            self.person.page.wait_for_timeout(50)
        return False

    def speak(self, language: str) -> None:
        """Go on in another language."""
        page = self.person.page
        page.set_viewport_size({"width": 1280, "height": 800})
        page.locator(".lang select").select_option(language)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("Mafia City", 5, {"level": "beginner"}),
        ("Downtown", 4, {"turn_cap": "12"}),
    ],
)
def test_what_is_asked_is_in_sight_and_covers_nothing(
    invite: Invite, cellar: Path, game: str, seats: int, options: dict[str, str]
) -> None:
    ida = invite()
    ida.go("/new/friends")
    ida.page.get_by_role("button", name=game).click()
    ida.see(".chairs")
    settings = {"clock": "off", "pace": "instant"}
    ida.ask(
        "PATCH",
        f"/api/tables/{ida.code}",
        {"seats": seats, "options": options, "settings": settings},
    )
    ida.page.get_by_role("button", name="Computer players on all free chairs").click()
    ida.see(".go .btn.brass:not([disabled])").click()
    ida.see(".mc, .dt")
    looker = Looker(ida)
    Sensible(ida, cellar).play(900, looker.look, hurried=True)
    assert looker.decisions > 10
    assert not looker.missed
    assert not looker.troubles, "\n".join(looker.troubles)
