"""How light and how quick the page is, in a real browser against a server of its own.

    python -m bench.page [size] [start] [move]
    python -m bench.page taps [--json] [--games mafia-city downtown] [--pace calm]

`size`: what the first page and the page of each game load, script and style, compressed as the
server sends it. `start`: from the address to a button that can be pressed, nothing cached.
`move`: from a move that is sent to its picture on the pages of the other players. `taps` plays
whole games of one person against computer players (tests/web/sensible.py) and takes minutes: the
decisions made, taps for them, questions put, those that could only be declined, and the seconds
without a question.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, sync_playwright

from bench import taps
from scripts import chromium
from scripts.screenshots import serving_from
from tests.web.visitor import Visitor

FIRST_PAGE = 100_000
GAME_PAGE = 180_000
BOARDS = {"Mafia City": ".mc", "Downtown": ".dt", "Palermo": ".screen, .pd"}
STARTS = 15
MOVES = 120
"""Pictures of moves on the page of another player; each move gives two."""

LOADED = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.(js|css)$|\\/assets\\/text\\//.test(new URL(name).pathname))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
"""The bytes of script, style and texts that came over the wire, without headers."""

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
      const { type, view, changed } = JSON.parse(data);
      if (type === 'event' && (view ?? changed)) afterPicture(() => window.drawn.push(now()));
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
    parser.add_argument("--json", action="store_true", help="the figures of `taps` for programs")
    parser.add_argument("--games", nargs="*", default=["mafia-city", "downtown"])
    parser.add_argument("--pace", default="calm", help="how long computer players take in `taps`")
    wanted = parser.parse_args(arguments)
    parts = wanted.parts or [*PARTS]
    found = chromium.find()
    if found is None:
        print("There is no Chromium here: apt install chromium.", file=sys.stderr)
        return 1
    with (
        tempfile.TemporaryDirectory() as data,
        serving_from(data) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=[*chromium.FLAGS])
        for part in parts:
            if part == "taps":
                count_taps(browser, house, Path(data), wanted)
            else:
                PARTS[part](browser, house)
        browser.close()
    return 0


def count_taps(browser: Browser, house: str, data: Path, wanted: argparse.Namespace) -> None:
    """What whole games cost in taps."""
    found: dict[str, dict[str, Any]] = {}
    for game in wanted.games:
        found[game] = taps.play(browser, house, data, game, wanted.pace)
        if not wanted.json:
            taps.tell(game, found[game])
    if wanted.json:
        print(json.dumps(found), flush=True)


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
            usable.append(soon(person, "window.usable"))
            # The browser may report its first picture only after the button is there.
            paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            painted.append(soon(person, paint))
    tell_times("start", "first picture", painted)
    tell_times("start", "first button that can be pressed", usable)


def soon(person: Visitor, figure: str) -> float:
    """A figure that the page will know in a moment."""
    while (found := person.page.evaluate(figure)) is None:
        person.page.wait_for_timeout(20)
    return float(found)


def move(browser: Browser, house: str) -> None:
    """Milliseconds from sending a move to the picture of it on the pages of the other people."""
    times: list[float] = []
    with ExitStack() as stack:
        people = [stack.enter_context(visiting(browser, house, NOTE_MOVES)) for _ in range(3)]
        until = time.monotonic() + 90
        while len(times) < MOVES and time.monotonic() < until:
            sit_down_together(people)
            while not people[0].is_over() and len(times) < MOVES and time.monotonic() < until:
                for person in people:
                    step(person)
                    times += seen_by(person, [other for other in people if other is not person])
    tell_times("move", "sent here, drawn there", times)


def sit_down_together(people: list[Visitor]) -> None:
    """A table of Mafia City for three, without computer players, that has begun."""
    host, *guests = people
    host.go("/new/friends")
    host.page.get_by_role("button", name="Mafia City").click()
    host.see(".chairs")
    host.ask("PATCH", f"/api/tables/{host.code}", {"seats": 3})
    for guest in guests:
        guest.go(f"/t/{host.code}")
        guest.see(".chair .btn.glow").click()
        guest.see(".go .btn.brass").click()
        guest.see(".go [aria-pressed=true]")
    host.see(".go .btn.brass:not([disabled])").click()
    for person in people:
        person.see(".mc")


def step(person: Visitor) -> None:
    """Confirm a move that is whole, else touch a place, else whatever glows."""
    thing = person.page.locator(".do .brass, .hex.lit").first
    if not thing.count():
        person.act()
        return
    # Somebody else may have moved in the meantime, and it glows no more.
    with suppress(Error):
        thing.click(timeout=700)


def seen_by(person: Visitor, others: list[Visitor]) -> list[float]:
    """How long each move that was sent took to the next picture of each of the others."""
    sent: list[float] = person.page.evaluate("sent.splice(0)")
    if not sent:
        return []
    person.page.wait_for_timeout(100)
    person.page.evaluate("drawn.splice(0)")
    drawn: list[list[float]] = [other.page.evaluate("drawn.splice(0)") for other in others]
    return [
        min(later) - at for at in sent for one in drawn if (later := [x for x in one if x >= at])
    ]


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
    settings: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 800},
        "locale": "de",
        "reduced_motion": "reduce",
    }
    context: BrowserContext = browser.new_context(**settings)
    for note in notes:
        context.add_init_script(note)
    person = Visitor(context, house)
    yield person
    person.leave()


PARTS = {"size": size, "start": start, "move": move}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
