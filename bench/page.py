"""How light and how quick the page is, in a real browser against a server of its own.

    python -m bench.page [size] [start] [move]

`size`: what the first page and the page of each game load, script and style, compressed as the
server sends it. `start`: from the address to a button that can be pressed, nothing cached.
`move`: from a move that is sent to its picture on the page of the other player.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from scripts import chromium
from scripts.screenshots import serving
from tests.web.visitor import Visitor

FIRST_PAGE = 100_000
GAME_PAGE = 180_000
BOARDS = {"Mafia City": ".mc", "Downtown": ".dt", "Palermo": ".screen, .pd"}
STARTS = 15
MOVES = 50

LOADED = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.(js|css)$/.test(new URL(name).pathname))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
"""The bytes of script and style that came over the wire, without headers."""

NOTE_START = """
new MutationObserver((_, watching) => {
  if (window.usable || !document.querySelector('.poster button')) return;
  watching.disconnect();
  requestAnimationFrame(() => { window.usable = performance.now(); });
}).observe(document, { childList: true, subtree: true });
"""

NOTE_MOVES = """
window.sent = [];
window.drawn = [];
const now = () => performance.timeOrigin + performance.now();
/** Right after the next picture. */
const afterPicture = (then) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = then;
  port2.postMessage(0);
});
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words);
    this.addEventListener('message', ({ data }) => {
      const { type, view } = JSON.parse(data);
      if (type === 'event' && view) afterPicture(() => window.drawn.push(now()));
    });
  }
  send(data) {
    if (JSON.parse(data).type === 'commit') window.sent.push(now());
    super.send(data);
  }
};
"""


def main(arguments: list[str]) -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parts = parser.parse_args(arguments).parts or [*PARTS]
    found = chromium.find()
    if found is None:
        print("There is no Chromium here: apt install chromium.", file=sys.stderr)
        return 1
    with serving() as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*chromium.FLAGS])
        for part in parts:
            PARTS[part](browser, house)
        browser.close()
    return 0


def size(browser: Browser, house: str) -> None:
    """Bytes of script and style, in German, whose texts are the longest."""
    with visiting(browser, house) as person:
        person.go("/")
        person.see(".poster button")
        tell_size("first page", person, FIRST_PAGE)
    for game, board in BOARDS.items():
        with visiting(browser, house) as person:
            person.go("/")
            poster = person.page.locator(".poster", has=person.page.get_by_label(game))
            poster.get_by_role("button").click()
            person.see(board)
            tell_size(f"page of {game}, with the first page", person, GAME_PAGE)


def tell_size(what: str, person: Visitor, most: int) -> None:
    """Print what a page has loaded."""
    person.page.wait_for_timeout(500)
    loaded = int(person.page.evaluate(LOADED))
    print(f"size   {what:36} {loaded / 1000:6.1f} kB (at most {most // 1000})", flush=True)


def start(browser: Browser, house: str) -> None:
    """Milliseconds until the first page can be used, in a browser that has never been here."""
    usable, painted = [], []
    for _ in range(STARTS):
        with visiting(browser, house, NOTE_START) as person:
            person.go("/")
            person.page.wait_for_function("window.usable")
            usable.append(float(person.page.evaluate("window.usable")))
            # The browser may report its first picture only after the button is there.
            paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            person.page.wait_for_function(paint)
            painted.append(float(person.page.evaluate(paint)))
    tell_times("start", "first picture", painted)
    tell_times("start", "first button that can be pressed", usable)


def move(browser: Browser, house: str) -> None:
    """Milliseconds from sending a move to the picture of it on the other person's page."""
    times: list[float] = []
    with visiting(browser, house, NOTE_MOVES) as ida, visiting(browser, house, NOTE_MOVES) as otto:
        until = time.monotonic() + 70
        while len(times) < MOVES and time.monotonic() < until:
            sit_down_together(ida, otto)
            people = [ida, otto]
            while not ida.is_over() and len(times) < MOVES and time.monotonic() < until:
                for person, other in (people, reversed(people)):
                    person.act()
                    times += seen_by(person, other)
    tell_times("move", "sent here, drawn there", times)


def sit_down_together(ida: Visitor, otto: Visitor) -> None:
    """A table for two, without computer players, that has begun."""
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Downtown").click()
    ida.see(".chairs")
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"seats": 2})
    otto.go(f"/t/{ida.code}")
    otto.see(".chair .btn.glow").click()
    otto.see(".go .btn.brass").click()
    otto.see(".go [aria-pressed=true]")
    ida.see(".go .btn.brass:not([disabled])").click()
    for person in (ida, otto):
        person.see(".dt")


def seen_by(person: Visitor, other: Visitor) -> list[float]:
    """How long each move that was sent took to the next picture of the other, if there was one."""
    sent: list[float] = person.page.evaluate("sent.splice(0)")
    if not sent:
        return []
    other.page.wait_for_timeout(100)
    drawn: list[float] = other.page.evaluate("drawn.splice(0)")
    person.page.evaluate("drawn.splice(0)")
    return [min(late) - at for at in sent if (late := [one for one in drawn if one >= at])]


def tell_times(part: str, what: str, times: list[float]) -> None:
    """Print the middle and the slow end of what was measured."""
    ordered = sorted(times)
    middle, most = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(
        f"{part:6} {what:36} {middle:6.1f} ms median, {most:.1f} ms at 95 %, {len(ordered)} times",
        flush=True,
    )


@contextmanager
def visiting(browser: Browser, house: str, *notes: str) -> Iterator[Visitor]:
    """Somebody with a browser that has never been here."""
    settings: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "de"}
    context: BrowserContext = browser.new_context(**settings)
    for note in notes:
        context.add_init_script(note)
    person = Visitor(context, house)
    yield person
    person.leave()


PARTS = {"size": size, "start": start, "move": move}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
