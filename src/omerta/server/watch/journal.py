"""What the server writes about itself: one JSON object per line, and never what is hidden."""

from __future__ import annotations

import sys
import traceback
from typing import TextIO

import msgspec

from omerta.server.table.clock import now


class Journal:
    """Structured lines about tables and connections; ids only, no hands, tokens or texts."""

    def __init__(self, out: TextIO | None = None, *, quiet: bool = False) -> None:
        self.out = out if out is not None else sys.stderr
        self.quiet = quiet

    def info(self, what: str, **facts: str | int | float) -> None:
        """Something ordinary."""
        if not self.quiet:
            self._line("info", what, facts)

    def warning(self, what: str, **facts: str | int | float) -> None:
        """Something that should be looked at."""
        self._line("warning", what, facts)

    def failure(self, what: str, error: BaseException | None, **facts: str | int | float) -> None:
        """Something broke: where, but without the values that were in the way."""
        frames = traceback.extract_tb(error.__traceback__) if error is not None else []
        place = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-6:]))
        self._line("error", what, {"error": type(error).__name__, "place": place, **facts})

    def _line(self, level: str, what: str, facts: dict[str, str | int | float]) -> None:
        line = {"at": now(), "level": level, "what": what, **facts}
        print(msgspec.json.encode(line).decode(), file=self.out, flush=True)
