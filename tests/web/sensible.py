"""Somebody at the page who plays sensibly: the head of a computer player, the finger of a person.

The head reads the table from the log of the house, through the eyes of the one person at it; what
it wants is touched on the page, and nothing else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Error

from omerta.bots import roster
from omerta.core import Book, Game
from omerta.server.store import open_store
from omerta.server.table.fold import Table, fold
from omerta.server.table.unasked import answered_by
from tests.web.visitor import Visitor

UNHURRIED = ".do .brass:not(.leaving)"
"""A button that has to be pressed: the move does not leave by itself."""

FIND = """(choice) => {
  // A card of the hand is raised by a touch, and then has its uses.
  const isInHand = (one) => (one.matches('.cards .card') ? 0.5 : 0);
  const many = (one) => one.dataset.choice.split(' ').length + isInHand(one);
  const seen = [...document.querySelectorAll(`[data-choice~="${choice}"]`)].filter(
    (one) => one.getClientRects().length && getComputedStyle(one).visibility !== 'hidden');
  const sheet = seen.filter((one) => one.closest('dialog[open]'));
  const [best] = (sheet.length ? sheet : seen).sort((one, other) => many(one) - many(other));
  document.querySelectorAll('[data-aim]').forEach((one) => delete one.dataset.aim);
  if (!best) return 0;
  best.dataset.aim = '';
  return Math.floor(many(best));
}"""
"""Aim at the thing that stands for a choice and for fewest others; for how many it stands."""


class Wanted(NamedTuple):
    """A whole move: the point it answers and its small answers."""

    point: str
    answers: list[int]
    at: int
    """How far the log had come."""
    is_nothing: bool
    """Whether it lays out no money and nobody."""
    way: str
    """What leads straight to the second answer, as the page names it; empty if nothing does."""


class Sensible:
    """What a sensible person would do at the table of a visitor."""

    def __init__(self, person: Visitor, data: Path, seed: int = 1) -> None:
        self.person = person
        self.data = data
        self.rng = Random(seed)
        self.thread = ThreadPoolExecutor(1)
        """The browser has the event loop of this one."""

    def wants(self) -> Wanted | None:
        """The next move; None while nobody asks, or what is asked answers itself."""
        table = self.thread.submit(asyncio.run, self._table()).result()
        if table is None or table.game is None or table.phase != "playing":
            return None
        seat = next(at for at, chair in enumerate(table.chairs) if chair.kind == "person")
        ask = table.asked(seat)
        if ask is None or answered_by(table, seat):
            return None
        answers, parts = self._whole(table.rulebook, table.rulebook.copy(table.game), seat)
        is_nothing = [*parts[0].items()] == [("amount", 0)] and all(
            part == {"act": "done"} for part in parts[1:]
        )
        hired = parts[1].get("gangster", "") if len(parts) > 1 and "place" in parts[0] else ""
        way = f"{answers[0]} {hired}" if hired else ""
        return Wanted(ask.point.name, answers, table.seq, is_nothing, way)

    async def _table(self) -> Table | None:
        store = open_store("", self.data)
        await store.open()
        try:
            row = await store.find(self.person.code)
            return None if row is None else fold(await store.load(row.id))
        finally:
            await store.close()

    def _whole(self, book: Book, game: Game, seat: int) -> tuple[list[int], list[dict[str, Any]]]:
        """All small answers of a move, and what each of them touches."""
        head = roster.player(book.name, roster.levels(book.name)[0])
        answers: list[int] = []
        touched: list[dict[str, Any]] = []
        ask = game.asked(seat)
        while ask is not None and (not answers or ask.continues):
            choice = head.choose(book.view(game, seat), self.rng)
            parts = {one["choice"]: one["parts"] for one in book.describe(game, ask)}
            if len(parts[choice].get("positions", ())) > 1:
                # Several Mafiosi are taken one after the other; a sensible person may leave them.
                choice = book.default(game, ask)
            answers.append(choice)
            touched.append(parts[choice])
            game.answer(seat, choice)
            ask = game.asked(seat)
        return answers, touched

    # The finger.

    def touch(self, choice: int, deadline: float) -> bool:
        """Touch what stands for a choice, opening what it lies in; whether it was there."""
        page = self.person.page
        while time.monotonic() < deadline:
            number = page.evaluate(FIND, choice)
            aim = page.locator("[data-aim]")
            try:
                if number == 0:
                    page.wait_for_timeout(40)
                    continue
                if aim.evaluate("one => !!one.querySelector('input[type=range]')"):
                    self._slide(choice)
                    if page.locator(f'.bill.chosen[data-choice="{choice}"]').count():
                        return True
                    continue
                aim.click(timeout=700)
            except Error:
                continue
            if number == 1:
                return True
            page.wait_for_timeout(40)
        return False

    def _slide(self, choice: int) -> None:
        """Push the slider to an amount: its choices stand in order."""
        page = self.person.page
        place = page.locator("[data-aim]").evaluate(
            "(one, choice) => one.dataset.choice.split(' ').indexOf(String(choice))", choice
        )
        page.locator("[data-aim] input").fill(str(place))
        page.wait_for_timeout(120)

    def play(
        self,
        seconds: float,
        look: Callable[[Wanted, int], Any] = lambda wanted, part: None,
        stop: Callable[[], bool] = lambda: False,
        *,
        hurried: bool = False,
    ) -> int:
        """Play until the game is over, and look before each touch; how many moves were made."""
        until = time.monotonic() + seconds
        moves = 0
        while not self.person.is_over() and not stop():
            assert time.monotonic() < until, self.person.page.locator("main").inner_text()
            wanted = self.wants()
            if wanted is None:
                self.person.page.wait_for_timeout(60)
                continue
            moves += self._carry_out(wanted, look, ".do .brass" if hurried else UNHURRIED)
        return moves

    def _carry_out(
        self, wanted: Wanted, look: Callable[[Wanted, int], Any], confirming: str
    ) -> bool:
        """Build a move on the page and see that it is sent; whether it was the question."""
        page = self.person.page
        while page.locator(".do .back").count():
            # The move may have left, or been dropped, in the meantime.
            with suppress(Error):
                page.locator(".do .back").first.click(timeout=700)
        short = page.locator(".nothing" if wanted.is_nothing else f'[data-way="{wanted.way}"]')
        parts = [*enumerate(wanted.answers)]
        if wanted.is_nothing or wanted.way:
            page.wait_for_timeout(60)
            if short.count():
                look(wanted, 0)
                with suppress(Error):
                    short.first.click(timeout=700)
                    parts = [] if wanted.is_nothing else parts[2:]
                    page.wait_for_timeout(120)
        for part, choice in parts:
            page.wait_for_timeout(30)
            if page.evaluate(FIND, choice) == 0 and part:
                # The page goes by itself past what leaves no choice.
                page.wait_for_timeout(250)
                if page.evaluate(FIND, choice) == 0:
                    continue
            look(wanted, part)
            if not self.touch(choice, time.monotonic() + 6):
                return False
        confirm = page.locator(confirming)
        for _ in range(120):
            now = self.wants()
            if now is None or now.at != wanted.at:
                return True
            if confirm.count():
                look(wanted, len(wanted.answers))
                try:
                    confirm.first.click(timeout=700)
                except Error:
                    continue
            elif not page.locator(".leaving").count():
                # A piece was touched, and now the place that it goes to.
                self.touch(wanted.answers[-1], time.monotonic() + 0.2)
            page.wait_for_timeout(50)
        return False
