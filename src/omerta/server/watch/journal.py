"""What the server writes about itself: one JSON object per line, and never what is hidden.

Our own lines and those of the libraries go through one formatter of the standard `logging`.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Final, TextIO

import msgspec

from omerta.server.table.clock import now

LIBRARIES: Final = ("uvicorn.error", "asyncio", "websockets", "asyncpg")
"""Whose lines are written like ours."""

LONGEST_WORDS: Final = 200
"""How much of a library's line is kept: what it is about, not what it had in hand."""


class Lines(logging.Formatter):
    """A line of JSON; of an error its kind and its place, but none of the values in its way."""

    def format(self, record: logging.LogRecord) -> str:
        """The moment, the level, what it is about, and the facts that were given."""
        line: dict[str, str | int | float] = {"at": now(), "level": record.levelname.lower()}
        if record.name == Journal.NAME:
            line |= {"what": record.msg, **getattr(record, "facts", {})}
        else:
            said = record.getMessage().partition("\n")[0][:LONGEST_WORDS]
            line |= {"what": "library", "name": record.name, "said": said}
            if record.exc_info:
                line |= place_of(record.exc_info[1])
        return msgspec.json.encode(line).decode()


class Journal:
    """Structured lines about tables and connections; ids only, no hands, tokens or texts."""

    NAME: Final = "omerta"

    def __init__(self, out: TextIO | None = None, *, quiet: bool = False) -> None:
        self._handler = logging.StreamHandler(out if out is not None else sys.stderr)
        self._handler.setFormatter(Lines())
        # A logger of its own: a process may have several houses, each with its journal.
        self._logger = logging.Logger(self.NAME, logging.WARNING if quiet else logging.INFO)
        self._logger.addHandler(self._handler)

    def adopt(self) -> None:
        """Write the warnings and errors of the libraries, too."""
        for name in LIBRARIES:
            library = logging.getLogger(name)
            library.handlers[:] = [self._handler]
            library.setLevel(logging.WARNING)
            library.propagate = False

    def info(self, what: str, **facts: str | int | float) -> None:
        """Something ordinary."""
        self._logger.info(what, extra={"facts": facts})

    def warning(self, what: str, **facts: str | int | float) -> None:
        """Something that should be looked at."""
        self._logger.warning(what, extra={"facts": facts})

    def failure(self, what: str, error: BaseException | None, **facts: str | int | float) -> None:
        """Something broke: where, but without the values that were in the way."""
        self._logger.error(what, extra={"facts": {**place_of(error), **facts}})


def place_of(error: BaseException | None) -> dict[str, str]:
    """The kind of an error, its cause if it knows one, and the last functions on the way to it."""
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    place = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-6:]))
    cause = getattr(error, "cause", "")
    return {"error": type(error).__name__, **({"cause": cause} if cause else {}), "place": place}
