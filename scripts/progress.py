"""What set-up is doing and how far it is: one moving line on a terminal, a line a step elsewhere.

This runs before anything is installed, so it draws by itself.
"""

import contextlib
import json
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.marks import made

WIDTH = 20
BETWEEN = 0.2
"""Seconds between two pictures of the line."""


class Step:
    """A part of the work, with the time it takes."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.begun = time.monotonic()
        self.wall: float | None = None
        self.cpu = 0.0
        """Seconds of processor time of the commands that were run for it."""


class Here(threading.local):
    """The step that this thread is at."""

    step: Step | None = None


HERE = Here()


def spent(seconds: float) -> None:
    """Note processor time of a command for the step that this thread is at."""
    if HERE.step is not None:
        HERE.step.cpu += seconds


class Progress:
    """The steps of a set-up, several of which may be under way at once."""

    def __init__(self, of: int, book: Path) -> None:
        self.of = of
        self.book = book
        """Where the times of all steps are written when everything is done."""
        self.begun = time.monotonic()
        self.steps: list[Step] = []
        self.over = threading.Event()
        self.is_drawn = sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        if self.is_drawn:
            threading.Thread(target=self.draw, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        if self.is_drawn:
            self.put("")
        with contextlib.suppress(OSError):
            made(self.book.parent)
            self.book.write_text(json.dumps(self.times(), indent=1) + "\n", encoding="utf-8")

    @contextlib.contextmanager
    def step(self, words: str) -> Iterator[None]:
        """Do one step in this thread."""
        step = Step(words)
        self.steps.append(step)
        if not self.is_drawn:
            say(f"  {words} ...")
        before, HERE.step = HERE.step, step
        try:
            yield
        finally:
            step.wall = time.monotonic() - step.begun
            HERE.step = before

    def times(self) -> list[dict[str, str | float]]:
        """When each step began, and what it took."""
        return [
            {
                "step": step.words,
                "begun": round(step.begun - self.begun, 2),
                "wall": round(step.wall or 0.0, 2),
                "cpu": round(step.cpu, 2),
            }
            for step in self.steps
        ]

    # ------------------------------------------------------------- the line

    def draw(self) -> None:
        """Draw the line anew until everything is done."""
        while not self.over.wait(BETWEEN):
            self.put(self.line())

    def line(self) -> str:
        """A bar, what is being done, and for how long."""
        steps = list(self.steps)
        done = sum(step.wall is not None for step in steps)
        full = WIDTH * done // max(self.of, 1)
        doing = " and ".join(step.words for step in steps if step.wall is None)
        seconds = time.monotonic() - self.begun
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {seconds:3.0f} s  {doing}"

    def put(self, line: str) -> None:
        """Show one line in the place of the last one."""
        room = shutil.get_terminal_size().columns - 1
        print(f"\r{line[:room]:{room}}\r{line[:room]}", end="", file=sys.stderr, flush=True)


def say(words: str) -> None:
    """Tell the person what is going on, apart from what the product prints."""
    print(words, file=sys.stderr, flush=True)
