"""How often a person touches the page: whole games of one person against computer players."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error

from omerta.core import Book, Game
from tests.web.sensible import Sensible, Wanted
from tests.web.visitor import Visitor

GAMES = {"mafia-city": "Mafia City", "downtown": "Downtown", "palermo": "Palermo"}
BOARDS = {"mafia-city": ".mc", "downtown": ".dt", "palermo": ".screen, .pd"}
LONGEST = 1800
"""Seconds that a game may take."""

NOTE_TAPS = """
window.tally = { decisions: 0, taps: 0, prompts: 0, empty_prompts: 0, waiting_s: 0 };
const counted = new Set();
let waitsSince = null;
const isAsked = (asked) => {
  const now = performance.now();
  if (asked && waitsSince !== null) tally.waiting_s += (now - waitsSince) / 1000;
  waitsSince = asked ? null : (waitsSince ?? now);
};
const note = (ask, name) => {
  if (!ask || ask.settled || counted.has(name)) return;
  counted.add(name);
  tally.prompts++;
  if (ask.choices.length === 1) tally.empty_prompts++;
};
const hear = (event) => {
  if (!(event.view ?? event.changed)) return;
  const { ask, ahead } = event;
  note(ask, `ask ${ask?.at}`);
  note(ahead, `ahead ${JSON.stringify([ahead?.point, ahead?.about, ahead?.choices])}`);
  isAsked(!!ask && !ask.settled);
  if (event.outcome) waitsSince = null;
};
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words);
    this.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'event') hear(message);
      if (message.type === 'missed') message.events.forEach(hear);
    });
  }
  send(data) {
    const { type, answers } = JSON.parse(data);
    if (type === 'commit' || (type === 'ahead' && answers.length)) tally.decisions++;
    super.send(data);
  }
};
addEventListener('click', ({ isTrusted }) => { if (isTrusted) tally.taps++; }, true);
addEventListener('change', ({ target }) => { if (target.type === 'range') tally.taps++; }, true);
"""
"""What the person sends and touches, what is put to them, and how long nothing is."""


class Thumb(Sensible):
    """Somebody who takes the short ways: robs and sells in the market, lays gangsters at once."""

    touched: list[dict[str, Any]]

    def wants(self) -> Wanted | None:
        """The next move, with what leads straight to its second answer."""
        wanted = super().wants()
        if wanted is None or wanted.way or len(self.touched) < 2:
            return wanted
        first, second = self.touched[:2]
        thing = second.get("informant") or second.get("stack") or ""
        way = ""
        if "place" in first and thing:
            way = f"{wanted.answers[0]} {second['act']} {thing}"
        elif first == {"amount": 0} and "gangster" in second:
            way = f"{wanted.answers[0]} {second['gangster']}"
        return wanted._replace(way=way)

    def _whole(self, book: Book, game: Game, seat: int) -> tuple[list[int], list[dict[str, Any]]]:
        answers, self.touched = super()._whole(book, game, seat)
        return answers, self.touched


def play(browser: Browser, house: str, data: Path, game: str, pace: str) -> dict[str, Any]:
    """The figures of one whole game, begun by one tap on its poster."""
    size: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en"}
    context = browser.new_context(**size)
    context.add_init_script(NOTE_TAPS)
    person = Visitor(context, house)
    person.go()
    poster = person.page.locator(".poster", has=person.page.get_by_label(GAMES[game]))
    poster.get_by_role("button").first.click()
    person.see(BOARDS[game])
    person.ask("PATCH", f"/api/tables/{person.code}", {"settings": {"pace": pace}})
    person.page.evaluate("tally.taps = 0")
    if game == "palermo":
        live(person)
    else:
        Thumb(person, data).play(LONGEST)
    found: dict[str, Any] = person.page.evaluate("tally")
    person.leave()
    return {**found, "waiting_s": round(found["waiting_s"], 1)}


def live(person: Visitor) -> None:
    """Live in Palermo until it is known who has won."""
    until = time.monotonic() + LONGEST
    while not person.is_over():
        assert time.monotonic() < until, person.page.locator("main").inner_text()
        with suppress(Error):
            person.live()
        person.page.wait_for_timeout(100)


def tell(game: str, found: dict[str, Any]) -> None:
    """The figures of a game for people."""
    decisions, prompts = max(1, found["decisions"]), max(1, found["prompts"])
    print(
        f"taps   {GAMES[game]:12} {found['taps'] / decisions:4.2f} taps a decision "
        f"({found['taps']} for {found['decisions']}), {found['empty_prompts']} of "
        f"{found['prompts']} prompts empty ({100 * found['empty_prompts'] / prompts:.0f} %), "
        f"{found['waiting_s']:.0f} s waited",
        flush=True,
    )
